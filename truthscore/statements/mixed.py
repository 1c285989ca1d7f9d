"""A statement that puts together what its page tells of two things.

"The seller pays the commission and the buyer pays the tax" has every word of "The buyer pays the
commission". What a statement says must stand together: in one sentence, in one part of it, each
name behind its own preposition, and in the sentence of the case that was asked about. What does
not is the signal `structure`: of an answer in its own words it says little.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

import numpy as np

from truthscore.features.base import PARTS
from truthscore.features.numbers.claims import NAME as VALUES
from truthscore.features.numbers.claims import asked_values, asked_words, holds, said_values
from truthscore.statements.lookup import IN_PART, IN_SCOPE, IN_SENTENCE
from truthscore.statements.read import LESS, Read, Word, forms_of, nearness, says_more
from truthscore.text.clauses import clauses
from truthscore.text.model import NOUNS, SUBJECTS, VERBS, ParsedText

#: Tokens between a preposition and its noun, at most, and what they may be.
BETWEEN, _BEFORE_NOUN = 3, frozenset({"DET", "ADJ", "PRON", "NUM", "PROPN", "NOUN"})
#: Sentences on either side that may tell of the other case, and the words that they then share.
SIBLINGS, ALIKE = 2, 0.35
#: Words from which on a statement that a sentence has in a row is copied.
IN_A_ROW = 4
#: The label of who does something.
_DOER = "nsubj"


def is_mixed(read: Read, passage: int) -> bool:
    """Whether what a statement says does not stand together in its passage, the part `passage`."""
    document, _, _, number = read.lookup.place(passage)
    page = read.lookup.parsed[document]
    sentence = page.sentences[number]
    return (
        _of_two_sentences(read)
        or (
            not _is_copied(read, page, sentence)
            and (
                _of_two_parts(read, passage)
                or _behind_another(read, page, sentence)
                or _turned_round(read, passage)
            )
        )
        or _of_another_case(read, document, number)
        or _of_another_question(read, document, number)
        or _only_asked(read)
    )


def _is_copied(read: Read, page: ParsedText, sentence: tuple[int, int]) -> bool:
    """Whether a sentence has the words of the statement in a row: so the page tells it."""
    mine, theirs = (
        f" {' '.join(text.spoken(tokens))} "
        for text, tokens in ((read.inputs.answer, read.tokens), (page, sentence))
    )
    return len(mine.split()) >= IN_A_ROW and mine in theirs


def _of_two_sentences(read: Read) -> bool:
    """Whether a name of a part of the statement stands on the pages, and not where the rest of its
    part does: in that sentence, or what it stands under. A statement that sets a case is one part,
    and its values stand there, too.
    """
    inputs, answer = read.inputs, read.inputs.answer
    known = asked_words(inputs)
    case = any(c.conditional for c in clauses(answer, *read.tokens, inputs.language))
    for start, end in [read.tokens] if case else read.parts:
        mine = [w for w in read.said if start <= w.token < end and w.near is not None]
        passage = read.lookup.best(nearness(mine, read.lookup) + LESS * read.near)
        if any(
            w.near is not None
            and w.near[passage] < IN_SCOPE
            and answer.pos[w.token] in NOUNS
            and known.isdisjoint(answer.words_at((w.token,)))
            for w in mine
        ):
            return True
        if case and not read.lookup.is_cell(passage) and not _has_values(read, passage):
            return True
    return False


def _has_values(read: Read, passage: int) -> bool:
    """Whether the sentence of a part has the values of the statement that a page has."""
    lookup = read.lookup
    for value in said_values(read.inputs):
        if not read.tokens[0] <= value.tokens[0] < read.tokens[1]:
            continue
        places = [
            lookup.part_at(number, each.value.tokens[0])
            for number, page in enumerate(read.inputs.documents)
            for each in page.indexes[VALUES].values
            if holds(value, each.value)
        ]
        if places and all(lookup.sentence[p] != lookup.sentence[passage] for p in places):
            return False
    return True


def _of_two_parts(read: Read, passage: int) -> bool:
    """Whether a part of the statement has words of two clauses of the sentence, each of which says
    something else besides: "The *buyer* pays the commission"."""
    lookup = read.lookup
    theirs = np.nonzero(lookup.sentence == lookup.sentence[passage])[0].tolist()
    if len(theirs) < 2:
        return False
    for start, end in read.parts:
        mine = [w for w in read.said if start <= w.token < end and w.near is not None]
        known = forms_of(read, (start, end))
        unknown = {part for part in theirs if says_more(read, part, known)}
        cover = {part: fsum(w.weight for w in mine if _in(w, part)) for part in theirs}
        most = max(cover.values())
        if not most or any(cover[p] == most and p not in unknown for p in theirs):
            continue
        best = max(theirs, key=lambda part: cover[part])
        borrowed = {p for w in mine if not _in(w, best) for p in theirs if _in(w, p)}
        if any(part in unknown and _has_verb(read, part) for part in borrowed):
            return True
    return False


def _in(word: Word, part: int) -> bool:
    return word.near is not None and bool(word.near[part] == IN_PART)


def _has_verb(read: Read, part: int) -> bool:
    document, start, end, _ = read.lookup.place(part)
    return not VERBS.isdisjoint(read.lookup.parsed[document].pos[start:end])


def _behind_another(read: Read, page: ParsedText, sentence: tuple[int, int]) -> bool:
    """Whether a name stands behind the preposition that another one has in the passage: "reports
    it *to the tenant*", where the page has "to the landlord"; or stands alone, where the page has
    it behind one, beside a subject of its own."""
    answer, lookup = read.inputs.answer, read.lookup
    nouns = [t for t in range(*sentence) if page.pos[t] in NOUNS]
    marks = {t: _preposition(page, t, sentence[0]) for t in nouns}
    fragment = VERBS.isdisjoint(answer.pos[slice(*read.tokens)])
    alone = fragment and len(read.said) == 1
    known = forms_of(read, read.tokens)
    for word in read.said:
        if answer.pos[word.token] not in NOUNS:
            continue
        forms = lookup.forms(answer.written(word.token))
        mine = [t for t in nouns if not forms.isdisjoint(page.words_at((t,)))]
        mark = _preposition(answer, word.token, read.tokens[0])
        if not mine or mark in {marks[t] for t in mine}:
            continue
        others = [t for t in nouns if t not in mine]
        if mark and any(
            marks[t] == mark and (fragment or not known.isdisjoint(page.words_at((t,))))
            for t in others
        ):
            return True
        subject = alone or answer.deps[word.token] == _DOER
        if subject and not mark and all(marks[t] for t in mine) and any(
            page.deps[t] in SUBJECTS and known.isdisjoint(page.words_at((t,))) for t in others
        ):  # fmt: skip
            return True
    return False


def _turned_round(read: Read, passage: int) -> bool:
    """Whether the subject of the statement is none in its passage, whose own subject is something
    else in the statement: "Guests invite members"."""
    answer, lookup = read.inputs.answer, read.lookup
    document, start, end, _ = lookup.place(passage)
    page = lookup.parsed[document]
    lost = taken = False
    for word in read.said:
        if answer.pos[word.token] not in NOUNS:
            continue
        forms = lookup.forms(answer.written(word.token))
        there = {
            page.deps[t] == _DOER
            for t in range(start, end)
            if page.pos[t] in NOUNS and not forms.isdisjoint(page.words_at((t,)))
        }
        mine = answer.deps[word.token] == _DOER
        lost = lost or (mine and there == {False})
        taken = taken or (not mine and there == {True})
    return lost and taken


def _preposition(parsed: ParsedText, noun: int, start: int) -> str:
    """The preposition before a noun, "" for none."""
    for token in range(noun - 1, max(start, noun - 1 - BETWEEN) - 1, -1):
        if parsed.pos[token] == "ADP":
            return parsed.lowers[token]
        if parsed.pos[token] not in _BEFORE_NOUN:
            break
    return ""


def _of_another_case(read: Read, document: int, number: int) -> bool:
    """Whether the passage is told of a case, and a sentence near it, of another one, has what the
    question asks about and the passage has not: "If you cancel *later*, you get a voucher"."""
    page = read.lookup.parsed[document]
    if not _sets_case(read, page, number):
        return False

    def asked(at: int) -> set[int | str]:
        return {*_words_in(read, document, at), *_values_in(read, document, at)}

    here = asked(number)
    return any(
        asked(other) > here and _sets_case(read, page, other) for other in _siblings(page, number)
    )


def _sets_case(read: Read, page: ParsedText, number: int) -> bool:
    told = clauses(page, *page.sentences[number], read.inputs.language)
    return any(each.conditional for each in told)


def _of_another_question(read: Read, document: int, number: int) -> bool:
    """Whether the passage answers a question of the page, and another one has more of what is
    asked."""
    parts, page = read.inputs.documents[document].indexes[PARTS], read.lookup.parsed[document]

    def shared(at: int) -> int:
        return len(list(_words_in(read, document, at)))

    asking = [
        at for at, states in enumerate(parts.states)
        if not states and page.lowers[page.sentences[at][1] - 1] == "?"
    ]  # fmt: skip
    own = max((shared(at) for at in asking if at in parts.scopes[number]), default=None)
    return own is not None and any(shared(at) > own for at in asking)


def _siblings(page: ParsedText, number: int) -> Iterator[int]:
    """The sentences near one that share so many words with it."""

    def words(at: int) -> frozenset[str]:
        return frozenset(page.spoken(page.sentences[at]))

    mine = words(number)
    first = max(0, number - SIBLINGS)
    for other in range(first, min(len(page.sentences), number + SIBLINGS + 1)):
        theirs = words(other)
        if other != number and len(mine & theirs) >= ALIKE * max(1, min(len(mine), len(theirs))):
            yield other


def _words_in(read: Read, document: int, number: int) -> Iterator[int]:
    """The words of the question, by their tokens, that a sentence has."""
    page = read.lookup.parsed[document]
    there = page.words_at(range(*page.sentences[number]))
    for word in read.asked:
        if not there.isdisjoint(read.lookup.forms(read.inputs.question.written(word.token))):
            yield word.token


def _values_in(read: Read, document: int, number: int) -> Iterator[str]:
    """The values of the question that a sentence has."""
    asked = asked_values(read.inputs)
    start, end = read.lookup.parsed[document].sentences[number]
    for each in read.inputs.documents[document].indexes[VALUES].values if asked else ():
        if start <= each.value.tokens[0] < end:
            yield from (value.normal for value in asked if holds(value, each.value))


def _only_asked(read: Read) -> bool:
    """Whether a verb of the statement stands on the pages only where they ask something."""
    answer, states = read.inputs.answer, read.lookup.states
    verbs = [w for w in read.said if answer.pos[w.token] == "VERB" and w.near is not None]
    return any(
        bool((w.near >= IN_SENTENCE).any()) and not bool(((w.near >= IN_SENTENCE) & states).any())
        for w in verbs
        if w.near is not None
    )
