"""From messages to question, answer and documents."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from truthscore.integrations.conversation import MOST_BEFORE, is_chat, read, turn


def said(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def test_the_last_turn_of_a_chat() -> None:
    made = turn(
        [
            said("system", "Never evidence."),
            said("user", "Where is the key?"),
            said("tool", "Page one."),
            said("assistant", "One."),
            said("user", "Who has the key?"),
            said("assistant", None, tool_calls=[{}]),
            said("tool", [{"type": "text", "text": "Page two."}]),
            said("assistant", [{"type": "text", "text": "Two"}, "and more."]),
        ]
    )
    assert (made.question, made.answer) == (
        "Who has the key?",
        "Two\nand more.",
    )
    assert made.context == ["Page one.", "Page two."]


def test_no_answer_yet_and_no_old_one_for_it() -> None:
    made = turn([said("user", "Is it red?"), said("assistant", "No."), said("user", "Is it blue?")])
    assert (made.question, made.answer, made.context) == ("Is it blue?", "", [])


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
    made = turn([said("user", "Is it red?"), said("assistant", None), said("user", "Is it blue?")])
    assert (made.question, made.answer) == ("Is it blue?", "")


def asked(*messages: str) -> str:
    """The question of a chat in which the assistant answers each message but the last."""
    chat = [each for text in messages for each in (said("user", text), said("assistant", "Ja."))]
    return turn(chat).question


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Wat kost een abonnement?", "En voor kinderen?"),
        ("Wat kost een abonnement?", "Voor kinderen?"),
        ("Hoe verstuur ik een offerte?", "hoe zit het met facturen?"),
        ("Hoe verstuur ik een offerte?", "Ok, en als hij al betaald is?"),
        ("How do I send a quote?", "What about invoices?"),
        ("How much does a subscription cost?", "and for children?"),
        ("How much does a subscription cost?", "Per month?"),
    ],
)
def test_a_question_that_asks_on_is_read_with_the_one_before(first: str, then: str) -> None:
    assert asked("Hallo", first, then) == f"{first}\n{then}"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Wat kost een abonnement?", "Hoe verstuur ik een factuur?"),
        ("Wat kost een abonnement?", "Is het gratis voor kinderen?"),
        ("Wat kost een abonnement?", "Bedankt!"),
        ("How do I send a quote?", "Who approves leave?"),
        ("How do I send a quote?", "Can I send invoices too?"),
    ],
)
def test_a_question_that_stands_alone_is_read_alone(first: str, then: str) -> None:
    assert asked(first, then) == then


def test_what_asks_on_twice_is_read_with_the_question_that_it_began_with() -> None:
    questions = ("Wat kost een abonnement?", "En voor kinderen?", "En per maand?")
    assert asked("Hoe log ik in?", *questions) == "\n".join(questions)


def test_what_asks_on_with_nothing_before_it_stays() -> None:
    assert asked("En voor kinderen?") == "En voor kinderen?"
    assert asked("", "En voor kinderen?") == "En voor kinderen?"


def test_what_has_no_words_is_passed_over() -> None:
    """A picture, say."""
    assert asked("Wat kost het?", "", "En voor kinderen?") == "Wat kost het?\nEn voor kinderen?"


def test_no_more_than_some_turns_are_read() -> None:
    questions = [f"En met code {number}?" for number in range(50)]
    assert asked("Wat kost het?", *questions) == "\n".join(questions[-MOST_BEFORE - 1 :])


@pytest.mark.parametrize("odd", ["\ud800 en?", "en " + "a" * 100_000, "?" * 100_000, "\0"])
def test_odd_text_is_read_as_well(odd: str) -> None:
    assert asked("Wat kost het?", odd).endswith(odd)


def test_messages_in_a_row_are_one_question_that_asks_on() -> None:
    made = turn([
        said("user", "Wat kost een abonnement?"), said("assistant", "Tien euro."),
        said("user", "Ok"), said("user", "en voor kinderen?"), said("assistant", "Vijf euro."),
    ])  # fmt: skip
    assert made.question == "Wat kost een abonnement?\nOk\nen voor kinderen?"
    assert made.answer == "Vijf euro."


def test_a_language_without_words_is_read_as_it_stands() -> None:
    assert asked("Combien coûte un abonnement ?", "Et pour les enfants ?") == (
        "Et pour les enfants ?"
    )


FIRST = [said("user", "Wat kost een abonnement?"), said("assistant", "Tien euro.")]
ASKS_ON = said("user", "En voor kinderen?")
TOGETHER = "Wat kost een abonnement?\nEn voor kinderen?"


@pytest.mark.parametrize(
    ("question", "answer", "context", "expected"),
    [
        ("Q?", "A.", ["p"], ("Q?", "A.", ["p"])),
        ("Q?", None, None, ("Q?", None, None)),
        ([*FIRST, ASKS_ON], "Vijf euro.", ["p"], (TOGETHER, "Vijf euro.", ["p"])),
        ([*FIRST, ASKS_ON], [said("assistant", "Vijf.")], None, (TOGETHER, "Vijf.", [])),
        ("Q?", [said("tool", "p"), said("assistant", "A.")], None, ("Q?", "A.", ["p"])),
        ([ASKS_ON], [*FIRST, ASKS_ON, said("assistant", "Vijf.")], (), (TOGETHER, "Vijf.", ())),
        (None, [*FIRST, ASKS_ON, said("assistant", "Vijf.")], [], (TOGETHER, "Vijf.", [])),
        ([], "A.", None, ("", "A.", [])),
    ],
)
def test_a_chat_in_the_place_of_a_text(
    question: Any, answer: Any, context: Any, expected: tuple[Any, ...]
) -> None:
    assert read(question, answer, context) == expected


@pytest.mark.parametrize(
    "given", ["text", None, ["text"], [{"type": "text", "text": "a block"}], [3], {"role": "user"}]
)
def test_what_is_no_chat(given: Any) -> None:
    assert not is_chat(given)
