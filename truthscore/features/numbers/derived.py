"""What two known values come to: 420 euros over the page's 10 terms, 19 days from 1 to 20 March.

`worked_out` knows one manner of reckoning at a time; here every pair of values is tried that the
answer may have reckoned with. Of the many values of a page some two come to nearly anything, so a
pair of the page alone is no proof: one is the question's, or the answer reckons aloud.
"""

from __future__ import annotations

import datetime
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_values, placed_values, said_values
from truthscore.features.numbers.later import day_of, days_around, minutes_of
from truthscore.features.numbers.rates import TIMES, told_of_asked
from truthscore.features.numbers.terms import (
    RECKONED,
    Found,
    comes_to,
    counts_things,
    is_figure,
    nearby,
    place_of,
    unit_of,
)
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText
from truthscore.text.values.value import MEASURES, Value, days_of, measure_of, same_number, size_of
from truthscore.types import QUESTION, Span

#: Values of an answer that another one of it is worked out from, at most: the nearest.
MOST = 10
#: Values of a question, and of the pages for one sentence, that are reckoned with at most: pairs of
#: more take long, and some are any value by chance.
MOST_ASKED, MOST_NEAR = 8, 30
#: Values of an answer that are worked out, at most: more are a table, and the first ones tell.
MOST_SAID = 30
#: How often what has been worked out is reckoned with again: 84 km, € 19.32 for them, the total.
ROUNDS = 5
#: From so many terms on a whole row of them is summed: a list and its total.
ROW = 3
#: Signs by which an answer reckons aloud, beside its words for a result.
SIGNS = frozenset({"×", "*", "+", "−"})
#: Kinds that have a size.
_SIZES = frozenset({"amount", "quantity", "number"})
_SECONDS, _DAY = MEASURES["day"]
_MINUTE = MEASURES["minute"][1]
#: Unit of what is counted.
_COUNT = "time"
_NEXT = datetime.timedelta(days=1)
_HUNDRED = Decimal(100)


def derived(inputs: Inputs, value: Value) -> Span | None:
    """Where the first of two values stands that come to one of the answer.

    None where the question has no figure: then nobody asked for a sum, and of the many values of a
    long answer and its pages some two come to an invented one too (on RAGTruth nearly always).
    """
    if not any(is_figure(inputs.question, each) for each in asked_values(inputs)):
        return None
    found = inputs.once((NAME, "derived", inputs.answer.text), lambda: _derivations(inputs))
    return found.get(value.start)


def _derivations(inputs: Inputs) -> Mapping[int, Span]:
    """Of each value of the answer that comes from others the first of those, by where it begins."""
    said = [each for each in said_values(inputs) if each.kind in RECKONED][:MOST_SAID]
    made: dict[int, Span] = {}
    known: dict[int, Found] = {}
    for place_of_ in (place_of, _place_of_number):
        placed = {each.start: (each, place_of_(inputs, each)) for each in said}
        known = {start: found for start, found in placed.items() if found[1] is not None} | known
        for _ in range(ROUNDS):
            more = {
                each.start: place
                for each in said
                if each.start not in known
                and (place := _from_two(inputs, each, list(known.values()), bool(made)))
            }
            if not more:
                break
            made |= more
            known |= {each.start: (each, more[each.start]) for each in said if each.start in more}
    return made


def _from_two(inputs: Inputs, value: Value, known: Sequence[Found], reckons: bool) -> Span | None:
    """Where the first of two values stands that come to a third. `known`: those of the answer that
    hold; `reckons`: the answer has worked out one of them."""
    unit = unit_of(inputs, value)
    if unit is None:
        return None
    asked = [
        (_as_count(inputs.question, each), Span(source=QUESTION, start=each.start, end=each.end))
        for each in asked_values(inputs)
        if is_figure(inputs.question, each)
    ][:MOST_ASKED]
    told = sorted(known, key=lambda found: abs(found[0].start - value.start))[:MOST]
    told = [(_as_count(inputs.answer, each), place) for each, place in told]
    units = inputs.aligned.units
    at = units.index(unit)
    beside = units[max(0, at - 1) : at + 1]
    near = [
        (_as_length(each) if each.lang == "nl" else each, place)
        for one in beside
        for each, place in nearby(inputs, one)
        if place is not None and not _of_another_row(inputs, one, place)
    ][:MOST_NEAR]
    pairs: Iterable[tuple[Found, Found]] = itertools.product(asked, [*asked, *told, *near])
    if reckons or _is_result(inputs, unit):
        pairs = itertools.chain(pairs, itertools.product(told, [*told, *near]))
        whole = _whole_row(value, known)
        if whole is not None:
            return whole
    for (one, place), (other, _) in pairs:
        if one is not other and (
            _come_to(inputs, value, one, other) or _come_to(inputs, value, other, one)
        ):
            return place
    return None


def _as_count(parsed: ParsedText, value: Value) -> Value:
    """A bare number before a noun as a count of that: "2 people" are no 2 euros."""
    return replace(value, unit=_COUNT) if counts_things(parsed, value) else value


def _of_another_row(inputs: Inputs, unit: Unit, place: Span) -> bool:
    """Whether a value stands in a row or item beside that of what was asked about, and the answer
    says nothing of that row."""

    def find() -> Mapping[tuple[str, int], frozenset[str]]:
        asked: dict[tuple[str, int], frozenset[str]] = {}
        taken = set()
        for each, _, at in told_of_asked(inputs):
            taken.add((at.source, at.start))
            if each.among < 0:
                group = at.source, each.among
                asked[group] = asked.get(group, frozenset()) | each.told_of
        return {
            (at.source, at.start): each.told_of - asked[at.source, each.among]
            for each, at in placed_values(inputs)
            if (at.source, each.among) in asked and (at.source, at.start) not in taken
        }

    told_of = inputs.once((NAME, "other rows"), find).get((place.source, place.start))
    return told_of is not None and told_of.isdisjoint(inputs.answer.words_at(range(*unit.tokens)))


