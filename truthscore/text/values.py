"""Values in a text: numbers, amounts, percentages, dates, times, quantities, ordinals, versions.

Each is read in the notation of its language ("1.500,00" is Dutch, "1,500.00" English) and gets a
normal form, so that equal values compare equal however they are written. Every figure is read by
itself: one odd cell says nothing about the notation of the rest. What only looks like a number
(list markers, "stap 3", phone numbers, addresses, codes) is left out.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import regex

from truthscore.language import LanguagePack, once
from truthscore.patterns import Compile, filled, kept
from truthscore.text import markup
from truthscore.text.alternation import alternation
from truthscore.text.model import ParsedText

#: What units measure, and how many of the smallest: months have no fixed number of days.
MEASURES: Mapping[str, tuple[str, int]] = {
    "second": ("seconds", 1),
    "minute": ("seconds", 60),
    "quarter_hour": ("seconds", 900),
    "hour": ("seconds", 3600),
    "day": ("seconds", 86_400),
    "week": ("seconds", 604_800),
    "month": ("months", 1),
    "quarter": ("months", 3),
    "year": ("months", 12),
    "millimetre": ("millimetres", 1),
    "centimetre": ("millimetres", 10),
    "metre": ("millimetres", 1000),
    "kilometre": ("millimetres", 1_000_000),
    "gram": ("grams", 1),
    "kilogram": ("grams", 1000),
}
#: What measures of time come down to.
TIME = frozenset({"seconds", "months"})
#: Units of which an article says that there is one: "een week", "an hour".
PERIODS = ("minute", "quarter_hour", "hour", "day", "week", "month", "quarter", "year")

#: Days and months by their names, in their order: what a row of them ("maandag t/m vrijdag") holds.
CALENDAR: Mapping[str, tuple[str, ...]] = {
    "weekday": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "month": (
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ),
}  # fmt: skip

Kind = Literal[
    "number", "amount", "percent", "date", "time", "quantity", "frequency", "ordinal", "weekday",
    "month", "version",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value and where it stands.

    `number` is the normal form: "1500", "2024-03-01" (a part that is not given is "*"), "14:30",
    "tuesday", "april-june".
    `unit` is the normal name of the unit or currency. `other` is a second reading where the
    notation allows two ("1.500"); `own`: the notation is plainly that of `lang`, which rules out
    second readings. `worded`: written as a word ("drie", "weekend"). `article`: no number says
    that it is one ("een week", "per week"). `tokens`: half-open range, empty for unparsed text.
    """

    kind: Kind
    number: str
    start: int
    end: int
    lang: str
    unit: str | None = None
    other: str | None = None
    own: bool = False
    worded: bool = False
    article: bool = False
    tokens: tuple[int, int] = (0, 0)

    @property
    def normal(self) -> str:
        """Number and unit: "1500 eur"; an ordinal as in English: "25th"."""
        if self.kind == "ordinal":
            return f"{self.number}{_ending(int(self.number))}"
        if self.kind in CALENDAR:
            return self.number
        return f"{self.number} {self.unit}" if self.unit else self.number


def _ending(number: int) -> str:
    teen = 10 < number % 100 < 14
    return "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def same(left: Value, right: Value) -> bool:
    """Whether two values are equal, whatever their notation.

    Units must be equal, or measure the same ("2 jaar", "24 maanden"). Dates must agree in the parts
    that both give, two at least. A version may equal a plain number ("versie 7.2", "7.2").
    """
    kinds = {left.kind, right.kind}
    if len(kinds) > 1 and kinds != {"number", "version"}:
        return False
    if left.kind in CALENDAR:
        return left.number == right.number
    if left.unit == right.unit:
        return same_number(left, right)
    one, two = MEASURES.get(left.unit or ""), MEASURES.get(right.unit or "")
    if one is None or two is None or one[0] != two[0]:
        return False
    return Decimal(left.number) * one[1] == Decimal(right.number) * two[1]


def holds_day(row: Value, one: Value) -> bool:
    """Whether a day or month, or a row of them, lies within a row: "dinsdag", "ma t/m vr"."""
    if row.kind != one.kind or row.kind not in CALENDAR:
        return False
    names = CALENDAR[row.kind]
    (start, length), (first, more) = (_row(each.number, names) for each in (row, one))
    before = (first - start) % len(names)
    return before + more <= length


def days_of(value: Value) -> tuple[str, ...]:
    """The names of the days or months in a row of them, or of the one."""
    names = CALENDAR[value.kind]
    start, length = _row(value.number, names)
    return tuple(names[(start + after) % len(names)] for after in range(length + 1))


