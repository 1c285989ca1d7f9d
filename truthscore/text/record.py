"""A customer's record as evidence: its fields, read once, and the plain text that spans point at.

A record comes as a mapping of names to values, or to values with unit and labels. It is rendered to
one line per field, `• open amount · openstaand bedrag: 184.5 EUR`, so that every finding slices a
text as it does on a page. What a field is in stands behind its labels, `• price (items 2): 45`; a
list is told by its number, `• items: 2 ×`. A field that is `hidden` is not rendered: nothing can
quote it. A page that is nothing but a JSON object, key-value lines or a table of fields is read as
a record too.
"""

from __future__ import annotations

import datetime
import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from truthscore import resources
from truthscore.errors import InputError
from truthscore.text.json_places import Path

#: A value of a field, as it is given.
Scalar = str | int | float | bool | Decimal | datetime.date | datetime.time | None
#: Objects in one another, at most (`{"data": {"order": {"lines": ...}}}`): deeper is no row.
DEEPEST = 5
#: Before each field of a rendered record, between its labels, and behind them.
MARK, BETWEEN, TELLS = "• ", " · ", ": "
#: Behind the number of a list's values, which follow where they are no objects: "2 × noten, melk".
TIMES = "×"
#: How JSON writes them; no language's words, so that no other feature reads a denial in them.
TRUE, FALSE, NOTHING = "true", "false", "null"
#: What a part of a percentage is told in.
PERCENT = "%"
_NUMBER = regex.compile(r"-?\d+(?:\.\d+)?")
#: A time zone by its name ("Europe/Amsterdam"), and a moment on a clock that is told.
_ZONE = regex.compile(r"\p{Lu}\p{Ll}+/\p{Lu}[\p{L}_/-]+")
_MOMENT = regex.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)")
#: What a described field may say.
_DESCRIBED = frozenset({"value", "unit", "labels", "hidden"})

