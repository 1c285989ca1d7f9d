"""Times and days that are reckoned with: so much sooner or later, or "the first of next month"."""

from __future__ import annotations

import calendar
import contextlib
import datetime
import itertools
from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import asked_values
from truthscore.text.values.value import MEASURES, Value, measure_of, size_of
from truthscore.types import QUESTION, Span

#: What lengths of time measure.
_SECONDS, _MONTHS = MEASURES["second"][0], MEASURES["month"][0]
#: The year of a date that has none: no leap year, as most are.
_SOME_YEAR = 2023


def minutes_of(time: Value) -> int:
    """The minutes of the day at a time."""
    hours, _, minutes = time.number.partition(":")
    return int(hours) * 60 + int(minutes[:2])


def day_of(date: Value) -> datetime.date | None:
    """The day of a date, in some year if it has none; None for other values and half dates."""
    if date.kind != "date":
        return None
    year, month, day = date.number.split("-")
    if "*" in (month, day):
        return None
    try:
        return datetime.date(_SOME_YEAR if year == "*" else int(year), int(month), int(day))
    except ValueError:
        return None  # 29 February


def days_around(start: datetime.date, length: Value) -> Iterator[datetime.date]:
    """The days so long before and after a day; none for half months or hours, nor in years that no
    calendar has."""
    size = size_of(length)
    if size != size.to_integral_value():
        return
    for number in (int(size), -int(size)):
        with contextlib.suppress(OverflowError, ValueError):
            if measure_of(length) == _SECONDS:
                whole, rest = divmod(number, MEASURES["day"][1])
                if not rest and whole:
                    yield start + datetime.timedelta(days=whole)
            elif measure_of(length) == _MONTHS:
                years, month = divmod(start.month - 1 + number, 12)
                last = calendar.monthrange(start.year + years, month + 1)[1]
                yield datetime.date(start.year + years, month + 1, min(start.day, last))


def next_month(inputs: Inputs, value: Value) -> Span | None:
    """Where a page says "next month", for the first day of the one behind a date of the question;
    its words and not its letters are searched, which keep their places."""
    day = day_of(value)
    asked = [day_of(each) for each in asked_values(inputs)]
    if day is None or (day.day, day.month) not in [
        (1, each.month % 12 + 1) for each in asked if each
    ]:
        return None  # most
    phrases = [tuple(each.split()) for each in inputs.language.values["next_month"]]
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        for at, lower in enumerate(parsed.lowers):
            for words in phrases:
                if lower == words[0] and parsed.lowers[at : at + len(words)] == words:
                    end = parsed.ends[at + len(words) - 1]
                    return Span(source=indexed.document.source, start=parsed.starts[at], end=end)
    return None


def within_asked(inputs: Inputs, value: Value) -> Span | None:
    """The first of two dates of the question between which a month stands: "October 2023 to March
    2024" is asked for in two parts, "until December 2023" and from January."""
    if "*" in value.number.rpartition("-")[0] or not value.number.endswith("*"):
        return None  # only whole months
    asked = [each for each in asked_values(inputs) if each.kind == value.kind]
    months = [each for each in asked if "*" not in each.number.rpartition("-")[0]]
    for one, other in itertools.pairwise(months):
        if one.number < value.number < other.number:
            return Span(source=QUESTION, start=one.start, end=one.end)
    return None
