"""Noun phrases without a tree: a noun, the words of its name, and whether a preposition leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.model import NOUNS, ParsedText

#: Parts of speech before a noun that belong to its name, and before those.
_NAMING = NOUNS | {"ADJ", "NUM"}
_BEFORE = frozenset({"DET", "PRON"})
#: Letters that a noun has at least.
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with the words of its name, from `start` to `end`; `plain`: no preposition before."""

    start: int
    end: int
    plain: bool
    many: bool


def phrases(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Phrase]:
    """The noun phrases among tokens `start` to `end`, in order."""
    token = start
    ended, plain = start, True  # the phrase before
    while token < end:
        if parsed.pos[token] not in _NAMING:
            token += 1
            continue
        first = token
        while token < end and parsed.pos[token] in _NAMING:
            token += 1
        nouns = [t for t in range(first, token) if parsed.pos[t] in NOUNS]
        if not nouns:
            continue
        last = nouns[-1]
        before = first - 1
        while before >= start and parsed.pos[before] in _BEFORE:
            before -= 1
        # "for sensors and locks" leads both
        joined = before == ended > start and parsed.pos[before] == "CCONJ"
        plain = plain if joined else before < start or parsed.pos[before] != "ADP"
        ended = last + 1
        yield Phrase(first, last + 1, plain, _is_many(parsed, last, language))


def _is_many(parsed: ParsedText, noun: int, language: LanguagePack) -> bool:
    lower, lemma = parsed.lowers[noun], parsed.lemmas[noun]
    return lower != lemma and lower.endswith(tuple(language.plurals))


def plurals(word: str, language: LanguagePack) -> set[str]:
    """A noun with the endings of plurals, and without: a pipeline does not know every lemma."""
    longer = {stem + ending for ending in language.plurals for stem in (word, word + word[-1])}
    shorter = {
        word[: -len(ending)]
        for ending in language.plurals
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST
    }
    return longer | shorter | {each[:-1] for each in shorter if each[-2:-1] == each[-1:]}
