"""What a reply claims of an operation, clause by clause, and the values that it gives for it."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
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


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a reply that speaks of the operation: half-open characters, and its claim.
    `verbs`: the names of what it says was done (`[verbs]` of operations.toml); `aside`: it denies
    only another thing ("there are no costs"); `yet`: only that it is so already; `beyond`: that
    more can be done; `message`: it is about what is sent to tell of it. `part`: its own characters,
    where the others are those of its sentence."""

    start: int
    end: int
    claim: Claim
    verbs: frozenset[str] = frozenset()
    aside: bool = False
    yet: bool = False
    beyond: bool = False
    message: bool = False
    part: tuple[int, int] = (0, 0)


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
        cuts = [at, *(each.start() for each in ends), sentence.end()]
        for number, (start, end) in enumerate(pairwise(cuts)):
            part = said[start:end]
            asked = end == sentence.end() and part.rstrip().endswith("?")
            found = _clause(part, asked, pack, text[start:end], stored)
            if found is not None:
                claim, verbs, aside = found
                rule = rules(pack.code, "report")
                yet, beyond, message = (
                    bool(rule[each].search(part)) for each in ("yet", "beyond", "message")
                )
                listed = said[end : end + 1] == ":"  # what it announces is its own
                until = cuts[number + 2] if listed and number + 2 < len(cuts) else end
                yield Clause(
                    *sentence.span(), claim, verbs, aside, yet, beyond, message, (start, until)
                )


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
    if denials and rule["matrix"].search(bare) and not rule["helpless"].search(bare):
        return "unread", did, False  # "we could not be happier to say that it was changed"
    if denials:
        return _denied(bare, rule, did, does, bool(done), given, stored)
    if rule["applied"].search(bare):
        return "applied", did, False
    if speaks or rule["pending"].search(bare):
        return _affirmed(bare, rule, did, bool(done), any(_names(given, e, pack) for e in stored))
    if rule["now"].search(bare):
        return "done", did, False
    if said := _value(given, rule, stored):
        return said
    if not _is_finished(bare, rule):
        return None
    told = rule["finished"].search(bare) and any(has(given, each) for each in stored)
    return "done" if told else "finished", did, False


def _is_finished(text: str, rule: Mapping[str, regex.Pattern[str]]) -> bool:
    """Whether a clause tells that something was done, in a word that no list has."""
    said = [each[0] for each in rule["finished"].finditer(text)]
    told = any(not rule["harmless"].search(each) for each in said)
    return told or rule["settled"].search(text) is not None


def _denied(
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], does: frozenset[str],
    done: bool, given: str, stored: Sequence[str],
) -> tuple[Claim, frozenset[str], bool] | None:  # fmt: skip
    """What a clause with one denial claims."""
    power = bool(rule["power"].search(bare))
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
    bare: str, rule: Mapping[str, regex.Pattern[str]], did: frozenset[str], done: bool, names: bool
) -> tuple[Claim, frozenset[str], bool] | None:
    """What a clause without a denial claims that has a verb of the operation. `names`: it names a
    value that is stored."""
    if rule["future"].search(bare):
        begun = names and rule["henceforth"].search(bare) and not rule["pending"].search(bare)
        return "done" if begun else "will", did, False
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
    named = {name for name, each in values_of.items() if _names(text, each, pack)}
    rule = rules(pack.code, "report")
    for clause in told:
        part = text[slice(*clause.part)]
        if clause.claim not in ("done", "applied", "finished") or any(
            _names(part, each, pack) for each in values_of.values()
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


def _names(text: str, stored: str, pack: LanguagePack) -> bool:
    """Whether a text names a stored value, in whatever notation."""
    if has(text, stored):
        return True
    for kind in (_ADDRESS, _TELEPHONE):
        written = {_written(each) for each in kind.findall(stored)}
        if any(_written(each) in written for each in kind.findall(text)):
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
    """Whether what stands at some characters is told as what was: by the nearest mark before it,
    unless it is told behind it in whose place it came ("a limit of 50 instead of 30")."""
    rule = rules(pack.code, "report")
    if rule["instead"].match(text, start):
        return False
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