#: A value as programs write one of a few: "CROWN_FITTING".
_CODED = regex.compile(r"\p{Lu}{2,}(?:_\p{Lu}[\p{Lu}\d]*)+|\p{Lu}{6,}")
#: What means something in a line of a record, and is left out of the labels that are given.
_SIGNS = str.maketrans(":()", "   ")
#: Where a name is parted into words: user_type, userType, user-type, user.type.
_PARTS = regex.compile(r"[\s_.\-/()]+|(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a record. `name`: its path ("user.type"); `labels`: the words of its name, then
    those given for it; `owner`: the words of what it is in, with the number of its row ("items 2");
    `rows`: of a list, how many values it has; `hidden`: never shown."""

    name: str
    labels: tuple[str, ...]
    value: Scalar
    unit: str = ""
    hidden: bool = False
    owner: str = ""
    rows: int | None = None


def words_of(name: str) -> str:
    """A name in words: "memberSince" and "member_since" are "member since"."""
    return " ".join(part for part in _PARTS.split(name) if part).lower()


def read(fields: Any, where: str) -> tuple[Field, ...]:
    """The fields of a record. Raises InputError, with `where` and the path of the field, for what
    is no value (NaN, an object of another type) or lies deeper than `DEEPEST`.
    """
    if not isinstance(fields, Mapping):
        raise InputError(
            f"{where}: 'fields' is of type {type(fields).__name__}; expected an object of names "
            'and values, such as {"open_amount": 184.5}'
        )
    given = list(_fields(fields, where, ()))
    currency = _currency(field for _, field in given)
    zone = _zone(field.value for _, field in given)
    found = [(path, _with_unit(_in_zone(field, zone), path, currency)) for path, field in given]
    wrapped = wrapped_in([path for path, _ in found])
    return tuple(replace(field, owner=owner_of(path[wrapped:])) for path, field in found)


def _zone(values: Iterable[Scalar]) -> ZoneInfo | None:
    """The time zone that a record names, by the name that the tz database has for it; None for one
    that names none, or several."""
    names = {each for each in values if isinstance(each, str) and _ZONE.fullmatch(each)}
    try:
        return ZoneInfo(names.pop()) if len(names) == 1 else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _in_zone(field: Field, zone: ZoneInfo | None) -> Field:
    """A field with a moment of another zone as the clocks of the record's have it: what the
    customer is told, and what a reader of the passage can compare."""
    if zone is None or not isinstance(field.value, str) or not _MOMENT.fullmatch(field.value):
        return field
    try:
        moment = datetime.datetime.fromisoformat(field.value).astimezone(zone)
    except (ValueError, OverflowError):  # "2026-02-31T10:00:00Z", the first day of all
        return field
    return replace(field, value=moment.isoformat())


def _currency(fields: Iterable[Field]) -> str | None:
    """The currency that a record names; None for one that names none."""
    names = _units()["currency"]["names"]
    return next(
        (each.value for each in fields if each.labels[0] in names and isinstance(each.value, str)),
        None,
    )


def _with_unit(field: Field, path: Path, currency: str | None) -> Field:
    """A field with the unit that its name ends in: "weight_gram" is a weight in grams, and
    "price_ct" a price in hundredths of a currency. So is each number of a list, and each field of
    an object with such a name."""
    numbers = _numbers(field)
    if field.unit or not numbers:
        return field
    units = _units()
    named, labels = _unit_word(field, path)
    unit = units["units"].get(named, "")
    if named in units["parts"]:
        money = units["money"][named]
        unit = money if money == PERCENT else currency or money
        numbers = [each / units["parts"][named] for each in numbers]
    if not unit and named not in units["parts"]:
        return field
    if field.rows is not None:
        told = ", ".join(text_of(each, unit) for each in numbers)
        return replace(field, labels=labels, value=told)
    value = numbers[0] if named in units["parts"] else field.value
    return replace(field, labels=labels, value=value, unit=unit)


def _numbers(field: Field) -> list[Decimal]:
    """The number of a field, or those of a list that has nothing else."""
    value = field.value
    if field.rows is not None and isinstance(value, str):
        told = value.split(", ")
        return [Decimal(each) for each in told] if all(map(_NUMBER.fullmatch, told)) else []
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return [Decimal(str(value))] if plain else []


def _unit_word(field: Field, path: Path) -> tuple[str, tuple[str, ...]]:
    """The word of a field's name, or of what it is in, that tells its unit, and its labels without
    that word. A column that is called "cents" is money too, and one that is called "min" no time:
    that may be the least."""
    units = _units()
    label, _, last = field.labels[0].rpartition(" ")
    known = {*units["parts"], *units["units"]}
    if last in known and (label or last not in units["behind"]["words"]):
        return last, (label or last, *field.labels[1:])
    owner = path[-2] if len(path) > 1 else ""
    within = words_of(owner).rpartition(" ")[2] if isinstance(owner, str) else ""
    return within, field.labels


@functools.cache
def _units() -> Mapping[str, Any]:
    """The units that names of fields end in (`wordlists/field_units.toml`)."""
    return resources.read_toml(resources.wordlists_dir() / "field_units.toml")


def wrapped_in(paths: Sequence[Path]) -> int:
    """How many objects are round all fields, `{"data": {"order": {...}}}`: they say nothing of
    one."""
    depth = 0
    while len(paths) > 1 and all(len(each) > depth + 1 for each in paths):
        first = {each[depth] for each in paths}
        if len(first) > 1 or any(isinstance(each[depth + 1], int) for each in paths):
            break
        depth += 1
    return depth


def owner_of(path: Path) -> str:
    """What the field of a path is in, and in which row: "items 2"."""
    names = [words_of(each) for each in path[:-1] if isinstance(each, str)]
    rows = ".".join(str(each) for each in path if isinstance(each, int))
    return " ".join(each for each in (*names, rows) if each)


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


def _depth(path: Path) -> int:
    return len([each for each in path if isinstance(each, str)])


def _fields(given: Mapping[Any, Any], where: str, path: Path) -> Iterator[tuple[Path, Field]]:
    for key, value in given.items():
        if not isinstance(key, str) or not key.strip():
            raise InputError(f"{where}: field name {key!r} {_at(path)}; expected a text")
        here = (*path, key)
        if isinstance(value, Mapping) and "value" in value and set(value) <= _DESCRIBED:
            yield here, _described(value, where, here)
        elif isinstance(value, Mapping):
            yield from _fields(value, where, _not_too_deep(here, where))
        elif isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            yield from _rows(value, where, _not_too_deep(here, where))
        else:
            yield here, Field(
                name=_dotted(here), labels=(words_of(key),), value=_scalar(value, where, here),
                rows=len(value) if isinstance(value, list | tuple) and value else None,
            )  # fmt: skip


def _not_too_deep(path: Path, where: str) -> Path:
    if _depth(path) >= DEEPEST:
        raise InputError(
            f"{where}: field {_dotted(path)!r} holds an object; expected a value, for fields may "
            f"lie {DEEPEST} deep: leave it out or make it a field of its own"
        )
    return path


def _rows(given: Sequence[Any], where: str, path: Path) -> Iterator[tuple[Path, Field]]:
    """A list of objects: how many, then the fields of each."""
    name = str(path[-1])
    yield path, Field(name=_dotted(path), labels=(words_of(name),), value="", rows=len(given))
    for number, each in enumerate(given, start=1):
        here = (*path, number)
        if not isinstance(each, Mapping):
            raise InputError(
                f"{where}: field {_dotted(here)!r} is of type {type(each).__name__}; expected an "
                "object, as the others of this list are"
            )
        yield from _fields(each, where, here)


def _described(given: Mapping[str, Any], where: str, path: Path) -> Field:
    name = _dotted(path)
    unit, hidden = given.get("unit", ""), given.get("hidden", False)
    if not isinstance(unit, str | None) or not isinstance(hidden, bool):
        raise InputError(
            f"{where}: field {name!r}: 'unit' must be a text and 'hidden' true or false"
        )
    labels = [words_of(str(path[-1]))]
    for lang, named in (_labels(given.get("labels"), where, name)).items():
        if isinstance(named, str):
            named = [named]
        if not isinstance(named, list | tuple) or not all(isinstance(one, str) for one in named):
            raise InputError(
                f"{where}: field {name!r}: labels of {lang!r} are of type {type(named).__name__}; "
                "expected a list of texts"
            )
        labels += [_one_line(one.translate(_SIGNS)) for one in named if one.strip()]
    return Field(
        name=name,
        labels=tuple(dict.fromkeys(labels)),
        value=_scalar(given["value"], where, path),
        unit=_one_line(unit or ""),
        hidden=hidden,
        rows=len(value) if isinstance(value := given["value"], list | tuple) and value else None,
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


def _scalar(value: Any, where: str, path: Path) -> Scalar:
    name = _dotted(path)
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


def _at(path: Path) -> str:
    return f"in {_dotted(path)!r}" if path else "of the record"


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
    if _CODED.fullmatch(value):
        return words_of(value)
    return f"{_one_line(value)} {unit}".strip() or NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())


def render(fields: Sequence[Field]) -> str:
    """A record as text: a line for each field that is not hidden, in the order given."""
    return "\n".join(_rendered(field) for field in fields if not field.hidden)


def _rendered(field: Field) -> str:
    owner = f" ({field.owner})" if field.owner else ""
    value = text_of(field.value, field.unit)
    if field.rows is not None:
        value = f"{field.rows} {TIMES} {value if field.value else ''}".rstrip()
    return f"{MARK}{BETWEEN.join(field.labels)}{owner}{TELLS}{value}"
