"""Help pages as text beside an answer: without the signs of Markdown and HTML, and where each
passage of them stands in that text."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import regex

from truthscore.page_name import page_name
from truthscore.report import markdown
from truthscore.text.readable import shown
from truthscore.types import ContextDocument, Span

_TAG = regex.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)\b[^<>]{0,2000}>|<!--.{0,20000}?-->", regex.DOTALL)
#: Tags behind which a line begins.
_BLOCKS = frozenset(
    ("p", "div", "li", "ul", "ol", "br", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "dt",
     "dd", "section", "article", "header", "footer", "blockquote")
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
#: Stands for a sign of a tag, so that places stay what they are; it is shown to nobody.
_FILLER = "\0"
#: What stands between the cells of a row.
_BETWEEN_CELLS = "   "
#: Characters of pages on a report, all together; of pages behind that only passages are shown.
MOST_PAGES = 20_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: the page by its number on the report (`AnswersPage`), its name, and
    characters of its text as it is shown."""

    page: str
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page as it is shown; character i of it stands for `starts[i]` of the page."""

    text: str
    starts: array[int]

    def place(self, span: Span) -> tuple[int, int]:
        """Where a span of the page stands in the text, counted as a browser counts (UTF-16)."""
        start, end = bisect_left(self.starts, span.start), bisect_left(self.starts, span.end)
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        before = _units(self.text[:start])
        return before, before + _units(self.text[start:end])


class ShownPages:
    """The pages behind answers as text, each once, by the hash of what was given."""

    def __init__(self) -> None:
        self._texts: dict[str, PageText] = {}
        self._size = 0

    def place(self, span: Span, pages: Mapping[str, ContextDocument]) -> Place | None:
        """Where a span of one of these pages stands; None for the answer itself, and where a report
        has as much text of pages as it may."""
        page = pages.get(span.source)
        if page is None:
            return None
        key = hashlib.sha256(page.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        if key not in self._texts:
            if self._size + len(page.text) > MOST_PAGES:
                return None
            self._size += len(page.text)
            self._texts[key] = page_text(page.text)
        return Place(key, page_name(page), *self._texts[key].place(span))

    def of(self, places: Iterable[Place | None]) -> Mapping[str, str]:
        """The texts of the pages of these places."""
        return {at.page: self._texts[at.page].text for at in places if at is not None}


def page_text(given: str) -> PageText:
    """A page as text."""
    read = shown(given)
    signs: list[str] = []
    places: list[int] = []
    bare = _without_tags(read.text)
    for line in markdown.lines(bare):
        if signs:
            _put(signs, places, "\n\n" if line.apart else "\n", places[-1])
        if line.kind == "item":
            _put(signs, places, "  " * line.level, line.runs[0].start)
        for number, run in enumerate(line.runs):
            if "cell" in run.styles and number:
                _put(signs, places, _BETWEEN_CELLS, run.start)
            if line.bullet and not number:
                _put(signs, places, "•", run.start)
            else:
                for at in range(run.start, run.end):
                    if bare[at] == _FILLER:
                        continue
                    if at > run.start and read.starts:  # tags that are read past
                        _put(
                            signs, places, _left_out(given[read.ends[at - 1] : read.starts[at]]), at
                        )
                    signs.append(bare[at])
                    places.append(at)
            if "mark" in run.styles:
                _put(signs, places, " ", run.end)
    starts = [read.starts[place] for place in places] if read.starts else places
    return PageText("".join(signs), array("l", starts))


def _left_out(tags: str) -> str:
    """What stands for tags between two characters: a line's end, a cell's, or nothing."""
    names = {match[1].casefold() for match in _TAG.finditer(tags) if match[1]}
    if names & _BLOCKS:
        return "\n"
    return _BETWEEN_CELLS if names & _CELLS else ""


def _put(signs: list[str], places: list[int], text: str, place: int) -> None:
    signs.extend(text)
    places.extend([place] * len(text))


def _without_tags(text: str) -> str:
    """A text of the same length: tags are blank, and those that begin a line are a line's end."""

    def blank(match: regex.Match[str]) -> str:
        name = (match[1] or "").casefold()
        shown = "\n" if name in _BLOCKS else " " if name in _CELLS else _FILLER
        return shown + _FILLER * (len(match[0]) - 1)

    return str(_TAG.sub(blank, text)) if "<" in text else text


def _units(text: str) -> int:
    return len(text) + sum(sign > "\uffff" for sign in text)
