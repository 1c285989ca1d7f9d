"""One question through the desk: classifier, executor, verifier, and only then a change.

The loop is truthscore's `verify_loop`: at most five rounds, each told what was wrong with those
before, the classifier too. A call is committed once, after the loop, when its round has passed.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Literal

from examples.desk import help_pages, reading
from examples.desk.arms import Arm, Arms
from examples.desk.citing import Citation, Citer, documents
from examples.desk.data import SCHEMA, Outcome, Store
from examples.desk.help_pages import HelpPages
from examples.desk.models import Asked, Model, Reply
from examples.desk.route import Route, route
from examples.desk.wording import WORDING, told, why
from truthscore import Decision, Guardrail
from truthscore.guard.citation_rail import RailDecision
from truthscore.guard.decision import Request
from truthscore.guard.guardrail import Narrowed
from truthscore.guard.operation import Actor, Operation, OperationDecision, Result
from truthscore.guard.verify_loop import Generated, LoopResult, Operations, verify_loop
from truthscore.retrieve import Chunk
from truthscore.types import ContextDocument

#: "changed": a call was committed; "refused": it may not be made, and the customer is told why;
#: "waiting": all rounds failed, and a colleague looks.
Status = Literal["sent", "changed", "refused", "waiting"]


@dataclass(frozen=True)
class Answer:
    """What became of a question. `answer` is for the customer; `draft` and `reason` are for a
    colleague; `model` says who drafted it; `route` and `rule` how it was classified at first.
    `citations`, `stars` (1 to 5) and `findings` are of an answer that is sent."""

    status: Status
    answer: str
    model: str
    route: str
    rule: str
    rounds: int
    reason: str = ""
    draft: str = ""
    call: str = ""
    citations: tuple[Citation, ...] = ()
    stars: float | None = None
    findings: tuple[str, ...] = ()


class Verifier(Guardrail):
    """The guardrail of one question: it also reads the question itself for what a call may have,
    tries the call without keeping it, and holds the reply against what came of that. An answer of
    the pages goes through the citation rail, whose decision about the last one is `railed`."""

    def __init__(self, citer: Citer, store: Store, key: str) -> None:
        mine = citer.guardrail
        super().__init__(mine.scorer, mine.policy, workers=citer.workers)
        self._citer, self._store, self._key = citer, store, key
        self.reply = ""
        self.cites = False
        self.railed: RailDecision | None = None
        self.forbidden: list[Operation] = []

    def outcome(self, request: Request, narrowed: Narrowed | None = None) -> Decision:
        """What is to be done with the answer of a round."""
        self.railed = None
        if not self.cites:
            return super().outcome(request, narrowed)
        given = {each.name: getattr(request, each.name) for each in fields(request)}
        self.railed = self._citer.rail.check(**given)
        return self.railed.decision

    def dry_run(self, actor: Actor | None, operation: Operation) -> Outcome:
        """What the call would come to."""
        who = None if actor is None else actor.id
        return self._store.perform(who, operation, key=self._key, dry_run=True)

    def check_operation(
        self, *, question: str, operation: Operation | Mapping[str, Any],
        schema: Mapping[str, Any], records: Sequence[Any] = (),
        actor: Actor | Mapping[str, Any] | None = None, lang: str | None = None,
    ) -> OperationDecision:  # fmt: skip
        """Whether the call of a round is allowed, asked for as it is, possible and truly told."""
        decided = super().check_operation(
            question=question, operation=operation, schema=schema, records=records, actor=actor,
            lang=lang,
        )  # fmt: skip
        lang = lang or "en"
        assert isinstance(operation, Operation)
        if decided.cause == "not_allowed":
            self.forbidden.append(operation)
            return replace(decided, reason=why("not_allowed", lang))
        if not decided.allowed:
            return decided
        assert isinstance(actor, Actor)
        if argument := reading.other_than_asked(question, operation, actor, lang):
            reason = why("other_than_asked", lang, argument)
            return OperationDecision(
                action="review", cause="unfounded_argument", reason=reason, argument=argument
            )
        if argument := reading.told_otherwise(self.reply, operation, lang):
            reason = why("other_than_asked", lang, argument)
            return OperationDecision(
                action="block", cause="other_value", reason=reason, argument=argument
            )
        outcome = self.dry_run(actor, operation)
        if outcome.cause != "dry_run":
            self.forbidden.append(operation)
            return OperationDecision(
                action="block", cause="not_allowed", reason=why(outcome.cause, lang)
            )
        return self.check_report(
            answer=self.reply, result=Result(done=True, values=outcome.values), lang=lang
        )


class Desk:
    """Everything that answers a question. Threads may share it."""

    def __init__(
        self, store: Store, model: Model, guardrail: Guardrail | None = None, *,
        pages: Mapping[str, HelpPages] | None = None, arms: Arms | None = None,
    ) -> None:  # fmt: skip
        self.store, self.model = store, model
        self.pages = pages or help_pages.own()
        self.arms = arms or Arms()
        own = guardrail or Guardrail.load("grounded")
        self.citers = {
            arm: Citer(Guardrail.load(arm.profile) if arm.profile else own)
            for arm in self.arms.arms
        }

    def warm_up(self) -> None:
        """Load the languages and index the pages, so that the first question does not wait."""
        for lang, pages in self.pages.items():
            pages.search("", lang, (), 1)
        for citer in self.citers.values():
            for lang in self.pages:
                page = {"id": "1", "text": "1"}
                citer.guardrail.check(question="?", answer="1", context=[page], lang=lang)

    def page(self, id: str, roles: Collection[str]) -> ContextDocument | None:
        """A help page, for who may see it."""
        found = (pages.page(id, roles) for pages in self.pages.values())
        return next((page for page in found if page is not None), None)

    def arm(self, actor: Actor | None, day: str = "") -> Arm:
        """The arm of an actor on a day, today where none is given."""
        return self.arms.of(None if actor is None else actor.id, day or today())

    def ask(
        self, question: str, lang: str, employee: str | None = None, key: str | None = None,
        arm: Arm | None = None,
    ) -> Answer:  # fmt: skip
        """Answer a question of an employee, or of nobody that is known. `key`: the idempotency key
        of the request; the same one changes nothing a second time. `arm`: that of today."""
        actor = self.store.actor(employee)
        arm = arm or self.arm(actor)
        rounds = _Rounds(self, question, lang, actor, key or uuid.uuid4().hex, arm)
        operations = None
        if rounds.first.name == "operation":
            operations = Operations(schema=SCHEMA, actor=rounds.actor)
        result = verify_loop(
            rounds.generate, rounds.verifier, question=question, lang=lang, operations=operations,
            roles=rounds.roles,
        )  # fmt: skip
        return rounds.answer(result)


def today() -> str:
    """The day, of the same clock for everybody (UTC)."""
    return datetime.now(UTC).date().isoformat()


class _Rounds:
    """The rounds of one question."""

    def __init__(
        self, desk: Desk, question: str, lang: str, actor: Actor | None, key: str, arm: Arm
    ) -> None:
        self.desk, self.question, self.lang, self.actor, self.key = desk, question, lang, actor, key
        self.arm, self.citer = arm, desk.citers[arm]
        self.roles = () if actor is None else actor.roles
        self.verifier = Verifier(self.citer, desk.store, key)
        self.chunks: list[Chunk] = []
        self.first: Route = route(question, lang)
        self.failed: list[str] = []
        self.replies: list[tuple[str, Operation | None]] = []

    def generate(self, feedback: str | None) -> Generated | None:
        """A round: the route, what the model makes of it, and the evidence for that. None where the
        very call that was asked for is not allowed: that cannot change."""
        if self.verifier.forbidden and self._wanted() in self.verifier.forbidden:
            return None
        goes = route(self.question, self.lang, self.failed).name
        self.failed.append(goes)
        documents = self._documents(goes)
        reply = self.desk.model(
            Asked(
                question=self.question, lang=self.lang, route=goes, documents=documents,
                actor=self.actor, feedback=feedback, round=len(self.failed),
            )
        )  # fmt: skip
        answer, context = self._told(reply, documents)
        self.verifier.reply = answer
        self.verifier.cites = goes == "guide" and reply.operation is None
        self.replies.append((answer, reply.operation))
        return Generated(answer=answer, operation=reply.operation, context=context)

    def _documents(self, goes: str) -> list[dict[str, Any]]:
        record = []
        if self.actor is not None and (goes != "guide" or self.first.name == "basic"):
            record = [self.desk.store.record(self.actor.id)]
        if goes != "guide":
            return record
        pages = self.desk.pages[self.lang]
        found = pages.search(self.question, self.lang, self.roles, self.arm.top)
        self.chunks = [each.chunk for each in found]
        # what was about the customer is still held against the record
        return documents(self.chunks) + record

    def _told(
        self, reply: Reply, documents: list[dict[str, Any]]
    ) -> tuple[str, list[dict[str, Any]]]:
        """The answer of a round, and its evidence: of a call what a dry run of it stores."""
        if reply.operation is None:
            return reply.answer, documents
        outcome = self.verifier.dry_run(self.actor, reply.operation)
        if outcome.cause != "dry_run":
            return reply.answer or why(outcome.cause, self.lang), documents
        said = told(reply.operation.name, outcome.values, self.lang)
        stored = {"id": "result", "title": reply.operation.name, "text": said}
        return reply.answer or said, [stored]

    def answer(self, result: LoopResult) -> Answer:
        """What the customer is told, after the change where there is one."""
        words = WORDING[self.lang]
        number = len(result.iterations)
        made: dict[str, Any] = {
            "model": self.desk.model.name, "route": self.first.name, "rule": self.first.rule,
            "rounds": number, "draft": self.citer.rail.without(result.answer),
            "reason": result.decision.reason,
        }  # fmt: skip
        _, operation = self.replies[-1]
        if result.passed and operation is not None:
            return self._committed(operation, made)
        if result.passed and not self._says_done(result.answer):
            sent = self._sent(result, made)
            if sent is not None:
                return sent
        if refused := self._refused(result):
            made["reason"] = refused
            return Answer(status="refused", answer=words["refused"].format(refused), **made)
        # whatever held the best try: all rounds failed, so a person looks
        return Answer(status="waiting", answer=words["waiting"], **made)

    def _sent(self, result: LoopResult, made: dict[str, Any]) -> Answer | None:
        """The answer without its citations, which stand beside it; None where a page should be
        cited and none that is cited says so."""
        railed, citations = self.verifier.railed, tuple[Citation, ...]()
        if self.verifier.cites:
            citations = () if railed is None else self.citer.citations(railed, self.chunks)
            if not citations:
                return None
        return Answer(
            status="sent", answer=made["draft"] if citations else result.answer,
            citations=citations, stars=result.decision.verdict.score,
            findings=result.decision.findings, **made,
        )  # fmt: skip

    def _refused(self, result: LoopResult) -> str:
        """Why the very call that the question asks for was blocked; "" where it was not: what a
        model made of it instead is a colleague's matter."""
        wanted = self._wanted()
        for (_, operation), one in zip(self.replies, result.iterations, strict=True):
            decided = one.operation
            if operation is None or operation != wanted or decided is None:
                continue
            if decided.action == "block" and decided.cause == "not_allowed":
                who = None if self.actor is None else self.actor.id
                self.desk.store.note(who, operation, "refused", self.key)
                return decided.reason
        return ""

    def _wanted(self) -> Operation | None:
        """The call that the question asks for."""
        return reading.proposal(self.question, self.actor, self.lang)

    def _says_done(self, answer: str) -> bool:
        """Whether a reply without a change tells of one."""
        if self.first.name != "operation":
            return False
        told_of = self.verifier.check_report(
            answer=answer, result=Result(done=False), lang=self.lang
        )
        return told_of.cause == "false_done"

    def _committed(self, operation: Operation, made: dict[str, Any]) -> Answer:
        who = None if self.actor is None else self.actor.id
        outcome = self.desk.store.perform(who, operation, key=self.key)
        if not outcome.done:
            reason = why(outcome.cause, self.lang)
            said = WORDING[self.lang]["refused"].format(reason)
            return Answer(status="refused", answer=said, **{**made, "reason": reason})
        result = Result(done=True, values=outcome.values)
        report = self.verifier.check_report(answer=made["draft"], result=result, lang=self.lang)
        said = made["draft"] if report.allowed else told(operation.name, outcome.values, self.lang)
        return Answer(status="changed", answer=said, call=operation.name, **made)
