"""Sequences: what a running text tells in a row, by its words of order; real pipelines."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import pack
from truthscore.text import sequences as rows
from truthscore.text.clauses import clauses
from truthscore.text.model import ParsedText
from truthscore.text.parser import Parser, load
from truthscore.text.sequences import Event, sequences


@functools.cache
def parser(lang: str) -> Parser:
    return load(pack(lang))


def parsed(lang: str, text: str) -> ParsedText:
    return next(iter(parser(lang).parse([text])))


@pytest.mark.parametrize(
    ("lang", "text", "placed"),
    [
        ("nl", "Sluit eerst de bonnen af, druk daarna het rapport af en tel tot slot de lade.",
         ["first", "next", "next"]),
        ("nl", "Sluit eerst de bonnen af. Vervolgens telt u de lade.", ["first", "next"]),
        ("en", "First verify the domain, then upload the certificate.", ["first", "next"]),
        ("en", "Verify the domain, upload the certificate.", None),
        # a case and its consequence are no row, nor is a name with such a word
        ("nl", "Lukt het niet, kies dan een andere printer.", None),
        ("en", "If it fails, then restart the printer.", None),
        ("en", "Open the first page and click the icon next to it.", None),
    ],
)  # fmt: skip
def test_rows(lang: str, text: str, placed: list[str] | None) -> None:
    found = sequences(parsed(lang, text), pack(lang))
    assert [[event.placed for event in row] for row in found] == ([placed] if placed else [])


def test_an_event_claims_what_stands_in_it_but_for_its_word_of_order() -> None:
    text = parsed("en", "First verify the domain, then upload the certificate.")
    (row,) = sequences(text, pack("en"))
    said = [[text.lowers[token] for token in event.content] for event in row]
    assert said == [["verify", "domain"], ["upload", "certificate"]]


def test_the_hyphen_of_a_word_ends_no_clause() -> None:
    text = parsed("en", "Read-only users can export the list.")
    assert len(clauses(text, 0, len(text.lowers), pack("en"))) == 1


WORDS = {
    "nl": ["eerst", "daarna", "vervolgens", "als", "open", "de", "lade", ",", ".", "en", "dan"],
    "en": ["first", "then", "next", "if", "open", "the", "lid", ",", ".", "and", "phase"],
}


def all_told(text: ParsedText, lang: str) -> list[list[Event]]:
    """`sequences` the plain way: the events of every sentence."""
    language, orders = pack(lang), rows._orders(text, pack(lang))
    found: list[list[Event]] = []
    last: list[Event] = []
    for start, end in text.sentences:
        if not rows._tells(text, start, end, orders, language):
            last = []
            continue
        events = list(rows._events(text, start, end, orders, language))
        carries_on = any(orders.get(t) == "next" for t in range(start, end)[:2])
        if last and carries_on:
            last.extend(events)
        else:
            last = events
            found.append(last)
    return [row for row in found if len(row) > 1 and any(event.placed for event in row)]


@pytest.mark.parametrize("lang", ["nl", "en"])
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_sentences_that_place_nothing_can_be_passed_by(lang: str, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS[lang]), max_size=40))
    text = parsed(lang, " ".join(words))
    assert sequences(text, pack(lang)) == all_told(text, lang)
