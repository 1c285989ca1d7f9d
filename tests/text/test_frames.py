"""What a sentence says, slot by slot."""

from __future__ import annotations

import pytest

from tests.builders import pack
from truthscore.language import load as load_language
from truthscore.text.frames import Frame, PageFrames, frame, page_frames
from truthscore.text.model import ParsedText
from truthscore.text.parser import Parser, load

#: A page in each language: a heading, statements with one slot each, a list of cases, a table.
PAGES = {
    "nl": (
        "# Facturen versturen\n\n"
        "Een beheerder verstuurt alle facturen. "
        "U kunt niet betalen, tenzij de factuur is goedgekeurd. "
        "De app werkt op Android.\n\n"
        "U mag hem verwijderen als dit klopt:\n\n"
        "- De factuur is niet betaald.\n\n"
        "| | Basis |\n| --- | --- |\n| Export | nee |\n"
    ),
    "en": (
        "# Sending invoices\n\n"
        "An administrator sends all invoices. "
        "You cannot pay, unless the invoice is approved. "
        "The app works on Android.\n\n"
        "You may delete it if this is true:\n\n"
        "- The invoice is not paid.\n\n"
        "| | Basic |\n| --- | --- |\n| Export | no |\n"
    ),
}


@pytest.fixture(scope="module")
def parsers() -> dict[str, Parser]:
    return {lang: load(load_language(lang), "bundled") for lang in PAGES}


def read(parsers: dict[str, Parser], lang: str) -> tuple[ParsedText, PageFrames]:
    parsed = parsers[lang].parse([PAGES[lang]])[0]
    return parsed, page_frames(parsed, pack(lang))


def having(parsed: ParsedText, found: PageFrames, word: str) -> Frame:
    """The frame of the only sentence with a word."""
    [place] = [
        n for n, tokens in enumerate(parsed.sentences) if word in parsed.lowers[slice(*tokens)]
    ]
    return found.sentences[place]


@pytest.mark.parametrize(("lang", "word"), [("nl", "versturen"), ("en", "sending")])
def test_a_heading_states_nothing(parsers, lang, word):
    assert having(*read(parsers, lang), word).clauses == ()


@pytest.mark.parametrize(
    ("lang", "word", "noun"), [("nl", "beheerder", "factuur"), ("en", "administrator", "invoice")]
)
def test_who_does_it_and_how_many_of_what(parsers, lang, word, noun):
    parsed, found = read(parsers, lang)
    slots = having(parsed, found, word)
    assert [parsed.lowers[t] for t in slots.people] == [word]
    assert [(each.noun, each.many) for each in slots.amounts] == [(noun, "all")]
    assert slots.cases is None


@pytest.mark.parametrize(("lang", "word"), [("nl", "tenzij"), ("en", "unless")])
def test_what_is_denied_and_under_which_condition(parsers, lang, word):
    parsed, found = read(parsers, lang)
    slots = having(parsed, found, word)
    assert slots.clauses[0].denied
    assert slots.clauses[-1].conditional
    assert slots.cases is not None
    [(opens, said)] = slots.cases.conditions
    assert parsed.lowers[opens] == word
    assert not {*said} & {*slots.cases.rest}


@pytest.mark.parametrize(("lang", "word"), [("nl", "betaald"), ("en", "paid")])
def test_an_item_that_only_sets_a_case_states_nothing(parsers, lang, word):
    assert having(*read(parsers, lang), word).clauses == ()


@pytest.mark.parametrize("lang", PAGES)
def test_a_page_has_a_frame_for_each_sentence_and_its_cells(parsers, lang):
    parsed, found = read(parsers, lang)
    assert len(found.sentences) == len(parsed.sentences)
    [cell] = found.cells
    assert "export" in cell.label[0]


@pytest.mark.parametrize("lang", PAGES)
def test_the_claims_may_be_known(parsers, lang):
    parsed, found = read(parsers, lang)
    language = pack(lang)
    for tokens, slots in zip(parsed.sentences, found.sentences, strict=True):
        known = frame(parsed, tokens, language, [], states=False)
        assert (known.amounts, known.people) == (slots.amounts, slots.people)
        assert known.clauses == ()
