"""Accepted answers where a question is asked again: never the answer that is scored."""

from __future__ import annotations

import pytest

from replication import asked_again
from replication.asked_again import Answer, Scored, auc, beside, interval, rank
from truthscore.accepted import MOST, PREFIX
from truthscore.types import ContextDocument, Example

PAGE = ContextDocument(id="p", text="Een factuur mag vijf bijlagen hebben.")


def answer(id: str, text: str, *, true: bool = True, question: str = "Hoeveel?") -> Answer:
    example = Example(id=id, question=question, answer=text, context=(PAGE,), lang="nl")
    return Answer(question=("p", question), half="read", example=example, true=true, rating=None)


def put(answers: list[Answer]) -> dict[str, list[str]]:
    """The accepted answers beside each answer that has one."""
    return {
        each.example.id: [d.id.removeprefix(PREFIX) for d in seen.context if d.kind == "answer"]
        for each, seen in beside(answers)
    }


def test_an_answer_never_stands_beside_itself_nor_beside_one_in_its_words() -> None:
    rows = [
        answer("a", "Vijf stuks."),
        answer("b", "vijf  stuks."),
        answer("c", "Zes.", true=False),
    ]
    assert put(rows) == {"c": ["a"]}


def test_only_true_answers_to_the_same_question_are_accepted() -> None:
    rows = [
        answer("a", "Vijf."), answer("b", "Zes.", true=False), answer("c", "U mag er vijf."),
        answer("d", "Tien.", question="Hoe groot?"),
    ]  # fmt: skip
    assert put(rows) == {"a": ["c"], "b": ["a", "c"], "c": ["a"]}


def test_as_many_as_are_put_beside_a_row() -> None:
    rows = [answer(f"a{n}", f"Vijf, {n}.") for n in range(MOST + 3)]
    assert {len(ids) for ids in put(rows).values()} == {MOST}


def rated(question: str, true: bool, alone: float, both: float, rating: float) -> Scored:
    return Scored(
        question=("", question), true=true, rating=rating, alone=alone, both=both, told=False
    )


FOUND = [
    rated("q", True, 3.0, 4.5, 4.0), rated("q", False, 3.0, 3.0, 1.0),
    rated("r", True, 4.0, 4.0, 3.0), rated("r", False, 5.0, 5.0, 2.0),
]  # fmt: skip


def test_figures_by_hand() -> None:
    # pairs of true and untrue: 3-3 half, 3-5 lost, 4-3 won, 4-5 lost; then 4.5-3 is won
    assert auc(FOUND, "alone") == pytest.approx(1.5 / 4)
    assert auc(FOUND, "both") == pytest.approx(2 / 4)
    assert auc(FOUND[:1], "alone") is None
    # ranks of people 4 1 3 2, of stars with accepted answers 3 1 2 4: 1 - 6 x (1+0+1+4) / 60
    assert rank(FOUND, "both") == pytest.approx(0.4)


def test_what_changes_nothing_has_no_interval_to_speak_of() -> None:
    same = [rated(f"q{n}", n % 2 == 0, float(n), float(n), float(n)) for n in range(6)]
    assert interval(same, auc) == (0.0, 0.0)


def test_the_line_counts_what_is_lifted_and_what_is_sent_by_it() -> None:
    cells = asked_again.line("set", FOUND, 4.0)
    assert cells.split("  ")[0] == "set"
    assert "1, 1      1, 0      1, 0      0, 0" in cells
    assert "0.375 → 0.500  +0.125" in cells
