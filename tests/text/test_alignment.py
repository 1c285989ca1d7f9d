"""Which passage a sentence stands on, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import pytest

from tests.builders import grounded, pack, told
from truthscore.text.alignment import Alignment, Passage, align, index_passages, weight
from truthscore.text.model import ParsedText


def aligned(answer: ParsedText, *pages: ParsedText, lang: str = "nl") -> Alignment:
    settings = grounded().features.alignment
    assert settings is not None
    return align(answer, [index_passages(page) for page in pages], pack(lang), settings)


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_the_passage_with_most_weight_its_neighbours_counted(lang: str) -> None:
    page = told("flurbel", "huxam", "grommik zwiebat", "dorvel", "prunkel")
    [unit] = aligned(told("flurbel grommik zwiebat dorvel"), page, lang=lang).units
    # Around sentence 2 (grommik zwiebat): its own two, and dorvel beside it: 21 of 28.
    assert unit.passage == Passage(document=0, sentence=2)
    assert unit.support == 0.75
    assert unit.exact == 0.5
    assert unit.found == (0.5, 1.0, 1.0, 1.0)  # flurbel stands elsewhere
    assert unit.weights == (7.0, 7.0, 7.0, 7.0)


def test_the_end_of_a_document_is_not_beside_the_next() -> None:
    pages = [told("flurbel", "huxam"), told("grommik", "dorvel")]
    [unit] = aligned(told("huxam grommik"), *pages).units
    assert unit.passage == Passage(document=0, sentence=1)
    assert (unit.support, unit.found) == (0.5, (1.0, 0.5))


def test_a_second_alignment_looks_words_up_that_the_first_has_not() -> None:
    settings = grounded().features.alignment
    assert settings is not None
    pages = [index_passages(told("flurbel grommik", "huxam"))]
    first = align(told("flurbel"), pages, pack("nl"), settings)
    again = align(told("huxam flurbel"), pages, pack("nl"), settings, first.context)
    assert again.units == align(told("huxam flurbel"), pages, pack("nl"), settings).units


def test_a_word_that_stands_nowhere() -> None:
    [unit] = aligned(told("flurbel klamfus"), told("flurbel")).units
    assert unit.found == (1.0, 0.0)
    assert unit.support == 0.5


def test_without_any_word_there_is_no_passage() -> None:
    [unit] = aligned(told("klamfus"), told("flurbel")).units
    assert (unit.passage, unit.support, unit.exact, unit.found) == (None, 0.0, 0.0, (0.0,))


def test_the_better_document_wins_and_ties_go_to_the_first() -> None:
    one, two = told("flurbel"), told("flurbel grommik")
    [unit] = aligned(told("flurbel grommik"), one, two).units
    assert unit.passage == Passage(document=1, sentence=0)
    [unit] = aligned(told("flurbel"), one, told("flurbel")).units
    assert unit.passage == Passage(document=0, sentence=0)


def test_a_compound_of_the_page_counts_as_its_part() -> None:
    [unit] = aligned(told("flurbel"), told("zwaarflurbel")).units
    assert unit.support == 1.0


def test_a_number_is_not_nearly_another() -> None:
    [unit] = aligned(told("20245"), told("20244")).units
    assert unit.support == 0.0


def test_sentences_without_content_are_no_units() -> None:
    answer = told("de een", "flurbel", function=["de", "een"])
    assert [unit.tokens for unit in aligned(answer, told("flurbel")).units] == [(2, 3)]


def test_weights_fall_with_frequency_and_never_vanish() -> None:
    assert weight("flurbel", "nl") == 7.0
    assert weight("de", "nl") == 0.5
    assert 0.5 < weight("factuur", "nl") < 7.0
