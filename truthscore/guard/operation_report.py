"""What a reply claims of an operation, clause by clause, and the values that it gives for it."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import regex

from truthscore import language as languages
from truthscore.guard.operation_units import CURRENCIES, PERCENT, unit_of_name
from truthscore.language import LanguagePack
from truthscore.text.record import text_of, words_of
from truthscore.text.values import values
from truthscore.text.values.value import Value, same_number

#: What a clause says: it was done, was not, cannot be, will be, was applied for, is as it was, is
#: asked; nothing of the operation (None), or nothing that can be told for certain.
#: "finished": some participle that is in no list, which may tell of it.
Claim = Literal["done", "not", "cannot", "will", "applied", "still", "asks", "unread", "finished"]
#: A word, or a number with its signs: 18 is no part of 18.40.
WORD = regex.compile(r"\d+(?:[.,:]\d+)+|[\p{L}\p{M}\d]+")
#: What is quoted is a name or another's words: it claims nothing and denies nothing.
#: A quotation has an end within some characters: a mark without one costs no more than that.
_LONGEST = "{0,2000}"
QUOTED = regex.compile(
    rf"“[^”]{_LONGEST}”|„[^”“]{_LONGEST}[”“]|«[^»]{_LONGEST}»|\"[^\"]{_LONGEST}\"|"
    rf"(?<!\w)['‘’][^'‘’]{_LONGEST}['’](?!\w)"
)
SENTENCE = regex.compile(r"\S[^.!?\n]*(?:[.!?](?=\w)[^.!?\n]*)*[.!?]*")
#: Characters between the two parts of a verb ("pas ... aan"), at most.
_APART = 100
#: A sign right before a number, by which it is below zero: no dash between two.
SIGN = regex.compile(r"(?:^|[\s(:=€$£])[-−–][ ]?[€$£]?[ ]?$")
#: What stands for a name in what is read: of a letter that is in no list.
_BLANK = "¤"
_SIGNS = r"[;()–—]|,(?!\d)|:(?=\s)|\s-\s"
#: Words between the mark of an old or new value and the value: "van uw oude 500 euro".
_REACH = 3
#: Characters in which those words stand.
_NEAR = 80
#: Ways to reach somebody, and what makes two ways of writing one alike: letters without case, and
#: the last digits of a telephone number, behind the code of a country or an area.
_ADDRESS = regex.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_TELEPHONE = regex.compile(r"(?<![\w.])\+?(?:\d[ ()/-]{0,2}){8,14}\d(?![\w])")
SUBSCRIBER_DIGITS = 8
#: What a report may name: numbers that count nothing else, and dates.
_NAMED = frozenset({"number", "amount", "date", "percent"})
#: A name in a text with a digit inside.
_CODE = regex.compile(r"\b(?=[\w-]*\d)(?=[\w-]*\p{L})[\w-]{3,}")
#: Verbs that give a field another value.
SETTING = frozenset({"change", "raise", "lower", "move", "assign"})
#: Letters in which the names of one thing agree in languages that are akin ("limit", "limiet").
_ALIKE = 4


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a reply that speaks of the operation: half-open characters, and its claim.
    `verbs`: the names of what it says was done (`[verbs]` of operations.toml); `aside`: it denies
    only another thing ("there are no costs"); `yet`: it denies only that it is so already."""

    start: int
    end: int
    claim: Claim
    verbs: frozenset[str] = frozenset()
    aside: bool = False
    yet: bool = False


@functools.cache
def _verbs(code: str, form: str) -> Mapping[str, regex.Pattern[str]]:
    """The forms of every verb of a language, by its name."""
    found = {}
    for name, forms in languages.load(code).operations["verbs"].items():
        words = [_form(each) for each in sorted(forms[form].split(), key=len, reverse=True)]
        if words:
            found[name] = regex.compile(rf"\b(?:{'|'.join(words)})\b", regex.IGNORECASE)
    return found


def _form(word: str) -> str:
    """The pattern of a form: "pas~aan" has other words between, "aan_te_passen" has spaces."""
    first, gap, last = word.replace("_", " ").partition("~")
    if not gap:
        return regex.escape(first)
    return rf"{regex.escape(first)}\b[^.!?;]{{0,{_APART}}}?\b{regex.escape(last)}"


def verbs_in(text: str, code: str, form: str) -> frozenset[str]:
    """The names of the verbs that a text has in a form ("say" or "done")."""
    return frozenset(name for name, each in _verbs(code, form).items() if each.search(text))


@functools.cache
def rules(code: str, part: str) -> Mapping[str, regex.Pattern[str]]:
    """The patterns of a part of a language's operations.toml."""
    lists = languages.load(code).operations[part]
    return {name: regex.compile(each, regex.IGNORECASE) for name, each in lists.items()}


