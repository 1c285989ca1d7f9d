"""A value that the answer works out from others: "20% under 200 euros, so 160 at least".

No page has it; what it is worked out from stands in the question or on a page.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_values, holds, said_values
from truthscore.text.alignment import Unit
from truthscore.text.values.value import MEASURES, Value
from truthscore.types import QUESTION, Span

#: Kinds of what is worked out, and of what it is worked out from.
_SUMS = frozenset({"amount", "quantity", "number"})
_TERMS = _SUMS | {"percent"}
#: What says how many times: a bare number, or "keer".
_TIMES = ("", "time")
#: Values that an answer works with, at most: of more, some are that much by chance.
MOST = 6


def worked_out(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """What a value is worked out from, if the answer says that it is a result, and it is: a sum, a
    difference, so many times as much, or so many percent more or less.

    The terms stand in the same sentence of the answer, in the one before or in the question, and
    each in the question or the context.
    """
    answer = inputs.answer
    told = answer.words_at(range(*unit.tokens))
    if value.kind not in _SUMS or told.isdisjoint(inputs.language.values["results"]):
        return None
    units = inputs.aligned.units
    place = units.index(unit)
    start = units[max(0, place - 1)].tokens[0]
    said = [
        each
        for each in said_values(inputs)
        if start <= each.tokens[0] < unit.tokens[1] and each.start < value.start
    ]
    placed = [
        (each, _place(inputs, each))
        for each in (*said, *asked_values(inputs))
        if each.kind in _TERMS
    ]
    # "Twice" and "two times" are manners of speaking: nobody needs to have written them.
    terms = [each for each, place in placed if place or (each.worded and _measure(each) in _TIMES)]
    if len(terms) > MOST or _size(value) not in set(_results(value, terms)):
        return None
    return next(filter(None, (place for _, place in placed)), None)


def _place(inputs: Inputs, term: Value) -> Span | None:
    """Where the context or the question has a value."""
    for indexed in inputs.documents:
        for each in indexed.indexes[NAME].values:
            if holds(term, each.value):
                source = indexed.document.source
                return Span(source=source, start=each.value.start, end=each.value.end)
    for asked in asked_values(inputs):
        if holds(term, asked):
            return Span(source=QUESTION, start=asked.start, end=asked.end)
    return None


def _results(value: Value, terms: Sequence[Value]) -> Iterator[Decimal]:
    """What the terms come to, in the smallest unit of the value's measure."""
    alike = [_size(each) for each in terms if _measure(each) == _measure(value)]
    times = [Decimal(each.number) for each in terms if _measure(each) in _TIMES]
    shares = [Decimal(each.number) / 100 for each in terms if each.kind == "percent"]
    for one in alike:
        yield from (one * share for share in shares)
        yield from (one + one * share for share in shares)
        yield from (one - one * share for share in shares)
    products = [one * count for one in alike for count in times]
    yield from products
    for one, other in itertools.permutations([*alike, *products], 2):
        yield from (one + other, one - other)


def _measure(value: Value) -> str:
    """What a value measures; empty for a bare number."""
    unit = value.unit or ""
    return MEASURES[unit][0] if unit in MEASURES else unit


def _size(value: Value) -> Decimal:
    unit = value.unit or ""
    return Decimal(value.number) * (MEASURES[unit][1] if unit in MEASURES else 1)
