"""What an answer takes back: every pattern of the word lists reaches its example, and no more."""

from __future__ import annotations

import pytest

from tests.builders import pack
from truthscore import TruthScorer
from truthscore.text.model import ParsedText
from truthscore.text.retraction import retractions, states


def taken_back(scorer: TruthScorer, lang: str, text: str) -> list[str]:
    """The sentences that a text takes back, in small letters."""
    [parsed] = scorer._parsers[lang].parse([text])
    return [said(parsed, each.said) for each in retractions(parsed, pack(lang))]


def said(parsed: ParsedText, tokens: tuple[int, int]) -> str:
    return " ".join(parsed.lowers[slice(*tokens)])


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_every_pattern_reaches_its_example_and_not_its_counter_example(
    whole: TruthScorer, lang: str
) -> None:
    data = pack(lang).retraction
    for each in (*data["openings"], *data["endings"]):
        assert taken_back(whole, lang, each["example"]), each["example"]
        assert not taken_back(whole, lang, each["counter"]), each["counter"]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_question_that_only_asks_states_nothing(whole: TruthScorer, lang: str) -> None:
    for each in pack(lang).retraction["stating"]:
        for text, stated in ((each["example"], True), (each["counter"], False)):
            [parsed] = whole._parsers[lang].parse([text])
            assert states(parsed, parsed.sentences[0], pack(lang)) is stated, text


@pytest.mark.parametrize(("lang", "said"), [("nl", "De lift werkt."), ("en", "The lift works.")])
def test_a_label_denies_what_it_heads_and_what_it_follows(
    whole: TruthScorer, lang: str, said: str
) -> None:
    for label in pack(lang).retraction["labels"]:
        for text in (f"## {label}\n\n{said}", f"{label}: {said}", f"{said} ({label})"):
            assert taken_back(whole, lang, text), text
        assert not taken_back(whole, lang, f"{said}\n\n## {label}"), label


def test_a_heading_denies_what_is_under_it_and_a_label_the_next_sentence(
    whole: TruthScorer,
) -> None:
    under = "De lift werkt. De deur is open.\n\n## Juist\n\nDe trap is nat."
    assert len(taken_back(whole, "nl", f"## Onjuist\n\n{under}")) == 2
    assert len(taken_back(whole, "nl", f"Onjuist:\n\n{under}")) == 1


def test_who_denies_a_question_takes_nothing_back(whole: TruthScorer) -> None:
    assert not taken_back(whole, "nl", "Werkt de lift? Dat is niet waar.")
    assert not taken_back(whole, "en", "No, that is not true. The lift works.")
