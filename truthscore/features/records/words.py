"""Whether a word of an answer stands for one of a record, in its own language or another one."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

from truthscore import resources
from truthscore.language import LanguagePack
from truthscore.text import vectors
from truthscore.text.model import ParsedText, Written

#: Letters that two forms of a word begin with: "open", "openstaand".
STEM = 4
#: Letters before the last part of a compound: "verlof*dagen*", not "paused". So many behind its
#: first part are a word, and no ending.
BEFORE, FIRST_PART = 3, 5
#: Letters of an ending of a plural in a language that the row is not in.
PLURAL_LETTERS = 2
#: Letters of a word that stands for one of a record and is part of a compound: not "over".
LONG_PART = 5
#: Letters of a unit in words: "u" is no hour but who is spoken to.
SHORTEST_UNIT = 3
#: Words whose translations are kept: those of a few records and answers.
KEPT = 20_000


class Words:
    """The words of an answer and of a question, as a record's words are looked for among them."""

    def __init__(self, language: LanguagePack, form_counts: float, part_counts: float) -> None:
        """`form_counts`: what a form, the last part, a synonym or a translation of a word counts (0
        to 1); `part_counts`: its first part. The word itself counts 1.0."""
        self._language = language
        self._form_counts, self._part_counts = form_counts, part_counts
        self._unit_of = {
            form: unit
            for unit, forms in language.values["units"].items()
            for form in forms
            if len(form) >= SHORTEST_UNIT
        }

    def stands_for(self, parsed: ParsedText, token: int, word: Written) -> float:
        """How surely a token is a word of a record: 1.0 itself, `form_counts` a form of it, its
        synonym or its translation, 0.0 none of these."""
        said = parsed.written(token)
        if said[0] == word[0]:
            return 1.0
        if _same(said, word, self._language.code):
            return self._form_counts
        columns = self._language.records["columns"]
        if any(_is_in(one, said) for each in word for one in columns.get(each, ())):
            return self._form_counts
        unit = self._unit_of.get(said[0])
        if unit is not None and unit == self._unit_of.get(word[0]):
            return self._form_counts  # "uur" and "uren": a name in words has no sure lemma
        is_synonym = not _synonyms(self._language, said).isdisjoint(word)
        if is_synonym:
            return self._form_counts
        return self._part_counts if _is_first_part(said, word) else 0.0

    def find(
        self, parsed: ParsedText, tokens: Iterable[int], words: Sequence[Written]
    ) -> dict[int, tuple[int, float]]:
        """The token that most surely stands for each of some words, and how surely, by the number
        of the word."""
        found: dict[int, tuple[int, float]] = {}
        tokens = list(tokens)
        for number, word in enumerate(words):
            for token in tokens:
                sure = self.stands_for(parsed, token, word)
                if sure > found.get(number, (0, 0.0))[1]:
                    found[number] = token, sure
        return found


def _synonyms(language: LanguagePack, written: Written) -> frozenset[str]:
    return frozenset(itertools.chain.from_iterable(language.synonyms.get(w, ()) for w in written))


@functools.lru_cache(maxsize=KEPT)
def _same(said: Written, word: Written, lang: str) -> bool:
    for mine, theirs in itertools.product(dict.fromkeys(said), dict.fromkeys(word)):
        if mine == theirs or _is_form(mine, theirs) or _is_form(theirs, mine):
            return True
    for one in itertools.chain.from_iterable(translations(lang, each) for each in said):
        if any(one == each or _is_plural(one, each) for each in word):
            return True
    return any(_is_in(one, said) for each in word for one in meanings(lang, each))


def _is_in(word: str, said: Written) -> bool:
    """Whether a word is one that was said or a part of it: "bedrag" in "totaalbedrag"."""
    part = len(word) >= LONG_PART
    return any(word == each or (part and _is_form(word, each)) for each in said)


def _is_form(short: str, long: str) -> bool:
    """Whether a word is a form of another, or the last part of it: a compound is one of its last
    part, "huurtoeslag" no "huur"."""
    if len(short) < STEM or not short.isalpha() or len(short) > len(long):
        return False
    more = len(long) - len(short)
    return (more < FIRST_PART and long.startswith(short)) or (
        more >= BEFORE and long.endswith(short)
    )


def _is_first_part(said: Written, word: Written) -> bool:
    """Whether one word is the first part of the other."""
    return any(
        len(short) >= STEM and short.isalpha() and long.startswith(short)
        for mine, theirs in itertools.product(said, word)
        for short, long in ((mine, theirs), (theirs, mine))
    )


def _is_plural(one: str, several: str) -> bool:
    """Whether a word of another language is one of the same: "room", "rooms"."""
    return (
        len(one) >= STEM and several.startswith(one) and len(several) - len(one) <= PLURAL_LETTERS
    )


@functools.lru_cache(maxsize=KEPT)
def translations(lang: str, word: str) -> frozenset[str]:
    """The words of another language that a word of `lang` stands for, by the word table."""
    return _by_table(lang, word, of_others=False)


@functools.lru_cache(maxsize=KEPT)
def meanings(lang: str, word: str) -> frozenset[str]:
    """The words of `lang` that a word of another language stands for, by the word table."""
    return _by_table(lang, word, of_others=True)


def _by_table(lang: str, word: str, *, of_others: bool) -> frozenset[str]:
    """What a word stands for in the tables of `lang` and each other language, which have two
    sides and only what is likely; `of_others`: the word is one of the other language."""
    found: set[str] = set()
    for other in resources.languages():
        joint = vectors.load(lang, other) if other != lang else None
        if joint is not None:
            side = joint.sides[other if of_others else lang]
            found.update(one for one, _ in side.of(word))
    return frozenset(found)


def is_of(lang: str, word: str) -> bool:
    """Whether the word table has a word as one of `lang`, with a meaning in another language."""
    return bool(translations(lang, word) - {word})
