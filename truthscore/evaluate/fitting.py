"""Weights, penalties and the scale from a team's own stars; the same file every time.

A score is the weighted mean of some features, put on the stars, minus a penalty for what others
find. All of that is linear in what people see, so non-negative least squares (scipy's NNLS) fits it
and every number stays readable: a weight of 0.3 is three times one of 0.1, a penalty of 2 takes two
stars off when its feature is 0. A pull towards the profile's own numbers keeps a small set of
ratings from overturning them. What a finding of each rule counts follows from how often it was
right among these answers (`odds.py`), with the same pull. Everything reported as cross-validated
was measured on answers that the numbers had not seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from truthscore.errors import InputError
from truthscore.evaluate.correlation import spearman
from truthscore.evaluate.odds import counted, log_odds, meant, slope
from truthscore.evaluate.rated import RatedRow
from truthscore.types import MESSAGE_TYPES

#: Fewer ratings than this decide nothing: the weights would be noise.
MIN_RATINGS = 50
FOLDS = 5
#: How many rated rows the profile's own numbers count for.
PULL = 20.0
#: Stars between a mean of 0 and one of 1, as the pull takes it.
STARS_PER_MEAN = 4.0
#: From so many ratings on, a feature is left out when the others rank unseen answers better by
#: `MIN_GAIN` without it; with fewer, which one that is follows chance.
MIN_SELECT = 200
MIN_GAIN = 0.002
#: From so many rated refusals on they get stars of their own, the mean of their ratings.
MIN_REFUSALS = 10
#: A message type keeps weights of its own when they rank its unseen answers better by this much.
MIN_TYPE_GAIN = 0.01
#: Penalties grow at most so many times with a mean that people's stars follow weakly.
MAX_STRETCH = 2.0
#: Where the middle star may lie.
MIDDLES = tuple(round(0.05 * step, 2) for step in range(2, 19))
#: From these ratings on an answer counts as true, up to these as untrue (paper, §6.2).
TRUE_FROM, UNTRUE_TO = 4.0, 2.0
DECIMALS = 4

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
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
    above it; `balanced` is their mean. None when the ratings have no such answers.
    """

    below: float
    untrue: float
    true: float
    balanced: float


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