def _place_of_number(inputs: Inputs, value: Value) -> Span | None:
    """Where a page has the number of a bare one, with whatever unit: "2 × € 430", "two months'
    rent". A page has many numbers, so only of what comes from nothing else."""
    if value.kind != "number":
        return None
    return next(
        (
            place
            for each, place in placed_values(inputs)
            if each.value.kind in _SIZES and same_number(value, each.value)
        ),
        None,
    )


def _is_result(inputs: Inputs, unit: Unit) -> bool:
    """Whether a sentence says that it tells a result: "that *comes to*", "*=* € 42"."""
    words = inputs.answer.words_at(range(*unit.tokens))
    return not words.isdisjoint({*inputs.language.values["results"], *SIGNS})


def _whole_row(value: Value, told: Iterable[Found]) -> Span | None:
    """The first of a row of values that make one together: the items of a list and their total."""
    alike = [each for each in told if each[0].kind in _SIZES and _alike(each[0], value)]
    for start in range(len(alike) - ROW + 1):
        if math.fsum(float(size_of(each)) for each, _ in alike[start:]) == float(size_of(value)):
            return alike[start][1]
    return None


def _alike(one: Value, other: Value) -> bool:
    measures = {measure_of(one), measure_of(other)}
    return len(measures) == 1 or measures <= set(TIMES)


def _come_to(inputs: Inputs, value: Value, one: Value, other: Value) -> bool:
    """Whether two values, in this order, come to a third."""
    if one.kind == "weekday":  # "Friday to Sunday" are three days
        return value.unit == "day" and value.number == str(len(days_of(one)))
    if value.kind == "time":
        lasts = other.kind == "quantity" and measure_of(other) == _SECONDS
        if one.kind != "time" or not lasts:
            return False
        minutes = size_of(other) / _MINUTE
        day = _DAY // _MINUTE
        ends = (minutes_of(one) - minutes, minutes_of(one) + minutes)
        return minutes_of(value) % day in [each % day for each in ends]
    if value.kind == "date":
        start, day_ = day_of(one), day_of(value)
        if start is None or day_ is None:
            return False
        days = [start - _NEXT, start + _NEXT]  # "gone on the 1st": up to the day before
        if other.kind == "quantity":
            days += days_around(start, other)
        if other.kind == "ordinal" and day_.day == int(other.number):  # "the 15th of the month"
            return (day_.month - start.month) % 12 in (0, 1)
        if value.number.startswith("*"):
            return (day_.month, day_.day) in [(each.month, each.day) for each in days]
        return day_ in days
    return any(comes_to(inputs, value, result) for result in _results(value, one, other))


def _results(value: Value, one: Value, other: Value) -> Iterator[Decimal]:
    """What two values come to, in the smallest unit of what a third one measures.

    A bare number may be of the measure of what it is reckoned with: "180 a month".
    """
    if measure_of(value) == _SECONDS:
        begin, end = _time_of_day(one), _time_of_day(other)
        if begin is not None and end is not None and "time" in (one.kind, other.kind):
            yield Decimal((end - begin) % _DAY)
        first, last = day_of(one), day_of(other)
        if first is not None and last is not None:
            yield Decimal(abs((last - first).days) * _DAY)
    if one.kind not in _SIZES or other.kind not in _SIZES | {"percent"}:
        return
    if value.kind == "percent":
        if _alike(one, other) and size_of(other):
            yield size_of(one) / size_of(other) * _HUNDRED
        return
    size = _size_as(one, value)
    if size is None:
        yield from _counts(value, one, other)
        return
    if other.kind == "percent":
        share = size * Decimal(other.number) / _HUNDRED
        yield from (share, size + share, size - share)
        return
    yield from _counts(value, one, other)
    same = _size_as(other, value)
    if same is not None:
        yield from (size + same, abs(size - same))
    if not _alike(other, value) or not value.unit:
        count = Decimal(other.number)
        yield size * count
        if count:
            yield size / count


def _time_of_day(value: Value) -> int | None:
    """The seconds of the day at a time; a bare "17u" may be one, beside another."""
    if value.kind == "time":
        return minutes_of(value) * _MINUTE
    return int(size_of(value)) if value.unit == "hour" else None


def _size_as(value: Value, target: Value) -> Decimal | None:
    """The size of a value in what another one measures; None where it is of something else."""
    if _alike(value, target):
        return size_of(value)
    if not measure_of(value) and target.kind in _SIZES:
        return size_of(replace(target, number=value.number))
    return None


def _counts(value: Value, one: Value, other: Value) -> Iterator[Decimal]:
    """How often one value goes into another, for a bare number: in part, in full, or begun."""
    if value.unit or not _alike(one, other) or not size_of(other):
        return
    if one.unit == other.unit:  # "36 months" and "20 months" leave sixteen rents
        yield abs(Decimal(one.number) - Decimal(other.number))
    often = size_of(one) / size_of(other)
    yield from (often, Decimal(math.floor(often)), Decimal(math.ceil(often)))


def _as_length(value: Value) -> Value:
    """A full hour as so many hours: Dutch has one word for both, "tot 2 uur"."""
    hour, _, minutes = value.number.partition(":")
    if value.kind != "time" or minutes != "00":
        return value  # most
    return replace(value, kind="quantity", unit="hour", number=str(int(hour)))
