"""What a finding counts follows from how often it was right."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.evaluate.odds import counted, log_odds, meant, slope


def test_log_odds_by_hand() -> None:
    """Two of two untrue, among 3 of 6: (2.5 / 0.5) / (3.5 / 3.5)."""
    fired, every = [True, True], [True, True, True, False, False, False]
    assert log_odds(fired, every) == pytest.approx(math.log(5))


def test_a_rule_that_is_right_as_often_as_chance_counts_nothing() -> None:
    assert counted(0.0, 2.0, 1.5, copied=True) == 0.0
    assert counted(-1.0, 2.0, 1.5, copied=False) == 0.0


def test_counts_by_hand() -> None:
    """Right in 3 of 4: half of half a penalty of 4 stars, 1 star, counts 1 / (4 - 1). In own words
    a star is worth a factor 9 here, so odds of 3 take off half a star: 0.5 / 3.5."""
    assert counted(math.log(3), 4.0, math.log(9), copied=True) == pytest.approx(1 / 3)
    assert counted(math.log(3), 4.0, math.log(9), copied=False) == pytest.approx(0.5 / 3.5)


@given(
    st.floats(0.01, 4.0), st.floats(0.5, 5.0), st.floats(0.2, 3.0), st.booleans()
)  # fmt: skip
def test_what_a_count_means_gives_that_count(
    likelier: float, penalty: float, logits: float, copied: bool
) -> None:
    count = counted(likelier, penalty, logits, copied=copied)
    assert 0.0 <= count < 1.0
    assert meant(count, penalty, logits, copied=copied) == pytest.approx(likelier, rel=1e-6)


def test_a_whole_half_of_the_penalty_is_nearly_sure() -> None:
    assert meant(1.0, 2.0, 1.5, copied=True) == pytest.approx(math.log(99))


def test_the_slope_is_that_of_the_ratings() -> None:
    stars = [1.0, 2.0, 3.0, 4.0, 5.0] * 20
    true = [star > 3.0 for star in stars]
    assert slope(stars, true) > 1.0
    assert slope(stars, [not each for each in true]) == 0.0
