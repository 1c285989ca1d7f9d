"""Guardrail: one call that decides about one answer, in this process and without a network.

It fails closed: an error, an unknown, a call that is not right and a check that takes too long are
decided by the policy, and none of them is let through unless the policy says so in so many words.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from time import perf_counter
from types import TracebackType
from typing import Any

from truthscore import resources
from truthscore.errors import InputError, ProfileError
from truthscore.example import documents
from truthscore.guard import reasons
from truthscore.guard.access import permitted, tells
from truthscore.guard.decision import Decision, Trimmed
from truthscore.guard.judgement import Judgement, judge
from truthscore.guard.trimming import trim
from truthscore.guard.workers import Busy, Job, Workers
from truthscore.profile import Policy
from truthscore.scorer import TruthScorer
from truthscore.text.markup import normalise
from truthscore.types import Action, Example, Verdict

LOG = logging.getLogger("truthscore.guardrail")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """A call as it came in: nothing about it has been checked."""

    question: Any
    answer: Any
    context: Any
    id: Any
    lang: Any
    roles: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """What a check came to, before the clock and the mode are looked at."""

    judgement: Judgement
    verdict: Verdict
    reason: str
    offer: Trimmed


class Guardrail:
    """Decides about answers under a scorer and a policy. Threads may share it.

    Use it as a context manager, or call `close`, when `acheck` or a time budget is used: it then
    has threads of its own.
    """

    def __init__(self, scorer: TruthScorer, policy: Policy | None = None) -> None:
        """`policy`: that of the scorer's profile when none is given (see `profile.with_policy`).

        Raises ProfileError or ResourceError for a policy or reason texts that cannot work.
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
        self._workers: Workers[_Outcome] = Workers(self.policy.workers, self.policy.waiting)

    @classmethod
    def load(cls, profile: str = "grounded", **options: Any) -> Guardrail:
        """A guardrail for a profile's name or file; `options` are those of `TruthScorer.load`."""
        return cls(TruthScorer.load(profile, **options))

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
        started = perf_counter()
        request = _Request(
            question=question, answer=answer, context=context, id=id, lang=lang, roles=roles
        )
        if not self.policy.time_budget_ms:
            return self._decision(self._outcome(request), started)
        try:
            job = self._workers.submit(lambda: self._outcome(request))
        except Busy:
            return self._decision(self._too_late(request), started)
        try:
            outcome = job.future.result(timeout=self._left(started))
        except TimeoutError:
            self._workers.give_up(job)
            outcome = self._too_late(request)
        except CancelledError:
            outcome = self._too_late(request)
        except BaseException:
            self._workers.give_up(job)  # the caller was interrupted; the thread must not be lost
            raise
        return self._decision(outcome, started)

    async def acheck(
        self,
        *,
        question: str,
        answer: str,
        context: Sequence[Any] = (),
        id: str = "",
        lang: str | None = None,
        roles: Collection[str] | None = None,
    ) -> Decision:
        """`check` for asyncio: the work is done in one of `policy.workers` threads."""
        started = perf_counter()
        request = _Request(
            question=question, answer=answer, context=context, id=id, lang=lang, roles=roles
        )
        try:
            job = self._workers.submit(lambda: self._outcome(request))
        except Busy:
            return self._decision(self._too_late(request), started)
        budget = self._left(started) if self.policy.time_budget_ms else None
        try:
            outcome = await asyncio.wait_for(_waiting(job), budget)
        except TimeoutError:
            self._workers.give_up(job)
            outcome = self._too_late(request)
        except BaseException:
            self._workers.give_up(job)  # cancelled by the host
            raise
        return self._decision(outcome, started)

    def close(self) -> None:
        """Finish the checks that were taken on and end the threads; twice does no harm.

        `check` without a time budget still works after it.
        """
        self._workers.close()

    def __enter__(self) -> Guardrail:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Guardrail:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)

    def _left(self, started: float) -> float:
        """Seconds of the time budget that are left."""
        return max(0.0, self.policy.time_budget_ms / 1000.0 - (perf_counter() - started))

    def _outcome(self, request: _Request) -> _Outcome:
        """The outcome of a request; an Exception on the way is an outcome too."""
        try:
            example = _example(request)
        except InputError:
            return self._failed(request, "invalid_input", self.policy.error)
        except Exception:
            LOG.debug("a call could not be read", exc_info=False)
            return self._failed(request, "invalid_input", self.policy.error)
        try:
            return self._checked(example, request.roles)
        except Exception as error:
            return self._failed(request, "error", self.policy.error, type(error).__name__)

    def _checked(self, example: Example, roles: Any) -> _Outcome:
        left_out: list[Any] = []
        seen = example
        if roles is not None:
            may_see = frozenset(roles)
            left_out = [page for page in example.context if not permitted(page, may_see)]
            kept = tuple(page for page in example.context if permitted(page, may_see))
            seen = replace(example, context=kept)
        verdict = self.scorer.score_early(seen)
        judgement = judge(verdict, self.policy)
        if left_out and verdict.reason not in ("empty_answer", "language", "refusal"):
            judgement = self._not_permitted(example, seen, judgement) or judgement
        reason = self._reason(judgement, seen, verdict)
        return _Outcome(
            judgement=judgement,
            verdict=verdict,
            reason=reason,
            offer=self._offer(judgement, seen, verdict),
        )

    def _not_permitted(
        self, example: Example, seen: Example, judgement: Judgement
    ) -> Judgement | None:
        """A judgement of its own when the answer stands on what the user may not see."""
        everything, verdict = next(self.scorer.score_many([example])), None
        if any(page.kind == "page" for page in seen.context):
            verdict = next(self.scorer.score_many([seen]))  # in full: the first may be early
        allowed_with_all = judge(everything, self.policy).action == "allow"
        told = verdict is not None and tells(verdict, everything, self.policy.trimming.features)
        if told or (allowed_with_all and judgement.action != "allow"):
            return Judgement(action=self.policy.not_permitted, cause="not_permitted")
        return None

    def _reason(self, judgement: Judgement, example: Example | None, verdict: Verdict) -> str:
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
        if judgement.action == "allow" or not judgement.evidence or lang not in self._codes:
            return Trimmed()

        def make() -> str | None:
            full = next(self.scorer.score_many([example]))  # in full: the verdict may be early
            answer, settings = normalise(example.answer), self.policy.trimming
            assert lang is not None  # it is one of the codes
            kept = trim(
                answer,
                self.scorer.sentences(answer, lang),
                full,
                features=settings.features,
                leaning=reasons.load(lang).leaning,
                min_left=settings.min_left,
            )
            if kept is None:
                return None
            again = next(self.scorer.score_many([replace(example, answer=kept)]))
            return kept if judge(again, self.policy).action == "allow" else None

        return Trimmed(make)

    def _too_late(self, request: _Request) -> _Outcome:
        return self._failed(request, "over_budget", self.policy.over_budget)

    def _failed(
        self, request: _Request, cause: str, action: Action, error: str | None = None
    ) -> _Outcome:
        code = request.lang if isinstance(request.lang, str) else None
        verdict = Verdict(
            id=request.id if isinstance(request.id, str) else "",
            status="error",
            reason=error or cause,
            lang=code if code in self._codes else None,
        )
        judgement = Judgement(action=action, cause=cause)
        return _Outcome(
            judgement=judgement,
            verdict=verdict,
            reason=self._reason(judgement, None, verdict),
            offer=Trimmed(),
        )

    def _decision(self, outcome: _Outcome, started: float) -> Decision:
        elapsed = (perf_counter() - started) * 1000.0
        budget = self.policy.time_budget_ms
        verdict, judgement, reason, offer = (
            outcome.verdict, outcome.judgement, outcome.reason, outcome.offer,
        )  # fmt: skip
        if budget and elapsed > budget and judgement.cause != "over_budget":
            judgement = Judgement(action=self.policy.over_budget, cause="over_budget")
            reason, offer = self._reason(judgement, None, verdict), Trimmed()
        decision = Decision(
            action="allow" if self.policy.mode == "monitor" else judgement.action,
            decided=judgement.action,
            cause=judgement.cause,
            reason=reason,
            verdict=verdict,
            mode=self.policy.mode,
            signature=f"{verdict.signature}|policy:{self._digest}",
            elapsed_ms=elapsed,
            offer=offer,
        )
        _log(decision)
        return decision


