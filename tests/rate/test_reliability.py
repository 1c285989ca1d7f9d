"""Agreement of raters against scikit-learn and against Krippendorff's own table."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from scipy import stats
from sklearn import metrics

from truthscore.evaluate.reliability import noise_ceiling, ordinal_alpha, reliability

#: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers,
#: twelve units, "." for no value. Printed there: ordinal alpha 0.815.
TABLE = ("1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .",
         "1 2 3 3 2 4 4 1 2 5 1 .")  # fmt: skip


def rows(columns: tuple[str, ...]) -> list[dict[str, float]]:
    split = [column.split() for column in columns]
    return [
        {f"r{n}": float(value) for n, value in enumerate(unit) if value != "."}
        for unit in zip(*split, strict=True)
    ]


def by_hand(units: list[dict[str, float]]) -> Fraction:
    """Ordinal alpha by its definition over pairs of values, in fractions."""
    kept = [list(unit.values()) for unit in units if len(unit) > 1]
    values = [value for unit in kept for value in unit]
    count = {value: values.count(value) for value in values}

    def distance(one: float, other: float) -> Fraction:
        low, high = sorted((one, other))
        between = sum(n for value, n in count.items() if low <= value <= high)
        return (between - Fraction(count[one] + count[other], 2)) ** 2

    seen = sum(distance(*pair) / (len(unit) - 1) for unit in kept for pair in permutations(unit, 2))
    chance = sum(distance(*pair) for pair in permutations(values, 2))
    return 1 - Fraction(len(values) - 1) * seen / chance


def test_alpha_is_that_of_krippendorff_s_table() -> None:
    units = rows(TABLE)
    assert ordinal_alpha(units) == pytest.approx(float(by_hand(units)), abs=1e-9)
    assert ordinal_alpha(units) == pytest.approx(0.815388, abs=1e-6)
    assert f"{ordinal_alpha(units):.3f}" == "0.815"


@pytest.mark.parametrize("seed", range(5))
def test_figures_on_partial_overlap(seed: int) -> None:
    """Each answer has two or three of four raters, whose stars lean to each other."""
    rng = random.Random(seed)
    given = []
    for _ in range(60):
        near = rng.randint(1, 5)
        who = rng.sample(["anna", "bert", "carla", "dirk"], rng.choice([1, 2, 3]))
        given.append(
            {name: float(min(5, max(1, near + rng.choice([-1, 0, 0, 1])))) for name in who}
        )
    found = reliability(given, resamples=50)
    assert found is not None
    assert found.alpha.value == pytest.approx(float(by_hand(given)), abs=1e-6)
    total = weight = 0.0
    for pair, (first, second) in zip(
        found.pairs, combinations(["anna", "bert", "carla", "dirk"], 2), strict=True
    ):
        assert (pair.first, pair.second) == (first, second)
        both = [(row[first], row[second]) for row in given if first in row and second in row]
        theirs = metrics.cohen_kappa_score(*zip(*both, strict=True), weights="quadratic")
        assert pair.kappa.value == pytest.approx(theirs, abs=1e-6)
        assert pair.kappa.n == len(both)
        total, weight = total + theirs * len(both), weight + len(both)
    assert found.kappa.value == pytest.approx(total / weight, abs=1e-6)
    assert found.kappa.n == sum(len(row) > 1 for row in given)


def test_an_interval_holds_its_figure_and_is_the_same_again() -> None:
    rng = random.Random(3)
    given = []
    for _ in range(40):
        one = rng.randint(1, 5)
        given.append({"anna": float(one), "bert": float(min(5, one + rng.choice([0, 0, 1])))})
    first, again = reliability(given), reliability(given)
    assert first == again
    assert first is not None
    for figure in (first.kappa, first.alpha, first.pairs[0].kappa):
        assert figure.low is not None
        assert figure.value is not None
        assert figure.high is not None
        assert figure.low < figure.value < figure.high


def test_what_is_undefined_is_none() -> None:
    assert reliability([{"anna": 3.0}, {"bert": 4.0}]) is None
    assert ordinal_alpha([{"anna": 3.0, "bert": 3.0}] * 4) is None
    found = reliability([{"anna": 3.0, "bert": 3.0}] * 12)
    assert found is not None
    assert found.kappa.value is None
    assert found.alpha.low is None
    few = reliability([{"anna": float(n), "bert": float(n)} for n in (1, 2, 5)])
    assert few is not None
    assert few.alpha.value == 1.0
    assert few.alpha.low is None


def test_the_noise_ceiling_by_hand() -> None:
    """Three raters of five answers; ranks of each beside the ranks of the mean of the other two."""
    stars = ((1, 2, 3), (2, 1, 2), (3, 3, 1), (4, 5, 4), (5, 4, 5))
    units = [dict(zip(("a", "b", "c"), map(float, each), strict=True)) for each in stars]
    # a: 1 2 3 4 5 beside 2.5 1.5 2 4.5 4.5 = ranks 3 1 2 4.5 4.5: rho = 6.5 / sqrt(10 * 9.5)
    # b: 2 1 3 5 4 beside 2 2 2 4 5 = ranks 2 2 2 4 5: rho = 7.0 / sqrt(10 * 8)
    # c: 3 2 1 4 5 beside 1.5 1.5 3 4.5 4.5 = ranks 1.5 1.5 3 4.5 4.5: rho = 6.0 / sqrt(10 * 9)
    by_hand = (6.5 / 95**0.5 + 7 / 80**0.5 + 6 / 90**0.5) / 3
    found = noise_ceiling(units)
    assert found.value == pytest.approx(by_hand, abs=1e-9)
    assert (found.n, found.low) == (5, None)  # too few for an interval


def test_the_noise_ceiling_of_two_is_their_spearman_and_of_one_nothing() -> None:
    rng = random.Random(1)
    units = [{"a": float(rng.randint(1, 5)), "b": float(rng.randint(1, 5))} for _ in range(40)]
    rho = stats.spearmanr([u["a"] for u in units], [u["b"] for u in units]).statistic
    found = noise_ceiling(units, resamples=200)
    assert found.value == pytest.approx(rho, abs=1e-12)
    assert found.low is not None
    assert found.high is not None
    assert found.low < rho < found.high
    assert noise_ceiling([{"a": 1.0}, {"b": 2.0}]).value is None
