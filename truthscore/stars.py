"""From measurements to stars, in one place.

The paper's (§5.3, Figure 4): a mean, a scale, an ordered table of overrides. Beyond it: each
statement of an answer by itself, and of them the answer's stars.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from truthscore.profile import ReadStatements, Score, StatementSettings
from truthscore.statements.judge import Statement
from truthscore.types import REFUSAL, Measurement, StatementKind, StatementVerdict

#: Stars run from 1 to 5 (§5.3).
LOWEST, HIGHEST = 1.0, 5.0
#: Scores are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6
#: Name of the cap on answers without a sign between their statements.
NO_SIGNS = "no_signs"
#: Name of the cap on answers with words that a reader does not see, or sees struck out.
UNSEEN = "unseen"
#: Name of the cap on answers that take back what a page says.
RETRACTED = "retracted"
#: Name of the scale of answers whose pages are in another language, which ends below the highest.
OTHER_LANGUAGE = "other_language"

#: Measurements by feature name.
Measurements = Mapping[str, Measurement]


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A finding that decides the score by itself, and the feature it comes from."""

    name: str
    feature: str
    score: float
    holds: Callable[[Measurements], bool]


def _missing_component(found: Measurements) -> bool:
    """`raw` of components_defined counts the components that exist nowhere."""
    measured = found.get("components_defined")
    return measured is not None and (measured.raw or 0.0) > 0.0


def _sure_missing_component(found: Measurements) -> bool:
    """`sure` of components_defined counts those among them that a cue says are components."""
    measured = found.get("components_defined")
    return measured is not None and (measured.sure or 0.0) > 0.0


def _verbatim_guide(found: Measurements) -> bool:
    """`raw` of verbatim_guide is 1.0 on a match."""
    measured = found.get("verbatim_guide")
    return measured is not None and measured.raw == 1.0


def _clean_guide(found: Measurements) -> bool:
    """A verbatim guide, and nothing in the whole answer that speaks against it.

    A guide can be copied and a lie added: no sentence and no value may be unsupported, and nothing
    missing or contradicted.
    """
    bad = {"missing", "contradicts"}
    told = [found[name] for name in ("statements", "numbers") if name in found]
    return (
        _verbatim_guide(found)
        and not any(each.raw for each in told)
        and not any(each.role in bad for one in found.values() for each in one.evidence)
    )


OVERRIDES: Mapping[str, Override] = {
    override.name: override
    for override in (
        Override(
            name="missing_component",
            feature="components_defined",
            score=LOWEST,
            holds=_missing_component,
        ),
        Override(
            name="sure_missing_component",
            feature="components_defined",
            score=LOWEST,
            holds=_sure_missing_component,
        ),
        Override(
            name="verbatim_guide", feature="verbatim_guide", score=HIGHEST, holds=_verbatim_guide
        ),
        Override(name="clean_guide", feature="verbatim_guide", score=HIGHEST, holds=_clean_guide),
    )
}


