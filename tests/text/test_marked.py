"""Answers in which words are marked one by one."""

from __future__ import annotations

import pytest

from truthscore.text.marked import is_marked_by_word

WORDS = ["kies", "eerst", "de", "knop", "en", "dan", "de", "lijst", "met", "namen"]


@pytest.mark.parametrize(
    "mark", ["“{}”", '"{}"', "`{}`", "**{}**", "[[{}]]", "[{}](https://a.example)", "<b>{}</b>"]
)
def test_words_in_marks_of_their_own(mark: str) -> None:
    some = [mark.format(word) if number % 2 == 0 else word for number, word in enumerate(WORDS)]
    twice = " ".join((*some, *some))
    assert is_marked_by_word(twice, 0.2)
    assert not is_marked_by_word(twice, 0.9)  # the profile says how many


@pytest.mark.parametrize(
    "text",
    [
        "Ga naar **Start** > **Bestand** > **Opties** > **Taal** > **Nederlands** en **OK**.",
        "Kies **de knop Boeken en verzenden** en daarna **nieuwe regel toevoegen**.",
        "De velden `naam`, `adres` en `land` zijn nodig.",  # three
        " ".join(WORDS * 10) + " `a` `b` `c` `d` `e` `f`",  # few of many
    ],
)
def test_names_in_marks_are_names(text: str) -> None:
    assert not is_marked_by_word(text, 0.2)
