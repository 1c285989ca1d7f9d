"""Which passage a sentence stands on, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.builders import grounded, pack, sentences, told
from truthscore.text.aligned import align
from truthscore.text.alignment import (
    Alignment,
    Context,
    Passage,
    index_passages,
    is_claim,
    sentence_of,
    sentence_span,
    weight,
)
from truthscore.text.model import ParsedText


def aligned(answer: ParsedText, *pages: ParsedText, lang: str = "nl") -> Alignment:
    settings = grounded().features.alignment
    assert settings is not None
    return align(answer, [index_passages(page, pack(lang)) for page in pages], pack(lang), settings)


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


@pytest.mark.parametrize(
    ("said", "page", "support"),
    [
        ("pdf", "pdf-bestanden", 1.0),
        ("mail", "e-mail", 1.0),
        ("qz", "qz-brom", 1.0),
        ("pdf", "pdfje", 0.0),  # short words begin many others
        ("e", "e-mail", 0.0),
    ],
)
def test_a_part_of_a_word_with_a_hyphen_counts_however_short(
    said: str, page: str, support: float
) -> None:
    units = aligned(told(said), told(page)).units
    assert [unit.support for unit in units] == ([support] if len(said) > 1 else [])


@pytest.mark.parametrize(("word", "pos", "claims"), [
    ("pdf", "SYM", True), ("paypal", "X", True), ("%", "SYM", False), ("de", "DET", False),
])  # fmt: skip
def test_a_word_that_the_pipeline_takes_for_a_sign_is_a_claim(
    word: str, pos: str, claims: bool
) -> None:
    parsed = replace(told(word), pos=(pos,))
    assert is_claim(parsed, 0, pack("nl")) is claims


def test_a_number_is_not_nearly_another() -> None:
    [unit] = aligned(told("20245"), told("20244")).units
    assert unit.support == 0.0


@pytest.mark.parametrize(
    ("lang", "said", "page", "support"),
    [
        ("nl", "twee", "2", 1.0),
        ("nl", "2", "twee", 1.0),
        ("nl", "5", "vijf", 1.0),
        ("nl", "vijf", "5", 1.0),
        ("en", "two", "2", 1.0),
        ("en", "5", "five", 1.0),
        ("nl", "twee", "3", 0.0),
        ("en", "3", "two", 0.0),
        ("en", "twee", "2", 0.0),  # a word of the other language
        ("nl", "half", "0.5", 0.0),  # whole numbers only
    ],
)
def test_a_number_in_words_is_the_one_in_digits(
    lang: str, said: str, page: str, support: float
) -> None:
    [unit] = aligned(told(f"{said} flurbel"), told(f"{page} flurbel"), lang=lang).units
    own = weight(said, lang)
    assert unit.support == pytest.approx((own * support + 7.0) / (own + 7.0))


def test_sentences_without_content_are_no_units() -> None:
    answer = told("de een", "flurbel", function=["de", "een"])
    assert [unit.tokens for unit in aligned(answer, told("flurbel")).units] == [(2, 3)]


def test_weights_fall_with_frequency_and_never_vanish() -> None:
    assert weight("flurbel", "nl") == 7.0
    assert weight("de", "nl") == 0.5
    assert 0.5 < weight("factuur", "nl") < 7.0


def test_neighbours_reach_one_sentence_and_no_further() -> None:
    page = told("flurbel", "huxam", "grommik")
    [unit] = aligned(told("flurbel grommik"), page).units
    assert unit.passage == Passage(document=0, sentence=1)  # between the two: both are beside it
    assert (unit.support, unit.exact) == (1.0, 0.0)
    [unit] = aligned(told("flurbel grommik"), told("flurbel", "huxam", "huxam", "grommik")).units
    assert unit.passage == Passage(document=0, sentence=0)  # too far apart: half of it
    assert (unit.support, unit.exact) == (0.5, 0.5)


def test_of_equal_windows_the_sentence_that_has_more_itself_wins_then_the_earlier() -> None:
    page = told("huxam", "flurbel grommik", "huxam")
    [unit] = aligned(told("flurbel grommik"), page).units
    assert unit.passage == Passage(document=0, sentence=1)
    page = told("flurbel", "flurbel")
    [unit] = aligned(told("flurbel"), page).units
    assert unit.passage == Passage(document=0, sentence=0)


def test_windows_do_not_cross_documents() -> None:
    [unit] = aligned(told("flurbel grommik"), told("huxam", "flurbel"), told("grommik")).units
    assert unit.passage == Passage(document=0, sentence=1)
    assert unit.found == (1.0, 0.5)


@pytest.mark.parametrize(
    ("said", "page", "support"),
    [
        ("dorvel", "dorvelstrook", 1.0),  # six letters: the beginning of a longer word
        ("dorvelstrook", "dorvel", 1.0),  # and the other way round
        ("zwaardorvel", "dorvel", 1.0),  # its end
        ("vorve", "vorvestrook", 1.0),  # five letters are enough
        ("vorv", "vorvstrook", 0.0),  # four are not
        ("dorvelstrook", "dorv", 0.0),
        ("dorvelstrook", "strookdorvel", 0.0),  # neither begins nor ends with the other
        ("gewijzigd", "gewjizigd", 1.0),  # a typo: 8 of 9 letters in order, ratio 88.9
        ("flurbel", "flarbil", 0.0),  # 5 of 7: 71.4
        ("2024x", "2023x", 0.0),
        (
            "dorvelen",
            "dorvelstrook",
            1.0,
        ),  # a verb without its ending: "verzenden", "verzendkosten"
        ("vorven", "vorvstrook", 0.0),  # of what is left, too, five letters are enough
    ],
)
def test_words_of_one_family(said: str, page: str, support: float) -> None:
    [unit] = aligned(told(said), told(page)).units
    assert unit.support == support


def test_a_short_form_is_told_in_a_compound_by_its_lemma() -> None:
    settings = grounded().features.alignment
    assert settings is not None
    pages = [index_passages(told("strookdorven"), pack("nl"))]
    assert Context(pages, pack("nl"), settings).family(("dorv", "dorven")) == ("strookdorven",)
    assert Context(pages, pack("nl"), settings).family(("dorv", "dorv")) == ()
    [unit] = aligned(told("dorvelen"), told("dorvelstrook"), lang="en").units
    assert unit.support == 0.0  # English writes two words


def test_a_word_itself_wins_over_its_family() -> None:
    page = told("dorvel", "huxam", "huxam", "dorvelstrook snorrit")
    [unit] = aligned(told("dorvel snorrit"), page).units
    # dorvel stands in sentence 0, so the compound beside snorrit is not it.
    assert unit.support == 0.5


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("stap 3 flurbel", ["flurbel"]),  # counts off what is told
        ("3 . flurbel", ["flurbel"]),
        ("3 ) flurbel", ["flurbel"]),
        ("3 flurbel", ["3", "flurbel"]),  # an amount
        ("flurbel 3 .", ["flurbel", "3"]),
        ("x flurbel", ["flurbel"]),  # one letter says nothing
        ("- flurbel", ["flurbel"]),
        ("de flurbel", ["flurbel"]),
        ("documentatie flurbel", ["flurbel"]),  # talk
    ],
)
def test_what_claims_something(text: str, claims: list[str]) -> None:
    answer = told(text, function=["de"])
    found = [t for t in range(len(answer.lowers)) if is_claim(answer, t, pack("nl"))]
    assert [answer.lowers[token] for token in found] == claims


def test_a_figure_in_a_small_word_claims() -> None:
    answer = told("2e flurbel", function=["2e"])
    assert [token for token in (0, 1) if is_claim(answer, token, pack("nl"))] == [0, 1]


def test_the_sentence_of_a_token_and_its_characters() -> None:
    page = told("flurbel grommik", "huxam", "dorvel zwiebat")
    assert [sentence_of(page, token) for token in range(5)] == [0, 0, 1, 2, 2]
    start, end = sentence_span(page, 2)
    assert page.text[start:end] == "dorvel zwiebat"


def test_rows_say_where_a_word_stands_and_what_is_beside_it() -> None:
    pages = [
        index_passages(each, pack("nl"))
        for each in (told("flurbel", "huxam", "dorvel"), told("huxam"))
    ]
    settings = grounded().features.alignment
    assert settings is not None
    context = Context(pages, pack("nl"), settings)
    # A gap, three sentences, a gap, one sentence, a gap.
    assert context.size == 7
    table = context.rows([("huxam", "huxam"), ("dorvel", "dorvel")])
    assert table[:, :7].tolist() == [[0, 1, 1, 1, 0, 1, 0], [0, 0, 1, 1, 0, 0, 0]]
    assert table[:, 7:].tolist() == [[0, 0, 1, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 0]]
    assert context.rows([]).shape == (0, 14)


@pytest.mark.parametrize(
    ("form", "lemma", "claims"), [("word", "worden", False), ("wint", "winnen", True)]
)
def test_an_auxiliary_claims_nothing_however_it_is_written(
    form: str, lemma: str, claims: bool
) -> None:
    parsed = sentences([("hoe", "hoe", "ADV", "advmod", 1), (form, lemma, "VERB", "ROOT", 1)])
    assert is_claim(parsed, 1, pack("nl")) is claims


@pytest.mark.parametrize(("before", "behind", "claims"), [("uw", "staat", True),
                                                          ("er", "mee", False),
                                                          ("dan", "mee", False)])  # fmt: skip
def test_a_word_of_talk_that_claims_unless_it_stands_beside_others(
    before: str, behind: str, claims: bool
) -> None:
    parsed = sentences([
        (before, before, "ADV", "advmod", 1),
        ("rekening", "rekening", "NOUN", "ROOT", 1),
        (behind, behind, "ADV", "advmod", 1),
    ])  # fmt: skip
    assert is_claim(parsed, 1, pack("nl")) is claims
