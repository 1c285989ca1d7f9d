"""Markdown of an answer for a page: which characters are shown how, and which are only markup.

Nothing is rewritten: a line is made of runs of the answer's own characters, so that a colour lies
on exactly what was found. Only signs are left out (stars, brackets, bars of a table), never words:
HTML tags and the targets of links are shown as they are. The Markdown libraries tell of no word
within a line at which character it stands, so none of them could.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import regex

from truthscore.text.markup import CELL_ENDS
from truthscore.types import Span

LineKind = Literal["text", "heading", "item", "quote", "code", "row", "rule"]
Style = Literal["bold", "italic", "struck", "code", "link", "target", "mark", "cell"]
#: Steps of indentation that a list shows; deeper ones look like the last.
DEEPEST = 4
#: Characters of a passage shown before and after the match.
AROUND = 160
#: Columns of one step of indentation.
_STEP = 2
_FENCE = regex.compile(r"\s*+(?:```++|~~~++)")
_RULE = regex.compile(r"\s*+([-*_])(?:\s*+\1){2,}+\s*+$")
_TABLE_RULE = regex.compile(r"\s*+\|?\s*+:?-{2,}+:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*+$")
_HEADING = regex.compile(r"\s{0,3}(#{1,6})\s+")
_QUOTE = regex.compile(r"\s*+>+\s?")
_ITEM = regex.compile(r"(\s*+)([-*+•◦▪‣·]|\d{1,3}[.)])\s+(?=\S)")
_BULLETS = frozenset("-*+")
#: Signs within a line. A link's text may have signs of its own, so its ends are found apart.
_SIGN = regex.compile(
    r"""
      (?P<escape> \\(?=[\\`*_{}\[\]()\#+\-.!~|>]) )
    | (?P<open> !?\[(?=[^\]\[\n]{1,300}\]\([^()\s]{1,500}\)) )
    | (?P<close> \](?=\([^()\s]{1,500}\)) )
    | (?P<tick> `++ )
    | (?P<emphasis> \*{1,3} | _{1,3} | ~~ )
    """,
    regex.VERBOSE,
)
_TARGET = regex.compile(r"\([^()\s]{1,500}\)")
_COUNTED: tuple[tuple[int, tuple[Style, ...]], ...] = (
    (1, ("italic",)), (2, ("bold",)), (3, ("bold", "italic")),
)  # fmt: skip
_STYLES: dict[str, tuple[Style, ...]] = {
    sign * count: styles for sign in "*_" for count, styles in _COUNTED
}
_STYLES["~~"] = ("struck",)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters `start` to `end` of the answer, all shown alike."""

    start: int
    end: int
    styles: tuple[Style, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the answer. `level`: depth of a heading or of a list; `apart`: behind a blank
    line; `bullet`: an item whose mark is a bullet and not a number."""

    kind: LineKind
    runs: tuple[Run, ...]
    level: int = 0
    apart: bool = False
    bullet: bool = False


def lines(text: str) -> tuple[Line, ...]:
    """The lines of a text that have something to show."""
    return tuple(_lines(text))


def readable(text: str, start: int, end: int) -> tuple[str, str, str]:
    """A text without its signs: what stands before `start`, between both, and behind `end`."""
    parts: tuple[list[str], list[str], list[str]] = ([], [], [])

    def part(at: int) -> list[str]:
        return parts[0] if at < start else parts[1] if at < end else parts[2]

    for number, line in enumerate(lines(text)):
        for run in line.runs[:1] if number else ():
            part(run.start - 1).append("\n\n" if line.apart else "\n")
        for run in line.runs:
            inner = [cut for cut in (start, end) if run.start < cut < run.end]
            for first, last in pairwise((run.start, *inner, run.end)):
                space = " " if "mark" in run.styles and last == run.end else ""
                part(first).append(text[first:last] + space)
    before, match, after = ("".join(each) for each in parts)
    return before, match, after


def around(text: str, span: Span) -> tuple[str, str, str]:
    """A passage without its signs: what stands before it, itself, and what stands behind it."""
    start, end = max(0, span.start - AROUND), min(len(text), span.end + AROUND)
    if start:  # not in the middle of a word
        start = max(start, text.find(" ", start, span.start) + 1)
    if end < len(text):
        end = max(span.end, text.rfind(" ", span.end, end))
    before, match, after = readable(text[start:end], span.start - start, span.end - start)
    return ("… " if start else "") + before, match, after + (" …" if end < len(text) else "")


def _lines(text: str) -> Iterator[Line]:
    in_code = apart = False
    position = 0
    for line in text.split("\n"):
        start, end = position, position + len(line)
        position = end + 1
        fence = _FENCE.match(line)
        if fence:
            in_code = not in_code
            if line[fence.end() :].strip():  # the language of what follows
                yield Line("code", (Run(start + fence.end(), end, ("target",)),), apart=apart)
            apart = True
        elif in_code:
            yield Line("code", (Run(start, end),), apart=apart)
            apart = False
        elif not line.strip():
            apart = True
        else:
            found = _line(text, line, start, end, apart)
            if found is not None:
                yield found
            apart = False


def _line(text: str, line: str, start: int, end: int, apart: bool) -> Line | None:
    if _RULE.match(line):
        return Line("rule", ())
    if "|" in line and _TABLE_RULE.match(line):
        return None
    if heading := _HEADING.match(line):
        runs = _runs(text, start + heading.end(), end)
        return Line("heading", runs, level=len(heading[1]), apart=apart)
    if line.lstrip().startswith("|") and line.count("|") > 1:
        return Line("row", tuple(_cells(text, line, start)), apart=apart)
    if item := _ITEM.match(line):
        mark = Run(start + item.start(2), start + item.end(2), ("mark",))
        level = min(DEEPEST, len(item[1].expandtabs(4)) // _STEP)
        runs = (mark, *_runs(text, start + item.end(), end))
        return Line("item", runs, level, apart, bullet=item[2] in _BULLETS)
    quote = _QUOTE.match(line)
    if quote:
        return Line("quote", _runs(text, start + quote.end(), end), apart=apart)
    return Line("text", _runs(text, start, end), apart=apart)


def _cells(text: str, line: str, start: int) -> Iterator[Run]:
    """The runs of the cells of a row; the first of each begins the cell."""
    at = start
    for cell in CELL_ENDS.split(line):
        if cell.strip():
            first, *others = _runs(text, at, at + len(cell))
            yield Run(first.start, first.end, (*first.styles, "cell"))
            yield from others
        at += len(cell) + 1


def _runs(text: str, start: int, end: int) -> tuple[Run, ...]:
    """The runs of a part of one line: its signs left out, what they mark styled."""
    hidden, styled = _signs(text, start, end)
    borders = {start, end}
    for first, last in hidden:
        borders.update((first, last))
    for first, last, _ in styled:
        borders.update((first, last))
    begins: dict[int, list[Style]] = {}
    ends: dict[int, list[Style]] = {}
    for first, last, style in styled:
        begins.setdefault(first, []).append(style)
        ends.setdefault(last, []).append(style)
    out = {first for first, _ in hidden}
    active: list[Style] = []
    runs = []
    for first, last in pairwise(sorted(borders)):
        for style in ends.get(first, ()):
            active.remove(style)
        active.extend(begins.get(first, ()))
        if first not in out:
            runs.append(Run(first, last, tuple(dict.fromkeys(active))))
    return tuple(runs) or (Run(start, end),)


def _signs(
    text: str, start: int, end: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int, Style]]]:
    """The signs of a part that are only markup, and the stretches that they style."""
    found = list(_SIGN.finditer(text, start, end))
    ticks: dict[int, list[int]] = {}
    for match in found:
        if match["tick"]:
            ticks.setdefault(len(match["tick"]), []).append(match.start())
    hidden: list[tuple[int, int]] = []
    styled: list[tuple[int, int, Style]] = []
    opened: dict[str, int] = {}
    link: int | None = None
    behind = start  # where code or a link's target ends: no sign counts before it
    for match in found:
        at, until = match.span()
        if at < behind:
            continue
        if match["escape"]:
            hidden.append((at, until))
            behind = until + 1
        elif match["open"]:
            hidden.append((at, until))
            link = until
        elif match["close"]:
            target = _TARGET.match(text, until, end)
            if link is None or target is None:
                continue
            hidden.append((at, until))
            styled += [(link, at, "link"), (until, target.end(), "target")]
            link, behind = None, target.end()
        elif match["tick"]:
            places = ticks[until - at]
            next_one = bisect_right(places, at)
            if next_one < len(places):
                close = places[next_one]
                hidden += [(at, until), (close, close + until - at)]
                styled.append((until, close, "code"))
                behind = close + until - at
        else:
            _emphasis(text, (at, until), (start, end), opened, hidden, styled)
    return hidden, [each for each in styled if each[0] < each[1]]


def _emphasis(
    text: str,
    sign: tuple[int, int],
    part: tuple[int, int],
    opened: dict[str, int],
    hidden: list[tuple[int, int]],
    styled: list[tuple[int, int, Style]],
) -> None:
    """Open or close an emphasis; a sign without its other half stays text ("5 * 3")."""
    at, until = sign
    word = text[at:until]
    before = text[at - 1] if at > part[0] else " "
    after = text[until] if until < part[1] else " "
    inside = word[0] == "_" and before.isalnum() and after.isalnum()
    if word in opened and not before.isspace() and not (word[0] == "_" and inside):
        begin = opened.pop(word)
        hidden.extend(((begin, begin + len(word)), sign))
        styled.extend((begin + len(word), at, style) for style in _STYLES[word])
    elif not after.isspace() and not inside:
        opened[word] = at
