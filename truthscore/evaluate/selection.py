"""Which features earn their place (§5.2): correlation alone, separation, and ablation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.evaluate.correlation import correlate
from truthscore.evaluate.rated import RatedRow

#: §5.2: kept when rho > 0 and p below this.
KEEP_BELOW_P = 0.10
#: §5.2 keeps a feature that "separates some answers": where it says no, ratings are this much
#: lower on average than where it says yes, with at least `SEPARATES_ROWS` answers on either side.
SEPARATES_STARS = 1.0
SEPARATES_ROWS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRow:
    """One feature: alone (`spearman`, `p`, over the `n` rows it applies to) and in the sum.

    `without`: Spearman of the mean of the other features; `change` = with - without (positive:
    leaving it out would cost). `separates`: its lowest values stand with clearly lower ratings.
    """

    name: str
    n: int
    spearman: float | None
    p: float | None
    separates: bool
    keep: bool
    all_together: float | None
    without: float | None
    change: float | None


def select(rows: Sequence[RatedRow], *, seed: int = 0) -> tuple[FeatureRow, ...]:
    """The paper's feature selection over rows with a rating and measured features."""
    usable = [row for row in rows if row.rating is not None and row.features]
    names = list(dict.fromkeys(name for row in usable for name in row.features))
    together = _spearman_of_mean(usable, names)
    found = []
    for name in names:
        pairs = [
            (value, row.rating)
            for row in usable
            if (value := row.features.get(name)) is not None and row.rating is not None
        ]
        alone = correlate(
            [value for value, _ in pairs], [rating for _, rating in pairs], seed=seed, resamples=0
        )
        separates = _separates(pairs)
        without = _spearman_of_mean(usable, [other for other in names if other != name])
        correlated = (
            alone.spearman is not None
            and alone.spearman > 0
            and alone.p is not None
            and alone.p < KEEP_BELOW_P
        )
        found.append(
            FeatureRow(
                name=name,
                n=len(pairs),
                spearman=alone.spearman,
                p=alone.p,
                separates=separates,
                keep=correlated or separates,
                all_together=together,
                without=without,
                change=None if together is None or without is None else together - without,
            )
        )
    return tuple(found)


def _spearman_of_mean(rows: Sequence[RatedRow], names: Sequence[str]) -> float | None:
    means, ratings = [], []
    for row in rows:
        values = [value for name in names if (value := row.features.get(name)) is not None]
        if values and row.rating is not None:
            means.append(round(sum(values) / len(values), 6))
            ratings.append(row.rating)
    return correlate(means, ratings, resamples=0).spearman


def _separates(pairs: Sequence[tuple[float, float]]) -> bool:
    lowest, highest = (
        (min(value for value, _ in pairs), max(value for value, _ in pairs)) if pairs else (0, 0)
    )
    low = [rating for value, rating in pairs if value == lowest]
    high = [rating for value, rating in pairs if value == highest]
    if lowest == highest or min(len(low), len(high)) < SEPARATES_ROWS:
        return False
    return sum(high) / len(high) - sum(low) / len(low) >= SEPARATES_STARS
