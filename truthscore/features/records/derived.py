"""A value that follows from a customer's record: rounded, a sum, a difference, a share, a count.

"About 34 %" of 34.39, "three left" of twelve and nine: no field says so, and it is true. Worked out
from fields alone, for a page tells of more than one thing.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.records.fields import NAME as RECORDS
from truthscore.features.records.fields import Told
from truthscore.features.records.moments import (
    SECONDS,
    Moment,
    at_moment,
    between,
    moments,
    told_in_figures,
)
from truthscore.features.records.sentence import values_of
from truthscore.features.records.sums import Number, much_of, step_of, totals, with_beside
from truthscore.language import LanguagePack
from truthscore.text.values import values
from truthscore.text.values.value import CALENDAR, MEASURES, Value, measure_of, size_of
from truthscore.types import Span

#: Kinds of values that can be reckoned with.
_NUMBERS = frozenset({"number", "amount", "quantity", "percent"})
#: Values and moments of a record that are reckoned with, at most: by chance more make anything.
MOST_NUMBERS = 40
#: Signs between the sides of a box.
BY = frozenset({"x", "×"})
#: What stands before a number below nothing.
MINUS = "-"


@dataclass(frozen=True, slots=True)
class _Record:
    """The fields of a record; its moments and numbers, none where there are too many."""

    fields: Sequence[tuple[Told, Span]]
    moments: Sequence[Moment]
    numbers: Sequence[Number]


def derived(inputs: Inputs, value: Value) -> Span | None:
    """The field that a value follows from; None where it follows from none."""
    records = inputs.once("derived from records", lambda: list(_records(inputs)))
    for told in (value, *_in_parts(inputs, value)):
        for record in records:
            found = _follows(told, record)
            if found is not None:
                return found
        if (apart := _apart(told, records)) is not None:
            return apart
    return None


def _in_parts(inputs: Inputs, value: Value) -> Iterator[Value]:
    """What a value is a part of: a length of time told in two, "2 hours 15 minutes", or one of
    several measures with a unit behind the last, "40 x 30 x 12 cm"."""
    if value.kind == "number":
        yield from _beside_others(inputs, value)
    if measure_of(value) != SECONDS:
        return
    joining = inputs.language.clause.conjunctions
    for other in values_of(inputs):
        first, last = sorted((value, other), key=lambda each: each.start)
        between = inputs.answer.lowers[first.tokens[1] : last.tokens[0]]
        apart = first is not last and first.tokens[1] <= last.tokens[0]
        if apart and measure_of(other) == SECONDS and joining.issuperset(between):
            minutes = (size_of(first) + size_of(last)) / MEASURES["minute"][1]
            yield replace(value, number=f"{minutes:f}", unit="minute", worded=False)


def _beside_others(inputs: Inputs, value: Value) -> Iterator[Value]:
    """A bare number with the unit of the measure that it stands before, signs of "by" between."""
    text, at = inputs.answer.text, value
    for other in sorted(values_of(inputs), key=lambda each: each.start):
        if other.start > at.start and text[at.end : other.start].strip().lower() in BY:
            if other.kind == "quantity":
                yield replace(value, kind="quantity", unit=other.unit)
                return
            at = other


def _apart(value: Value, records: Sequence[_Record]) -> Span | None:
    """The field of one record from which that of another with a word of its name is so far apart:
    "two centimetres short" of 125 and 123."""
    size = much_of(value) if value.kind in _NUMBERS else None
    if size is None or not measure_of(value):
        return None
    numbers = [
        (place, each)
        for place, record in enumerate(records)
        for each in record.numbers
        if each.measure == measure_of(value)
    ]
    if len(numbers) > MOST_NUMBERS:
        return None
    for (one, mine), (other, theirs) in itertools.permutations(numbers, 2):
        named = one != other and not set(mine.label).isdisjoint(theirs.label)
        if named and abs(mine.size - theirs.size - size) <= step_of(value, size) / 2:
            return mine.span
    return None


def _follows(value: Value, record: _Record) -> Span | None:
    if (figures := told_in_figures(value, record.moments)) is not None:
        return figures
    if value.kind in ("time", "date"):
        return at_moment(value, record.moments, record.numbers)
    if value.kind == "weekday":
        names = CALENDAR["weekday"]
        days = (m.span for m in record.moments if names[m.at.weekday()] == value.number)
        return next(days, None)
    return between(value, record.moments) or _reckoned(value, record.fields, record.numbers)


def _records(inputs: Inputs) -> Iterator[_Record]:
    texts = {page.document.source: page.document.parsed.text for page in inputs.documents}
    for page in inputs.documents:
        source = page.document.source
        fields = [
            (each, Span(source=source, start=each.start, end=each.end))
            for each in page.indexes.get(RECORDS, ())
        ]
        found = list(moments(inputs, fields))
        told = [(each, span, value) for each, span in fields for value in each.values]
        few = max(len(told), len(found)) <= MOST_NUMBERS
        numbers = [
            Number(each.name, (each.owner, each.row), measure_of(value), size, span)
            for each, span, given in told if few
            for value in _readings(given, each, inputs.language)
            if value.kind in _NUMBERS
            and (size := _signed(value, texts[span.source], each)) is not None
        ]  # fmt: skip
        listed = itertools.islice(_listed(inputs, fields), MOST_NUMBERS)
        yield _Record(fields, found if few else [], [*numbers, *listed])


def _signed(value: Value, text: str, field: Told) -> Decimal | None:
    """How much a field says, below nothing with a sign before it."""
    size = much_of(value)
    below = text[field.value_start : field.value_start + 1] == MINUS
    return -size if size is not None and below else size


def _listed(inputs: Inputs, fields: Sequence[tuple[Told, Span]]) -> Iterator[Number]:
    """The amounts and quantities of a field that lists some, each as of a row: "2 × £26.50,
    £38.30"."""
    for each, span in fields:
        if not each.several:
            continue
        text = next(p.document for p in inputs.documents if p.document.source == span.source)
        found = values(text.parsed.text[each.value_start : each.end], inputs.language)
        for row, value in enumerate(found[:MOST_NUMBERS]):
            if measure_of(value) and (size := much_of(value)) is not None:
                place = (*each.owner, *each.labels[0]), str(row)
                yield Number(each.name, place, measure_of(value), size, span)


