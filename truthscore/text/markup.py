"""Markdown as chatbots and help pages write it: which lines are what, and what is only markup.

Text is never rewritten and searched back. `blocks` returns offsets into the given text;
`plain` returns the readable characters of a block *with* the offset each came from.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from truthscore.text.model import Block, BlockKind

#: Blocks whose plain text is kept: the parser and several features read the same answer.
KEPT_BLOCKS = 1024
#: Characters of a block above which it is cut, for a parse takes memory for each word of one. No
#: paragraph that people read is as long.
LONGEST_BLOCK = 4_000
_SENTENCE_END = regex.compile(r"[.!?](?=\s)", regex.REVERSE)
_WORD_END = regex.compile(r"\s", regex.REVERSE)

_FENCE = regex.compile(r"^\s*(```|~~~)")
_RULE = regex.compile(r"^\s*([-*_])(?:\s*+\1){2,}+\s*$")
_TABLE_RULE = regex.compile(r"^\s*+\|?\s*+:?-{2,}+:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*+$")
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
_BULLET = regex.compile(
    r"^(\s*)[-*+\u2022\u25e6\u25aa\u2013\u2023\u00b7]\s+(?:\[[ xX]\]\s+)?"  # or of a task list
)

#: HTML tags at which a reader sees another line or cell begin.
_LINE_TAG = regex.compile(
    r"""</?(?:(?P<break>br)|address|article|aside|blockquote|button|caption|center|dd|details|div|dl
        |dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|label|legend|li|main|nav|ol
        |option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)
        (?:\s[^<>\n]{0,200})?/?>\s*""",
    regex.IGNORECASE | regex.VERBOSE,
)

_HALVES = regex.compile(r"[\ud800-\udfff]")
#: As many marks in a row as the Stream-Safe Text Format allows. The joiner that is put between is a
#: mark too, and not counted, so that a text that was read once stays as it is.
_MARKS = regex.compile(r"(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})")
#: What parts the cells of a table; an escaped bar is a sign of its cell.
CELL_ENDS = regex.compile(r"(?<!\\)\|")
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


def whole_characters(text: str) -> str:
    """`text` with U+FFFD for every half of a character (a lone surrogate), which no file can hold.

    As JSON may have one ("\\ud800"), it is data, not a mistake of ours.
    """
    return _HALVES.sub("\N{REPLACEMENT CHARACTER}", text)


def normalise(text: str) -> str:
    """NFC with `\\n` line ends: the text that every offset of ours refers to.

    Behind so many marks on one letter as no script has, a joiner begins anew: sorting them takes
    quadratic time (the Stream-Safe Text Format of Unicode Standard Annex 15, section 13).
    """
    safe = _MARKS.sub("\\g<0>\N{COMBINING GRAPHEME JOINER}", whole_characters(text))
    return unicodedata.normalize("NFC", safe).replace("\r\n", "\n").replace("\r", "\n")


def blocks(text: str) -> tuple[Block, ...]:
    """The headings, list items, table cells, code lines and paragraphs of `text`, in order.

    A line that starts in lower case right below a paragraph or list item continues it (a
    hard-wrapped text); every other line is a block of its own. So is what HTML shows as one.
    """
    return tuple(each_block(text))


def each_block(text: str) -> Iterator[Block]:
    """`blocks`, one by one: who looks for the first few reads no further."""
    for whole in _whole_blocks(text):
        for block in _at_tags(text, whole):
            yield from _cut(text, block) if block.end - block.start > LONGEST_BLOCK else (block,)


def _at_tags(text: str, block: Block) -> Iterator[Block]:
    """The lines and cells that HTML makes of a block: "Klik op Opslaan.<br>Sluit het venster."

    Only the first is the item or heading. What goes on in lower case behind `<br>` is no line of
    its own, as behind a line end.
    """
    if block.kind == "code" or text.find("<", block.start, block.end) < 0:
        yield block
        return
    tags = [
        tag
        for tag in _LINE_TAG.finditer(text, block.start, block.end)
        if not (tag["break"] and _goes_on(text, tag.start(), tag.end()))
    ]
    starts = [block.start, *(tag.end() for tag in tags)]
    ends = [*(tag.start() for tag in tags), block.end]
    for start, end in zip(starts, ends, strict=True):
        piece = _block(block.kind, text, start, end, block.level, block.number)
        if piece.end > piece.start:
            yield piece
            kind: BlockKind = "cell" if block.kind == "cell" else "paragraph"
            block = replace(block, kind=kind, level=0, number=None)


def _goes_on(text: str, end: int, start: int) -> bool:
    """Whether the words that begin at `start` go on with a sentence that is not over at `end`."""
    return text[start : start + 1].islower() and not text[max(0, end - 2) : end].rstrip().endswith(
        (".", "!", "?")
    )


def _cut(text: str, block: Block) -> Iterator[Block]:
    """A block that is too long, in pieces: cut where sentences end, else words, else anywhere.

    Only the first is the item or heading; the others are paragraphs below it.
    """
    kind, start = block.kind, block.start
    while block.end - start > LONGEST_BLOCK:
        least, most = start + LONGEST_BLOCK // 2, start + LONGEST_BLOCK
        ends = [
            next(_SENTENCE_END.finditer(text, least, most), None),
            next(_WORD_END.finditer(text, least, most), None),
        ]
        end = next((each.end() for each in ends if each is not None), most)
        piece = _block(kind, text, start, end, block.level, block.number)
        if piece.end > piece.start:
            yield piece
        block = replace(block, level=0, number=None)
        kind = kind if kind in {"code", "cell"} else "paragraph"
        start = end
    yield _block(kind, text, start, block.end, block.level, block.number)


def _whole_blocks(text: str) -> Iterator[Block]:
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
    for cell in CELL_ENDS.split(line):
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
        if match.start() > position:
            pieces.append(text[position : match.start()])
            offsets.extend(range(position, match.start()))
        position = match.end()
        if match["space"] is not None and pieces and not pieces[-1].endswith(" "):
            pieces.append(" ")
            offsets.append(match.start())
    pieces.append(text[position:end])
    offsets.extend(range(position, end))
    return Plain(text="".join(pieces), offsets=tuple(offsets))
