"""How far scores are from ratings, per rated star (paper, Table 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from truthscore.evaluate.rated import nearest_star

#: A score counts as right within one star (Table 5).
MARGIN = 1.0
MIDDLE = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StarRow:
    """Answers a person gave `star` stars: how many, and how many of them score how."""

    star: int
    n: int
    within_margin: int
    score_is_1: int
    below_3: int
    above_3: int
    score_is_5: int


def by_star(scores: Sequence[float], ratings: Sequence[float]) -> tuple[StarRow, ...]:
    """Five rows, stars 1 to 5. A rating between two stars belongs to the nearest, halves up."""
    x, y = np.array(scores, dtype=np.float64), np.array(ratings, dtype=np.float64)
    stars = np.array([nearest_star(rating) for rating in ratings])
    counted = {
        "n": np.isfinite(x),
        "within_margin": np.abs(x - y) <= MARGIN,
        "score_is_1": x == 1.0,
        "below_3": x < MIDDLE,
        "above_3": x > MIDDLE,
        "score_is_5": x == 5.0,
    }
    return tuple(
        StarRow(
            star=star, **{name: int(each[stars == star].sum()) for name, each in counted.items()}
        )
        for star in range(1, 6)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Scores from `low` to below `high`: how many, and the mean rating they got (calibration)."""

    low: float
    high: float
    n: int
    mean_score: float | None
    mean_rating: float | None


#: Width of a calibration bin, in stars.
BIN = 0.5


def calibration(scores: Sequence[float], ratings: Sequence[float]) -> tuple[Bin, ...]:
    """Mean rating per half star of score, from 1 to 5; the last bin holds 5 itself."""
    x, y = np.array(scores, dtype=np.float64), np.array(ratings, dtype=np.float64)
    count = round((5.0 - 1.0) / BIN)
    places = np.minimum((x - 1.0) // BIN, count - 1)
    bins = []
    for number in range(count):
        mine, low = places == number, 1.0 + number * BIN
        n = int(mine.sum())
        means = (float(x[mine].mean()), float(y[mine].mean())) if n else (None, None)
        bins.append(Bin(low=low, high=low + BIN, n=n, mean_score=means[0], mean_rating=means[1]))
    return tuple(bins)
