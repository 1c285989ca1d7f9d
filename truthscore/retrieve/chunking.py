"""Pages into chunks (*Ask Me Anything* §2.1): lengths in words, whole sentences, tables and steps.

A chunk is a slice of its page. A table, a list of steps and a code block stay whole where they fit;
one that does not is cut between its rows, a list between its steps, each with what stands indented
below it. A heading goes with what stands below it. `replication/ama/cuts.py` counts what is cut.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import regex

from truthscore.errors import InputError
from truthscore.retrieve.retriever import Chunk
from truthscore.text.markup import normalise
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument, Span

#: Share of a chunk's words from which a heading begins the next one: a page of short sections is
#: not cut into crumbs.
BEGINS_NEXT = 1 / 3
_FENCE = regex.compile(r"\s*(```|~~~)")
_HEADING = regex.compile(r"(#{1,6})\s+(\S.*?)\s*#*\s*$")
_ROW = regex.compile(r"\s*\|")
_ITEM = regex.compile(r"\s*(?:[*+•-]|\d{1,3}[.)])\s+\S")
_INDENTED = regex.compile(r"\s{2,}\S")
_SENTENCE_END = regex.compile(r"(?<=[.!?…][\"”’')*_]*)\s+(?=[\p{Lu}\p{N}\"“„‘'*_\[(`])")
_SPACE = regex.compile(r"\s+")
_BLANK = regex.compile(r"[ \t]*")
#: Spaces of a tab, as in Markdown, and how much further in a line stands that is below an item.
TAB, BELOW = 4, 2
#: Where a line begins and where its last sign ends.
_Line = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutting:
    """How long a chunk may be: `words`, and `characters`; `overlap`: words of its end that the next
    one begins with, in whole sentences."""

    words: int
    overlap: int
    characters: int

    def __post_init__(self) -> None:
        if self.words < 1 or self.characters < 1 or not 0 <= self.overlap < self.words:
            raise InputError(
                f"chunks of {self.words} words and {self.characters} characters with "
                f"{self.overlap} words of overlap; expected lengths from 1, and an overlap from 0 "
                "that is shorter than the words"
            )


#: Table 1 of the paper; its answers were best with C.
PRESETS: Mapping[str, Cutting] = MappingProxyType({
    "A": Cutting(words=300, overlap=50, characters=1_000),
    "B": Cutting(words=100, overlap=25, characters=1_000),
    "C": Cutting(words=300, overlap=50, characters=3_000),
})  # fmt: skip
DEFAULT = "C"


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters that stay together; `words` in them; whether it is a heading, which has no end of
    its own, or a sentence, which the next chunk may begin with."""

    start: int
    end: int
    words: int
    headings: tuple[str, ...]
    heading: bool = False
    sentence: bool = False


def chunks(page: ContextDocument, cutting: Cutting = PRESETS[DEFAULT]) -> Iterator[Chunk]:
    """The chunks of a page in text order; none of a page without a word.

    Their spans are characters of `normalise(page.text)`, the text that scoring reads as well. Every
    word of it is in a chunk.
    """
    text = normalise(page.text)
    for local, (start, end, headings) in enumerate(_cut(_pieces(text, cutting), cutting)):
        yield Chunk(
            origin=page.id, local=local, title=page.title, headings=headings,
            text=text[start:end], span=Span(source=page.id, start=start, end=end),
            roles=page.roles, lang=page.lang,
        )  # fmt: skip


def _cut(pieces: Iterable[_Piece], cutting: Cutting) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    held: list[_Piece] = []
    told = 0  # words of them
    new = False  # one of them is in no chunk yet
    for piece in pieces:
        full = held and (
            told + piece.words > cutting.words
            or piece.end - held[0].start > cutting.characters
            or (piece.heading and told >= cutting.words * BEGINS_NEXT)
        )
        if full:
            led = _leading(held)
            kept = held[: len(held) - len(led)]
            if new and kept:
                yield kept[0].start, kept[-1].end, kept[0].headings
            room = cutting.characters - (piece.end - (led[0].start if led else piece.start))
            again = [] if piece.heading or led else _overlap(kept, cutting, piece, room)
            held = [*again, *led]
            told = sum(each.words for each in held)
            if held and piece.end - held[0].start > cutting.characters:
                yield held[0].start, held[-1].end, held[0].headings  # headings as long as a chunk
                held, told = [], 0
        held.append(piece)
        told += piece.words
        new = True
    if held and new:
        yield held[0].start, held[-1].end, held[0].headings


def _leading(held: list[_Piece]) -> list[_Piece]:
    """The headings at the end, which go with what follows."""
    count = 0
    while count < len(held) and held[-1 - count].heading:
        count += 1
    return held[len(held) - count :]


def _overlap(held: list[_Piece], cutting: Cutting, piece: _Piece, room: int) -> list[_Piece]:
    """The last sentences, up to the overlap, that the next chunk has room for as well."""
    found: list[_Piece] = []
    words = 0
    for each in reversed(held[1:]):
        words += each.words
        fits = words <= cutting.overlap and words + piece.words <= cutting.words
        if not (each.sentence and fits and piece.start - each.start <= room):
            break
        found.append(each)
    return found[::-1]


