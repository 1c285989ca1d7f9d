"""The rows about records of many schemas, which `replication/chops/schemas` measures."""

from __future__ import annotations

from collections import Counter

from replication.chops.schemas import answers


def test_each_question_has_two_true_answers_and_a_lie() -> None:
    every = list(answers())
    asked = Counter((each.example.id, each.example.question) for each in every)
    assert set(asked.values()) == {3}
    assert sum(each.true for each in every) == 2 * len(asked)
    assert {each.part for each in every} == {
        (1, "read"),
        (1, "counted"),
        (2, "read"),
        (2, "counted"),
    }