@dataclass(frozen=True, slots=True)
class _Data:
    """The rows as numbers: mean features (gaps hold their mean), penalty features as 1 - value."""

    values: Floats
    known: Flags
    losses: Floats
    ratings: Floats
    groups: tuple[str, ...]

    def take(self, rows: Flags) -> _Data:
        groups = tuple(g for g, keep in zip(self.groups, rows, strict=True) if keep)
        return _Data(
            self.values[rows], self.known[rows], self.losses[rows], self.ratings[rows], groups
        )

    def drop(self, column: int) -> _Data:
        return _Data(
            np.delete(self.values, column, 1), np.delete(self.known, column, 1),
            self.losses, self.ratings, self.groups,
        )  # fmt: skip

    def forgive(self, column: int) -> _Data:
        return _Data(
            self.values, self.known, np.delete(self.losses, column, 1), self.ratings, self.groups
        )


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Weights that sum to 1, penalties in stars, the mean of 3 stars."""

    weights: Floats
    penalties: Floats
    middle_at: float


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
    before = _rank(
        np.array(predict(usable, start)), np.array([float(row.rating or 0) for row in usable])
    )
    rules = fit_rules(usable, start)
    unseen = _recounted_unseen(usable, start, seed)
    usable = recounted(usable, rules)
    whole = replace(_fit(usable, unseen, start, seed), before=before, rules=rules)
    fitted = Start(weights=whole.weights, penalties=whole.penalties, middle_at=whole.middle_at)
    by_type: dict[str, Fit] = {}
    for name in MESSAGE_TYPES:
        own, unseen_own = (
            [row for row in found if row.message_type == name] for found in (usable, unseen)
        )
        if len(own) < MIN_RATINGS or len({row.rating for row in own}) == 1:
            continue
        found = _fit(own, unseen_own, fitted, seed)
        if (found.cross_validated or -1.0) >= (found.before or -1.0) + MIN_TYPE_GAIN:
            by_type[name] = found
    refused = len(declined)
    refusals = round(math.fsum(declined) / refused, 2) if refused >= MIN_REFUSALS else None
    return replace(whole, by_type=by_type, refusals=refusals, refused=refused)


def predict(rows: Sequence[RatedRow], numbers: Start | Fit) -> list[float]:
    """The stars (1-5) that `numbers` give to rows with features, without overrides.

    Rows that decline get the stars that were fitted for them, when there are any.
    """
    if isinstance(numbers, Fit) and numbers.refusals is not None:
        known = predict(rows, replace(numbers, refusals=None))
        pairs = zip(rows, known, strict=True)
        return [numbers.refusals if row.declines else star for row, star in pairs]
    if isinstance(numbers, Fit) and numbers.rules:
        return predict(recounted(rows, numbers.rules), replace(numbers, rules=()))
    if isinstance(numbers, Fit) and numbers.by_type:
        whole = predict(rows, replace(numbers, by_type={}))
        for name, own in numbers.by_type.items():
            places = [place for place, row in enumerate(rows) if row.message_type == name]
            for place, star in zip(places, predict([rows[p] for p in places], own), strict=True):
                whole[place] = star
        return whole
    names, fines = list(numbers.weights), list(numbers.penalties)
    found = _Numbers(
        np.array([numbers.weights[name] for name in names]),
        np.array([numbers.penalties[name] for name in fines]),
        numbers.middle_at,
    )
    return [float(star) for star in _stars(_data(rows, names, fines), found)]


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
    folds = folds_of(_groups(rows), seed)
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
    data, held = _data(rows, names, fines), _data(unseen_rows, names, fines)
    first = _Numbers(
        _share(np.array([start.weights[name] for name in names])),
        np.array([start.penalties[name] for name in fines]),
        start.middle_at,
    )
    found = _solve(data, first, seed)
    before, scores = _stars(data, first), _stars(data, found)
    unseen = _unseen(held, first, seed)
    described = [
        FittedRow(
            name=name,
            penalty=False,
            before=round(float(first.weights[place]), DECIMALS),
            after=round(float(found.weights[place]), DECIMALS),
            applies=round(float(data.known[:, place].mean()), DECIMALS),
            without=_rank(
                _unseen(held.drop(place), _drop(first, place), seed, select=False), data.ratings
            )
            if len(names) > 1
            else None,
        )
        for place, name in enumerate(names)
    ]
    described += [
        FittedRow(
            name=name,
            penalty=True,
            before=round(float(first.penalties[place]), DECIMALS),
            after=round(float(found.penalties[place]), DECIMALS),
            applies=round(
                sum(row.features.get(name) is not None for row in rows) / len(rows), DECIMALS
            ),
            without=_rank(
                _unseen(held.forgive(place), _forgive(first, place), seed, select=False),
                data.ratings,
            ),
        )
        for place, name in enumerate(fines)
    ]
    return Fit(
        n=len(rows),
        weights={n: round(float(w), DECIMALS) for n, w in zip(names, found.weights, strict=True)},
        penalties={
            n: round(float(p), DECIMALS) for n, p in zip(fines, found.penalties, strict=True)
        },
        middle_at=found.middle_at,
        rows=tuple(described),
        before=_rank(before, data.ratings),
        fitted=_rank(scores, data.ratings),
        cross_validated=_rank(unseen, data.ratings),
        threshold=_threshold(scores, unseen, data, seed),
        by_type={},
        seed=seed,
    )


def _data(rows: Sequence[RatedRow], names: Sequence[str], fines: Sequence[str]) -> _Data:
    def column(name: str, missing: float) -> Floats:
        found = (row.features.get(name) for row in rows)
        return np.array([missing if value is None else value for value in found], dtype=np.float64)

    raw = np.array([column(name, np.nan) for name in names]).reshape(len(names), len(rows)).T
    known = np.isfinite(raw)
    counts = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, raw, 0.0).sum(axis=0) / counts
    losses = np.array([1.0 - column(name, 1.0) for name in fines]).reshape(len(fines), len(rows)).T
    return _Data(
        values=np.where(known, raw, means),
        known=known,
        losses=losses,
        ratings=np.array([float(row.rating or 0.0) for row in rows]),
        groups=_groups(rows),
    )


def _groups(rows: Sequence[RatedRow]) -> tuple[str, ...]:
    """What stays together in cross-validation: the answers to one question."""
    return tuple(row.question or row.id for row in rows)


def _solve(data: _Data, start: _Numbers, seed: int, *, select: bool = True) -> _Numbers:
    """The numbers for `data`; features without which it ranks unseen answers better weigh 0."""
    kept = list(range(data.values.shape[1]))
    while select and len(data.ratings) >= MIN_SELECT and len(kept) > 1:
        whole = _inner(data, start, kept, seed)
        without = {
            place: _inner(data, start, [p for p in kept if p != place], seed) for place in kept
        }
        best = max(kept, key=lambda place: (without[place], -place))
        if without[best] < whole + MIN_GAIN:
            break
        kept.remove(best)
    weights, penalties = _least_squares(_only(data, kept), _only_numbers(start, kept))
    full = np.zeros(data.values.shape[1])
    full[kept] = weights
    middle = _middle(data, full, penalties, start.middle_at)
    return _Numbers(full, penalties, middle)


def _inner(data: _Data, start: _Numbers, kept: Sequence[int], seed: int) -> float:
    """Rank correlation on unseen rows of a linear fit with the features `kept`."""
    part, first = _only(data, kept), _only_numbers(start, kept)
    folds = folds_of(part.groups, seed + 1)
    scores = np.zeros(len(part.ratings))
    for fold in range(FOLDS):
        test = folds == fold
        if test.any() and not test.all():
            weights, penalties = _least_squares(part.take(~test), first)
            scores[test] = _mean(part.take(test), weights) * STARS_PER_MEAN
            scores[test] -= part.losses[test] @ penalties
    return _rank(scores, part.ratings) or 0.0


def _least_squares(data: _Data, start: _Numbers) -> tuple[Floats, Floats]:
    """Weights that sum to 1 and penalties in stars, pulled as if by `PULL` more rows."""
    count, fines = data.values.shape[1], data.losses.shape[1]
    # The last two columns are an offset of either sign: people may be kinder than the features.
    offset = np.ones((len(data.values), 1))
    columns = np.hstack([data.values, -data.losses, offset, -offset])
    prior = np.concatenate([start.weights * STARS_PER_MEAN, start.penalties])
    spread = np.array([_spread(data.values)] * count + [_spread(data.losses)] * fines)
    spread = spread * float(np.sqrt(PULL))
    pull = np.hstack([np.diag(spread), np.zeros((count + fines, 2))])
    solution, _ = nnls(np.vstack([columns, pull]), np.concatenate([data.ratings, spread * prior]))
    weights = solution[:count]
    total = float(weights.sum())
    # The mean will span four stars whatever it spans here, and the penalties must keep up with it.
    stretch = min(STARS_PER_MEAN / total, MAX_STRETCH) if total > 0 else 1.0
    return _share(weights), solution[count : count + fines] * stretch


def _spread(values: Floats) -> float:
    return float(values.std()) or 1.0 if values.size else 1.0


def _middle(data: _Data, weights: Floats, penalties: Floats, start: float) -> float:
    """The mean that gets 3 stars, so that the stars come nearest to people's; else `start`."""

    def error(middle: float) -> float:
        return float(np.square(_stars(data, _Numbers(weights, penalties, middle))
                               - data.ratings).mean())  # fmt: skip

    best = min(MIDDLES, key=lambda middle: (round(error(middle), DECIMALS), abs(middle - start)))
    return best if round(error(best), DECIMALS) < round(error(start), DECIMALS) else start


