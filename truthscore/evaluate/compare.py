"""Two versions of a chatbot on the same questions: which answers got better, which got worse.

Every row is its own control, so the difference of each pair is what is looked at: an interval and a
p-value of the mean difference say whether it is more than chance, as do the counts of answers that
are sent now and were not before (McNemar, exact).
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from truthscore.decisions import DECISIONS
from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate.lines import ScoredLine, pages_of

RESAMPLES, PERMUTATIONS = 9_999, 9_999
CONFIDENCE = 0.95
#: Up to so many pairs the interval is resampled and p comes from permutations; of more, the mean is
#: as good as normal, and both come from Student's t.
RESAMPLE_TO = 2_000
#: Below this many pairs no interval and no p-value is given: they would mean nothing.
MIN_PAIRS = 10
#: What rows are put together by.
TYPE, PAGE, VERSION = GROUPS = ("message_type", "page", "version")
#: Decisions, the best one first.
_RANKS = {name: rank for rank, name in enumerate(DECISIONS.values())}
#: 4.2 stars are half a star below 4.7, whatever binary fractions say.
_ROUNDING = 1e-9
#: Between what the two sides say.
_TO = " → "
#: Resamples are drawn in pieces of about so many numbers, to keep memory flat.
_PIECE = 2_000_000

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Side:
    """One answer of one version: its stars, None for none; "send", "review" or "hold"; the pages
    that it rests on or contradicts; `version`: what its row says of the version, "" for nothing."""

    score: float | None
    decided: str
    message_type: str
    pages: tuple[str, ...]
    lang: str
    signature: str
    version: str = ""


def side(line: ScoredLine, decided: str) -> Side:
    """What is compared of a scored line, and what a policy does with it."""
    return Side(
        line.score,
        sys.intern(decided),
        sys.intern(line.message_type or ""),
        tuple(map(sys.intern, pages_of(line))),
        sys.intern(line.lang or ""),
        sys.intern(line.signature or ""),
        sys.intern(line.version or ""),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row before and after. Scores are stars, None where there are none; `version` is "1 → 2"
    where both sides name one, and another."""

    id: str
    before: float | None
    after: float | None
    decided_before: str
    decided_after: str
    message_type: str
    pages: tuple[str, ...]
    version: str = ""

    @property
    def by(self) -> float | None:
        """Stars won (above 0) or lost; None where one side has no stars."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


#: What a row is put with others by.
_NAMES: Mapping[str, Callable[[Change], Iterable[str]]] = {
    TYPE: lambda each: (each.message_type,),
    PAGE: lambda each: each.pages,
    VERSION: lambda each: (each.version,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The mean change of `n` pairs in stars, its 95 % interval, and the two-sided p that it is 0.

    `p_unpaired` is what Welch's test of the two groups says, which does not know that the rows are
    the same: larger wherever the rows differ more than the versions. None below `MIN_PAIRS`.
    """

    n: int
    before: float | None
    after: float | None
    mean: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_unpaired: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs over the same rows.

    `fell` and `rose`: rows whose stars changed by at least `least`, the largest first; `lost` and
    `won`: rows that are no longer sent, and that are sent now; `p_sent`: the exact McNemar p of
    these two. `only_before` and `only_after`: ids that stand on one side.
    """

    rows: int
    whole: Difference
    by_type: Mapping[str, Difference]
    by_page: Mapping[str, Difference]
    by_version: Mapping[str, Difference]
    fell: tuple[Change, ...]
    rose: tuple[Change, ...]
    sent_before: int
    sent_after: int
    lost: tuple[Change, ...]
    won: tuple[Change, ...]
    p_sent: float | None
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    signatures: tuple[str, ...]
    least: float


def compare(
    before: Mapping[str, Side],
    after: Mapping[str, Side],
    *,
    least: float = 1.0,
    seed: int = 0,
    by: Collection[str] = GROUPS,
) -> Comparison:
    """What changed between two runs; rows are the same by their id. `by`: which of `GROUPS`.

    Raises InputError when `by` names something else, when the runs share no row, or were scored
    under several signatures of one language: then not only the answers differ.
    """
    for name in by:
        if name not in GROUPS:
            raise InputError(
                f"--by {name!r}: expected {', '.join(GROUPS)}{did_you_mean(name, GROUPS)}"
            )
    changes = pairs(before, after)
    signatures = one_signature(before.values(), after.values())
    grouped = {name: _grouped(changes, _NAMES[name]) for name in by}
    if len(by) > 1 and len(grouped.get(VERSION, {})) == 1:  # one version of all tells what all tell
        del grouped[VERSION]
    moved = [(won_by, each) for each in changes if (won_by := each.by) is not None]
    lost = tuple(e for e in changes if e.decided_before == "send" != e.decided_after)
    won = tuple(e for e in changes if e.decided_after == "send" != e.decided_before)
    return Comparison(
        rows=len(changes),
        whole=difference(changes, seed=seed),
        by_type=grouped.get(TYPE, {}),
        by_page=grouped.get(PAGE, {}),
        by_version=grouped.get(VERSION, {}),
        fell=_largest(each for won_by, each in moved if won_by <= -least),
        rose=_largest(each for won_by, each in moved if won_by >= least),
        sent_before=sum(each.decided_before == "send" for each in changes),
        sent_after=sum(each.decided_after == "send" for each in changes),
        lost=lost,
        won=won,
        p_sent=mcnemar(len(lost), len(won)),
        only_before=tuple(name for name in before if name not in after),
        only_after=tuple(name for name in after if name not in before),
        signatures=signatures,
        least=least,
    )


def pairs(before: Mapping[str, Side], after: Mapping[str, Side]) -> list[Change]:
    """The rows of both runs, in the order of `before`. Raises InputError when they share none."""
    both = [name for name in before if name in after]
    if not both:
        raise InputError("the two files share no id; give the same questions the same ids in both")
    return [_change(name, before[name], after[name]) for name in both]


def is_worse(change: Change, *, least: float) -> bool:
    """Whether less is done with the answer than before (sent, looked at, held back), or it lost
    `least` stars or more."""
    fell = change.by is not None and change.by <= -least + _ROUNDING
    return fell or _RANKS[change.decided_after] > _RANKS[change.decided_before]


def difference(
    changes: Sequence[Change], *, seed: int = 0, resample_to: int = RESAMPLE_TO
) -> Difference:
    """The mean change of rows that have stars on both sides."""
    pairs = [(e.before, e.after) for e in changes if e.before is not None and e.after is not None]
    if not pairs:
        return Difference(n=0, before=None, after=None, mean=None)
    x, y = np.array(pairs, dtype=np.float64).T
    by = y - x
    means = {"before": float(x.mean()), "after": float(y.mean()), "mean": float(by.mean())}
    if len(pairs) < MIN_PAIRS:
        return Difference(n=len(pairs), **means)
    low, high, p = _resampled(by, seed) if len(by) <= resample_to else _student(by)
    return Difference(n=len(pairs), **means, low=low, high=high, p=p, p_unpaired=_welch(x, y))


def _resampled(by: Floats, seed: int) -> tuple[float, float, float]:
    """The percentile interval of the mean by the bootstrap, and p by changing signs at random."""
    random = np.random.default_rng(seed)
    n, total = len(by), abs(float(by.mean()))
    means = [by[random.integers(0, n, (count, n))].mean(axis=1) for count in _pieces(RESAMPLES, n)]
    extreme = 0
    for count in _pieces(PERMUTATIONS, n):
        signs = random.integers(0, 2, (count, n), dtype=np.int8) * 2 - 1
        extreme += int((np.abs(signs @ by) / n >= total - 1e-12).sum())
    rest = (1.0 - CONFIDENCE) / 2
    low, high = (float(each) for each in np.quantile(np.concatenate(means), (rest, 1.0 - rest)))
    return low, high, (extreme + 1) / (PERMUTATIONS + 1)


def _pieces(times: int, n: int) -> Iterable[int]:
    step = max(1, _PIECE // n)
    return (min(step, times - done) for done in range(0, times, step))


def _student(by: Floats) -> tuple[float, float, float]:
    error = float(by.std(ddof=1)) / math.sqrt(len(by))
    mean = float(by.mean())
    if not error:
        return mean, mean, 0.0 if mean else 1.0
    around = float(stats.t.ppf((1.0 + CONFIDENCE) / 2, len(by) - 1)) * error
    return mean - around, mean + around, float(2 * stats.t.sf(abs(mean) / error, len(by) - 1))


def _welch(x: Floats, y: Floats) -> float:
    """Two-sided p of Welch's test of two groups of one size."""
    one, other = float(x.var(ddof=1)), float(y.var(ddof=1))
    apart = abs(float(x.mean() - y.mean()))
    if not one + other:
        return 0.0 if apart else 1.0
    n = len(x)
    freedom = (n - 1) * (one + other) ** 2 / (one**2 + other**2)
    return float(2 * stats.t.sf(apart / math.sqrt((one + other) / n), freedom))


