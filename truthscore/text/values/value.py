"""A value of a text, and when two of them are equal, lie in each other or measure the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

#: What units measure, and how many of the smallest: months have no fixed number of days.
MEASURES: Mapping[str, tuple[str, int]] = {
    "second": ("seconds", 1),
    "minute": ("seconds", 60),
    "quarter_hour": ("seconds", 900),
    "hour": ("seconds", 3600),
    "day": ("seconds", 86_400),
    "week": ("seconds", 604_800),
    "month": ("months", 1),
    "quarter": ("months", 3),
    "year": ("months", 12),
    "millimetre": ("millimetres", 1),
    "centimetre": ("millimetres", 10),
    "metre": ("millimetres", 1000),
    "kilometre": ("millimetres", 1_000_000),
    "milligram": ("milligrams", 1),
    "gram": ("milligrams", 1000),
    "kilogram": ("milligrams", 1_000_000),
    "millilitre": ("millilitres", 1),
    "centilitre": ("millilitres", 10),
    "decilitre": ("millilitres", 100),
    "litre": ("millilitres", 1000),
    "watt_hour": ("watt_hours", 1),
    "kilowatt_hour": ("watt_hours", 1000),
    "byte": ("bytes", 1),
    "kilobyte": ("bytes", 1000),
    "megabyte": ("bytes", 1_000_000),
    "gigabyte": ("bytes", 1_000_000_000),
    "terabyte": ("bytes", 1_000_000_000_000),
}
#: What measures of time come down to, in seconds; a month has some 30 days.
TIME: Mapping[str, int] = {"seconds": 1, "months": 2_592_000}
#: What a unit that no number of others makes may be taken for: "within a working day".
_TAKEN_FOR: Mapping[str | None, str] = {"workday": "day"}
#: How many times as long as another a time may be that is taken for it: "a year" for "a day".
MOST_APART = 400

#: Days and months by their names, in their order: what a row of them ("maandag t/m vrijdag") holds.
CALENDAR: Mapping[str, tuple[str, ...]] = {
    "weekday": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "month": (
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ),
}  # fmt: skip

#: A day ends at midnight, and in many rules a minute before it.
ENDS_OF_DAY = frozenset({"00:00", "24:00", "23:59"})

Kind = Literal[
    "number", "amount", "percent", "date", "time", "quantity", "frequency", "ordinal", "weekday",
    "month", "version",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value and where it stands.

    `number` is the normal form: "1500", "2024-03-01" (a part that is not given is "*"), "14:30",
    "tuesday", "april-june".
    `unit` is the normal name of the unit or currency. `other` is a second reading where the
    notation allows two ("1.500"); `own`: the notation is plainly that of `lang`, which rules out
    second readings. `worded`: written as a word ("drie", "weekend"). `article`: no number says
    that it is one ("een week", "per week"). `below`: a minus sign stands before it; None where a
    word beside it says so or may ("€ 12 tekort"). `tokens`: half-open range, empty for unparsed
    text.
    """

    kind: Kind
    number: str
    start: int
    end: int
    lang: str
    unit: str | None = None
    other: str | None = None
    own: bool = False
    worded: bool = False
    article: bool = False
    below: bool | None = False
    tokens: tuple[int, int] = (0, 0)

    @property
    def normal(self) -> str:
        """Number and unit: "1500 eur"; an ordinal as in English: "25th"."""
        if self.kind == "ordinal":
            return f"{self.number}{_ending(int(self.number))}"
        if self.kind in CALENDAR:
            return self.number
        return f"{self.number} {self.unit}" if self.unit else self.number


