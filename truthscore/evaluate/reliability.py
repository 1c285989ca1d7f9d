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

from truthscore.evaluate.classification import kappa
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
    values, tables = _coincidences(rows)
    if not len(tables):
        return None
    found = float(_alphas(tables.sum(axis=0)[None], len(values))[0])
    return found if math.isfinite(found) else None


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
    value = _weighed([(own, rest) for _, own, rest in raters])
    if value is None or len(shared) < MIN_ROWS:
        return Figure(value=value, n=len(shared))
    found = []
    for times in _drawn(len(shared), seed, resamples).astype(np.int64):
        drawn = [
            (np.repeat(own, times[at]), np.repeat(rest, times[at])) for at, own, rest in raters
        ]
        again = _weighed(drawn)
        found.append(np.nan if again is None else again)
    low, high = interval(np.array(found))
    return Figure(value=value, n=len(shared), low=low, high=high)


def _mean_without(row: Row, name: str) -> float:
    others = [stars for rater, stars in row.items() if rater != name]
    return math.fsum(others) / len(others)


def _weighed(pairs: Sequence[tuple[Floats, Floats]]) -> float | None:
    """The mean Spearman of some pairs of columns, by their length; undefined ones do not count."""
    found = [(rho, len(x)) for x, y in pairs if (rho := spearman(x, y)) is not None]
    total = sum(n for _, n in found)
    return math.fsum(rho * n for rho, n in found) / total if total else None


def _alpha_figure(rows: Sequence[Row], seed: int, resamples: int) -> Figure:
    value = ordinal_alpha(rows)
    if value is None or len(rows) < MIN_ROWS:
        return Figure(value=value, n=len(rows))
    values, tables = _coincidences(rows)
    drawn = _drawn(len(tables), seed, resamples) @ tables
    low, high = interval(_alphas(drawn, len(values)))
    return Figure(value=value, n=len(rows), low=low, high=high)


def _kappa_figure(rows: Sequence[Row], seed: int, resamples: int) -> Figure:
    """Kappa of the pairs in `rows`, each weighted by the rows it shares."""
    values = sorted({value for row in rows for value in row.values()})
    place = {value: number for number, value in enumerate(values)}
    size = len(values)
    names = sorted({name for row in rows for name in row})
    found, weighed, resampled = [], [], []
    draws = _drawn(len(rows), seed, resamples) if len(rows) >= MIN_ROWS else None
    for first, second in combinations(names, 2):
        at = [number for number, row in enumerate(rows) if first in row and second in row]
        ours, theirs = [rows[n][first] for n in at], [rows[n][second] for n in at]
        one = kappa(ours, theirs, weights="quadratic")
        if one is None:
            continue
        found.append(one * len(at))
        weighed.append(len(at))
        if draws is not None:
            cells = np.zeros((len(rows), size * size))
            for number, a, b in zip(at, ours, theirs, strict=True):
                cells[number, place[a] * size + place[b]] = 1.0
            steps = np.array([place[v] for v in sorted({*ours, *theirs})])
            tables = (draws @ cells).reshape(-1, size, size)[:, steps][:, :, steps]
            resampled.append((_kappas(tables), tables.sum(axis=(1, 2))))
    if not weighed:
        return Figure(value=None, n=len(rows))
    value = math.fsum(found) / sum(weighed)
    if not resampled:
        return Figure(value=value, n=len(rows))
    kappas, counts = (np.stack(each) for each in zip(*resampled, strict=True))
    counts = np.where(np.isfinite(kappas), counts, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (np.nan_to_num(kappas) * counts).sum(axis=0) / counts.sum(axis=0)
    low, high = interval(means)
    return Figure(value=value, n=len(rows), low=low, high=high)


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
    """How often each of `n` rows is in each resample of as many."""
    rng = np.random.default_rng(seed)
    drawn: Floats = rng.multinomial(n, np.full(n, 1.0 / n), size=resamples).astype(np.float64)
    return drawn