def _readings(value: Value, field: Told, language: LanguagePack) -> Iterator[Value]:
    """A value, and what a bare number is with a unit of its label: "closesMinBefore: 30"."""
    yield value
    if value.kind == "number":
        words = (*field.name, *field.place)
        for unit in (*words, *(" ".join(pair) for pair in itertools.pairwise(words))):
            for each in values(f"{value.number} {unit}", language):
                if each.kind == "quantity" and each.end == len(value.number) + 1 + len(unit):
                    yield each


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a value may come from: how much it is (`size`) of what, its bare number, and how far
    apart two such values lie that are told apart."""

    kind: str
    below: bool | None
    size: Decimal
    measure: str
    bare: Decimal
    step: Decimal

    def is_told(self, measured: str, told: Decimal) -> bool:
        """Whether it is so much; a number without a unit may be of any."""
        if measured and self.measure:
            return measured == self.measure and abs(told - self.size) <= self.step / 2
        step = self.step * self.bare / self.size if self.size else self.step
        return abs(told - self.bare) <= step / 2


def _reckoned(
    value: Value, fields: Sequence[tuple[Told, Span]], numbers: Sequence[Number]
) -> Span | None:
    """The field that a value is a rounding, a sum, a product, a difference, a share or a count
    of."""
    size = much_of(value) if value.kind in _NUMBERS else None
    if size is None or not fields:
        return None
    sought = _Sought(
        value.kind,
        value.below,
        size,
        measure_of(value),
        Decimal(value.number),
        step_of(value, size),
    )
    return (
        _rounded(sought, numbers)
        or _summed(sought, fields, numbers)
        or _times(sought, numbers)
        or _between_two(sought, numbers)
        or (None if sought.measure else _counted(size, fields, numbers))
    )


def _rounded(sought: _Sought, numbers: Sequence[Number]) -> Span | None:
    for each in numbers:
        if each.size < 0 and sought.below is False:
            continue  # "€ 12" of -12.47
        told = [abs(each.size)]  # "15 % less" of -14.67
        if sought.kind == "percent" and told[0] < 1:  # "3.69 %" of 0.0369
            told.append(100 * told[0])
        if any(sought.is_told(each.measure, much) for much in told):
            return each.span
    return None


def _summed(
    sought: _Sought, fields: Sequence[tuple[Told, Span]], numbers: Sequence[Number]
) -> Span | None:
    for unit, total, span in totals(fields, numbers):
        # counts of unlike things are not added up: a bare number is soon one of many
        in_unit = unit and sought.measure
        beside = [
            each for each in numbers if in_unit and not each.place[1] and each.measure == unit
        ]
        if any(sought.is_told(unit, each) for each in with_beside(total, beside)):
            return span
    return None


def _times(sought: _Sought, numbers: Sequence[Number]) -> Span | None:
    """So many times a price."""
    single = [each for each in numbers if not each.place[1]]
    prices = [each for each in single if sought.measure and each.measure == sought.measure]
    counts = [each for each in single if not each.measure and each.size == int(each.size)]
    for price, count in itertools.product(prices, counts):
        if sought.is_told(sought.measure, price.size * count.size):
            return price.span
    return None


def _between_two(sought: _Sought, numbers: Sequence[Number]) -> Span | None:
    """A difference of two numbers that lie beside each other, or the share of one in the other."""
    for one, other in itertools.permutations(numbers, 2):
        if one.measure != other.measure or one.place != other.place:
            continue
        if sought.is_told(one.measure, one.size - other.size):
            return one.span
        if sought.kind == "percent" and other.size > one.size > 0:
            share = 100 * one.size / other.size
            if abs(share - sought.size) <= sought.step / 2:
                return one.span
    return None


def _counted(
    size: Decimal, fields: Sequence[tuple[Told, Span]], numbers: Sequence[Number]
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
