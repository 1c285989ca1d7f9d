"""LangSmith: an evaluator function.

    langsmith.evaluate(chatbot, data="support questions", evaluators=[truth_evaluator()])

Question, answer and documents are looked for under the names that truthscore reads in files
(`question`, `input`, `answer`, `output`, `context`, `documents`, ...): the answer in the outputs,
the others in the outputs first and then in the inputs. A chat may stand under any of them or under
`messages`. Needs nothing of LangSmith to be imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from truthscore.field_names import FIELDS
from truthscore.integrations.judge import NAME, Checks, Judge, brief, share

#: Where LangGraph has a chat: that of the inputs asks, and that of the outputs answers.
_MESSAGES = "messages"

Evaluator = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]


def truth_evaluator(judge: Judge | Checks | str | None = None) -> Evaluator:
    """An evaluator: `score` from 0 to 1 (None without stars), `value` the action, `comment` why."""
    judged = Judge.of(judge)

    def truthscore(inputs: dict[str, Any], outputs: dict[str, Any]) -> dict[str, Any]:
        decision = judged.judge(
            _field("question", inputs),
            _field("answer", outputs),
            _field("context", outputs, inputs),
        )
        return {
            "key": NAME,
            "score": share(decision),
            "value": decision.decided,
            "comment": decision.reason,
            "metadata": brief(decision),
        }

    return truthscore


def _field(name: str, *rows: Mapping[str, Any] | None) -> Any:
    """The first value under one of the names of a field; None when there is none."""
    chat = () if name == "context" else (_MESSAGES,)
    for row in rows:
        for alias in (*FIELDS[name], *chat):
            if row and row.get(alias) is not None:
                return row[alias]
    return None
