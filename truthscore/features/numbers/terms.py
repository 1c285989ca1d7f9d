"""What a value of the answer may be worked out from, and whether a result is that value."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import asked_values, holds, placed_values
from truthscore.features.numbers.rates import told_of_asked
from truthscore.text.alignment import REACH, Unit
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.values.value import Value, days_of, size_of
from truthscore.types import QUESTION, Span

#: Words before a value with which it is said to be rounded: "almost 53".
ROUNDED = 2

#: Kinds of values that people reckon with.
RECKONED = frozenset({"amount", "quantity", "number", "percent", "date", "time"})

#: From this number on a noun behind one may be that of something else: "2,800 list price".
LARGE = 100

#: A value and where it stands in the question or on a page; None where it stands in neither.
Found = tuple[Value, Span | None]


def place_of(inputs: Inputs, term: Value) -> Span | None:
    """Where the context or the question has a value."""
    for each, place in placed_values(inputs):
        if holds(term, each.value):
            return place
    for asked in asked_values(inputs):
        if holds(term, asked):
            return Span(source=QUESTION, start=asked.start, end=asked.end)
    return None


def nearby(inputs: Inputs, unit: Unit) -> list[Found]:
    """The values of a unit's passage and beside it, and those beside what was asked about, each
    with where it stands."""
    asked: list[Found] = [(each.value, place) for each, _, place in told_of_asked(inputs)]
    if unit.passage is None:
        return asked
    source = inputs.documents[unit.passage.document].document.source
    near: list[Found] = [
        (each.value, place)
        for each, place in placed_values(inputs)
        if place.source == source and abs(each.sentence - unit.passage.sentence) <= REACH
    ]
    return near + asked


def comes_to(inputs: Inputs, value: Value, result: Decimal) -> bool:
    """Whether a value is a result, or the nearest whole number where it says so: "almost 53"."""
    if size_of(value) == result:
        return True
    before = inputs.answer.lowers[max(0, value.tokens[0] - ROUNDED) : value.tokens[0]]
    roughly = not set(inputs.language.values["roughly"]).isdisjoint(before)
    one = size_of(replace(value, number="1"))
    return roughly and abs(size_of(value) - result) < one


def is_figure(question: ParsedText, asked: Value) -> bool:
    """Whether a value of a question is a figure: no article, no name ("Windows 10", "invoice 12");
    of days a row, which has a length."""
    if asked.kind == "weekday":
        return len(days_of(asked)) > 1
    before = asked.tokens[0] - 1
    whole = asked.kind == "number" and asked.number.isdecimal()
    named = whole and before >= 0 and question.pos[before] in NOUNS
    if asked.unit == "hour":
        return True  # "my shift starts in an hour"
    one = asked.worded and asked.number == "1"  # "in one day"
    return asked.kind in RECKONED and not (asked.article or named or one)


def unit_of(inputs: Inputs, value: Value) -> Unit | None:
    """The sentence of the answer that a value stands in; None where that claims nothing."""
    units = inputs.aligned.units
    return next((u for u in units if u.tokens[0] <= value.tokens[0] < u.tokens[1]), None)


def counts_things(parsed: ParsedText, value: Value) -> bool:
    """Whether a bare number counts what the noun behind it says: "2 people"."""
    after = value.tokens[1]
    small = value.kind == "number" and Decimal(value.number) < LARGE
    return small and parsed.pos[after : after + 1] == ("NOUN",)
