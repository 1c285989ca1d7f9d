"""The same answers read in their own language and in translation, side by side (paper, Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.evaluate import correlation
from truthscore.evaluate.rated import RatedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One row of the table: how scores and base scores of one mode go with the stars."""

    mode: str
    n: int
    score: correlation.Correlation
    base_score: correlation.Correlation


def side_by_side(
    original: Sequence[RatedRow], translated: Sequence[RatedRow], *, seed: int = 0
) -> tuple[Mode, ...]:
    """Both modes over the rated answers that both score; nothing when there are none."""
    scored = [{row.id for row in rows if row.score is not None and row.rating is not None}
              for rows in (original, translated)]  # fmt: skip
    both = scored[0] & scored[1]
    if not both:
        return ()
    return tuple(
        _mode(name, [row for row in rows if row.id in both], seed)
        for name, rows in (("original", original), ("translated", translated))
    )


def _mode(name: str, rows: Sequence[RatedRow], seed: int) -> Mode:
    score = [(float(row.score or 0.0), float(row.rating or 0.0)) for row in rows]
    base = [(row.base_score, float(row.rating or 0.0)) for row in rows
            if row.base_score is not None]  # fmt: skip
    return Mode(
        mode=name,
        n=len(rows),
        score=correlation.correlate([s for s, _ in score], [r for _, r in score], seed=seed),
        base_score=correlation.correlate([s for s, _ in base], [r for _, r in base], seed=seed),
    )
