"""Roles and conditions other than the passage's, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

from dataclasses import replace

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
#: What a dropped case counts, by the profile.
SLIGHT = 0.15
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
    if_ = f"condition dropped: {WORDS[lang]['if']}"
    raw = sum(SLIGHT if label == if_ else 1.0 for label, _ in shown)
    assert found.raw == pytest.approx(raw)
    assert found.value == pytest.approx(1 / (1 + raw), abs=1e-6)
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


COUNTED = {"nl": ("één", "alle", "meerdere", "geopende", "niet"),
           "en": ("one", "all", "several", "opened", "not")}  # fmt: skip


def counted(
    lang: str, answer: str, *page: str, question: str = "", lemmas: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    """Slips where 1, A, M, T and N stand for one, all, several, opened and not."""
    words = dict(zip("1AMTN", COUNTED[lang], strict=True))

    def text(said: str) -> ParsedText:
        plain = " ".join(words.get(word, word) for word in said.split())
        parsed = told(plain, function=[*words.values(), "de"])
        return replace(parsed, lemmas=tuple((lemmas or {}).get(w, w) for w in parsed.lemmas))

    pages = [text(each) for each in page]
    given = builders.inputs(
        OFF_CONTEXT, lang, answer=text(answer), question=text(question) if question else "",
        pages={f"p{number}": each for number, each in enumerate(pages)}, settings=grounded(),
    )  # fmt: skip
    found = OFF_CONTEXT.measure(given)
    return [(label, said) for _, label, said, _ in builders.shown(found, given)]


PAGE = "flurbel grommik zwiebat A dorvel"


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "page", "label"),
    [
        ("flurbel grommik zwiebat 1 dorvel", PAGE, "1 / all"),
        ("flurbel grommik zwiebat T dorvel", PAGE, "T / all"),
        ("flurbel grommik zwiebat A dorvel", PAGE.replace("A", "1"), "A / one"),
        ("flurbel grommik zwiebat M dorvel", PAGE.replace("A", "T"), "M / this"),
        # another noun of the family, the word further in front
        ("flurbel grommik zwiebat 1 de dorvel", PAGE.replace("dorvel", "zwaardorvel"), "1 / all"),
    ],
)
def test_another_number_of_things(lang: str, answer: str, page: str, label: str) -> None:
    [(found, _)] = counted(lang, answer, page)
    sign, _, group = label.partition(" / ")
    assert found == f"{dict(zip('1AMTN', COUNTED[lang], strict=True))[sign]} / {group}"


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "page"),
    [
        (PAGE, PAGE),
        ("flurbel grommik zwiebat dorvel", PAGE),  # nothing is said about the number
        (PAGE, "flurbel grommik zwiebat dorvel"),
        ("flurbel grommik zwiebat M dorvel", PAGE),  # several may be all
        ("flurbel grommik zwiebat T dorvel", PAGE.replace("A", "1")),  # the opened one is one
        ("flurbel grommik zwiebat N 1 dorvel", PAGE),  # denied: `contradiction` looks at it
        ("flurbel grommik zwiebat 1 dorvel", f"{PAGE} 1 dorvel"),  # the page says both
        ("flurbel grommik 1 zwiebat A dorvel", PAGE),  # one of something else
    ],
)
def test_no_other_number_of_things(lang: str, answer: str, page: str) -> None:
    assert counted(lang, answer, page) == []


@LANGUAGES
def test_a_number_the_question_asks_about(lang: str) -> None:
    assert counted(lang, PAGE.replace("A", "1"), PAGE, question="1 dorvel") == []


@LANGUAGES
def test_the_same_words_but_for_the_number(lang: str) -> None:
    forms = {"dorvels": "dorvel"}
    page, answer = "flurbel grommik zwiebat T dorvel", "flurbel grommik zwiebat T dorvels"
    assert counted(lang, answer, page, lemmas=forms) == [
        ("dorvels / dorvel", f"{COUNTED[lang][3]} dorvels")
    ]
    assert counted(lang, page, answer, lemmas=forms) == [
        ("dorvel / dorvels", f"{COUNTED[lang][3]} dorvel")
    ]
    assert counted(lang, answer, f"{page} huxam dorvels", lemmas=forms) == []
