"""pytest: an assertion about a chatbot's answer. Works in any test runner.

def test_leave() -> None:
    question = "Hoe vraag ik verlof aan?"
    assert_truthful(chatbot(question), question=question, context=pages)
"""

from __future__ import annotations

from typing import Any

from truthscore.guard.decision import Decision
from truthscore.integrations.judge import Checks, Judge, passed


def assert_truthful(
    answer: Any,
    *,
    question: Any,
    context: Any,
    min_stars: float | None = None,
    judge: Judge | Checks | str | None = None,
) -> Decision:
    """The decision about an answer that holds; AssertionError with the reasons for another one.

    `min_stars` (1 to 5) asks for more than the policy does. An answer without stars (no context, a
    refusal, ...) does not hold unless the policy lets it through.
    """
    __tracebackhide__ = True
    decision = Judge.of(judge).judge(question, answer, context)
    stars = decision.verdict.score
    low = min_stars is not None and (stars is None or stars < min_stars)
    if passed(decision) and not low:
        return decision
    told = [decision.reason, *(each for each in decision.findings if each != decision.reason)]
    wanted = "" if min_stars is None else f", at least {min_stars:g} wanted"
    raise AssertionError(
        f"not truthful ({decision.decided}: {decision.cause}; stars: {stars}{wanted})\n"
        + "\n".join(f"  - {each}" for each in told)
        + f"\n  answer: {answer!r}"
    )
