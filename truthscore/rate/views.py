"""From an answer and its pages to what the templates show: sentences to mark, lines of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from truthscore.page_name import over_rows, page_name
from truthscore.rate.items import Item
from truthscore.rate.opinion import Opinion
from truthscore.text.markup import blocks, normalise
from truthscore.types import ContextDocument

_HEADING = regex.compile(r"^(#{1,6})\s+")
#: What a quoted line begins with, as notes and warnings do.
_QUOTE = regex.compile(r"\s*+(?:>\s*+)++")
#: What stands between the head and the rows of a table.
_RULE = regex.compile(r"[|\s:-]+")
#: Between two cells of a row, and at its ends.
_BAR = regex.compile(r"(?<!\\)\|")
_EDGE = regex.compile(r"^\s*\||(?<!\\)\|\s*$")
#: Bold words, and a link of which the words are shown.
_MARKED = regex.compile(r"\*\*(?=\S)(?P<bold>.+?)(?<=\S)\*\*|\[(?P<link>[^\]\n]+)\]\([^)\s]+\)")
#: Where a sentence ends within a line: what follows begins with a capital, a digit or a mark.
_END = regex.compile(r"(?<=[.!?…][\"'”’)*]{0,3})\s+(?=[\p{Lu}\d\"'“‘(*])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of text. `start`/`end`: of the sentence it is, None between sentences."""

    text: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a page. `kind`: heading, row (of a table), rule (of a table), quote or text;
    `near`: what of it is the passage; of a row that is all of it, for a cell says nothing without
    its row. `cells`: of a row."""

    kind: str
    before: str
    near: str
    after: str
    first: bool = False
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A help page. `nearest`: whether the passage is on it."""

    id: str
    title: str
    lines: tuple[Line, ...]
    nearest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One answer as a rater sees it, before anybody's judgement."""

    id: str
    digest: str
    lang: str
    question: str
    answer: tuple[Piece, ...]
    pages: tuple[Page, ...]


def shown(item: Item, opinion: Opinion | None) -> Shown:
    """What the page shows of an item. Of the machine's opinion only the nearest passage."""
    answer = normalise(item.example.answer)
    passage = opinion.passage if opinion is not None else None
    pages = [
        Page(
            id=page.id,
            title=title_over(page),
            lines=tuple(
                lines(page.text, passage[1:] if passage and passage[0] == page.id else None)
            ),
            nearest=passage is not None and passage[0] == page.id,
        )
        for page in item.example.context
        if page.kind != "prompt"
    ]
    pages.sort(key=lambda page: not page.nearest)
    return Shown(
        id=item.id,
        digest=item.digest,
        lang=item.example.lang or "",
        question=normalise(item.example.question),
        answer=tuple(_pieces(answer)),
        pages=tuple(pages),
    )


def title_over(page: ContextDocument) -> str:
    """The title over a page; empty where the page begins with it."""
    first = page.text.lstrip().partition("\n")[0]
    title = page_name(page)
    if over_rows(page.id, title) != page.id and not page.title:
        return ""  # it is called as it begins
    return "" if _HEADING.sub("", first).strip() == title.strip() else title


def sentences(answer: str) -> Iterator[tuple[int, int]]:
    """The sentences and list items of an answer: start and end."""
    for block in blocks(answer):
        start = block.start
        for gap in _END.finditer(answer, block.start, block.end):
            yield start, gap.start()
            start = gap.end()
        if start < block.end:
            yield start, block.end


def _pieces(answer: str) -> Iterator[Piece]:
    at = 0
    for start, end in sentences(answer):
        if at < start:
            yield Piece(text=answer[at:start])
        yield Piece(text=answer[start:end], start=start, end=end)
        at = end
    if at < len(answer):
        yield Piece(text=answer[at:])


def lines(text: str, passage: tuple[int, int] | None) -> Iterator[Line]:
    """The lines of a page; `passage`: characters of it to be marked."""
    start, end = passage or (0, 0)
    at, first = 0, True
    for line in text.split("\n"):
        heading = _HEADING.match(line)
        signs = heading or _QUOTE.match(line)
        from_ = at + (signs.end() if signs else 0)
        to = at + len(line)
        near = max(from_, min(start, to)), min(to, max(end, from_))
        is_near = near[0] < near[1]
        kind = f"h h{len(heading[1])}" if heading else _kind(line)
        if is_near and kind == "row":
            near = from_, to
        yield Line(
            kind=kind,
            cells=_cells(line) if kind == "row" else (),
            before=text[from_ : near[0]] if is_near else text[from_:to],
            near=text[near[0] : near[1]] if is_near else "",
            after=text[near[1] : to] if is_near else "",
            first=is_near and first,
        )
        first = first and not is_near
        at = to + 1


def _kind(line: str) -> str:
    if not line.lstrip().startswith("|"):
        return "quote" if _QUOTE.match(line) else "text"
    return "rule" if _RULE.fullmatch(line) else "row"


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a table's row; `\\|` is a sign within one."""
    return tuple(each.strip().replace("\\|", "|") for each in _BAR.split(_EDGE.sub("", line)))


def bold(text: str) -> list[tuple[str, bool]]:
    """A text in stretches, each with whether it is bold: `**so**`, without the signs."""
    parts, at = [], 0
    for match in _MARKED.finditer(text):
        parts.append((text[at : match.start()], False))
        parts.append((match["bold"] or match["link"], match["bold"] is not None))
        at = match.end()
    return [part for part in [*parts, (text[at:], False)] if part[0]]
