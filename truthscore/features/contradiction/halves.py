"""What one half of a sentence says, told of the other half's thing: "Put glass in the blue bin and
paper in the green one", "Where does paper go?", "In the blue bin".

The question tells which thing it is about, and the answer may be no more than the place.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import clauses
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.segments import borders
from truthscore.types import Evidence

#: Segments that two halves are apart, at most: who lists more things sets none against another.
MOST_APART = 16
#: Words of a thing and of what is said of it, at most: more are statements of their own.
MOST_WORDS = 3
#: Parts of speech of things and of what is said of them.
_SAYING = NOUNS | {"ADJ", "ADV"}


@dataclass(frozen=True, slots=True)
class Half:
    """The tokens of a thing, and of what one half of a sentence says of it."""

    thing: tuple[int, ...]
    said: tuple[int, ...]


def halves(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[tuple[Half, Half]]:
    """The halves of the sentence from token `start` to `end`: two segments in which a thing stands
    before the same verb or preposition, or before nothing in the second one, and what is said of it
    behind."""
    begins = borders(parsed, start, end, language)
    if not begins:
        return  # most
    if not language.negations.isdisjoint(parsed.lowers[start:end]):
        return
    if any(part.conditional for part in clauses(parsed, start, end, language)):
        return  # the one is the case in which the other holds
    pairs = itertools.pairwise([start, *begins, end])
    segments = [range(first, after) for first, after in pairs if after - first > 1]
    for place, one in enumerate(segments):
        for two in segments[place + 1 : place + 1 + MOST_APART]:
            found = _halved(parsed, one, two, language)
            if found is not None:
                yield found


def _halved(
    parsed: ParsedText, one: range, two: range, language: LanguagePack
) -> tuple[Half, Half] | None:
    for kind in ("ADP", "VERB"):
        links = [{parsed.lemmas[t]: t for t in s if parsed.pos[t] == kind} for s in (one, two)]
        both = [lemma for lemma in links[0] if lemma in links[1]]
        if len(both) != 1 or (kind == "VERB" and len(links[1]) > 1):
            continue
        first = _half(parsed, one, links[0][both[0]], language)
        second = _half(parsed, two, links[1][both[0]], language)
        if first and second:
            return first, second
    return None


def _half(parsed: ParsedText, tokens: range, link: int, language: LanguagePack) -> Half | None:
    if any(parsed.pos[t] == "NUM" for t in tokens):
        return None  # values have features of their own
    said = [t for t in tokens if parsed.pos[t] in _SAYING and _is_said(parsed, t, language)]
    thing = tuple(t for t in said if t < link)
    if not thing:  # "upgrade at any time, downgrade at the end of the year"
        thing = tuple(t for t in tokens if t < link and parsed.pos[t] == "VERB")
    rest = tuple(t for t in said if t > link)
    if not thing or not rest or max(len(thing), len(rest)) > MOST_WORDS:
        return None
    return Half(thing, rest)


def _is_said(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    # "ready" and "front" are stop words of a pipeline
    return is_claim(parsed, token, language) or parsed.pos[token] in ("ADJ", "NOUN")


def told_of_other_half(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """The first unit, where it says of the question's thing what the other half says of its own."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    tokens = range(*unit.tokens)
    turning = language.negations | language.near_negations | language.cannot
    if unit is not inputs.aligned.units[0] or answer.lowers[tokens[-1]] == "?":
        return  # further on it may tell of more than was asked
    asked = inputs.words_there(question, range(len(question.lowers)))
    if not turning.isdisjoint(answer.words_at(tokens) | asked):
        return
    told = inputs.words_there(answer, tokens)
    whole = inputs.words_there(answer, range(len(answer.lowers)))
    for place, indexed in enumerate(inputs.documents):
        page = indexed.document.parsed
        for number, pair in indexed.indexes[NAME].halves:
            for meant, other in itertools.permutations(pair):
                its = _apart(page, meant.thing, other.thing)
                others = _apart(page, other.thing, meant.thing)
                if not _all_in(page, its, asked) or _any_in(page, others, asked | whole):
                    continue
                right = _apart(page, meant.said, other.said)
                wrong = _apart(page, other.said, meant.said)
                if _any_in(page, right, whole | asked) or _any_in(page, wrong, asked):
                    continue
                if not _all_in(page, wrong, told):
                    continue
                yield against(inputs, unit.tokens, "of the other half", place, number)
                return


def _apart(page: ParsedText, tokens: Sequence[int], others: Sequence[int]) -> list[int]:
    theirs = page.words_at(others)
    return [t for t in tokens if theirs.isdisjoint(page.words_at((t,)))]


def _all_in(page: ParsedText, tokens: Sequence[int], words: frozenset[str]) -> bool:
    return bool(tokens) and all(not words.isdisjoint(page.words_at((t,))) for t in tokens)


def _any_in(page: ParsedText, tokens: Sequence[int], words: frozenset[str]) -> bool:
    return any(not words.isdisjoint(page.words_at((t,))) for t in tokens)
