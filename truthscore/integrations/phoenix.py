"""Arize Phoenix: an evaluator.

    evaluate_dataframe(dataframe=frame, evaluators=[truth_evaluator()])

It reads the columns `input` (a text, or the messages of a chat), `output` and `context`.
Other column names: Phoenix's `bind_evaluator`. No language model is asked.
"""

from __future__ import annotations

from typing import Any

from truthscore.integrations.judge import NAME, Checks, Judge, framework, share

with framework("phoenix"):
    from phoenix.evals import create_evaluator


def truth_evaluator(judge: Judge | Checks | str | None = None) -> Any:
    """An evaluator: `score` from 0 to 1 (None without stars), `label` the action, and why."""
    judged = Judge.of(judge)

    # Annotations are read when it runs: only names that Phoenix can resolve.
    @create_evaluator(name=NAME, kind="code", direction="maximize")
    def truthscore(input: Any, output: Any, context: Any = None) -> dict[str, Any]:
        decision = judged.judge(input, output, context)
        return {
            "score": share(decision),
            "label": decision.decided,
            "explanation": decision.reason,
        }

    return truthscore
