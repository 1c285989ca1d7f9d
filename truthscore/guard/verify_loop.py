"""Generate, verify, and tell the generator what was wrong: the loop of CHOPS (Shi et al. 2024).

There a language model verifies; here the guardrail does, in milliseconds, with marks from 1 to 10
that are its stars on another scale. The mark that is needed falls by the same amount with every
try. The cost is what CHOPS counts: characters in and out of the generator.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from truthscore.errors import InputError
from truthscore.guard.decision import FOUND, Decision, Request, example_of
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.judgement import judge
from truthscore.guard.operation import Actor, Operation, OperationDecision, Schema
from truthscore.profile import DecisionThresholds, Policy, VerifyLoop
from truthscore.stars import HIGHEST, LOWEST
from truthscore.text.record import Field
from truthscore.types import Action, ContextDocument

#: Marks run from 1 to 10, as CHOPS's verifier gives them.
LOWEST_MARK, HIGHEST_MARK = 1.0, 10.0
DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """An answer, with what the generator counted itself or found beside it.

    `context` replaces the loop's documents for this answer (a generator that retrieves again).
    `chars_in` and `chars_out` replace the loop's own count. `operation`: the call that goes with
    the answer, which is checked where the loop was given `operations`.
    """

    answer: str
    operation: Operation | None = None
    context: Sequence[Any] | None = None
    chars_in: int | None = None
    chars_out: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operations:
    """What the calls of a loop are checked with (see `check_operation`)."""

    schema: Schema
    actor: Actor | None
    records: Sequence[Field] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Iteration:
    """One try: the answer, its mark (1-10, None when it got no stars) and what it cost.

    `feedback` is what the generator was told, None the first time. `chars_in`: characters of
    question, documents and feedback; `chars_out`: of the answer.
    """

    number: int
    answer: str
    mark: float | None
    pass_mark: float
    decision: Decision
    feedback: str | None
    chars_in: int
    chars_out: int
    operation: OperationDecision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopResult:
    """The answer the loop ends with. `passed` is False when no try reached its mark."""

    answer: str
    decision: Decision
    passed: bool
    iterations: tuple[Iteration, ...]
    chars_in: int
    chars_out: int


#: Called with the reasons why the earlier tries did not pass, one a line; None the first time. It
#: may return None from the second time on: no other try could pass, and the loop ends.
Generate = Callable[[str | None], Any]


def verify_loop(
    generate: Generate,
    guardrail: Guardrail,
    *,
    question: str,
    context: Sequence[Any] = (),
    id: str = "",
    lang: str | None = None,
    roles: Collection[str] | None = None,
    operations: Operations | None = None,
) -> LoopResult:
    """Ask `generate(feedback)` for an answer until one passes, at most `iterations` times.

    `generate` returns a text, pieces of text (a stream), or a `Generated`. A try passes when its
    mark reaches that of its turn and nothing holds it (see `Policy.held_for`); when none does, the
    best one is returned with the decision "review" (or "block", where its stars are not the
    reason). In monitor mode the first try is returned. A try with a call passes only when that is
    allowed too, in any mode; without `operations` none is. What `generate` raises is not caught.
    Raises InputError when it returns something else.
    """
    asked = Request(question=question, answer="", context=context, id=id, lang=lang, roles=roles)
    loop = _Loop(guardrail, asked, operations)
    while loop.turn():
        answer = _joined(generate(loop.feedback))
        if loop.ends_with(answer):
            break
        made = _made(answer)
        request = loop.request(made)
        loop.add(made, request, guardrail.decide(request, partial(guardrail.outcome, request)))
    return loop.result()


async def averify_loop(
    generate: Generate,
    guardrail: Guardrail,
    *,
    question: str,
    context: Sequence[Any] = (),
    id: str = "",
    lang: str | None = None,
    roles: Collection[str] | None = None,
    operations: Operations | None = None,
) -> LoopResult:
    """`verify_loop` for asyncio: `generate` may be async, or return an async stream of pieces.

    A `generate` that is not async is called in a thread, so that it does not hold the event loop.
    """
    asked = Request(question=question, answer="", context=context, id=id, lang=lang, roles=roles)
    loop = _Loop(guardrail, asked, operations)
    while loop.turn():
        if inspect.iscoroutinefunction(generate) or inspect.isasyncgenfunction(generate):
            answer = generate(loop.feedback)
        else:
            answer = await asyncio.to_thread(generate, loop.feedback)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, AsyncIterable):
            answer = [piece async for piece in answer]
        elif not isinstance(answer, str | Generated):
            answer = await asyncio.to_thread(_joined, answer)
        if loop.ends_with(answer):
            break
        made = _made(_joined(answer))
        request = loop.request(made)
        decision = await guardrail.adecide(request, partial(guardrail.outcome, request))
        loop.add(made, request, decision)
    return loop.result()


def mark(score: float) -> float:
    """Stars (1 to 5) as a mark (1 to 10)."""
    share = (score - LOWEST) / (HIGHEST - LOWEST)
    return round(LOWEST_MARK + share * (HIGHEST_MARK - LOWEST_MARK), DECIMALS)


def stars(mark: float) -> float:
    """A mark (1 to 10) as stars (1 to 5)."""
    share = (mark - LOWEST_MARK) / (HIGHEST_MARK - LOWEST_MARK)
    return round(LOWEST + share * (HIGHEST - LOWEST), DECIMALS)


def pass_mark(number: int, settings: VerifyLoop) -> float:
    """The mark that try `number` (from 1) needs: a straight line from the first to the last."""
    if settings.iterations == 1:
        return settings.pass_mark
    fall = (settings.pass_mark - settings.last_pass_mark) / (settings.iterations - 1)
    return round(settings.pass_mark - fall * (number - 1), DECIMALS)


class _Loop:
    """What both loops keep: the tries so far and whether another one is due."""

    def __init__(self, guardrail: Guardrail, asked: Request, operations: Operations | None) -> None:
        self._guardrail = guardrail
        self._operations = operations
        self._settings = guardrail.policy.verify_loop
        self._asked = asked
        self._tries: list[Iteration] = []
        self._reasons: dict[str, None] = {}
        self._passed: Iteration | None = None

    @property
    def feedback(self) -> str | None:
        """The reasons so far, each once, one a line."""
        return "\n".join(self._reasons) if self._tries else None

    def turn(self) -> bool:
        return self._passed is None and len(self._tries) < self._settings.iterations

    def ends_with(self, answer: Any) -> bool:
        """Whether the generator says that no other try could pass."""
        return answer is None and bool(self._tries)

    def request(self, made: Generated) -> Request:
        context = self._asked.context if made.context is None else made.context
        return replace(self._asked, answer=made.answer, context=context)

    def add(self, made: Generated, request: Request, decision: Decision) -> None:
        number = len(self._tries) + 1
        needed = pass_mark(number, self._settings)
        score = decision.verdict.score
        counted = _characters(request.question) + _characters(request.context)
        counted += len(self.feedback or "")
        told = decision.findings or (decision.reason,)
        decision, passed = self._judged(decision, needed, request)
        call = self._checked(made, request)
        if call is not None and not call.allowed:
            decision, passed = _held(decision, call), False
            told = (call.reason, *told)
        one = Iteration(
            number=number,
            answer=made.answer,
            mark=None if score is None else mark(score),
            pass_mark=needed,
            decision=decision,
            feedback=self.feedback,
            chars_in=counted if made.chars_in is None else made.chars_in,
            chars_out=len(made.answer) if made.chars_out is None else made.chars_out,
            operation=call,
        )
        self._tries.append(one)
        self._reasons.update(dict.fromkeys(told))
        if passed:
            self._passed = one

    def _checked(self, made: Generated, request: Request) -> OperationDecision | None:
        """The decision about the call of a try; None where it has none."""
        if made.operation is None:
            return None
        given = self._operations or Operations(schema={}, actor=None)
        return self._guardrail.check_operation(
            question=request.question, operation=made.operation, schema=given.schema,
            records=given.records, actor=given.actor, lang=request.lang,
        )  # fmt: skip

    def _judged(self, decision: Decision, needed: float, request: Request) -> tuple[Decision, bool]:
        """The decision under the mark of this turn, and whether the try passed."""
        if decision.mode == "monitor":
            return decision, True
        if decision.cause not in FOUND:  # no stars: only the policy's own word lets it through
            return decision, decision.action == "allow"
        judged = judge(decision.verdict, _with_threshold(self._guardrail.policy, stars(needed)))
        if judged.action == "allow":
            return self._guardrail.restated(decision, judged, example_of(request)), True
        return decision, False

    def result(self) -> LoopResult:
        best = self._passed or max(self._tries, key=lambda one: (one.mark or 0.0, -one.number))
        decision = best.decision
        if self._passed is None and (decision.cause in FOUND or decision.action != "block"):
            decision = replace(decision, action="review", decided="review")
        return LoopResult(
            answer=best.answer,
            decision=decision,
            passed=self._passed is not None,
            iterations=tuple(self._tries),
            chars_in=sum(one.chars_in for one in self._tries),
            chars_out=sum(one.chars_out for one in self._tries),
        )


def _held(decision: Decision, call: OperationDecision) -> Decision:
    """The decision about an answer whose call is not allowed: the stricter of the two."""
    action: Action = "block" if "block" in (decision.decided, call.action) else "review"
    return replace(decision, action=action, decided=action, cause="operation", reason=call.reason)


def _with_threshold(policy: Policy, send_from: float) -> Policy:
    """The policy with another star to send from, for every message type."""
    thresholds = {
        name: DecisionThresholds(send_from=send_from, block_below=min(each.block_below, send_from))
        for name, each in policy.thresholds.items()
    }
    return policy.model_copy(update={"thresholds": thresholds})


def _joined(answer: Any) -> Any:
    """The text of a stream; anything else as it is."""
    if isinstance(answer, str | Generated | bytes | dict) or not isinstance(answer, Iterable):
        return answer
    pieces = list(answer)
    return "".join(pieces) if all(isinstance(piece, str) for piece in pieces) else pieces


def _made(answer: Any) -> Generated:
    if isinstance(answer, Generated) and isinstance(answer.answer, str):
        return answer
    if isinstance(answer, str):
        return Generated(answer=answer)
    raise InputError(
        f"generate returned {type(answer).__name__}; expected a text, pieces of text or a Generated"
    )


def _characters(context: Any) -> int:
    """Characters of texts and documents, as far as they can be counted here."""
    if isinstance(context, str):
        return len(context)
    if isinstance(context, ContextDocument):
        return len(context.text)
    if isinstance(context, dict):
        return len(str(context.get("text", "")))
    return sum(map(_characters, context)) if isinstance(context, Iterable) else 0
