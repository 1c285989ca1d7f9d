"""The values that a message gives: a number with its sign and unit, or a day, and its mark."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

import regex

from truthscore.guard.operation_request import Message
from truthscore.guard.operation_units import units
from truthscore.guard.operation_words import SIGN, WORD, rules
from truthscore.language import LanguagePack
from truthscore.text.values import values
from truthscore.text.values.value import Value

#: Words before a value in which its mark may stand: "naar mijn nieuwe rekening".
_REACH = 4
#: Characters in which those words stand.
_NEAR = 80
#: Digits from which signs between them are left aside: telephone and account numbers.
_LONG_NUMBER = 6
_BEHIND = regex.compile(r"\s*([%€$£°]\s?\p{L}?|[\p{L}µ]+[²³\d]?(?:['’]s)?)(?:\s+([\p{L}]+))?")
_BEFORE = regex.compile(r"([€$£¥]|\b[A-Z]{3})\s?$")
CODE = regex.compile(
    r"[\w.+-]+@[\w-]+\.[\w.-]*\w|"
    r"\b(?!\d+\p{L}{1,4}\b)(?=[\w-]*\d)(?=[\w-]*\p{L}{2})\w[\w-]{2,}(?: \d{4}\b)*"
)
_NUMERIC = frozenset({"number", "amount", "quantity", "percent", "ordinal", "frequency"})


@dataclass(frozen=True, slots=True)
class Found:
    """A value that a message gives: its number with its sign, or its day; the name of its unit; the
    words behind and before it; how it is marked."""

    start: int
    end: int
    number: Decimal | None = None
    day: str = ""
    unit: str = ""
    nouns: tuple[str, ...] = ()
    role: str = ""
    void: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A message in a language, for what it gives; `asked`: whether only requests count (a call that
    writes)."""

    message: Message
    pack: LanguagePack
    asked: bool

    def tiers(self) -> Iterator[list[tuple[int, int]]]:
        """The clauses with the verb of the request, the rest of its sentence, other sentences."""
        told = [each for each in self.message.sentences if each.told or not self.asked]
        rest = [each for each in self.message.sentences if each not in told]
        parts = [part for each in told for part in each.parts if part.live]
        main = [part for part in parts if part.main]
        yield [(each.start, each.end) for each in main]
        yield [(each.start, each.end) for each in parts if not each.main]
        yield [
            (part.start, part.end) for each in rest for part in each.parts
            if part.live and not each.denied
        ]  # fmt: skip

    def verbs(self) -> frozenset[str]:
        """The names of the verbs of the request."""
        told = [each.verbs for each in self.message.sentences if each.told or not self.asked]
        return frozenset[str]().union(*told)

    def found(self, tier: Sequence[tuple[int, int]], args: Mapping[str, Any]) -> list[Found]:
        """The values of some clauses, without those inside of names and codes."""
        names = [each for each in args.values() if isinstance(each, str) and not is_day(each)]
        codes = [CODE, *(pattern_of(each) for each in names if any(map(str.isdigit, each)))]
        return [
            found
            for start, end in tier
            for found in self._found_in(self.message.text[start:end], start, codes)
        ]

    def _found_in(
        self, said: str, start: int, codes: Sequence[regex.Pattern[str]]
    ) -> Iterator[Found]:
        """The values of one clause, which begins at `start`."""
        rule = rules(self.pack.code, "grounds")
        taken = [each.span() for code in codes for each in code.finditer(said)]
        read = values(said, self.pack)
        shares = [each.end for each in read if each.kind == "percent"]
        for value in read:
            place = (start + value.start, start + value.end)
            if value.unit == "time" or any(
                one <= value.start and rule["of"].fullmatch(said[one : value.start])
                for one in shares
            ):  # "50 times two", "half of 50"
                yield Found(*place, void=True)
            elif any(a <= value.start < b for a, b in taken):
                continue
            elif value.kind == "date":
                role = self.mark(place[0], start, days=True)
                yield Found(*place, day=value.number, role=role)
            elif value.kind in _NUMERIC:
                yield self._number(value, start, said, rule)

    def _number(
        self, value: Value, start: int, said: str, rule: Mapping[str, regex.Pattern[str]]
    ) -> Found:
        before = said[max(0, value.start - _NEAR) : value.start]
        after = said[value.end : value.end + _NEAR]
        rest = self.message.text[start + value.end : start + value.end + _NEAR]
        number = decimal_of(value.number)
        if number is not None and (SIGN.search(before) or rule["minus"].search(before)):
            number = -number
        unit, nouns = _unit_at(said, value, rule)
        steps = not {"raise", "lower"}.isdisjoint(self.verbs())
        void = (
            rule["share"].search(before)
            or rule["or"].match(rest)
            or rule["some"].search(before)
            or (
                steps
                and (unit == "percent" or rule["by"].search(before) or rule["more"].search(after))
            )
        )
        return Found(
            start + value.start, start + value.end, number=number, unit=unit, nouns=nouns,
            role=self.mark(start + value.start, start), void=bool(void),
        )  # fmt: skip

    def mark(self, at: int, start: int, *, days: bool = False) -> str:
        """The role that the nearest mark before a place gives: "from", "to" or none."""
        before = self.message.text[max(start, at - _NEAR) : at]
        words = list(regex.finditer(r"\S+", before))
        before = before[words[-_REACH].start() :] if len(words) >= _REACH else before
        rule = rules(self.pack.code, "grounds")
        ends = {
            "from": max((each.end() for each in rule["from"].finditer(before)), default=-1),
            "to": max(
                (each.end() for each in rule["until" if days else "to"].finditer(before)),
                default=-1,
            ),
        }
        if max(ends.values()) < 0 or ends["from"] == ends["to"]:
            return ""
        return max(ends, key=lambda each: ends[each])


