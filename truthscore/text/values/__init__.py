"""Values in a text: numbers, amounts, percentages, dates, times, quantities, ordinals, versions.

Each is read in the notation of its language ("1.500,00" is Dutch, "1,500.00" English) and gets a
normal form, so that equal values compare equal however they are written. Every figure is read by
itself: one odd cell says nothing about the notation of the rest. What only looks like a number
(list markers, "stap 3", phone numbers, addresses, codes) is left out.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Set as AbstractSet
from dataclasses import replace

import regex

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.text import markup
from truthscore.text.model import ParsedText
from truthscore.text.values.notations import TAKEN, Rules, rules_of
from truthscore.text.values.value import CALENDAR, Value

#: The first end of "8.00-17.00 uur".
_CLOCK = regex.compile(r"(\d|[01]\d|2[0-4])(?:[.:]([0-5]\d))?")
#: Numbers that are hours of a day.
_HOURS = frozenset(map(str, range(25)))
#: Markers of a list in running text, and a line with two of them.
_MARKER = regex.compile(r"(?<!\S)\(?(\d{1,2})[.)](?=[ ]\p{L})")
_MARKED_LINE = regex.compile(rf"^.*{_MARKER.pattern}.*{_MARKER.pattern}.*$", regex.MULTILINE)
#: A minus sign before a value, behind a space or a sign, and none between two values ("5 -10"); and
#: the characters before a value in which it stands.
_MINUS = regex.compile(r"(?<!\d[ ]?)(?<![^\s(\[:=,|\"'*€$£])[-−]$")
BEFORE = 4
#: What has a sign.
_SIGNED = frozenset({"number", "amount", "percent", "quantity"})
#: Lines that are read together: a pattern takes long to begin with, and a deadline is not missed.
LINES_AT_ONCE = 512
#: Characters before the first of two days in which "between" stands.
REACH = 12


def values(text: ParsedText | str, language: LanguagePack) -> tuple[Value, ...]:
    """The values of `text` in text order; offsets are of the text as it stands."""
    parsed = text if isinstance(text, ParsedText) else None
    source = text.text if isinstance(text, ParsedText) else text
    rules = rules_of(language)
    # Blocks leave out the markers of lists, and their plain text the signs of markup.
    lines = [
        markup.plain(source, block.start, block.end)
        for block in (parsed.blocks if parsed is not None else markup.blocks(source))
    ]
    known = _read_lines({line.text for line in lines}, rules)
    found = []
    for line in lines:
        deadline.check()
        worded = bool(known[line.text]) and rules.below.search(line.text) is not None
        for value in known[line.text]:
            start, end = line.offsets[value.start], line.offsets[value.end - 1] + 1
            below = _below(value, line.text, worded=worded)
            here = replace(value, start=start, end=end, below=below)
            found.append(here if parsed is None else in_tokens(parsed, here))
    return tuple(found)


def _below(value: Value, line: str, *, worded: bool) -> bool | None:
    """Whether a value of a line lies below nothing; `worded`: a word of it may say so."""
    if value.kind not in _SIGNED:
        return False
    if worded:
        return None
    return _MINUS.search(line[max(0, value.start - BEFORE) : value.start]) is not None


def in_tokens(parsed: ParsedText, value: Value) -> Value:
    """`value` with the tokens that it takes up in its text."""
    tokens = bisect_right(parsed.ends, value.start), bisect_left(parsed.starts, value.end)
    return replace(value, tokens=tokens)


def _read_lines(lines: AbstractSet[str], rules: Rules) -> dict[str, list[Value]]:
    """The values of `lines` by their text; offsets are of the line.

    Many are read together, and no pattern runs over the end of a line.
    """
    known: dict[str, list[Value]] = {line: [] for line in lines}
    told = [line for line in sorted(lines) if rules.any.search(line)]
    for first in range(0, len(told), LINES_AT_ONCE):
        deadline.check()
        part = told[first : first + LINES_AT_ONCE]
        begins = list(itertools.accumulate((len(line) + 1 for line in part), initial=0))
        text = "\n".join(part)
        for value in _ranged(_in_rows(_scan(text, rules), text, rules), text, rules):
            place = bisect_right(begins, value.start) - 1
            moved = replace(value, start=value.start - begins[place], end=value.end - begins[place])
            known[part[place]].append(moved)
    return known


def _scan(text: str, rules: Rules) -> list[Value]:
    found: list[Value] = []
    if not text:
        return found
    text = _MARKED_LINE.sub(_without_markers, text)
    for step in rules.steps if rules.word.search(text) else rules.figures:
        pieces: list[str] = []
        position = 0
        for match in step.matches(text):
            if match.end() == match.start():
                continue
            made = tuple(step.reader(match, rules.lexicon)) if step.reader else ()
            if step.reader and not made:
                continue
            found.extend(made)
            pieces += [text[position : match.start()], TAKEN * (match.end() - match.start())]
            position = match.end()
        text = "".join(pieces) + text[position:] if pieces else text
    return sorted(found, key=lambda value: value.start)


def _without_markers(line: regex.Match[str]) -> str:
    """A line in which "1. ... 2. ... 3. ..." are the markers of a list in running text."""
    wanted, found = 1, 0

    def taken(match: regex.Match[str]) -> str:
        nonlocal wanted, found
        number = int(match[1])
        if number not in (1, wanted):
            return match[0]
        found, wanted = found + 1, number + 1
        return TAKEN * len(match[0])

    cleared = _MARKER.sub(taken, line[0])
    return cleared if found > 1 else line[0]


def _in_rows(found: list[Value], text: str, rules: Rules) -> list[Value]:
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


def _ranged(found: list[Value], text: str, rules: Rules) -> list[Value]:
    """Gives the bare end of a range ("5 tot 10 dagen", "€ 5 - 10") the unit of the other end."""
    for place, (left, right) in enumerate(itertools.pairwise(found)):
        between = text[left.end : right.start]
        if not rules.between.fullmatch(between):
            continue
        if left.unit == "hour" and right.kind == "time" and left.number in _HOURS:
            # "van 9u tot 17u"
            left = replace(left, kind="time", number=f"{int(left.number):02}:00", unit=None)
            found[place] = replace(left, other=None, own=False)
        elif left.kind != "number":
            plain_right = right.kind == "number" and not between.strip(" -–—")
            if left.kind == "amount" and plain_right:
                found[place + 1] = replace(right, kind=left.kind, unit=left.unit)
        elif right.unit and not _looks_like_a_year(left):
            found[place] = replace(left, kind=right.kind, unit=right.unit)
        elif right.kind == "time" and (clock := _CLOCK.fullmatch(text[left.start : left.end])):
            number = f"{int(clock[1]):02}:{clock[2] or '00'}"
            found[place] = replace(left, kind="time", number=number, other=None, own=False)
        elif right.kind == "date" and (day := _day_before(left, right)):
            found[place] = replace(left, kind="date", number=day, other=None, own=False)
    return found


def _day_before(day: Value, date: Value) -> str | None:
    """The first of two days of a month: "4 to 15 August"."""
    year, month, last = date.number.split("-")
    if "*" in (month, last) or not day.number.isdecimal() or day.worded:
        return None
    return f"{year}-{month}-{int(day.number):02}" if 0 < int(day.number) < int(last) else None


def _looks_like_a_year(value: Value) -> bool:
    return len(value.number) == 4 and value.number[:2] in ("19", "20")
