"""Lists and objects in a record: which row is told of, how many there are, and what is spared."""

from __future__ import annotations

import json
from typing import Any

import pytest

from truthscore import TruthScorer

FIELDS: dict[str, Any] = {
    "max_bookings": 12,
    "bookings": [
        {"court": "Oak", "state": "CONFIRMED", "on": "2026-12-04", "players": 4, "paid": True},
        {"court": "Elm", "state": "WAITING_LIST", "on": "2026-11-20", "players": 2, "paid": False},
        {"court": "Ash", "state": "CONFIRMED", "on": "2026-12-18", "players": 3, "paid": True},
    ],
    "home": {"city": "Delft"},
    "visit": {"city": "Gouda", "refundable": False},
    "lockers": [],
    "classes": ["Yoga 60", "Padel 90"],
    "roles": ["captain", "treasurer"],
    "coach": "Mila de Vries",
}
RECORD = {"id": "r", "kind": "record", "fields": FIELDS}
PAGE = {"id": "r", "text": json.dumps({"data": FIELDS}, indent=1)}


def blamed(scorer: TruthScorer, question: str, answer: str, given: Any) -> tuple[float, list[str]]:
    found = scorer.score(question=question, answer=answer, context=[given], lang="en")
    evidence = found.features["records"].evidence
    return found.score or 0.0, [str(each.rule) for each in evidence if each.rule]


@pytest.mark.parametrize("given", [RECORD, PAGE], ids=["record", "page"])
@pytest.mark.parametrize(
    ("question", "true", "lie", "rule"),
    [
        ("How many bookings do I have?", "You have 3 bookings.", "You have 7 bookings.",
         "record.value"),
        ("Who is my coach?", "Your coach is Mila de Vries.", "Your coach is Mila de Wit.",
         "record.role"),
        ("How many classes do I take?", "You take 2 classes.", "You take 5 classes.",
         "record.value"),
        ("Do I have any lockers?", "No, you have no lockers.", "Yes, you have 2 lockers.",
         "record.none"),
        ("Is the booking of the Elm court paid?", "No, Elm is not paid.", "Yes, Elm is paid.",
         "record.flag"),
        ("How many players are there on Oak?", "There are 4 players on Oak.",
         "There are 2 players on Oak.", "record.field"),
        ("How many players are there on 18 December?", "There are three players.",
         "There are eight players.", "record.value"),
        ("What is my home city?", "Your home city is Delft.", "Your home city is Gouda.",
         "record.field"),
        ("Is the Elm court confirmed?", "The Elm court is on the waiting list.",
         "The Elm court is confirmed.", "record.field"),
        ("Is my visit refundable?", "No, it is not refundable.", "Yes, it is refundable.",
         "record.flag"),
    ],
)  # fmt: skip
def test_the_row_or_object_that_is_named_is_meant(
    grounded: TruthScorer, given: Any, question: str, true: str, lie: str, rule: str
) -> None:
    score, rules = blamed(grounded, question, true, given)
    assert (score >= 3.0, rules) == (True, [])
    score, rules = blamed(grounded, question, lie, given)
    assert (score < 3.0, rules) == (True, [rule])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many bookings are paid?", "You have 2 paid bookings."),
        ("How many bookings are not paid?", "One of your bookings is not paid."),
        ("How many bookings may I have?", "You may have 12 bookings."),
        ("Do I have bookings?", "You have no bookings for January, but 3 others."),
        ("Are my bookings paid?", "Oak and Ash are paid, but Elm is not paid."),
        ("How many players are there?", "There are 9 players on your bookings together."),
        (
            "When do I play?",
            "Oak is on 4 December 2026. You also booked Elm. It is on 20 November.",
        ),
        ("Is Elm confirmed?", "Elm is on the waiting list, but Oak is confirmed."),
        ("Which classes do I take?", "Your classes are Yoga 60 and Padel 90."),
        ("What is my role?", "Your role is captain."),
        ("Who is my coach?", "Your coach is Mila, and Kim trains the others."),
        ("What city is it?", "The city is Utrecht if you play away."),
    ],
)
def test_of_some_or_unnamed_rows_nothing_is_blamed(
    grounded: TruthScorer, question: str, answer: str
) -> None:
    assert blamed(grounded, question, answer, RECORD)[1] == []


def test_a_dutch_answer_is_read_beside_the_json_of_an_english_program(
    grounded: TruthScorer,
) -> None:
    fields = {"rooms": [{"type": "double"}, {"type": "single"}], "status": "paid"}
    page = {"id": "r", "text": json.dumps({"booking": fields, "checked_in": "false"}, indent=1)}
    asked = {"question": "Hoeveel kamers heb ik geboekt?", "context": [page], "lang": "nl"}
    true = grounded.score(answer="U heeft 2 kamers geboekt.", **asked)
    lie = grounded.score(answer="U heeft 6 kamers geboekt.", **asked)
    assert (true.score or 0.0) >= 3.0
    assert (lie.score or 5.0) < 4.0
