"""What speaks against one statement of an answer, beside its pages: a few numbers.

All are shares from 0 to 1 where more is worse, so that the stars can only fall with each of them.
A statement is read with the question it answers: "That takes 14 days" says of what was asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import asked_words, claims_of, said_values
from truthscore.profile import StatementSettings
from truthscore.statements.built import speaks_against
from truthscore.statements.done import tells_done
from truthscore.statements.dropped import drops
from truthscore.statements.lookup import IN_SENTENCE, Floats, Lookup
from truthscore.statements.mixed import is_mixed
from truthscore.statements.mixed_records import mixes_records
from truthscore.statements.read import (
    Read,
    Told,
    Word,
    is_of_the_past,
    names_of,
    nearness,
)
from truthscore.statements.valued import values_of
from truthscore.text.alignment import weight
from truthscore.text.courtesy import only_eases
from truthscore.text.labels import groups
from truthscore.text.model import ParsedText
from truthscore.text.scopes import denials
from truthscore.text.values.value import Value
from truthscore.types import ANSWER, Span

#: What weighs so much, or more, is one thing and no small word.
ONE_WORD = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What speaks against a statement, each from 0.0 to 1.0.

    `unsaid`: share of its words, by weight, that its passage has not; `new`: that neither a page
    nor the question has. `farthest`: how much nearer to the rest of it another passage is than the
    one with a word of it, for the word of which that is most so. `value_nowhere`: whether a value
    stands on no page: 1.0 where pages have another one of its kind, 0.5 where they have none, and
    of a bare number beside a record;
    `value_other`: how much nearer to the rest of it pages have another one, 1.0 where its passage
    is of another row of a table than it names; `bound`: whether a
    value is a least one for a most one. `turned`: how surely its passage says the contrary.
    `reordered`: share of its neighbouring words that the passage has not in a row. `structure`: 1.0
    where the sentence of its passage is built against it (`statements/built`), or one of its values
    surely is another thing's. `not_entailed`:
    how surely the encoder reads that its passages do not bear it out, 0.5 where it cannot tell, 0.0
    where it does not read (`[encoder]`). `passage`: the
    part of the pages it is held against, -1 for none.
    `places`: by the name of a signal that has one, the place in the answer and on the page.
    `done`: whether it tells that something was done, and its passage only how it is.
    `derived`: characters of the answer that follow from a customer's record; `stated`: those that
    a field of one tells as they are.
    """

    unsaid: float = 0.0
    new: float = 0.0
    farthest: float = 0.0
    value_nowhere: float = 0.0
    value_other: float = 0.0
    bound: float = 0.0
    turned: float = 0.0
    reordered: float = 0.0
    not_entailed: float = 0.0
    structure: float = 0.0
    done: bool = False
    passage: int = -1
    places: Mapping[str, tuple[Span, Span | None]] = field(default_factory=dict)
    derived: tuple[tuple[int, int], ...] = ()
    stated: tuple[tuple[int, int], ...] = ()


