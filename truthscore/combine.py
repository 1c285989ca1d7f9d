"""From measurements to stars (§5.3, Figure 4): a mean, a scale, an ordered table of overrides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from truthscore.profile import Score
from truthscore.types import Measurement

#: Stars run from 1 to 5 (§5.3).
LOWEST, HIGHEST = 1.0, 5.0
#: Scores are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A finding that decides the score by itself, and the feature it comes from."""

    name: str
    feature: str
    score: float
    holds: Callable[[Measurement], bool]


#: `raw` of components_defined counts missing components; `raw` of verbatim_guide is 1.0 on a match.
OVERRIDES: Mapping[str, Override] = {
    override.name: override
    for override in (
        Override(
            name="missing_component",
            feature="components_defined",
            score=LOWEST,
            holds=lambda found: (found.raw or 0.0) > 0.0,
        ),
        Override(
            name="verbatim_guide",
            feature="verbatim_guide",
            score=HIGHEST,
            holds=lambda found: found.raw == 1.0,
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stars:
    """`base_score` is the paper's first score, `score` its second; both 1-5 or None."""

    base_score: float | None
    score: float | None
    override: str | None


def combine(measurements: Mapping[str, Measurement], settings: Score) -> Stars:
    """The two scores of the paper (§5.3).

    `base_score` = 1 + 4 x mean of the features. `score` = the first override that holds, else
    the scaled mean of all features or of those that no override reads (`settings.middle`).
    Both are None when nothing was measured.
    """
    deciding = {OVERRIDES[name].feature for name in OVERRIDES}
    base = _scaled(measurements, settings, frozenset())
    middle = base
    if settings.middle == "five":
        middle = _scaled(measurements, settings, frozenset(deciding))
    for name in settings.overrides:
        override = OVERRIDES[name]
        found = measurements.get(override.feature)
        if found is not None and override.holds(found):
            return Stars(base_score=base, score=override.score, override=name)
    return Stars(base_score=base, score=middle, override=None)


def _scaled(
    measurements: Mapping[str, Measurement], settings: Score, leave_out: frozenset[str]
) -> float | None:
    missing = {"skip": None, "zero": 0.0, "one": 1.0}[settings.not_applicable]
    values = [
        missing if found.value is None else found.value
        for name, found in measurements.items()
        if name not in leave_out
    ]
    counted = [value for value in values if value is not None]
    if not counted:
        return None
    return round(LOWEST + (HIGHEST - LOWEST) * sum(counted) / len(counted), DECIMALS)
