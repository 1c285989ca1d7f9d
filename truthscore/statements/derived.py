"""A value that follows from a customer's record: rounded, a sum, a difference, a share, a count.

"About 34 %" of 34.39, "three left" of twelve and nine: no field says so, and it is true. Worked out
from fields alone, for a page tells of more than one thing.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import regex

from truthscore.features.base import Inputs
from truthscore.features.records.fields import NAME as RECORDS
from truthscore.features.records.fields import Told
from truthscore.text.model import Written
from truthscore.text.values.value import Value, measure_of, size_of
from truthscore.types import Span

#: Kinds of values that can be reckoned with.
_NUMBERS = frozenset({"number", "amount", "quantity", "percent"})
#: Fields of a record with more numbers are not reckoned with: by chance some make anything.
MOST_NUMBERS = 40
#: Single fields that a total of rows may be more or less by: delivery, a discount, a credit.
MOST_BESIDE = 6
#: Hours that a clock in Europe is before that of Greenwich, at most: a moment that says "Z".
MOST_AHEAD = 2
_MOMENT = regex.compile(r"\d{4}-\d\d-\d\dT(?P<time>\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?Z")


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of a field: its label, what the field is in and in which row, what it measures (""
    for a bare one), and how much."""

    label: tuple[str, ...]
    place: tuple[tuple[Written, ...], str]
    measure: str
    size: Decimal
    span: Span


def derived(inputs: Inputs, value: Value) -> Span | None:
    """The field that a value follows from; None where it follows from none."""
    records = inputs.once("derived from records", lambda: list(_records(inputs)))
    for fields, numbers in records:
        found = _moment(inputs, value, fields) if value.kind == "time" else None
        found = found or _reckoned(value, fields, numbers)
        if found is not None:
            return found
    return None


def _records(inputs: Inputs) -> Iterator[tuple[list[tuple[Told, Span]], list[_Number]]]:
    for page in inputs.documents:
        source = page.document.source
        fields = [
            (each, Span(source=source, start=each.start, end=each.end))
            for each in page.indexes.get(RECORDS, ())
        ]
        numbers = [
            _Number(
                tuple(w for w, _ in each.labels[0]),
                (each.owner, each.row),
                measure_of(value),
                size,
                span,
            )
            for each, span in fields
            for value in each.values
            if value.kind in _NUMBERS and (size := _size(value)) is not None
        ]
        yield fields, numbers


def _size(value: Value) -> Decimal | None:
    try:
        return size_of(value)
    except InvalidOperation:
        return None


def _moment(inputs: Inputs, value: Value, fields: Sequence[tuple[Told, Span]]) -> Span | None:
    """The field with a moment of Greenwich that is a time of the day here."""
    texts = {page.document.source: page.document.parsed.text for page in inputs.documents}
    for each, span in fields:
        match = _MOMENT.search(texts[span.source], each.value_start, each.end)
        if match is not None and _hours_behind(match["time"], value) <= MOST_AHEAD:
            return span
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
    if size is None or not fields or len(numbers) > MOST_NUMBERS:
        return None
    measure = measure_of(value)
    step = _step(value, size)
    for each in numbers:
        told = abs(each.size) if value.kind == "percent" else each.size  # "15 % less" of -14.67
        if _fits(each.measure, measure) and abs(told - size) <= step / 2:
            return each.span
    by_label: defaultdict[tuple[tuple[str, ...], str], list[_Number]] = defaultdict(list)
    for each in numbers:
        by_label[each.label, each.measure].append(each)
    for (_, unit), column in by_label.items():
        total = sum((each.size for each in column), Decimal(0))
        # counts of unlike things are not added up
        beside = [each for each in numbers if unit and not each.place[1] and each.measure == unit]
        if (
            len(column) > 1
            and _fits(unit, measure)
            and any(abs(each - size) <= step / 2 for each in _with_beside(total, beside))
        ):
            return column[0].span
    for one, other in itertools.permutations(numbers, 2):
        if one.measure == other.measure and one.place == other.place:
            if _fits(one.measure, measure) and abs(one.size - other.size - size) <= step / 2:
                return one.span
            if value.kind == "percent" and other.size > one.size > 0:
                share = 100 * one.size / other.size
                if abs(share - size) <= step / 2:
                    return one.span
    return None if measure else _counted(size, fields, numbers)


def _with_beside(total: Decimal, beside: Sequence[_Number]) -> Iterator[Decimal]:
    """A total of rows, and that with the single fields beside them added or taken off."""
    yield total
    if 0 < len(beside) <= MOST_BESIDE:
        for signs in itertools.product((0, 1, -1), repeat=len(beside)):
            moved = (sign * each.size for sign, each in zip(signs, beside, strict=True))
            yield total + sum(moved, Decimal(0))


def _fits(theirs: str, ours: str) -> bool:
    """Whether a number of a field may be what the answer tells: programs leave units out."""
    return theirs == ours or not theirs or not ours


def _step(value: Value, size: Decimal) -> Decimal:
    """How far apart two values lie that are told apart: 1 for "68 percent", 0.1 for "9.4"."""
    number = Decimal(value.number)
    step = Decimal(1).scaleb(-len(value.number.partition(".")[2]))
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
