// A client of `truthscore serve`: this file and, for TypeScript, truthscore.d.mts, which says what
// everything is. Plain fetch, no packages, nothing to build; Node 18 or later.

/** Milliseconds for an answer: a check takes two seconds at most, and a customer waits for it. */
const TIMEOUT = 5_000;
/** Milliseconds between two looks whether a person has decided, and until `decided` gives up: the
 * quarter of an hour for which a person holds an answer. */
const [EVERY, WITHIN] = [5_000, 900_000];
const ACTIONS = ["allow", "review", "block"];
/** What is in front of the kind of a problem. */
const URN = "urn:truthscore:problem:";

export class TruthscoreError extends Error {
  constructor(message, { status = 0, kind = "other", errors = [], cause } = {}) {
    super(message, { cause });
    Object.assign(this, { name: "TruthscoreError", status, kind, errors });
  }
}

export class Truthscore {
  #url;
  #token;
  #timeout;

  constructor({ url = "http://127.0.0.1:8080", token, timeout = TIMEOUT } = {}) {
    [this.#url, this.#token, this.#timeout] = [url.replace(/\/+$/, ""), token, timeout];
  }

  check(asked, options) {
    return this.#decision("/v1/check", asked, options);
  }
  checkOperation(asked, options) {
    return this.#decision("/v1/operations/check", asked, options);
  }
  checkReport(asked, options) {
    return this.#decision("/v1/operations/report", asked, options);
  }

  score(row, options) {
    return this.#json("POST", "/v1/score", row, options);
  }
  async scoreMany(rows, { profile, ...options } = {}) {
    return (await this.#json("POST", "/v1/score", { rows, profile }, options)).verdicts;
  }

  putDocument(id, page, options) {
    return this.#json("PUT", at("documents", id), page, options);
  }
  getDocument(id, options) {
    return this.#json("GET", at("documents", id), undefined, options);
  }
  async deleteDocument(id, options) {
    await this.#text("DELETE", at("documents", id), undefined, options);
  }

  review(id, options) {
    return this.#json("GET", at("reviews", id), undefined, options);
  }
  async reviews(options) {
    const lines = (await this.#text("GET", "/v1/reviews", undefined, options)).split("\n");
    return lines.filter(Boolean).map((line) => JSON.parse(line));
  }
  async decided(id, { every = EVERY, within = WITHIN, ...options } = {}) {
    for (const until = Date.now() + within; ; ) {
      const last = Date.now() + every > until;
      try {
        const found = await this.review(id, options);
        if (found.state !== "waiting" || last) return found;
      } catch (error) {
        // a service that is busy or starts again is asked again; one that refuses is not
        if (last || (error.status > 0 && error.status < 500)) throw error;
      }
      await new Promise((wake) => setTimeout(wake, every));
    }
  }

  async ready(options) {
    await this.#text("GET", "/readyz", undefined, options);
  }

  async #decision(path, asked, options) {
    try {
      const told = await this.#json("POST", path, asked, options);
      if (ACTIONS.includes(told.action)) return told;
      throw new TruthscoreError(`${this.#url}${path}: no decision`, { status: 200 });
    } catch (error) {
      // whatever goes wrong, no customer reads what nobody has looked at
      return { action: "review", cause: error.kind ?? "error", reason: error.message, error };
    }
  }

  async #json(method, path, body, options) {
    const told = parsed(await this.#text(method, path, body, options));
    if (told instanceof Object) return told;
    throw new TruthscoreError(`${this.#url}${path}: no JSON`, { status: 200 });
  }

  async #text(method, path, body, { timeout = this.#timeout } = {}) {
    let response, text;
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: {
          ...(body && { "content-type": "application/json" }),
          ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        },
        body: body && JSON.stringify(body),
        redirect: "error", // what a customer wrote goes where you said, and nowhere else
        signal: AbortSignal.timeout(timeout),
      });
      text = await response.text();
    } catch (cause) {
      const late = cause.name === "TimeoutError";
      const what = late ? `no answer in ${timeout} ms` : (cause.cause?.message || cause.message);
      const kind = late ? "timeout" : "unreachable";
      throw new TruthscoreError(`${this.#url}${path}: ${what}`, { kind, cause });
    }
    if (response.ok) return text;
    throw problem(response, parsed(text));
  }
}

const at = (what, id) => `/v1/${what}/${encodeURIComponent(id)}`;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every error of the service is a problem (RFC 9457); what stands in between answers as it likes. */
function problem({ status, statusText }, told) {
  const kind = String(told?.type).startsWith(URN) ? told.type.slice(URN.length) : "other";
  if (kind === "other") return new TruthscoreError(`${status} ${statusText}`, { status });
  const { title, detail, errors = [] } = told;
  const places = errors.map(({ loc, msg }) => `; ${loc.join(".")}: ${msg}`).join("");
  return new TruthscoreError(`${title}: ${detail}${places}`, { status, kind, errors });
}