def _row(number: str, names: Sequence[str]) -> tuple[int, int]:
    """Where a row of days begins, and how many follow."""
    first, _, last = number.partition("-")
    start = names.index(first)
    return start, (names.index(last) - start) % len(names) if last else 0


def same_measure(left: Value, right: Value) -> bool:
    """Whether the units of two values measure the same: days and months are both time."""
    if left.unit == right.unit or left.kind == right.kind == "frequency":
        return True
    one, two = MEASURES.get(left.unit or ""), MEASURES.get(right.unit or "")
    if one is None or two is None:
        return False
    return one[0] == two[0] or {one[0], two[0]} == TIME


def same_number(left: Value, right: Value) -> bool:
    """Whether the numbers are equal, leaving kinds and units aside.

    A second reading counts against another language, and against a notation that does not tell
    its language; "1.500" and "1,5" in one Dutch text are two numbers.
    """
    if _equal(left.number, right.number):
        return True
    return any(
        one.other is not None
        and _equal(one.other, two.number)
        and (not two.own or one.lang != two.lang)
        for one, two in ((left, right), (right, left))
    )


def _equal(left: str, right: str) -> bool:
    if left == right:
        return True
    if left.count("-") != 2 or right.count("-") != 2:
        return False
    shared = [
        (a, b) for a, b in zip(left.split("-"), right.split("-"), strict=True) if "*" not in (a, b)
    ]
    return len(shared) >= 2 and all(a == b for a, b in shared)


#: The values of lines, by their text; offsets are of the line.
Known = dict[str, list[Value]]


def values(
    text: ParsedText | str, language: LanguagePack, known: Known | None = None
) -> tuple[Value, ...]:
    """The values of `text` in text order; offsets are of the text as it stands.

    `known`: lines that have been read before; what is read now is added to it.
    """
    parsed = text if isinstance(text, ParsedText) else None
    source = text.text if isinstance(text, ParsedText) else text
    rules = _rules(language)
    known = {} if known is None else known
    # Blocks leave out the markers of lists, and their plain text the signs of markup.
    lines = [
        markup.plain(source, block.start, block.end)
        for block in (parsed.blocks if parsed is not None else markup.blocks(source))
    ]
    _read_lines({line.text for line in lines} - known.keys(), rules, known)
    found = []
    for line in lines:
        for value in known[line.text]:
            start, end = line.offsets[value.start], line.offsets[value.end - 1] + 1
            tokens = (0, 0)
            if parsed is not None:
                tokens = (bisect_right(parsed.ends, start), bisect_left(parsed.starts, end))
            found.append(replace(value, start=start, end=end, tokens=tokens))
    return tuple(found)


def _read_lines(lines: AbstractSet[str], rules: _Rules, known: Known) -> None:
    """Add the values of `lines`, which are read together: a pattern takes long to begin with.

    No notation runs over the end of a line.
    """
    known.update((line, []) for line in lines)
    told = [line for line in sorted(lines) if rules.any.search(line)]
    begins = list(itertools.accumulate((len(line) + 1 for line in told), initial=0))
    text = "\n".join(told)
    for value in _ranged(_in_rows(_scan(text, rules), text, rules), text, rules):
        place = bisect_right(begins, value.start) - 1
        moved = replace(value, start=value.start - begins[place], end=value.end - begins[place])
        known[told[place]].append(moved)


@dataclass(frozen=True, slots=True)
class _Rules:
    """A language's notations. `steps` run in order; what one takes is gone for the next.

    `any`: what every value has in it, a digit or a number in words (`word`); most questions have
    neither. `figures`: the steps without those words, a third of the time for a text that has none.
    """

    code: str
    data: Mapping[str, Any]
    words: Mapping[str, Decimal]
    months: Mapping[str, int]
    currencies: Mapping[str, str]
    units: Mapping[str, str]
    days: Mapping[str, str]
    between: regex.Pattern[str]
    row: regex.Pattern[str]
    row_after: regex.Pattern[str]
    any: regex.Pattern[str]
    word: regex.Pattern[str]
    steps: tuple[_Step, ...]
    figures: tuple[_Step, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """A compiled notation (see `_Notation`)."""

    pattern: regex.Pattern[str]
    reader: _Reader | None
    needs: regex.Pattern[str] | None


_Reader = Callable[["regex.Match[str]", _Rules], Iterable[Value]]

#: What a taken stretch is overwritten with: neither letter, digit, space nor sign of ours.
_TAKEN = "\ufffc"
_FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}
#: The first end of "8.00-17.00 uur".
_CLOCK = regex.compile(r"(\d|[01]\d|2[0-4])(?:[.:]([0-5]\d))?")
#: Markers of a list in running text, and a line with two of them.
_MARKER = regex.compile(r"(?<!\S)\(?(\d{1,2})[.)](?=[ ]\p{L})")
_MARKED_LINE = regex.compile(rf"^.*{_MARKER.pattern}.*{_MARKER.pattern}.*$", regex.MULTILINE)
#: Characters before the first of two days in which "between" stands.
REACH = 12
#: Decimals to which a fraction is worked out.
_PLACES = 6


