"""Whether a message or a record says the value of an argument, for that argument.

A number must have its sign and its unit, be neither a step nor a share, and stand where the
argument asks for it; a date its year; a name its role (from, to). What the message gives for an
argument goes before any record.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import regex

from truthscore import language as languages
from truthscore import resources
from truthscore.guard.operation_given import CODE, Found, Given, decimal_of, is_day, pattern_of
from truthscore.guard.operation_request import akin, alike, verbs_of_word
from truthscore.guard.operation_units import CURRENCIES, unit_of, unit_of_name, units
from truthscore.guard.operation_words import QUOTED, WORD, has, rules
from truthscore.text.record import Field, text_of, words_of
from truthscore.text.values import values

#: A date without a year is one of these days before today, or after: "12 augustus" of a claim is
#: past, of a leave request to come. Further off the year must be told.
MOST_DAYS_BACK, MOST_DAYS_AHEAD = 120, 300
#: Letters with which words for one thing begin.
_ALIKE = 6
_NAME = regex.compile(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b\p{Lu}\p{L}+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What arguments are looked up in: what the message gives, the records, and the day of today.
    `words`: those of the call."""

    given: Given
    records: Sequence[Field]
    today: date
    words: Collection[str]

    def has(self, name: str, kind: str, enum: Sequence[Any], args: Mapping[str, Any]) -> bool:
        """Whether the value of an argument is said for it. `kind`: its type; `args`: all."""
        value = args[name]
        if isinstance(value, bool):
            return self._has_flag(value)
        if kind == "date" or (kind == "text" and is_day(value)):
            return self._has_day(name, text_of(value)[:10], args)
        if kind in ("integer", "number") or not isinstance(value, str):
            return self._has_number(name, Decimal(text_of(value)), args)
        if value.lower() in CURRENCIES:
            return self._has_currency(value.lower())
        if len(enum) > 1 and (verbs := verbs_of_word(value)):
            said = self.given.verbs()
            others = [verbs_of_word(str(each)) for each in enum if each != value]
            if all(others):
                return bool(verbs & said) and not any(each & said for each in others)
        return self._has_text(name, value, enum, args)

    def _has_flag(self, value: bool) -> bool:
        """A flag is set by what the call is asked for, unless that says off; and unset only so."""
        said = self.given.verbs()
        no = rules(self.given.pack.code, "grounds")["no"]
        text = " ".join(
            self.given.message.text[a:b] for tier in self.given.tiers() for a, b in tier
        )
        off = "off" in said or bool(no.search(text))
        return off is not value and not ("on" in said and "off" in said)

    def _has_currency(self, code: str) -> bool:
        for tier in self.given.tiers():
            units = {each.unit for each in self.given.found(tier, {}) if each.unit in CURRENCIES}
            named = self._words_of_units(tier)
            if units or named:
                return code in (units or named)
        return self._home() == code

    def _words_of_units(self, tier: Sequence[tuple[int, int]]) -> set[str]:
        words = {
            each.lower() for a, b in tier for each in WORD.findall(self.given.message.text[a:b])
        }
        return {units().get(each, "") for each in words} & CURRENCIES

    def _home(self) -> str:
        """The currency of the records, else that of the language's home."""
        for each in self.records:
            unit = unit_of(each.unit) or unit_of_name(each.name)
            if unit in CURRENCIES:
                return unit
        return str(languages.load(self.given.pack.code).operations["grounds"].get("home", ""))

    # -- numbers

    def _has_number(self, name: str, wanted: Decimal, args: Mapping[str, Any]) -> bool:
        unit, voided = self._unit(name), False
        for tier in self.given.tiers():
            found = self.given.found(tier, args)
            voided = voided or any(each.void for each in found)
            mine = [each for each in found if not each.void and each.number is not None]
            mine = [each for each in mine if self._fits(each, name, unit, args)]
            mine = self._chosen(mine, name, unit, args)
            if mine:
                return {each.number for each in mine} == {wanted}
        if voided:
            return False
        return any(_equals(each.value, wanted) for each in self._fields(name) if not each.rows)

    def _unit(self, name: str) -> str:
        """The unit of an argument: of its name, else of a record's field that it is called by."""
        if unit := unit_of_name(name):
            return unit
        own = words_of(name).split()
        for each in self.records:
            if any(_is_akin(one, o) for one in words_of(each.name).split() for o in own):
                return unit_of(each.unit) or unit_of_name(each.name)
        return ""

    def _fits(self, found: Found, name: str, unit: str, args: Mapping[str, Any]) -> bool:
        """Whether a number may be what an argument asks for, by its unit."""
        if found.unit == "percent" and unit != "percent":
            return False
        if unit:
            if found.unit == "" and found.nouns:  # it counts something else
                return any(alike(o, found.nouns[0]) for o in words_of(name).split())
            return found.unit in ("", unit) or (unit == "celsius" and found.unit == "degree")
        if found.unit in CURRENCIES:
            told = [str(each).lower() for each in args.values() if isinstance(each, str)]
            if any(each in CURRENCIES for each in told):
                return found.unit in told
            return self._home() in ("", found.unit)
        return True

    def _chosen(
        self, found: list[Found], name: str, unit: str, args: Mapping[str, Any]
    ) -> list[Found]:
        """Of the numbers that may be meant, those that are marked so, and by none other."""
        role, own = _role(name), words_of(name).split()
        if role:
            found = [each for each in found if each.role in ("", role)]
        elif any(each.role == "to" for each in found):
            found = [each for each in found if each.role != "from"]
        counted = [each for each in found if any(akin(noun, own) for noun in each.nouns[:1])]
        if unit:
            counted = [each for each in found if each.unit == unit] or counted
        if counted:
            found = counted
        elif not unit and any(not each.nouns and not each.unit for each in found):
            # a number that counts something else, beside one that counts nothing
            found = [each for each in found if not each.nouns or each.unit]
        if len({each.number for each in found}) > 1:
            targets = [each for each in found if each.role == "to"]
            if len({each.number for each in targets}) == 1:
                return targets
            others = [
                decimal_of(each) for key, each in args.items()
                if key != name and not isinstance(each, bool)
            ]  # fmt: skip
            found = [each for each in found if each.number not in others] or found
        return found

    # -- days

    def _has_day(self, name: str, wanted: str, args: Mapping[str, Any]) -> bool:
        role = _role(name)
        for tier in self.given.tiers():
            found = [each for each in self.given.found(tier, args) if each.day]
            if role:
                marked = [each for each in found if each.role == role]
                bare = [each for each in found if not each.role]
                if not marked and len(found) == 2 and len(bare) == 2:
                    marked = [found[0 if role == "from" else 1]]  # "3 mei, 7 mei"
                single = len(bare) == 1 and (role == "from" or len(found) == 1)
                found = marked or (bare if single else [])
            elif any(each.role == "to" for each in found):
                found = [each for each in found if each.role != "from"]
            if found:
                return len({each.day for each in found}) == 1 and all(
                    self._is_day(each.day, wanted) for each in found
                )
        text = self.given.message.text
        if any(self._is_day(each.number, wanted) for each in values(text, self.given.pack)
               if each.kind == "date"):  # fmt: skip
            return False  # it is said, but not for this
        return any(text_of(each.value)[:10] == wanted for each in self._fields(name))

    def _is_day(self, said: str, wanted: str) -> bool:
        """Whether a day is the one that is said; without a year one near today."""
        if said == wanted:
            return True
        year, _, rest = said.partition("-")
        if year != "*" or rest != wanted[5:] or "*" in rest:
            return False
        away = (date.fromisoformat(wanted) - self.today).days
        return -MOST_DAYS_BACK <= away <= MOST_DAYS_AHEAD

    # -- names

    def _has_text(
        self, name: str, wanted: str, enum: Sequence[Any], args: Mapping[str, Any]
    ) -> bool:
        role = _role(name)
        rivals = [str(each) for each in enum if str(each) != wanted]
        for order, tier in enumerate(self.given.tiers()):
            for start, end in tier:
                places = list(self._places(wanted, start, end))
                if any(self._plays(place, role, start, end) for place in places):
                    free = [each for each in rivals if not has(wanted, each)]
                    named = [each for each in free if any(
                        self._plays(place, role, start, end)
                        for place in self._places(each, start, end)
                    )]  # fmt: skip
                    aside = order and self._is_subject(places[0], start, end)
                    return not named and not (aside and self._is_known(name, wanted))
            if any(
                self._plays(place, role, start, end)
                for start, end in tier for each in rivals
                for place in self._places(each, start, end)
            ):  # fmt: skip
                return False
            if order < 2 and self._has_rival(name, wanted, tier, args):
                return False
        if any(True for _ in self._places(wanted, 0, len(self.given.message.text))):
            return False  # it is said, but not for this
        return any(has(text_of(each.value), wanted) for each in self._fields(name))

    def _is_subject(self, place: tuple[int, int], start: int, end: int) -> bool:
        """Whether a clause says something of a name: "Lotte does come"."""
        before = WORD.findall(self.given.message.text[start : place[0]])
        return len(before) <= 1 and bool(WORD.findall(self.given.message.text[place[1] : end]))

    def _is_known(self, name: str, wanted: str) -> bool:
        """Whether a record has another value under the name of an argument, and none has this."""
        if any(has(text_of(each.value), wanted) for each in self.records):
            return False
        own = words_of(name).split()
        return any(
            set(own) & set(words_of(each.name).split()) and not has(text_of(each.value), wanted)
            for each in self.records
        )

    def _places(self, wanted: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where a clause has a name."""
        for match in pattern_of(wanted).finditer(self.given.message.text, start, end):
            yield match.span()

    def _plays(self, place: tuple[int, int], role: str, start: int, end: int) -> bool:
        """Whether a name that stands somewhere has the role of its argument."""
        mark = self.given.mark(place[0], start)
        if role:
            return mark in ("", role)
        if mark != "from":
            return True
        rest = self.given.message.text[place[1] : end]
        return rules(self.given.pack.code, "grounds")["to"].search(rest) is None

    def _has_rival(
        self, name: str, wanted: str, tier: Sequence[tuple[int, int]], args: Mapping[str, Any]
    ) -> bool:
        """Whether a request names another of the kind: a code, a quoted or a capitalised name."""
        others = [text_of(each) for key, each in args.items() if key != name]
        role = _role(name)
        for start, end in tier:
            text = self.given.message.text
            for kind in (CODE, QUOTED, _NAME):
                for match in kind.finditer(text, start, end):
                    said = match.group().strip("\"'“”„«»‘’")
                    if kind is CODE and "@" in said and "@" not in wanted:
                        continue
                    known = has(wanted, said) or any(has(each, said) for each in others)
                    if known or not said or self._is_value(match.start(), start, end):
                        continue
                    if kind is _NAME and not self._plays(match.span(), role, start, end):
                        continue
                    if kind is _NAME and (_is_plain(said, self.words) or self._keys(said, wanted)):
                        continue
                    return True
        return False

    def _keys(self, said: str, wanted: str) -> bool:
        """Whether a value is the key of the row that a name stands for."""
        keys = _roles()["key"]
        return any(has(text_of(each.value), said) for each in self.records) and any(
            text_of(each.value) == wanted and not keys.isdisjoint(words_of(each.name).split())
            for each in self.records
        )

    def _is_value(self, at: int, start: int, end: int) -> bool:
        return any(
            one.start <= at - start < one.end
            for one in values(self.given.message.text[start:end], self.given.pack)
        )

    # -- records

    def _fields(self, name: str) -> list[Field]:
        """The fields that are called as an argument is, or as the message asks; the old ones only
        where it asks for them."""
        own = set(words_of(name).split()) | _role_words(name)
        text = self.given.message.text.lower()
        said = set(WORD.findall(text))
        stale = rules(self.given.pack.code, "request")["stale"]
        found = []
        for each in self.records:
            label = words_of(each.name).split()
            if any(stale.search(one) and one not in said for one in label):
                continue
            close = any(_is_akin(one, o) for one in label for o in own)
            asked = any(akin(one, said) for one in label)
            named = any(has(text, one) for one in each.labels)
            called = any(alike(one, o) for one in label for o in self.words)
            key = not _roles()["key"].isdisjoint(label) and self._is_named(each)
            if close or asked or named or called or key:
                found.append(each)
        exact = [each for each in found if any(
            _is_akin(one, o) for one in words_of(each.name).split() for o in own
        )]  # fmt: skip
        return exact or found

    def _is_named(self, key: Field) -> bool:
        """Whether a message names the row of a key by another of its fields."""
        return any(
            has(self.given.message.text, each.value)
            for each in self.records
            if each is not key and isinstance(each.value, str) and each.value
        )


@functools.cache
def _roles() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for code in resources.languages():
        for role, names in languages.load(code).operations.get("roles", {}).items():
            found[role] = found.get(role, frozenset()) | frozenset(names.split())
    return found


def _role(name: str) -> str:
    """Whether an argument's name says from what or to what; empty for neither."""
    said = set(words_of(name).split())
    return next((role for role in ("from", "to") if said & _roles()[role]), "")


def _role_words(name: str) -> frozenset[str]:
    role = _role(name)
    return _roles()[role] if role else frozenset()


def own_names(records: Sequence[Field]) -> list[str]:
    """The names by which a customer's records call him."""
    selves = _roles()["self"]
    return [text_of(each.value) for each in records if set(words_of(each.name).split()) & selves]


def _equals(value: Any, wanted: Decimal) -> bool:
    return not isinstance(value, bool) and decimal_of(text_of(value)) == wanted


def _is_akin(word: str, other: str) -> bool:
    """Whether two words of names are forms of one, or begin alike: "bestelnummer", "bestelling"."""
    return akin(word, [other]) or word[:_ALIKE] == other[:_ALIKE] != word


def _is_plain(said: str, words: Collection[str]) -> bool:
    """Whether a word with a capital is one of the call's own, or a unit."""
    lower = said.lower()
    return lower in units() or akin(lower, words)
