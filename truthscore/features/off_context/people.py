"""The wrong person: another role than the passage has."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.off_context.index import Index
from truthscore.features.off_context.slip import NAME, slip, window_of
from truthscore.text.alignment import Passage, Unit
from truthscore.types import Evidence


def rival_roles(inputs: Inputs, unit: Unit, passage: Passage) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals = inputs.answer, inputs.language.persons.roles
    if rivals.keys().isdisjoint(answer.lemmas[slice(*unit.tokens)]):
        return
    document = inputs.aligned.documents[passage.document]
    window, at = window_of(inputs, passage)
    theirs = frozenset().union(*(document.words[number] for number in window))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in range(*unit.tokens):
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in document.words[at]]
        instead = [rival for rival in instead if rival not in ours]
        if instead and not _in_table(inputs, range(*unit.tokens), token):
            label = f"{role} / {instead[0]}"
            yield slip(inputs, passage, token, token + 1, label, rule="role.rival")


def _in_table(inputs: Inputs, tokens: range, role: int) -> bool:
    """Whether a role stands over a column, or before a row, of which tokens of the answer name the
    rest."""
    mine, said = inputs.answer.words_at((role,)), inputs.words_there(inputs.answer, tokens)
    indexes: list[Index] = [each.indexes[NAME] for each in inputs.documents]
    return any(
        cell.is_named(said) and not mine.isdisjoint(frozenset().union(*cell.label, *cell.heading))
        for index in indexes
        for cell in index.cells
    )