def signals(
    inputs: Inputs, tokens: tuple[int, int], lookup: Lookup, settings: StatementSettings
) -> Signals | None:
    """What speaks against the statement at some tokens of the answer; None of no claim."""
    answer, question = inputs.answer, inputs.question
    values = {t for each in said_values(inputs) for t in range(*each.tokens)}
    spoken = [t for t in claims_of(inputs, answer) if tokens[0] <= t < tokens[1]]
    names = names_of(inputs, tokens)
    naming = [t for t in (*range(*tokens), *names) if answer.lowers[t] in lookup.names]
    beside = [t for t in claims_of(inputs, answer) if t in names and t not in values]
    told = sorted({*naming, *beside, *(t for t in spoken if t not in values)})
    said = [
        word
        for word in _words(answer, told, inputs, lookup)
        if word.token not in names or word.near is not None  # a name is a statement by itself
    ]
    own = {answer.lemmas[word.token] for word in said}
    asked = _words(
        question, (t for t in claims_of(inputs, question) if question.lemmas[t] not in own),
        inputs, lookup,
    )  # fmt: skip
    if not spoken or only_eases(answer, tokens, inputs.question, inputs.language):
        return None
    if not lookup.states.any():
        return Signals(unsaid=1.0, new=1.0)
    near = nearness(said, lookup) + settings.asked * nearness(asked, lookup)
    read = Read(inputs, tokens, said, asked, near, lookup, settings)
    best = lookup.best(near)
    total = math.fsum(word.weight for word in said)
    found = math.fsum(w.weight * float(w.near[best]) for w in said if w.near is not None)
    known = asked_words(inputs)
    new = math.fsum(
        w.weight for w in said if w.near is None and known.isdisjoint(answer.words_at((w.token,)))
    )
    found_values, follows, fields, held = values_of(read)
    places = {**found_values, "turned": Told() if _is_a_sentence(read, best) else _turned(read)}
    if _names_another_row(read, best):
        span = Span(source=ANSWER, start=answer.starts[tokens[0]], end=answer.ends[tokens[1] - 1])
        passage = lookup.sentence_at(best, inputs.documents)
        places["value_other"] = Told(1.0, span, passage)
    other, done = places["value_other"].value >= 1.0, tells_done(read, best)
    return Signals(
        unsaid=1.0 - found / total if total else 0.0,
        new=new / total if total else 0.0,
        farthest=_farthest(read, known),
        reordered=_reordered(answer, tokens, best, lookup),
        passage=best,
        structure=1.0 if other or done or _is_against(read, best, held) else 0.0,
        done=done,
        derived=tuple(follows),
        stated=tuple(fields),
        places={name: (each.span, each.match) for name, each in places.items() if each.span},
        **{name: each.value for name, each in places.items()},
    )  # fmt: skip


def _is_a_sentence(read: Read, passage: int) -> bool:
    """Whether a statement is the whole sentence of its passage, word for word, with what denies in
    it. A line under "Not included:" is denied by another, and is none."""
    document, _, _, sentence = read.lookup.place(passage)
    page, answer = read.lookup.parsed[document], read.inputs.answer
    mine, theirs = (
        text.spoken(tokens)
        for text, tokens in ((answer, read.tokens), (page, page.sentences[sentence]))
    )
    denied = denials(page, page.sentences[sentence], read.inputs.language)
    return mine == theirs and bool(denied)


def _is_against(read: Read, passage: int, values: Sequence[tuple[int, Value]]) -> bool:
    """Whether the sentence of its passage is built against a statement, or a sentence that has one
    of its values (with the document) tells what was so. A statement that is no more than a value is
    held against the part that has it."""
    parts = [read.lookup.part_at(number, each.tokens[0]) for number, each in values]
    if not read.said:
        passage = max(parts, key=lambda part: float(read.near[part]), default=passage)
    return (
        speaks_against(read, passage)
        or is_mixed(read, passage)
        or drops(read, passage)
        or mixes_records(read)
        or all(is_of_the_past(read, part) for part in parts or [passage])
    )


def _words(parsed: ParsedText, tokens: Iterable[int], inputs: Inputs, lookup: Lookup) -> list[Word]:
    code = inputs.language.code
    return [Word(t, weight(parsed.lowers[t], code), lookup.near(parsed.written(t))) for t in tokens]


def _names_another_row(read: Read, passage: int) -> bool:
    """Whether the passage is a cell of a table's row that the statement does not name, and it names
    another one; where it names none, that which the question names is meant."""
    if not read.lookup.is_cell(passage):
        return False
    document, first, _, _ = read.lookup.place(passage)
    pages = [each.frames.rows for each in read.inputs.documents]
    tables = read.inputs.once("rows of pages", lambda: groups(pages))
    table = next((g for g in tables if any(each.has(document, first) for each in g)), [])
    said = [*range(*read.tokens), *names_of(read.inputs, read.tokens)]
    question = read.inputs.question
    for words in (
        read.inputs.answer.words_at(said),
        question.words_at(range(len(question.lowers))),
    ):
        named = [row for row in table if not any(w.isdisjoint(words) for w in row.row.label)]
        if named:
            return not any(row.has(document, first) for row in named)
    return False


