"""A customer's record as evidence: its fields, read once, and the plain text that spans point at.

A record comes as a mapping of names to values, or to values with unit and labels. It is rendered to
one line per field, `• open amount · openstaand bedrag: 184.5 EUR`, so that every finding slices a
text as it does on a page. A field that is `hidden` is not rendered: nothing can quote it. A page
that is nothing but a JSON object, key-value lines or a table of fields is read as a record too.
"""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import regex

from truthscore.errors import InputError

#: A value of a field, as it is given.
Scalar = str | int | float | bool | Decimal | datetime.date | datetime.time | None
#: Mappings in one another, at most: deeper is no row of a table.
DEEPEST = 3
#: Before each field of a rendered record, between its labels, and behind them.
MARK, BETWEEN, TELLS = "• ", " · ", ": "
#: How JSON writes them; no language's words, so that no other feature reads a denial in them.
TRUE, FALSE, NOTHING = "true", "false", "null"
#: What a described field may say.
_DESCRIBED = frozenset({"value", "unit", "labels", "hidden"})
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
_JSON_PAIR = regex.compile(
    r'"(?P<label>(?:[^"\\]|\\.)*)"\s*:\s*'
    r'(?:"(?P<value>(?:[^"\\]|\\.)*)"|(?P<bare>true|false|null|-?\d[\d.eE+-]*))'
)
#: Where a name is parted into words: user_type, userType, user-type, user.type.
_PARTS = regex.compile(r"[\s_.\-/]+|(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a record. `name`: its path ("user.type"); `labels`: the words of its name, then
    those given for it; `hidden`: never shown."""

    name: str
    labels: tuple[str, ...]
    value: Scalar
    unit: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A field as it stands in a text: its labels, and the characters of name and value and of the
    value alone (half-open)."""

    labels: tuple[str, ...]
    start: int
    end: int
    value_start: int


def words_of(name: str) -> str:
    """A name in words: "memberSince" and "member_since" are "member since"."""
    return " ".join(part for part in _PARTS.split(name) if part).lower()


def read(fields: Any, where: str) -> tuple[Field, ...]:
    """The fields of a record. Raises InputError, with `where` and the path of the field, for what
    is no value (NaN, an object of another type, a list of objects) or lies deeper than `DEEPEST`.
    """
    if not isinstance(fields, Mapping):
        raise InputError(
            f"{where}: 'fields' is of type {type(fields).__name__}; expected an object of names "
            'and values, such as {"open_amount": 184.5}'
        )
    return tuple(_fields(fields, where, ()))


def _fields(given: Mapping[Any, Any], where: str, path: tuple[str, ...]) -> Iterator[Field]:
    for key, value in given.items():
        if not isinstance(key, str) or not key.strip():
            raise InputError(f"{where}: field name {key!r} {_at(path)}; expected a text")
        here = (*path, key)
        if isinstance(value, Mapping) and "value" in value and set(value) <= _DESCRIBED:
            yield _described(value, where, here)
        elif isinstance(value, Mapping):
            if len(here) >= DEEPEST:
                raise InputError(
                    f"{where}: field {'.'.join(here)!r} holds an object; expected a value, for "
                    f"fields may lie {DEEPEST} deep: leave it out or make it a field of its own"
                )
            yield from _fields(value, where, here)
        else:
            yield Field(
                name=".".join(here),
                labels=(words_of(".".join(here)),),
                value=_scalar(value, where, here),
            )


def _described(given: Mapping[str, Any], where: str, path: tuple[str, ...]) -> Field:
    name = ".".join(path)
    unit, hidden = given.get("unit", ""), given.get("hidden", False)
    if not isinstance(unit, str | None) or not isinstance(hidden, bool):
        raise InputError(
            f"{where}: field {name!r}: 'unit' must be a text and 'hidden' true or false"
        )
    labels = [words_of(name)]
    for lang, named in (_labels(given.get("labels"), where, name)).items():
        if isinstance(named, str):
            named = [named]
        if not isinstance(named, list | tuple) or not all(isinstance(one, str) for one in named):
            raise InputError(
                f"{where}: field {name!r}: labels of {lang!r} are of type {type(named).__name__}; "
                "expected a list of texts"
            )
        labels += [_one_line(one).replace(":", " ") for one in named if one.strip()]
    return Field(
        name=name,
        labels=tuple(dict.fromkeys(labels)),
        value=_scalar(given["value"], where, path),
        unit=_one_line(unit or ""),
        hidden=hidden,
    )


def _labels(given: Any, where: str, name: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InputError(
            f"{where}: field {name!r}: 'labels' is of type {type(given).__name__}; expected lists "
            'by language, such as {"nl": ["openstaand bedrag"]}'
        )
    return given


def _scalar(value: Any, where: str, path: tuple[str, ...]) -> Scalar:
    name = ".".join(path)
    if isinstance(value, float | Decimal) and not math.isfinite(value):
        raise InputError(f"{where}: field {name!r} is {value}; expected a number, or null for none")
    if value is None or isinstance(
        value, str | int | float | Decimal | datetime.date | datetime.time
    ):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(text_of(_scalar(each, where, path)) for each in value)
    raise InputError(
        f"{where}: field {name!r} is of type {type(value).__name__}; expected a text, a number, "
        "true or false, a date, null, or a list of these"
    )


def _at(path: Sequence[str]) -> str:
    return f"in {'.'.join(path)!r}" if path else "of the record"


def text_of(value: Scalar, unit: str = "") -> str:
    """A value on one line, with its unit."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, int | float | Decimal):
        number = format(Decimal(str(value)), "f")
        number = number.rstrip("0").rstrip(".") if "." in number else number
        return f"{number} {unit}".strip()
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return f"{_one_line(value)} {unit}".strip() or NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())


def render(fields: Sequence[Field]) -> str:
    """A record as text: a line for each field that is not hidden, in the order given."""
    return "\n".join(
        f"{MARK}{BETWEEN.join(field.labels)}{TELLS}{text_of(field.value, field.unit)}"
        for field in fields
        if not field.hidden
    )


def lines(text: str) -> tuple[Line, ...]:
    """The fields of a text that is a record and nothing else; none where it is prose, or a table of
    several rows: whose row it is cannot be told."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return _of_json(text)
    if "|" in text and (found := _of_table(text)):
        return found
    return _of_lines(text)


def _of_json(text: str) -> tuple[Line, ...]:
    try:
        decoded = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    if isinstance(decoded, list):
        decoded = decoded[0] if len(decoded) == 1 else None
    if not isinstance(decoded, dict):
        return ()
    found = []
    for match in _JSON_PAIR.finditer(text):
        group = "bare" if match["bare"] is not None else "value"
        found.append(
            Line(
                (words_of(match["label"]),),
                match.start("label"),
                match.end(group),
                match.start(group),
            )
        )
    return tuple(found)


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
        marked = marked and (match["mark"] or "").startswith(MARK[0])
        short = short and len(value.split()) <= MOST_VALUE_WORDS
        short = short and len(label.split(BETWEEN)[0].split()) <= MOST_NAME_WORDS
        found.append(
            Line(
                tuple(words_of(one) for one in label.split(BETWEEN)),
                start + match.start("label"),
                start + match.end("value"),
                start + match.start("value"),
            )
        )
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
