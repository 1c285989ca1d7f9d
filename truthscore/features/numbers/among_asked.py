"""What the values of a question come to by themselves: "I paid 484 euros of 484.50" leaves 50
cents, from 17.00 to 14.00 tomorrow are 21 hours, and "half days" are 50%."""

from __future__ import annotations

import itertools
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import asked_values
from truthscore.text.values.value import MEASURES, Value, measure_of, size_of
from truthscore.types import QUESTION, Span

#: What a length of time measures, and a day of that.
_SECONDS, _DAY = MEASURES["day"]
#: Kinds that have a size: no dates, no times.
_SIZES = frozenset({"amount", "quantity", "number"})
#: Parts of one whole, as a question tells them: "half days".
_WHOLE = Decimal(1)


def among_asked(inputs: Inputs, value: Value) -> Span | None:
    """Where the first of those values of the question stands that make the value."""
    asked = asked_values(inputs)
    if value.kind == "percent":
        share = Decimal(value.number) / 100
        return next((_place(each) for each in asked if share == _part(each)), None)
    if not value.unit or len(asked) < 2:
        return None  # most
    if measure_of(value) == _SECONDS:
        times = [each for each in asked if (at := _seconds(each)) is not None and at <= _DAY]
        for one, other in itertools.permutations(times, 2):
            begin, end = _seconds(one), _seconds(other)
            assert begin is not None  # both are times
            assert end is not None
            if "time" in (one.kind, other.kind) and (end - begin + _DAY) % _DAY == size_of(value):
                return _place(one)
    sizes = [each for each in asked if each.kind in _SIZES]
    for one, other in itertools.permutations(sizes, 2):
        if measure_of(one) != measure_of(value):
            continue
        # "I paid 484 euros, it was 484.50"
        bare = other.kind == "number" and not other.unit and value.kind == "amount"
        size = Decimal(other.number) if bare else size_of(other)
        if (bare or measure_of(other) == measure_of(value)) and abs(size_of(one) - size) == size_of(
            value
        ):
            return _place(one)
    return None


def _part(asked: Value) -> Decimal | None:
    """What part of one thing a value tells: "halve dagen"."""
    if asked.kind not in ("number", "quantity") or not asked.worded:
        return None
    number = Decimal(asked.number)
    return number if number < _WHOLE else None


def _seconds(asked: Value) -> Decimal | None:
    """The time of day, in seconds; a bare "17u" may be one."""
    if asked.kind == "time":
        hours, minutes = asked.number.split(":")[:2]
        return Decimal(int(hours) * MEASURES["hour"][1] + int(minutes) * MEASURES["minute"][1])
    return size_of(asked) if asked.unit == "hour" else None


def _place(asked: Value) -> Span:
    return Span(source=QUESTION, start=asked.start, end=asked.end)