def _example(request: _Request) -> Example:
    for name in ("question", "answer", "id"):
        value = getattr(request, name)
        if not isinstance(value, str):
            raise InputError(f"{name!r} is {type(value).__name__}; expected a text")
    if request.lang is not None and not isinstance(request.lang, str):
        raise InputError(f"'lang' is {type(request.lang).__name__}; expected a language code")
    if isinstance(request.roles, str):
        raise InputError("'roles' is a text; expected a list of role names")
    return Example(
        id=request.id,
        question=request.question,
        answer=request.answer,
        context=documents(request.context),
        lang=request.lang,
    )


def _waiting(job: Job[_Outcome]) -> asyncio.Future[_Outcome]:
    future: Future[_Outcome] = job.future
    return asyncio.wrap_future(future)


def _log(decision: Decision) -> None:
    """One line per decision, without a word of the question, the answer or a document."""
    level = logging.INFO if decision.mode == "monitor" else logging.DEBUG
    if not LOG.isEnabledFor(level):
        return
    verdict = decision.verdict
    told = {
        "decided": decision.decided,
        "cause": decision.cause,
        "score": verdict.score,
        "message_type": verdict.detection.type if verdict.detection else None,
        "lang": verdict.lang,
        "elapsed_ms": round(decision.elapsed_ms, 3),
        "example_id": verdict.id,
        "mode": decision.mode,
        "signature": decision.signature,
    }
    try:
        LOG.log(
            level, "decided %s (%s) in %.1f ms", decision.decided, decision.cause,
            decision.elapsed_ms, extra=told,
        )  # fmt: skip
    except Exception:  # a log that is full or broken must not cost a decision
        return
