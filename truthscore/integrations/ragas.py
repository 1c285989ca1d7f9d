"""RAGAS: a metric, for `evaluate()` and for the newer `score()`.

    evaluate(dataset, metrics=[TruthMetric()])          # a column `truthscore`
    truth_metric().score(user_input=question, response=answer, retrieved_contexts=texts)

No language model or embedding is asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from truthscore.integrations.judge import NAME, Checks, Judge, framework, share

with framework("ragas"):
    from ragas.metrics import MetricResult, numeric_metric
    from ragas.metrics.base import MetricType, SingleTurnMetric


@dataclass
class TruthMetric(SingleTurnMetric):
    """From 0 to 1; NaN for an answer without stars, as RAGAS has it for what it cannot score."""

    name: str = NAME
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {
            MetricType.SINGLE_TURN: {"user_input", "response", "retrieved_contexts:optional"}
        }
    )
    judge: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self._judge = Judge.of(self.judge)

    def init(self, run_config: Any) -> None:
        """Nothing to set up."""
        del run_config

    async def _single_turn_ascore(self, sample: Any, callbacks: Any) -> float:
        del callbacks
        decision = await self._judge.ajudge(
            sample.user_input, sample.response, sample.retrieved_contexts
        )
        found = share(decision)
        return math.nan if found is None else found


class Unscored(Exception):  # noqa: N818 (RAGAS makes a result without a value of it)
    """An answer got no stars; the message says why."""


def truth_metric(judge: Judge | Checks | str | None = None) -> Any:
    """A metric whose results have a value from 0 to 1 and the reason in the answer's language.

    An answer without stars has the value None, and the reason says so.
    """
    judged = Judge.of(judge)

    @numeric_metric(name=NAME, allowed_values=(0.0, 1.0))
    async def truthscore(
        user_input: str, response: str, retrieved_contexts: list[str] | None = None
    ) -> MetricResult:
        decision = await judged.ajudge(user_input, response, retrieved_contexts)
        value = share(decision)
        if value is None:
            raise Unscored(decision.reason)
        return MetricResult(value=value, reason=decision.reason)

    return truthscore