def _mean(data: _Data, weights: Floats) -> Floats:
    """The weighted mean over the features that apply, as the profile will compute it."""
    total = (data.known * weights).sum(axis=1)
    mean = (np.where(data.known, data.values, 0.0) * weights).sum(axis=1)
    middle = np.full(len(data.values), 0.5)
    found: Floats = np.divide(mean, total, out=middle, where=total > 0)
    return found


def _stars(data: _Data, numbers: _Numbers) -> Floats:
    """The stars the profile will give, without overrides."""
    mean, middle = _mean(data, numbers.weights), numbers.middle_at
    stars = np.where(
        mean <= middle, 1.0 + 2.0 * mean / middle, 3.0 + 2.0 * (mean - middle) / (1.0 - middle)
    )
    fined: Floats = np.asarray(stars - data.losses @ numbers.penalties, dtype=np.float64)
    scores: Floats = np.maximum(1.0, fined).round(6)
    return scores


def _unseen(data: _Data, start: _Numbers, seed: int, *, select: bool = True) -> Floats:
    """The stars each fold gets from numbers fitted on the other folds."""
    folds = folds_of(data.groups, seed)
    scores = np.zeros(len(data.ratings))
    for fold in range(FOLDS):
        test = folds == fold
        if test.any() and not test.all():
            found = _solve(data.take(~test), start, seed, select=select)
            scores[test] = _stars(data.take(test), found)
    return scores