def _farthest(read: Read, known: AbstractSet[str]) -> float:
    """How much nearer to the rest another passage is than that with a word, at most. The rest is
    its part of the statement and, less, the others with the question."""
    most = 0.0
    answer, settings = read.inputs.answer, read.settings
    for start, end in read.parts:
        mine = [w for w in read.said if start <= w.token < end]
        near = nearness(mine, read.lookup)
        near += settings.others * (read.near - near)
        for word in mine:
            if word.near is None or not known.isdisjoint(answer.words_at((word.token,))):
                continue
            rest = np.where(read.lookup.states, near - word.weight * word.near, 0.0)
            here = rest[word.near >= IN_SENTENCE].max(initial=0.0)
            gap = max(0.0, float(rest.max() - here)) / settings.nearer
            most = max(most, min(1.0, gap) * min(1.0, word.weight / ONE_WORD))
    return most


def _turned(read: Read) -> Told:
    """How surely a part of the statement is denied where its passage affirms it, or the reverse.

    The passage is that of the whole statement and its question: what is left out ("the green one,
    *not the blue one*") may well be affirmed of another thing.
    """
    most = Told()
    answer = read.inputs.answer
    for start, end in read.parts:
        mine = [w for w in read.said if start <= w.token < end]
        if all(w.near is None for w in mine):
            continue
        own = nearness(mine, read.lookup)
        near = own + read.settings.others * (read.near - own)
        best = read.lookup.best(near)
        share = float(own[best]) / math.fsum(w.weight for w in mine)
        if share <= most.value:
            continue
        denied = _denied(read.inputs, answer, start, end)
        if _contrary(read, answer, (start, end), near, denied=denied):
            span = Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1])
            most = Told(share, span, read.lookup.sentence_at(best, read.inputs.documents))
    return most


def _denied(inputs: Inputs, parsed: ParsedText, start: int, end: int) -> bool:
    """Whether an odd number of negations stands among some tokens of the answer."""
    found = inputs.once(
        ("denials", parsed.text),
        lambda: {t for each in parsed.sentences for t in denials(parsed, each, inputs.language)},
    )
    return len([t for t in found if start <= t < end]) % 2 == 1


def _contrary(
    read: Read, parsed: ParsedText, tokens: tuple[int, int], near: Floats, *, denied: bool
) -> bool:
    """Whether all parts of the pages that stand nearest say the contrary, by what denies it or by
    opposite words."""
    rivals = read.inputs.language.opposing.opposites
    said = parsed.words_at(range(*tokens))
    for part in read.lookup.nearest(near, read.settings.as_near):
        document, first, last, _ = read.lookup.place(part)
        there = read.lookup.parsed[document].words_at(range(first, last))
        opposite = any(
            not there.isdisjoint(rivals.get(word, ())) and word not in there for word in said
        )
        if (denied != read.lookup.denied[part]) == opposite:
            return False
    return True


def _reordered(answer: ParsedText, tokens: tuple[int, int], best: int, lookup: Lookup) -> float:
    """Share of the statement's pairs of neighbouring words that the passage has not in a row."""
    document, _, _, sentence = lookup.place(best)
    page = lookup.parsed[document]
    words = answer.spoken(tokens)
    there = page.spoken(page.sentences[sentence])
    pairs = list(pairwise(words))
    known = set(pairwise(there))
    if not pairs:
        return 0.0 if words and words[0] in there else 1.0
    return len([pair for pair in pairs if pair not in known]) / len(pairs)
