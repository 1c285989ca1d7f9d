"""The numbers of a fit: non-negative least squares over features, pulled towards a start.

Numbers that were fitted to some rows are held against others, fold by fold (`held_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from truthscore.evaluate.correlation import spearman
from truthscore.evaluate.rated import RatedRow

FOLDS = 5
#: How many rated rows the profile's own numbers count for.
PULL = 20.0
#: Stars between a mean of 0 and one of 1, as the pull takes it.
STARS_PER_MEAN = 4.0
#: From so many ratings on, a feature is left out when the others rank unseen answers better by
#: `MIN_GAIN` without it; with fewer, which one that is follows chance.
MIN_SELECT = 200
MIN_GAIN = 0.002
#: Penalties grow at most so many times with a mean that people's stars follow weakly.
MAX_STRETCH = 2.0
#: Where the middle star may lie.
MIDDLES = tuple(round(0.05 * step, 2) for step in range(2, 19))
DECIMALS = 4

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Data:
    """The rows as numbers: mean features (gaps hold their mean), penalty features as 1 - value."""

    values: Floats
    known: Flags
    losses: Floats
    ratings: Floats
    groups: tuple[str, ...]

    def rows(self, which: Flags) -> Data:
        """The rows where `which` is true."""
        groups = tuple(g for g, keep in zip(self.groups, which, strict=True) if keep)
        return Data(
            self.values[which], self.known[which], self.losses[which], self.ratings[which], groups
        )

    def columns(self, means: Sequence[int], fines: Sequence[int]) -> Data:
        """The features of these places: of those with a weight, and of those with a penalty."""
        return Data(
            self.values[:, means], self.known[:, means], self.losses[:, fines],
            self.ratings, self.groups,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Numbers:
    """Weights that sum to 1, penalties in stars, the mean of 3 stars."""

    weights: Floats
    penalties: Floats
    middle_at: float

    def columns(self, means: Sequence[int], fines: Sequence[int]) -> Numbers:
        """As `Data.columns`; the weights sum to 1 again."""
        return Numbers(share(self.weights[means]), self.penalties[fines], self.middle_at)


def data_of(rows: Sequence[RatedRow], names: Sequence[str], fines: Sequence[str]) -> Data:
    """What is known of rows: of features with a weight (`names`) and with a penalty (`fines`)."""

    def column(name: str, missing: float) -> Floats:
        found = (row.features.get(name) for row in rows)
        return np.array([missing if value is None else value for value in found], dtype=np.float64)

    raw = np.array([column(name, np.nan) for name in names]).reshape(len(names), len(rows)).T
    known = np.isfinite(raw)
    counts = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, raw, 0.0).sum(axis=0) / counts
    losses = np.array([1.0 - column(name, 1.0) for name in fines]).reshape(len(fines), len(rows)).T
    return Data(
        values=np.where(known, raw, means),
        known=known,
        losses=losses,
        ratings=np.array([float(row.rating or 0.0) for row in rows]),
        groups=groups_of(rows),
    )


def groups_of(rows: Sequence[RatedRow]) -> tuple[str, ...]:
    """What stays together in cross-validation: the answers to one question."""
    return tuple(row.question or row.id for row in rows)


def solve(data: Data, start: Numbers, seed: int, *, select: bool = True) -> Numbers:
    """The numbers for `data`; features without which it ranks unseen answers better weigh 0."""
    kept = list(range(data.values.shape[1]))
    fines = list(range(data.losses.shape[1]))
    while select and len(data.ratings) >= MIN_SELECT and len(kept) > 1:
        whole = _inner(data, start, kept, fines, seed)
        without = {
            place: _inner(data, start, [p for p in kept if p != place], fines, seed)
            for place in kept
        }
        best = max(kept, key=lambda place: (without[place], -place))
        if without[best] < whole + MIN_GAIN:
            break
        kept.remove(best)
    weights, penalties = _least_squares(data.columns(kept, fines), start.columns(kept, fines))
    full = np.zeros(data.values.shape[1])
    full[kept] = weights
    middle = _middle(data, full, penalties, start.middle_at)
    return Numbers(full, penalties, middle)


def _inner(
    data: Data, start: Numbers, kept: Sequence[int], fines: Sequence[int], seed: int
) -> float:
    """Rank correlation on unseen rows of a linear fit with the features `kept`."""
    first = start.columns(kept, fines)

    def scored(known: Data, held: Data) -> Floats:
        weights, penalties = _least_squares(known, first)
        return _mean(held, weights) * STARS_PER_MEAN - held.losses @ penalties

    part = data.columns(kept, fines)
    return rank(held_out(part, seed + 1, scored), part.ratings) or 0.0


def held_out(data: Data, seed: int, scored: Callable[[Data, Data], Floats]) -> Floats:
    """What each fold gets by what `scored` learns from the other folds; 0 where there is none."""
    folds = folds_of(data.groups, seed)
    scores = np.zeros(len(data.ratings))
    for fold in range(FOLDS):
        test = folds == fold
        if test.any() and not test.all():
            scores[test] = scored(data.rows(~test), data.rows(test))
    return scores


def unseen(data: Data, start: Numbers, seed: int, *, select: bool = True) -> Floats:
    """The stars each fold gets from numbers fitted on the other folds."""
    return held_out(
        data, seed, lambda known, held: stars_of(held, solve(known, start, seed, select=select))
    )


def _least_squares(data: Data, start: Numbers) -> tuple[Floats, Floats]:
    """Weights that sum to 1 and penalties in stars, pulled as if by `PULL` more rows."""
    count, fines = data.values.shape[1], data.losses.shape[1]
    # The last two columns are an offset of either sign: people may be kinder than the features.
    offset = np.ones((len(data.values), 1))
    columns = np.hstack([data.values, -data.losses, offset, -offset])
    prior = np.concatenate([start.weights * STARS_PER_MEAN, start.penalties])
    spread = np.array([_spread(data.values)] * count + [_spread(data.losses)] * fines)
    spread = spread * float(np.sqrt(PULL))
    pull = np.hstack([np.diag(spread), np.zeros((count + fines, 2))])
    solution, _ = nnls(np.vstack([columns, pull]), np.concatenate([data.ratings, spread * prior]))
    weights = solution[:count]
    total = float(weights.sum())
    # The mean will span four stars whatever it spans here, and the penalties must keep up with it.
    stretch = min(STARS_PER_MEAN / total, MAX_STRETCH) if total > 0 else 1.0
    return share(weights), solution[count : count + fines] * stretch


def _spread(values: Floats) -> float:
    return float(values.std()) or 1.0 if values.size else 1.0


def _middle(data: Data, weights: Floats, penalties: Floats, start: float) -> float:
    """The mean that gets 3 stars, so that the stars come nearest to people's; else `start`."""

    def error(middle: float) -> float:
        return float(np.square(stars_of(data, Numbers(weights, penalties, middle))
                               - data.ratings).mean())  # fmt: skip

    best = min(MIDDLES, key=lambda middle: (round(error(middle), DECIMALS), abs(middle - start)))
    return best if round(error(best), DECIMALS) < round(error(start), DECIMALS) else start


