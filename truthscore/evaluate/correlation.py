"""How far scores and ratings agree: Spearman, Kendall, AUC, with what chance could do (§6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

#: Below this many rated rows no p-value and no interval is given: they would mean nothing.
MIN_ROWS = 10
#: Up to this many rows the p-value also comes from permutations (the t approximation is poor).
PERMUTE_BELOW = 500
RESAMPLES = 2_000
PERMUTATIONS = 9_999
CONFIDENCE = 0.95
#: Values other than the commonest from which an interval is believed that p contradicts.
FEW_OTHERS = 5
#: Ratings up to the first count as untrue, from the second as true; between them is neither.
UNTRUE_TO, TRUE_FROM = 2.0, 4.0
#: Resampled ranks are made in pieces of about this many numbers, to keep memory flat.
_PIECE = 2_000_000

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """Agreement of `n` scores with ratings; None where undefined or not told, `note` says why.

    `low`/`high`: bootstrap percentile interval of Spearman's rho at 95 %. `p`: two-sided, from
    the t distribution (scipy); `p_permutation`: two-sided, from permutations, for small n. `auc`:
    chance that an answer rated 4-5 scores above one rated 1-2, over `auc_n` answers.
    """

    n: int
    spearman: float | None = None
    p: float | None = None
    p_permutation: float | None = None
    low: float | None = None
    high: float | None = None
    kendall: float | None = None
    kendall_p: float | None = None
    auc: float | None = None
    auc_n: int = 0
    note: str | None = None


def correlate(
    scores: Sequence[float], ratings: Sequence[float], *, seed: int = 0, resamples: int = RESAMPLES
) -> Correlation:
    """Every figure of agreement between `scores` and `ratings` (equal length, both stars).

    The same seed gives the same interval. Raises ValueError when the lengths differ.
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.shape != y.shape:
        raise ValueError(f"{len(x)} scores and {len(y)} ratings: expected as many of each")
    n = len(x)
    area, area_n = auc(x, y)
    for values, name in ((x, "scores"), (y, "ratings")):
        if n < 2 or np.all(values == values[0]):
            why = "fewer than 2 rows" if n < 2 else f"all {name} are the same"
            return Correlation(n=n, auc=area, auc_n=area_n, note=f"undefined: {why}")
    rho, p = stats.spearmanr(x, y)
    tau, tau_p = stats.kendalltau(x, y)
    if n < MIN_ROWS:
        return Correlation(
            n=n, spearman=float(rho), kendall=float(tau), auc=area, auc_n=area_n,
            note=f"only {n} rated rows: no p-value and no interval below {MIN_ROWS}",
        )  # fmt: skip
    low, high = bootstrap(x, y, seed=seed, resamples=resamples)
    permuted = permutation_p(x, y, seed=seed) if n < PERMUTE_BELOW else None
    chance = float(p) if permuted is None else permuted
    note = None
    if low is not None and high is not None and (low > 0 or high < 0) != (chance < 1 - CONFIDENCE):
        note = f"interval [{low:.2f}, {high:.2f}] and p {chance:.3f} contradict each other"
        if min(map(_others, (x, y))) < FEW_OTHERS:
            # a sample without them has no rho, so those that are left are no picture of chance
            low = high = None
            note = f"no interval: fewer than {FEW_OTHERS} scores or ratings differ from the rest"
    return Correlation(
        n=n,
        spearman=float(rho),
        p=float(p),
        p_permutation=permuted,
        low=low,
        high=high,
        note=note,
        kendall=float(tau),
        kendall_p=float(tau_p),
        auc=area,
        auc_n=area_n,
    )


def _others(values: Floats) -> int:
    """How many are not the commonest one."""
    _, counts = np.unique(values, return_counts=True)
    return len(values) - int(counts.max())


def spearman(x: Floats, y: Floats) -> float | None:
    """Spearman's rho of two arrays of one length; None where one of them does not vary."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(stats.spearmanr(x, y).statistic)


def bootstrap(
    x: Floats, y: Floats, *, seed: int, resamples: int = RESAMPLES
) -> tuple[float | None, float | None]:
    """Percentile interval of Spearman's rho over resampled rows; constant resamples are skipped.

    None and None where no resample varies, or none was asked for.
    """
    rng = np.random.default_rng(seed)
    n = len(x)
    found: list[Floats] = [np.empty(0)]
    left = resamples
    while left:
        count = min(left, max(1, _PIECE // n))
        rows = rng.integers(0, n, size=(count, n))
        found.append(_rowwise(stats.rankdata(x[rows], axis=1), stats.rankdata(y[rows], axis=1)))
        left -= count
    return interval(np.concatenate(found))


def interval(resampled: Floats) -> tuple[float | None, float | None]:
    """The percentile interval at 95 % of a figure over resamples, without those in which it is
    undefined; None and None where it is undefined in all."""
    values = resampled[np.isfinite(resampled)]
    if not len(values):
        return None, None
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)


def permutation_p(x: Floats, y: Floats, *, seed: int) -> float:
    """Two-sided p of Spearman's rho: (1 + permutations at least as far from 0) / (1 + all)."""
    rng = np.random.default_rng(seed)
    ranks_x, ranks_y = stats.rankdata(x), stats.rankdata(y)
    observed = abs(_rowwise(ranks_x[None, :], ranks_y[None, :])[0])
    shuffled = rng.permuted(np.tile(ranks_y, (PERMUTATIONS, 1)), axis=1)
    rhos = np.abs(_rowwise(np.broadcast_to(ranks_x, shuffled.shape), shuffled))
    # A hair of tolerance: the same permutation summed in another order is still as extreme.
    return float((1 + np.count_nonzero(rhos >= observed - 1e-12)) / (1 + PERMUTATIONS))


def auc(scores: Floats, ratings: Floats) -> tuple[float | None, int]:
    """(AUC, n) of "rated 4-5" against "rated 1-2"; None when one of the two is missing."""
    true, untrue = scores[ratings >= TRUE_FROM], scores[ratings <= UNTRUE_TO]
    n = len(true) + len(untrue)
    if not len(true) or not len(untrue):
        return None, n
    ranks = stats.rankdata(np.concatenate([true, untrue]))[: len(true)]
    wins = ranks.sum() - len(true) * (len(true) + 1) / 2
    return float(wins / (len(true) * len(untrue))), n


def _rowwise(x: Floats, y: Floats) -> Floats:
    """Pearson correlation of each row of `x` with the same row of `y`; NaN for constant rows."""
    dx, dy = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        result: Floats = (dx * dy).sum(axis=1) / np.sqrt(
            (dx * dx).sum(axis=1) * (dy * dy).sum(axis=1)
        )
    return result
