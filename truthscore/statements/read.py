"""A statement of an answer with what it is read with, for everything that is told of it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME as VALUES
from truthscore.profile import StatementSettings
from truthscore.statements.lookup import Floats, Lookup
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.rows import Row, place_at, rows
from truthscore.text.segments import borders
from truthscore.text.tense import tells_past
from truthscore.types import Span

#: Parts of speech that tell one thing from another.
NAMING = NOUNS | {"ADJ", "NUM"}
#: What the rest of a statement counts beside a part of it.
LESS = 0.1


@dataclass(frozen=True, slots=True)
class Told:
    """A signal with its place in the answer and on the page."""

    value: float = 0.0
    span: Span | None = None
    match: Span | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the statement or the question: its token, weight, and nearness to each part."""

    token: int
    weight: float
    near: Floats | None


@dataclass(frozen=True, slots=True)
class Read:
    """A statement with what it is read with.

    `said`: its words but for values; `asked`: those of the question that it has not; `near`: how
    near each part of the pages stands to both.
    """

    inputs: Inputs
    tokens: tuple[int, int]
    said: Sequence[Word]
    asked: Sequence[Word]
    near: Floats
    lookup: Lookup
    settings: StatementSettings

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The parts of the statement by their tokens."""
        return parts_of(self.inputs.answer, self.tokens, self.inputs)


def is_of_the_past(read: Read, part: int) -> bool:
    """Whether the sentence of a part tells what was so ("Until March you paid € 58"), and neither
    the statement nor the question does."""
    inputs = read.inputs
    document, _, _, sentence = read.lookup.place(part)
    page, question = read.lookup.parsed[document], inputs.question

    def tells() -> bool:
        return tells_past(page, page.sentences[sentence], inputs.language) and not (
            tells_past(inputs.answer, read.tokens, inputs.language)
            or tells_past(question, (0, len(question.lowers)), inputs.language)
        )

    return inputs.once(("past", inputs.answer.text, read.tokens, document, sentence), tells)


def names_of(inputs: Inputs, tokens: tuple[int, int]) -> list[int]:
    """The tokens that name a cell of a table in the answer, before its row, over that and over its
    column: its statement is told of them."""
    answer = inputs.answer
    row = row_at(inputs, answer, tokens[0])
    if row is None or row.heading is None or row.is_head or tokens[0] in row.label:
        return []
    return sorted({*row.label, *row.corner, *row.heading})


def parts_of(parsed: ParsedText, tokens: tuple[int, int], inputs: Inputs) -> list[tuple[int, int]]:
    """The parts of some tokens by where their segments begin."""
    start, end = tokens
    cuts = [start, *borders(parsed, start + 1, end, inputs.language), end]
    return [(one, two) for one, two in pairwise(cuts) if two > one]


def row_at(inputs: Inputs, parsed: ParsedText, token: int) -> Row | None:
    """The row or item that a token of the answer or of a page stands in."""
    table = inputs.once(("rows by block", parsed.text), lambda: rows(parsed))
    return table.get(place_at(parsed, token))


def nearness(words: Sequence[Word], lookup: Lookup) -> Floats:
    """How near each part of the pages stands to some words, by their weight."""
    found = np.zeros(lookup.size)
    for word in words:
        if word.near is not None:
            found += word.weight * word.near
    return found


def forms_of(read: Read, tokens: tuple[int, int]) -> frozenset[str]:
    """The words of the pages that count as one of those of a stretch of the statement, or of the
    question."""
    said = [word for word in read.said if tokens[0] <= word.token < tokens[1]]
    texts = ((read.inputs.answer, said), (read.inputs.question, read.asked))
    forms = (read.lookup.forms(text.written(word.token)) for text, words in texts for word in words)
    return frozenset().union(*forms)


def says_more(read: Read, part: int, known: Set[str]) -> bool:
    """Whether a part of the pages has a word besides its values that is not known: also one that
    says little by itself, as in "the *first*" and "diploma *A*"."""
    document, start, end, _ = read.lookup.place(part)
    page = read.lookup.parsed[document]
    values = {
        token
        for each in read.inputs.documents[document].indexes[VALUES].values
        if not each.value.worded and each.value.kind != "ordinal"
        for token in range(*each.value.tokens)
    }
    return any(
        page.lowers[t].isalpha()
        and (
            page.pos[t] in NAMING
            or not page.stops[t]
            or page.text[page.starts[t] : page.ends[t]].isupper()
        )
        and t not in values
        and known.isdisjoint(page.words_at((t,)))
        for t in range(start, end)
    )
