"""Off-context slips (Table 2): the wrong person, another number, a condition dropped or added.

The sentence stands in the context, but with another role ("gebruiker" for "beheerder"), about one
where the page says all ("één gebruiker" for "alle gebruikers"), without the condition that limits
it ("alleen als ..."), as if that did not hold ("ook als", "iedereen"), or with one that the context
does not have. To "wie ...?" the answer names other people than the sentence that tells, or it says
"ja" to what only others may do.
"""

from __future__ import annotations

import itertools

from truthscore.features.base import Feature, Inputs
from truthscore.features.off_context.askers import not_the_askers_to_do
from truthscore.features.off_context.conceded import makes_no_difference
from truthscore.features.off_context.conditions import cases_of, conditions, lifted_limits
from truthscore.features.off_context.index import Index
from truthscore.features.off_context.people import (
    other_doers,
    other_people,
    rival_roles,
    strangers,
)
from truthscore.features.off_context.quantities import other_quantities
from truthscore.features.off_context.reserved import not_the_only_one, not_theirs_to_do, reserved
from truthscore.features.off_context.slip import NAME
from truthscore.features.off_context.without_exception import limited, without_exception
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.cells import cells
from truthscore.text.model import ParsedDocument
from truthscore.types import Measurement


def index(document: ParsedDocument, language: LanguagePack, _profile: Profile) -> Index:
    """What each sentence of the document says under which conditions, and its cells
    that say yes or no."""
    parsed = document.parsed
    found = (cases_of(parsed, *sentence, language) for sentence in parsed.sentences)
    return Index(
        cases=tuple(each if each[0] else None for each in found),
        cells=tuple(cells(parsed, language)),
        reserved=tuple(
            (number, each)
            for number, tokens in enumerate(parsed.sentences)
            for each in reserved(parsed, tokens, language)
        ),
        limited=tuple(
            (number, each)
            for number, tokens in enumerate(parsed.sentences)
            for each in limited(parsed, tokens, language)
        ),
    )


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = number of slips. None when no sentence has a close passage and
    "wie ...?" is answered with nobody else.

    A dropped case ("als u met btw werkt") counts `slight`: often the question or the whole answer
    is about that case. So do people whom no page names: they may be the page's by another name;
    where it is asked who does it they count `asked_who`. A dropped limit ("alleen als", "tenzij")
    is a slip like any other.
    """
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    units = inputs.aligned.units
    told = [
        (place, unit)
        for place, unit in enumerate(units)
        if unit.passage is not None
        and inputs.answer.lowers[unit.tokens[1] - 1] != ":"  # it announces what follows
    ]
    near = [each for each in told if each[1].support >= settings.lifted_support]
    close = [each for each in near if each[1].support >= settings.min_support]
    evidence = list(other_people(inputs))
    asks_who = not inputs.language.who.isdisjoint(inputs.question.lowers)
    unknown_people = settings.asked_who if asks_who else settings.slight
    spared = 0.0  # of one for each finding
    for place, unit in near:
        if (place, unit) not in close:
            unknown = list(strangers(inputs, unit))
            spared += (1.0 - unknown_people) * len(unknown)
            evidence.extend(unknown)
            continue
        found = list(rival_roles(inputs, unit)) or list(other_doers(inputs, unit))
        unknown = [] if found else list(strangers(inputs, unit))
        spared += (1.0 - unknown_people) * len(unknown)
        found.extend(unknown)
        found.extend(other_quantities(inputs, unit))
        for weak, each in conditions(inputs, place, unit):
            found.append(each)
            spared += (1.0 - settings.slight) * weak
        evidence.extend(found)
    lifted = list(itertools.chain(*(lifted_limits(inputs, unit) for _, unit in told)))
    # one untruth, whichever word shows it
    lifted = lifted or [each for unit in units for each in makes_no_difference(inputs, unit)]
    lifted = lifted or [each for unit in units for each in without_exception(inputs, unit)]
    lifted = lifted or list(not_the_only_one(inputs))
    lifted = lifted or [each for unit in units for each in not_theirs_to_do(inputs, unit)]
    evidence.extend(lifted or not_the_askers_to_do(inputs))
    if not close and not evidence:
        return Measurement(value=None, note="no sentence is close enough to a passage")
    raw = round(len(evidence) - spared, 6)
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=tuple(evidence))


OFF_CONTEXT = Feature(
    name=NAME,
    title="roles and conditions other than the passage's",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