def _ending(number: int) -> str:
    teen = 10 < number % 100 < 14
    return "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def same(left: Value, right: Value) -> bool:
    """Whether two values are equal, whatever their notation.

    Units must be equal, or measure the same ("2 jaar", "24 maanden"), and so must signs. Dates
    must agree in the parts that both give, two at least. A version may equal a plain number
    ("versie 7.2", "7.2"). The times at which a day ends are one.
    """
    kinds = {left.kind, right.kind}
    if len(kinds) > 1 and kinds != {"number", "version"}:
        return False
    if _of_two_signs(left, right):
        return False
    if left.kind in CALENDAR:
        return left.number == right.number
    if kinds == {"time"} and {left.number, right.number} <= ENDS_OF_DAY:
        return True
    if left.unit == right.unit or (left.kind == "amount" and left.number == right.number == "0"):
        return same_number(left, right)
    one, two = MEASURES.get(left.unit or ""), MEASURES.get(right.unit or "")
    if one is None or two is None or one[0] != two[0]:
        return False
    return Decimal(left.number) * one[1] == Decimal(right.number) * two[1]


def same_number(left: Value, right: Value) -> bool:
    """Whether the numbers are equal, leaving kinds and units aside.

    A second reading counts against another language, and against a notation that does not tell
    its language; "1.500" and "1,5" in one Dutch text are two numbers.
    """
    if _of_two_signs(left, right):
        return False
    if _equal(left.number, right.number):
        return True
    return any(
        one.other is not None
        and _equal(one.other, two.number)
        and (not two.own or one.lang != two.lang)
        for one, two in ((left, right), (right, left))
    )


def _of_two_signs(left: Value, right: Value) -> bool:
    """Whether one of two values lies below nothing and the other does not."""
    return None not in (left.below, right.below) and left.below != right.below


def _equal(left: str, right: str) -> bool:
    if left == right:
        return True
    if left.count("-") != 2 or right.count("-") != 2:
        return False
    shared = [
        (a, b) for a, b in zip(left.split("-"), right.split("-"), strict=True) if "*" not in (a, b)
    ]
    return len(shared) >= 2 and all(a == b for a, b in shared)


def same_measure(left: Value, right: Value) -> bool:
    """Whether one of two values may be taken for the other: their units measure the same, and times
    are not wholly unlike ("16 years", "20 minutes"). Days and months are both time."""
    if left.unit == right.unit or left.kind == right.kind == "frequency":
        return True
    if left.kind == right.kind == "amount" and "0" in (left.number, right.number):
        return True  # nothing is nothing in any currency
    one, two = (MEASURES.get(_TAKEN_FOR.get(each.unit, each.unit or "")) for each in (left, right))
    if one is None or two is None:
        return False
    if not {one[0], two[0]} <= TIME.keys():
        return one[0] == two[0]
    sizes = sorted(
        Decimal(value.number) * size * TIME[measure]
        for value, (measure, size) in ((left, one), (right, two))
    )
    return not sizes[0] or sizes[1] <= MOST_APART * sizes[0]


def measure_of(value: Value) -> str:
    """What a value measures ("seconds", "milligrams"), else its unit; empty for a bare number."""
    unit = value.unit or ""
    return MEASURES[unit][0] if unit in MEASURES else unit


def size_of(value: Value) -> Decimal:
    """How much a value is, in the smallest unit of what it measures. Its number must be one: not a
    date, a time or a day."""
    unit = value.unit or ""
    return Decimal(value.number) * (MEASURES[unit][1] if unit in MEASURES else 1)


def holds_day(row: Value, one: Value) -> bool:
    """Whether a day or month, or a row of them, lies within a row: "dinsdag", "ma t/m vr"."""
    if row.kind != one.kind or row.kind not in CALENDAR:
        return False
    names = CALENDAR[row.kind]
    (start, length), (first, more) = (_row(each.number, names) for each in (row, one))
    before = (first - start) % len(names)
    return before + more <= length


def days_of(value: Value) -> tuple[str, ...]:
    """The names of the days or months in a row of them, or of the one."""
    names = CALENDAR[value.kind]
    start, length = _row(value.number, names)
    return tuple(names[(start + after) % len(names)] for after in range(length + 1))


def _row(number: str, names: Sequence[str]) -> tuple[int, int]:
    """Where a row of days begins, and how many follow."""
    first, _, last = number.partition("-")
    start = names.index(first)
    return start, (names.index(last) - start) % len(names) if last else 0
