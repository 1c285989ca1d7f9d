"""Haystack: a component that evaluates answers, and one that holds them in a pipeline.

    TruthEvaluator().run(questions=[...], contexts=[[...], ...], predicted_answers=[...])

    pipeline.add_component("truth", TruthGuard())
    pipeline.connect("retriever.documents", "truth.documents")
    pipeline.connect("generator.replies", "truth.replies")

Haystack loads a written pipeline only from modules it trusts: `Pipeline.loads(text,
allowed_modules=["truthscore.integrations.haystack"])`.
"""

from __future__ import annotations

import math
from typing import Any

from truthscore.guard.decision import to_dict
from truthscore.integrations.judge import Judge, framework, passed, share

with framework("haystack"):
    from haystack import component, default_to_dict
    from haystack.dataclasses import ChatMessage


@component
class TruthEvaluator:
    """Scores from 0 to 1, one per answer, and their mean.

    An answer without stars has the score NaN, as failed evaluations have in Haystack, and does not
    count in the mean; its `status` and `reason` stand in `results`.
    """

    def __init__(self, judge: Any = None) -> None:
        self.judge = judge
        self._judge = Judge.of(judge)

    def to_dict(self) -> dict[str, Any]:
        """The component for a pipeline's YAML. Raises ValueError for a judge that is an object."""
        return _to_dict(self)

    @component.output_types(
        score=float, individual_scores=list[float], results=list[dict[str, Any]]
    )
    def run(
        self, questions: list[Any], contexts: list[list[str]], predicted_answers: list[str]
    ) -> dict[str, Any]:
        """Judge the answers to questions (texts, or a chat's messages each). Raises ValueError for
        lists of unequal length."""
        decisions = [
            self._judge.judge(question, answer, context)
            for question, answer, context in zip(
                questions, predicted_answers, contexts, strict=True
            )
        ]
        shares = [share(decision) for decision in decisions]
        scored = [each for each in shares if each is not None]
        return {
            "score": math.fsum(scored) / len(scored) if scored else math.nan,
            "individual_scores": [math.nan if each is None else each for each in shares],
            "results": [
                {
                    "score": found,
                    "passed": passed(decision),
                    "status": decision.verdict.status,
                    **{key: value for key, value in to_dict(decision).items() if key != "verdict"},
                }
                for found, decision in zip(shares, decisions, strict=True)
            ],
        }


@component
class TruthGuard:
    """Lets replies through that may be sent, and replaces the others.

    `replies` has as many as came in, of the same kind (texts or chat messages); `decisions` says
    what was decided about each.
    """

    def __init__(self, judge: Any = None) -> None:
        self.judge = judge
        self._judge = Judge.of(judge)

    def to_dict(self) -> dict[str, Any]:
        """The component for a pipeline's YAML. Raises ValueError for a judge that is an object."""
        return _to_dict(self)

    @component.output_types(replies=list[Any], decisions=list[dict[str, Any]])
    def run(
        self,
        query: str | list[ChatMessage],
        replies: list[Any],
        documents: list[Any] | None = None,
    ) -> dict[str, Any]:
        """Judge the replies to `query` (a text, or a chat's messages) against the documents."""
        told: list[Any] = []
        decisions = []
        for reply in replies:
            chat = isinstance(reply, ChatMessage)
            decision = self._judge.judge(query, reply.text if chat else reply, documents)
            decisions.append(to_dict(decision))
            if decision.allowed:
                told.append(reply)
            else:
                held = self._judge.held(decision)
                told.append(ChatMessage.from_assistant(held) if chat else held)
        return {"replies": told, "decisions": decisions}


def _to_dict(made: TruthEvaluator | TruthGuard) -> dict[str, Any]:
    if not isinstance(made.judge, str | None):
        raise ValueError(
            f"{type(made).__name__}: a judge that is an object cannot be written; give a profile's "
            "name or file"
        )
    written: dict[str, Any] = default_to_dict(made, judge=made.judge)
    return written
