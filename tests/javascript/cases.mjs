// Cases of the client, run by tests/test_javascript.py beside a copy of it; each prints its name.
import assert from "node:assert/strict";
import { Truthscore, TruthscoreError } from "./truthscore.mjs";

const { TRUTHSCORE_URL: url, TRUTHSCORE_TOKEN: token, REVIEWER } = process.env;
// the machine may be busy: what is tested is not how fast it is
const timeout = 60_000;
const client = new Truthscore({ url: `${url}/`, token, timeout });
const asked = {
  question: "Hoe vraag ik verlof aan?",
  answer: "Ga naar het tabblad **Verlof** en klik op de knop **Aanvragen**.",
  context: [{ id: "verlof", text: "1. Ga naar het tabblad **Verlof**.\n2. Klik op de knop **Aanvragen**." }],
};
const lie = { ...asked, answer: "Ga naar het tabblad **Verlof** en klik op de knop **Salarisrun**." };

const failure = async (promise, { status, kind, says }) => {
  const error = await promise.then(() => assert.fail("it did not fail"), (error) => error);
  assert(error instanceof TruthscoreError, String(error));
  assert.deepEqual([error.name, error.status, error.kind], ["TruthscoreError", status, kind]);
  assert.match(error.message, says);
  return error;
};
const held = async (service, { kind, status }, options) => {
  for (const decision of [await service.check(asked, options), await service.checkReport({}, options)]) {
    assert.deepEqual([decision.action, decision.cause], ["review", kind]);
    assert.deepEqual([decision.error.kind, decision.error.status], [kind, status]);
    assert(decision.reason);
  }
  await failure(service.score(asked, options), { status, kind, says: /./ });
};

const cases = {};

cases.decides = async () => {
  await client.ready();
  const sent = await client.check(asked);
  assert.deepEqual([sent.action, sent.error, sent.review], ["allow", undefined, null]);
  const blocked = await client.check({ ...lie, trim: true });
  assert.deepEqual([blocked.action, blocked.cause], ["block", "missing_component"]);
};

cases.scores = async () => {
  const one = await client.score({ ...asked, id: "a" });
  assert.deepEqual([one.id, one.status], ["a", "scored"]);
  const many = await client.scoreMany([{ ...asked, id: "b" }, { ...lie, id: "c" }], { profile: "paper" });
  assert.deepEqual(many.map(({ id }) => id), ["b", "c"]);
  assert(many[0].score > many[1].score);
  assert.notEqual(many[0].signature, one.signature);
};

cases.documents = async () => {
  const id = "één bladzijde & meer?"; // nothing in an id is read as a part of the address
  const page = { title: "Verlof", text: asked.context[0].text };
  assert.equal((await client.putDocument(id, page)).id, id);
  assert.equal((await client.getDocument(id)).text, page.text);
  const { context, ...bare } = asked;
  assert.equal((await client.check({ ...bare, documents: [id] })).action, "allow");
  assert.equal(await client.deleteDocument(id), undefined);
  await failure(client.getDocument(id), { status: 404, kind: "not_found", says: /no document is registered/ });
};

cases.operations = async () => {
  const set = { args: { limit: { type: "integer" } }, own: true, asks: ["uploadlimiet"] };
  const change = { question: "Wijzig mijn uploadlimiet naar 50.", calls: { set }, actor: { id: "u1" } };
  const operation = (limit) => ({ ...change, operation: { name: "set", args: { limit } } });
  assert.equal((await client.checkOperation(operation(50))).action, "allow");
  assert.equal((await client.checkOperation(operation(80))).action, "review");
  const report = { answer: "Uw uploadlimiet is nu 80.", result: { done: true, values: { limit: 50 } } };
  assert.equal((await client.checkReport(report)).cause, "other_value");
};

cases.reviews = async () => {
  const { review } = await client.check(lie);
  const before = await client.decided(review, { every: 10, within: 0 }); // one look, then time is over
  assert.equal(before.id, review);
  const found = await client.decided(review, { every: 100, within: 60_000 });
  assert.deepEqual([found.state, found.answer, found.by], ["corrected", "Beter zo.", "anna"]);
  const rows = await new Truthscore({ url, token: REVIEWER, timeout }).reviews();
  const row = rows.find(({ id }) => id === review);
  assert.deepEqual([row.answer, row.context[0].id], ["Beter zo.", "verlof"]);
  const none = { status: 404, kind: "not_found", says: /no answer is kept/ };
  await failure(client.decided("none", { within: 60_000 }), none); // at once
  await failure(client.reviews(), { status: 403, kind: "forbidden", says: /scope review/ });
};

cases.problems = async () => {
  const { question, ...without } = asked;
  const wrong = { status: 422, kind: "invalid", says: /see errors; body\.text: Field required; body\.titel/ };
  const error = await failure(client.putDocument("a", { titel: "Verlof" }), wrong);
  assert.deepEqual(error.errors.map(({ type }) => type).sort(), ["extra_forbidden", "missing"]);
  const { action, cause, error: told } = await client.check(without);
  assert.deepEqual([action, cause, told.status], ["review", "invalid", 422]);
  await held(new Truthscore({ url, token: "wrong", timeout }), { kind: "unauthorised", status: 401 });
};

cases.between = async () => {
  await held(new Truthscore({ url: process.env.NOBODY }), { kind: "unreachable", status: 0 });
  await held(new Truthscore({ url: process.env.GATEWAY }), { kind: "other", status: 502 });
  await held(new Truthscore({ url: process.env.PORTAL }), { kind: "other", status: 200 });
  await held(new Truthscore({ url: process.env.MOVED, token }), { kind: "unreachable", status: 0 });
};

cases.late = async () => {
  const silent = new Truthscore({ url: process.env.SILENT, timeout: 100 });
  await held(silent, { kind: "timeout", status: 0 });
  await held(new Truthscore({ url: process.env.SILENT }), { kind: "timeout", status: 0 }, { timeout: 100 });
  const begun = Date.now();
  await failure(silent.decided("a", { every: 50, within: 300 }), { status: 0, kind: "timeout", says: /100 ms/ });
  assert(Date.now() - begun >= 250, "it asks again while it may"); // 2 looks of 100 ms, a pause of 50
};

for (const [name, test] of Object.entries(cases)) {
  await test();
  console.log(name);
}