def _scan(text: str, rules: _Rules) -> list[Value]:
    found: list[Value] = []
    if not text:
        return found
    text = _MARKED_LINE.sub(_without_markers, text)
    for step in rules.steps if rules.word.search(text) else rules.figures:
        pieces: list[str] = []
        position = 0
        for match in _matches(text, step):
            if match.end() == match.start():
                continue
            made = tuple(step.reader(match, rules)) if step.reader else ()
            if step.reader and not made:
                continue
            found.extend(made)
            pieces += [text[position : match.start()], _TAKEN * (match.end() - match.start())]
            position = match.end()
        text = "".join(pieces) + text[position:] if pieces else text
    return sorted(found, key=lambda value: value.start)


def _matches(text: str, step: _Step) -> Iterator[regex.Match[str]]:
    """Where a notation stands: only lines with what it needs are searched."""
    if step.needs is None:
        yield from step.pattern.finditer(text)
        return
    sign = step.needs.search(text)
    while sign is not None:
        start = text.rfind("\n", 0, sign.start()) + 1
        end = text.find("\n", sign.end()) + 1 or len(text)
        yield from step.pattern.finditer(text, start, end)
        sign = step.needs.search(text, end)


def _without_markers(line: regex.Match[str]) -> str:
    """A line in which "1. ... 2. ... 3. ..." are the markers of a list in running text."""
    wanted, found = 1, 0

    def taken(match: regex.Match[str]) -> str:
        nonlocal wanted, found
        number = int(match[1])
        if number not in (1, wanted):
            return match[0]
        found, wanted = found + 1, number + 1
        return _TAKEN * len(match[0])

    cleared = _MARKER.sub(taken, line[0])
    return cleared if found > 1 else line[0]


def _in_rows(found: list[Value], text: str, rules: _Rules) -> list[Value]:
    """Joins the ends of rows of days and months: "maandag t/m vrijdag", "between May and July"."""
    joined: list[Value] = []
    for value in found:
        last = joined[-1] if joined else None
        if last is not None and last.kind == value.kind in CALENDAR:
            between = text[last.end : value.start]
            ends = rules.row.fullmatch(between) or (
                rules.row_after.search(text, max(0, last.start - REACH), last.start)
                and rules.between.fullmatch(between)
            )
            if ends and "-" not in last.number + value.number:
                number = f"{last.number}-{value.number}"
                joined[-1] = replace(last, number=number, end=value.end, worded=False)
                continue
        joined.append(value)
    return joined


def _ranged(found: list[Value], text: str, rules: _Rules) -> list[Value]:
    """Gives the bare end of a range ("5 tot 10 dagen", "€ 5 - 10") the unit of the other end."""
    for place, (left, right) in enumerate(itertools.pairwise(found)):
        between = text[left.end : right.start]
        if not rules.between.fullmatch(between):
            continue
        if left.kind != "number":
            plain_right = right.kind == "number" and not between.strip(" -–—")
            if left.kind == "amount" and plain_right:
                found[place + 1] = replace(right, kind=left.kind, unit=left.unit)
        elif right.unit and not _looks_like_a_year(left):
            found[place] = replace(left, kind=right.kind, unit=right.unit)
        elif right.kind == "time" and (clock := _CLOCK.fullmatch(text[left.start : left.end])):
            number = f"{int(clock[1]):02}:{clock[2] or '00'}"
            found[place] = replace(left, kind="time", number=number, other=None, own=False)
    return found


def _looks_like_a_year(value: Value) -> bool:
    return len(value.number) == 4 and value.number[:2] in ("19", "20")


# --- readers: from a match to values ---


