"""From messages to question, answer and documents."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from truthscore.integrations.conversation import turn


def said(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def test_the_last_turn_of_a_chat() -> None:
    made = turn(
        [
            said("system", "Never evidence."),
            said("user", "First?"),
            said("tool", "Page one."),
            said("assistant", "One."),
            said("user", "Second?"),
            said("assistant", None, tool_calls=[{}]),
            said("tool", [{"type": "text", "text": "Page two."}]),
            said("assistant", [{"type": "text", "text": "Two"}, "and more."]),
        ]
    )
    assert (made.question, made.answer) == ("Second?", "Two\nand more.")
    assert made.context == ["Page one.", "Page two."]


def test_no_answer_yet_and_no_old_one_for_it() -> None:
    made = turn([said("user", "A?"), said("assistant", "A."), said("user", "B?")])
    assert (made.question, made.answer, made.context) == ("B?", "", [])


def test_messages_that_are_objects() -> None:
    page = SimpleNamespace(page_content="Page.", metadata={})
    made = turn(
        [
            SimpleNamespace(type="human", content="A?"),
            SimpleNamespace(type="tool", content="str of it", artifact=[page], status="success"),
            SimpleNamespace(type="tool", content="Error: no index", artifact=None, status="error"),
            SimpleNamespace(type="ai", content="A."),
        ]
    )
    assert (made.question, made.answer, made.context) == ("A?", "A.", [page])


def test_nothing_at_all() -> None:
    made = turn([])
    assert (made.question, made.answer, made.context) == ("", "", [])


def test_all_that_was_said_since_the_question_is_the_answer() -> None:
    made = turn([
        said("user", "Old?"), said("assistant", "Old."), said("user", "How do I save?"),
        said("user", "And how long does it take?"), said("assistant", "Click Save."),
        said("tool", "Page."), said("assistant", ""), said("assistant", "It takes 9 days."),
    ])  # fmt: skip
    assert made.question == "How do I save?\nAnd how long does it take?"
    assert made.answer == "Click Save.\nIt takes 9 days."
    assert made.context == ["Page."]


def test_a_question_behind_a_call_of_a_tool_is_another_one() -> None:
    made = turn([said("user", "A?"), said("assistant", None), said("user", "B?")])
    assert (made.question, made.answer) == ("B?", "")
