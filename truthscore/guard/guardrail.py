"""Guardrail: one call that decides about one answer, in this process and without a network.

It fails closed: an error, an unknown, a call that is not right and a check that takes too long are
decided by the policy, and none of them is let through unless the policy says so in so many words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Unpack

from truthscore import resources
from truthscore.accepted import AcceptedAnswers
from truthscore.errors import InputError, OverBudget, ProfileError
from truthscore.guard import reading_on, reasons
from truthscore.guard.decision import LOG, Asked, Decision, Request, Trimmed, example_of, log
from truthscore.guard.judgement import Judgement, findings, judge, tells
from truthscore.guard.operation import (
    Actor,
    Operation,
    OperationDecision,
    Result,
    checked_operation,
    checked_report,
)
from truthscore.guard.stream import Stream
from truthscore.guard.trimming import trim
from truthscore.guard.workers import Busy, Workers
from truthscore.profile import Policy
from truthscore.profiles import DEFAULT
from truthscore.roles import permitted
from truthscore.scorer import TruthScorer
from truthscore.text.markup import normalise
from truthscore.types import Action, Example, Verdict

#: Causes of what stands on no page.
_STANDS_ON_NO_PAGE = frozenset({"empty_answer", "language", "refusal", "small_talk"})

#: A verdict and its judgement, to those of a part of the answer.
Narrowed = Callable[[Verdict, Judgement], tuple[Verdict, Judgement]]


class Guardrail:
    """Decides about answers under a scorer and a policy. Threads may share it.

    Use it as a context manager, or call `close`, when `acheck` or a time budget is used: it then
    has threads of its own.
    """

    def __init__(
        self,
        scorer: TruthScorer,
        policy: Policy | None = None,
        *,
        workers: Workers[Any] | None = None,
        answers: AcceptedAnswers | None = None,
    ) -> None:
        """`policy`: that of the scorer's profile when none is given (see `profile.with_policy`).

        `answers`: accepted answers, second evidence behind the pages; None: those of the profile's
        `answers_file`, where it names one.

        `workers`: threads that several guardrails share; whoever made them closes them. Raises
        ProfileError or ResourceError for a policy or reason texts that cannot work.
        """
        self.scorer = scorer
        self.policy = scorer.profile.policy if policy is None else policy
        self._codes = frozenset(resources.languages())
        if self.policy.reason_language not in self._codes:
            raise ProfileError(
                f"policy: reason_language is {self.policy.reason_language!r}; expected one of "
                f"{', '.join(sorted(self._codes))}"
            )
        for code in self._codes:
            reasons.load(code)
        self._digest = self.policy.digest
        file = scorer.profile.answers_file
        self._answers = AcceptedAnswers.read(file) if file and answers is None else answers
        if self._answers is not None and self._answers.expired:
            LOG.warning("%d accepted answers are expired and not used", self._answers.expired)
        self._own_workers = workers is None
        self._workers: Workers[Decision] = workers or Workers(
            self.policy.workers, self.policy.waiting
        )

    @classmethod
    def load(
        cls,
        profile: str = DEFAULT,
        *,
        answers: str | PathLike[str] | None = None,
        **options: Any,
    ) -> Guardrail:
        """A guardrail for a profile's name or file; `options` are those of `TruthScorer.load`.

        `answers`: a file of `truthscore learn` instead of the profile's `answers_file`. It is warm
        where the policy has a time budget: the first check would take a second longer.
        """
        scorer = TruthScorer.load(profile, **options)
        if scorer.profile.policy.time_budget_ms:
            scorer.warm_up()
        return cls(scorer, answers=None if answers is None else AcceptedAnswers.read(Path(answers)))

    def check(
        self,
        *,
        question: str,
        answer: str,
        context: Sequence[Any] = (),
        id: str = "",
        lang: str | None = None,
        roles: Collection[str] | None = None,
    ) -> Decision:
        """What to do with one answer.

        `context`: as for `TruthScorer.score`; a document may have `roles`. `roles`: those of the
        user; None does not look at them. Never raises an Exception: what goes wrong is a decision
        (cause "error", "invalid_input" or "over_budget").
        """
        request = Request(
            question=question, answer=answer, context=context, id=id, lang=lang, roles=roles
        )
        return self.decide(request, lambda: self.outcome(request))

    async def acheck(self, **asked: Unpack[Asked]) -> Decision:
        """`check` for asyncio: the work is done in one of `policy.workers` threads."""
        request = Request(**asked)
        return await self.adecide(request, lambda: self.outcome(request))

    def stream(
        self,
        *,
        question: str,
        context: Sequence[Any] = (),
        id: str = "",
        lang: str | None = None,
        roles: Collection[str] | None = None,
    ) -> Stream:
        """An answer while it is written: `feed` it pieces of text, which gives the decisions on the
        sentences that are finished; `close` gives that of `check` on the whole. The other arguments
        are those of `check`. Close the guardrail after the stream."""
        return Stream(
            self,
            Request(question=question, answer="", context=context, id=id, lang=lang, roles=roles),
        )

    def check_operation(
        self,
        *,
        question: str,
        operation: Operation | Mapping[str, Any],
        schema: Mapping[str, Any],
        records: Sequence[Any] = (),
        actor: Actor | Mapping[str, Any] | None = None,
        lang: str | None = None,
    ) -> OperationDecision:
        """Whether a proposed call may be made (see `guard/operation.py`), also for plain data.

        Never raises InputError, and mode "monitor" lets nothing through: a change is no answer.
        """
        return checked_operation(question, operation, schema, records, actor, lang)

    def check_report(
        self, *, answer: str, result: Result | Mapping[str, Any], lang: str | None = None
    ) -> OperationDecision:
        """Whether a reply tells truly what became of an operation."""
        return checked_report(answer, result, lang=lang)

    def decide(
        self, request: Request, work: Callable[[], Decision], *, logged: bool = True
    ) -> Decision:
        """The decision that `work` comes to, within the time budget; `work` must not raise.
        `logged`: False for one of a part of an answer, which would be counted for an answer."""
        started = perf_counter()
        if not self.policy.time_budget_ms:
            return self._timed(work(), started, logged)
        try:
            job = self._workers.submit(work, self._left(started))
        except Busy:
            return self._timed(self._too_late(request), started, logged)
        try:
            decision = job.future.result(timeout=self._left(started))
        except BaseException as error:
            self._workers.give_up(job)
            if not isinstance(error, TimeoutError | CancelledError):
                raise  # the caller was interrupted; the thread must not be lost
            decision = self._too_late(request)
        self._read_on(request, decision)
        return self._timed(decision, started, logged)

    async def adecide(self, request: Request, work: Callable[[], Decision]) -> Decision:
        """`decide` for asyncio."""
        started = perf_counter()
        budget = self._left(started) if self.policy.time_budget_ms else None
        try:
            decision = await self._workers.run(work, budget)
        except Busy:
            return self._timed(self._too_late(request), started)
        except TimeoutError:
            decision = self._too_late(request)
        self._read_on(request, decision)
        return self._timed(decision, started)

    def _read_on(self, request: Request, decision: Decision) -> None:
        """Read long pages on for which a check had no time, so that the next one is in time."""
        if decision.cause == "over_budget":
            with suppress(InputError):
                reading_on.PROCESS.begin(self.scorer, example_of(request))

    def restated(self, decision: Decision, judgement: Judgement, example: Example) -> Decision:
        """`decision` with another judgement of the same verdict (a loop lowers its marks)."""
        return replace(
            decision,
            action="allow" if self.policy.mode == "monitor" else judgement.action,
            decided=judgement.action,
            cause=judgement.cause,
            reason=self.reason(judgement, example, decision.verdict),
        )

    def close(self) -> None:
        """Finish the checks that were taken on and end the threads; twice does no harm.

        `check` without a time budget still works after it.
        """
        if self._own_workers:
            self._workers.close()

    def __enter__(self) -> Guardrail:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    async def __aenter__(self) -> Guardrail:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await asyncio.to_thread(self.close)

    def _left(self, started: float) -> float:
        """Seconds of the time budget that are left."""
        return max(0.0, self.policy.time_budget_ms / 1000.0 - (perf_counter() - started))

    def outcome(self, request: Request, narrowed: Narrowed | None = None) -> Decision:
        """The decision about a request, before the clock is looked at; an Exception on the way is
        one too. `narrowed`: makes of the verdict and judgement those of a part of the answer."""
        try:
            try:
                example = example_of(request)
            except InputError as error:
                return self.failed(request, "invalid_input", self.policy.error, told=str(error))
            return self._checked(example, request.roles, narrowed)
        except OverBudget:
            return self._too_late(request)
        except Exception as error:
            return self.failed(request, "error", self.policy.error, type(error).__name__)

    def _checked(self, example: Example, roles: Any, narrowed: Narrowed | None) -> Decision:
        left_out: list[Any] = []
        seen = example
        if roles is not None:
            may_see = frozenset(roles)
            left_out = [page for page in example.context if not permitted(page, may_see)]
            kept = tuple(page for page in example.context if permitted(page, may_see))
            seen = replace(example, context=kept)
        if self._answers is not None:  # of pages that the user may see
            seen, changed = self._answers.beside(seen)
            if changed:
                LOG.info("%d accepted answers are not used: their pages changed", changed)
        reading_on.PROCESS.wait(seen)
        verdict = next(self.scorer.score_many([seen]))
        judgement = judge(verdict, self.policy)
        if left_out and judgement.cause not in _STANDS_ON_NO_PAGE:
            judgement = self._not_permitted(example, seen, verdict, judgement) or judgement
        if narrowed is not None:
            verdict, judgement = narrowed(verdict, judgement)
        return self._made(
            judgement,
            verdict,
            seen,
            findings=tuple({self.reason(each, seen, verdict): None for each in findings(verdict)}),
            offer=self._offer(judgement, seen, verdict),
        )

    def _not_permitted(
        self, example: Example, seen: Example, verdict: Verdict, judgement: Judgement
    ) -> Judgement | None:
        """A judgement of its own when the answer stands on what the user may not see."""
        everything = next(self.scorer.score_many([example]))
        with_all = judge(everything, self.policy)
        if all(page.kind == "prompt" for page in seen.context):
            # nothing that may be seen: what is not plainly untrue is told
            told = everything.status == "scored" and with_all.action != "block"
        else:
            told = tells(verdict, everything, self.policy.trimming.features)
        if told or (with_all.action == "allow" and judgement.action != "allow"):
            return Judgement(action=self.policy.not_permitted, cause="not_permitted")
        return None

    def reason(self, judgement: Judgement, example: Example | None, verdict: Verdict) -> str:
        """A judgement in words, in the language of `verdict`."""
        code = verdict.lang if verdict.lang in self._codes else None
        return reasons.reason(
            judgement,
            code=code or self.policy.reason_language,
            profile=self.scorer.profile,
            example=example,
            verdict=verdict,
        )

    def _offer(self, judgement: Judgement, example: Example, verdict: Verdict) -> Trimmed:
        """The trimmed answer, to be made when it is asked for."""
        lang = verdict.lang
        if lang is None or lang not in self._codes:
            return Trimmed()
        if judgement.action == "allow" or not judgement.evidence:
            return Trimmed()

        def make() -> str | None:
            answer, settings = normalise(example.answer), self.policy.trimming
            kept = trim(
                answer,
                self.scorer.sentences(answer, lang),
                verdict,
                features=settings.features,
                leaning=reasons.load(lang).leaning,
                min_left=settings.min_left,
            )
            if kept is None:
                return None
            again = next(self.scorer.score_many([replace(example, answer=kept)]))
            return kept if judge(again, self.policy).action == "allow" else None

        return Trimmed(make)

    def _too_late(self, request: Request) -> Decision:
        return self.failed(request, "over_budget", self.policy.over_budget)

    def failed(
        self,
        request: Request,
        cause: str,
        action: Action,
        error: str | None = None,
        *,
        told: str | None = None,
    ) -> Decision:
        """That of a check that did not come about; `told`: what is wrong with the call."""
        code = request.lang if isinstance(request.lang, str) else None
        verdict = Verdict(
            id=request.id if isinstance(request.id, str) else "",
            status="error",
            reason=error or cause,
            lang=code if code in self._codes else None,
        )
        return self._made(Judgement(action=action, cause=cause), verdict, error=told)

    def _made(
        self, judgement: Judgement, verdict: Verdict, example: Example | None = None, **more: Any
    ) -> Decision:
        """A decision with the reason for it; `more`: other fields of it."""
        return Decision(
            action="allow" if self.policy.mode == "monitor" else judgement.action,
            decided=judgement.action,
            cause=judgement.cause,
            reason=self.reason(judgement, example, verdict),
            verdict=verdict,
            mode=self.policy.mode,
            signature=f"{verdict.signature}|policy:{self._digest}",
            **more,
        )

    def _timed(self, decision: Decision, started: float, logged: bool = True) -> Decision:
        """The decision with the time that it took, which may be too long."""
        elapsed = (perf_counter() - started) * 1000.0
        budget = self.policy.time_budget_ms
        if budget and elapsed > budget and decision.cause != "over_budget":
            late = Judgement(action=self.policy.over_budget, cause="over_budget")
            decision = self._made(late, decision.verdict)
        decision = replace(decision, elapsed_ms=elapsed)
        if logged:
            log(decision)
        return decision
