"""Plateaus from ratings: where the order of the stars says nothing of people's, all get the same.

Half of what a support team rates gets five stars. A score that orders those answers by how much of
a page they repeat orders noise; between two edges it had better give them all one value.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truthscore.combine import levelled
from truthscore.evaluate.correlation import spearman

#: Edges that are tried, in stars. Below the middle star nothing is levelled.
STARTS = tuple(round(3.0 + 0.2 * step, 1) for step in range(7))
#: Higher up whole sentences stand on the page as they are, and one changed word must still show.
ENDS = tuple(round(4.0 + 0.1 * step, 1) for step in range(6))
#: Plateaus must raise Spearman on unseen answers by this much: they hide small differences.
MIN_GAIN = 0.02

Edges = tuple[float, ...]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Folds = NDArray[np.int64]


def candidates(sent_from: float) -> tuple[Edges, ...]:
    """Every pair of a start and an end, parted at `sent_from`, so that no answer crosses it."""
    return tuple(
        tuple(sorted({start, end} | ({sent_from} if start < sent_from < end else set())))
        for start in STARTS
        for end in ENDS
        if start < end
    )


def level(stars: Floats, free: Flags, edges: Edges) -> Floats:
    """`stars` with those that are `free` (nothing was found against them) put on the plateaus."""
    if not edges:
        return stars
    found = [levelled(float(star), edges) if may else star
             for star, may in zip(stars, free, strict=True)]  # fmt: skip
    return np.array(found, dtype=np.float64)


def learned(
    stars: Floats, free: Flags, ratings: Floats, folds: Folds, sent_from: float
) -> tuple[Edges, Floats]:
    """The plateaus that rank `ratings` best, and `stars` levelled with those of the other folds.

    `stars` are of answers that the numbers had not seen. No plateaus, and `stars` as they are,
    where the levelled ones do not rank better by `MIN_GAIN`.
    """
    tried = candidates(sent_from)
    unseen = stars.copy()
    for fold in np.unique(folds):
        test = folds == fold
        if not test.all():
            edges = _best(tried, stars[~test], free[~test], ratings[~test])
            unseen[test] = level(stars[test], free[test], edges)
    if _rank(unseen, ratings) < _rank(stars, ratings) + MIN_GAIN:
        return (), stars
    return _best(tried, stars, free, ratings), unseen


def _best(tried: tuple[Edges, ...], stars: Floats, free: Flags, ratings: Floats) -> Edges:
    """The first of the best, none among them."""
    return max(((), *tried), key=lambda edges: _rank(level(stars, free, edges), ratings))


def _rank(stars: Floats, ratings: Floats) -> float:
    return round(spearman(stars, ratings) or 0.0, 6)
