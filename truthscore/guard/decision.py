"""What a guardrail is asked and what it answers: the request, the decision and its causes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Required, TypedDict

from truthscore.errors import InputError
from truthscore.example import example_of_call
from truthscore.types import Action, Example, Verdict

LOG = logging.getLogger("truthscore.guardrail")

Mode = Literal["enforce", "monitor"]

#: Causes that come from the answer's score and evidence; the first four words say what was found.
FOUND = (
    "supported",
    "missing_component",
    "record",
    "number",
    "error_code",
    "contradiction",
    "off_context",
    "swapped_label",
    "step_order",
    "citation",
    "unsupported",
    "unheard",
    "finding",
    "unseen",
    "low_score",
    "little_evidence",
)
#: Causes of an answer that got no stars: the reasons of a verdict, and `other` for a new one.
NOT_SCORED = (
    "no_context",
    "empty_answer",
    "message_type",
    "refusal",
    "small_talk",
    "language",
    "question_too_long",
    "answer_too_long",
    "context_too_long",
    "nothing_to_measure",
    "other",
)
#: Causes of a check that did not come about.
FAILED = ("error", "invalid_input", "over_budget")
#: Causes of `roles`, of a CitationRail, and of a change that a loop holds.
RULES = ("not_permitted", "no_citation", "unknown_document", "wrong_document", "operation")
#: Every cause a decision can have; each has a text in every language's reasons.toml.
CAUSES = (*FOUND, *NOT_SCORED, *FAILED, *RULES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A call as it came in: nothing about it has been checked."""

    question: Any
    answer: Any
    context: Any = ()
    id: Any = ""
    lang: Any = None
    roles: Any = None


class Asked(TypedDict, total=False):
    """The arguments of `Guardrail.check`, for what takes the same ones."""

    question: Required[str]
    answer: Required[str]
    context: Sequence[Any]
    id: str
    lang: str | None
    roles: Collection[str] | None


class Trimmed:
    """The trimmed answer, made when it is first asked for: it costs another scoring.

    Threads may share it: two that ask at once both compute the same.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], str | None] | None = None) -> None:
        self._make = make
        self._made: str | None = None

    def text(self) -> str | None:
        """The answer without its unsupported sentences, or None when what is left does not hold."""
        make = self._make
        if make is not None:
            try:
                self._made = make()
            except Exception:  # an offer that cannot be made is no offer
                self._made = None
            self._make = None
        return self._made

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (self.text(),)


def _kept(text: str | None) -> Trimmed:
    return Trimmed(lambda: text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do with an answer, and why.

    `action`: "allow" (send it), "review" (let a person look) or "block" (hold it back). In monitor
    mode it is always "allow"; `decided` is what enforce mode would have done. `cause` is one of
    `CAUSES`, for programs; `reason` is for people, in the answer's language, and `findings` says
    everything that was found against the answer, the worst first. `elapsed_ms`: the
    milliseconds the check took; it does not count when decisions are compared. `signature` is the
    verdict's with the policy's digest behind it. `error`: of the cause "invalid_input", what was
    wrong with the call, for whoever wrote it; never for the customer.
    """

    action: Action
    decided: Action
    cause: str
    reason: str
    findings: tuple[str, ...] = ()
    verdict: Verdict
    mode: Mode = "enforce"
    signature: str = ""
    error: str | None = None
    elapsed_ms: float = field(default=0.0, compare=False)
    offer: Trimmed = field(default_factory=Trimmed, repr=False, compare=False)

    @property
    def allowed(self) -> bool:
        """Whether the answer may be sent."""
        return self.action == "allow"

    @property
    def trimmed(self) -> str | None:
        """The answer without its unsupported sentences; None when that would not be allowed.

        Made when it is first read, which takes as long as a check.
        """
        return self.offer.text()


def to_dict(decision: Decision, *, trim: bool = False) -> dict[str, Any]:
    """A decision as plain data, for JSON; `trimmed` only when `trim` asks for it."""
    from truthscore.verdict_line import to_dict as verdict_to_dict

    return {
        "action": decision.action,
        "decided": decision.decided,
        "cause": decision.cause,
        "reason": decision.reason,
        "findings": list(decision.findings),
        "mode": decision.mode,
        "trimmed": decision.trimmed if trim else None,
        "elapsed_ms": round(decision.elapsed_ms, 3),
        "signature": decision.signature,
        "verdict": verdict_to_dict(decision.verdict),
    }


def example_of(request: Request) -> Example:
    """The example of a call. Raises InputError for what is not of the right kind."""
    if request.roles is not None and not (
        isinstance(request.roles, Collection)
        and not isinstance(request.roles, str | bytes | Mapping)
        and all(isinstance(role, str) for role in request.roles)
    ):
        raise InputError(
            f"'roles' is of type {type(request.roles).__name__}; expected a list of names (str)"
        )
    return example_of_call(
        question=request.question,
        answer=request.answer,
        context=request.context,
        id=request.id,
        lang=request.lang,
    )


def log(decision: Decision) -> None:
    """Log one line per decision, without a word of the question, the answer or a document; a call
    that is not right is told of in a line of its own, for whoever wrote it."""
    if decision.error is not None and LOG.isEnabledFor(logging.WARNING):
        with suppress(Exception):  # as below
            LOG.warning(
                "invalid call: %s", decision.error, extra={"example_id": decision.verdict.id}
            )
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