def clauses(text: str, stored: Sequence[str], pack: LanguagePack) -> Iterator[Clause]:
    """The clauses of a reply that claim something, in text order.

    `stored`: the values that stand now; a name among them denies nothing ("Niet te missen").
    """
    said = _blanked(text, stored)
    joins = regex.compile(
        rf"{_SIGNS}|{rules(pack.code, 'report')['joins'].pattern}", regex.IGNORECASE
    )
    for sentence in SENTENCE.finditer(said):
        at = sentence.start()
        ends = list(joins.finditer(said, *sentence.span()))
        for start, end in zip(
            [at, *(each.start() for each in ends)],
            [*(each.start() for each in ends), sentence.end()],
            strict=True,
        ):
            part = said[start:end]
            asked = end == sentence.end() and part.rstrip().endswith("?")
            found = _clause(part, asked, pack, text[start:end], stored)
            if found is not None:
                claim, verbs, aside = found
                yet = bool(rules(pack.code, "report")["yet"].search(part))
                yield Clause(sentence.start(), sentence.end(), claim, verbs, aside, yet)


def _blanked(text: str, stored: Sequence[str]) -> str:
    """A reply without what it quotes and without the names it stores, of the same length."""
    names = [regex.escape(each) for each in stored if any(map(str.isalpha, each)) and " " in each]
    blank = regex.compile("|".join([QUOTED.pattern, *names]), regex.IGNORECASE)
    return blank.sub(lambda match: _BLANK * len(match[0]), text)


def _clause(
    part: str, asked: bool, pack: LanguagePack, given: str, stored: Sequence[str]
) -> tuple[Claim, frozenset[str], bool] | None:
    """What a clause claims, what it says was done, and whether it denies only another thing."""
    rule, code = rules(pack.code, "report"), pack.code
    bare = rule["idle"].sub(" ", part)
    denials = len(rule["denial"].findall(bare))
    did, does = verbs_in(bare, code, "done"), verbs_in(bare, code, "say")
    done, not_done = rule["done"].search(bare), rule["not_done"].search(bare)
    speaks = bool(did or does or done or not_done)
    if rule["unsure"].search(bare):
        return "unread", did, False
    if asked or rule["asks"].search(bare):
        return ("asks", did, False) if speaks else None
    if rule["case"].search(bare):
        return None
    if rule["failing"].search(bare):
        return "not", did, False
    if denials and rule["needless"].search(bare):
        return None
    if denials > 1:
        return ("unread", did, False) if speaks else None
    if not_done:
        return ("unread" if denials else "not"), did, False
    if rule["still"].search(bare):
        return ("unread" if denials else "still"), did, False
    if denials and rule["matrix"].search(bare):
        return "unread", did, False  # "we could not be happier to say that it was changed"
    if denials:
        return _denied(bare, rule, did, does, bool(done), given, stored)
    if rule["applied"].search(bare):
        return "applied", did, False
    if speaks or rule["pending"].search(bare):
        return _affirmed(bare, rule, did, bool(done))
    if rule["now"].search(bare):
        return "done", did, False
    return _value(given, rule, stored) or (
        ("finished", did, False) if _is_finished(bare, rule) else None
    )


def _is_finished(text: str, rule: Mapping[str, regex.Pattern[str]]) -> bool:
    """Whether a clause tells that something was done, in a word that no list has."""
    said = [each[0] for each in rule["finished"].finditer(text)]
    told = any(not rule["harmless"].search(each) for each in said)
    return told or rule["settled"].search(text) is not None


def _power(text: str, rule: Mapping[str, regex.Pattern[str]]) -> bool:
    return bool(rule["power"].search(text))


def _denied(
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], does: frozenset[str],
    done: bool, given: str, stored: Sequence[str],
) -> tuple[Claim, frozenset[str], bool] | None:  # fmt: skip
    """What a clause with one denial claims."""
    power = _power(bare, rule)
    generic = bool(rule["generic"].search(bare))
    aside = bool(rule["no_other"].search(bare)) and not generic and not done
    if power and rule["helpless"].search(bare):
        return "cannot", did | does, False
    if did or done or does:
        return ("cannot" if power and not done else "not"), did | does, aside
    if rule["future"].search(bare) or power:
        return None if not any(has(given, each) for each in stored) else ("unread", did, False)
    names = any(has(given, each) for each in stored) or rule["now"].search(bare)
    return ("unread", did, False) if names or len(WORD.findall(bare)) <= _REACH else None


def _affirmed(
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], done: bool
) -> tuple[Claim, frozenset[str], bool] | None:
    """What a clause without a denial claims that has a verb of the operation."""
    if rule["future"].search(bare):
        return "will", did, False
    if rule["pending"].search(bare):
        return "will", did, False
    if done:
        return "done", did, False
    if not did or rule["may"].search(bare):
        return ("done", did, False) if rule["now"].search(bare) and not did else None
    return "done", did, False


