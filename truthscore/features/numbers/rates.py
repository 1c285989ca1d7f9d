"""What a rate of a page comes to for as many as were asked about: two books, five days late, at
"0.20 per item per day"; a year at "3.50 a month"."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_values, claims_of
from truthscore.features.numbers.places import Placed
from truthscore.text.model import ParsedText
from truthscore.text.rows import tokens_of
from truthscore.text.values.value import MEASURES, Value, measure_of, size_of
from truthscore.types import QUESTION, Span

#: Counts of the question that a rate is taken by, at most.
MOST_COUNTS = 2
#: What says how many: a bare number, or "keer".
TIMES = ("", "time")


def told_of_asked(inputs: Inputs) -> Sequence[tuple[Placed, frozenset[str], Span]]:
    """The values of the pages beside a content word of the question: each with the words of its
    sentence, of what it is told of and of the heading above it, and where it stands."""
    return inputs.once((NAME, "told of asked"), lambda: tuple(_told_of_asked(inputs)))


def _told_of_asked(inputs: Inputs) -> Iterator[tuple[Placed, frozenset[str], Span]]:
    asked = inputs.words_there(inputs.question, claims_of(inputs, inputs.question))
    for place, indexed in enumerate(inputs.documents):
        passages, source = inputs.aligned.documents[place], indexed.document.source
        parsed = indexed.document.parsed
        known: Sequence[Placed] = indexed.indexes[NAME].values
        named: dict[int, set[frozenset[str]]] = {}
        for each in known:
            named.setdefault(each.among, set()).add(asked & each.told_of)
        for each in known:
            mine = asked & each.told_of
            if any(mine < words for words in named[each.among]):
                continue  # of the row beside the one that is asked about
            beside = each.told_of.union(
                passages.words[each.sentence], _heading(parsed, each.value.start)
            )
            if not beside.isdisjoint(asked):
                yield each, beside, Span(source=source, start=each.value.start, end=each.value.end)


def _heading(parsed: ParsedText, start: int) -> AbstractSet[str]:
    """The words of the heading over a place of a page."""
    place = bisect_right([block.start for block in parsed.blocks], start) - 1
    while place >= 0 and parsed.blocks[place].kind != "heading":
        place -= 1
    return parsed.words_at(tokens_of(parsed, place)) if place >= 0 else frozenset()


def by_rate(inputs: Inputs, value: Value) -> Span | None:
    """The rate of a page that comes to a value for one or two counts of the question."""
    if not value.unit:
        return None
    rates = inputs.once((NAME, "rates"), lambda: tuple(_rates(inputs)))
    mine = [(totals, place) for measure, totals, place in rates if measure == measure_of(value)]
    if not mine:
        return None  # most
    size = size_of(value)
    return next((place for totals, place in mine if size in totals), None)


def _rates(inputs: Inputs) -> Iterator[tuple[str, AbstractSet[Decimal], Span]]:
    """What each rate of the pages measures, what it comes to for the counts of the question, and
    where it stands."""
    asked = asked_values(inputs)
    for each, beside, place in told_of_asked(inputs) if asked else ():
        rate = each.value
        if rate.kind not in ("amount", "quantity"):
            continue
        measure = measure_of(rate)
        others = [one for one in asked if measure_of(one) != measure]
        counts = [set(_counts(inputs, one, beside)) for one in others]
        totals = frozenset(_totals(size_of(rate), counts))
        if totals:
            yield measure, totals, place


def _totals(rate: Decimal, counts: Sequence[AbstractSet[Decimal]]) -> Iterator[Decimal]:
    """A rate for one of the counts that a value of the question makes, or for those of several."""
    for number in range(1, MOST_COUNTS + 1):
        for some in itertools.combinations(counts, number):
            for row in itertools.product(*some):
                yield rate * math.prod(row)


def _counts(inputs: Inputs, asked: Value, beside: AbstractSet[str]) -> Iterator[Decimal]:
    """How many a value of the question makes of what a rate is for: of 5 days 5 at "a day", of a
    year 12 at "a month" (over a column it is a value: "@1 month"); of "two books" 2, where the rate
    is for books."""
    if asked.kind not in ("number", "quantity"):
        return
    units = inputs.language.values["units"]
    if measure_of(asked) in TIMES:
        after = asked.tokens[1]
        question = inputs.question
        if after < len(question.lowers) and not beside.isdisjoint(
            inputs.words_there(question, (after,))
        ):
            yield Decimal(asked.number)
    elif asked.unit in MEASURES:
        for unit, (measure, size) in MEASURES.items():
            count = size_of(asked) / size
            if (
                measure == measure_of(asked)
                and count == count.to_integral_value()
                and not beside.isdisjoint({*units.get(unit, ()), f"@1 {unit}"})
            ):
                yield count
    elif not beside.isdisjoint(units.get(asked.unit, ())):
        yield Decimal(asked.number)


def counts_asked(inputs: Inputs, value: Value) -> Span | None:
    """Where the question has as many: "three times" the rate for "3 hours", "twelve months" for a
    year."""
    if value.kind not in ("number", "quantity"):
        return None
    months = inputs.language.values["units"]["month"]
    for each in asked_values(inputs):
        if each.kind != "quantity":
            continue
        same = measure_of(value) in TIMES and each.number == value.number
        year = each.unit == "year" and Decimal(value.number) == size_of(each)
        monthly = value.unit == "month" or not inputs.question.words_at(
            range(len(inputs.question.lowers))
        ).isdisjoint(months)
        if same or (year and monthly and measure_of(value) in (*TIMES, "months")):
            return Span(source=QUESTION, start=each.start, end=each.end)
    return None
