"""Markdown as chatbots and help pages write it: which lines are what, and what is only markup.

Text is never rewritten and searched back. `blocks` returns offsets into the given text;
`plain` returns the readable characters of a block *with* the offset each came from.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from truthscore.text.model import Block, BlockKind

#: Blocks whose plain text is kept: the parser and several features read the same answer.
KEPT_BLOCKS = 1024

_FENCE = regex.compile(r"^\s*(```|~~~)")
_RULE = regex.compile(r"^\s*([-*_])(\s*\1){2,}\s*$")
_TABLE_RULE = regex.compile(r"^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_HEADING = regex.compile(r"^\s{0,3}(#{1,6})\s+")
_QUOTE = regex.compile(r"^\s*>+\s?(\[![A-Za-z]+\]\s*)?")
#: `**1.** Open` closes its bold behind the number, `**1. Open**` does not.
_STEP = regex.compile(
    r"^(?P<lead>\s*)(?P<bold>\*\*|__)?(?P<number>\d{1,3})[.)](?=\s|\*\*|__)(?(bold)(?P=bold)?+)\s*"
)
_NAMED_STEP = regex.compile(
    r"^(?P<lead>\s*)(?:[-*+]\s+)?(?:\*\*|__)?(?:stap|step)\s+(?P<number>\d{1,3})\b\s*[:.)\u2013-]?(?:\*\*|__)?[:.]?\s*",
    regex.IGNORECASE,
)
_BULLET = regex.compile(r"^(\s*)[-*+\u2022\u25e6\u25aa\u2013\u2023\u00b7]\s+")

#: What is deleted from a block before it is read: emphasis signs, link targets, tags, escapes.
_MARKUP = regex.compile(
    r"""
      (?P<drop> !\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)      # an image
        | (?<=\])\((?:https?:|/|\.|\#|mailto:|[\w-]+\.)[^)\s]{0,500}\)   # a link's target
        | \[\^[^\]\s]{1,30}\]:?                            # a mark of a footnote, before it too
        | </?[A-Za-z][^<>\n]{0,200}>                      # an HTML tag
        | \\(?=[^\w\s]|_)                                 # an escape: its sign is no markup
        | (?<!\\)(?: \*{1,3}(?=\S) | (?<=\S)\*{1,3} )     # bold and italic stars
        | (?<![\w\\])_{1,3}(?=\w) | (?<=[\w.!?:])_{1,3}(?![\w])
        | (?<!\\)`+ | ~~
        | (?<![\w])\[(?=[^\]\n]{1,300}\]\() | \](?=\()     # brackets around a link's text
        | [\p{Cf}\p{Cc}--[\t\n\r]] )                      # invisible characters
    | (?P<space> \s+ )
    """,
    regex.VERBOSE | regex.VERSION1,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """Readable text and, per character, the offset it has in the text it was taken from."""

    text: str
    offsets: tuple[int, ...]


def normalise(text: str) -> str:
    """NFC with `\\n` line ends: the text that every offset of ours refers to."""
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")


def blocks(text: str) -> tuple[Block, ...]:
    """The headings, list items, table cells, code lines and paragraphs of `text`, in order.

    A line that starts in lower case right below a paragraph or list item continues it (a
    hard-wrapped text); every other line is a block of its own.
    """
    return tuple(each_block(text))


def each_block(text: str) -> Iterator[Block]:
    """`blocks`, one by one: who looks for the first few reads no further."""
    last: Block | None = None  # what the next line may continue
    in_code = False
    joinable = False
    position = 0
    for line in text.split("\n"):
        start, position = position, position + len(line) + 1
        if _FENCE.match(line):
            in_code, joinable = not in_code, False
            continue
        if not line.strip() or _RULE.match(line):
            joinable = False
            continue
        if in_code:
            if last is not None:
                yield last
            last = _block("code", text, start, start + len(line))
            continue
        quote = _QUOTE.match(line)
        offset = quote.end() if quote else 0
        rest = line[offset:]
        if not rest.strip():
            continue
        if rest.count("|") >= 2 and rest.lstrip().startswith("|"):
            if last is not None:
                yield last
                last = None
            if not _TABLE_RULE.match(rest):
                yield from _cells(text, start + offset, rest)
            joinable = False
            continue
        block = _line(text, start + offset, rest)
        first = text[block.start : block.start + 1]
        if last is not None and joinable and block.kind == "paragraph" and first.islower():
            last = Block(
                kind=last.kind,
                start=last.start,
                end=block.end,
                level=last.level,
                number=last.number,
            )
        elif block.end > block.start:
            if last is not None:
                yield last
            last = block
            joinable = block.kind in {"paragraph", "step", "bullet"}
    if last is not None:
        yield last


def _line(text: str, start: int, line: str) -> Block:
    end = start + len(line)
    if heading := _HEADING.match(line):
        return _block("heading", text, start + heading.end(), end, level=len(heading[1]))
    step = _NAMED_STEP.match(line) or _STEP.match(line)
    if step:
        level, number = len(step["lead"].expandtabs(4)), int(step["number"])
        return _block("step", text, start + step.end(), end, level=level, number=number)
    if bullet := _BULLET.match(line):
        level = len(bullet[1].expandtabs(4))
        return _block("bullet", text, start + bullet.end(), end, level=level)
    return _block("paragraph", text, start, end)


def _cells(text: str, start: int, line: str) -> list[Block]:
    cells = []
    for cell in line.split("|"):
        block = _block("cell", text, start, start + len(cell))
        if block.end > block.start:
            cells.append(block)
        start += len(cell) + 1
    return cells


def _block(
    kind: BlockKind, text: str, start: int, end: int, level: int = 0, number: int | None = None
) -> Block:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Block(kind=kind, start=start, end=end, level=level, number=number)


@functools.lru_cache(maxsize=KEPT_BLOCKS)
def plain(text: str, start: int, end: int) -> Plain:
    """The readable characters of `text[start:end]`: markup dropped, white space folded to one."""
    pieces: list[str] = []
    offsets: list[int] = []
    position = start
    for match in _MARKUP.finditer(text, start, end):
        pieces.append(text[position : match.start()])
        offsets.extend(range(position, match.start()))
        position = match.end()
        if match["space"] is not None and offsets and pieces and not _ends_in_space(pieces):
            pieces.append(" ")
            offsets.append(match.start())
    pieces.append(text[position:end])
    offsets.extend(range(position, end))
    return Plain(text="".join(pieces), offsets=tuple(offsets))


def _ends_in_space(pieces: list[str]) -> bool:
    for piece in reversed(pieces):
        if piece:
            return piece[-1] == " "
    return True
