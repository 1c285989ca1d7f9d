"""A value that the answer works out from others: "20% under 200 euros, so 160 at least".

No page has it; what it is worked out from stands in the question or on a page.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import asked_values, place_of, placed_values, said_values
from truthscore.text.alignment import Unit
from truthscore.text.values.value import Value, measure_of, size_of
from truthscore.types import QUESTION, Span

#: Kinds of what is worked out, and of what it is worked out from.
_SUMS = frozenset({"amount", "quantity", "number"})
_TERMS = _SUMS | {"percent"}
#: What says how many: a bare number, or "keer".
TIMES = ("", "time")
#: A whole month, as a date is written: year, month, any day.
_MONTH = r"\d{4}-\d{2}-\*"


def worked_out(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """What a value is the sum, the difference, so many times or so many percent of.

    Where the answer says that it is a result, or the question has figures to reckon with, the terms
    stand in the question, in the same sentence or before it (the nearest), or in the passage, and
    each of them in the question or the context. Where not, an amount
    or quantity may come from those of its own sentence ("400: 150 and 250 on top"), or of the one
    behind if it stands alone.
    """
    if value.kind == "date":
        return _within_asked(inputs, value)
    if value.kind not in _SUMS:
        return None
    said = [each for each in said_values(inputs) if each is not value and each.kind in _TERMS]
    inside = [each for each in said if _is_in(each, unit)]
    asked = [each for each in asked_values(inputs) if each.kind in _TERMS and not each.article]
    told = inputs.answer.words_at(range(*unit.tokens))
    settings = inputs.profile.features.numbers
    results = inputs.language.values["results"]
    claims = [token for token in unit.content if token not in range(*value.tokens)]
    # "70. Who joins later pays half of 140.", "In total € 21. The last 14 days are € 1.50 a day."
    if len([t for t in claims if inputs.answer.lowers[t] not in results]) < settings.alone:
        inside = [*inside, *_behind(inputs, unit, said)]
    if asked or not told.isdisjoint(results):
        before = [each for each in reversed(said) if each.tokens[0] < unit.tokens[1]]
        page = _in_passage(inputs, unit) if asked else []
        return _from_terms(inputs, value, [*asked, *dict.fromkeys([*inside, *before]), *page])
    if not value.unit:
        return None  # bare numbers are soon the sum of two others
    return _from_terms(inputs, value, inside)


def _within_asked(inputs: Inputs, value: Value) -> Span | None:
    """The first of two months of the question between which a month stands: what is asked of
    "October 2023 to March 2024" may be told in two parts, "until December 2023" and from then."""
    asked = [each for each in asked_values(inputs) if each.kind == value.kind]
    months = [each for each in (value, *asked) if re.fullmatch(_MONTH, each.number)]
    if value not in months:
        return None
    for one, other in itertools.pairwise(each for each in months if each is not value):
        if one.number < value.number < other.number:
            return Span(source=QUESTION, start=one.start, end=one.end)
    return None


def _in_passage(inputs: Inputs, unit: Unit) -> list[Value]:
    """The values of the sentence of a page that a unit is told from."""
    if unit.passage is None:
        return []
    source = inputs.documents[unit.passage.document].document.source
    return [
        each.value
        for each, place in placed_values(inputs)
        if place.source == source
        and each.sentence == unit.passage.sentence
        and each.value.kind in _TERMS
    ]


def _behind(inputs: Inputs, unit: Unit, said: Sequence[Value]) -> Sequence[Value]:
    """The values of the sentence behind a unit."""
    units = inputs.aligned.units
    place = units.index(unit) + 1
    if place == len(units):
        return ()
    start, end = units[place].tokens
    return [each for each in said if start <= each.tokens[0] < end]


def _from_terms(inputs: Inputs, value: Value, terms: Sequence[Value]) -> Span | None:
    """Where the first of some terms stands, if the value is among the results of those that the
    question or the context has, or that come from both."""
    terms = [_with_unit(inputs, value, each) for each in terms]
    placed = [(each, place_of(inputs, each)) for each in terms]
    # "Twice" and "two times" are manners of speaking: nobody needs to have written them.
    held = [each for each, place in placed if place or (each.worded and measure_of(each) in TIMES)]
    held = [_as_count(inputs, value, each) for each in held]
    most = inputs.profile.features.numbers.most_terms
    if size_of(value) not in set(_results(value, held[:most])):
        return None
    return next(filter(None, (place for _, place in placed)), None)


def _is_in(value: Value, unit: Unit) -> bool:
    return unit.tokens[0] <= value.tokens[0] < unit.tokens[1]


def _as_count(inputs: Inputs, value: Value, term: Value) -> Value:
    """A quantity as a bare number where the answer tells a rate for its unit: 14 days at "1.50 a
    day"."""
    if term.kind != "quantity" or measure_of(term) == measure_of(value):
        return term
    values, lowers = inputs.language.values, inputs.answer.lowers
    before = {*values["each"], *values["articles"]}
    forms = values["units"].get(term.unit, ())
    rated = any(one in before and two in forms for one, two in itertools.pairwise(lowers))
    return replace(term, kind="number", unit="") if rated else term


def _with_unit(inputs: Inputs, value: Value, term: Value) -> Value:
    """A bare number with the unit that a page says it with, if that measures what the value does:
    "seven days: three for ..."."""
    if term.unit or term.kind != "number" or value.kind != "quantity":
        return term  # an amount is never without its currency: "two tickets" are no £2
    for each in (placed.value for placed, _ in placed_values(inputs)):
        if each.number == term.number and each.unit and measure_of(each) == measure_of(value):
            return replace(term, kind=each.kind, unit=each.unit)
    return term


def _results(value: Value, terms: Sequence[Value]) -> Iterator[Decimal]:
    """What the terms come to, in the smallest unit of the value's measure."""
    alike = [size_of(each) for each in terms if measure_of(each) == measure_of(value)]
    times = [Decimal(each.number) for each in terms if measure_of(each) in TIMES]
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