def _mean(data: Data, weights: Floats) -> Floats:
    """The weighted mean over the features that apply, as the profile will compute it."""
    total = (data.known * weights).sum(axis=1)
    mean = (np.where(data.known, data.values, 0.0) * weights).sum(axis=1)
    middle = np.full(len(data.values), 0.5)
    found: Floats = np.divide(mean, total, out=middle, where=total > 0)
    return found


def stars_of(data: Data, numbers: Numbers) -> Floats:
    """The stars the profile will give, without overrides."""
    mean, middle = _mean(data, numbers.weights), numbers.middle_at
    stars = np.where(
        mean <= middle, 1.0 + 2.0 * mean / middle, 3.0 + 2.0 * (mean - middle) / (1.0 - middle)
    )
    fined: Floats = np.asarray(stars - data.losses @ numbers.penalties, dtype=np.float64)
    scores: Floats = np.maximum(1.0, fined).round(6)
    return scores


def folds_of(groups: Sequence[str], seed: int) -> NDArray[np.int64]:
    """The fold (0 to `FOLDS` - 1) of each row, drawn with `seed`; a group stays together."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    fold_of = {name: int(place) % FOLDS for name, place in zip(names, order, strict=True)}
    return np.array([fold_of[name] for name in groups])


def share(weights: Floats) -> Floats:
    """Weights that sum to 1; even ones when all are 0."""
    total = float(weights.sum())
    if total > 0:
        return weights / total
    return np.ones(len(weights), dtype=np.float64) / max(1, len(weights))


def rank(scores: Floats, ratings: Floats) -> float | None:
    """Spearman's rho as it is told; None where one of them does not vary."""
    found = spearman(scores, ratings)
    return None if found is None else round(found, DECIMALS)