def _figures(match: regex.Match[str], rules: _Rules, kind: Kind, unit: str | None) -> list[Value]:
    """The values of a match with a figure `n` and perhaps a scale ("miljoen")."""
    raw = match["n"]
    scale = (match.groupdict().get("scale") or "").lower()
    factor = Decimal(rules.data["scales"].get(scale, rules.data["amount_scales"].get(scale, 1)))
    whole = Value(
        kind=kind, number="", unit=unit, start=match.start(), end=match.end(), lang=rules.code
    )
    word = rules.words.get(raw.lower())
    if word is not None:
        return [replace(whole, number=_normal(word * factor), worded=True, own=True)]
    if any(sign in raw for sign in "/⁄½¼¾⅓⅔⅛"):
        return [replace(whole, number=_normal(_fraction(raw) * factor))]
    read = _read(raw, rules.data["decimal"])
    if read is not None:
        number, other, own = read
        if match[0].rstrip().endswith("-"):  # "1.500,-": what follows the point are the decimals
            number, other, own = raw.replace(rules.data["group"], ""), None, True
        number = _normal(Decimal(number) * factor)
        other = None if other is None else _normal(Decimal(other) * factor)
        return [replace(whole, number=number, other=other, own=own)]
    parts = list(regex.finditer(r"\d+", raw))
    if set(regex.findall(r"\D", raw)) == {"."} and raw.count(".") > 1 and kind == "number":
        return [replace(whole, kind="version", number=raw)]
    made = []
    for part in parts:  # a run of figures that is no number: each stands for itself
        last = part is parts[-1]
        start = match.start("n") + part.start()
        made.append(
            Value(
                kind=kind if last else "number",
                number=_normal(Decimal(part[0])),
                unit=unit if last else None,
                start=start,
                end=match.end() if last else start + len(part[0]),
                lang=rules.code,
            )
        )
    return made


def _read(raw: str, decimal: str) -> tuple[str, str | None, bool] | None:
    """(number, second reading, own notation) of digits with separators; None: not one number."""
    parts = regex.split(r"\D", raw)
    signs = regex.findall(r"\D", raw)
    if not signs:
        return raw, None, False
    tail = [len(part) == 3 for part in parts[1:]]
    grouped = 1 <= len(parts[0]) <= 3 and parts[0][0] != "0"
    last = signs[-1]
    if len(set(signs)) == 1 and (len(signs) > 1 or last not in ".,"):
        if not (grouped and all(tail)):
            return None
        return "".join(parts), None, last not in ".,"
    if len(signs) > 1:
        whole = len(set(signs[:-1])) == 1 and last in ".," and grouped and all(tail[:-1])
        if not whole:
            return None
        return f"{''.join(parts[:-1])}.{parts[-1]}", None, last == decimal
    if tail[0] and grouped:
        native = f"{parts[0]}.{parts[1]}" if last == decimal else "".join(parts)
        foreign = "".join(parts) if last == decimal else f"{parts[0]}.{parts[1]}"
        return native, foreign, False
    if len(parts[0]) > 3 and len(parts[1]) > 2:
        return None
    return f"{parts[0]}.{parts[1]}", None, last == decimal


def _fraction(raw: str) -> Decimal:
    for sign, plain in _FRACTIONS.items():
        raw = raw.replace(sign, f" {plain}")
    parts = regex.findall(r"\d+(?:/\d+)?", raw.replace("⁄", "/"))  # "1 and 1/2" has a word
    total = sum(map(Fraction, parts), Fraction(0))
    return round(Decimal(total.numerator) / Decimal(total.denominator), _PLACES)


