"""The days and times of a customer's record, and what is so long before, after or between them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

import regex

from truthscore.features.base import Inputs
from truthscore.features.records.fields import Told
from truthscore.features.records.sums import Number, much_of, step_of
from truthscore.text.values.value import MEASURES, Value, measure_of
from truthscore.types import Span

#: Hours that a clock in Europe is before that of Greenwich, at most: a moment that says "Z".
MOST_AHEAD = 2
_MOMENT = regex.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ](?P<time>\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?(?P<zone>Z?))?"
)
#: A day without signs, and a time of any day.
_COMPACT = regex.compile(r"(?:19|20)\d{6}")
_CLOCK = regex.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
#: A time in figures that no word beside it tells apart from a number: "the train leaves at 15.27".
_FIGURES = regex.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")
#: A month, and a week by its number, whose days are counted from its Monday.
_MONTH, _WEEK = regex.compile(r"\d{4}-(?:0[1-9]|1[0-2])"), regex.compile(r"\d{4}-?W\d\d")
#: What stands for any day of a month.
ANY_DAY = "*"
#: The sign of a moment of Greenwich, and what durations measure.
GREENWICH, SECONDS = "Z", "seconds"
#: Seconds from which on a length leads to no day that is told.
LONGEST = 10**10


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a field: when, whether it has a time of the day, whether in Greenwich, and
    whether it is no more than a month."""

    at: datetime
    timed: bool
    greenwich: bool
    span: Span
    month: bool = False


def moments(inputs: Inputs, fields: Sequence[tuple[Told, Span]]) -> Iterator[Moment]:
    """The fields that hold a day, a day and a time, a month or a week."""
    texts = {page.document.source: page.document.parsed.text for page in inputs.documents}
    for each, span in fields:
        told = texts[span.source][each.value_start : each.end]
        if match := _MOMENT.match(told):
            with suppress(ValueError):  # the 31st of February
                at = datetime.fromisoformat(f"{match['day']}T{match['time'] or '00:00'}")
                yield Moment(at, match["time"] is not None, match["zone"] == GREENWICH, span)
        elif match := _COMPACT.fullmatch(told):
            with suppress(ValueError):  # a number that is no day
                yield Moment(datetime.strptime(match[0], "%Y%m%d"), False, False, span)
        elif match := _CLOCK.fullmatch(told):
            yield Moment(datetime.strptime(match[0], "%H:%M"), True, False, span)
        elif _MONTH.fullmatch(told):
            with suppress(ValueError):  # the year 0
                yield Moment(datetime.fromisoformat(f"{told}-01"), False, False, span, month=True)
        elif _WEEK.fullmatch(told):
            with suppress(ValueError):  # "2026-W60"
                yield Moment(datetime.fromisoformat(told), False, False, span)


def told_in_figures(value: Value, moments: Sequence[Moment]) -> Span | None:
    """The field with the time that a bare number is: "15.27"."""
    match = _FIGURES.fullmatch(value.number) if value.kind == "number" else None
    if match is None:
        return None
    clock = f"{int(match[1]):02}:{match[2]}"
    return next((m.span for m in moments if m.timed and f"{m.at:%H:%M}" == clock), None)


def at_moment(value: Value, moments: Sequence[Moment], numbers: Sequence[Number]) -> Span | None:
    """The field with a moment that is a time of the day here, or a day or a time so long before or
    after it; or the day before one that begins with it."""
    for each in moments:
        is_time = value.kind == "time" and each.timed and each.greenwich
        if is_time and _hours_behind(f"{each.at:%H:%M}", value) <= MOST_AHEAD:
            return each.span
    lengths = [float(n.size) for n in numbers if n.measure == SECONDS and abs(n.size) < LONGEST]
    lengths += [math.fsum(lengths)] if len(lengths) > 1 else []  # "and half an hour more"
    for each in moments:
        apart = [sign * length for length in lengths for sign in (1, -1)]
        if each.timed and each.at.time() == datetime.min.time():
            apart.append(-MEASURES["day"][1])
        if each.greenwich and value.kind == "date":
            apart.append(MOST_AHEAD * MEASURES["hour"][1])
        # on which clock a moment of Greenwich is told nobody knows
        if value.kind == "time" and (each.greenwich or not each.timed):
            continue
        if each.month and not value.number.endswith(ANY_DAY):
            continue
        if any(_is_at(value, at) for seconds in (0.0, *apart) for at in _moved(each.at, seconds)):
            return each.span
    return None


def _moved(at: datetime, seconds: float) -> Iterator[datetime]:
    """The moment so long behind another; none before the first year or behind the last."""
    with suppress(OverflowError):
        yield at + timedelta(seconds=seconds)


def _is_at(value: Value, at: datetime) -> bool:
    """Whether a day or a time of the day is that of a moment; what a day leaves open may be any."""
    if value.kind == "time":
        return f"{at:%H:%M}" in (value.number, value.other)
    parts = zip(value.number.split("-"), f"{at:%Y-%m-%d}".split("-"), strict=False)
    return all(said in (ANY_DAY, there) for said, there in parts)


def between(value: Value, moments: Sequence[Moment]) -> Span | None:
    """The earlier of two fields with moments that are so far apart."""
    if measure_of(value) != SECONDS or (size := much_of(value)) is None:
        return None
    step = step_of(value, size)
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
