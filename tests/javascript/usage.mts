// What a program in TypeScript writes; `tsc` must take it, and refuse what is marked.
import { Truthscore, TruthscoreError, type VerdictOut } from "./truthscore.mjs";

const client = new Truthscore({ url: "http://127.0.0.1:8080", timeout: 1_000 });

export async function reply(question: string, answer: string): Promise<string> {
  const decision = await client.check({ question, answer, documents: ["verlof"], roles: ["beheerder"] });
  if (decision.error) {
    const error: TruthscoreError = decision.error;
    return `${error.status} ${error.kind}`;
  }
  const verdict: VerdictOut = decision.verdict;
  // @ts-expect-error: an answer that could not be scored has no stars
  const stars: number = verdict.score;
  // @ts-expect-error: there is no such decision
  if (decision.action === "send") return answer;
  if (decision.review === null) return answer;
  const { state, answer: sent } = await client.decided(decision.review, { every: 1_000, within: 9_000 });
  return state === "waiting" ? String(stars) : (sent ?? "");
}

// @ts-expect-error: an answer is needed
await client.score({ question: "Hoe?" });
// @ts-expect-error: a record is a customer's, and is not registered
await client.putDocument("a", { text: "b", kind: "record" });
await client.check({ question: "Hoe?", answer: "Zo.", context: [{ kind: "record", fields: { days: 11.5 } }, "Tekst."] });
// @ts-expect-error: what went wrong has no verdict
(await client.check({ question: "Hoe?", answer: "Zo." })).verdict.score;
