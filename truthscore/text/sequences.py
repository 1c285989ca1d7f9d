"""What a running text tells in a row: "Sluit eerst de bonnen af, druk daarna het rapport af".

A sequence is a sentence, or one with those that carry it on ("Vervolgens ..."), whose parts words
of order put one behind the other. Each part is an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from truthscore.language import LanguagePack
from truthscore.text.alignment import is_claim, sentence_of
from truthscore.text.clauses import verb_first
from truthscore.text.model import ParsedText

#: The first of what is told, or behind what is told before.
Place = Literal["first", "next"]

#: Signs between two events.
_MARKS = frozenset({",", ";", ":", "(", ")"})
#: Tokens at the beginning of a sentence among which a word of order carries on the one before.
_OPENS = 2
#: Parts of speech before which a word of order is none: "the first phase", "next to it".
_NAMED = frozenset({"NOUN", "PROPN", "ADJ", "ADP"})


@dataclass(frozen=True, slots=True)
class Event:
    """Tokens `start` to `end`; `content` are those that claim something. `placed`: whether a word
    says that it is the first ("first") or behind the one before ("next")."""

    start: int
    end: int
    content: tuple[int, ...]
    placed: Place | None


def sequences(parsed: ParsedText, language: LanguagePack) -> list[list[Event]]:
    """The sequences of a text with at least two events, in text order."""
    found: list[list[Event]] = []
    last: list[Event] = []
    orders = _orders(parsed, language)
    placing = {sentence_of(parsed, token) for token in orders}
    carrying = {
        number
        for number in placing
        for token in range(*parsed.sentences[number])[:_OPENS]
        if orders.get(token) == "next"
    }
    for number, (start, end) in enumerate(parsed.sentences):
        # Most sentences place nothing, and none carries them on.
        alone = number not in placing and number + 1 not in carrying
        if alone or not _tells(parsed, start, end, orders, language):
            last = []
            continue
        events = list(_events(parsed, start, end, orders, language))
        if last and number in carrying:
            last.extend(events)
            continue
        last = events
        found.append(last)
    return [
        each for each in found if len(each) > 1 and any(event.placed is not None for event in each)
    ]


def _tells(
    parsed: ParsedText, start: int, end: int, orders: Mapping[int, Place], language: LanguagePack
) -> bool:
    """Whether a sentence may tell a row: "Lukt het niet, kies dan ..." and "if ..., then ..." set
    a case."""
    if any(orders.get(token) == "first" for token in range(start, end)):
        return True
    cases = language.conditions_weak - language.times
    return cases.isdisjoint(parsed.lowers[start:end]) and not verb_first(
        parsed, start, end, language
    )


def _orders(parsed: ParsedText, language: LanguagePack) -> dict[int, Place]:
    """The tokens that give a place to what they stand in, and which."""
    return {
        token: place
        for token, word in enumerate(parsed.lowers)
        if (word in language.first or word in language.next)
        and (place := _order(parsed, token, language))
    }


def _order(parsed: ParsedText, token: int, language: LanguagePack) -> Place | None:
    """The place that a word gives to what it stands in."""
    word = parsed.lowers[token]
    place: Place | None = (
        "first" if word in language.first else "next" if word in language.next else None
    )
    if place is None or parsed.pos[token] == "PROPN":
        return None
    if word in language.then and token and parsed.pos[token - 1] == "ADP":
        return None  # "vanaf dan", "from then on"
    after = parsed.pos[token + 1] if token + 1 < len(parsed.pos) else ""
    return None if after in _NAMED else place


def _events(
    parsed: ParsedText, start: int, end: int, orders: Mapping[int, Place], language: LanguagePack
) -> Iterator[Event]:
    """The parts of a sentence that claim something, words of order left out."""
    borders = [
        token
        for token in range(start + 1, end)
        if parsed.lowers[token - 1] in _MARKS
        # "Open the lid then press"; in "wis dan de cookies" it stands inside
        or (orders.get(token) == "next" and parsed.pos[token + 1 : token + 2] == ("VERB",))
        or parsed.lowers[token] in language.conjunctions
    ]
    begin = start
    placed: Place | None = None
    for border in (*borders, end):
        placed = placed or next((orders[t] for t in range(begin, border) if t in orders), None)
        content = tuple(
            token
            for token in range(begin, border)
            if is_claim(parsed, token, language) and token not in orders
        )
        if content and (
            placed or any(parsed.pos[token] == "VERB" for token in range(begin, border))
        ):
            yield Event(begin, border, content, placed)
            placed = None
        begin = border
