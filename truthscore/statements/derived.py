"""A value that follows from a customer's record: rounded, a sum, a difference, a share, a count.

"About 34 %" of 34.39, "three left" of twelve and nine: no field says so, and it is true. Worked out
from fields alone, for a page tells of more than one thing.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

import regex

from truthscore.features.base import Inputs
from truthscore.features.records.fields import NAME as RECORDS
from truthscore.features.records.fields import Told
from truthscore.language import LanguagePack
from truthscore.text.model import Written
from truthscore.text.values import values
from truthscore.text.values.value import CALENDAR, Value, measure_of, size_of
from truthscore.types import Span

#: Kinds of values that can be reckoned with.
_NUMBERS = frozenset({"number", "amount", "quantity", "percent"})
#: Values and moments of a record that are reckoned with, at most: by chance more make anything.
MOST_NUMBERS = 40
#: Single fields that a total of rows may be more or less by: delivery, a discount, a credit.
MOST_BESIDE = 6
#: Hours that a clock in Europe is before that of Greenwich, at most: a moment that says "Z".
MOST_AHEAD = 2
_MOMENT = regex.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ](?P<time>\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?(?P<zone>Z?))?"
)
#: What numbers in words are told in.
FRACTIONS = (Decimal(1), Decimal("0.5"), Decimal("0.25"))
#: The sign of a moment of Greenwich, and what durations measure.
GREENWICH, SECONDS = "Z", "seconds"


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of a field: the words of its label, what the field is in and in which row, what it
    measures ("" for a bare one), and how much."""

    label: tuple[str, ...]
    place: tuple[tuple[Written, ...], str]
    measure: str
    size: Decimal
    span: Span


