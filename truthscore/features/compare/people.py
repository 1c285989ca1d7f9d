"""The wrong person: another role than the passage has."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.compare.gate import around
from truthscore.text.alignment import Unit
from truthscore.types import Evidence


def rival_roles(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals, passage = inputs.answer, inputs.language.persons.roles, unit.passage
    people = inputs.frame(unit).people
    if not people or passage is None:
        return  # most
    words = inputs.aligned.documents[passage.document].words
    theirs = frozenset().union(*(words[number] for number in around(inputs, passage)))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in people:
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in words[passage.sentence]]
        instead = [rival for rival in instead if rival not in ours]
        if instead and not _in_table(inputs, range(*unit.tokens), token):
            label = f"{role} / {instead[0]}"
            place = passage.document, passage.sentence
            yield against(inputs, (token, token + 1), label, *place, rule="role.rival")


def _in_table(inputs: Inputs, tokens: range, role: int) -> bool:
    """Whether a role stands over a column, or before a row, of which tokens of the answer name the
    rest."""
    mine, said = inputs.answer.words_at((role,)), inputs.words_there(inputs.answer, tokens)
    return any(
        cell.is_named(said) and not mine.isdisjoint(frozenset().union(*cell.label, *cell.heading))
        for page in inputs.documents
        for cell in page.frames.cells
    )
