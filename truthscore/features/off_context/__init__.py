"""Off-context slips (Table 2): the wrong person, another number, a condition dropped.

The sentence stands in the context, but with another role ("gebruiker" for "beheerder"), about one
where the page says all ("één gebruiker" for "alle gebruikers"), without the condition that limits
it ("alleen als ..."), or as if that did not hold ("ook als", "iedereen").
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs, weighed
from truthscore.features.off_context.conditions import cases_of, dropped_conditions, lifted_limits
from truthscore.features.off_context.index import Index
from truthscore.features.off_context.people import rival_roles
from truthscore.features.off_context.quantities import other_quantities
from truthscore.features.off_context.slip import NAME
from truthscore.language import LanguagePack
from truthscore.profile import OffContext, Profile
from truthscore.text.cells import cells
from truthscore.text.model import ParsedDocument
from truthscore.types import Evidence, Measurement


def index(document: ParsedDocument, language: LanguagePack, _profile: Profile) -> Index:
    """What each sentence of the document says under which conditions, and its cells
    that say yes or no."""
    parsed = document.parsed
    found = (cases_of(parsed, *sentence, language) for sentence in parsed.sentences)
    return Index(
        cases=tuple(each if each[0] else None for each in found),
        cells=tuple(cells(parsed, language)),
    )


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the slips count (`base.weighed`). None when no sentence has
    a close passage.
    """
    settings = inputs.profile.features.off_context
    told = [
        (place, unit, unit.passage)
        for place, unit in enumerate(inputs.aligned.units)
        if unit.passage is not None
        and inputs.answer.lowers[unit.tokens[1] - 1] != ":"  # it announces what follows
    ]
    close = [each for each in told if each[1].support >= settings.min_support]
    evidence: list[Evidence] = []
    for place, unit, passage in close:
        evidence.extend(rival_roles(inputs, unit, passage))
        evidence.extend(other_quantities(inputs, unit, passage))
        evidence.extend(dropped_conditions(inputs, place, unit, passage))
    for _, unit, passage in told:
        evidence.extend(lifted_limits(inputs, unit, passage))
    if not close and not evidence:
        return Measurement(value=None, note="no sentence is close enough to a passage")
    found, raw = weighed(inputs, evidence)
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=found)


OFF_CONTEXT = Feature(
    name=NAME,
    title="roles and conditions other than the passage's",
    section="4.4.2",
    settings=OffContext,
    index=index,
    measure=measure,
    needs_alignment=True,
)
