"""What the encoder reads of the pages: the lines that a statement may rest on, each with what it
stands under.

A page is cut into lines of reading: a sentence, an item of a list, a row of a table with the names
of its columns, a row of a record. A line is read with its heading and its lead-in. Of all lines
those that share most words with the statement and its question are chosen, up to a number of
pieces, and read in the order of the pages. All of it is text in, text out: training and scoring
read alike, and no parse is needed.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import regex

from truthscore.text.record import words_of

#: Between two lines that are read.
LINE_END = " ; "
#: What a shared word counts where the question has it and the statement does not, and where what
#: a line stands under has it and the line does not. With these four numbers the passages of two
#: versions of a page differ most often (read, 96 pieces: Dutch .84 to .89, English .86 to .88).
OF_QUESTION, OF_SCOPE = 0.3, 0.5
#: What a line gets of the score of the better one beside it: facts stand together.
OF_NEIGHBOUR = 0.3
#: Words of a line below which its score is not held against its length.
SHORT_LINE = 5
#: Letters of a word by which it is told: "abonnement", "abonnementen".
STEM = 6
#: Share of the pieces that may be left over once a line was chosen.
FULL = 0.93
#: Pages whose lines are kept.
KEPT_PAGES = 512

_WORD = regex.compile(r"\w+")
_TAG = regex.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_HTML_HEADING = regex.compile(r"(?i)<h[1-6][^<>]{0,200}>")
_HTML_END = regex.compile(r"(?i)<br\s*/?>|</(?:p|li|div|tr|h[1-6]|td|th|dt|dd)>")
_HTML_CELL = regex.compile(r"(?i)</t[dh]>\s*(?=<t[dh][\s>])")
_HEADING = regex.compile(r"^#{1,6}\s+(?P<text>.+?)\s*#*$")
_ITEM = regex.compile(r"^(?:[-*+•>]|\d{1,2}[.)])\s+")
_RULE = regex.compile(r"^[\s|:+=_*-]*$")
_BOLD_LINE = regex.compile(r"^(?P<mark>\*\*|__)(?P<text>[^*_]+)(?P=mark):?$")
_MARKS = regex.compile(r"\*\*|__|~~|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_LINK = regex.compile(r"\[(?P<text>[^\[\]]*)\]\([^()\s]*\)")
_SENTENCE_END = regex.compile(r"(?<!^\d{1,2}\.)(?<=[.!?])\s+(?=[\p{Lu}\d\"“*(])")
_FIELD = regex.compile(
    r"^•\s+(?P<label>[^\n]+?)(?:\s\((?P<owner>[^()]*?\d+(?:\.\d+)*)\))?:\s(?P<value>.*)$"
)


#: Lines of pages, each as (page, line).
Places = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of reading. `under`: numbers of the lines of its page that it stands under; `says`:
    whether it says something by itself (a heading does not)."""

    text: str
    under: tuple[int, ...] = ()
    says: bool = True
    #: its words, by their first letters
    words: frozenset[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", stems(self.text))


def stems(text: str) -> frozenset[str]:
    """The words of a text in small letters, cut to `STEM` letters."""
    return frozenset(word[:STEM] for word in _WORD.findall(text.lower()))


def plain(text: str) -> str:
    """A text without tags, marks of emphasis, and addresses of links."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\g<text>", _TAG.sub("", text))).split())


@lru_cache(maxsize=KEPT_PAGES)
def lines_of(text: str, title: str = "") -> tuple[Line, ...]:
    """The lines of a page, in text order."""
    record = _of_json(text)
    if record is not None:
        return tuple(Line(each) for each in record)
    return _Reader(title).read(text)


class _Reader:
    """Cuts one page. The line under which others stand is kept by its number."""

    def __init__(self, title: str) -> None:
        self._lines: list[Line] = []
        self._heading: int | None = None
        self._lead: int | None = None
        self._columns: list[str] | None = None
        self._title = plain(title)
        self._row = ""  # the row of a record that the lines so far are of

    def read(self, text: str) -> tuple[Line, ...]:
        text = _HTML_CELL.sub(" | ", text)
        text = _HTML_HEADING.sub("\n# ", _HTML_END.sub("\n", text))
        if self._title and not plain(text.strip()[:300].lstrip("# ")).lower().startswith(
            self._title.lower()
        ):
            self._open(self._title)
        for line in text.split("\n"):
            self._line(line.strip())
        return tuple(self._lines)

    def _line(self, line: str) -> None:
        if not line:
            self._columns, self._row = None, ""
            return
        if heading := _HEADING.match(line) or _BOLD_LINE.match(line):
            self._open(plain(heading["text"]))
        elif field := _FIELD.match(line):
            self._field(field)
        elif line.startswith("|") or (line.count(" | ") and self._columns):
            self._table_row(line)
        elif not _RULE.match(line):
            self._prose(line)

    def _open(self, heading: str) -> None:
        self._heading, self._lead, self._columns = len(self._lines), None, None
        self._lines.append(Line(heading, says=False))

    def _field(self, field: regex.Match[str]) -> None:
        label, owner = field["label"].rpartition(" · ")[2] or field["label"], field["owner"]
        told = f"{label}: {field['value']}"
        if owner and owner == self._row:
            last = self._lines[-1]
            self._lines[-1] = Line(f"{last.text}, {told}", last.under)
        else:
            self._add(f"{owner}: {told}" if owner else told)
        self._row = owner or ""

    def _table_row(self, line: str) -> None:
        if _RULE.match(line):
            return
        cells = [plain(cell) for cell in line.strip("|").split("|")]
        if self._columns is None:
            self._columns = cells
            self._add(" | ".join(cells), says=False)
            return
        named = [
            f"{column}: {cell}" if column else cell
            for column, cell in zip(self._columns, cells, strict=False)
            if cell
        ]
        self._add(", ".join(named))

    def _prose(self, line: str) -> None:
        item = _ITEM.match(line)
        text = plain(line[item.end() :] if item and not line[0].isdigit() else line)
        if not text:
            return
        if not item:
            self._lead = None
        if text.endswith(":"):
            self._add(text, says=False)
            self._lead = len(self._lines) - 1
            return
        for sentence in _SENTENCE_END.split(text):
            self._add(sentence)

    def _add(self, text: str, *, says: bool = True) -> None:
        under = tuple(at for at in (self._heading, self._lead) if at is not None)
        self._lines.append(Line(text, under, says))


def _of_json(text: str) -> list[str] | None:
    """The lines of a page that is nothing but a JSON object or list; None for another."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return list(flat(found)) if isinstance(found, dict | list) else None


def flat(value: object, path: str = "") -> list[str]:
    """A record in lines: a field a line, a row of a list a line."""
    if isinstance(value, dict):
        return [
            line
            for name, each in value.items()
            for line in flat(each, f"{path} {words_of(str(name))}".strip())
        ]
    if isinstance(value, list):
        if not value:
            return [f"{path}: none"]
        return [
            f"{path} {number}: {', '.join(flat(each))}"
            if isinstance(each, dict | list)
            else f"{path}: {_told(each)}"
            for number, each in enumerate(value, start=1)
        ]
    return [f"{path}: {_told(value)}"]


def _told(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def passages(
    pages: Sequence[Sequence[Line]],
    question: str,
    statement: str,
    pieces: Callable[[str], int],
    most: int,
) -> Places:
    """The lines of the pages that a statement may rest on, in reading order (see `chosen`)."""
    return chosen(pages, ranked(pages, question, statement), pieces, most)


def ranked(pages: Sequence[Sequence[Line]], question: str, statement: str) -> Places:
    """The lines that say something, those first that share most with a statement and its
    question."""
    worth = _worth(pages, stems(statement), stems(question))
    scores = [_scores(page, worth) for page in pages]
    return tuple(
        sorted(
            ((p, i) for p, page in enumerate(pages) for i, line in enumerate(page) if line.says),
            key=lambda at: (-scores[at[0]][at[1]], at),
        )
    )


def chosen(
    pages: Sequence[Sequence[Line]], order: Places, pieces: Callable[[str], int], most: int
) -> Places:
    """The first of ranked lines, each with what it stands under, in reading order.

    `pieces`: how many pieces a text has for the encoder; `most`: of them altogether, with
    `LINE_END` between lines.
    """
    found: set[tuple[int, int]] = set()
    left = most
    for page, number in order:
        above = pages[page][number].under
        new = {(page, number), *((page, each) for each in above)} - found
        cost = sum(pieces(pages[p][i].text) + 1 for p, i in new)
        if cost > left:
            continue
        found |= new
        left -= cost
        if left < (1 - FULL) * most:
            break
    if not found and order:
        found.add(order[0])  # longer than there is room: it is cut where it is read
    return tuple(sorted(found))


def _worth(
    pages: Sequence[Sequence[Line]], told: frozenset[str], asked: frozenset[str]
) -> dict[str, float]:
    """What a shared word counts, of the words of the statement and of the question: the fewer lines
    have it, the more."""
    seen = Counter(word for page in pages for line in page for word in line.words)
    total = sum(len(page) for page in pages)
    return {
        word: math.log(1 + total / seen[word]) * (1.0 if word in told else OF_QUESTION)
        for word in told | asked
        if word in seen
    }


def _scores(page: Sequence[Line], worth: dict[str, float]) -> list[float]:
    own = []
    for line in page:
        told = line.words
        above = frozenset[str]().union(*(page[at].words for at in line.under)) - told
        shared = math.fsum(worth.get(word, 0.0) for word in sorted(told))
        shared += OF_SCOPE * math.fsum(worth.get(word, 0.0) for word in sorted(above))
        own.append(shared / math.sqrt(SHORT_LINE + len(told)))
    return [
        score + OF_NEIGHBOUR * max(own[max(0, i - 1) : i] + own[i + 1 : i + 2], default=0.0)
        for i, score in enumerate(own)
    ]
