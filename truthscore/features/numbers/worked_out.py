"""A value that the answer works out from others: "20% under 200 euros, so 160 at least".

No page has it; what it is worked out from stands in the question or on a page.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_values, holds, said_values
from truthscore.text.alignment import REACH, Unit
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
    """What a value is worked out from: a sum, a difference, so many times as much, or so many
    percent more or less.

    Where the answer says that it is a result, the terms stand in the same sentence, in the one
    before or in the question, and each in the question or the context. Where it does not, an amount
    or quantity may be the sum or the difference of two in its sentence ("400: 150 and 250 on top"),
    or come from one of its passage and one that was asked with ("two signatures", at 195 each).
    """
    if value.kind not in _SUMS:
        return None
    said = [each for each in said_values(inputs) if each is not value and each.kind in _TERMS]
    inside = [each for each in said if unit.tokens[0] <= each.tokens[0] < unit.tokens[1]]
    asked = [each for each in asked_values(inputs) if each.kind in _TERMS]
    told = inputs.answer.words_at(range(*unit.tokens))
    if not told.isdisjoint(inputs.language.values["results"]):
        units = inputs.aligned.units
        before = units[max(0, units.index(unit) - 1)].tokens
        terms = [each for each in said if before[0] <= each.tokens[0] < before[1]] + inside
        return _from_terms(inputs, value, [*dict.fromkeys(terms), *asked], _results)
    if not value.unit:
        return None  # bare numbers are soon the sum of two others
    if all(token in range(*value.tokens) for token in unit.content):
        inside = [*inside, *_behind(inputs, unit, said)]  # "70. Who joins later pays half of 140."
    return (
        _from_terms(inputs, value, inside, _results)
        or _from_asked(inputs, value, unit, asked)
        or _between(inputs, value)
    )


def _between(inputs: Inputs, term: Value) -> Span | None:
    """The value of a page that makes a term with a value of the question: "on the 5,000 above the
    threshold of 25,000", who earns 30,000."""
    if not term.unit:
        return None
    for indexed in inputs.documents:
        for each in indexed.indexes[NAME].values:
            for asked in asked_values(inputs):
                alike = _measure(asked) == _measure(term) or asked.kind == "number"
                if _measure(each.value) != _measure(term) or not alike:
                    continue
                with_unit = replace(asked, kind=term.kind, unit=each.value.unit)
                if _size(term) in set(_sums(term, [each.value, with_unit])):
                    source = indexed.document.source
                    return Span(source=source, start=each.value.start, end=each.value.end)
    return None


def _behind(inputs: Inputs, unit: Unit, said: Sequence[Value]) -> Sequence[Value]:
    """The values of the sentence behind a unit."""
    units = inputs.aligned.units
    place = units.index(unit) + 1
    if place == len(units):
        return ()
    start, end = units[place].tokens
    return [each for each in said if start <= each.tokens[0] < end]


def _from_terms(
    inputs: Inputs,
    value: Value,
    terms: Sequence[Value],
    results: Callable[[Value, Sequence[Value]], Iterator[Decimal]],
) -> Span | None:
    """Where the first of some terms stands, if the value is among the results of those that the
    question or the context has."""
    terms = [_with_unit(inputs, value, each) for each in terms]
    placed = [(each, _place(inputs, each) or _between(inputs, each)) for each in terms]
    # "Twice" and "two times" are manners of speaking: nobody needs to have written them.
    held = [each for each, place in placed if place or (each.worded and _measure(each) in _TIMES)]
    if len(held) > MOST or _size(value) not in set(results(value, held)):
        return None
    return next(filter(None, (place for _, place in placed)), None)


def _with_unit(inputs: Inputs, value: Value, term: Value) -> Value:
    """A bare number with the unit that a page says it with, if that measures what the value does:
    "seven days: three for ..."."""
    if term.unit or term.kind != "number" or not value.unit:
        return term
    known = (each.value for indexed in inputs.documents for each in indexed.indexes[NAME].values)
    for each in known:
        if each.number == term.number and each.unit and _measure(each) == _measure(value):
            return replace(term, kind=each.kind, unit=each.unit)
    return term


def _from_asked(inputs: Inputs, value: Value, unit: Unit, asked: Sequence[Value]) -> Span | None:
    """The value of the unit's passage that makes the answer's with one of the question."""
    if unit.passage is None:
        return None
    indexed = inputs.documents[unit.passage.document]
    for each in indexed.indexes[NAME].values:
        term = each.value
        if abs(each.sentence - unit.passage.sentence) > REACH or _measure(term) != _measure(value):
            continue
        beside = inputs.aligned.documents[unit.passage.document].words[each.sentence]
        times = [
            Decimal(one.number)
            for one in asked
            if _measure(one) in _TIMES
            or not beside.isdisjoint(_unit_of(inputs, one))  # 150 kg, 0.06 per kg
        ]
        products = [_size(term) * count for count in times]
        if _size(value) in {*products, *(r for one in asked for r in _sums(value, [term, one]))}:
            return Span(source=indexed.document.source, start=term.start, end=term.end)
    return None


def _unit_of(inputs: Inputs, asked: Value) -> AbstractSet[str]:
    """The word behind the number of a value of the question, and its lemma."""
    return inputs.question.words_at((asked.tokens[1] - 1,)) if asked.unit else frozenset()


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


def _sums(value: Value, terms: Sequence[Value]) -> Iterator[Decimal]:
    """The sums and differences of two terms, in the smallest unit of the value's measure."""
    alike = [_size(each) for each in terms if _measure(each) == _measure(value)]
    for one, other in itertools.permutations(alike, 2):
        yield from (one + other, one - other)


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
    for one, other, third in itertools.permutations(alike, 3):
        yield from (one + other + third, one + other - third, one - other - third)


def _measure(value: Value) -> str:
    """What a value measures; empty for a bare number."""
    unit = value.unit or ""
    return MEASURES[unit][0] if unit in MEASURES else unit


def _size(value: Value) -> Decimal:
    unit = value.unit or ""
    return Decimal(value.number) * (MEASURES[unit][1] if unit in MEASURES else 1)