#: Features that an override reads.
_DECIDING = frozenset(override.feature for override in OVERRIDES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Stars:
    """`base_score` is the paper's first score, `score` its second; both 1-5 or None."""

    base_score: float | None
    score: float | None
    override: str | None


def combine(measurements: Measurements, settings: Score) -> Stars:
    """The two scores of the paper (§5.3).

    `base_score` = weighted mean of the features as stars: 3 at `middle_at`, which at 0.5 is
    1 + 4 x mean. `score` = the first override that holds, else the mean of all features or of
    those that no override reads (`settings.middle`) as stars, minus the penalties: `stars` x
    (1 - value) for each feature that has one. Both are None when nothing was measured.
    """
    base = _scaled(measurements, settings, frozenset())
    for name in settings.overrides:
        override = OVERRIDES[name]
        if override.holds(measurements):
            return Stars(base_score=base, score=override.score, override=name)
    mean = base if settings.middle != "five" else _mean(measurements, settings)
    return Stars(base_score=base, score=_penalised(mean, measurements, settings), override=None)


def retracts(measurements: Measurements) -> bool:
    """Whether the answer takes back a statement of a page (`sure` of `contradiction`)."""
    told = measurements.get("contradiction")
    return told is not None and bool(told.sure)


def at_middle(stars: Stars, why: str | None) -> Stars:
    """`stars`, at most the middle star where something keeps an answer from being read as it stands
    (`why`, the name of the override): no sign parts its statements, so that none of them can be
    held against its passage (`no_signs`), words of it are struck out or hidden (`unseen`), or it
    takes back what a page says (`retracted`)."""
    middle = (LOWEST + HIGHEST) / 2
    if why is None or stars.score is None or stars.score <= middle:
        return stars
    return Stars(base_score=stars.base_score, score=middle, override=why)


#: The stars of a statement, and of an answer, by the worst that is said of one: from, to, and the
#: log odds that it is untrue at which it has the middle of both. What no page bears out is looked
#: at by a person; below the middle star lies only what a page speaks against, or what stands
#: nowhere, and below 2, where it is held back, what more than one thing speaks against.
SCALE: Mapping[StatementKind, tuple[float, float, float]] = {
    "contradicted": (LOWEST, 2.9, 2.5),
    "not_found": (3.0, 3.9, 0.0),
    "supported": (4.0, HIGHEST, 0.0),
}


def verdict_of(statement: Statement, settings: StatementSettings) -> StatementVerdict:
    """The verdict on a statement by itself."""
    if statement.signals is None:
        return StatementVerdict(span=statement.span, verdict="no_claim")
    odds = statement.odds(settings)
    rules = statement.contradicted(settings)
    if rules:
        kind: StatementKind = "contradicted"
    else:
        passes = statement.passes(settings) or statement.passes_alone(settings)
        kind = "supported" if passes else "not_found"
    return StatementVerdict(
        span=statement.span,
        verdict=kind,
        stars=_on_scale(kind, odds),
        passage=statement.passage,
        rules=rules or tuple(dict.fromkeys(each.rule for each in statement.found if each.rule)),
    )


def of_statements(
    stars: Stars, statements: Sequence[Statement], settings: StatementSettings
) -> Stars:
    """The stars of an answer whose features make `stars`, by its statements.

    The worst statement decides on which part of the scale (`SCALE`) they lie: an answer is
    supported only where each statement passes by itself, and all of it does. An override stays.
    """
    claims = [each for each in statements if each.signals is not None]
    if stars.score is None or stars.override is not None or not claims:
        return stars
    odds = odds_of(stars.score, claims, settings)
    kinds = {verdict_of(each, settings).verdict for each in claims}
    if "contradicted" in kinds:
        worst: StatementKind = "contradicted"
    else:
        passed = odds <= settings.sent and all(each.passes(settings) for each in claims)
        if isinstance(settings, ReadStatements):  # all of them in one way: no mixture of both
            alone = odds_of(stars.score, claims, settings.alone) <= settings.alone.sent
            passed |= alone and all(each.passes_alone(settings) for each in claims)
        worst = "supported" if passed else "not_found"
    return replace(stars, score=_on_scale(worst, odds))


def odds_of(score: float, claims: Sequence[Statement], settings: StatementSettings) -> float:
    """The log odds that an answer is untrue, from what its features and its statements say.

    A statement against which nothing speaks, as one that is copied, is left out of the mean: a
    sentence of the page must not carry an untrue one beside it. The features see the answer as a
    whole, and of a single statement know nothing that it does not say itself: the more statements,
    the more they count.
    """
    odds = [each.odds(settings) for each in claims]
    doubted = [told for told, each in zip(odds, claims, strict=True) if any(each.measured.values())]
    told = doubted or odds
    weights = settings.answer
    return math.fsum((
        weights.base, weights.star * (HIGHEST - score) * (1.0 - 1.0 / len(told)),
        weights.worst * max(odds), weights.mean * math.fsum(told) / len(told),
    ))  # fmt: skip


def _on_scale(kind: StatementKind, odds: float) -> float:
    """A place on a part of the scale: the more likely untrue, the lower."""
    start, end, middle = SCALE[kind]
    return round(start + (end - start) / (1.0 + math.exp(odds - middle)), DECIMALS)


def in_other_language(stars: Stars, most: float) -> Stars:
    """`stars` with what is above the middle star on a scale that ends at `most` instead of 5.

    Across languages nobody sees who does what, so such an answer is not sent by itself, and a
    better one still has more. The override is then called `other_language`.
    """
    if stars.score is None:
        return stars
    middle = (LOWEST + HIGHEST) / 2
    score = stars.score
    if score > middle:
        score = round(middle + (score - middle) * (most - middle) / (HIGHEST - middle), DECIMALS)
    return Stars(base_score=stars.base_score, score=score, override=OTHER_LANGUAGE)


def declining(
    stars: Stars, measurements: Measurements, settings: Score, refused: float | None
) -> Stars:
    """What an answer that declines gets: the stars `refused`, or none where its pages speak against
    what it tells besides."""
    override = OVERRIDES.get(stars.override or "")
    untrue = override is not None and override.score == LOWEST
    if refused is None or untrue or cost(measurements, settings):
        return Stars(base_score=stars.base_score, score=None, override=None)
    return Stars(base_score=stars.base_score, score=refused, override=REFUSAL)


def lowered(score: float, taken: float) -> float:
    """A score with so many stars taken off, not below the lowest."""
    return round(max(LOWEST, score - taken), DECIMALS)


def _mean(measurements: Measurements, settings: Score) -> float | None:
    """The score before penalties."""
    return _scaled(measurements, settings, _left_out(settings))


def _left_out(settings: Score) -> frozenset[str]:
    return _DECIDING if settings.middle == "five" else frozenset()


def _penalised(stars: float | None, measurements: Measurements, settings: Score) -> float | None:
    if stars is None:
        return None
    for cost in _costs(measurements, settings):
        stars -= cost
    return round(max(LOWEST, stars), DECIMALS)


def cost(measurements: Measurements, settings: Score) -> float:
    """The stars that all penalties together take off."""
    return math.fsum(_costs(measurements, settings))


def _costs(measurements: Measurements, settings: Score) -> Iterator[float]:
    for name, cost in settings.penalties.items():
        found = measurements.get(name)
        if found is not None and found.value is not None:
            yield cost * (1.0 - found.value)


def _scaled(measurements: Measurements, settings: Score, leave_out: frozenset[str]) -> float | None:
    total = weights = 0.0
    for name in measurements:
        weight = settings.weights.get(name, 0.0) if settings.weights else 1.0
        if name in leave_out or not weight:
            continue
        value = _value(measurements[name], settings)
        if value is None:
            continue
        total += weight * value
        weights += weight
    if not weights:
        return None
    return round(_stars(total / weights, settings.middle_at), DECIMALS)


def _value(measured: Measurement, settings: Score) -> float | None:
    """The value that counts; None when the feature is left out of the mean."""
    if measured.value is None:
        return {"skip": None, "zero": 0.0, "one": 1.0}[settings.not_applicable]
    return measured.value


def _stars(mean: float, middle_at: float) -> float:
    """1 at a mean of 0, the middle star at `middle_at`, 5 at a mean of 1; linear between them."""
    middle = (LOWEST + HIGHEST) / 2
    if mean <= middle_at:
        return LOWEST + (middle - LOWEST) * mean / middle_at
    return middle + (HIGHEST - middle) * (mean - middle_at) / (1.0 - middle_at)
