"""What a page says and the answer takes back: "It is a myth that ..." (see text/retraction)."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.compare.edited import edited
from truthscore.features.compare.gate import asserts, retraction_of
from truthscore.features.compare.polarity import turned
from truthscore.text.alignment import Unit
from truthscore.text.clauses import clauses
from truthscore.types import Evidence

RULE = "retracted"


def taken_back(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that is taken back, though the page says it, as often denied.

    Where something speaks against it as it stands, the page says the contrary and the answer is
    right to take it back; a denial does so only where the page takes it back in the same words.
    """
    settings = inputs.profile.features.contradiction
    back, place = retraction_of(inputs, unit), unit.passage
    if back is None or place is None or unit.support < settings.told_support:
        return
    if asserts(inputs, unit):
        other = [*turned(inputs, unit)] or edited(inputs, unit)
        if any(each.rule != "denied" for each in other):
            return
    page = inputs.aligned.documents[place.document].parsed
    moved = unit.tokens[0] - back.sentence[0]
    mine = [t - moved for part in inputs.frame(unit).clauses for t in part.negations]
    denied = len([t for t in mine if back.said[0] <= t < back.said[1]])
    sentences = page.sentences[max(0, place.sentence - 1) : place.sentence + 1]
    theirs = clauses(page, *sentences[-1], inputs.language)
    if denied % 2 != sum(len(part.negations) for part in theirs) % 2 or any(
        back.by in " ".join((*page.lowers[slice(*each)], "")) for each in sentences
    ):
        return
    yield against(inputs, unit.tokens, "taken back", place.document, place.sentence, rule=RULE)
