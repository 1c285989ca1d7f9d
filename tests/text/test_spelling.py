"""Words in which two letters changed places. Hand-worked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.spelling import corrected

PAGE = "Open het sneltabblad Grommikbeheer van Jnasen."


@pytest.mark.parametrize(
    ("lang", "text", "read"),
    [
        ("nl", "Dat is verpilcht.", "Dat is verplicht."),
        ("nl", "Voglens de hanldeiding", "Volgens de handleiding"),
        ("nl", "het sneltbablad Gormmikbeheer", "het sneltabblad Grommikbeheer"),  # of the page
        ("nl", "VEPRLICHT", "VERPLICHT"),
        ("en", "This is not reqiured.", "This is not required."),
        ("en", "Ask the amdinistrator", "Ask the administrator"),
    ],
)
def test_a_slip_is_read_as_the_word_that_was_meant(lang: str, text: str, read: str) -> None:
    assert corrected(text, [PAGE], lang) == read


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Grommikbeheer van Jnasen"),  # so the page writes it
        ("nl", "klantkaart en gegevensanalysemodus"),  # in no list, and no other word
        ("nl", "besteed bestede"),  # an ending
        ("nl", "De vrom is niet de vorm."),  # too short to be sure
        ("en", "the trail and the trial, united and untied"),  # words, both
        ("en", "E1204 costs 1240"),
        ("en", ""),
    ],
)
def test_what_may_be_meant_stays(lang: str, text: str) -> None:
    assert corrected(text, [PAGE], lang) == text


@given(st.text(max_size=60), st.sampled_from(["nl", "en"]))
def test_every_character_stays_in_its_place(text: str, lang: str) -> None:
    made = corrected(text, [], lang)
    assert len(made) == len(text)
    assert sorted(made.lower()) == sorted(text.lower())
    assert all(new == old or old.isalpha() for old, new in zip(text, made, strict=True))