def _normal(number: Decimal | int) -> str:
    text = format(Decimal(number), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _number(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return _figures(match, rules, "number", None)


def _amount(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    sign = match.groupdict().get("c")
    # "1500,-" is money without saying which
    unit = rules.currencies[sign.lower()] if sign else rules.data["currency"]
    return _figures(match, rules, "amount", unit)


def _percent(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return _figures(match, rules, "percent", "%")


def _period(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return _once(match, rules, "quantity", rules.units[match["u"].lower()])


def _frequency(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    groups = match.groupdict()
    unit = groups.get("u") or groups["often"]
    name = rules.units.get(unit.lower()) or rules.data["frequencies"][unit.lower()]
    return _once(match, rules, "frequency", name)


def _every_so_many(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return _figures(match, rules, "frequency", rules.units[match["u"].lower()])


def _every_other(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    groups = match.groupdict()
    word = groups.get("many")
    number, unit = rules.data["multiples"][word.lower()] if word else (2, None)
    (once,) = _once(match, rules, "frequency", unit or rules.units[match["u"].lower()])
    return (replace(once, number=str(number), article=False),)


def _weekday(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    groups = match.groupdict()
    first, last, some = groups.get("day"), groups.get("last"), groups.get("some")
    number = rules.days[(some or first).lower()]  # type: ignore[union-attr]
    if last:
        number = f"{number}-{rules.days[last.lower()]}"
    each = groups.get("each") or groups.get("s")
    return _named(match, rules, "weekday", number, "week" if each else None, worded=bool(some))


def _month(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    name = CALENDAR["month"][rules.months[match["month"].lower()] - 1]
    return _named(match, rules, "month", name)


def _named(
    match: regex.Match[str],
    rules: _Rules,
    kind: Kind,
    number: str,
    unit: str | None = None,
    worded: bool = False,
) -> Iterable[Value]:
    return (
        Value(
            kind=kind,
            number=number,
            unit=unit,
            start=match.start(),
            end=match.end(),
            lang=rules.code,
            worded=worded,
        ),
    )


def _once(match: regex.Match[str], rules: _Rules, kind: Kind, unit: str) -> Iterable[Value]:
    return (
        Value(
            kind=kind,
            number="1",
            unit=unit,
            start=match.start(),
            end=match.end(),
            lang=rules.code,
            own=True,
            worded=True,
            article=True,
        ),
    )


def _quantity(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return _figures(match, rules, "quantity", rules.units[match["u"].lower()])


def _ordinal(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    word = match["n"].lower()
    number = rules.data["ordinal_words"].get(word)
    return (
        Value(
            kind="ordinal",
            number=word if number is None else str(number),
            start=match.start(),
            end=match.end(),
            lang=rules.code,
            worded=number is not None,
        ),
    )


def _version(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    return (
        Value(
            kind="version",
            number=match["n"],
            start=match.start(),
            end=match.end(),
            lang=rules.code,
        ),
    )


def _time(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    groups = match.groupdict()
    hour, minute = int(groups["h"]), int(groups.get("min") or 0)
    half = (groups.get("half") or "").lower()
    times = rules.data["times"]
    if half in times["afternoon"] and hour < 12:
        hour += 12
    elif half in times["morning"] and hour == 12:
        hour = 0
    if hour > 24 or minute > 59:
        return ()
    later = times["twelve_hours"] and not half and 1 <= hour < 12
    return (
        Value(
            kind="time",
            number=f"{hour:02}:{minute:02}",
            other=f"{hour + 12:02}:{minute:02}" if later else None,
            start=match.start(),
            end=match.end(),
            lang=rules.code,
        ),
    )


def _date(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    groups = match.groupdict()
    name = groups.get("month")
    month = rules.months[name.lower()] if name else int(groups["m"])
    return _dates(match, rules, groups.get("y"), month, groups.get("d"), None)


def _numeric_date(match: regex.Match[str], rules: _Rules) -> Iterable[Value]:
    first, second = int(match["a"]), int(match["b"])
    day_first = rules.data["day_first"]
    day, month = (first, second) if day_first else (second, first)
    if month > 12:
        day, month = month, day
        return _dates(match, rules, match["y"], month, day, None)
    swapped = (day, month) if day <= 12 and day != month else None
    return _dates(match, rules, match["y"], month, day, swapped)


def _dates(
    match: regex.Match[str],
    rules: _Rules,
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
    return (
        Value(
            kind="date",
            number=f"{head}-{month:02}-{'*' if day is None else f'{int(day):02}'}",
            other=other,
            own=rules.data["day_order_certain"],
            start=match.start(),
            end=match.end(),
            lang=rules.code,
        ),
    )


# --- the notations, in the order in which they are looked for ---

#: `<name>` is a macro, from the language's values.toml or from `_MACROS`. Without a reader a
#: pattern takes what is no value away from the patterns after it.
_MACROS: Mapping[str, str] = {
    "L": r"(?<![\p{L}\p{M}\d_])",
    "R": r"(?![\p{L}\d_])",
    # digits with separators inside, as they stand together: `_read` decides what it means
    "digits": r"\d+(?:[.,'\u00a0\u202f]\d+)*",
    "clump": r"(?<![\p{L}\d])(?<!\d[.,])<digits>",
    "fraction": r"(?:(?<![\d.,])\d{1,3}[ ]?)?[½¼¾⅓⅔⅛]"
    r"|(?<![\d.,/])(?:\d{1,3}[ ](?:(?:and|en)[ ])?)?\d{1,2}[/⁄](?:2|3|4|5|6|8|10|16)(?![\d/])",
    "figure": r"(?P<n><fraction>|<clump>)(?:[ ](?P<scale><scale>)<R>)?",
    # the first group only says where it may begin, which most letters cannot
    "counted": r"(?:(?=[\d½¼¾⅓⅔⅛])|<L>)(?P<n><fraction>|<clump>|<L>(?:<word>)(?=[ -]))"
    r"(?:[ ](?P<scale><scale>)<R>)?",
    "measure": r"(?:<percent>|<unit>|<currency>|<scale>|<half>|<hours>)",
}
_WORD = "<L>(?:<word>)<R>"
_ONE_OF_A_ROW = "(?<!-)<L>(?P<n><ordinal_word>)<R>(?!-)"
_BY_NAME = "<weekday>|<short_day>|<some_days>|<whole_month>|<multiple>|<alternate>"
_ONE_PERIOD = "<L>(?:(?:<article>|<each>)[ ](?:<period>)|<frequency>)<R>"


@dataclass(frozen=True, slots=True)
class _Notation:
    """How values are written, and who reads them; `needs`: what a line without cannot have one."""

    pattern: str
    reader: _Reader | None
    needs: str = ""


#: "March 3, 2024": not in every language, for "maart 3" may be three of a thing.
_MONTH_FIRST = _Notation(
    r"<L>(?P<month><month>)\.?[ ](?P<d>\d{1,2})(?:<ordinal>)?(?![\d:\p{L}])"
    r"(?![.,]\d)(?:,?[ ](?P<y>\d{4})(?!\d))?",
    _date,
)
_STEPS: tuple[_Notation, ...] = (
    # addresses of the web, of mail and of files
    _Notation(
        r"(?:https?://|www\.)[^\s<>)\]]+|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+\.\p{L}{2,4}/[^\s)\]]*",
        None,
        r"[/@]|www\.",
    ),
    _Notation(
        r"(?<![\w.])[\w-]*\p{L}[\w-]*\.(?:\p{L}{2,3}|docx|xlsx|jpeg|json)<R>", None, r"\.\p{L}"
    ),
    # dates, before what has hyphens
    _Notation(r"(?<![\d-])(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})(?![\d-])", _date),
    _Notation(
        r"(?<![\d.,/-])(?P<a>\d{1,2})(?:(?P<s>[-/])(?P<b>\d{1,2})(?P=s)(?P<y>\d{4}|\d{2})"
        r"|\.(?P<b>\d{1,2})\.(?P<y>\d{4}))(?![\d/-])(?![.,]\d)",
        _numeric_date,
    ),
    _Notation(
        r"(?<![\d.,])(?P<d>\d{1,2})(?:<ordinal>)?(?:[ ]of|[ ]van)?[ -](?P<month><month>)<R>"
        r"(?:\.?,?[ -](?P<y>\d{4})(?!\d))?",
        _date,
    ),
    _MONTH_FIRST,
    _Notation(r"<L>(?P<month><month>)\.?,?[ ](?:of[ ]|van[ ])?(?P<y>\d{4})(?!\d)", _date, r"\d{4}"),
    # phone numbers
    _Notation(r"\+\d[\d ()./-]{6,}\d|\(\d{2,4}\)[ -]?\d[\d -]{4,}\d", None),
    _Notation(r"(?<![\d.,-])0\d{1,3}[ ]?[-–][ ]?\d[\d ]{4,}\d|(?<!\d)0\d{9}(?!\d)", None),
    _Notation(
        r"(?<![\d.,-])(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|(?<!\d)0[89]00[- ]\d{3,4}(?!\d)",
        None,
    ),
    _Notation(r"(?<![\d-])\d{3}-\d{4}(?![\d-])|(?<!\d)\d{2,}(?:-\d{2,}){2,}(?!\d)", None),
    # marks of citations and of lists in running text; what only says which one
    _Notation(
        r"\[\d+(?:[,;–-][ ]?\d+)*\]|\(\d{1,2}\)|(?:^|(?<=[.;:,!?][ ]))\d{1,2}\)(?=[ ])", None
    ),
    _Notation(r"(?<=[.;:!?][ ])\d{1,2}\.[ ](?=\p{L})", None),
    _Notation(
        r"<L>(?:<reference>)[ ]?#?\d+(?:\.\d+)*(?:(?:,[ ]?|[ ]?[-&–][ ]?|[ ](?:<range>)[ ])\d+)*"
        r"(?!\d|[.,]\d)(?![ -]?<measure><R>)",
        None,
        r"(?<=(?:<reference>)[ ]?#?)\d",
    ),
    _Notation(r"(?<!\S)#\d+|№[ ]?\d+|\d+\(\p{L}\)|(?<!\d)24/7(?!\d)", None),
    # times
    _Notation(
        r"(?<![\d.,:])(?P<h>\d{1,2})(?::(?P<min>\d{2})(?::\d{2})?(?![\d:])(?:[ ]?(?:<hours>)<R>)?"
        r"(?:[ ]?(?P<half><half>)<R>)?|\.(?P<min>\d{2})[ ]?(?:(?:<hours>)<R>"
        r"(?:[ ](?P<half><half>)<R>)?|(?P<half><half>)<R>)|[uh](?P<min>\d{2})(?!\d)"
        r"|[ ]?(?:(?:<hours>)[ ])?(?P<half><half>)<R>)",
        _time,
    ),
    _Notation(r"(?<=<L>(?:<at>)[ ])(?P<h>\d{1,2})[ ](?:<hours>)<R>", _time),
    _Notation(r"(?<=<L>(?:<at>)[ ])(?P<h>0\d)(?P<min>[0-5]\d)(?!\d)(?:[ ](?:<hours>)<R>)?", _time),
    _Notation(
        r"<L>(?:<release>)[ ]?(?P<n>\d+(?:\.\d+)*)(?![\d%])(?!,\d)(?![ -]?<measure><R>)",
        _version,
        r"(?<=(?:<release>)[ ]?)\d",
    ),
    # money, percentages
    _Notation(
        r"(?<![\p{L}])(?P<c><sign>)[ ]?(?P<n><digits>)(?:,-{1,2})?"
        r"(?:[ ]?(?P<scale><scale>|<amount_scale>)<R>)?",
        _amount,
    ),
    _Notation(r"<counted>(?:,-{1,2})?[ -]?(?P<c><currency>)<R>", _amount, "<currency>"),
    _Notation(r"(?P<n><clump>),-{1,2}(?!\d)", _amount),
    _Notation(r"<counted>[ -]?(?:<percent>)<R>", _percent, "<percent>"),
    # the 25th, before the codes; no capitals, which codes have
    _Notation(r"(?<![\p{L}\d.,/_-])(?P<n>\d{1,2})(?-i:<ordinal>)<R>(?!-)", _ordinal),
    # codes: letters and digits in one word, and "ISO 20022"
    _Notation(
        r"(?<![\p{L}\d_])(?<!\d[.,])(?!(?:\d+[-–])?\d+(?:-(?-i:\p{Ll}).*|<unit>|<scale>)<R>)"
        r"(?=[\p{L}_+#-]*\d)(?=[\d_+#-]*\p{L})[\p{L}\d]+(?:[-_+#][\p{L}\d]+)*",
        None,
        r"\d(?:[_+#-]*\p{L}|(?<=\p{L}[_+#-]*\d))",
    ),
    _Notation(
        r"(?-i:(?<![\p{L}\d])\p{Lu}{2,5})[ ](?!(?:19|20)\d\d(?!\d))\d+(?:\.\d+)*"
        r"(?!\d|[.,]\d|[ ]\d+/)(?![ -]?<measure><R>)",
        None,
    ),
    # how often, before how many
    _Notation(
        r"<L>(?:<each>|<alternate>)[ ]<counted>[ -]?(?P<u><period>)<R>",
        _every_so_many,
        "<each>|<alternate>",
    ),
    _Notation(r"<L>(?:<alternate>)[ ](?P<u><period>)<R>", _every_other, "<alternate>"),
    _Notation(r"<L>(?P<many><multiple>)<R>", _every_other, "<multiple>"),
    # days and months by their names
    _Notation(
        r"<L>(?:(?P<each><each>)[ ])?(?P<day><weekday>)(?:(?P<s><day_plural>)|<day_part>)?<R>",
        _weekday,
        "<weekday>",
    ),
    _Notation(
        r"<L>(?P<day><short_day>)\.?(?:[ ]?[-–][ ]?|[ ](?:<row>)[ ])(?P<last><short_day>)<R>",
        _weekday,
    ),
    _Notation(r"<L>(?P<some><some_days>)<R>", _weekday, "<some_days>"),
    _Notation(r"<before_month><L>(?P<month><whole_month>)<R>", _month, "<whole_month>"),
    # quantities, and what is left: numbers
    *(
        _Notation(
            rf"<L>(?:<article>)[ ](?P<u><unit>)[ ](?:<about>)[ ](?P<n>{count})<R>"
            r"(?:[ ](?P<scale><scale>)<R>)?(?![ ]?<measure><R>)",
            _quantity,
            "<L>(?:<article>)[ ](?:<unit>)[ ](?:<about>)[ ]",
        )
        for count in ("<clump>", "<word>")
    ),
    _Notation(r"<counted>[ -]?(?P<u><unit>)<R>", _quantity),
    _Notation(r"<L>(?:<each>)[ ](?P<u><period>)<R>", _frequency, "<each>"),
    _Notation(r"<L>(?P<often><frequency>)<R>", _frequency, "<frequency>"),
    _Notation(
        r"(?<!(?:\ufffc|<often>)[ ])<L>(?:<article>)[ ](?P<u><period>)<R>", _period, "<period>"
    ),
    _Notation(_ONE_OF_A_ROW, _ordinal),
    _Notation(r"<L>(?P<n><word>)[ ](?P<scale><scale>)<R>", _number, "<scale>"),
    _Notation(r"<figure>(?!\p{L})", _number),
    _Notation(r"(?<!-)<L>(?P<n><bare_word>)<R>(?!-)", _number),
)


@once
def _rules(language: LanguagePack) -> _Rules:
    with kept(language.code, "values") as compiled:
        return _compile(language.code, language.values, compiled)


def _compile(code: str, data: Mapping[str, Any], compiled: Compile) -> _Rules:
    """The compiled notations of a language from its values.toml."""
    currencies, units = _inverted(data["currencies"]), _inverted(data["units"])
    days, short, some = (_inverted(data[key]) for key in ("weekdays", "short_days", "some_days"))
    times, words = data["times"], _words(data)
    months = {form: int(number) for number, forms in data["months"].items() for form in forms}
    capital = r"(?=(?-i:\p{Lu}))" if data["dates"]["capital"] else ""
    macros = {
        **_MACROS,
        "word": alternation(words),
        "bare_word": alternation(set(words) - set(data["number_words_before_unit"])),
        "scale": alternation(data["scales"]),
        "amount_scale": alternation(data["amount_scales"]),
        "unit": alternation(units),
        "article": alternation(data["articles"]),
        "often": alternation(data["often"]),
        "about": alternation(data["about"]),
        "each": alternation(data["each"]),
        "alternate": alternation(data["alternate"]),
        "multiple": alternation(data["multiples"]),
        "weekday": alternation(days),
        "short_day": alternation(short),
        "some_days": alternation(some),
        "day_plural": alternation(data["day_plurals"]),
        "day_part": alternation(data["day_parts"]),
        "row": alternation(data["rows"]),
        "before_month": _behind(data["dates"]["before_month"]),
        "whole_month": rf"{capital}{alternation(forms[0] for forms in data['months'].values())}",
        "frequency": alternation(data["frequencies"]),
        "period": alternation(form for form, name in units.items() if name in PERIODS),
        "currency": alternation(currencies),
        "sign": alternation(form for form in currencies if not form.isalpha() or len(form) == 3),
        "percent": alternation(data["percent"]),
        "month": rf"{capital}{alternation(months)}",
        "ordinal": alternation(data["dates"]["ordinals"]),
        "ordinal_word": alternation(data["ordinal_words"]),
        "half": alternation([*times["morning"], *times["afternoon"]]),
        "hours": alternation(times["words"]),
        "at": alternation(times["before"]),
        "release": alternation(data["version_words"]),
        "reference": alternation(data["references"]),
        "range": alternation(data["range_words"]),
    }

    where = f"wordlists/{code}/values.toml"

    def ready(pattern: str) -> regex.Pattern[str]:
        return compiled(filled(pattern, macros, where), regex.IGNORECASE | regex.MULTILINE)

    def step(notation: _Notation, pattern: str) -> _Step:
        needs = ready(notation.needs) if notation.needs else None
        return _Step(ready(pattern), notation.reader, needs)

    notations = [
        each for each in _STEPS if each is not _MONTH_FIRST or data["dates"]["month_first"]
    ]
    return _Rules(
        code=code,
        data=data,
        words=words,
        months=months,
        currencies=currencies,
        units=units,
        between=ready("[ ]?[-–—][ ]?|[ ](?:<range>)[ ]"),
        any=ready(rf"\d|[{''.join(_FRACTIONS)}]|{_WORD}|{_ONE_PERIOD}|{_ONE_OF_A_ROW}|{_BY_NAME}"),
        word=ready(_WORD),
        days={**days, **short, **some},
        row=ready("[ ]?[-–—][ ]?|[ ](?:<row>)[ ]"),
        row_after=ready(f"<L>{alternation(data['between_words'])}[ ]$"),
        steps=tuple(step(each, each.pattern) for each in notations),
        figures=tuple(
            step(each, each.pattern.replace("<counted>", "<figure>"))
            for each in notations
            if "<word>" not in each.pattern and "<bare_word>" not in each.pattern
        ),
    )


def _words(data: Mapping[str, Any]) -> dict[str, Decimal]:
    """The number words and their compounds ("vijfentwintig", "twenty-five")."""
    words = {word: Decimal(str(number)) for word, number in data["number_words"].items()}
    for tens, ten in tuple(words.items()):
        for ones, one in tuple(words.items()):
            if 20 <= ten < 100 and 1 <= one < 10 and one == int(one):
                for form in data["number_compounds"]:
                    plain = ones.replace("é", "e")
                    words.setdefault(form.format(tens=tens, ones=plain), ten + one)
    return words


def _behind(words: Iterable[str]) -> str:
    """What a word must stand behind; nothing for no words."""
    return rf"(?<=<L>{alternation(words)}[ ])" if words else ""


def _inverted(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {form: name for name, forms in table.items() for form in forms}
