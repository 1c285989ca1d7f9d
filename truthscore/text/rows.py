"""The rows of a page's tables, the items of its lists, its sections: each tells of its own thing.

"| Plus | 50 GB |", "- Plus: 50 GB" and "## Plus" over "You have 50 GB" say the same: a label, and
what holds for it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import regex

from truthscore.text.model import ITEMS, BlockKind, ParsedText

#: A name in bold at the beginning of an item or paragraph.
BOLD = r"(\*\*|__)[^*_\n]{2,80}\1"
#: The label of an item: in bold, or before a colon or a dash with a space around it.
_LABEL = regex.compile(rf"{BOLD}|[^\n:.]{{1,60}}?(?=:\s|\s[-–—]\s)")


#: The same of a line that no sign makes an item: "Paid – It cannot be reopened".
_DASHED = regex.compile(rf"(?:{BOLD}|[^\n:.–—]{{1,40}}?)\s[-–—]\s")


@dataclass(frozen=True, slots=True)
class Row:
    """A row, item or section by its tokens.

    `among`: the block with which its table or list begins, or the section that it is a part of.
    `tokens`: all of it. `label`: what it tells of, in the first cell, before the colon or in the
    heading; empty for an item without one. `heading`: the cell over a block that is a cell, else
    None. `corner`: the cell over the labels of a table, which says what they are: "Size" over "M".
    """

    among: int
    tokens: range
    label: range
    heading: range | None = None
    corner: range = range(0)

    @property
    def is_head(self) -> bool:
        """Whether this is the row with the headings themselves."""
        return self.heading is not None and self.heading.start in self.tokens


def rows(parsed: ParsedText) -> Mapping[int, Row]:
    """By the number of a block (a cell or an item), the row that it belongs to.

    A list of one item is prose; so is a table of one row.
    """
    blocks = parsed.blocks
    found: dict[int, Row] = {}
    start = 0
    while start < len(blocks):
        kind = blocks[start].kind
        end = start + 1
        while end < len(blocks) and blocks[end].kind == kind:
            end += 1
        if kind == "cell":
            found.update(_of_table(parsed, start, end))
        elif kind in ITEMS and end - start > 1:
            found.update((place, _of_item(parsed, place, start)) for place in range(start, end))
        elif kind == "paragraph":
            for run in _dashed(parsed, range(start, end)):
                found.update((place, _of_item(parsed, place, run[0])) for place in run)
        start = end
    return found


def by_line(parsed: ParsedText, places: Iterable[int]) -> list[list[int]]:
    """The numbers of some blocks that follow each other: cells of one line of a table together, any
    other block by itself."""
    lines: list[list[int]] = []
    for place in places:
        if not lines or not _same_line(parsed, lines[-1][-1], place):
            lines.append([])
        lines[-1].append(place)
    return lines


def _same_line(parsed: ParsedText, before: int, place: int) -> bool:
    one, two = parsed.blocks[before], parsed.blocks[place]
    return one.kind == "cell" == two.kind and "\n" not in parsed.text[one.end : two.start]


def tokens_of(parsed: ParsedText, place: int) -> range:
    """The tokens of the block with that number."""
    block = parsed.blocks[place]
    return parsed.tokens_within(block.start, block.end)


def kind_at(parsed: ParsedText, token: int) -> BlockKind | None:
    """The kind of block that a token stands in; None in a text without blocks."""
    place = place_at(parsed, token)
    return parsed.blocks[place].kind if place >= 0 else None


def place_at(parsed: ParsedText, token: int) -> int:
    """The number of the block that a token stands in; -1 in a text without blocks."""
    return bisect_right(parsed.blocks, parsed.starts[token], key=lambda block: block.start) - 1


def announces(parsed: ParsedText, tokens: tuple[int, int]) -> bool:
    """Whether a sentence stands before a list and says what it is of: "You add your own domain:" is
    no step before those of it."""
    start, after = tokens
    return (
        parsed.lowers[after - 1] == ":"
        and after < len(parsed.lowers)
        and kind_at(parsed, after) in ITEMS
        and kind_at(parsed, start) not in ITEMS
    )


def _of_table(parsed: ParsedText, start: int, end: int) -> dict[int, Row]:
    lines = by_line(parsed, range(start, end))
    found = {}
    columns = _columns(parsed, lines)
    headings = {columns[place]: tokens_of(parsed, place) for place in lines[0]}
    for line in lines if len(lines) > 1 else ():
        cells = {columns[place]: tokens_of(parsed, place) for place in line}
        whole = range(tokens_of(parsed, line[0]).start, tokens_of(parsed, line[-1]).stop)
        for place in line:
            heading = headings.get(columns[place], range(0))
            label, corner = cells.get(0, range(0)), headings.get(0, range(0))
            found[place] = Row(start, whole, label, heading, corner)
    return found


def _dashed(parsed: ParsedText, places: Iterable[int]) -> list[list[int]]:
    """The blocks of lines one after the other that are items of a list without its signs."""
    runs: list[list[int]] = []
    for place in places:
        block = parsed.blocks[place]
        if not _DASHED.match(parsed.text, block.start, block.end):
            continue
        if not runs or runs[-1][-1] != place - 1:
            runs.append([])
        runs[-1].append(place)
    return [run for run in runs if len(run) > 1]


def _columns(parsed: ParsedText, lines: Iterable[Iterable[int]]) -> dict[int, int]:
    """The column of each cell, from 0: an empty one is no block ("| | Basic | Plus |")."""
    found = {}
    for line in lines:
        signs, position = -1, -1
        for place in line:
            start = parsed.blocks[place].start
            if position < 0:
                position = parsed.text.rfind("\n", 0, start) + 1
            signs += parsed.text.count("|", position, start)
            signs -= parsed.text.count("\\|", position, start)  # a sign of its cell
            found[place], position = signs, start
    return found


def _of_item(parsed: ParsedText, place: int, among: int) -> Row:
    block = parsed.blocks[place]
    tokens = tokens_of(parsed, place)
    label = _LABEL.match(parsed.text, block.start, block.end)
    end = tokens.start if label is None else bisect_left(parsed.starts, label.end())
    return Row(among, tokens, range(tokens.start, end))
