"""The patterns and words of operations: what a text has of them, and whether it names a value."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import regex

from truthscore import language as languages
from truthscore.language import LanguagePack
from truthscore.text.values import values
from truthscore.text.values.value import same_number

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
#: Ways to reach somebody, and what makes two ways of writing one alike: letters without case, and
#: the last digits of a telephone number, behind the code of a country or an area.
ADDRESS = regex.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
TELEPHONE = regex.compile(r"(?<![\w.])\+?(?:\d[ ()/-]{0,2}){8,14}\d(?![\w])")
SUBSCRIBER_DIGITS = 8


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


def has(text: str, wanted: str) -> bool:
    """Whether a text has some words, as words."""
    words, inside = WORD.findall(wanted.lower()), WORD.findall(text.lower())
    return bool(words) and any(
        inside[at : at + len(words)] == words for at in range(len(inside) - len(words) + 1)
    )


def names_value(text: str, stored: str, pack: LanguagePack) -> bool:
    """Whether a text names a stored value, in whatever notation."""
    if has(text, stored):
        return True
    for kind in (ADDRESS, TELEPHONE):
        written = {contact_written(each) for each in kind.findall(stored)}
        if any(contact_written(each) in written for each in kind.findall(text)):
            return True
    mine, said = values(stored, pack), values(text, pack)
    return any(same_number(one, each) for one in mine for each in said)


def contact_written(contact: str) -> str:
    """An address or telephone number as others write it too."""
    if "@" in contact:
        return contact.lower()
    return "".join(filter(str.isdigit, contact))[-SUBSCRIBER_DIGITS:]