def _pieces(text: str, cutting: Cutting) -> Iterator[_Piece]:
    """What stays together, in text order: headings, sentences, and blocks or their rows."""
    path: list[tuple[int, str]] = []
    for kind, lines in _blocks(text):
        start, end = lines[0][0], lines[-1][1]
        if kind == "heading":
            level, name = _HEADING.match(text, start, end).group(1, 2)  # type: ignore[union-attr]
            path = [each for each in path if each[0] < len(level)]
            above = tuple(each for _, each in path)
            path.append((len(level), name))
            yield _Piece(start, end, _words(text, start, end), above, heading=True)
            continue
        under = tuple(each for _, each in path)
        words = _words(text, start, end)
        if not words:
            continue
        if kind == "text":
            yield from _sentences(text, start, end, under, cutting)
        elif words <= cutting.words and end - start <= cutting.characters:
            yield _Piece(start, end, words, under)
        elif kind == "list":
            yield from _items(text, lines, under, cutting)
        else:
            for first, last in lines:
                yield from _fitting(text, first, last, under, cutting)


def _items(
    text: str, lines: list[_Line], under: tuple[str, ...], cutting: Cutting
) -> Iterator[_Piece]:
    """Each item of a list with the lines indented below it; one that is too long as its first line
    and, in the same way, those below it."""
    indents = [_indent(text, start) for start, _ in lines]
    waiting = [(0, len(lines))]
    while waiting:
        at, to = waiting.pop()
        start, end = lines[at][0], lines[to - 1][1]
        if to - at == 1:
            yield from _fitting(text, start, end, under, cutting)
            continue
        if end - start <= cutting.characters and _words(text, start, end) <= cutting.words:
            yield _Piece(start, end, _words(text, start, end), under)
            continue
        level = min(indents[at:to]) + BELOW
        starts = [at, *(each for each in range(at + 1, to) if indents[each] < level)]
        if len(starts) == 1:  # all the others are below the first
            starts.append(at + 1)
        waiting += reversed(list(itertools.pairwise((*starts, to))))


def _indent(text: str, start: int) -> int:
    """How far the first sign of a line stands from its edge; a tab is as wide as four spaces."""
    found = _BLANK.match(text, start)
    return len(found[0].expandtabs(TAB)) if found else 0


def _blocks(text: str) -> Iterator[tuple[str, list[_Line]]]:
    """The kind of each block and its lines, (start, end) without their ends."""
    kind, lines = "", list[_Line]()
    at, fenced = 0, False
    for line in text.splitlines(keepends=True):
        start, end = at, at + len(line.rstrip())
        at += len(line)
        fence = bool(_FENCE.match(line))
        if fenced or fence:
            mine = "code"
        elif start == end:
            mine = kind if kind == "list" else ""  # steps stand apart by empty lines too
        elif _HEADING.match(text, start, end):
            mine = "heading"
        elif _ROW.match(line):
            mine = "table"
        elif _ITEM.match(line) or (kind == "list" and _INDENTED.match(line)):
            mine = "list"
        else:
            mine = "text"
        starts = fence and not fenced
        fenced ^= fence
        if mine != kind or mine == "heading" or starts:
            if lines:
                yield kind, lines
            kind, lines = mine, []
        if start < end:
            lines.append((start, end))
    if lines:
        yield kind, lines


def _sentences(
    text: str, start: int, end: int, under: tuple[str, ...], cutting: Cutting
) -> Iterator[_Piece]:
    at = start
    for edge in (*_SENTENCE_END.finditer(text, start, end), None):
        stop = edge.start() if edge else end
        yield from _fitting(text, at, stop, under, cutting, sentence=True)
        at = edge.end() if edge else end


def _fitting(
    text: str, start: int, end: int, under: tuple[str, ...], cutting: Cutting,
    *, sentence: bool = False,
) -> Iterator[_Piece]:  # fmt: skip
    """A sentence or a row; cut between words where it alone is too long, and within one that is."""
    words = _words(text, start, end)
    if words <= cutting.words and end - start <= cutting.characters:
        if words:
            yield _Piece(start, end, words, under, sentence=sentence)
        return
    at, stop, held = start, start, 0
    for begin, close in _spaced(text, start, end, cutting.characters):
        more = _words(text, begin, close)
        if stop == at:
            at = begin  # what stands before the first word is no part of it
        elif held + more > cutting.words or close - at > cutting.characters:
            if held:
                yield _Piece(at, stop, held, under)
            at, held = begin, 0
        stop, held = close, held + more
    if held:
        yield _Piece(at, stop, held, under)


def _spaced(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """What stands between spaces, in stretches of `longest` characters at most."""
    at = start
    for edge in (*_SPACE.finditer(text, start, end), None):
        stop = edge.start() if edge else end
        for begin in range(at, stop, longest):
            yield begin, min(stop, begin + longest)
        at = edge.end() if edge else end


def _words(text: str, start: int, end: int) -> int:
    return sum(1 for _ in WORD.finditer(text, start, end))
