"""Weights from a team's own stars: non-negative, cross-validated, the same file every time.

The score is a weighted mean of features, so the weights that fit ratings best in the least-squares
sense with no weight below zero (scipy's NNLS) stay readable: a weight of 0.3 is three times one of
0.1. A pull towards the profile's own weights keeps a small set of ratings from overturning them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from truthscore.errors import InputError
from truthscore.evaluate.correlation import correlate
from truthscore.evaluate.rated import RatedRow

#: Fewer ratings than this decide nothing: the weights would be noise.
MIN_RATINGS = 50
FOLDS = 5
#: How many rated rows the profile's own weights count for.
PULL = 20.0
DECIMALS = 4

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRow:
    """One feature: its weight before and after, and what leaving it out does to the fit.

    `applies`: share of rows in which it has a value. `without`: cross-validated Spearman of the
    other features refitted.
    """

    name: str
    before: float
    after: float
    applies: float
    without: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Weights that sum to 1, and Spearman with the ratings: before, fitted, and cross-validated."""

    n: int
    weights: Mapping[str, float]
    rows: tuple[WeightRow, ...]
    before: float | None
    fitted: float | None
    cross_validated: float | None
    seed: int


def fit(rows: Sequence[RatedRow], weights: Mapping[str, float], *, seed: int = 0) -> Fit:
    """Fit the weights of the features in `weights` to the ratings of `rows`.

    Cross-validation is over `FOLDS` folds drawn with `seed`; rows of one question stay together.
    Raises InputError below `MIN_RATINGS` rated rows, or when all ratings are the same.
    """
    usable = [row for row in rows if row.rating is not None and row.features]
    if len(usable) < MIN_RATINGS:
        raise InputError(
            f"{len(usable)} rated answers with features; fitting needs at least {MIN_RATINGS} "
            "(with fewer, weights follow chance): rate more answers, or keep the profile's weights"
        )
    ratings = np.array([float(row.rating or 0.0) for row in usable])
    if np.all(ratings == ratings[0]):
        raise InputError(f"all {len(usable)} ratings are {ratings[0]:g}: nothing to learn from")
    names = list(weights)
    values, known = _matrix(usable, names)
    start = np.array([weights[name] for name in names])
    target = (ratings - 1.0) / 4.0
    groups = [row.question or row.id for row in usable]
    found = _solve(values, target, start)
    rows_ = []
    for place, name in enumerate(names):
        others = [p for p in range(len(names)) if p != place]
        without = (
            _cross_validated(
                values[:, others], known[:, others], ratings, start[others], groups, seed
            )
            if others
            else None
        )
        rows_.append(
            WeightRow(
                name=name,
                before=round(float(start[place] / start.sum()), DECIMALS),
                after=round(float(found[place]), DECIMALS),
                applies=round(float(known[:, place].mean()), DECIMALS),
                without=without,
            )
        )
    return Fit(
        n=len(usable),
        weights={name: round(float(w), DECIMALS) for name, w in zip(names, found, strict=True)},
        rows=tuple(rows_),
        before=_spearman(_scores(values, known, start), ratings),
        fitted=_spearman(_scores(values, known, found), ratings),
        cross_validated=_cross_validated(values, known, ratings, start, groups, seed),
        seed=seed,
    )


def _matrix(rows: Sequence[RatedRow], names: Sequence[str]) -> tuple[Floats, NDArray[np.bool_]]:
    """Feature values, and where there is one; gaps hold the feature's mean."""
    raw = np.array(
        [
            [np.nan if (v := row.features.get(name)) is None else v for name in names]
            for row in rows
        ],
        dtype=np.float64,
    ).reshape(len(rows), len(names))
    known = np.isfinite(raw)
    counts = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, raw, 0.0).sum(axis=0) / counts
    return np.where(known, raw, means), known


def _solve(values: Floats, target: Floats, start: Floats) -> Floats:
    """Non-negative weights that sum to 1, pulled towards `start` as if by `PULL` more rows."""
    prior = start / start.sum() if start.sum() else np.full(len(start), 1 / len(start))
    # The last two columns are an offset of either sign: people may be kinder than the features.
    offset = np.ones((len(values), 1))
    data = np.hstack([values, offset, -offset])
    spread = float(values.std()) * np.sqrt(PULL)
    pull = np.hstack([spread * np.eye(len(start)), np.zeros((len(start), 2))])
    solution, _ = nnls(np.vstack([data, pull]), np.concatenate([target, spread * prior]))
    weights: Floats = solution[: len(start)]
    return weights / weights.sum() if weights.sum() > 0 else prior


def _scores(values: Floats, known: NDArray[np.bool_], weights: Floats) -> Floats:
    """The weighted mean over the features that apply, as the profile will compute it."""
    used = known * weights
    total = used.sum(axis=1)
    mean = (np.where(known, values, 0.0) * weights).sum(axis=1)
    middle = np.full(len(values), 0.5)
    scores: Floats = np.round(np.divide(mean, total, out=middle, where=total > 0), 6)
    return scores


def _cross_validated(
    values: Floats,
    known: NDArray[np.bool_],
    ratings: Floats,
    start: Floats,
    groups: Sequence[str],
    seed: int,
) -> float | None:
    """Spearman of scores that each fold got from weights fitted on the other folds."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    fold_of = {name: int(place) % FOLDS for name, place in zip(names, order, strict=True)}
    folds = np.array([fold_of[name] for name in groups])
    scores = np.zeros(len(ratings))
    for fold in range(FOLDS):
        test = folds == fold
        if not test.any() or test.all():
            continue
        weights = _solve(values[~test], (ratings[~test] - 1) / 4, start)
        scores[test] = _scores(values[test], known[test], weights)
    return _spearman(scores, ratings)


def _spearman(scores: Floats, ratings: Floats) -> float | None:
    found = correlate([float(x) for x in scores], [float(y) for y in ratings], resamples=1)
    return None if found.spearman is None else round(found.spearman, DECIMALS)
