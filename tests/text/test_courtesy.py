"""Courtesies and short statements. Hand-worked, real parses."""

from __future__ import annotations

import pytest

from truthscore import language
from truthscore.text.courtesy import is_courtesy
from truthscore.text.parser import Parser, load
from truthscore.text.small_talk import is_small_talk


@pytest.fixture(scope="module")
def parsers() -> dict[str, Parser]:
    return {lang: load(language.load(lang), "bundled") for lang in ("nl", "en")}


def courteous(parsers: dict[str, Parser], lang: str, text: str) -> bool:
    [parsed] = parsers[lang].parse([text])
    return all(is_courtesy(parsed, each, language.load(lang)) for each in parsed.sentences)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Ik leg het u graag uit."),
        ("nl", "Lukt het niet?"),
        ("nl", "Fijne dag!"),
        ("nl", "Zo stelt u het in:"),
        ("nl", "Succes ermee!"),
        ("nl", "Volgens de documentatie zit het zo."),
        ("en", "I hope this clears it up."),
        ("en", "Have a nice day!"),
        ("en", "Here is how you set it up:"),
        ("en", "Any more questions?"),
        ("en", "That is easy."),
        ("en", "Good question!"),
        ("en", "Absolutely."),
        ("en", "Yes, that is correct."),
    ],
)
def test_a_courtesy(parsers: dict[str, Parser], lang: str, text: str) -> None:
    assert courteous(parsers, lang, text)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Dit kost niets."),
        ("nl", "De helpdesk belt."),
        ("nl", "Dat mag iedere stagiair."),
        ("nl", "Ja, wij vergoeden alles."),
        ("en", "No, I have no licence."),
        ("en", "It costs nothing."),
        ("en", "Not that I remember the game."),
        ("nl", "Wij sturen geen factuur."),
        ("en", "Interns may do so."),
        ("en", "What did you like about that movie?"),
    ],
)
def test_a_statement_however_short(parsers: dict[str, Parser], lang: str, text: str) -> None:
    assert not courteous(parsers, lang, text)


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "Absolutely."), ("en", "That is easy."), ("nl", "Lukt het niet?")]
)
def test_what_is_a_courtesy_beside_others_may_be_an_answer_alone(
    parsers: dict[str, Parser], lang: str, text: str
) -> None:
    assert courteous(parsers, lang, text)
    assert not is_small_talk(text, language.load(lang))
