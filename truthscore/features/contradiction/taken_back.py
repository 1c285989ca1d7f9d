"""What a page says and the answer takes back: "It is a myth that ..." (see text/retraction)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import Unit
from truthscore.text.clauses import clauses
from truthscore.text.retraction import Retraction, retractions
from truthscore.types import Evidence

RULE = "retracted"


def taken_back(inputs: Inputs) -> Mapping[int, Retraction]:
    """What the answer takes back, by the character at which its sentence begins."""
    whole = inputs.whole or inputs.answer
    return inputs.once(
        (NAME, RULE, whole.text),
        lambda: {whole.starts[r.sentence[0]]: r for r in retractions(whole, inputs.language)},
    )


def turned_by(
    inputs: Inputs, unit: Unit, back: Retraction, found: Sequence[Evidence]
) -> Sequence[Evidence]:
    """What speaks against a unit that is taken back: that the page says it, as often denied.

    Where something speaks against it as it stands (`found`), the page says the contrary and the
    answer is right to take it back; so it is where the page does so in the same words.
    """
    settings = inputs.profile.features.contradiction
    place = unit.passage
    if place is None or unit.support < settings.told_support:
        return ()
    if any(each.rule != "denied" for each in found):
        return ()
    page = inputs.aligned.documents[place.document].parsed
    moved = unit.tokens[0] - back.sentence[0]
    mine = [t - moved for part in inputs.parts(unit) for t in part.negations]
    denied = len([t for t in mine if back.said[0] <= t < back.said[1]])
    sentences = page.sentences[max(0, place.sentence - 1) : place.sentence + 1]
    theirs = clauses(page, *sentences[-1], inputs.language)
    if denied % 2 != sum(len(part.negations) for part in theirs) % 2 or any(
        back.by in " ".join((*page.lowers[slice(*each)], "")) for each in sentences
    ):
        return ()
    return [against(inputs, unit.tokens, "taken back", place.document, place.sentence, rule=RULE)]
