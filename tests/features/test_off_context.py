"""Roles and conditions other than the passage's, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import grounded, told
from truthscore.features.off_context import OFF_CONTEXT
from truthscore.text.model import ParsedText

WORDS = {
    "nl": {
        "if": "als", "unless": "tenzij", "want": "wilt", "not": "niet",
        "user": "gebruiker", "admin": "beheerder",
    },
    "en": {
        "if": "if", "unless": "unless", "want": "want", "not": "not",
        "user": "user", "admin": "administrator",
    },
}  # fmt: skip
LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])


def said(lang: str, *sentences: str) -> ParsedText:
    words = WORDS[lang]
    function = [words["if"], words["unless"], words["want"], words["not"], "de"]
    return told(*(each.format(**words) for each in sentences), function=function)


def slips(
    lang: str, answer: tuple[str, ...], page: tuple[str, ...], question: str = ""
) -> list[tuple[str, str]]:
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=said(lang, *answer),
        question=said(lang, question) if question else "",
        pages={"p": said(lang, *page)}, settings=grounded(),
    )  # fmt: skip
    found = OFF_CONTEXT.measure(given)
    shown = [(label, words) for _, label, words, _ in builders.shown(found, given)]
    assert found.raw == float(len(shown))
    assert found.value == pytest.approx(1 / (1 + len(shown)))
    return shown


LIMITED = ("flurbel grommik zwiebat {if} prunkel dorvel",)


@LANGUAGES
def test_a_dropped_condition(lang: str) -> None:
    word = WORDS[lang]["if"]
    assert slips(lang, ("flurbel grommik zwiebat",), LIMITED) == [
        (f"condition dropped: {word}", "flurbel grommik zwiebat")
    ]
    assert slips(lang, LIMITED, LIMITED) == []


@LANGUAGES
def test_a_condition_in_front_ends_at_the_comma(lang: str) -> None:
    page = ("{if} prunkel dorvel , flurbel grommik zwiebat",)
    assert len(slips(lang, ("flurbel grommik zwiebat",), page)) == 1


@LANGUAGES
def test_what_the_question_sets_need_not_be_said_again(lang: str) -> None:
    assert slips(lang, ("flurbel grommik zwiebat",), LIMITED, "prunkel dorvel") == []
    # One of two words of the condition is lost: half of its weight, and half is enough.
    assert len(slips(lang, ("flurbel grommik zwiebat",), LIMITED, "prunkel")) == 1


@LANGUAGES
def test_a_condition_told_in_the_sentence_beside_is_not_dropped(lang: str) -> None:
    assert slips(lang, ("flurbel grommik zwiebat", "prunkel dorvel"), LIMITED) == []


@LANGUAGES
def test_a_sentence_that_is_told_by_half_has_no_dropped_condition(lang: str) -> None:
    assert slips(lang, ("flurbel grommik",), ("flurbel klamfus brivvel {if} grommik",)) == []


@LANGUAGES
def test_unless_is_needed_whatever_else_is_said(lang: str) -> None:
    page = ("flurbel grommik zwiebat {unless} prunkel",)
    word = WORDS[lang]["unless"]
    assert slips(lang, ("flurbel grommik zwiebat",), page) == [
        (f"condition dropped: {word}", "flurbel grommik zwiebat")
    ]
    assert slips(lang, page, page) == []


@LANGUAGES
def test_an_added_limit(lang: str) -> None:
    word = WORDS[lang]["unless"]
    answer = ("flurbel grommik zwiebat {unless} huxam",)
    assert slips(lang, answer, ("flurbel grommik zwiebat",)) == [(f"condition added: {word}", word)]


@LANGUAGES
def test_another_role(lang: str) -> None:
    user, admin = WORDS[lang]["user"], WORDS[lang]["admin"]
    page = ("{admin} flurbel grommik",)
    assert slips(lang, ("{user} flurbel grommik",), page) == [(f"{user} / {admin}", user)]
    assert slips(lang, ("{admin} flurbel grommik",), page) == []
    assert slips(lang, ("{user} flurbel grommik",), page, user) == []  # the question names it
    assert slips(lang, ("{user} {admin} flurbel grommik",), page) == []  # so does the answer


@LANGUAGES
def test_far_from_any_passage_nothing_applies(lang: str) -> None:
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=told("klamfus"), pages={"p": told("flurbel")},
        settings=grounded(),
    )  # fmt: skip
    assert OFF_CONTEXT.measure(given).value is None


@LANGUAGES
def test_a_purpose_is_no_condition(lang: str) -> None:
    page = ("flurbel grommik zwiebat {if} de prunkel {want} dorvel",)
    assert slips(lang, ("flurbel grommik zwiebat",), page) == []


@LANGUAGES
def test_a_limit_may_be_told_by_what_is_not_so(lang: str) -> None:
    # "You can only do it in X" where the page says "You cannot do it in Y".
    page = ("flurbel grommik zwiebat", "{not} prunkel")
    assert slips(lang, ("flurbel grommik zwiebat {unless} dorvel",), page) == []


@LANGUAGES
def test_an_announcement_leaves_nothing_out(lang: str) -> None:
    answer = ("flurbel grommik zwiebat :", "snorrit worvim")
    assert slips(lang, answer, (*LIMITED, "snorrit worvim")) == []
