/** Types of the client; `/docs` of the service shows every address with examples. */

export interface Options {
  /** Milliseconds until the answer is there; of the client by default, 5000 there. */
  timeout?: number;
}

export type Action = "allow" | "review" | "block";

/** A help page. Only who has one of `roles` may see it: null is everybody, an empty list nobody. */
export interface DocumentIn {
  text: string;
  title?: string;
  kind?: "page" | "prompt" | "answer";
  roles?: string[] | null;
  lang?: string | null;
}

/** A page that is sent along (`text`), or a customer's own data (`fields`). */
export interface ContextIn extends Partial<Omit<DocumentIn, "kind">> {
  id?: string | null;
  kind?: "page" | "record" | "prompt" | "answer";
  fields?: Record<string, unknown> | null;
}

/** An answer with what it was made from: `context` is sent along, `documents` are registered. */
export interface ScoreRow {
  question: string;
  answer: string;
  context?: string | (string | ContextIn)[];
  documents?: string[];
  roles?: string[] | null;
  id?: string;
  lang?: string | null;
}
export interface ScoreOne extends ScoreRow {
  profile?: string | null;
}
/** `trim` asks for the answer without its unsupported sentences. */
export interface CheckIn extends ScoreOne {
  trim?: boolean;
}

/** Stars from 1 (untrue) to 5 (true), null where `reason` says why there are none. */
export interface VerdictOut {
  id: string;
  status: "scored" | "not_scored" | "error";
  reason: string | null;
  lang: string | null;
  message_type: string | null;
  message_type_rule: Record<string, unknown> | null;
  score: number | null;
  base_score: number | null;
  override: string | null;
  features: Record<string, unknown>;
  statements: Record<string, unknown>[];
  signature: string;
}

/** What to do with the answer. `review`: where people look at it, see `decided`. */
export interface DecisionOut {
  action: Action;
  decided: Action;
  cause: string;
  reason: string;
  findings: string[];
  mode: "enforce" | "monitor";
  trimmed: string | null;
  elapsed_ms: number;
  signature: string;
  verdict: VerdictOut;
  review: string | null;
}
/** What to do with a proposed change, or with a reply that reports on one. */
export interface OperationOut {
  action: Action;
  cause: string;
  reason: string;
  argument: string;
  span: [source: string, start: number, end: number] | null;
}
/** In place of a decision that did not come about: nothing is sent. `cause` is the error's kind. */
export interface Failed {
  action: "review";
  cause: string;
  reason: string;
  error: TruthscoreError;
}
export type OrFailed<T> =
  | (T & { error?: undefined })
  | (Failed & { [K in Exclude<keyof T, keyof Failed>]?: undefined });

/** What became of an answer that was not sent; `answer` is what may be sent now. */
export interface ReviewOut {
  id: string;
  state: "waiting" | "sent" | "corrected" | "refused";
  answer: string | null;
  note: string;
  by: string | null;
  done: string | null;
}
/** What a person sent, as a row for `truthscore rate` and `learn`. */
export interface ReviewedRow {
  id: string;
  question: string;
  answer: string;
  context: { id: string; title: string; text: string; kind: string }[];
  ratings: Record<string, number>;
  date: string;
}

/** Whatever goes wrong. `status` is 0 where no answer came (`kind` "unreachable" or "timeout"); else
 * `kind` is that of the service's problem, such as "invalid", with its places in `errors`. */
export class TruthscoreError extends Error {
  readonly status: number;
  readonly kind: string;
  readonly errors: { loc: (string | number)[]; msg: string; type: string }[];
}

/** A service. All but the three checks throw a TruthscoreError for what goes wrong. */
export class Truthscore {
  constructor(service?: { url?: string; token?: string } & Options);
  /** May this answer be sent? Never throws: what goes wrong is held, with its `error`. */
  check(asked: CheckIn, options?: Options): Promise<OrFailed<DecisionOut>>;
  checkOperation(asked: object, options?: Options): Promise<OrFailed<OperationOut>>;
  checkReport(asked: object, options?: Options): Promise<OrFailed<OperationOut>>;
  score(row: ScoreOne, options?: Options): Promise<VerdictOut>;
  scoreMany(rows: ScoreRow[], options?: Options & { profile?: string }): Promise<VerdictOut[]>;
  /** Once, when a page is new or has changed: it is sent and parsed once. */
  putDocument(id: string, page: DocumentIn, options?: Options): Promise<DocumentIn & { id: string }>;
  getDocument(id: string, options?: Options): Promise<DocumentIn & { id: string }>;
  deleteDocument(id: string, options?: Options): Promise<void>;
  review(id: string, options?: Options): Promise<ReviewOut>;
  /** Asks again `every` so many ms, until a person has decided or `within` is over: see `state`. */
  decided(id: string, options?: Options & { every?: number; within?: number }): Promise<ReviewOut>;
  reviews(options?: Options): Promise<ReviewedRow[]>;
  ready(options?: Options): Promise<void>;
}
