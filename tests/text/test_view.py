"""Which words are compared, and in which form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.builders import pack, sentences
from truthscore.language import LanguagePack, View
from truthscore.text.view import content_words, same_family, words

PARSED = sentences(
    [
        ("De", "de", "DET", "det", 1),
        ("Facturen", "factuur", "NOUN", "nsubj", 2),
        ("kosten", "kosten", "VERB", "root", 2),
        ("€", "€", "SYM", "dep", 2),
        ("25", "25", "NUM", "obj", 2),
        ("snel", "snel", "ADV", "advmod", 2),
        ("--", "--", "NOUN", "dep", 2),
        (".", ".", "PUNCT", "punct", 2),
    ]
)


def viewed(lowercase: bool = True, lemmatise: bool = True, drop: bool = False) -> LanguagePack:
    view = View(lowercase=lowercase, lemmatise=lemmatise, drop_stop_words=drop)
    return replace(pack("nl"), view=view)


def test_words_are_lemmas_without_signs() -> None:
    assert words(PARSED, viewed()) == (
        (0, "de"), (1, "factuur"), (2, "kosten"), (4, "25"), (5, "snel"),
    )  # fmt: skip


def test_words_can_be_forms_and_leave_out_stop_words() -> None:
    found = words(PARSED, viewed(lemmatise=False, drop=True))
    assert [form for _, form in found] == ["facturen", "kosten", "25", "snel"]


def test_a_part_of_the_tokens_keeps_its_places() -> None:
    assert words(PARSED, viewed(), 1, 3) == ((1, "factuur"), (2, "kosten"))
    assert words(PARSED, viewed(), 4) == ((4, "25"), (5, "snel"))
    assert words(PARSED, viewed(), 2, 2) == ()
    assert words(PARSED, viewed(), 0, 0) == ()


def test_signs_are_left_out_by_part_of_speech_and_by_their_characters() -> None:
    odd = sentences(
        [("a", "a", "PUNCT", "x", 0), ("b", "b", "SYM", "x", 0), ("c", "c", "SPACE", "x", 0),
         ("!", "!", "NOUN", "x", 0), ("d", "d", "X", "x", 0)]
    )  # fmt: skip
    assert words(odd, viewed()) == ((4, "d"),)


def test_content_words_are_lemmas_of_the_languages_parts_of_speech() -> None:
    assert content_words(PARSED, pack("nl")) == (
        (1, "factuur"), (2, "kosten"), (4, "25"), (5, "snel"),
    )  # fmt: skip


def test_a_content_word_on_the_stop_list_is_left_out() -> None:
    stops = (False, True, False, False, False, True, False, False)
    assert content_words(replace(PARSED, stops=stops), pack("nl")) == ((2, "kosten"), (4, "25"))


def test_the_paper_keeps_dutch_stop_words_and_drops_english_ones() -> None:
    assert pack("nl").view == View(lowercase=True, lemmatise=True, drop_stop_words=False)
    assert pack("en").view == View(lowercase=True, lemmatise=True, drop_stop_words=True)
    assert len(words(PARSED, pack("nl"))) == 5
    assert len(words(PARSED, pack("en"))) == 4


def test_a_word_may_hold_a_sign_beside_its_letters() -> None:
    compound = sentences([("e-mail", "e-mail", "NOUN", "root", 0)])
    assert words(compound, viewed()) == content_words(compound, pack("nl")) == ((0, "e-mail"),)


@pytest.mark.parametrize(
    ("left", "right", "part", "ratio", "expected"),
    [
        ("ab", "ab", 5, 101.0, True),  # the same word, however short
        ("factuur", "verkoopfactuur", 5, 101.0, True),
        ("factuur", "factuurnummer", 5, 101.0, True),
        ("factuur", "verfactuurd", 5, 101.0, False),  # in the middle
        ("abcd", "abcdxx", 4, 101.0, True),  # as long as a part must be
        ("abcd", "abcdxx", 5, 101.0, False),
        ("abcd", "abcx", 4, 75.0, True),  # 2 x 3 / 8 = 75 %
        ("abcd", "abcx", 4, 75.1, False),
        ("abcd", "abcx", 5, 75.0, False),
        ("abcd", "wxyz", 4, 75.0, False),
    ],
)
def test_words_are_of_one_family_by_a_part_or_by_likeness(
    left: str, right: str, part: int, ratio: float, expected: bool
) -> None:
    assert same_family(left, right, part=part, ratio=ratio) is expected
    assert same_family(right, left, part=part, ratio=ratio) is expected
