"""A sentence of the page with "never" for its "only": "You can *never* change it here"."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.text.alignment import Unit, is_claim, share_of
from truthscore.types import Evidence


def never_only(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that denies all that its passage says of some only, and says no more than it.

    Both say the same words of the same: what only some may do, they may do.
    """
    settings = inputs.profile.features.contradiction
    place, language, answer = unit.passage, inputs.language, inputs.answer
    limits = language.only | language.negations
    lowers = answer.lowers[slice(*unit.tokens)]
    denials = sum(word in language.negations for word in lowers)  # two of them are "only"
    # "not before" and "nobody but" are "only" as well
    others = (
        language.only
        | language.persons.nobody
        | language.denying.near_negations
        | language.cases.times
    )
    if place is None or denials != 1 or not others.isdisjoint(lowers):
        return  # nearly all
    page = inputs.aligned.documents[place.document].parsed
    start, end = page.sentences[place.sentence]
    limit = limits & {*page.lowers[start:end]}
    if not limit or not limit <= language.only:
        return
    said = [t for t in unit.content if limits.isdisjoint(answer.written(t))]
    theirs = [
        t
        for t in range(start, end)
        if limits.isdisjoint(page.written(t)) and is_claim(page, t, language)
    ]
    shares = (
        share_of(answer, said, page.words_at(range(start, end)), language.code),
        share_of(page, theirs, answer.words_at(range(*unit.tokens)), language.code),
    )
    if min(shares) >= settings.whole:
        yield against(
            inputs, unit.tokens, "never / only", place.document, place.sentence, rule="opposite"
        )
