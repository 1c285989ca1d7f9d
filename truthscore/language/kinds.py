"""The kinds of lists that a language has, and how the special ones among them are read."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import regex

from truthscore import resources
from truthscore.errors import ResourceError
from truthscore.types import MESSAGE_TYPES, MessageType

#: Words of which the order says nothing.
Words = frozenset[str]
#: Phrases, as words, by their first word.
Phrases = Mapping[str, tuple[tuple[str, ...], ...]]
#: Words by a word.
ByWord = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPattern:
    """One regular expression of a message-type list, with a question that reaches it."""

    pattern: str
    example: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionList:
    """An ordered list of patterns that all point to one message type (§4.4.1).

    `scope` "message": looked for anywhere; "question": in the question, where the profile's
    detector tells a question from the sentences around it.
    """

    name: str
    type: MessageType
    scope: Literal["message", "question"]
    patterns: tuple[QuestionPattern, ...]


@dataclass(frozen=True, slots=True)
class WordForms:
    """How a language makes the forms of its words, from `language.toml`.

    Of verbs, `infinitive`: what their infinitives end in; `endings`: what stands behind the stem of
    other forms; `participle`: what stands before it there; `particles`: what may stand before that,
    or apart from the verb; `infinitive_mark`: what then stands between; `pronominal`: words of
    which a particle is a part elsewhere ("er ... voor"); `subjects`: pronouns right before which
    the verb stands in an inverted sentence; `present`: endings of the present
    participle, which the infinitive stands in; `nouns`: endings of nouns in the plural, which a
    pipeline takes for verbs. `plurals`: endings of nouns in the plural; `replaced`: those that
    stand for another one; `inflected`: endings of adjectives. `doubled`: the vowels of which one is
    lost before another syllable; `voiced`: how a consonant is written there; `vowels`: all of them.
    `least`: the zipf frequency of a word that is one, `usual` of one that longer words end in;
    `clearly`: how much more usual a plural is than its stem where it is an infinitive; `rarer`: how
    much rarer the infinitive of a form may be that is taken for another word.
    """

    infinitive: str
    endings: tuple[str, ...]
    participle: str
    particles: tuple[str, ...]
    infinitive_mark: str
    pronominal: tuple[str, ...]
    subjects: tuple[str, ...]
    present: tuple[str, ...]
    nouns: tuple[str, ...]
    plurals: tuple[str, ...]
    replaced: Mapping[str, str]
    inflected: tuple[str, ...]
    vowels: str
    doubled: str
    voiced: Mapping[str, str]
    least: float
    usual: float
    clearly: float
    rarer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How words are compared in this language (§6.1)."""

    lowercase: bool
    lemmatise: bool
    drop_stop_words: bool


def by_first_word(phrases: list[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """First word → the phrases that begin with it, as words."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def words_of(file: str) -> Callable[[Path], Words]:
    """What reads a file of words in a language's folder."""
    return lambda folder: frozenset(resources.read_words(folder / file))


def rivals(pairs: Iterable[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Both directions of every pair: word → the words that exclude it."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
    return found


def synonyms(rows: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Word -> the other words of its rows, of all kinds."""
    found: dict[str, dict[str, None]] = {}
    for kind in rows.values():
        for row in kind:
            for word in row:
                found.setdefault(word, {}).update((other, None) for other in row if other != word)
    return {word: tuple(others) for word, others in found.items()}


def opposites(turns: Mapping[str, Any]) -> ByWord:
    """Word -> the words that exclude it, of the pairs, of those that are shown by an example, and
    of the groups."""
    groups = (itertools.combinations(group, 2) for group in turns["groups"])
    shown = (each["words"] for each in turns.get("shown", ()))
    return rivals(itertools.chain(turns["pairs"], shown, *groups))


def both_ways(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Every pair from either side."""
    return tuple((one, other) for pair in pairs for one, other in (pair, pair[::-1]))


def by_word(groups: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Word -> the name of its group."""
    return {word: group for group, words in groups.items() for word in words}


def word_forms(facts: Mapping[str, Any]) -> WordForms | None:
    """None for a language whose pipeline is not mended."""
    if not facts["word_forms"]:
        return None
    listed: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in facts["word_forms"].items()
    }
    return WordForms(**listed, plurals=tuple(facts["plurals"]))


def shortened(folder: Path) -> dict[str, regex.Pattern[str]]:
    """Words by what finds their abbreviations."""
    path = folder / "language.toml"
    patterns = resources.read_toml(path)["shortened"]
    try:
        return {word: regex.compile(pattern) for word, pattern in patterns.items()}
    except regex.error as error:
        raise ResourceError(f"{path}: `shortened`: pattern does not compile: {error}") from error


def question_lists(folder: Path) -> dict[str, QuestionList]:
    """The lists of patterns by their names, in the order of the file."""
    path = folder / "message_types.toml"
    lists: dict[str, QuestionList] = {}
    for name, block in resources.read_toml(path)["lists"].items():
        if block["type"] not in MESSAGE_TYPES:
            raise ResourceError(
                f"{path}: list {name!r} has type {block['type']!r}; expected one of "
                f"{', '.join(MESSAGE_TYPES)}"
            )
        patterns = tuple(QuestionPattern(**pattern) for pattern in block["patterns"])
        lists[name] = QuestionList(
            name=name, type=block["type"], scope=block["scope"], patterns=patterns
        )
    return lists