def folds_of(groups: Sequence[str], seed: int) -> NDArray[np.int64]:
    """The fold (0 to `FOLDS` - 1) of each row, drawn with `seed`; a group stays together."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    fold_of = {name: int(place) % FOLDS for name, place in zip(names, order, strict=True)}
    return np.array([fold_of[name] for name in groups])


def _threshold(scores: Floats, unseen: Floats, data: _Data, seed: int) -> Threshold | None:
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
            called[test] = unseen[test] < best_threshold(unseen[others], true[others])
    shares = float(called[untrue].mean()), float(1.0 - called[true].mean())
    either = true | untrue
    return Threshold(
        below=round(best_threshold(scores[either], true[either]), 2),
        untrue=round(shares[0], DECIMALS),
        true=round(shares[1], DECIMALS),
        balanced=round(sum(shares) / 2, DECIMALS),
    )


def best_threshold(scores: Floats, true: Flags) -> float:
    """The score with the best mean of (true at or above it) and (untrue below it)."""
    found = np.unique(scores)
    grid = np.unique(np.quantile(found, np.linspace(0.0, 1.0, 201)))
    gains = [(scores[true] >= t).mean() + (scores[~true] < t).mean() for t in grid]
    return float(grid[int(np.argmax(np.round(gains, 9)))])


def _share(weights: Floats) -> Floats:
    """Weights that sum to 1; even ones when all are 0."""
    total = float(weights.sum())
    if total > 0:
        return weights / total
    return np.ones(len(weights), dtype=np.float64) / max(1, len(weights))


def _only(data: _Data, kept: Sequence[int]) -> _Data:
    columns = list(kept)
    return _Data(
        data.values[:, columns], data.known[:, columns], data.losses, data.ratings, data.groups
    )


def _only_numbers(numbers: _Numbers, kept: Sequence[int]) -> _Numbers:
    return _Numbers(_share(numbers.weights[list(kept)]), numbers.penalties, numbers.middle_at)


def _drop(numbers: _Numbers, place: int) -> _Numbers:
    return _Numbers(_share(np.delete(numbers.weights, place)), numbers.penalties, numbers.middle_at)


def _forgive(numbers: _Numbers, place: int) -> _Numbers:
    return _Numbers(numbers.weights, np.delete(numbers.penalties, place), numbers.middle_at)


def _rank(scores: Floats, ratings: Floats) -> float | None:
    found = spearman(scores, ratings)
    return None if found is None else round(found, DECIMALS)
