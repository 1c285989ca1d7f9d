"""The scripts beside CHOPS, on what needs no data of others."""

from __future__ import annotations

from collections import Counter

from replication.chops.commits import actor_of, faulty, right_call, schema
from replication.chops.pairs import COUNTED, READ, pairs
from replication.chops.truth import half_of, interval
from truthscore.guard.operation import check_operation


def test_there_are_a_hundred_pairs_in_each_language_and_half() -> None:
    counts = Counter((each.half, each.lang) for each in pairs())
    assert set(counts.values()) == {50}
    subjects = {half: {e.id.split("-")[0] for e in pairs() if e.half == half}
                for half in (READ, COUNTED)}  # fmt: skip
    assert subjects[READ].isdisjoint(subjects[COUNTED])


def test_no_faulty_call_of_our_own_instruction_is_let_through() -> None:
    calls = schema()
    question = "Please change my upload limit to 50."
    call = right_call(question, calls)
    assert call is not None
    assert (call.name, call.args) == ("ChangeAllTypesUploadLimit", {"limit": 50})
    assert check_operation(question, call, calls, (), actor_of("nick"), "en").allowed
    wrong = [one for seed in range(5) for one in faulty(call, calls, seed, "nick")]
    assert {fault for fault, _ in wrong} == {
        "other actor", "extra argument", "invented argument", "other call",
    }  # fmt: skip
    for _, each in wrong:
        assert not check_operation(question, each, calls, (), actor_of("nick"), "en").allowed


def test_a_question_stays_in_its_half() -> None:
    assert half_of("How many? ") == half_of("how many?")


def test_the_interval_of_a_perfect_order() -> None:
    rows = [(str(n), float(n), n > 5) for n in range(12)]
    assert interval(rows) == (1.0, 1.0)
