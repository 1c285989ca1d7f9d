"""DeepEval: a metric.

    evaluate([LLMTestCase(input=question, actual_output=answer, retrieval_context=texts)],
             [TruthMetric()])

No language model is asked, and the answer is not sent anywhere by the metric itself.
"""

from __future__ import annotations

from typing import Any

from truthscore.guard.decision import Decision
from truthscore.integrations.judge import NAME, Checks, Judge, framework, passed, share

with framework("deepeval"):
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import SingleTurnParams


class TruthMetric(BaseMetric):
    """`score` from 0 to 1, `success` for an answer that may be sent, `reason` why.

    An answer without stars (no context, say) has the score 0 and fails: DeepEval computes with
    scores. `threshold` is for the reports; the guardrail's policy decides.
    """

    def __init__(self, judge: Judge | Checks | str | None = None) -> None:
        self._judge = Judge.of(judge)
        self._required_params = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]
        self.threshold = self._judge.send_share
        self.evaluation_cost = 0.0
        self.include_reason = True
        self.async_mode = True
        self.verbose_mode = False

    def measure(self, test_case: Any, *args: Any, **kwargs: Any) -> float:
        """Judge the test case; its score."""
        del args, kwargs
        return self._told(self._judge.judge(*_asked(test_case)))

    async def a_measure(self, test_case: Any, *args: Any, **kwargs: Any) -> float:
        """`measure` for asyncio."""
        del args, kwargs
        return self._told(await self._judge.ajudge(*_asked(test_case)))

    def is_successful(self) -> bool:
        """Whether the answer last measured may be sent."""
        return self.error is None and self.success is True

    @property
    def __name__(self) -> str:
        """What reports call the metric."""
        return NAME

    def _told(self, decision: Decision) -> float:
        self.error = None
        self.score = share(decision) or 0.0
        self.success = passed(decision)
        self.reason = decision.reason
        return float(self.score)


def _asked(test_case: Any) -> tuple[Any, Any, Any]:
    return test_case.input, test_case.actual_output, test_case.retrieval_context
