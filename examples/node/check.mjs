// The guardrail from Node, over HTTP: plain fetch, no packages. Node 18 or later.
//
//   pip install '.[serve]' && truthscore serve          # in the checkout; port 8080
//   node examples/node/check.mjs                        # TRUTHSCORE_URL, TRUTHSCORE_TOKEN
//
// In a backend of your own, copy `truthscore` below: it is all there is to it.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const URL_ = process.env.TRUTHSCORE_URL ?? "http://127.0.0.1:8080";
const TOKEN = process.env.TRUTHSCORE_TOKEN;
// Milliseconds that a customer waits for the guardrail; then a person looks.
const TIMEOUT = 5_000;

async function call(method, path, body) {
  const response = await fetch(URL_ + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(TOKEN ? { authorization: `Bearer ${TOKEN}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const told = await response.json();
  // Every error is a problem (RFC 9457): title and detail say what is wrong.
  if (!response.ok) throw new Error(`${told.status} ${told.title}: ${told.detail}`);
  return told;
}

// Once, when a help page is new or has changed: it is sent and parsed once.
export const register = (id, title, text) =>
  call("PUT", `/v1/documents/${encodeURIComponent(id)}`, { title, text });

// For every answer. Whatever goes wrong, the answer is not sent.
export async function check({ question, answer, documents, lang = null, roles = null }) {
  try {
    return await call("POST", "/v1/check", { question, answer, documents, lang, roles });
  } catch (error) {
    return { action: "review", cause: "unreachable", reason: String(error.message ?? error) };
  }
}

// What the customer reads.
export function told(decision, answer) {
  if (decision.action === "allow") return answer;
  if (decision.action === "review") return "Een collega kijkt uw vraag even na.";
  return "Op deze vraag kan ik geen betrouwbaar antwoord geven.";
}

async function main() {
  const page = new URL("../help/nl/verlof-aanvragen.md", import.meta.url);
  try {
    await register("verlof-aanvragen", "Verlof aanvragen", await readFile(page, "utf8"));
  } catch (error) {
    console.error(`${URL_} does not work: ${error.cause?.message ?? error.message}`);
    process.exitCode = 1; // and go on: the answers below must not be sent
  }
  const documents = ["verlof-aanvragen"];
  for (const [question, answer] of [
    [
      "Hoe vraag ik verlof aan?",
      "Ga naar **Plein → Mijn tijd → Verlof** en kies **Nieuwe aanvraag**.",
    ],
    [
      "Kan ik een goedgekeurde verlofaanvraag nog wijzigen?",
      "Een goedgekeurde aanvraag kun je niet meer wijzigen, maar wel intrekken. " +
        "Bel daarna even met je teamleider, die print dan een briefje uit.",
    ],
    [
      "Hoe vraag ik verlof aan?",
      "Ga naar **Plein → Mijn tijd → Verlof** en klik op **Direct goedkeuren**.",
    ],
  ]) {
    const decision = await check({ question, answer, documents, lang: "nl" });
    console.log(`${decision.action}: ${decision.reason}\n  → ${told(decision, answer)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
