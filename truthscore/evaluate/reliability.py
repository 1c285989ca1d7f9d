"""How far raters agree on stars, with what chance could do: weighted kappa, ordinal alpha, and the
noise ceiling that follows from it.

Krippendorff's alpha takes any number of raters who each saw another part of the rows; kappa takes
two at a time (`classification.kappa`). Intervals are bootstrap percentiles over rows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from truthscore.evaluate.correlation import interval, spearman

Floats = NDArray[np.float64]
#: What each rater gave a row, by the rater's name.
Row = Mapping[str, float]

RESAMPLES = 1_000
#: Of many rows fewer resamples are drawn, down to the first, so that no more than so many numbers
#: are: with as many rows an interval is narrow anyway.
FEWEST_RESAMPLES, MOST_DRAWN = 200, 20_000_000
#: Below this many shared rows no interval is given: it would mean nothing.
MIN_ROWS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure over `n` rows and its interval at 95 %; None where it is undefined."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two raters on the rows that both rated: quadratic kappa and ordinal alpha."""

    first: str
    second: str
    kappa: Figure
    alpha: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """All raters: kappa is the mean over pairs, weighted by the rows that they share; `ceiling` see
    `noise_ceiling`."""

    raters: int
    kappa: Figure
    alpha: Figure
    ceiling: Figure
    pairs: tuple[Pair, ...]


def ordinal_alpha(rows: Sequence[Row]) -> float | None:
    """Krippendorff's alpha for ordered values (Krippendorff 2011, "Computing Krippendorff's
    Alpha-Reliability"); None where nothing varies or no row has two values."""
    return _alpha_figure(rows, seed=0, resamples=0).value


