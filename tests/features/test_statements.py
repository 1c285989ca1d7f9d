"""Statements, new words and runs of words, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import grounded, told
from truthscore.features.base import Feature
from truthscore.features.new_words import NEW_WORDS
from truthscore.features.statements import STATEMENTS
from truthscore.text.model import ParsedText
from truthscore.types import Measurement

PAGE = told("flurbel grommik", "zwiebat prunkel", "dorvel", "huxam", "worvim")
LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])


def measured(
    feature: Feature, lang: str, answer: ParsedText, question: ParsedText | str = ""
) -> Measurement:
    return feature.measure(
        builders.inputs(
            feature, lang, answer=answer, question=question, pages={"p": PAGE}, settings=grounded()
        )
    )


@LANGUAGES
def test_statements_mean_and_lowest(lang: str) -> None:
    # Supports: 1.0 (both words in one passage) and 0.5 (one of two). Mean 0.75; the lowest third
    # of two units is one unit: 0.5. lowest_share 0.3: 0.7 x 0.75 + 0.3 x 0.5 = 0.675.
    answer = told("flurbel grommik", "worvim klamfus")
    given = grounded().features.statements
    assert given is not None
    assert given.lowest_share == 0.3
    found = measured(STATEMENTS, lang, answer)
    assert found.value == pytest.approx(0.675)
    assert found.raw == 0.0  # 0.5 is supported enough


@LANGUAGES
def test_statements_are_weighted_by_what_they_claim(lang: str) -> None:
    # 21 of claims at 1/3 and 7 at 1: mean (21 x 1/3 + 7) / 28 = 0.5; lowest 1/3.
    answer = told("worvim klamfus snorrit", "flurbel")
    found = measured(STATEMENTS, lang, answer)
    assert found.value == pytest.approx(0.7 * 0.5 + 0.3 / 3, abs=1e-6)
    assert found.raw == 1.0
    [weak] = found.evidence
    assert weak.role == "unsupported"
    assert weak.label == "33% supported"
    assert (weak.span.start, weak.span.end) == (0, len("worvim klamfus snorrit"))
    assert weak.match is not None
    assert PAGE.text[weak.match.start : weak.match.end] == "worvim"


@LANGUAGES
def test_the_lowest_third_of_six_is_two(lang: str) -> None:
    # Supports 1, 1, 1, 1, 0.5 and 0: mean (4 x 7 + 7 + 0) / (4 x 7 + 14 + 7) = 5/7; the lowest two
    # 0.25. 0.7 x 5/7 + 0.3 x 0.25 = 0.575.
    answer = told("flurbel", "zwiebat", "dorvel", "huxam", "worvim klamfus", "snorrit")
    found = measured(STATEMENTS, lang, answer)
    assert found.value == pytest.approx(0.575, abs=1e-6)
    assert found.raw == 1.0
    assert found.evidence[0].match is None


@LANGUAGES
def test_new_words_add_up_and_repeats_count_once(lang: str) -> None:
    # klamfus and snorrit stand nowhere: 14; half_at 15: 1 / (1 + 14/15) = 15/29.
    answer = told("flurbel klamfus", "klamfus snorrit")
    found = measured(NEW_WORDS, lang, answer)
    assert found.raw == 14.0
    assert found.value == pytest.approx(15 / 29, abs=1e-6)
    assert [each.label for each in found.evidence] == ["klamfus", "snorrit"]


@LANGUAGES
def test_one_new_word_is_much_where_little_is_said(lang: str) -> None:
    # 7 new of 7 claimed, which is less than half_at: 1 / (1 + 7/7) = 1/2.
    found = measured(NEW_WORDS, lang, told("klamfus"))
    assert found.raw == 7.0
    assert found.value == 0.5


@LANGUAGES
def test_a_figure_is_left_to_the_values(lang: str) -> None:
    found = measured(NEW_WORDS, lang, told("flurbel 8123"))
    assert (found.raw, found.value) == (0.0, 1.0)
    assert [each.label for each in found.evidence] == ["8123"]


@LANGUAGES
def test_words_of_the_question_are_not_new(lang: str) -> None:
    found = measured(NEW_WORDS, lang, told("flurbel klamfus"), told("klamfus"))
    assert (found.raw, found.value) == (0.0, 1.0)


@LANGUAGES
@pytest.mark.parametrize("feature", [STATEMENTS, NEW_WORDS])
def test_without_claims_nothing_applies(feature: Feature, lang: str) -> None:
    answer = told("de een", function=["de", "een"])
    assert measured(feature, lang, answer).value is None


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "question", "sure"),
    [
        (["flurbel klamfus snorrit pliebert"], "", 1.0),  # a quarter of it stands on the page
        (["flurbel klamfus snorrit"], "", 0.0),  # two new words: the passage in other words
        (["flurbel grommik zwiebat klamfus snorrit pliebert"], "", 0.0),  # half: supported enough
        (["flurbel grommik huxam klamfus snorrit pliebert"], "", 1.0),  # a third, from two places
        (["klamfus snorrit pliebert"], "pliebert", 0.0),  # asked about
        (["klamfus klamfus klamfus"], "", 0.0),  # one word, however often
        (["klamfus snorrit 8123"], "", 0.0),  # a figure may have been reckoned with
        (["klamfus snorrit pliebert", "flurbel", "worst klont graf"], "", 2.0),
    ],
)
def test_a_sentence_is_surely_unsupported_when_several_words_stand_nowhere(
    lang: str, answer: list[str], question: str, sure: float
) -> None:
    given = grounded().features.statements
    assert given is not None
    assert given.new_words == 3
    asked = told(question) if question else ""
    assert measured(STATEMENTS, lang, told(*answer), asked).sure == sure
