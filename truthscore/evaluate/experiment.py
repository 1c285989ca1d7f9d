"""Two arms of an online test, per question, drawn per unit: ratio metrics by the delta method.

As *Ask Me Anything* (Rome et al., §4) tests: an agent-day gets an arm, and a metric is a ratio over
questions, as answers without content by all questions. Questions of one agent-day are alike, so
they are summed up per unit, and the variance of the ratio comes from the units (Deng, Knoblich and
Lu, 2018). `naive_p` takes every question for a draw of its own; it is there to be compared with.

Days of one agent are alike too, and he is in both arms: a ratio of one arm has a wider error than
is told here, the difference of the arms has not, for what is his own stands on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from truthscore.errors import InputError

if TYPE_CHECKING:
    from truthscore.evaluate.units import Units


Floats = NDArray[np.float64]

CONFIDENCE = 0.95
#: Chance that a true effect of the size `detectable` is found (§4 of the paper).
POWER = 0.80
#: Significance of metrics of every question, and of those of sparse feedback (§4 of the paper).
ALPHA, ALPHA_FEEDBACK = 0.01, 0.05
#: Shares of units that differ this surely from the planned ones spoil a test, whatever it says.
MISMATCH = 0.001
#: Units of an arm below which the normal law of the ratio is not to be relied on.
FEW = 30
#: An error that is a smaller share of its ratio is rounding: all units are alike.
ROUNDING = 1e-12
#: Rows of a unit, on average, below which units are little else than rows.
ALONE = 1.1
#: What a test of no effect at all should call significant.
AA_ALPHA = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One metric in two arms. `control`, `treatment`: the ratios; `difference`: of treatment,
    with its interval; `effect`: the same by the control's ratio, with its interval (from the
    logarithm of the ratio of ratios); None where the control's ratio is 0 or the arms' signs
    differ. All at 95 %.

    `p`: two-sided, Welch's t of the delta method; `naive_p`: as if questions were independent.
    `detectable`: the smallest relative effect that is found at `alpha` with a chance of 80 %;
    `few`: an arm has fewer than 30 units. `note`: why nothing is told, or no p and no interval,
    else "".
    """

    metric: str
    rows: tuple[int, int]
    alpha: float
    control: float | None = None
    treatment: float | None = None
    difference: float | None = None
    difference_low: float | None = None
    difference_high: float | None = None
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    naive_p: float | None = None
    detectable: float | None = None
    units_needed: int | None = None
    few: bool = False
    note: str = ""

    @property
    def significant(self) -> bool:
        """Whether p is below the metric's alpha."""
        return self.p is not None and self.p < self.alpha


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """A ratio of sums over units: its value and standard error by the delta method."""

    value: float
    error: float
    units: int

    @property
    def alike(self) -> bool:
        """Whether no unit differs from another, so that there is no error to tell."""
        return self.error <= ROUNDING * abs(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class FalsePositives:
    """What `runs` tests without any effect called significant at 5 %: shares, with intervals."""

    metric: str
    runs: int
    delta: float
    delta_low: float
    delta_high: float
    naive: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A whole test. `units`, `rows`: of control and treatment. `ratio_p`: chi-square of the units
    against the `planned` ones; `mismatch`: it is below 0.001, and no effect should be believed."""

    control: str
    treatment: str
    unit: tuple[str, ...]
    units: tuple[int, int]
    planned: tuple[float, float]
    rows: tuple[int, int]
    ratio_p: float
    mismatch: bool
    effects: tuple[Effect, ...]
    aa: tuple[FalsePositives, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether most units are one row, so that p is that of single questions."""
        return sum(self.rows) < ALONE * sum(self.units)


def ratio(numerator: Floats, denominator: Floats) -> Ratio | None:
    """The sum of one array by that of another, both one number a unit, and its error:
    sqrt((var(x) - 2 r cov(x, y) + r² var(y)) / n) / mean(y) (Deng et al., §2.2).

    None for fewer than two units, or a denominator that sums to 0.
    """
    n = len(numerator)
    total = math.fsum(denominator)
    if n < 2 or not total:
        return None
    value = math.fsum(numerator) / total
    residual = numerator - value * denominator  # its mean is 0: its variance is the sum above
    variance = math.fsum(residual * residual) / (n - 1)
    return Ratio(value=value, error=math.sqrt(variance / n) / abs(total / n), units=n)


def welch_p(one: Ratio, other: Ratio) -> float:
    """Two-sided p that two ratios are the same."""
    apart, error = other.value - one.value, math.hypot(one.error, other.error)
    if not error:
        return 1.0 if not apart else 0.0
    return float(2 * stats.t.sf(abs(apart) / error, _freedom(one, other)))


def measure(
    units: Units, *, alpha: float = ALPHA, alpha_feedback: float = ALPHA_FEEDBACK,
    detect: float | None = None,
) -> tuple[Effect, ...]:  # fmt: skip
    """Each metric of a log. `detect`: a relative effect whose needed units are told.

    Raises InputError where a metric that was asked for has an arm without a denominator.
    """
    found = []
    for metric in units.metrics:
        level = alpha_feedback if metric.feedback else alpha
        sides = [units.of(metric.name, treated) for treated in (False, True)]
        ratios = [ratio(side.x, side.y) for side in sides]
        rows = (sides[0].rows, sides[1].rows)
        control, treatment = ratios
        if control is None or treatment is None:
            at = 0 if control is None else 1
            why = "has nothing to divide by" if len(sides[at].y) > 1 else "has one unit only"
            note = f"arm {units.arms[at]!r} {why}"
            if metric.asked:
                raise InputError(
                    f"metric {metric.name!r}: {note}; leave the metric out or wait for more rows"
                )
            found.append(Effect(metric=metric.name, rows=rows, alpha=level, note=note))
            continue
        if control.alike and treatment.alike:
            found.append(_without_error(metric.name, control, treatment, rows, level))
            continue
        naive = [side.naive() for side in sides]
        found.append(_effect(metric.name, control, treatment, rows, level, detect, welch_p(*naive)))
    return tuple(found)


def experiment(
    units: Units, *, alpha: float = ALPHA, alpha_feedback: float = ALPHA_FEEDBACK,
    detect: float | None = None, shares: tuple[float, float] = (1.0, 1.0), aa: int = 0,
    seed: int = 0,
) -> Experiment:  # fmt: skip
    """All that a test tells. `shares`: units planned for control and treatment; `aa`: how many
    tests without an effect are drawn from the log's own units, with `seed`."""
    treated = int(units.treated.sum())
    counts = (len(units.treated) - treated, treated)
    ratio_p = sample_ratio_p(counts, shares)
    planned = _planned(counts, shares)
    return Experiment(
        control=units.arms[0],
        treatment=units.arms[1],
        unit=units.unit,
        units=counts,
        planned=(planned[0], planned[1]),
        rows=units.rows,
        ratio_p=ratio_p,
        mismatch=ratio_p < MISMATCH,
        effects=measure(units, alpha=alpha, alpha_feedback=alpha_feedback, detect=detect),
        aa=false_positives(units, aa, seed=seed) if aa else (),
    )


def sample_ratio_p(counts: Sequence[int], shares: Sequence[float]) -> float:
    """Chi-square p that units were drawn in these shares."""
    return float(stats.chisquare(counts, _planned(counts, shares)).pvalue)


def _planned(counts: Sequence[int], shares: Sequence[float]) -> list[float]:
    total, whole = sum(counts), math.fsum(shares)
    return [total * share / whole for share in shares]


def false_positives(units: Units, runs: int, *, seed: int = 0) -> tuple[FalsePositives, ...]:
    """Draws the arms anew `runs` times among the log's own units and counts p < 0.05: near 5 % for
    a test that can be believed. A metric that cannot be divided in both arms, or is alike in all
    units, is left out."""
    random = np.random.default_rng(seed)
    drawn = [random.permutation(units.treated) for _ in range(runs)]
    found = []
    for metric in units.metrics:
        whole = units.whole(metric.name)
        ours = naive = told = 0
        for treated in drawn:
            sides = [whole.kept(~treated), whole.kept(treated)]
            ratios = [ratio(side.x, side.y) for side in sides]
            if ratios[0] is None or ratios[1] is None or (ratios[0].alike and ratios[1].alike):
                continue
            told += 1
            ours += welch_p(ratios[0], ratios[1]) < AA_ALPHA
            naive += welch_p(sides[0].naive(), sides[1].naive()) < AA_ALPHA
        if told:
            between = stats.binomtest(ours, told).proportion_ci(CONFIDENCE, method="wilson")
            found.append(
                FalsePositives(
                    metric=metric.name, runs=told, delta=ours / told, naive=naive / told,
                    delta_low=float(between.low), delta_high=float(between.high),
                )
            )  # fmt: skip
    return tuple(found)


def to_metrics(found: Experiment) -> Mapping[str, Any]:
    """The test as plain data: what `experiment --json` prints."""
    plain = asdict(found)
    for row, each in zip(plain["effects"], found.effects, strict=True):
        row["significant"] = each.significant
    return plain


def _without_error(
    name: str, control: Ratio, treatment: Ratio, rows: tuple[int, int], alpha: float
) -> Effect:
    """Two units that say 1 and two that say 0 are no proof, though nothing in them differs."""
    return Effect(
        metric=name, rows=rows, alpha=alpha, control=control.value, treatment=treatment.value,
        difference=treatment.value - control.value,
        effect=treatment.value / control.value - 1 if control.value else None,
        few=min(control.units, treatment.units) < FEW,
        note="all units of an arm are alike, so there is no error and no p",
    )  # fmt: skip


def _effect(
    name: str, control: Ratio, treatment: Ratio, rows: tuple[int, int], alpha: float,
    detect: float | None, naive_p: float,
) -> Effect:  # fmt: skip
    apart, error = treatment.value - control.value, math.hypot(control.error, treatment.error)
    around = float(stats.t.ppf((1 + CONFIDENCE) / 2, _freedom(control, treatment))) * error
    effect = low = high = detectable = None
    needed = None
    if control.value:
        # so many standard errors are found at `alpha` in 80 % of the tests
        errors = float(stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(POWER))
        detectable = abs(errors * error / control.value)
        if detect and error:
            needed = math.ceil((control.units + treatment.units) * (detectable / detect) ** 2)
    if control.value * treatment.value > 0:
        by = treatment.value / control.value
        spread = math.hypot(control.error / control.value, treatment.error / treatment.value)
        width = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) * spread
        effect, low, high = by - 1, by * math.exp(-width) - 1, by * math.exp(width) - 1
    elif control.value and not treatment.value:
        effect = -1.0
    return Effect(
        metric=name,
        rows=rows,
        alpha=alpha,
        control=control.value,
        treatment=treatment.value,
        difference=apart,
        difference_low=apart - around,
        difference_high=apart + around,
        effect=effect,
        low=low,
        high=high,
        p=welch_p(control, treatment),
        naive_p=naive_p,
        detectable=detectable,
        units_needed=needed,
        few=min(control.units, treatment.units) < FEW,
    )


def _freedom(one: Ratio, other: Ratio) -> float:
    """Degrees of freedom of Welch and Satterthwaite."""
    parts = [(each.error**2, each.units - 1) for each in (one, other)]
    below = math.fsum(error**2 / n for error, n in parts)
    return (parts[0][0] + parts[1][0]) ** 2 / below if below else float(sum(n for _, n in parts))