def _value(
    given: str, rule: Mapping[str, regex.Pattern[str]], stored: Sequence[str]
) -> tuple[Claim, frozenset[str], bool] | None:
    """A clause that only says what the value is says that it was done."""
    said = rule["is"].search(given)
    if said and any(has(given[said.end() :], each) for each in stored):
        return "done", frozenset(), False
    return None


def has(text: str, wanted: str) -> bool:
    """Whether a text has some words, as words."""
    words, inside = WORD.findall(wanted.lower()), WORD.findall(text.lower())
    return bool(words) and any(
        inside[at : at + len(words)] == words for at in range(len(inside) - len(words) + 1)
    )


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
    taken = [each.span() for kind in (_ADDRESS, _TELEPHONE) for each in kind.finditer(text)]
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
        was = _is_old(text, value.start, pack)
        if was and theirs and not _among(value, theirs):
            return value.start, value.end
        if not was and not _among(value, mine):
            return value.start, value.end
    return _other_name(text, now, old, others, pack)


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
    if any(has(text, each) for each in now):
        return None
    for other in others:
        if other not in now and (found := _place(text, other)):
            return found
    if codes := [each for each in now if _CODE.fullmatch(each)]:
        found_code = _CODE.search(text)
        return found_code.span() if codes and found_code else None
    return None


def other_thing(
    text: str, told: Sequence[Clause], stored: Mapping[str, Any], pack: LanguagePack
) -> bool:
    """Whether a reply that names no stored value tells of a name or a field that is not stored:
    "changed to Max", "is now editor", "your address has been changed" of a telephone number."""
    now = [text_of(each) for each in stored.values()]
    if not now or any(_names(text, each, pack) for each in now):
        return False
    said = [text[each.start : each.end] for each in told if each.claim == "done"]
    rule, alphabetic = rules(pack.code, "report"), any(map(str.isalpha, "".join(now)))
    for clause, part in zip((e for e in told if e.claim == "done"), said, strict=True):
        sets = not clause.verbs or not clause.verbs.isdisjoint(SETTING)
        if alphabetic and sets and (rule["becomes"].search(part)):
            return True
        thing = rule["thing"].search(part)
        if thing and not rule["generic"].search(thing[1]) and not _is_field(thing[1], stored):
            return True
    return False


def _names(text: str, stored: str, pack: LanguagePack) -> bool:
    """Whether a text names a stored value, in whatever notation."""
    if has(text, stored):
        return True
    mine, said = values(stored, pack), values(text, pack)
    return any(same_number(one, each) for one in mine for each in said)


def _is_field(word: str, stored: Mapping[str, Any]) -> bool:
    """Whether a word is one for a stored field, in this language or one like it."""
    names = " ".join(map(words_of, stored)).split()
    return any(
        word.lower()[:_ALIKE] == each[:_ALIKE] or each in word.lower() or word.lower() in each
        for each in names
    )


def _is_old(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether what stands at some characters is told as what was: by the nearest mark before it."""
    rule = rules(pack.code, "report")
    before = " ".join(WORD.findall(text[max(0, start - _NEAR) : start])[-_REACH - 1 :])
    last = {
        name: max((each.end() for each in rule[name].finditer(before)), default=-1)
        for name in ("old", "new")
    }
    return last["old"] > last["new"]


def _denied_here(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a denial stands right before: "not Basic"."""
    before = " ".join(WORD.findall(text[max(0, start - _NEAR) : start])[-_REACH:])
    return bool(rules(pack.code, "report")["denial"].search(before))


def _other_contact(text: str, stored: Sequence[str]) -> tuple[int, int] | None:
    """An address or telephone number in a reply that is none of those stored, if there are any."""
    for kind in (_ADDRESS, _TELEPHONE):
        mine = {_written(each) for one in stored for each in kind.findall(one)}
        for match in kind.finditer(text) if mine else ():
            if _written(match.group()) not in mine:
                return match.span()
    return None


def _written(contact: str) -> str:
    """An address or telephone number as others write it too."""
    if "@" in contact:
        return contact.lower()
    return "".join(filter(str.isdigit, contact))[-SUBSCRIBER_DIGITS:]


def _among(value: Value, stored: Sequence[Value]) -> bool:
    return any(same_number(value, each) for each in stored)


def _place(text: str, words: str) -> tuple[int, int] | None:
    """Where a text has some words."""
    if not has(text, words):
        return None
    pattern = r"\W+".join(map(regex.escape, WORD.findall(words)))
    found = regex.search(rf"(?<!\w){pattern}(?!\w)", text, regex.IGNORECASE)
    return found.span() if found else None
