"""General answer, context synthesis, out of context, context limitation, by hand."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import grounded, told
from truthscore.features.base import Feature, Inputs
from truthscore.features.context_limitation import CONTEXT_LIMITATION
from truthscore.features.context_synthesis import CONTEXT_SYNTHESIS
from truthscore.features.general_answer import GENERAL_ANSWER
from truthscore.features.out_of_context import OUT_OF_CONTEXT
from truthscore.text.model import ParsedText
from truthscore.types import QUESTION

LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])
ONE = told("flurbel grommik", "zwiebat", "prunkel", "dorvel")
TWO = told("huxam", "snorrit")


def inputs(
    feature: Feature, lang: str, answer: ParsedText, question: ParsedText | str = ""
) -> Inputs:
    return builders.inputs(
        feature, lang, answer=answer, question=question, pages={"one": ONE, "two": TWO},
        settings=grounded(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "vague"), [("nl", ("kijk", "even", "goed")), ("en", ("look", "good", "thing"))]
)
def test_a_sentence_of_common_words_is_vague(lang: str, vague: tuple[str, ...]) -> None:
    answer = told(" ".join(vague), "flurbel")
    given = inputs(GENERAL_ANSWER, lang, answer)
    found = GENERAL_ANSWER.measure(given)
    units = given.aligned.units
    empty, whole = sum(units[0].weights), sum(units[0].weights) + 7.0
    assert all(weight < 2.5 for weight in units[0].weights)
    assert found.value == pytest.approx(1 - empty / whole, abs=1e-6)
    assert found.raw == 1.0
    assert builders.shown(found, given) == [
        ("unsupported", "says nothing specific", " ".join(vague), None)
    ]


@LANGUAGES
def test_a_sentence_with_a_figure_is_specific(lang: str) -> None:
    found = GENERAL_ANSWER.measure(inputs(GENERAL_ANSWER, lang, told("kost 6 euro")))
    assert (found.value, found.raw, found.evidence) == (1.0, 0.0, ())


@LANGUAGES
def test_an_answer_of_talk_alone_is_general(lang: str) -> None:
    found = GENERAL_ANSWER.measure(inputs(GENERAL_ANSWER, lang, told("de", function=["de"])))
    assert (found.value, found.raw) == (0.0, 1.0)
    assert GENERAL_ANSWER.measure(inputs(GENERAL_ANSWER, lang, told())).value is None


@LANGUAGES
def test_synthesis_counts_the_documents_that_sentences_stand_on(lang: str) -> None:
    answer = told("flurbel grommik", "zwiebat", "huxam", "klamfus")
    given = inputs(CONTEXT_SYNTHESIS, lang, answer)
    found = CONTEXT_SYNTHESIS.measure(given)
    assert (found.raw, found.value) == (2.0, 0.5)
    assert builders.shown(found, given) == [
        ("supports", "one", "flurbel grommik", ("one", "flurbel grommik")),
        ("supports", "two", "huxam", ("two", "huxam")),
    ]


@LANGUAGES
def test_synthesis_of_one_document_and_of_none(lang: str) -> None:
    alone = CONTEXT_SYNTHESIS.measure(inputs(CONTEXT_SYNTHESIS, lang, told("prunkel")))
    assert (alone.raw, alone.value) == (1.0, 1.0)
    none = CONTEXT_SYNTHESIS.measure(inputs(CONTEXT_SYNTHESIS, lang, told("klamfus")))
    assert none.value is None


@LANGUAGES
def test_the_share_of_the_context_that_is_used(lang: str) -> None:
    # "snorrit" uses itself and its neighbour: 2 of 6 sentences. full_at 0.3: full.
    found = OUT_OF_CONTEXT.measure(inputs(OUT_OF_CONTEXT, lang, told("snorrit")))
    assert (found.raw, found.value) == (2.0, 1.0)
    # Nothing stands on anything: 0 of 6.
    found = OUT_OF_CONTEXT.measure(inputs(OUT_OF_CONTEXT, lang, told("klamfus")))
    assert (found.raw, found.value) == (0.0, 0.0)
    settings = builders.tuned("features.out_of_context", grounded(), full_at=1.0)
    given = builders.inputs(
        OUT_OF_CONTEXT, lang, answer=told("snorrit"), pages={"one": ONE, "two": TWO},
        settings=settings,
    )  # fmt: skip
    assert OUT_OF_CONTEXT.measure(given).value == pytest.approx(2 / 6, abs=1e-6)


@LANGUAGES
def test_words_of_the_question_that_the_context_lacks(lang: str) -> None:
    # klamfus stands nowhere, flurbel does, superhuxam ends with huxam (5 letters): 14 of 21.
    asked = told("klamfus flurbel superhuxam klamfus")
    given = inputs(CONTEXT_LIMITATION, lang, told("flurbel"), asked)
    found = CONTEXT_LIMITATION.measure(given)
    assert found.raw == 1.0
    assert found.value == pytest.approx(2 / 3, abs=1e-6)
    [lacking] = found.evidence
    assert (lacking.span.source, lacking.span.start, lacking.span.end) == (QUESTION, 0, 7)
    assert builders.source_text(lacking.span, given) == "klamfus"


@LANGUAGES
def test_a_question_without_content_has_no_limits(lang: str) -> None:
    asked = told("de", function=["de"])
    given = inputs(CONTEXT_LIMITATION, lang, told("flurbel"), asked)
    assert CONTEXT_LIMITATION.measure(given).value is None
