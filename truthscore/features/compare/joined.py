"""Sentences that are joined to one, each held by itself against the passage that it stands on.

A sentence is held against one passage. Whoever writes "and", a colon or a dash for a full stop
joins what stands far apart on the pages, so that what is untrue in it is held against another
passage. What a part says by itself is too little to judge an answer by, but enough not to send it
unread (`combine.at_most_unsupported`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truthscore.features.base import Inputs
from truthscore.features.compare.gate import on_passage
from truthscore.features.compare.polarity import turned
from truthscore.text.alignment import Unit, unit_of
from truthscore.text.clauses import Clause
from truthscore.text.model import ParsedText
from truthscore.text.retraction import says
from truthscore.types import Evidence

#: The sign behind what announces something.
ANNOUNCING = ":"


def denied_in_part(inputs: Inputs) -> Iterator[Evidence]:
    """The parts of sentences of which the passage says the contrary."""
    for unit in inputs.aligned.units:
        for part in parts(inputs, unit):
            if on_passage(inputs, part):
                yield from turned(inputs, part)


def parts(inputs: Inputs, unit: Unit) -> Iterator[Unit]:
    """The statements of a unit that joins several, each with the passage that it stands on.

    A colon within a line joins too: it announces what follows, which is another statement. A part
    without a subject ("but not send it back") has that of the part before it, and its case.
    """
    answer, context, language = inputs.answer, inputs.aligned.context, inputs.language
    whole = unit.tokens
    asks = answer.lowers[whole[1] - 1] == "?"
    rows = list(_statements(inputs.frame(unit).clauses))
    for row in rows:
        start, end = row[0].start, row[-1].end
        content = tuple(token for clause in row for token in clause.content)
        if answer.lowers[end - 1] == ANNOUNCING and _goes_on(answer, end):
            end -= 1
        if (
            content
            and (start, end) != whole
            and not language.subject_labels.isdisjoint(answer.deps[start:end])
            and not (asks and not says(answer, (start, end), language))
        ):
            yield unit_of(answer, (start, end), content, context, language)


def _goes_on(answer: ParsedText, end: int) -> bool:
    """Whether something follows on the line of the token before `end`."""
    behind = answer.starts[end : end + 1]
    return bool(behind) and "\n" not in answer.text[answer.ends[end - 1] : behind[0]]


def _statements(clauses: Sequence[Clause]) -> Iterator[list[Clause]]:
    """The clauses in rows of one that states something, and the cases that are set for it."""
    row: list[Clause] = []
    for clause in clauses:
        told = any(each.asserts and not each.conditional for each in row)
        if told and (clause.asserts or clause.conditional):
            yield row
            row = []
        row.append(clause)
    if row:
        yield row
