"""One of two in the answer where a page asks for both, or both where one is enough: "a passport
or a visa", "you need both a passport and a visa".

Every word of the answer stands on the page but that one, which is on the stop list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.types import Evidence

#: How far from the joining word the two nouns stand: "your passport *and* a valid visa".
REACH = 3


@dataclass(frozen=True, slots=True)
class Joined:
    """Two nouns with "and" or "or" between them: their tokens, and whether both are meant."""

    nouns: tuple[int, int]
    sign: int
    both: bool


def joined(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Joined]:
    """The pairs in the sentence from token `start` to `end`; none of three things or more."""
    signs = [
        t
        for t in range(start + 1, end - 1)
        if parsed.lowers[t] in language.conjunctions | language.either
    ]
    if len(signs) != 1 or not language.negations.isdisjoint(parsed.lowers[start:end]):
        return  # most
    sign = signs[0]
    before = [t for t in range(max(start, sign - REACH), sign) if _is_thing(parsed, t, language)]
    after = [
        t for t in range(sign + 1, min(end, sign + 1 + REACH)) if _is_thing(parsed, t, language)
    ]
    between = range(before[-1] + 1, sign) if before else ()
    if before and after and not any(parsed.pos[t] == "PUNCT" for t in between):
        both = parsed.lowers[sign] in language.conjunctions
        yield Joined((before[-1], after[0]), sign, both)


def _is_thing(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    return parsed.pos[token] in NOUNS and is_claim(parsed, token, language)


def joined_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that has "or" between two things of which a page needs both, or the reverse."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if answer.lowers[unit.tokens[1] - 1] == "?":
        return
    mine = next(joined(answer, *unit.tokens, language), None)
    if mine is None:
        return  # most
    asked = question.words_at(range(len(question.lowers)))
    if not asked.isdisjoint(language.negations) or not VERBS.isdisjoint(
        answer.pos[slice(*unit.tokens)]
    ):
        asked = set()  # "it is no longer needed"; only "a passport or a visa" takes it from there
    ours = [inputs.words_there(answer, (t,)) for t in mine.nouns]
    for place, indexed in enumerate(inputs.documents):
        page = indexed.document.parsed
        for number, theirs in indexed.indexes[NAME].joined:
            if theirs.both == mine.both or not _same(page, theirs, ours):
                continue
            inside = range(*page.sentences[number])
            if language.needs.isdisjoint(asked | page.words_at(inside)):
                continue  # "works with both adults and children" is "with adults or children"
            if not _as_one(inputs, place, number, mine.both, ours):
                yield against(inputs, (mine.sign, mine.sign + 1), "and / or", place, number)
            return


def _same(page: ParsedText, theirs: Joined, ours: list[frozenset[str]]) -> bool:
    words = [page.words_at((t,)) for t in theirs.nouns]
    return any(
        not one.isdisjoint(words[0]) and not other.isdisjoint(words[1])
        for one, other in (ours, ours[::-1])
    )


def _as_one(
    inputs: Inputs, place: int, number: int, both: bool, ours: list[frozenset[str]]
) -> bool:
    """Whether another sentence of the context joins the two as the answer does."""
    return any(
        (at, sentence) != (place, number)
        and each.both == both
        and _same(indexed.document.parsed, each, ours)
        for at, indexed in enumerate(inputs.documents)
        for sentence, each in indexed.indexes[NAME].joined
    )
