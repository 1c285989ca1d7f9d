"""A column whose values are looked up when somebody asks for them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.late import Late


def test_only_what_is_asked_for_is_looked_up() -> None:
    asked: list[int] = []

    def at(place: int) -> str:
        asked.append(place)
        return "abcd"[place]

    column = Late(4, at)
    assert (column[2], column[-1], column[1:3]) == ("c", "d", ("b", "c"))
    assert asked == [2, 3, 1, 2]
    with pytest.raises(IndexError):
        column[4]


@given(st.lists(st.integers(), max_size=6), st.slices(6))
def test_it_is_the_tuple_of_its_values(numbers: list[int], part: slice) -> None:
    whole = tuple(numbers)
    column = Late(len(whole), whole.__getitem__)
    assert (len(column), tuple(column), column[part]) == (len(whole), whole, whole[part])
    assert column == whole
    assert whole == column
    assert column == Late(len(whole), whole.__getitem__)
    assert column != (*whole, 1)
    assert hash(column) == hash(whole)
    assert pickle.loads(pickle.dumps(column)) == whole
