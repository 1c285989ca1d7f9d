"""Weights, penalties and the scale from a team's own stars; the same file every time.

A score is the weighted mean of some features, put on the stars, minus a penalty for what others
find. All of that is linear in what people see, so non-negative least squares fits it
(`least_squares.py`) and every number stays readable: a weight of 0.3 is three times one of 0.1, a
penalty of 2 takes two stars off when its feature is 0. A pull towards the profile's own numbers
keeps a small set of ratings from overturning them. What a finding of each rule counts follows from
how often it was right among these answers (`odds.py`), with the same pull. Everything reported as
cross-validated was measured on answers that the numbers had not seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from truthscore.errors import InputError
from truthscore.evaluate.least_squares import (
    DECIMALS,
    FOLDS,
    PULL,
    Data,
    Flags,
    Floats,
    Numbers,
    data_of,
    folds_of,
    groups_of,
    rank,
    share,
    solve,
    stars_of,
    unseen,
)
from truthscore.evaluate.odds import counted, log_odds, meant, slope
from truthscore.evaluate.rated import RatedRow
from truthscore.types import MESSAGE_TYPES

#: Fewer ratings than this decide nothing: the weights would be noise.
MIN_RATINGS = 50
#: From so many rated refusals on they get stars of their own, the mean of their ratings.
MIN_REFUSALS = 10
#: A message type keeps weights of its own when they rank its unseen answers better by this much.
MIN_TYPE_GAIN = 0.01
#: From these ratings on an answer counts as true, up to these as untrue (paper, §6.2).
TRUE_FROM, UNTRUE_TO = 4.0, 2.0

#: What a finding of a rule counts, by (rule, whether its sentence is copied).
Counts = Mapping[tuple[str, bool], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the profile has: weights of the mean, penalties in stars, the mean of 3 stars, and what
    findings count."""

    weights: Mapping[str, float]
    penalties: Mapping[str, float]
    middle_at: float
    counts: Counts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedRow:
    """One feature: its weight (or penalty) before and after, and what leaving it out does.

    `applies`: share of rows in which it has a value. `without`: cross-validated Spearman of the
    other features refitted. Weights of the mean sum to 1; penalties are stars.
    """

    name: str
    penalty: bool
    before: float
    after: float
    applies: float
    without: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFit:
    """What a finding of a rule counts before and after, and how many of the answers in which it
    fired are untrue and true. A count of 1.0 takes off half of the penalty of its feature."""

    rule: str
    copied: bool
    before: float
    after: float
    untrue: int
    true: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """The score below which an answer is called untrue, and how right that is on unseen answers.

    `untrue` and `true`: shares of the answers with ratings up to 2 below it, and from 4 on at or
    above it. None when the ratings have no such answers.
    """

    below: float
    untrue: float
    true: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The fitted numbers, and Spearman with the ratings: before, fitted, and cross-validated.

    `refusals`: the mean rating of the `refused` answers that decline; None below `MIN_REFUSALS`.
    The other figures leave them out.
    """

    n: int
    weights: Mapping[str, float]
    penalties: Mapping[str, float]
    middle_at: float
    rows: tuple[FittedRow, ...]
    before: float | None
    fitted: float | None
    cross_validated: float | None
    threshold: Threshold | None
    by_type: Mapping[str, Fit]
    seed: int
    rules: tuple[RuleFit, ...] = ()
    refusals: float | None = None
    refused: int = 0


def fit(rows: Sequence[RatedRow], start: Start, *, seed: int = 0) -> Fit:
    """Fit the features of `start` to the ratings of `rows`, as a whole and by message type.

    Cross-validation is over `FOLDS` folds drawn with `seed`; rows of one question stay together.
    A type with `MIN_RATINGS` answers or more gets numbers of its own where they pay on its unseen
    answers. Raises InputError below `MIN_RATINGS` rated rows, or when all ratings are the same.
    """
    rated = [row for row in rows if row.rating is not None]
    usable = [row for row in rated if row.features and not row.declines]
    declined = [row.rating for row in rated if row.declines and row.rating is not None]
    if len(usable) < MIN_RATINGS:
        raise InputError(
            f"{len(usable)} rated answers with features; fitting needs at least {MIN_RATINGS} "
            "(with fewer, weights follow chance): rate more answers, or keep the profile's weights"
        )
    if len({row.rating for row in usable}) == 1:
        raise InputError(
            f"all {len(usable)} ratings are {usable[0].rating:g}: nothing to learn from"
        )
    before = rank(
        np.array(predict(usable, start)), np.array([float(row.rating or 0) for row in usable])
    )
    rules = fit_rules(usable, start)
    unseen_rows = _recounted_unseen(usable, start, seed)
    usable = recounted(usable, rules)
    whole = replace(_fit(usable, unseen_rows, start, seed), before=before, rules=rules)
    fitted = Start(weights=whole.weights, penalties=whole.penalties, middle_at=whole.middle_at)
    by_type = dict(_by_type(usable, unseen_rows, fitted, seed))
    refused = len(declined)
    refusals = round(math.fsum(declined) / refused, 2) if refused >= MIN_REFUSALS else None
    return replace(whole, by_type=by_type, refusals=refusals, refused=refused)


def _by_type(
    rows: Sequence[RatedRow], unseen_rows: Sequence[RatedRow], start: Start, seed: int
) -> Iterator[tuple[str, Fit]]:
    """The fit of each message type that has enough answers, and ranks its unseen ones better."""
    for name in MESSAGE_TYPES:
        own, unseen_own = (
            [row for row in found if row.message_type == name] for found in (rows, unseen_rows)
        )
        if len(own) < MIN_RATINGS or len({row.rating for row in own}) == 1:
            continue
        found = _fit(own, unseen_own, start, seed)
        if (found.cross_validated or -1.0) >= (found.before or -1.0) + MIN_TYPE_GAIN:
            yield name, found


def predict(rows: Sequence[RatedRow], numbers: Start | Fit) -> list[float]:
    """The stars (1-5) that `numbers` give to rows with features, without overrides.

    Rows that decline get the stars that were fitted for them, when there are any.
    """
    if not isinstance(numbers, Fit):
        return _predicted(rows, numbers)
    known = recounted(rows, numbers.rules) if numbers.rules else rows
    stars = _predicted(known, numbers)
    for name, own in numbers.by_type.items():
        places = [place for place, row in enumerate(known) if row.message_type == name]
        for place, star in zip(places, predict([known[p] for p in places], own), strict=True):
            stars[place] = star
    if numbers.refusals is None:
        return stars
    pairs = zip(rows, stars, strict=True)
    return [numbers.refusals if row.declines else star for row, star in pairs]


def _predicted(rows: Sequence[RatedRow], numbers: Start | Fit) -> list[float]:
    names, fines = list(numbers.weights), list(numbers.penalties)
    found = Numbers(
        np.array([numbers.weights[name] for name in names]),
        np.array([numbers.penalties[name] for name in fines]),
        numbers.middle_at,
    )
    return [float(star) for star in stars_of(data_of(rows, names, fines), found)]


def fit_rules(rows: Sequence[RatedRow], start: Start) -> tuple[RuleFit, ...]:
    """What the findings of each rule count that fired on `rows`, of those that the profile names.

    The log odds of `rows` are drawn towards those that the profile's count means, as by `PULL`
    answers. Answers rated between `UNTRUE_TO` and `TRUE_FROM` tell nothing of a rule.
    """
    told = [row for row in rows if row.rating is not None
            and not UNTRUE_TO < row.rating < TRUE_FROM]  # fmt: skip
    untrue = [float(row.rating or 0) <= UNTRUE_TO for row in told]
    bases = predict(told, replace(start, penalties={}))
    logits = slope(bases, [not each for each in untrue]) if len(set(untrue)) > 1 else 0.0
    made = []
    for rule, copied in sorted({(rule, copied) for row in told for _, rule, copied in row.fired}):
        places = [
            (place, name)
            for place, row in enumerate(told)
            for name, *which in dict.fromkeys(row.fired)
            if which == [rule, copied]
        ]
        before = start.counts.get((rule, copied))
        penalty = start.penalties.get(places[0][1], 0.0)
        if before is None or not penalty or not logits:
            continue
        fired = [untrue[place] for place, _ in places]
        known = meant(before, penalty, logits, copied=copied)
        drawn = (len(fired) * log_odds(fired, untrue) + PULL * known) / (len(fired) + PULL)
        after = counted(drawn, penalty, logits, copied=copied)
        made.append(
            RuleFit(
                rule=rule, copied=copied, before=before, after=round(after, 2),
                untrue=sum(fired), true=len(fired) - sum(fired),
            )
        )  # fmt: skip
    return tuple(made)


def recounted(rows: Sequence[RatedRow], rules: Sequence[RuleFit]) -> list[RatedRow]:
    """The rows with the values their features have when findings count what `rules` say.

    A feature with findings has the value 1 / (1 + what they count together).
    """
    more = {(each.rule, each.copied): each.after - each.before for each in rules}
    made = []
    for row in rows:
        features = dict(row.features)
        for name in dict.fromkeys(name for name, *_ in row.fired):
            value = features.get(name)
            if not value:
                continue
            added = math.fsum(
                more.get((r, c), 0.0) for feature, r, c in row.fired if feature == name
            )
            features[name] = 1.0 / max(1.0, 1.0 / value + added)
        made.append(replace(row, features=features))
    return made


def _recounted_unseen(rows: Sequence[RatedRow], start: Start, seed: int) -> list[RatedRow]:
    """As `recounted`, each row by what the rows of other folds say of the rules."""
    folds = folds_of(groups_of(rows), seed)
    made = list(rows)
    for fold in range(FOLDS):
        places = [int(place) for place in np.flatnonzero(folds == fold)]
        others = [row for row, of in zip(rows, folds, strict=True) if of != fold]
        rules = fit_rules(others, start)
        for place, row in zip(places, recounted([rows[p] for p in places], rules), strict=True):
            made[place] = row
    return made


def _fit(rows: Sequence[RatedRow], unseen_rows: Sequence[RatedRow], start: Start, seed: int) -> Fit:
    """The fit to `rows`; `unseen_rows` are the same ones as cross-validation may know them."""
    names, fines = list(start.weights), list(start.penalties)
    data, held = data_of(rows, names, fines), data_of(unseen_rows, names, fines)
    first = Numbers(
        share(np.array([start.weights[name] for name in names])),
        np.array([start.penalties[name] for name in fines]),
        start.middle_at,
    )
    found = solve(data, first, seed)
    before, scores = stars_of(data, first), stars_of(data, found)
    on_unseen = unseen(held, first, seed)
    return Fit(
        n=len(rows),
        weights={n: round(float(w), DECIMALS) for n, w in zip(names, found.weights, strict=True)},
        penalties={
            n: round(float(p), DECIMALS) for n, p in zip(fines, found.penalties, strict=True)
        },
        middle_at=found.middle_at,
        rows=tuple(_described(rows, start, held, first, found, seed)),
        before=rank(before, data.ratings),
        fitted=rank(scores, data.ratings),
        cross_validated=rank(on_unseen, data.ratings),
        threshold=_threshold(scores, on_unseen, data, seed),
        by_type={},
        seed=seed,
    )


def _described(
    rows: Sequence[RatedRow], start: Start, held: Data, first: Numbers, found: Numbers, seed: int
) -> Iterator[FittedRow]:
    """What is told of each feature; `without` is measured on `held`, from `first`."""
    every = [(False, place, name) for place, name in enumerate(start.weights)]
    every += [(True, place, name) for place, name in enumerate(start.penalties)]
    for each in every:
        penalty, at, name = each
        rest = [other for other in every if other != each]
        kept, fined = ([at for fine, at, _ in rest if fine == which] for which in (False, True))
        others = held.columns(kept, fined), first.columns(kept, fined)
        before, after = (
            float((numbers.penalties if penalty else numbers.weights)[at])
            for numbers in (first, found)
        )
        applies = sum(row.features.get(name) is not None for row in rows) / len(rows)
        yield FittedRow(
            name=name,
            penalty=penalty,
            before=round(before, DECIMALS),
            after=round(after, DECIMALS),
            applies=round(applies, DECIMALS),
            without=rank(unseen(*others, seed, select=False), held.ratings) if kept else None,
        )


def _threshold(scores: Floats, on_unseen: Floats, data: Data, seed: int) -> Threshold | None:
    """The score that best parts untrue from true; its rightness with thresholds of other folds."""
    true, untrue = data.ratings >= TRUE_FROM, data.ratings <= UNTRUE_TO
    if not true.any() or not untrue.any():
        return None
    folds = folds_of(data.groups, seed)
    called = np.zeros(len(scores), dtype=bool)
    for fold in range(FOLDS):
        test = folds == fold
        others = ~test & (true | untrue)
        if (true & others).any() and (untrue & others).any():
            called[test] = on_unseen[test] < best_threshold(on_unseen[others], true[others])
    either = true | untrue
    return Threshold(
        below=round(best_threshold(scores[either], true[either]), 2),
        untrue=round(float(called[untrue].mean()), DECIMALS),
        true=round(float(1.0 - called[true].mean()), DECIMALS),
    )


def best_threshold(scores: Floats, true: Flags) -> float:
    """The score with the best mean of (true at or above it) and (untrue below it)."""
    found = np.unique(scores)
    grid = np.unique(np.quantile(found, np.linspace(0.0, 1.0, 201)))
    gains = [(scores[true] >= t).mean() + (scores[~true] < t).mean() for t in grid]
    return float(grid[int(np.argmax(np.round(gains, 9)))])
