"""What the routes work with: the guardrails, documents, figures and reviews of one worker."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from truthscore.errors import InputError, OverBudget
from truthscore.example import documents, example_of_call
from truthscore.guard.decision import Decision, Request
from truthscore.guard.decision import to_dict as decision_to_dict
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.operation import checked_operation, checked_report
from truthscore.guard.operation import to_dict as operation_to_dict
from truthscore.guard.reading_on import LONG_PAGE
from truthscore.guard.workers import Busy, Workers
from truthscore.roles import permitted
from truthscore.scorer import TruthScorer
from truthscore.serve import notices
from truthscore.serve.guardrails import Guardrails
from truthscore.serve.logs import LOG
from truthscore.serve.metrics import Metrics
from truthscore.serve.notices import Notices
from truthscore.serve.pages import Pages
from truthscore.serve.problem import Problem
from truthscore.serve.registry import Documents
from truthscore.serve.reviews import Reviews
from truthscore.serve.schemas import (
    CheckIn,
    DocumentIn,
    OperationCheckIn,
    ReportIn,
    ScoreBatch,
    ScoreOne,
    ScoreRow,
)
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument, Example, Verdict
from truthscore.verdict_line import to_dict as verdict_to_dict

T = TypeVar("T")

#: How many long registered pages wait in line to be parsed ahead.
MOST_READ_AHEAD = 16


class Service:
    """What the routes work with."""

    def __init__(
        self,
        scorer: TruthScorer,
        data_dir: Path,
        pages: Pages | None,
        require_roles: bool,
        reviews: Reviews | None,
    ) -> None:
        self.reviews = reviews
        self.limits = scorer.profile.serve
        self.guardrails = Guardrails(scorer, data_dir)
        self.documents = Documents(data_dir / "documents", self.limits.max_registered, pages)
        self.metrics = Metrics()
        to = notices.target(scorer.profile.policy)
        self.notices = None if to is None else Notices(to, self._count_notice)
        self._require_roles = require_roles
        self._readers: Workers[int] = Workers(threads=1, waiting=MOST_READ_AHEAD)

    def read_ahead(self, pages: Sequence[ContextDocument]) -> None:
        """Have long registered pages parsed, so that no check waits for it. Only who may write
        pages sets this work going: of those that come with checks, one at a time is read on."""
        scorer = self.guardrails.default.scorer
        long = [page for page in pages if len(page.text) >= LONG_PAGE]
        if long:
            with suppress(Busy):  # enough are in line: it is parsed when it is needed
                self._readers.submit(
                    partial(scorer.warm, long), scorer.profile.documents.parse_seconds
                )

    def _count_notice(self, outcome: str) -> None:
        self.metrics.notices.labels(outcome).inc()

    def writable(self) -> bool:
        """Whether documents and profiles can be registered."""
        return self.documents.folder.writable() and self.guardrails.folder.writable()

    def close(self) -> None:
        """Finish what was taken on, and tell what is still to be told, for as long as it may."""
        self.guardrails.workers.close()
        self._readers.close()
        if self.notices is not None:
            self.notices.close(notices.CLOSE_SECONDS)

    def warm_up(self) -> None:
        """So that the first customer does not wait for what is loaded at first use."""
        self.guardrails.default.scorer.warm_up()
        # pipelines and word lists last as long as the worker: to look through them for garbage
        # takes 100 ms, in which a customer waits
        gc.collect()
        gc.freeze()

    async def check(self, asked: CheckIn) -> dict[str, Any]:
        """The decision about an answer."""
        guardrail = await self._guardrail(asked.profile)
        context = self._context(asked, ["body"])
        decision = await guardrail.acheck(
            question=asked.question, answer=asked.answer, context=context, id=asked.id,
            lang=asked.lang, roles=asked.roles,
        )  # fmt: skip
        self.metrics.decision(decision)
        if self.notices is not None:
            self.notices.offer(decision, question=asked.question, answer=asked.answer)
        kept = {"review": await self._kept(asked, context, decision)}
        if not asked.trim:
            return {**decision_to_dict(decision), **kept}
        try:
            made = await self.in_thread(lambda: decision_to_dict(decision, trim=True))
        except Problem:
            made = decision_to_dict(decision)  # no time for an offer is no offer
        return {**made, **kept}

    async def _kept(self, asked: CheckIn, context: Sequence[Any], decision: Decision) -> str | None:
        """Keep an answer that is not sent, with the pages that its user may see; the id of it."""
        if self.reviews is None or decision.action == "allow":
            return None
        reviews = self.reviews

        def keep() -> str:
            example = Example(
                id=asked.id, question=normalise(asked.question), answer=normalise(asked.answer),
                context=_seen(documents(context), asked.roles), lang=asked.lang,
            )  # fmt: skip
            return reviews.keep(
                example, decision.verdict, action=decision.decided, reason=decision.reason
            )

        try:
            return await asyncio.to_thread(keep)
        except (sqlite3.Error, InputError) as error:  # worth less than the decision
            LOG.error("an answer could not be kept", extra={"error": type(error).__name__})
            return None

    async def tried(self, question: str, answer: str, page: str) -> tuple[Example, Decision]:
        """What would be decided about an answer that no customer waits for."""
        asked = CheckIn(question=question, answer=answer, context=[page] if page.strip() else [])
        given = {"question": question, "answer": answer, "context": self._context(asked, ["body"])}
        request = Request(**given, id="", lang=None, roles=None)
        outcome = await self.in_thread(lambda: self.guardrails.default.outcome(request))
        return example_of_call(**given, id="", lang=None), outcome

    async def operation(self, asked: OperationCheckIn) -> dict[str, Any]:
        """The decision about a proposed change."""
        given = asked.model_dump()
        schema = given.pop("calls")
        return await self.in_thread(
            lambda: operation_to_dict(checked_operation(schema=schema, **given))
        )

    async def report(self, asked: ReportIn) -> dict[str, Any]:
        """The decision about a reply that tells of one."""
        return await self.in_thread(lambda: operation_to_dict(checked_report(**asked.model_dump())))

    async def score(self, asked: ScoreOne | ScoreBatch) -> dict[str, Any]:
        """The verdict of an answer, or those of a batch."""
        guardrail = await self._guardrail(asked.profile)
        if isinstance(asked, ScoreOne):
            verdict = await self._verdict(guardrail, self._example(asked, ["body"]))
            return verdict_to_dict(verdict)
        if len(asked.rows) > self.limits.max_batch:
            raise _too_many("rows", len(asked.rows), self.limits.max_batch)
        examples = [
            self._example(row, ["body", "rows", number]) for number, row in enumerate(asked.rows)
        ]
        # Row by row, so that checks of other clients come in between.
        verdicts = [await self._verdict(guardrail, example) for example in examples]
        return {"verdicts": [verdict_to_dict(verdict) for verdict in verdicts]}

    async def _verdict(self, guardrail: Guardrail, example: Example) -> Verdict:
        verdict = await self.in_thread(lambda: next(guardrail.scorer.score_many([example])))
        self.metrics.scored.labels(verdict.status).inc()
        return verdict

    async def in_thread(self, call: Callable[[], T]) -> T:
        """Scoring in one of the worker's threads, within the request's time."""
        seconds = self.limits.request_seconds
        try:
            made: T = await self.guardrails.workers.run(call, seconds)
            return made
        except Busy as error:
            raise Problem("busy", f"{error}; ask again in a moment") from None
        except (TimeoutError, OverBudget):
            raise Problem("over_time", f"it was not done in {seconds:g} s") from None

    async def _guardrail(self, name: str | None) -> Guardrail:
        if name is None:
            return self.guardrails.default
        return await asyncio.to_thread(self.guardrails.get, name)  # it may have to be made

    def _example(self, row: ScoreRow, where: list[str | int]) -> Example:
        try:
            context = documents(self._context(row, where))
        except InputError as error:
            raise Problem(
                "invalid", "a document cannot be read",
                errors=[{"loc": [*where, "context"], "type": "document", "msg": str(error)}],
            ) from None  # fmt: skip
        return Example(
            id=row.id, question=row.question, answer=row.answer, lang=row.lang,
            context=_seen(context, row.roles),
        )  # fmt: skip

    def _context(self, row: ScoreRow, where: list[str | int]) -> Sequence[Any]:
        """The documents of a row: those sent along, then the registered ones."""
        if self._require_roles and row.roles is None:
            raise Problem(
                "invalid", "this service must be told whose roles count (--require-roles)",
                errors=[{"loc": [*where, "roles"], "type": "missing_roles",
                         "msg": "give the roles of the user; an empty list for a user without"}],
            )  # fmt: skip
        sent = [row.context] if isinstance(row.context, str) else row.context
        count = len(sent) + len(row.documents)
        if count > self.limits.max_documents:
            raise _too_many("documents", count, self.limits.max_documents)
        context: list[Any] = []
        for each in sent:
            text = each if isinstance(each, str) else each.text
            self.check_length(json.dumps(each.fields) if text is None else text)  # type: ignore[union-attr]
            context.append(each if isinstance(each, str) else plain(each))
        for number, id_ in enumerate(row.documents):
            found = self.documents.get(id_)
            if found is None:
                raise Problem(
                    "not_found", "the request names a document that is not registered",
                    errors=[{"loc": [*where, "documents", number], "type": "unknown_document",
                             "msg": "register it with PUT /v1/documents/{id}"}],
                )  # fmt: skip
            context.append(found)
        return context

    def check_length(self, text: str) -> None:
        """Raises Problem for a document that is too long."""
        if len(text) > self.limits.max_document_chars:
            raise Problem(
                "too_large",
                f"a document may have {self.limits.max_document_chars} characters",
                limit=self.limits.max_document_chars,
            )


def _seen(
    pages: tuple[ContextDocument, ...], roles: Sequence[str] | None
) -> tuple[ContextDocument, ...]:
    """The pages that a user may see; None does not look at roles."""
    return tuple(page for page in pages if roles is None or permitted(page, roles))


def plain(document: DocumentIn) -> dict[str, Any]:
    """A document as scoring takes it."""
    return {name: value for name, value in document.model_dump().items() if value is not None}


def _too_many(what: str, count: int, limit: int) -> Problem:
    return Problem("too_large", f"{count} {what}; there may be {limit}", limit=limit)
