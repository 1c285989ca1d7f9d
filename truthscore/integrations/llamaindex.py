"""LlamaIndex: an evaluator.

result = await TruthEvaluator().aevaluate(query=question, response=answer, contexts=texts)
result = TruthEvaluator().evaluate_response(query=question, response=response)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truthscore.integrations.judge import Checks, Judge, framework, passed, share

with framework("llamaindex"):
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult


class TruthEvaluator(BaseEvaluator):
    """`score` from 0 to 1, `passing` only for an answer that may be sent, `feedback` why.

    An answer without stars has no score and is an invalid result, and does not pass.
    """

    def __init__(self, judge: Judge | Checks | str | None = None) -> None:
        self._judge = Judge.of(judge)

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: Any) -> None:
        del prompts

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Judge one answer; other arguments are not looked at."""
        del kwargs
        decision = await self._judge.ajudge(query, response, contexts)
        invalid = decision.verdict.status != "scored"
        return EvaluationResult(
            query=query,
            contexts=contexts,
            response=response,
            passing=passed(decision),
            feedback=decision.reason,
            score=share(decision),
            invalid_result=invalid,
            invalid_reason=decision.reason if invalid else None,
        )