def _unit_at(
    said: str, value: Value, rule: Mapping[str, regex.Pattern[str]]
) -> tuple[str, tuple[str, ...]]:
    """The name of the unit of a value in a text, and the nouns behind it that are none."""
    if value.kind == "percent":
        return "percent", ()
    inside = said[value.start : value.end]
    for each in regex.findall(r"[%€$£¥]|°\s?\p{L}|[\p{L}µ]+[²³\d]?(?:['’]s)?", inside):
        if unit := units().get(each.lower().replace(" ", "")):
            return unit, ()
    if value.unit in ("eur", "usd", "gbp", "chf"):
        return value.unit, ()
    head = _BEFORE.search(said[max(0, value.start - _NEAR) : value.start])
    if head and (unit := units().get(head[1].lower())):
        return unit, ()
    bare = "degree" if value.unit == "degree" else ""
    match = _BEHIND.match(said, value.end)
    if match is None:
        return bare, ()
    first, second = match[1].lower().replace(" ", ""), (match[2] or "").lower()
    if unit := units().get(first):
        return unit, ()
    if rule["function"].match(first):
        return bare, ()
    if second and (unit := units().get(second)):
        return unit, ()
    return bare, (first, second)


def is_day(value: Any) -> bool:
    """Whether a value is a date, or a text that is one (ISO 8601)."""
    if isinstance(value, date):
        return True
    try:
        date.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def decimal_of(value: Any) -> Decimal | None:
    """The number that a value is, or none."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


@functools.lru_cache(maxsize=4096)
def pattern_of(wanted: str) -> regex.Pattern[str]:
    """Where a name stands as words; a long number with whatever signs."""
    if sum(map(str.isdigit, wanted)) >= _LONG_NUMBER and "@" not in wanted:
        signs = [regex.escape(each) for each in wanted if each.isalnum()]
        number = r"[\s().\-/]*".join(signs)
        return regex.compile(rf"(?<!\w)\+?{number}(?!\w)", regex.IGNORECASE)
    if "@" in wanted:
        return regex.compile(rf"(?<![\w.+-]){regex.escape(wanted)}(?![\w-])", regex.IGNORECASE)
    words = r"\W+".join(map(regex.escape, WORD.findall(wanted)))
    return regex.compile(rf"(?<!\w){words}(?!\w)" if words else r"(?!)", regex.IGNORECASE)
