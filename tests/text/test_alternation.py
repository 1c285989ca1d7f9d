"""Word lists as patterns: what they find is what a plain list of alternatives finds."""

from __future__ import annotations

import regex
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.alternation import alternation


def test_words_that_begin_alike_share_their_beginning() -> None:
    assert alternation(["tab", "knop", "knoppen", "knopje"]) == "(?:knop(?:pen|je|)|tab)"
    assert alternation(["a.b"]) == "(?:a\\.b)"


def test_of_no_words_it_finds_nothing() -> None:
    for none in ([], iter(())):
        assert regex.search(alternation(none), "tab") is None


WORDS = st.lists(st.text("ab.-", min_size=1, max_size=4), min_size=1, max_size=8)


@given(WORDS, st.text("ab.- ", max_size=20))
def test_the_longest_word_that_fits(words: list[str], text: str) -> None:
    plain = "|".join(map(regex.escape, sorted(set(words), key=lambda each: (-len(each), each))))
    for around in ("{}", r"(?<![ab]){}(?![ab])"):  # also where the longest does not fit
        expected = [each.span() for each in regex.finditer(around.format(f"(?:{plain})"), text)]
        found = regex.finditer(around.format(alternation(words)), text)
        assert [each.span() for each in found] == expected
