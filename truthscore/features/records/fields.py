"""The fields of the records among the pages: their labels, and what kind of value each has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import regex

from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.model import ParsedDocument, ParsedText, Written, is_word
from truthscore.text.record import FALSE, NOTHING, TRUE, Line, lines
from truthscore.text.values import values
from truthscore.text.values.value import Value

NAME = "records"
#: What a field holds. A number of what is not money counts something.
Kind = Literal["count", "amount", "date", "flag", "none", "text"]
#: Words of a unit behind a number that the language of the row does not know: "11.5 days".
MOST_UNIT_WORDS = 2
_UNIT = regex.compile(r"[\s\p{L}\p{M}.,/%°€$£²³]*")
_FLAGS = frozenset({TRUE, FALSE})
#: Kinds of values that a number of a field can have.
_COUNTS = frozenset({"number", "quantity", "percent", "time", "frequency"})
#: Letters and digits of a name or value, a word each.
_WORD = regex.compile(r"[\p{L}\p{M}\d]+")


@dataclass(frozen=True, slots=True)
class Told:
    """A field: the words of each of its labels, its characters (`value_start`: where its value
    begins), its kind, the value as a number, amount or date, and the words of the value."""

    labels: tuple[tuple[Written, ...], ...]
    start: int
    end: int
    value_start: int
    kind: Kind
    values: tuple[Value, ...]
    words: tuple[Written, ...]
    flag: bool = False


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> tuple[Told, ...]:
    """The fields of a record, in text order; none of a page that is no record."""
    del profile
    parsed = document.parsed
    return tuple(_told(parsed, line, language) for line in lines(parsed.text))


def _told(parsed: ParsedText, line: Line, language: LanguagePack) -> Told:
    text = parsed.text[line.value_start : line.end]
    kind, found = _kind(text, language)
    labels = tuple(label for each in line.labels if (label := _label(parsed, each, line, language)))
    return Told(
        labels=labels,
        start=line.start,
        end=line.end,
        value_start=line.value_start,
        kind=kind,
        values=found,
        words=_words(parsed, text, line.value_start, line.end),
        flag=text == TRUE,
    )


def _kind(text: str, language: LanguagePack) -> tuple[Kind, tuple[Value, ...]]:
    if text in _FLAGS:
        return "flag", ()
    if text in (NOTHING, "-", "–"):
        return "none", ()
    said = text.strip(" *_`\"'").lower()
    if said in language.replies.yes or said in language.replies.cell_yes:
        return "flag", ()
    found = [each for each in values(text, language) if each.kind not in ("ordinal", "version")]
    if len(found) == 1 and found[0].start <= 1:
        rest = text[found[0].end :]
        if _UNIT.fullmatch(rest) and len(rest.split()) <= MOST_UNIT_WORDS:
            one = found[0]
            if one.kind == "date":
                return "date", (one,)
            if one.kind == "amount":
                return "amount", (one,)
            if one.kind in _COUNTS:
                return "count", (one,)
    return "text", ()


def _label(
    parsed: ParsedText, label: str, line: Line, language: LanguagePack
) -> tuple[Written, ...]:
    """The words of a label that say something; all of them where none does."""
    lemmas = {
        parsed.lowers[t]: parsed.lemmas[t]
        for t in parsed.tokens_within(line.start, line.value_start)
    }
    said = [(word, lemmas.get(word, word)) for word in _WORD.findall(label.lower())]
    telling = [each for each in said if not _is_small(each[0], language)]
    return tuple(telling or said)


def _is_small(word: str, language: LanguagePack) -> bool:
    return len(word) == 1 or word in language.records["small_words"]


def _words(parsed: ParsedText, text: str, start: int, end: int) -> tuple[Written, ...]:
    lemmas = {
        parsed.lowers[t]: parsed.lemmas[t]
        for t in parsed.tokens_within(start, end)
        if is_word(parsed.lowers[t])
    }
    return tuple((word, lemmas.get(word, word)) for word in _WORD.findall(text.lower()))
