"""A short sentence that is denied where its passage is not, but resembles it too little for a
finding."""

from __future__ import annotations

from collections.abc import Iterable

from truthscore.features.base import Inputs
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause, clauses


def plain_doubt(inputs: Inputs, unit: Unit) -> float | None:
    """Overlap with the passage of a short sentence that is turned round; 0.0 when it agrees,
    or all of it stands in a clause of the passage that does.

    None when either is longer than `short` tokens (then a negation may stand anywhere) or they
    have too little in common.
    """
    settings = inputs.profile.features.contradiction
    if unit.passage is None or unit.exact < settings.doubt_overlap:
        return None
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    passage = parsed.sentences[unit.passage.sentence]
    if max(unit.tokens[1] - unit.tokens[0], passage[1] - passage[0]) > settings.short:
        return None
    answer, language = inputs.answer, inputs.language
    ours = _negations(inputs.frame(unit).clauses)
    theirs = clauses(parsed, *passage, language)
    if ours % 2 == _negations(theirs) % 2:
        return 0.0
    for clause in theirs:
        there = parsed.words_at(clause.tokens)
        if ours % 2 == clause.denied and all(
            not there.isdisjoint(answer.written(token)) for token in unit.content
        ):
            return 0.0  # "they are final" of "they are final: you cannot change them"
    return unit.exact


def _negations(parts: Iterable[Clause]) -> int:
    return sum(len(clause.negations) for clause in parts)
