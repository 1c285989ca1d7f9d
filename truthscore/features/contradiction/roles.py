"""What a page says that some people do not do, and the answer says that they do.

"Managers can view the bin but not restore", "not even by support", "A manager cannot do that":
whatever else the sentence says, and of whom.
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import Unit, sentence_of, sentence_span
from truthscore.text.doings import Doing, doings
from truthscore.types import ANSWER, Evidence, Span


def denied_role(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """People of whom a unit says that they do what a page says that they do not, if no sentence
    that is as much of the same says that they do."""
    answer, language = inputs.answer, inputs.language
    lowers = answer.lowers[slice(*unit.tokens)]
    if lowers[-1] == "?" or not (language.cannot | language.near_negations).isdisjoint(lowers):
        return  # "are unable to", "lack the right to"
    told = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].doings
    ]
    denied = [each for _, _, each in told if each.denied]
    if not any(_may_be(inputs, unit, each) for each in denied):
        return  # most; then nobody looks at trees
    sentence = sentence_of(answer, unit.tokens[0])
    near = answer.words_at(range(*unit.tokens)) | inputs.question.words_at(
        range(len(inputs.question.lowers))
    )
    for mine in doings(answer, sentence, language):
        if mine.denied:
            continue
        same = [
            (len(near & each.about), place, number, each)
            for place, number, each in told
            if each.role == mine.role
            and each.verbs & mine.verbs
            and not (each.narrowed and near.isdisjoint(each.narrowed))
        ]
        most = max((count for count, *_ in same), default=0)
        best = [each for each in same if each[0] == most]
        if most and all(each.denied for *_, each in best):
            _, place, number, _ = best[0]
            source = inputs.documents[place].document
            start, end = sentence_span(source.parsed, number)
            yield Evidence(
                span=Span(
                    source=ANSWER, start=answer.starts[mine.token], end=answer.ends[mine.token]
                ),
                role="contradicts",
                label=f"{mine.role}: denied",
                match=Span(source=source.source, start=start, end=end),
            )


def _may_be(inputs: Inputs, unit: Unit, denied: Doing) -> bool:
    """Whether a statement of the unit that denies nothing has the role and one of the verbs, or
    "that" for it."""
    answer, language = inputs.answer, inputs.language
    if denied.role not in answer.lemmas[slice(*unit.tokens)]:
        return False  # most
    parts = inputs.parts(unit)
    for part in parts:
        lemmas = {*answer.lemmas[slice(part.start, part.end)]}
        turned = part.denied and language.but.isdisjoint(lemmas)
        if denied.role in lemmas and not turned:
            again = language.stand_ins | language.modals  # "your administrator can do that"
            return not denied.verbs.isdisjoint(lemmas) or not (
                again.isdisjoint(lemmas) or language.that.isdisjoint(lemmas)
            )
    return False
