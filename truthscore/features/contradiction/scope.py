"""Whether two clauses hold in the same case: what is so in one case says nothing of another."""

from __future__ import annotations

from truthscore.features.base import Inputs
from truthscore.features.contradiction.matches import Match, clauses_around, pairs_of
from truthscore.text.alignment import Unit
from truthscore.text.opposition import overlap


def of_other_cases(inputs: Inputs, unit: Unit, match: Match) -> bool:
    """Whether both sentences set a case, and not the same one: "If you are the only manager, you
    can approve it" beside "You cannot approve it if you made it"."""
    settings = inputs.profile.features.contradiction
    page = [each for each in clauses_around(inputs, match) if each.conditional]
    theirs = {word for each in page for word in match.parsed.words_at(each.said)}
    ours = [part for part, _ in pairs_of(inputs, unit) if part.conditional and part.content]
    return bool(ours and theirs) and all(
        overlap(inputs.language, inputs.answer, part, theirs)[0] < settings.min_back
        for part in ours
    )
