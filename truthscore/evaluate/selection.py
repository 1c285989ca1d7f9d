"""Which features earn their place, as §5.2 selects them: a raw selection, then ablation.

A feature comes into the raw selection by its correlation; else because it is known from literature
*and* tells some true answers from untrue ones; else because it does exactly what a heuristic says.
Of these the ones are kept without which the sum of them correlates less with the stars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from truthscore.evaluate.correlation import correlate
from truthscore.evaluate.rated import RatedRow

#: §5.2: kept when rho > 0 and p below this.
KEEP_BELOW_P = 0.10
#: §5.2: "if it can differentiate at least some": where it says no, ratings are this much
#: lower on average than where it says yes, with at least `SEPARATES_ROWS` answers on either side.
SEPARATES_STARS = 1.0
SEPARATES_ROWS = 3


#: Features that literature has shown to work (§5.2, its square), and where.
LITERATURE: Mapping[str, str] = {
    "complex_answer": "Kumar et al. 2019",
    "prompt_overlap": "Kumar et al. 2019",
    "components_defined": "Roychowdhury et al. 2023",
    "hal": "Lund & Burgess 1996",
    "rouge_l": "Lin 2004",
    "citations": "Rome et al. 2024",
}
#: Features that do exactly what a heuristic of Table 2 says (§5.2, its command sign), and which.
HEURISTIC: Mapping[str, str] = {
    "components_defined": "Unspecified Components",
    "hal": "Off-Context",
    "contradiction": "Answer Contradiction",
    "error_codes": "Error Mismatch",
    "statements": "Non-appearing Statements",
}
#: How a feature came into the raw selection.
Raw = Literal["correlation", "literature", "heuristic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRow:
    """One feature: alone (`spearman`, `p`, over the `n` rows it applies to) and in the sum.

    `separates`: its lowest values stand with clearly lower ratings. `raw`: why it is in the raw
    selection, None when it is not. `all_together`: Spearman of the mean of that selection;
    `without`: of the mean of the others in it; `change` = with - without (positive: leaving it out
    would cost). `keep`: in the raw selection, and leaving it out would cost.
    """

    name: str
    n: int
    spearman: float | None
    p: float | None
    separates: bool
    raw: Raw | None
    keep: bool = False
    all_together: float | None = None
    without: float | None = None
    change: float | None = None


def select(rows: Sequence[RatedRow], *, seed: int = 0) -> tuple[FeatureRow, ...]:
    """The paper's feature selection over rows with a rating and measured features."""
    usable = [row for row in rows if row.rating is not None and row.features]
    names = dict.fromkeys(name for row in usable for name in row.features)
    alone = [_alone(name, usable, seed) for name in names]
    chosen = [each.name for each in alone if each.raw is not None]
    together = _spearman_of_mean(usable, chosen)
    made = []
    for each in alone:
        others = [name for name in chosen if name != each.name]
        without = _spearman_of_mean(usable, others) if each.raw is not None else None
        change = None if together is None or without is None else together - without
        # without the only one there is no sum at all
        costs = not others if change is None else change > 0
        made.append(
            replace(
                each, keep=each.raw is not None and costs, all_together=together, without=without,
                change=change,
            )
        )  # fmt: skip
    return tuple(made)


def _alone(name: str, rows: Sequence[RatedRow], seed: int) -> FeatureRow:
    """A feature by itself."""
    pairs = [
        (value, row.rating)
        for row in rows
        if (value := row.features.get(name)) is not None and row.rating is not None
    ]
    found = correlate(
        [value for value, _ in pairs], [rating for _, rating in pairs], seed=seed, resamples=0
    )
    separates = _separates(pairs)
    raw: Raw | None = None
    if found.spearman is not None and found.p is not None:
        raw = "correlation" if found.spearman > 0 and found.p < KEEP_BELOW_P else None
    if raw is None and name in LITERATURE and separates:
        raw = "literature"
    if raw is None and name in HEURISTIC:
        raw = "heuristic"
    return FeatureRow(
        name=name, n=len(pairs), spearman=found.spearman, p=found.p, separates=separates, raw=raw
    )


def _spearman_of_mean(rows: Sequence[RatedRow], names: Sequence[str]) -> float | None:
    means, ratings = [], []
    for row in rows:
        values = [value for name in names if (value := row.features.get(name)) is not None]
        if values and row.rating is not None:
            means.append(round(sum(values) / len(values), 6))
            ratings.append(row.rating)
    return correlate(means, ratings, resamples=0).spearman


def _separates(pairs: Sequence[tuple[float, float]]) -> bool:
    lowest = min((value for value, _ in pairs), default=0.0)
    highest = max((value for value, _ in pairs), default=0.0)
    low = [rating for value, rating in pairs if value == lowest]
    high = [rating for value, rating in pairs if value == highest]
    if lowest == highest or min(len(low), len(high)) < SEPARATES_ROWS:
        return False
    return sum(high) / len(high) - sum(low) / len(low) >= SEPARATES_STARS
