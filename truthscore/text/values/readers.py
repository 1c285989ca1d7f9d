"""What a notation says where it stands in a text: readers, from a match to its values.

A reader may find that there is no value after all ("31-31-2024").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal

import regex

from truthscore.text.values import figures
from truthscore.text.values.lexicon import Lexicon
from truthscore.text.values.value import CALENDAR, Kind, Value

#: From this hour on a night is that of the evening: "2 at night" is of the morning.
EVENING = 6

Reader = Callable[["regex.Match[str]", Lexicon], Iterable[Value]]


def number(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A number that says of nothing what it counts."""
    return _figures(match, lexicon, "number", None)


def amount(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """An amount of money: "€ 1.500,-"."""
    sign = match.groupdict().get("c")
    # "1500,-" is money without saying which
    unit = lexicon.currencies[sign.lower()] if sign else lexicon.data["currency"]
    return _figures(match, lexicon, "amount", unit)


def cents(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """An amount of money in hundredths: "acht cent"."""
    found = _figures(match, lexicon, "amount", lexicon.cents[match["c"].lower()])
    return tuple(
        replace(each, number=str(Decimal(each.number) / 100), other=None) for each in found
    )


def free(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """Nothing, as an amount of money: "gratis", "free of charge"; perhaps of something else."""
    found = _said(match, lexicon, "amount", "0", lexicon.data["currency"])
    return (replace(found, worded=True, article=True),)


def percent(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A percentage: "21%"."""
    return _figures(match, lexicon, "percent", "%")


def share(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A half as a percentage: "de helft"; perhaps no more than a manner of speaking."""
    return (replace(_said(match, lexicon, "percent", "50", "%"), worded=True, article=True),)


def quantity(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A number of units: "twee dagen"."""
    return _figures(match, lexicon, "quantity", lexicon.units[match["u"].lower()])


def product(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """So many times a number of units: "2 x 15 minutes" is 30 minutes."""
    return tuple(
        replace(each, number=figures.normal(Decimal(each.number) * int(match["many"])), other=None)
        for each in quantity(match, lexicon)
    )


def and_a_half(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A number and a half, of units or not: "vier en een half uur"."""
    unit = match["u"] and lexicon.units[match["u"].lower()]
    kind: Kind = "quantity" if unit else "number"
    return tuple(
        replace(each, number=str(Decimal(each.number) + Decimal("0.5")), other=None)
        for each in _figures(match, lexicon, kind, unit)
    )


def times(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """So many times by a sign: "2x per week"."""
    return (_said(match, lexicon, "quantity", match["n"], "time"),)


def period(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """One period by its article: "een week"."""
    return _once(match, lexicon, "quantity", lexicon.units[match["u"].lower()])


def frequency(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """Once in a period: "per maand", "wekelijks"."""
    groups = match.groupdict()
    return _once(match, lexicon, "frequency", _period(groups.get("u") or groups["often"], lexicon))


def every_so_many(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """Once in so many periods: "elke twee weken", "tweewekelijks"."""
    return _figures(match, lexicon, "frequency", _period(match["u"], lexicon))


def _period(form: str, lexicon: Lexicon) -> str:
    """The period of a word for it, or for once in it."""
    return lexicon.units.get(form.lower()) or lexicon.data["frequencies"][form.lower()]


def every_other(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """Once in two periods, or in as many as a word says: "om de week", "tweewekelijks"."""
    groups = match.groupdict()
    word = groups.get("many")
    number, unit = lexicon.data["multiples"][word.lower()] if word else (2, None)
    (once,) = _once(match, lexicon, "frequency", unit or lexicon.units[match["u"].lower()])
    return (replace(once, number=str(number), article=False),)


def weekday(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A day, or a row of them: "elke dinsdag", "ma-vr", "weekend"."""
    groups = match.groupdict()
    first, last, some = groups.get("day"), groups.get("last"), groups.get("some")
    number = lexicon.days[(some or first).lower()]  # type: ignore[union-attr]
    if last:
        number = f"{number}-{lexicon.days[last.lower()]}"
    each = groups.get("each") or groups.get("s")
    found = _said(match, lexicon, "weekday", number, "week" if each else None)
    return (replace(found, worded=bool(some)),)


def month(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A month without a day or a year."""
    name = CALENDAR["month"][lexicon.months[match["month"].lower()] - 1]
    return (_said(match, lexicon, "month", name),)


def ordinal(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """Which of a row: "de tweede", "the 25th"."""
    word = match["n"].lower()
    number = lexicon.data["ordinal_words"].get(word)
    if number is None:
        return (_said(match, lexicon, "ordinal", word),)
    return (replace(_said(match, lexicon, "ordinal", str(number)), worded=True),)


def version(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A version as it is written: "v7.2"."""
    return (_said(match, lexicon, "version", match["n"]),)


def time(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A time of the day: "14.30 uur", "2 pm"."""
    groups = match.groupdict()
    hour, minute = int(groups["h"]), int(groups.get("min") or 0)
    half = (groups.get("half") or "").lower()
    times = lexicon.data["times"]
    at_night = half in (*times["night"], *times["night_of"])
    late = half in (*times["afternoon"], *times["afternoon_of"]) or (at_night and hour >= EVENING)
    if late and hour < 12:
        hour += 12
    elif hour == 12 and (at_night or half in (*times["morning"], *times["morning_of"])):
        hour = 0
    if hour > 24 or minute > 59:
        return ()
    later = times["twelve_hours"] and not half and 1 <= hour < 12
    found = _said(match, lexicon, "time", f"{hour:02}:{minute:02}")
    return (replace(found, other=f"{hour + 12:02}:{minute:02}" if later else None),)


def named_time(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A time of the day that has a name: "noon", "middernacht"; perhaps a manner of speaking."""
    number = lexicon.data["times"]["named"][match["named"].lower()]
    return (replace(_said(match, lexicon, "time", number), article=True),)


def spoken_time(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A time as it is said: "half negen", "quarter past two"; of the morning or the afternoon."""
    groups = match.groupdict()
    hour = int(lexicon.numbers.get(groups["h"].lower(), groups["h"]))
    times = lexicon.data["times"]
    told = {**times["spoken"], **times["spoken_beside"]}
    minutes = hour * 60 + told.get((groups["spoken"] or "").lower(), 0)
    half = (groups["half"] or "").lower()
    if not 1 <= hour <= 12:
        return ()
    noon = 12 * 60
    early, late = minutes % noon, minutes % noon + noon
    if half in times["afternoon"] or (half in times["night"] and hour >= EVENING):
        early = late
    number, other = (f"{at // 60:02}:{at % 60:02}" for at in (early, late))
    found = _said(match, lexicon, "time", number)
    return (replace(found, other=None if half else other),)


def date(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A date that says which part is which: "1 maart 2024", "2024-03-01"."""
    groups = match.groupdict()
    name = groups.get("month")
    month = lexicon.months[name.lower()] if name else int(groups["m"])
    return _dates(match, lexicon, groups.get("y"), month, groups.get("d"), None)


def numeric_date(match: regex.Match[str], lexicon: Lexicon) -> Iterable[Value]:
    """A date in the order of the language: "01-03-2024"."""
    first, second = int(match["a"]), int(match["b"])
    day_first = lexicon.data["day_first"]
    day, month = (first, second) if day_first else (second, first)
    if month > 12:
        day, month = month, day
        return _dates(match, lexicon, match["y"], month, day, None)
    swapped = (day, month) if day <= 12 and day != month else None
    return _dates(match, lexicon, match["y"], month, day, swapped)


def _dates(
    match: regex.Match[str],
    lexicon: Lexicon,
    year: str | None,
    month: int,
    day: str | int | None,
    swapped: tuple[int, int] | None,
) -> Iterable[Value]:
    if not 1 <= month <= 12 or (day is not None and not 1 <= int(day) <= 31):
        return ()
    if year is not None and len(year) == 2:
        year = f"20{year}"
    head = year or "*"
    other = None if swapped is None else f"{head}-{swapped[0]:02}-{swapped[1]:02}"
    number = f"{head}-{month:02}-{'*' if day is None else f'{int(day):02}'}"
    found = _said(match, lexicon, "date", number)
    return (replace(found, other=other, own=lexicon.data["day_order_certain"]),)


def _figures(
    match: regex.Match[str], lexicon: Lexicon, kind: Kind, unit: str | None
) -> list[Value]:
    """The values of a match with a figure `n` and perhaps a scale ("miljoen")."""
    raw = match["n"]
    scale = (match.groupdict().get("scale") or "").lower()
    factor = Decimal(lexicon.data["scales"].get(scale, lexicon.data["amount_scales"].get(scale, 1)))
    whole = _said(match, lexicon, kind, "", unit)
    word = lexicon.numbers.get(raw.lower())
    if word is not None:
        return [replace(whole, number=figures.normal(word * factor), worded=True, own=True)]
    if figures.is_fraction(raw):
        return [replace(whole, number=figures.normal(figures.fraction(raw) * factor))]
    read = figures.read(raw, lexicon.data["decimal"])
    if read is not None:
        number, other, own = read
        if match[0].rstrip().endswith("-"):  # "1.500,-": what follows the point are the decimals
            number, other, own = raw.replace(lexicon.data["group"], ""), None, True
        number = figures.normal(Decimal(number) * factor)
        other = None if other is None else figures.normal(Decimal(other) * factor)
        return [replace(whole, number=number, other=other, own=own)]
    parts = list(regex.finditer(r"\d+", raw))
    if set(regex.findall(r"\D", raw)) == {"."} and raw.count(".") > 1 and kind == "number":
        return [replace(whole, kind="version", number=raw)]
    made = []
    for part in parts:  # a run of figures that is no number: each stands for itself
        last = part is parts[-1]
        start = match.start("n") + part.start()
        made.append(
            replace(
                whole,
                kind=kind if last else "number",
                number=figures.normal(Decimal(part[0])),
                unit=unit if last else None,
                start=start,
                end=match.end() if last else start + len(part[0]),
            )
        )
    return made


def _once(match: regex.Match[str], lexicon: Lexicon, kind: Kind, unit: str) -> tuple[Value]:
    """One of a unit, without a number that says so."""
    found = _said(match, lexicon, kind, "1", unit)
    return (replace(found, own=True, worded=True, article=True),)


def _said(
    match: regex.Match[str], lexicon: Lexicon, kind: Kind, number: str, unit: str | None = None
) -> Value:
    """The value that all of a match says."""
    start, end = match.span()
    return Value(kind=kind, number=number, unit=unit, start=start, end=end, lang=lexicon.code)
