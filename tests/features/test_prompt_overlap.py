"""Prompt overlap: words of the question that come back in the answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import Row, inputs, sentences, shown, tuned
from truthscore.features.prompt_overlap import PROMPT_OVERLAP, measure
from truthscore.text.model import ParsedText
from truthscore.types import Measurement

# "Hoe wijzig ik het adres van een medewerker ?": content lemmas wijzigen, adres, medewerker.
NL_QUESTION = sentences(
    [
        ("Hoe", "hoe", "SCONJ", "mark", 1),
        ("wijzig", "wijzigen", "VERB", "root", 1),
        ("ik", "ik", "PRON", "nsubj", 1),
        ("het", "het", "DET", "det", 4),
        ("adres", "adres", "NOUN", "obj", 1),
        ("van", "van", "ADP", "case", 6),
        ("medewerkers", "medewerker", "NOUN", "nmod", 4),
        ("?", "?", "PUNCT", "punct", 1),
    ]
)
NL_ANSWER = sentences(
    [
        ("Adressen", "adres", "NOUN", "obj", 1),
        ("staan", "staan", "VERB", "root", 1),
        ("bij", "bij", "ADP", "case", 3),
        ("adres", "adres", "NOUN", "obl", 1),
        ("?", "?", "PUNCT", "punct", 1),
    ]
)
EN_QUESTION = sentences(
    [
        ("Can", "can", "AUX", "aux", 2),
        ("I", "i", "PRON", "nsubj", 2),
        ("cancel", "cancel", "VERB", "root", 2),
        ("orders", "order", "NOUN", "obj", 2),
    ]
)
EN_ANSWER = sentences(
    [
        ("You", "you", "PRON", "nsubj", 2),
        ("can", "can", "AUX", "aux", 2),
        ("cancel", "cancel", "VERB", "root", 2),
        ("an", "a", "DET", "det", 4),
        ("order", "order", "NOUN", "obj", 2),
    ]
)


def test_a_dutch_question_comes_back_for_one_third() -> None:
    # 1 of 3 lemmas (adres): raw 1/3, value min(1, (1/3) / 0.5) = 2/3
    given_ = inputs(PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER)
    found = measure(given_)
    assert found.raw == pytest.approx(1 / 3)
    assert found.value == pytest.approx(2 / 3)
    assert shown(found, given_) == [("supports", "adres", "Adressen", ("question", "adres"))]


def test_an_english_question_comes_back_whole() -> None:
    given_ = inputs(PROMPT_OVERLAP, "en", question=EN_QUESTION, answer=EN_ANSWER)
    found = measure(given_)
    assert (found.value, found.raw, found.note) == (1.0, 1.0, None)
    assert shown(found, given_) == [
        ("supports", "cancel", "cancel", ("question", "cancel")),
        ("supports", "order", "order", ("question", "orders")),
    ]


@pytest.mark.parametrize(
    ("asked", "said", "comes_back"),
    [
        ("factuur", "verkoopfactuur", True),  # the last part of a compound
        ("leverancierskaart", "leverancier", True),  # the first part
        ("prioriteit", "priorteit", True),  # a typo
        ("boeken", "geboekt", False),  # too far for a ratio of 85
        ("kaart", "kaarten", True),
        ("veld", "veldnaam", False),  # shorter than part_length
    ],
)
def test_forms_parts_and_typos_of_a_word_come_back(asked: str, said: str, comes_back: bool) -> None:
    question = sentences([(asked, asked, "NOUN", "root", 0)])
    answer = sentences([("Het", "het", "DET", "det", 1), (said, said, "NOUN", "root", 1)])
    given_ = inputs(PROMPT_OVERLAP, "nl", question=question, answer=answer)
    found = measure(given_)
    assert found.raw == (1.0 if comes_back else 0.0)
    if comes_back:
        assert shown(found, given_) == [("supports", asked, said, ("question", asked))]


def test_full_at_is_a_setting() -> None:
    settings = tuned("features.prompt_overlap", full_at=1.0)
    given_ = inputs(PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER, settings=settings)
    assert measure(given_).value == pytest.approx(1 / 3)


def test_a_word_asked_twice_counts_once() -> None:
    question = sentences([("adres", "adres", "NOUN", "a", 0), ("Adres", "adres", "NOUN", "a", 1)])
    given_ = inputs(PROMPT_OVERLAP, "nl", question=question, answer=NL_ANSWER)
    found = measure(given_)
    assert (found.raw, len(found.evidence)) == (1.0, 1)
    assert found.evidence[0].match is not None
    assert found.evidence[0].match.start == 0


def test_an_answer_that_repeats_nothing_gets_zero() -> None:
    given_ = inputs(PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer="Klik hier")
    assert measure(given_) == Measurement(value=0.0, raw=0.0)


def test_a_question_of_function_words_has_no_value() -> None:
    question = sentences([("Hoe", "hoe", "SCONJ", "root", 0), ("dat", "dat", "PRON", "obj", 0)])
    for text in (question, sentences()):
        given_ = inputs(PROMPT_OVERLAP, "nl", question=text, answer=NL_ANSWER)
        assert measure(given_) == Measurement(value=None, note="the question has no content words")


@pytest.mark.parametrize(("least", "applies"), [(1, True), (3, True), (4, False)])
def test_the_question_needs_enough_content_words(least: int, applies: bool) -> None:
    settings = tuned("features.prompt_overlap", min_words=least)
    given_ = inputs(PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER, settings=settings)
    assert (measure(given_).value is not None) is applies


def test_pages_play_no_part() -> None:
    plain = inputs(PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER)
    paged = inputs(
        PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER, pages={"a": "adres wijzigen"}
    )
    assert measure(plain) == measure(paged)


LEMMAS = st.lists(st.sampled_from("abcdef"), max_size=8)


def _of(lemmas: list[str]) -> ParsedText:
    rows: list[Row] = [(lemma.upper(), lemma, "NOUN", "dep", 0) for lemma in lemmas]
    return sentences(rows)


@given(asked=LEMMAS, said=LEMMAS)
def test_raw_is_the_share_of_the_questions_lemmas(asked: list[str], said: list[str]) -> None:
    given_ = inputs(PROMPT_OVERLAP, "en", question=_of(asked), answer=_of(said))
    found = measure(given_)
    assert found == measure(given_)
    if not asked:
        assert found.value is None
        return
    share = len(set(asked) & set(said)) / len(set(asked))
    assert found.raw == share
    assert found.value == min(1.0, share / 0.5)
    for role, label, words, match in shown(found, given_):
        assert (role, words.lower(), match) == ("supports", label, ("question", words))
    assert [each.span.start for each in found.evidence] == sorted(
        each.span.start for each in found.evidence
    )


def test_the_first_word_of_the_family_is_shown_unless_the_word_itself_is_there() -> None:
    question = sentences([("factuur", "factuur", "NOUN", "root", 0)])
    rows: list[Row] = [
        ("verkoopfactuur", "verkoopfactuur", "NOUN", "root", 0),
        ("factuurnummer", "factuurnummer", "NOUN", "dep", 0),
    ]
    given_ = inputs(PROMPT_OVERLAP, "nl", question=question, answer=sentences(rows))
    assert [row[2] for row in shown(measure(given_), given_)] == ["verkoopfactuur"]
    rows.append(("Factuur", "factuur", "NOUN", "dep", 0))
    given_ = inputs(PROMPT_OVERLAP, "nl", question=question, answer=sentences(rows))
    assert [row[2] for row in shown(measure(given_), given_)] == ["Factuur"]


def test_the_papers_view_counts_dutch_function_words_too() -> None:
    # §6.1: lemmatised and lower-cased: hoe, wijzigen, ik, het, adres, van, medewerker; adres back
    given_ = inputs(
        PROMPT_OVERLAP, "nl", question=NL_QUESTION, answer=NL_ANSWER,
        settings=tuned("features.prompt_overlap", words="view", full_at=1.0),
    )  # fmt: skip
    assert measure(given_).value == pytest.approx(1 / 7)
