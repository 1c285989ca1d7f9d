"""What a reply names that is not stored: another value, another name, or another thing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import regex

from truthscore.guard.operation_report import REACH, Clause
from truthscore.guard.operation_units import CURRENCIES, PERCENT, unit_of_name
from truthscore.guard.operation_words import (
    ADDRESS,
    SIGN,
    TELEPHONE,
    WORD,
    contact_written,
    has,
    names_value,
    rules,
)
from truthscore.language import LanguagePack
from truthscore.text.record import text_of, words_of
from truthscore.text.values import values
from truthscore.text.values.value import Value, same_number

#: Characters in which those words stand.
_NEAR = 80
#: What a report may name: numbers that count nothing else, and dates.
_NAMED = frozenset({"number", "amount", "date", "percent"})
#: A name in a text with a digit inside.
_CODE = regex.compile(r"\b(?=[\w-]*\d)(?=[\w-]*\p{L})[\w-]{2,}")
#: A name inside a clause.
_NAME = regex.compile(r"(?<=[\p{L}\d,] )\p{Lu}\p{L}+")
#: Words of a clause that says no more than that it was done ("I've taken care of it"), at most.
_BARE = 5
#: Verbs that give a field another value.
SETTING = frozenset({"change", "raise", "lower", "move", "assign"})
#: Words of a thing's name by one of which a field may go ("your upload limit").
_NAME_WORDS = 2
#: Letters in which the names of one thing agree in languages that are akin ("limit", "limiet").
_ALIKE = 4


def other_value(
    text: str, stored: Mapping[str, Any], before: Mapping[str, Any], others: Sequence[str],
    pack: LanguagePack,
) -> tuple[int, int] | None:  # fmt: skip
    """Where a reply names a value that is none of those stored: half-open characters.

    One that stood `before` may be named as what was, and no other as what it was.
    """
    now = [text_of(each) for each in stored.values()]
    old = [text_of(each) for each in before.values()]
    if (contact := _other_contact(text, [*now, *old])) is not None:
        return contact
    taken = [each.span() for kind in (ADDRESS, TELEPHONE) for each in kind.finditer(text)]
    mine = [one for each in now for one in values(each, pack)]
    theirs = [one for each in old for one in values(each, pack)]
    below = any(each.startswith("-") for each in (*now, *old))
    units = {unit_of_name(name) for name in (*stored, *before)}
    sets = rules(pack.code, "report")["sets"]
    for value in values(text, pack):
        in_contact = any(a <= value.start < b for a, b in taken)
        named = value.kind in _NAMED and not value.worded
        near = text[max(0, value.start - _NEAR) : value.start]
        named = named or (not value.article and bool(sets.search(near)))
        if not named or in_contact or not mine:
            continue
        if (not below and SIGN.search(near)) or _is_in_another(value, units, (*mine, *theirs)):
            return value.start, value.end
        if value.kind == "quantity" and not _has_unit(
            value, text, (*stored.items(), *before.items()), pack
        ):
            return value.start, value.end
        was = _is_old(text, value.start, pack)
        if was and theirs and not _among(value, theirs):
            return value.start, value.end
        if not was and not _among(value, mine):
            return value.start, value.end
    return _other_name(text, now, old, others, pack)


def _has_unit(
    value: Value, text: str, stored: Sequence[tuple[str, Any]], pack: LanguagePack
) -> bool:
    """Whether a number with a unit is that of a field with this unit, or of one that has none and
    is named: three weeks are not what stands under "nights"."""
    same = [
        (name, one)
        for name, each in stored
        for one in values(text_of(each), pack)
        if one.number == value.number
    ]
    words = [each for each in WORD.findall(text) if len(each) >= _ALIKE]
    return not same or any(
        value.unit in (one.unit, unit_of_name(name))
        or (not (one.unit or unit_of_name(name)) and any(_is_field(e, {name: 0}) for e in words))
        for name, one in same
    )


def _is_in_another(value: Value, units: Collection[str], stored: Sequence[Value]) -> bool:
    """Whether a value is a share or an amount where none is stored, or one of another currency."""
    if value.kind == "percent":
        return PERCENT not in units and all(each.kind != "percent" for each in stored)
    money = {each.unit for each in stored if each.kind == "amount"} | (CURRENCIES & set(units))
    return value.kind == "amount" and bool(money) and value.unit not in money


def _other_name(
    text: str, now: Sequence[str], old: Sequence[str], others: Sequence[str], pack: LanguagePack
) -> tuple[int, int] | None:
    """Where a reply names another name than those stored."""
    for each in old:
        found = None if each in now else _place(text, each)
        if found and not _is_old(text, found[0], pack) and not _denied_here(text, found[0], pack):
            return found
    for each in now:
        found = _place(text, each) if old else None
        if found and each not in old and _is_old(text, found[0], pack):
            return found
    for each in now:
        longer = regex.compile(rf"(?<!\w)(?i:{regex.escape(each)})[ ]+\p{{Lu}}\p{{L}}+")
        found_longer = longer.search(text) if each[-1:].isalpha() else None
        if found_longer and not any(has(found_longer[0], one) for one in now if one != each):
            return found_longer.span()  # "Plus Max" is not "Plus"
    known = {each.lower() for each in (*now, *old)}
    shapes = {_shape(each) for each in now if _CODE.fullmatch(each)}
    for code in _CODE.finditer(text) if shapes else ():
        if _shape(code[0]) in shapes and code[0].lower() not in known:
            return code.span()
    if any(has(text, each) for each in now):
        return None
    for other in others:
        if other not in now and (found := _place(text, other)):
            return found
    found_code = _CODE.search(text) if shapes else None
    return found_code.span() if found_code else None


def _shape(code: str) -> str:
    """What codes of one kind have in common: "14C" and "41C"."""
    return "".join("0" if each.isdigit() else "a" if each.isalpha() else each for each in code)


def other_thing(
    text: str, told: Sequence[Clause], stored: Mapping[str, Any], pack: LanguagePack
) -> tuple[int, int] | None:
    """The sentence of a clause that tells of what the record does not bear out.

    That is a name or a thing that is not stored ("changed to Max", "and your seat was upgraded"),
    or a field of it without its value, beside others or in another state ("the newsletter is on").
    """
    if not stored:
        return None
    values_of = {name: text_of(each) for name, each in stored.items()}
    named = {name for name, each in values_of.items() if names_value(text, each, pack)}
    rule = rules(pack.code, "report")
    for clause in told:
        part = text[slice(*clause.part)]
        if clause.claim not in ("done", "applied", "finished") or any(
            names_value(part, each, pack) for each in values_of.values()
        ):
            continue
        if rule["case"].search(text[clause.start : clause.end]):
            continue  # what comes of something else is no part of what was done
        if not named and not _is_general(clause, part, values_of, rule):
            return clause.start, clause.end
        for thing in rule["thing"].finditer(part):
            whole = bool(clause.verbs & SETTING) and rule["whole"].fullmatch(thing[1])
            general = whole or rule["generic"].search(thing[1])
            named_by = WORD.findall(part[thing.start(1) :])[:_NAME_WORDS]
            if not general and not any(_is_field(each, stored) for each in named_by):
                return clause.start, clause.end
    for name, value in values_of.items():
        if name not in named and (place := _field_place(text, name)):
            told_so = [each for each in told if each.part[0] <= place[0] < each.part[1]]
            sets = any(not each.verbs.isdisjoint(SETTING) for each in told_so)
            if named or (not sets and not any(map(str.isdigit, value))):
                return place
    return None


def _is_general(
    clause: Clause, part: str, stored: Mapping[str, str], rule: Mapping[str, regex.Pattern[str]]
) -> bool:
    """Whether a clause that names no stored value tells only that what was asked for was done: in
    some words, or with the name of a field, and no name or number that would be its value."""
    if _NAME.search(part) or any(map(str.isdigit, part)):
        return False
    words = WORD.findall(part)
    if len(words) <= _BARE and not clause.verbs:
        return True
    if not clause.verbs and not rule["generic"].search(part) and not rule["done"].search(part):
        return False  # it tells what is so
    alphabetic = any(map(str.isalpha, "".join(stored.values())))
    return not (
        alphabetic and not clause.verbs.isdisjoint(SETTING) and rule["becomes"].search(part)
    )


def _field_place(text: str, name: str) -> tuple[int, int] | None:
    """Where a text has a word of a field's name."""
    words = words_of(name).split()
    return next((each.span() for each in WORD.finditer(text) if each[0].lower() in words), None)


