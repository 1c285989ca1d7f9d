"""Cost and accuracy of an arm, from a small log of our own."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replication.chops.arms import (
    Call,
    Price,
    accuracy,
    answered,
    characters,
    paired,
    price,
    wilson,
)
from truthscore import InputError

PRICES = {"small": Price(given=3.0, made=6.0), "large": Price(given=10.0, made=30.0)}


def log(right: str, *, model: str = "small", chars: tuple[int, int] = (1000, 10)) -> list[Call]:
    """A line a question: "1" is a right answer."""
    return [
        Call(id=f"q{n}", set="guide", model=model, correct=each == "1",
             chars_in=chars[0], chars_out=chars[1])
        for n, each in enumerate(right)
    ]  # fmt: skip


def test_accuracy_with_the_interval_worked_by_hand() -> None:
    # 8 of 10: (0.8 + 0.19208 ± 1.96 sqrt(0.016 + 0.009604)) / 1.38416
    found = accuracy(answered(log("1111111100"), "guide"))
    assert (found.right, found.n, found.share) == (8, 10, 0.8)
    assert math.isclose(found.low, 0.4902, abs_tol=1e-4)
    assert math.isclose(found.high, 0.9433, abs_tol=1e-4)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share(pair: tuple[int, int]) -> None:
    right, n = pair
    low, high = wilson(right, n)
    assert 0.0 <= low <= right / n <= high + 1e-12 <= 1.0 + 1e-12


def test_characters_and_cost_by_model() -> None:
    lines = [*log("1" * 10), *log("1" * 10, model="large", chars=(200, 50))]
    used = characters(lines, 10)
    assert used == {"small": (1000.0, 10.0), "large": (200.0, 50.0)}
    # (1000 x 3 + 10 x 6 + 200 x 10 + 50 x 30) / 1,000,000
    assert math.isclose(price(used, PRICES), 0.00656)


def test_two_arms_are_held_against_each_other_question_by_question() -> None:
    one, other = (answered(log(right), "guide") for right in ("1111111100", "1111100011"))
    found = paired(one, other)
    assert (found.only_first, found.only_second, found.n) == (3, 2, 10)
    assert found.p == 1.0
    assert paired(one, one).p is None


def test_a_missing_price_is_told() -> None:
    with pytest.raises(InputError, match="model 'smal' has no price; did you mean 'small'"):
        price({"smal": (1.0, 1.0)}, PRICES)


def test_other_questions_are_told() -> None:
    one = answered(log("1" * 12), "guide")
    other = answered(log("1" * 10), "guide")
    with pytest.raises(InputError, match="2 are in one of them only, the first 'q10'"):
        paired(one, other)


def test_fewer_than_ten_rows_say_nothing() -> None:
    with pytest.raises(InputError, match="set 'guide' has 9 answers that are judged; expected 10"):
        answered(log("1" * 9), "guide")
    with pytest.raises(InputError, match="9 questions; expected 10 or more"):
        characters(log("1" * 9), 9)
