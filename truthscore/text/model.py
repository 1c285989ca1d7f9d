"""Parsed text as plain data. Nothing of spaCy gets past `parser.py`.

Tokens are kept in columns (one tuple per attribute) because a help centre of 900 pages has a
million of them: a column costs 8 bytes per token, an object 200. What columns repeat, words and
numbers, is one object in the whole process.
"""

from __future__ import annotations

import functools
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

BlockKind = Literal["heading", "step", "bullet", "cell", "paragraph", "code"]
if TYPE_CHECKING:
    #: Whole numbers in a few bytes each.
    Numbers = array[int]
else:  # Python 3.11 has no array[int] at run time, where the store reads what a page is made of
    Numbers = array
#: A word as it stands in a text, and its lemma.
Written = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A line-level unit of a text: a heading, list item, table cell or paragraph.

    `start` and `end` are character offsets of its content, without the list marker, heading
    sign and surrounding space. `level` is the indentation in characters for list items and the
    number of `#` for headings. `number` is a step's own number, None for other blocks.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedText:
    """A parsed text; column i of every tuple is token i, in text order.

    `starts`/`ends`: character offsets into `text`. `lowers`: the token lower-cased. `lemmas`:
    lower-cased lemma. `pos`: universal part of speech. `deps`: dependency label as the pipeline
    writes it. `heads`: index of the head token (a root is its own head). `stops`: on the
    language's stop list. `sentences`: half-open ranges of token indices.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    lowers: tuple[str, ...]
    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    deps: tuple[str, ...]
    heads: tuple[int, ...]
    stops: tuple[bool, ...]
    sentences: tuple[tuple[int, int], ...]
    blocks: tuple[Block, ...] = ()

    def words_at(self, tokens: Iterable[int]) -> set[str]:
        """The words at some tokens, each as it stands there and as its lemma."""
        if isinstance(tokens, range):  # a stretch is read at once: clauses are asked for most
            at = slice(tokens.start, tokens.stop)
            return {*self.lowers[at], *self.lemmas[at]}
        return {word for t in tokens for word in (self.lowers[t], self.lemmas[t])}

    def spoken(self, tokens: tuple[int, int]) -> list[str]:
        """The words of a stretch of tokens in small letters, without its signs."""
        return list(filter(is_word, self.lowers[slice(*tokens)]))

    def written(self, token: int) -> Written:
        """The word at a token as it stands there, and its lemma."""
        return self.lowers[token], self.lemmas[token]

    def tokens_within(self, start: int, end: int) -> range:
        """The tokens that begin among the characters `start` to `end`."""
        return range(bisect_left(self.starts, start), bisect_left(self.starts, end))


#: Kinds of blocks that are items of a list.
ITEMS: frozenset[BlockKind] = frozenset({"step", "bullet"})
#: Parts of speech of what things and people are named by.
NOUNS = frozenset({"NOUN", "PROPN"})
#: Labels of who or what a verb is told of.
SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
#: Parts of speech of what says something of them.
VERBS = frozenset({"VERB", "AUX"})
#: The label of what stands apart from its verb: "zet ... *uit*", "turn *off*".
PARTICLE = "compound:prt"


def shared(words: Iterable[str]) -> tuple[str, ...]:
    """`words`, each of them one object in the whole process: pages repeat most of theirs."""
    return tuple(map(sys.intern, words))


#: Numbers below this are shared: the offsets of nearly all pages (a number costs 32 bytes, its
#: place in a column 8). Larger ones are objects of their own.
SHARED_NUMBERS = 65_536


def shared_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    """`numbers` (none below zero), each that is not too large one object in the whole process."""
    known = _numbers()
    return tuple([known[each] if each < SHARED_NUMBERS else each for each in numbers])


@functools.cache
def _numbers() -> tuple[int, ...]:
    return tuple(range(SHARED_NUMBERS))


def is_word(form: str) -> bool:
    """Whether a token holds a letter or digit."""
    return form.isalnum() or any(map(str.isalnum, form))  # most are nothing else


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """A source of evidence: `source` is what spans call it, `parsed` its text and tokens."""

    source: str
    title: str
    parsed: ParsedText
