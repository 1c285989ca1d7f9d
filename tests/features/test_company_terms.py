"""Company terms: the company's own words among the answer's special words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import wordfreq
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import inputs, read, shown, softened, tuned
from truthscore import language
from truthscore.features.company_terms import (
    COMPANY_TERMS,
    count_words,
    index,
    is_company_word,
    measure,
    terms_of,
)
from truthscore.profile import CompanyTerms
from truthscore.text.model import ParsedDocument
from truthscore.text.parser import SpacyParser
from truthscore.types import Measurement

SETTINGS = softened().features.company_terms

#: Special words (zipf at most 2.5) and general ones, as wordfreq counts them.
SPECIAL = {"nl": ["urenbord", "koppelpoort", "boekstuk"], "en": ["timeboard", "payrun", "payslip"]}
GENERAL = {"nl": ["klik", "adres", "medewerker"], "en": ["click", "address", "employee"]}


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_the_words_of_these_tests_are_what_wordfreq_says(lang: str) -> None:
    assert all(wordfreq.zipf_frequency(word, lang) <= 2.5 for word in SPECIAL[lang])
    assert all(wordfreq.zipf_frequency(word, lang) > 2.5 for word in GENERAL[lang])


def test_dutch_terms_are_a_share_of_the_special_words() -> None:
    # Special in the answer: urenbord, koppelpoort, boekstuk. The page has the first, and the
    # third as the lemma of "boekstukken": 2 of 3.
    page = read("Tijd: het urenbord toont boekstukken.", lemmas={"boekstukken": "boekstuk"})
    given_ = inputs(
        COMPANY_TERMS,
        "nl",
        answer="Het Urenbord klikt in de koppelpoort op het boekstuk.",
        pages={"tijd": page},
    )
    found = measure(given_)
    assert (found.value, found.raw, found.note) == (pytest.approx(2 / 3), 2.0, None)
    assert shown(found, given_) == [
        ("supports", "urenbord", "Urenbord", ("tijd", "urenbord")),
        ("unsupported", "koppelpoort", "koppelpoort", None),
        ("supports", "boekstuk", "boekstuk", ("tijd", "boekstukken")),
    ]


def test_english_terms_are_found_by_the_lemma_of_the_answer() -> None:
    # "payruns" is special (zipf 0) and its lemma is on the page; "postback" is invented: 1 of 2.
    answer = read("Open the payruns with a postback.", lemmas={"payruns": "payrun"})
    given_ = inputs(COMPANY_TERMS, "en", answer=answer, pages={"pay": "The payrun is here."})
    found = measure(given_)
    assert (found.value, found.raw) == (0.5, 1.0)
    assert shown(found, given_) == [
        ("supports", "payruns", "payruns", ("pay", "payrun")),
        ("unsupported", "postback", "postback", None),
    ]


def test_the_form_as_written_is_preferred_to_the_lemma_as_counterpart() -> None:
    answer = read("payruns", lemmas={"payruns": "payrun"})
    page = read("A payrun. Two payruns.", lemmas={"payruns": "payrun"})
    given_ = inputs(COMPANY_TERMS, "en", answer=answer, pages={"pay": page})
    assert shown(measure(given_), given_) == [
        ("supports", "payruns", "payruns", ("pay", "payruns"))
    ]


def test_a_repeated_word_counts_once_at_its_first_place() -> None:
    given_ = inputs(
        COMPANY_TERMS,
        "nl",
        answer="urenbord koppelpoort Urenbord urenbord",
        pages={"a": "klik urenbord urenbord"},
    )
    found = measure(given_)
    assert (found.value, found.raw) == (0.5, 1.0)
    assert found.evidence[0].span.start == 0
    assert found.evidence[0].match is not None
    assert found.evidence[0].match.start == len("klik ")


@pytest.mark.parametrize(
    ("lang", "answer"),
    [("nl", "Klik op de medewerker."), ("en", "Click the employee!"), ("nl", "")],
)
def test_an_answer_of_general_words_has_no_value(lang: str, answer: str) -> None:
    given_ = inputs(COMPANY_TERMS, lang, answer=answer, pages={"a": "urenbord payrun"})
    assert measure(given_) == Measurement(
        value=None, note="every word of the answer is general language"
    )


def test_without_pages_every_special_word_is_unsupported() -> None:
    given_ = inputs(COMPANY_TERMS, "nl", answer="urenbord koppelpoort")
    found = measure(given_)
    assert (found.value, found.raw) == (0.0, 0.0)
    assert [each.role for each in found.evidence] == ["unsupported"] * 2


def test_a_terms_file_decides_and_the_pages_only_show_the_place() -> None:
    settings = softened().model_copy(update={"terms": frozenset({"koppelpoort", "boekstuk"})})
    given_ = inputs(
        COMPANY_TERMS,
        "nl",
        answer="urenbord koppelpoort boekstuk",
        pages={"a": "urenbord boekstuk"},
        settings=settings,
    )
    found = measure(given_)
    assert (found.value, found.raw) == (pytest.approx(2 / 3), 2.0)
    assert shown(found, given_) == [
        ("unsupported", "urenbord", "urenbord", None),
        ("supports", "koppelpoort", "koppelpoort", None),
        ("supports", "boekstuk", "boekstuk", ("a", "boekstuk")),
    ]


def test_an_empty_terms_file_is_not_the_same_as_none() -> None:
    settings = softened().model_copy(update={"terms": frozenset()})
    given_ = inputs(
        COMPANY_TERMS, "nl", answer="urenbord", pages={"a": "urenbord"}, settings=settings
    )
    assert measure(given_).value == 0.0


def test_counts_of_all_pages_are_added_before_the_most_frequent_are_taken() -> None:
    # boekstuk 1 + 2 = 3 against urenbord 2: with room for one term it is boekstuk.
    pages = {"a": "urenbord urenbord boekstuk", "b": "boekstuk boekstuk"}
    settings = tuned("features.company_terms", max_terms=1)
    given_ = inputs(COMPANY_TERMS, "nl", answer="urenbord boekstuk", pages=pages, settings=settings)
    found = measure(given_)
    assert [(each.label, each.role) for each in found.evidence] == [
        ("urenbord", "unsupported"),
        ("boekstuk", "supports"),
    ]


def test_the_place_shown_is_in_the_first_page_that_has_the_word() -> None:
    given_ = inputs(
        COMPANY_TERMS, "nl", answer="urenbord", pages={"b": "het urenbord", "a": "urenbord"}
    )
    assert shown(measure(given_), given_)[0][3] == ("b", "urenbord")


def test_general_language_is_a_matter_of_zipf_frequency() -> None:
    assert wordfreq.zipf_frequency("accrual", "en") == 2.5
    assert is_company_word("accrual", "en", SETTINGS)  # at the limit counts as special
    assert not is_company_word("accrual", "en", tuned_company(general_zipf=2.49))
    assert not is_company_word("employee", "en", SETTINGS)
    assert is_company_word("employee", "en", tuned_company(general_zipf=8.0))


def tuned_company(**changes: Any) -> CompanyTerms:
    return tuned("features.company_terms", **changes).features.company_terms


def test_frequency_is_counted_in_the_language_of_the_row() -> None:
    assert wordfreq.zipf_frequency("loonstrook", "en") < 2.5
    assert wordfreq.zipf_frequency("loonstrook", "nl") > 2.5
    assert is_company_word("loonstrook", "en", SETTINGS)
    assert not is_company_word("loonstrook", "nl", SETTINGS)


@pytest.mark.parametrize(
    ("word", "expected"), [("qzx", True), ("qz", False), ("ln2041", False), ("koppel-poort", False)]
)
def test_a_company_word_has_letters_only_and_is_long_enough(word: str, expected: bool) -> None:
    assert is_company_word(word, "nl", SETTINGS) is expected


def test_terms_are_ranked_by_count_and_then_by_the_alphabet() -> None:
    counts = {"klik": 9, "urenbord": 2, "boekstuk": 2, "koppelpoort": 5, "bonnenbak": 1}
    settings = tuned("features.company_terms", max_terms=4).features.company_terms
    # klik is among the first four and general, so three terms are left.
    assert terms_of(counts, "nl", settings) == ["koppelpoort", "boekstuk", "urenbord"]


def test_words_are_counted_in_lower_case_and_without_digits_or_signs() -> None:
    texts = [read("Urenbord urenbord, 2024 LN2041!"), read("Klik urenbord")]
    assert count_words(texts, language.load("nl")) == Counter({"urenbord": 3, "klik": 1})


def test_the_index_counts_a_word_and_its_lemma_once_each() -> None:
    page = read("Payruns, payrun, click", lemmas={"payruns": "payrun"})
    document = ParsedDocument(source="a", title="", parsed=page)
    found = index(document, inputs(COMPANY_TERMS, "en").language, softened())
    assert found == {"payruns": (1, 0, 7), "payrun": (2, 0, 7)}


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("nl", "Hoe werkt het urenbord? Kies boekstuk.", "boekstuk"),
        ("nl", "# Wat is een urenbord\n\nKies boekstuk.", "boekstuk"),
        ("en", "How do I use the timeboard? Open the payrun.", "payrun"),
        ("en", "# Where is the timeboard\n\nOpen the payrun.", "payrun"),
    ],
)
def test_a_page_s_own_question_is_nothing_that_it_says(
    parsers: dict[str, SpacyParser], lang: str, text: str, said: str
) -> None:
    """Counted for the list and kept of a page alike."""
    [page] = parsers[lang].parse([text])
    pack = language.load(lang)
    special = set(SPECIAL[lang])
    assert set(count_words([page], pack)) & special == {said}
    assert set(index(ParsedDocument(source="a", title="", parsed=page), pack, softened())) == {said}


VOCABULARY = [*SPECIAL["nl"], *GENERAL["nl"], "2024", "!"]
TEXTS = st.lists(st.sampled_from(VOCABULARY), max_size=12).map(" ".join)


@given(answer=TEXTS, pages=st.lists(TEXTS, max_size=4))
def test_the_value_is_a_share_and_pages_in_any_order_or_twice_change_nothing(
    answer: str, pages: list[str]
) -> None:
    def judged(texts: list[str]) -> tuple[object, ...]:
        named = {f"doc{place}": text for place, text in enumerate(texts)}
        given_ = inputs(COMPANY_TERMS, "nl", answer=answer, pages=named)
        found = measure(given_)
        assert found == measure(given_)
        for role, label, words, match in shown(found, given_):
            assert words.lower() == label
            assert match is None or (role == "supports" and match[1].lower() == label)
        places = [(each.span, each.role, each.label) for each in found.evidence]
        return found.value, found.raw, places

    value, raw, _ = judged(pages)
    special = {word for word in answer.split() if word in SPECIAL["nl"]}
    known = special & set(" ".join(pages).split())
    assert value == (len(known) / len(special) if special else None)
    assert raw == (float(len(known)) if special else None)
    assert judged(pages) == judged(pages[::-1]) == judged(pages + pages)


def test_general_words_alone_and_mere_presence_as_the_profile_says() -> None:
    """§4.4.2: less likely true when too general; §5.2: "answers with such words"."""
    zero = tuned("features.company_terms", general_only="zero", value="presence")

    def value(answer: str) -> float | None:
        return measure(
            inputs(COMPANY_TERMS, "nl", answer=answer, pages={"p": "urenbord"}, settings=zero)
        ).value

    assert value("Klik op de medewerker.") == 0.0
    assert value("Open het urenbord met de koppelpoort.") == 1.0
    assert value("Open de koppelpoort.") == 0.0
