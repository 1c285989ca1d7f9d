"""What one of two like sentences says, told of the other's thing: "a green light means that it is
full, a red light that it is empty".

The question tells which light it is; the answer may be no more than "It is full".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
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
    named = frozenset(question.words_at(range(len(question.lowers))))
    said = inputs.words_there(answer, range(len(answer.lowers)))
    for place, document in enumerate(inputs.aligned.documents):
        page = document.parsed
        for meant, other in _pairs(page, named, said, language):
            here, there = document.words[meant], document.words[other]
            strange = [each for each in own if each.isdisjoint(here)]
            if strange and all(not each.isdisjoint(there) for each in strange):
                yield against(inputs, unit.tokens, "of the other one", place, meant)
                return


def _pairs(
    page: ParsedText, asked: AbstractSet[str], said: AbstractSet[str], language: LanguagePack
) -> Iterator[tuple[int, int]]:
    """The numbers of two like sentences near each other: all that tells the first one's thing from
    the other's is among the question's words, and nothing that tells the other's is `said`."""
    last = len(page.sentences)
    for one in range(last):
        for two in range(one + 1, min(one + 1 + BETWEEN, last)):
            things = _apart(page, one, two, language)
            for (meant, its), (other, others) in (
                itertools.permutations(zip((one, two), things, strict=True)) if things else ()
            ):
                theirs = frozenset().union(*others)
                if all(not asked.isdisjoint(w) for w in its) and theirs.isdisjoint(asked | said):
                    yield meant, other


def _apart(
    page: ParsedText, one: int, two: int, language: LanguagePack
) -> tuple[list[frozenset[str]], list[frozenset[str]]] | None:
    """What tells the things of two sentences apart, where they begin alike, up to the same verb;
    None for sentences that do not."""
    starts = []
    for number in (one, two):
        begin, end = page.sentences[number]
        if page.lowers[end - 1] == "?":
            return None
        verb = next((t for t in range(begin + 1, end) if page.pos[t] in VERBS), None)
        if verb is None:
            return None
        starts.append((range(begin, verb), verb))
    (mine, verb), (theirs, other) = starts
    if page.lemmas[verb] != page.lemmas[other]:
        return None
    ours, others = (
        [frozenset(page.words_at((t,))) for t in each if is_claim(page, t, language)]
        for each in (mine, theirs)
    )
    both = frozenset().union(*ours) & frozenset().union(*others)
    apart = (
        [word for word in ours if word.isdisjoint(both)],
        [word for word in others if word.isdisjoint(both)],
    )
    if not all(apart) or max(map(len, apart)) > MOST_APART:
        return None
    if not both and not _end_alike(*apart):
        return None
    return apart


def _end_alike(ours: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]]) -> bool:
    """Whether two things are each one word of the same ending: "basispakket", "pluspakket"."""
    return len(ours) == len(theirs) == 1 and any(
        one[-TAIL:] == two[-TAIL:] and min(len(one), len(two)) > TAIL
        for one in ours[0]
        for two in theirs[0]
    )