def reliability(
    rows: Sequence[Row], *, seed: int = 0, resamples: int = RESAMPLES
) -> Reliability | None:
    """Agreement of every two raters and of all; None where no two share a row.

    The same seed gives the same intervals.
    """
    shared = [row for row in rows if len(row) > 1]
    if not shared:
        return None
    resamples = min(resamples, max(FEWEST_RESAMPLES, MOST_DRAWN // len(shared)))
    names = sorted({name for row in shared for name in row})
    pairs = []
    for first, second in combinations(names, 2):
        both = [
            {first: row[first], second: row[second]}
            for row in shared
            if first in row and second in row
        ]
        if both:
            pairs.append(
                Pair(
                    first=first,
                    second=second,
                    kappa=_kappa_figure(both, seed, resamples),
                    alpha=_alpha_figure(both, seed, resamples),
                )
            )
    return Reliability(
        raters=len(names),
        kappa=_kappa_figure(shared, seed, resamples),
        alpha=_alpha_figure(shared, seed, resamples),
        ceiling=noise_ceiling(shared, seed=seed, resamples=resamples),
        pairs=tuple(pairs),
    )


def noise_ceiling(rows: Sequence[Row], *, seed: int = 0, resamples: int = RESAMPLES) -> Figure:
    """How well a person does: Spearman of each rater with the mean of the others on the same rows,
    averaged over raters by the rows they share (the lower noise ceiling of Nili et al. 2014, "A
    Toolbox for Representational Similarity Analysis"). A score that follows the mean so well is as
    good as one rater more. `n`: rows with two or more raters; value None where nobody's stars vary.
    """
    shared = [row for row in rows if len(row) > 1]
    raters = []
    for name in sorted({name for row in shared for name in row}):
        at = [number for number, row in enumerate(shared) if name in row]
        own = np.array([shared[number][name] for number in at])
        rest = np.array([_mean_without(shared[number], name) for number in at])
        raters.append((np.array(at), own, rest))
    found = [
        _weighed([
            (np.repeat(own, times[at]), np.repeat(rest, times[at])) for at, own, rest in raters
        ])
        for times in _drawn(len(shared), seed, resamples).astype(np.int64)
    ]  # fmt: skip
    return _figure(np.array(found), len(shared))


def _figure(found: Floats, n: int) -> Figure:
    """A figure that is the first of some, over `n` rows, with what it is over their resamples."""
    value = float(found[0])
    if not math.isfinite(value):
        return Figure(value=None, n=n)
    low, high = interval(found[1:])
    return Figure(value=value, n=n, low=low, high=high)


def _mean_without(row: Row, name: str) -> float:
    others = [stars for rater, stars in row.items() if rater != name]
    return math.fsum(others) / len(others)


def _weighed(pairs: Sequence[tuple[Floats, Floats]]) -> float:
    """The mean Spearman of some pairs of columns, by their length; undefined ones do not count."""
    found = [(rho, len(x)) for x, y in pairs if (rho := spearman(x, y)) is not None]
    total = sum(n for _, n in found)
    return math.fsum(rho * n for rho, n in found) / total if total else math.nan


def _alpha_figure(rows: Sequence[Row], seed: int, resamples: int) -> Figure:
    values, tables = _coincidences(rows)
    if not len(tables):
        return Figure(value=None, n=len(rows))
    drawn = _drawn(len(tables), seed, resamples) @ tables
    return _figure(_alphas(drawn, len(values)), len(rows))


def _kappa_figure(rows: Sequence[Row], seed: int, resamples: int) -> Figure:
    """Kappa of the pairs in `rows`, each weighted by the rows it shares."""
    draws = _drawn(len(rows), seed, resamples)
    found, counts = [], []
    for first, second in combinations(sorted({name for row in rows for name in row}), 2):
        at = [number for number, row in enumerate(rows) if first in row and second in row]
        given = np.array([(rows[n][first], rows[n][second]) for n in at]).reshape(len(at), 2)
        values, places = np.unique(given, return_inverse=True)
        cells = np.zeros((len(at), len(values), len(values)))
        cells[(np.arange(len(at)), *places.reshape(-1, 2).T)] = 1.0
        tables = np.tensordot(draws[:, at], cells, axes=1)
        found.append(_kappas(tables))
        counts.append(tables.sum(axis=(1, 2)))
    weights = np.where(np.isfinite(found), counts, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (np.nan_to_num(found) * weights).sum(axis=0) / weights.sum(axis=0)
    return _figure(means, len(rows))


def _kappas(tables: Floats) -> Floats:
    """Quadratic kappa of each table of counts; NaN where it is undefined."""
    size = tables.shape[1]
    distance = (np.arange(size)[:, None] - np.arange(size)[None, :]) ** 2.0
    totals = tables.sum(axis=(1, 2))
    expected = tables.sum(axis=2)[:, :, None] * tables.sum(axis=1)[:, None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        chance = (distance * expected).sum(axis=(1, 2)) / totals
        made: Floats = 1.0 - (distance * tables).sum(axis=(1, 2)) / chance
    return np.where(chance > 0, made, np.nan)


def _coincidences(rows: Sequence[Row]) -> tuple[list[float], Floats]:
    """The values in order, and of each row with two or more its coincidence matrix, flat."""
    kept = [Counter(row.values()) for row in rows if len(row) > 1]
    values = sorted({value for counts in kept for value in counts})
    tables = np.zeros((len(kept), len(values) ** 2))
    for number, counts in enumerate(kept):
        n = np.array([float(counts[value]) for value in values])
        pairs = np.outer(n, n) - np.diag(n)
        tables[number] = (pairs / (n.sum() - 1.0)).ravel()
    return values, tables


def _alphas(flat: Floats, size: int) -> Floats:
    """Ordinal alpha of each (summed) coincidence matrix; NaN where nothing varies.

    The distance of two values is the number of values given from one to the other, both ends
    counted half, squared.
    """
    tables = flat.reshape(-1, size, size)
    each = tables.sum(axis=2)
    total = each.sum(axis=1)
    up_to = np.cumsum(each, axis=1) - each / 2.0
    distance = (up_to[:, :, None] - up_to[:, None, :]) ** 2
    seen = (tables * distance).sum(axis=(1, 2))
    chance = (each[:, :, None] * each[:, None, :] * distance).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        made: Floats = 1.0 - (total - 1.0) * seen / chance
    return np.where(chance > 0, made, np.nan)


def _drawn(n: int, seed: int, resamples: int) -> Floats:
    """How often each of `n` rows counts: once, and then in each resample of as many; there is none
    of fewer than `MIN_ROWS`."""
    once = np.ones((1, n))
    if n < MIN_ROWS:
        return once
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1.0 / n), size=resamples)
    return np.vstack([once, drawn])
