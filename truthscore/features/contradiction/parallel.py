"""What one of two like sentences says, told of the other's thing: "a green light means that it is
full, a red light that it is empty".

The question tells which light it is; the answer may be no more than "It is full".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import VERBS, ParsedText
from truthscore.types import Evidence

#: Sentences of an answer that tell what was asked.
OPENING = 2
#: Sentences between two like ones, at most.
BETWEEN = 2
#: Parts of speech of what is said of a thing, whatever word it is.
_SAYING = frozenset({"ADJ", "NOUN"})
#: Words that tell two like sentences' things apart, at most: more are two statements.
MOST_APART = 3
#: Letters of the ending by which two compounds are of one kind.
TAIL = 5


@dataclass(frozen=True, slots=True)
class Like:
    """Two like sentences near each other, by their numbers, and the tokens that tell the thing of
    the one from that of the other."""

    sentences: tuple[int, int]
    things: tuple[tuple[int, ...], tuple[int, ...]]


def like_sentences(parsed: ParsedText, language: LanguagePack) -> Iterator[Like]:
    """The sentences of a page that begin alike, up to the same verb, but for a few words."""
    begins = [_begin(parsed, start, end, language) for start, end in parsed.sentences]
    for one, first in enumerate(begins):
        for two in range(one + 1, min(one + 1 + BETWEEN, len(begins))):
            second = begins[two]
            if first is None or second is None or first[0] != second[0]:
                continue  # most
            things = _apart(parsed, first[1], second[1])
            if things is not None:
                yield Like((one, two), things)


def of_the_like(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says what a page says of another thing in a sentence like that of the thing the
    question names."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    tokens = range(*unit.tokens)
    turning = language.negations | language.cannot | language.only
    first = answer.sentences[:OPENING]
    if not first or tokens.start >= first[-1][1]:
        return  # further on it may tell of more than was asked
    if answer.lowers[tokens[-1]] == "?" or not turning.isdisjoint(answer.words_at(tokens)):
        return
    asked = inputs.words_there(question, range(len(question.lowers)))
    own = [
        forms
        for t in tokens
        # "full" and "empty" are stop words of a pipeline
        if (t in unit.content or answer.pos[t] in _SAYING)
        and (forms := inputs.words_there(answer, (t,)))
        and forms.isdisjoint(asked)
    ]
    if not own:
        return  # it says no more than was asked
    # "zending" is no "inkoopretourverzending"
    named = question.words_at(range(len(question.lowers)))
    said = inputs.words_there(answer, range(len(answer.lowers)))
    for place, document in enumerate(inputs.aligned.documents):
        page = document.parsed
        for like in inputs.documents[place].indexes[NAME].like:
            sides = zip(like.sentences, like.things, strict=True)
            for (meant, its), (other, others) in itertools.permutations(sides):
                # all that tells the meant one is asked about, and nothing of the other is told
                if any(named.isdisjoint(page.words_at((t,))) for t in its):
                    continue
                if not page.words_at(others).isdisjoint(named | said):
                    continue
                here, there = document.words[meant], document.words[other]
                strange = [each for each in own if each.isdisjoint(here)]
                if strange and all(not each.isdisjoint(there) for each in strange):
                    yield against(inputs, unit.tokens, "of the other one", place, meant)
                    return


def _begin(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> tuple[str, tuple[int, ...]] | None:
    """The first verb of a sentence behind its first word, and what claims something before it."""
    if parsed.lowers[end - 1] == "?":
        return None
    verb = next((t for t in range(start + 1, end) if parsed.pos[t] in VERBS), None)
    if verb is None:
        return None
    return parsed.lemmas[verb], tuple(
        t for t in range(start, verb) if is_claim(parsed, t, language)
    )


def _apart(
    parsed: ParsedText, ours: Sequence[int], others: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What tells the beginnings of two sentences apart; None for those that are not alike."""
    both = parsed.words_at(ours) & parsed.words_at(others)
    one, other = (
        tuple(t for t in each if both.isdisjoint(parsed.words_at((t,)))) for each in (ours, others)
    )
    if not one or not other or max(len(one), len(other)) > MOST_APART:
        return None
    if not both and not _end_alike(parsed, one, other):
        return None
    return one, other


def _end_alike(parsed: ParsedText, ours: Sequence[int], others: Sequence[int]) -> bool:
    """Whether two things are each one word of the same ending: "basispakket", "pluspakket"."""
    return len(ours) == len(others) == 1 and any(
        one[-TAIL:] == two[-TAIL:] and min(len(one), len(two)) > TAIL
        for one in parsed.words_at(ours)
        for two in parsed.words_at(others)
    )
