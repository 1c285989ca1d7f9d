"""Postings against the dict they stand for."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.postings import Postings

FOUND = {"verlof": (3,), "verlofaanvraag": (0, 7), "knop": (1, 2, 9)}


def test_places_are_found_by_the_word_and_by_its_beginning() -> None:
    postings = Postings(FOUND)
    assert postings.words == ("knop", "verlof", "verlofaanvraag")
    assert list(postings.of("verlof")) == [3]
    assert list(postings.of("knop")) == [1, 2, 9]
    assert list(postings.of("verl")) == []
    assert list(postings.of_all("verl")) == [3, 0, 7]
    assert list(postings.beginning_with("v")) == ["verlof", "verlofaanvraag"]
    assert list(Postings({}).of("verlof")) == list(Postings({}).of_all("")) == []


words = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=4)


@given(st.dictionaries(words, st.lists(st.integers(0, 2**31 - 1), max_size=3)), words)
def test_it_says_what_the_dict_says_also_when_read_from_a_file(
    found: dict[str, list[int]], start: str
) -> None:
    made = Postings(found)
    for postings in (made, pickle.loads(pickle.dumps(made, protocol=5))):
        assert {word: list(postings.of(word)) for word in postings.words} == found
        named = [word for word in sorted(found) if word.startswith(start)]
        assert list(postings.beginning_with(start)) == named
        assert list(postings.of_all(start)) == [at for word in named for at in found[word]]
        assert start in found or not list(postings.of(start))