def _is_field(word: str, stored: Mapping[str, Any]) -> bool:
    """Whether a word is one for a stored field, in this language or one like it."""
    names = " ".join(map(words_of, stored)).split()
    return any(
        word.lower()[:_ALIKE] == each[:_ALIKE] or each in word.lower() or word.lower() in each
        for each in names
    )


def _is_old(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether what stands at some characters is told as what was: by the nearest mark before it,
    unless it is told behind it in whose place it came ("a limit of 50 instead of 30")."""
    rule = rules(pack.code, "report")
    if rule["instead"].match(text, start):
        return False
    before = " ".join(WORD.findall(text[max(0, start - _NEAR) : start])[-REACH - 1 :])
    last = {
        name: max((each.end() for each in rule[name].finditer(before)), default=-1)
        for name in ("old", "new")
    }
    return last["old"] > last["new"]


def _denied_here(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a denial stands right before: "not Basic"."""
    before = " ".join(WORD.findall(text[max(0, start - _NEAR) : start])[-REACH:])
    return bool(rules(pack.code, "report")["denial"].search(before))


def _other_contact(text: str, stored: Sequence[str]) -> tuple[int, int] | None:
    """An address or telephone number in a reply that is none of those stored, if there are any."""
    for kind in (ADDRESS, TELEPHONE):
        mine = {contact_written(each) for one in stored for each in kind.findall(one)}
        for match in kind.finditer(text) if mine else ():
            if contact_written(match.group()) not in mine:
                return match.span()
    return None


def _among(value: Value, stored: Sequence[Value]) -> bool:
    return any(same_number(value, each) for each in stored)


def _place(text: str, words: str) -> tuple[int, int] | None:
    """Where a text has some words."""
    if not has(text, words):
        return None
    pattern = r"\W+".join(map(regex.escape, WORD.findall(words)))
    found = regex.search(rf"(?<!\w){pattern}(?!\w)", text, regex.IGNORECASE)
    return found.span() if found else None
