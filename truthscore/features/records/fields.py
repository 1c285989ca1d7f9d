"""The fields of the records among the pages: their labels, and what kind of value each has."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal

import regex

from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.model import ParsedDocument, ParsedText, Written, is_word
from truthscore.text.record import FALSE, NOTHING, TRUE, words_of
from truthscore.text.record_lines import Line, lines
from truthscore.text.values import values
from truthscore.text.values.value import Value

NAME = "records"
#: What a field holds. A number of what is not money counts something; a list has so many values.
Kind = Literal["count", "list", "amount", "date", "flag", "none", "text"]
#: Words of a unit behind a number that the language of the row does not know: "11.5 days".
MOST_UNIT_WORDS = 2
_UNIT = regex.compile(r"[\s\p{L}\p{M}.,/%°€$£²³]*")
#: A moment as programs write it; with a zone it is another day or hour somewhere else.
_MOMENT = regex.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)[T ](?P<time>(?P<hour>\d\d):\d\d)(?::\d\d(?:[.,]\d+)?)?"
    r"(?P<zone>Z|[+-]\d\d:?\d\d)?"
)
#: Hours that a clock is before or behind that of Greenwich, at most.
AHEAD, BEHIND = 14, 12
DAY_HOURS = 24
ONE_DAY = datetime.timedelta(days=1)
#: Kinds of values that a number of a field can have.
_COUNTS = frozenset({"number", "quantity", "percent", "time", "frequency"})
#: Letters and digits of a name or value, a word each.
_WORD = regex.compile(r"[\p{L}\p{M}\d]+")


@dataclass(frozen=True, slots=True)
class Told:
    """A field: the words of each of its labels, its characters (`value_start`: where its value
    begins), its kind, the value as a number, amount or date, and the words of the value.
    `owner`: the words of what it is in; `row`: which row of that. `several`: its text has several
    values, of which an answer may tell some. Of a list, `pieces`: how many things its rows are
    ("quantity: 2"); `sums`: what its other columns of numbers come to."""

    labels: tuple[tuple[Written, ...], ...]
    start: int
    end: int
    value_start: int
    kind: Kind
    values: tuple[Value, ...]
    words: tuple[Written, ...]
    flag: bool = False
    owner: tuple[Written, ...] = ()
    row: str = ""
    several: bool = False
    pieces: frozenset[str] = frozenset()
    sums: frozenset[str] = frozenset()

    @property
    def name(self) -> tuple[str, ...]:
        """The words of its first label as they are written: a lemma is another one elsewhere."""
        return tuple(word for word, _ in self.labels[0])

    @property
    def place(self) -> tuple[str, ...]:
        """The words of what it is in, as they are written."""
        return tuple(word for word, _ in self.owner)

    @property
    def row_of(self) -> tuple[str, tuple[str, ...]]:
        """What the fields of one row of a list have in common."""
        return self.row, self.place[:1]

    @property
    def column_of(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the fields of one column of a list have in common."""
        return self.name, self.place


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> tuple[Told, ...]:
    """The fields of a record, in text order; none of a page that is no record."""
    del profile
    parsed = document.parsed
    told = [one for line in lines(parsed.text) for one in _told(parsed, line, language)]
    currencies = _currencies(parsed, told, language)
    return tuple(_with_sums(_as_money(each, currencies, language), told, language) for each in told)


def _told(parsed: ParsedText, line: Line, language: LanguagePack) -> tuple[Told, ...]:
    text = parsed.text[line.value_start : line.end]
    kind, found = _kind(text, language)
    owner = _label(parsed, line.owner, line, language) if line.owner else ()
    labels = tuple(label for each in line.labels if (label := _label(parsed, each, line, language)))
    if not labels:
        return ()  # "_": nobody can tell of it
    if owner and not line.row and all(_is_bare(label, language) for label in labels):
        labels = (owner,)
    elif owner:
        labels += tuple((*owner, *label) for label in labels)
    told = Told(
        labels=labels,
        start=line.start,
        end=line.end,
        value_start=line.value_start,
        kind=kind,
        values=found,
        words=_words(parsed, text, line.value_start, line.end),
        flag=_is_yes(text, language),
        owner=owner,
        row=line.row,
    )
    if line.rows is None:
        return (told,)
    if line.rows == 0:
        return (replace(told, kind="none"),)
    rows = values(str(line.rows), language)
    listed = replace(told, kind="list", values=rows, flag=False)
    if line.rows == 1:
        return (listed, told) if text else (listed,)  # the only value is told as that of any field
    return (listed, replace(told, kind="text", values=(), several=True)) if text else (listed,)


