"""How far scores are from ratings, per rated star (paper, Table 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    rows = []
    for star in range(1, 6):
        mine = [
            (score, rating)
            for score, rating in zip(scores, ratings, strict=True)
            if nearest_star(rating) == star
        ]
        rows.append(
            StarRow(
                star=star,
                n=len(mine),
                within_margin=sum(abs(score - rating) <= MARGIN for score, rating in mine),
                score_is_1=sum(score == 1.0 for score, _ in mine),
                below_3=sum(score < MIDDLE for score, _ in mine),
                above_3=sum(score > MIDDLE for score, _ in mine),
                score_is_5=sum(score == 5.0 for score, _ in mine),
            )
        )
    return tuple(rows)


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
    bins = []
    for number in range(round((5.0 - 1.0) / BIN)):
        low = 1.0 + number * BIN
        high = low + BIN
        last = high == 5.0
        mine = [
            (score, rating)
            for score, rating in zip(scores, ratings, strict=True)
            if low <= score and (score < high or last)
        ]
        n = len(mine)
        bins.append(
            Bin(
                low=low,
                high=high,
                n=n,
                mean_score=sum(score for score, _ in mine) / n if n else None,
                mean_rating=sum(rating for _, rating in mine) / n if n else None,
            )
        )
    return tuple(bins)
