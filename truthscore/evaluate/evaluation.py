"""The whole evaluation of one rated file: every figure, computed once, as plain records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate import classification, correlation, deviation, documents, operating
from truthscore.evaluate import selection as feature_selection
from truthscore.evaluate.rated import BESIDE, RatedRow, scored_pairs
from truthscore.evaluate.reliability import Reliability, reliability

#: Answers in the reading list: as many as a person reads in an afternoon.
DISAGREEMENTS = 25
#: Columns `--by` may name.
GROUPS = ("message_type", "gold_type", "lang", "override", "status")
#: What groups call a row that has nothing there.
NOTHING = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What mistakes cost, in looks by a person, and the year they are counted over."""

    untrue: float
    lost: float
    inquiries: float | None = None
    in_scope: float | None = None
    minutes: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """The same answers read in their own language or in translation (paper, Table 4): how scores
    and base scores of one mode go with the stars."""

    mode: str
    n: int
    score: correlation.Correlation
    base_score: correlation.Correlation


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Every figure of one rated file; parts that were not asked for or have no data are None.

    `beside`: the score against people's stars for relatedness and completeness.
    """

    n: int
    rated: int
    scored: int
    reasons: Mapping[str, int]
    stars: Mapping[int, int]
    score: correlation.Correlation
    base_score: correlation.Correlation
    groups: Mapping[str, Mapping[str, correlation.Correlation]]
    beside: Mapping[str, correlation.Correlation]
    by_star: tuple[deviation.StarRow, ...]
    calibration: tuple[deviation.Bin, ...]
    curve: tuple[operating.Point, ...]
    recommendation: operating.Recommendation | None
    savings: operating.Savings | None
    types: classification.Classification | None
    type_agreement: classification.Agreement | None
    scope_agreement: classification.Agreement | None
    star_agreement: classification.Agreement | None
    reliability: Reliability | None
    features: tuple[feature_selection.FeatureRow, ...] | None
    documents: documents.DocumentFeedback | None
    disagreements: tuple[RatedRow, ...]
    signatures: tuple[str, ...]
    seed: int
    modes: tuple[Mode, ...] = ()


def evaluate(
    rows: Sequence[RatedRow],
    *,
    by: Sequence[str] = ("message_type", "override", "lang"),
    costs: Costs,
    seed: int = 0,
    features: bool = False,
    document_feedback: bool = False,
    modes: tuple[Sequence[RatedRow], Sequence[RatedRow]] | None = None,
) -> Evaluation:
    """Every figure over `rows`; `modes`: the rows read as given, and read in translation.

    Raises InputError when no row is rated, or when `by` names an unknown column.
    """
    rated = _rated(rows, by)
    scores, ratings = scored_pairs(rated)
    reasons = Counter(row.reason or row.status for row in rated if row.score is None)
    recommended = operating.recommend(
        scores, ratings, cost_untrue=costs.untrue, cost_lost=costs.lost
    )
    typed = [row for row in rated if row.gold_type and row.message_type]
    return Evaluation(
        n=len(rows),
        rated=len(rated),
        scored=len(scores),
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        stars={star.star: star.n for star in deviation.by_star(ratings, ratings)},
        score=correlation.correlate(scores, ratings, seed=seed),
        base_score=correlation.correlate(*scored_pairs(rated, "base_score"), seed=seed),
        groups={name: _groups(rated, name, seed) for name in by},
        beside=_beside(rows, seed),
        by_star=deviation.by_star(scores, ratings),
        calibration=deviation.calibration(scores, ratings),
        curve=operating.curve(scores, ratings),
        recommendation=recommended,
        savings=_savings(recommended, costs, scored=len(scores), rated=len(rated)),
        types=classification.classify(
            [str(row.gold_type) for row in typed], [str(row.message_type) for row in typed]
        ),
        type_agreement=classification.agreement([row.gold_types for row in rows]),
        scope_agreement=classification.agreement(
            classification.in_scope([row.gold_types for row in rows])
        ),
        star_agreement=classification.agreement([row.ratings for row in rows], weights="quadratic"),
        reliability=reliability([row.ratings for row in rows], seed=seed),
        features=feature_selection.select(rated, seed=seed) if features else None,
        documents=documents.of_rated(rows) if document_feedback else None,
        disagreements=_disagreements(rated),
        signatures=tuple(sorted({row.signature for row in rows if row.signature})),
        seed=seed,
        modes=side_by_side(*modes, seed=seed) if modes is not None else (),
    )


def _rated(rows: Sequence[RatedRow], by: Sequence[str]) -> list[RatedRow]:
    """The rows with a rating. Raises InputError as `evaluate`."""
    for name in by:
        if name not in GROUPS:
            raise InputError(
                f"--by {name!r}: expected {', '.join(GROUPS)}{did_you_mean(name, GROUPS)}"
            )
    rated = [row for row in rows if row.rating is not None]
    if not rated:
        raise InputError(
            f"none of the {len(rows)} rows has a rating; expected a field 'rating' with 1-5 stars "
            "(--map rating=NAME reads another field, --scale 0-1 another scale)"
        )
    return rated


def _groups(rows: Sequence[RatedRow], column: str, seed: int) -> dict[str, correlation.Correlation]:
    values = {row.id: str(getattr(row, column) or NOTHING) for row in rows}
    found = {}
    for value in sorted(set(values.values())):
        scores, ratings = scored_pairs([row for row in rows if values[row.id] == value])
        if scores:
            found[value] = correlation.correlate(scores, ratings, seed=seed)
    return found


def _beside(rows: Sequence[RatedRow], seed: int) -> dict[str, correlation.Correlation]:
    """The score against each other rating that rows have."""
    found = {}
    for name in BESIDE:
        pairs = [
            (row.score, row.beside[name])
            for row in rows
            if row.score is not None and name in row.beside
        ]
        if pairs:
            scores, given = zip(*pairs, strict=True)
            found[name] = correlation.correlate(scores, given, seed=seed)
    return found


def _savings(
    recommended: operating.Recommendation | None, costs: Costs, *, scored: int, rated: int
) -> operating.Savings | None:
    if recommended is None or costs.inquiries is None:
        return None
    in_scope = costs.in_scope if costs.in_scope is not None else scored / rated
    return operating.savings(
        inquiries=costs.inquiries,
        in_scope=in_scope,
        sent=recommended.sent / scored,
        minutes=costs.minutes,
    )


def _disagreements(rows: Sequence[RatedRow]) -> tuple[RatedRow, ...]:
    """The answers where score and stars are furthest apart: "scenarios not working" (§6.2.4)."""
    both = [row for row in rows if row.score is not None and row.rating is not None]
    both.sort(key=lambda row: (-abs((row.score or 0.0) - (row.rating or 0.0)), row.id))
    return tuple(both[:DISAGREEMENTS])


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
        Mode(
            mode=name,
            n=len(rows),
            score=correlation.correlate(*scored_pairs(rows), seed=seed),
            base_score=correlation.correlate(*scored_pairs(rows, "base_score"), seed=seed),
        )
        for name, rows in (
            ("original", [row for row in original if row.id in both]),
            ("translated", [row for row in translated if row.id in both]),
        )
    )
