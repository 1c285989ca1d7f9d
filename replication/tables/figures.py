"""Our figure for each cell of the paper's tables; None where a set has nothing to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from replication.tables.ours import Ours, Rated
from truthscore.evaluate.classification import Classification, ClassRow, classify
from truthscore.evaluate.correlation import Correlation, correlate
from truthscore.evaluate.deviation import by_star
from truthscore.evaluate.rated import nearest_star
from truthscore.types import MESSAGE_TYPES


def stars(found: Ours) -> list[int]:
    """Table 1: answers by stars 1-5."""
    counts = Counter(nearest_star(row.stars) for row in found.rows)
    return [counts[star] for star in range(1, 6)]


def types(found: Ours) -> Mapping[str, int]:
    """Figure 3: messages by the type that people gave, or that was detected where nobody did."""
    counts = Counter(row.gold_type or row.detected or "unspecified" for row in found.rows)
    return {name: counts[name] for name in MESSAGE_TYPES}


def detection(found: Ours) -> Classification | None:
    """Table 3: detected types against those that people gave."""
    pairs = [(row.gold_type, row.detected) for row in found.rows if row.gold_type and row.detected]
    return classify([str(gold) for gold, _ in pairs], [str(got) for _, got in pairs])


def by_class(found: Classification) -> Mapping[str, ClassRow]:
    """The rows of Table 3."""
    named = {row.name: row for row in found.classes}
    return {
        "all": found.whole,
        "binary": named["binary"],
        "instruction": named["instruction"],
        "binary_or_instruction": found.scored,
    }


def cells(row: ClassRow, *, whole: bool) -> list[float | None]:
    """F1, "accuracy", precision and recall as the paper prints them (see the slips)."""
    accuracy = row.accuracy if whole else row.mean_of_both
    return [row.f1, accuracy, row.precision, row.recall]


def spearman(rows: Sequence[Rated], which: str = "score") -> Correlation:
    """Table 4: the stars of people and a score ("score", "base_score" or "translated")."""
    pairs = [(getattr(row, which), row.stars) for row in rows if getattr(row, which) is not None]
    return correlate([score for score, _ in pairs], [given for _, given in pairs])


def both_modes(found: Ours) -> list[Rated]:
    """The answers that have a score in Dutch and in translation."""
    return [row for row in found.scored if row.translated is not None]


def significance(found: Correlation) -> str:
    """Stars as in Table 4."""
    if found.p is None:
        return ""
    return "**" if found.p < 0.01 else "*" if found.p < 0.05 else ""


def deviations(found: Ours) -> Mapping[str, list[tuple[int, int]]]:
    """Table 5: per reading (count, of) for the answers rated 1-5."""
    rows = by_star(
        [float(row.score or 0.0) for row in found.scored], [row.stars for row in found.scored]
    )
    return {
        "margin_1": [(row.within_margin, row.n) for row in rows],
        "score_is_1": [(row.score_is_1, row.n) for row in rows],
        "below_3": [(row.below_3, row.n) for row in rows],
        "above_3": [(row.above_3, row.n) for row in rows],
        "score_is_5": [(row.score_is_5, row.n) for row in rows],
    }
