"""ROUGE-L precision on invented words: every expected value is counted by hand in the comment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tests.builders import grounded, told, tuned
from truthscore.features.rouge_l import ROUGE_L
from truthscore.profile import Profile
from truthscore.text.model import ParsedText
from truthscore.types import Measurement

PAGE = told("flurbel grommik dorvel huxam worvim", "zwiebat prunkel")


def measured(
    answer: ParsedText, *pages: ParsedText, settings: Profile | None = None, lang: str = "nl"
) -> Measurement:
    named = {f"page {number}": page for number, page in enumerate(pages)}
    given_ = builders.inputs(
        ROUGE_L, lang, answer=answer, pages=named, settings=settings or grounded()
    )
    return ROUGE_L.measure(given_)


@pytest.mark.parametrize("lang", ["nl", "en"])
@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (told("flurbel grommik dorvel huxam worvim"), 1.0),
        # 5 of 6 in the page's order and in that of one sentence
        (told("flurbel klamfus grommik dorvel huxam worvim"), 5 / 6),
        # the other way round only one word is in order: 1 of 5
        (told("worvim huxam dorvel grommik flurbel"), 1 / 5),
        # page: all 5; best single sentence: dorvel, huxam, worvim
        (told("dorvel huxam worvim zwiebat prunkel"), (5 / 5 + 3 / 5) / 2),
        # sentences in another order than the page's: page 5 of 7, single sentences all
        (
            told("zwiebat prunkel", "flurbel grommik dorvel huxam worvim"),
            (5 / 7 + 7 / 7) / 2,
        ),
        (told("klamfus wubbel snorf pirkel gadoem"), 0.0),
    ],
)
def test_words_in_order(lang: str, answer: ParsedText, value: float) -> None:
    found = measured(answer, PAGE, lang=lang)
    assert found.value == found.raw == pytest.approx(value, abs=1e-6)


def test_each_sentence_is_held_against_its_own_page() -> None:
    # Together the two pages have both sentences in whatever order they come.
    answer = told("zwiebat prunkel", "flurbel grommik dorvel")
    pages = told("flurbel grommik dorvel"), told("zwiebat prunkel")
    assert measured(answer, *pages).value == 1.0
    assert measured(answer, *reversed(pages)).value == 1.0


@pytest.mark.parametrize(("inside", "value"), [(0.0, 1.0), (1.0, 3 / 5)])
def test_what_single_sentences_count(inside: float, value: float) -> None:
    settings = tuned("features.rouge_l", grounded(), in_sentences=inside)
    found = measured(told("dorvel huxam worvim zwiebat prunkel"), PAGE, settings=settings)
    assert found.value == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    "answer",
    [
        told("!"),
        told("flurbel"),
        told("in flurbel", function=["in"]),
        told("flurbel grommik huxam"),
    ],
)
def test_a_few_words_that_claim_something_have_no_order(answer: ParsedText) -> None:
    found = measured(answer, PAGE)
    assert (found.value, found.note) == (None, "the answer is too short")


def test_a_few_words_that_claim_nothing_do() -> None:
    page = told("nee dat kan niet", function=["nee", "dat", "kan", "niet"])
    answer = told("dat kan", function=["dat", "kan"])
    assert measured(answer, page).value == 1.0
    assert measured(answer, PAGE).value == 0.0


def test_without_pages_nothing_is_in_order() -> None:
    assert measured(told("flurbel grommik dorvel huxam worvim")).value == 0.0


NAMES = ["flurbel", "grommik", "dorvel", "zwiebat", "prunkel"]
WORDS = st.lists(st.sampled_from(NAMES), min_size=5)


@given(WORDS, WORDS)
def test_a_share_that_copying_fills(answer: list[str], page: list[str]) -> None:
    one, other = told(" ".join(answer)), told(" ".join(page))
    value = measured(one, other).value
    assert value is not None
    assert 0.0 <= value <= 1.0
    assert measured(one, one).value == 1.0
