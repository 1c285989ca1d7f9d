"""The fields of a text that is a record and nothing else: JSON, a table, or lines."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from truthscore.text.json_places import Place, places
from truthscore.text.record import BETWEEN, MARK, TIMES, owner_of, words_of, wrapped_in

#: Fields of a page that is a record, at most.
MOST_FIELDS = 500
#: Lines of a page that is not rendered here, from which it may be a record: fewer are prose.
FEWEST_LINES = 3
#: Words of a name and of a value on such a page: more are a sentence.
MOST_NAME_WORDS, MOST_VALUE_WORDS = 6, 8
_LINE = regex.compile(
    r"^[ \t]*(?P<mark>[•*-][ \t]+)?(?P<label>[^:=|\n]{1,120}?)[ \t]*[:=][ \t]+"
    r"(?P<value>\S[^\n]*?)[ \t]*$"
)
_HEADING = regex.compile(r"^[ \t]*(?:#{1,6}[ \t].*|[^\n]{1,60}:)$")
_ROW = regex.compile(r"^[ \t]*\|(?P<cells>.+)\|[ \t]*$")
_RULE = regex.compile(r"^[ \t|:-]+$")
_CELL = regex.compile(r"[^|]+")
#: What a field is in, and which row: "price (items 2)".
_OWNER = regex.compile(r"(?P<label>.+?)[ ]\((?P<owner>[^()]*?)(?:[ ]?\b(?P<row>\d+(?:\.\d+)*))?\)")
_LISTED = regex.compile(rf"(?P<rows>\d+)[ ]{TIMES}(?:[ ]|$)")


@dataclass(frozen=True, slots=True)
class Line:
    """A field as it stands in a text: its labels, and the characters of name and value and of the
    value alone (half-open); what it is in (`owner`) and which row of that ("2"); of a list, its
    number of values."""

    labels: tuple[str, ...]
    start: int
    end: int
    value_start: int
    owner: str = ""
    row: str = ""
    rows: int | None = None


def lines(text: str) -> tuple[Line, ...]:
    """The fields of a text that is a record and nothing else; none where it is prose, or a table of
    several rows: whose row it is cannot be told. Nor of a text with more than `MOST_FIELDS`: that
    is a list, and nobody's own."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        found = _of_json(text)
    else:
        found = ("|" in text and _of_table(text)) or _of_lines(text)
    return found if len(found) <= MOST_FIELDS else ()


def _of_json(text: str) -> tuple[Line, ...]:
    found = places(text)
    wrapped = wrapped_in([each.path for each in found])
    return tuple(_of_place(each, wrapped) for each in found)


def _of_place(place: Place, wrapped: int) -> Line:
    path = place.path[wrapped:]
    owner, row = _parted(owner_of(path))
    return Line(
        (words_of(str(path[-1])),), place.start, place.end, place.value_start, owner, row,
        place.rows,
    )  # fmt: skip


def _parted(owner: str) -> tuple[str, str]:
    """The words of an owner, and the number of its row."""
    words, _, row = owner.rpartition(" ")
    return (words, row) if row[:1].isdecimal() else (owner, "")


def _line(label: str, start: int, end: int, value_start: int, value: str, *, ours: bool) -> Line:
    """A field; `ours`: it is written as this module does it, with its owner and lists."""
    *others, last = label.split(BETWEEN)
    owner = row = ""
    if ours and (match := _OWNER.fullmatch(last)):
        last, owner, row = match["label"], match["owner"], match["row"] or ""
    listed = _LISTED.match(value) if ours else None
    return Line(
        tuple(words_of(one) for one in (*others, last)), start, end,
        value_start + (listed.end() if listed else 0), words_of(owner), row,
        int(listed["rows"]) if listed else None,
    )  # fmt: skip


def _of_lines(text: str) -> tuple[Line, ...]:
    found: list[Line] = []
    marked, short, position, others = True, True, 0, 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        bare = line.rstrip("\n")
        if not bare.strip():
            continue
        match = _LINE.match(bare)
        if match is None:
            others += 1
            if others > 1 or found or not _HEADING.match(bare):
                return ()  # prose; one heading may stand above
            continue
        label, value = match["label"].strip("*_ "), match["value"]
        ours = (match["mark"] or "").startswith(MARK[0])
        marked = marked and ours
        short = short and len(value.split()) <= MOST_VALUE_WORDS
        short = short and len(label.split(BETWEEN)[0].split()) <= MOST_NAME_WORDS
        found.append(
            _line(label, start + match.start("label"), start + match.end("value"),
                  start + match.start("value"), value, ours=ours)
        )  # fmt: skip
    if marked or (short and len(found) >= FEWEST_LINES):
        return tuple(found)
    return ()


def _of_table(text: str) -> tuple[Line, ...]:
    """The fields of a table of one row under its names, or of two columns: name and value."""
    rows: list[list[tuple[int, str]]] = []
    position = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        bare = line.rstrip("\n")
        if not bare.strip() or _RULE.match(bare):
            continue
        match = _ROW.match(bare)
        if match is None:
            if rows or not _HEADING.match(bare):
                return ()
            continue
        at = start + match.start("cells")
        rows.append([(at + cell.start(), cell.group()) for cell in _CELL.finditer(match["cells"])])
    if len(rows) == 2 and len(rows[0]) == len(rows[1]) > 1:
        names, values = rows
        return tuple(
            _cells((at, value), name)
            for (_, name), (at, value) in zip(names, values, strict=True)
            if value.strip()
        )
    pairs = rows[1:] if len(rows) > FEWEST_LINES else []
    if not pairs or any(len(row) != 2 for row in rows):
        return ()
    if any(len(value.split()) > MOST_VALUE_WORDS for _, (_, value) in pairs):
        return ()
    return tuple(_cells(value, name[1]) for name, value in pairs if value[1].strip())


def _cells(value: tuple[int, str], name: str) -> Line:
    at, text = value
    start = at + len(text) - len(text.lstrip())
    return Line((words_of(name.strip("*_ ")),), start, start + len(text.strip()), start)
