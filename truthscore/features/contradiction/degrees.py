"""The other end of a scale: "the *highest* fee", where the page says "the *lowest* fee".

The rest may be worded as one likes: a page that only knows the lowest does not mean the highest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import NOUNS, ParsedText, Written
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class Degree:
    """A noun, the word before it that says which end of a scale it is, and that token."""

    token: int
    end: str
    noun: Written


def degrees(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Degree]:
    """The nouns among tokens `start` to `end` that an end of a scale is told of."""
    for token in range(start, end - 1):
        lower = parsed.lowers[token]
        if lower in language.scale_ends and parsed.pos[token + 1] in NOUNS:
            yield Degree(token, lower, parsed.written(token + 1))


def degree_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that tells the one end of a scale of a noun, where the pages only tell the other, in a
    sentence that has another word of the unit."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    lowers = answer.lowers[slice(*unit.tokens)]
    if language.scale_ends.keys().isdisjoint(lowers) or lowers[-1] == "?":
        return  # most
    if not language.negations.isdisjoint(lowers):
        return
    asked = {each.end for each in degrees(question, 0, len(question.lowers), language)}
    for mine in degrees(answer, *unit.tokens, language):
        rival = language.scale_ends[mine.end]
        if rival in lowers or mine.end in asked:
            continue
        told = [
            (place, number, each)
            for place, indexed in enumerate(inputs.documents)
            for number, each in indexed.indexes[NAME].degrees
            if shared_words(inputs, (mine.noun,), (each.noun,))
        ]
        if not told or any(each.end != rival for _, _, each in told):
            continue
        others = [
            answer.written(t)
            for t in range(*unit.tokens)
            if t not in (mine.token, mine.token + 1) and is_claim(answer, t, language)
        ]
        for place, number, each in told:
            page = inputs.aligned.documents[place].parsed
            there = [
                page.written(t)
                for t in range(*page.sentences[number])
                if t not in (each.token, each.token + 1)
            ]
            if shared_words(inputs, others, there):
                label = f"{mine.end} / {rival}"
                yield against(inputs, (mine.token, mine.token + 2), label, place, number)
                break