@dataclass(frozen=True, slots=True)
class _Record:
    """The fields of a record; its moments and numbers, none where there are too many."""

    fields: Sequence[tuple[Told, Span]]
    moments: Sequence[_Moment]
    numbers: Sequence[_Number]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a field: when, whether it has a time of the day, and whether in Greenwich."""

    at: datetime
    timed: bool
    greenwich: bool
    span: Span


def derived(inputs: Inputs, value: Value) -> Span | None:
    """The field that a value follows from; None where it follows from none."""
    for record in inputs.once("derived from records", lambda: list(_records(inputs))):
        found = _follows(value, record)
        if found is not None:
            return found
    return None


def _follows(value: Value, record: _Record) -> Span | None:
    if value.kind in ("time", "date"):
        return _timed(value, record.moments, record.numbers)
    if value.kind == "weekday":
        names = CALENDAR["weekday"]
        days = (m.span for m in record.moments if names[m.at.weekday()] == value.number)
        return next(days, None)
    return _between(value, record.moments) or _reckoned(value, record.fields, record.numbers)


def _records(inputs: Inputs) -> Iterator[_Record]:
    for page in inputs.documents:
        source = page.document.source
        fields = [
            (each, Span(source=source, start=each.start, end=each.end))
            for each in page.indexes.get(RECORDS, ())
        ]
        moments = list(_moments(inputs, fields))
        told = [(each, span, value) for each, span in fields for value in each.values]
        few = max(len(told), len(moments)) <= MOST_NUMBERS
        yield _Record(fields, moments if few else [], [
            _Number(each.name, (each.owner, each.row), measure_of(value), size, span)
            for each, span, given in told if few
            for value in _readings(given, each, inputs.language)
            if value.kind in _NUMBERS and (size := _size(value)) is not None
        ])  # fmt: skip


def _readings(value: Value, field: Told, language: LanguagePack) -> Iterator[Value]:
    """A value, and what a bare number is with a unit of its label: "closesMinBefore: 30"."""
    yield value
    if value.kind == "number":
        for word in field.name:
            for each in values(f"{value.number} {word}", language):
                if each.kind == "quantity":
                    yield each


def _size(value: Value) -> Decimal | None:
    try:
        return size_of(value)
    except InvalidOperation:
        return None


def _moments(inputs: Inputs, fields: Sequence[tuple[Told, Span]]) -> Iterator[_Moment]:
    """The fields that hold a day, or a day and a time."""
    texts = {page.document.source: page.document.parsed.text for page in inputs.documents}
    for each, span in fields:
        if match := _MOMENT.match(texts[span.source], each.value_start, each.end):
            at = datetime.fromisoformat(f"{match['day']}T{match['time'] or '00:00'}")
            yield _Moment(at, match["time"] is not None, match["zone"] == GREENWICH, span)


def _timed(value: Value, moments: Sequence[_Moment], numbers: Sequence[_Number]) -> Span | None:
    """The field with a moment that is a time of the day here, or a day or a time so long before or
    after it; or the day before one that begins with it."""
    for each in moments:
        is_time = value.kind == "time" and each.timed and each.greenwich
        if is_time and _hours_behind(f"{each.at:%H:%M}", value) <= MOST_AHEAD:
            return each.span
    lasting = [timedelta(seconds=float(n.size)) for n in numbers if n.measure == SECONDS]
    for each in moments:
        told = [each.at + length for length in lasting] + [each.at - length for length in lasting]
        if each.timed and each.at.time() == datetime.min.time():
            told.append(each.at - timedelta(days=1))
        # on which clock a moment of Greenwich is told nobody knows
        for at in told if value.kind == "date" or (each.timed and not each.greenwich) else ():
            if _is_at(value, at):
                return each.span
    return None


def _is_at(value: Value, at: datetime) -> bool:
    """Whether a day or a time of the day is that of a moment; what a day leaves open may be any."""
    if value.kind == "time":
        return value.number == f"{at:%H:%M}"
    parts = zip(value.number.split("-"), f"{at:%Y-%m-%d}".split("-"), strict=False)
    return all(said in ("*", there) for said, there in parts)


def _between(value: Value, moments: Sequence[_Moment]) -> Span | None:
    """The earlier of two fields with moments that are so far apart."""
    if measure_of(value) != SECONDS or (size := _size(value)) is None:
        return None
    step = _step(value, size)
    for one, other in itertools.combinations(sorted(moments, key=lambda each: each.at), 2):
        apart = Decimal((other.at - one.at).total_seconds())
        if one.timed == other.timed and apart and abs(apart - size) <= step / 2:
            return one.span
    return None


def _hours_behind(number: str, value: Value) -> int:
    """How many whole hours a time lies behind another; more than a day where not by whole ones."""
    hour, minute = number.split(":")
    found = [
        (int(said.split(":")[0]) - int(hour)) % 24
        for said in (value.number, value.other)
        if said is not None and said.split(":")[1] == minute
    ]
    return min(found, default=24)


def _reckoned(
    value: Value, fields: Sequence[tuple[Told, Span]], numbers: Sequence[_Number]
) -> Span | None:
    """The field that a value is a rounding, a sum, a difference, a share or a count of."""
    size = _size(value) if value.kind in _NUMBERS else None
    if size is None or not fields:
        return None
    measure, step = measure_of(value), _step(value, size)
    bare = Decimal(value.number)

    def is_told(measured: str, told: Decimal) -> bool:
        """Whether it is so much; a number without a unit may be of any."""
        if measured and measure:
            return measured == measure and abs(told - size) <= step / 2
        return abs(told - bare) <= (step * bare / size if size else step) / 2

    for each in numbers:
        told = [each.size]
        if value.kind == "percent":  # "15 % less" of -14.67, "3.69 %" of 0.0369
            told = [abs(each.size), *([100 * each.size] if abs(each.size) < 1 else [])]
        if any(is_told(each.measure, much) for much in told):
            return each.span
    for unit, total, span in _totals(fields, numbers):
        # counts of unlike things are not added up
        beside = [each for each in numbers if unit and not each.place[1] and each.measure == unit]
        if any(is_told(unit, each) for each in _with_beside(total, beside)):
            return span
    for one, other in itertools.permutations(numbers, 2):
        if one.measure == other.measure and one.place == other.place:
            if is_told(one.measure, one.size - other.size):
                return one.span
            if value.kind == "percent" and other.size > one.size > 0:
                share = 100 * one.size / other.size
                if abs(share - size) <= step / 2:
                    return one.span
    return None if measure else _counted(size, fields, numbers)


def _totals(
    fields: Sequence[tuple[Told, Span]], numbers: Sequence[_Number]
) -> Iterator[tuple[str, Decimal, Span]]:
    """What the columns of a list come to, each by itself and times a column of counts: over all of
    its rows, and of what has a unit over those with one value of a yes or no, too ("accepted")."""
    rows: dict[tuple[Written, ...], dict[str, dict[tuple[str, ...], _Number]]] = {}
    for each in numbers:
        owner, row = each.place
        if row:
            rows.setdefault(owner, {}).setdefault(row, {}).setdefault(each.label, each)
    for owner, by_row in rows.items():
        chosen = {frozenset(by_row)}
        flags = [field for field, _ in fields if field.kind == "flag" and field.owner == owner]
        for flag in flags:
            same = {f.row for f in flags if (f.name, f.flag) == (flag.name, flag.flag)}
            chosen.add(frozenset(same & by_row.keys()))
        for some in sorted(chosen, key=sorted):
            told = [by_row[row] for row in by_row if row in some]
            columns = {label: column for row in told for label, column in row.items()}
            for label, one in columns.items():
                if not one.measure and len(some) < len(by_row):
                    continue  # small numbers come out by chance
                column = [row[label] for row in told if label in row]
                yield one.measure, sum((each.size for each in column), Decimal(0)), one.span
                for by, count in columns.items():
                    if by == label or count.measure:
                        continue
                    pairs = [(row[label], row[by]) for row in told if label in row and by in row]
                    products = [each.size * times.size for each, times in pairs]
                    for total in (sum(products, Decimal(0)), *products):
                        yield one.measure, total, one.span


def _with_beside(total: Decimal, beside: Sequence[_Number]) -> Iterator[Decimal]:
    """A total of rows, and that with the single fields beside them added or taken off."""
    yield total
    if 0 < len(beside) <= MOST_BESIDE:
        for signs in itertools.product((0, 1, -1), repeat=len(beside)):
            moved = (sign * each.size for sign, each in zip(signs, beside, strict=True))
            yield total + sum(moved, Decimal(0))


def _step(value: Value, size: Decimal) -> Decimal:
    """How far apart two values lie that are told apart: 1 for "68 percent", 0.1 for "9.4", a half
    for "two and a half"."""
    number = Decimal(value.number)
    step = Decimal(1).scaleb(-len(value.number.partition(".")[2]))
    if value.worded:
        step = next((part for part in FRACTIONS if number % part == 0), step)
    return step * (size / number) if number else step


def _counted(
    size: Decimal, fields: Sequence[tuple[Told, Span]], numbers: Sequence[_Number]
) -> Span | None:
    """The first of so many rows, or of so many fields of one name that say the same, or of so many
    that a number beside them less their number is left."""
    of_list = {each.owner: {other.row for other, _ in fields if other.owner == each.owner}
               for each, _ in fields if each.row}  # fmt: skip
    whole = {each.size for each in numbers if not each.place[1] and not each.measure}
    for each, span in fields:
        rows = len(of_list[each.owner]) if each.row else 0
        if rows and (rows == size or rows + size in whole):
            return span
    counts = Counter((each.labels[0], each.words, each.flag) for each, _ in fields if each.row)
    for each, span in fields:
        if each.row and counts[each.labels[0], each.words, each.flag] == size:
            return span
    return None