def mcnemar(lost: int, won: int) -> float | None:
    """The exact two-sided p of rows that changed one way and the other; None where none did."""
    return float(stats.binomtest(lost, lost + won).pvalue) if lost + won else None


def _change(name: str, before: Side, after: Side) -> Change:
    pages = before.pages
    if after.pages != pages:
        pages = tuple(dict.fromkeys((*before.pages, *after.pages)))
    return Change(
        id=name,
        before=before.score,
        after=after.score,
        decided_before=before.decided,
        decided_after=after.decided,
        message_type=after.message_type or before.message_type,
        pages=pages,
        version=_TO.join(dict.fromkeys(each for each in (before.version, after.version) if each)),
    )


def _grouped(
    changes: Iterable[Change], names: Callable[[Change], Iterable[str]]
) -> dict[str, Difference]:
    """The difference of each group that has enough pairs, the largest loss first; by Student's t,
    for there may be thousands of them."""
    groups: dict[str, list[Change]] = defaultdict(list)
    for each in changes:
        for name in names(each):
            if name and each.by is not None:
                groups[name].append(each)
    made = {
        name: difference(found, resample_to=0)
        for name, found in groups.items()
        if len(found) >= MIN_PAIRS
    }
    return dict(sorted(made.items(), key=lambda each: (each[1].mean or 0.0, each[0])))


def _largest(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda each: (-abs(each.by or 0.0), each.id)))


def one_signature(*sides: Iterable[Side]) -> tuple[str, ...]:
    """The signatures of some sides; raises InputError where a language has several."""
    by_language: dict[str, dict[str, None]] = defaultdict(dict)
    for side in sides:
        for line in side:
            if line.signature:
                by_language[line.lang][line.signature] = None
    for lang, found in by_language.items():
        if len(found) > 1:
            raise InputError(
                f"the rows in {lang or 'no language'} were scored under {len(found)} signatures: "
                "not only the answers differ; score both sides anew with one profile: give the "
                "files of answers, not those of scores\n  " + "\n  ".join(found)
            )
    return tuple(dict.fromkeys(each for found in by_language.values() for each in found))