def _is_bare(label: Sequence[Written], language: LanguagePack) -> bool:
    """Whether a label says no more than that there is a value: `{"fee": {"amount": 5}}`."""
    return all(word in language.records["bare"] for word, _ in label)


def _currencies(
    parsed: ParsedText, told: Sequence[Told], language: LanguagePack
) -> dict[tuple[tuple[str, ...], str], set[str]]:
    """The currencies that fields say, by what those fields are in and the row."""
    signs = {
        one: unit for unit, each in language.values["currencies"].items() for one in (unit, *each)
    }
    found: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for each in told:
        if unit := signs.get(parsed.text[each.value_start : each.end].lower()):
            found.setdefault((each.place, each.row), set()).add(unit)
    return found


def _as_money(
    told: Told,
    currencies: Mapping[tuple[tuple[str, ...], str], AbstractSet[str]],
    language: LanguagePack,
) -> Told:
    """A bare number that is an amount by its name, in the currency that stands beside it or, if
    there is but one, anywhere in the record."""
    money = language.records["money"]
    if told.kind != "count" or told.values[0].unit or told.values[0].kind != "number":
        return told
    beside = currencies.get((told.place, told.row))
    is_priced = bool(beside) and told.labels == (told.owner,)  # `{"fee": {"value": 5, "currency"`
    if not is_priced and not any(
        one in money for label in told.labels for word in label for one in word
    ):
        return told
    units = beside or set().union(*currencies.values())
    unit = next(iter(units)) if len(units) == 1 else None
    value = replace(told.values[0], kind="amount", unit=unit)
    return replace(told, kind="amount", values=(value,))


def _with_sums(told: Told, every: Sequence[Told], language: LanguagePack) -> Told:
    """A list with what its columns of whole numbers come to: two chairs and a lamp are three."""
    if told.kind != "list":
        return told
    columns: dict[tuple[str, ...], int] = {}
    for each in every:
        whole = each.kind == "count" and each.values[0].number.isdecimal()
        if whole and each.row and each.place == (*told.place, *told.name):
            columns[each.name] = columns.get(each.name, 0) + int(each.values[0].number)
    counted = language.records["pieces"]
    pieces = {name for name in columns if any(word in counted for word in name)}
    return replace(
        told,
        pieces=frozenset(str(columns[name]) for name in pieces),
        sums=frozenset(str(columns[name]) for name in columns.keys() - pieces),
    )


def _is_yes(text: str, language: LanguagePack) -> bool:
    return text == TRUE or _said(text) in language.records["yes"]


def _said(text: str) -> str:
    return text.strip(" *_`\"'").lower()


def _kind(text: str, language: LanguagePack) -> tuple[Kind, tuple[Value, ...]]:
    said = _said(text)
    if text == FALSE or _is_yes(text, language) or said in language.records["no"]:
        return "flag", ()
    if text in (NOTHING, "-", "–") or said in language.records["nothing"]:
        return "none", ()
    if (moment := _MOMENT.fullmatch(text)) and (found := _moment(moment, language)):
        return "date", found
    found = tuple(
        each for each in values(text, language) if each.kind not in ("ordinal", "version")
    )
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


def _moment(moment: regex.Match[str], language: LanguagePack) -> tuple[Value, ...]:
    """The day and the time of a moment; with a zone, the days that it may be elsewhere. None of a
    day that is none, or has no day before or behind it."""
    try:
        day = datetime.date.fromisoformat(moment["date"])
        day - ONE_DAY, day + ONE_DAY
    except (ValueError, OverflowError):
        return ()
    if moment["zone"] is None:
        return values(moment["date"], language) + values(moment["time"], language)
    hour = int(moment["hour"])
    days = [0, *([1] if hour + AHEAD >= DAY_HOURS else []), *([-1] if hour < BEHIND else [])]
    return tuple(
        one for each in days for one in values((day + each * ONE_DAY).isoformat(), language)
    )


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
    said = text if " " in text else words_of(text)  # "inTransit", "IN_TRANSIT"
    return tuple((word, lemmas.get(word, word)) for word in _WORD.findall(said.lower()))
