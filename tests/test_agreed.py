"""A "yes" says what was asked: what a page says against the question is said against it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore import Example, TruthScorer, language, profile
from truthscore.example import documents
from truthscore.scoring import agreed
from truthscore.types import Measurement, TranslatedText, Translation, Verdict

KEPT = {
    "nl": "Documenten blijven 7 jaar bewaard. Een medewerker kan geen document wissen.",
    "en": "Posted documents are kept for 7 years. An employee cannot delete a document.",
}
UNTRUE = [
    ("nl", "Klopt het dat geboekte documenten 10 jaar bewaard blijven?", "Ja, dat klopt."),
    ("nl", "Ik boek veel. Blijven geboekte documenten 10 jaar bewaard?", "**Ja!**"),
    (
        "nl",
        "Kan een medewerker een document wissen?",
        "Ja hoor, dat kan. Vraag het hem.",
    ),
    (
        "en",
        "Is it true that posted documents are kept for 10 years?",
        "Yes, that is true.",
    ),
    ("en", "Can an employee delete a document?", "Yes, you can."),
]
TRUE = [
    ("nl", "Blijven documenten 7 jaar bewaard?", "Ja, dat klopt."),
    ("en", "Are posted documents kept for 7 years?", "Yes, they are."),
]
#: The answer does not only agree, or nobody can tell to what.
LEFT_ALONE = [
    ("nl", "Blijven documenten 10 jaar bewaard?", "Nee."),
    ("nl", "Blijven documenten 10 jaar bewaard?", "Ja, documenten blijven 7 jaar bewaard."),
    ("nl", "Kan een medewerker een document niet wissen?", "Ja."),
    ("en", "Can an employee not delete a document?", "Yes."),
    ("en", "How long are documents kept?", "7 years."),
]


def row(lang: str, question: str, answer: str) -> Example:
    pages = documents([{"id": "page", "text": KEPT[lang]}])
    return Example(id="1", question=question, answer=answer, context=pages, lang=lang)


@pytest.mark.parametrize(("lang", "question", "answer"), UNTRUE)
def test_a_yes_to_what_is_not_so_is_untrue_at_the_yes(
    grounded: TruthScorer, lang: str, question: str, answer: str
) -> None:
    [verdict] = grounded.score_many([row(lang, question, answer)])
    assert (verdict.score or 5.0) < 3.0
    told = [
        each
        for found in verdict.features.values()
        for each in found.evidence
        if each.role == "contradicts"
    ]
    said = answer.partition(".")[0].strip("*!")
    assert told
    for each in told:
        assert answer[each.span.start : each.span.end] in {said, said.partition(" ")[0].rstrip(",")}
        assert getattr(each.match, "source", None) == "page"


@pytest.mark.parametrize(("lang", "question", "answer"), TRUE)
def test_a_yes_to_what_is_so_stays_true(
    grounded: TruthScorer, lang: str, question: str, answer: str
) -> None:
    [verdict] = grounded.score_many([row(lang, question, answer)])
    assert (verdict.score or 0.0) > 4.0


@pytest.mark.parametrize(("lang", "question", "answer"), LEFT_ALONE)
def test_what_does_not_only_agree_is_read_by_itself(
    grounded: TruthScorer, lang: str, question: str, answer: str
) -> None:
    example = row(lang, question, answer)
    [verdict] = grounded.score_many([example])
    scored = replace(verdict, score=verdict.score or 5.0)
    assert agreed.asked_by(example, scored, language.load(lang)) is None


def test_a_row_with_a_translation_is_left_alone() -> None:
    """Its answer is translated, and no statement is."""
    lang, question, answer = UNTRUE[0]
    example = row(lang, question, answer)
    verdict = Verdict(id="1", status="scored", score=5.0, lang=lang)
    assert agreed.asked_by(example, verdict, language.load(lang)) is not None
    text = TranslatedText(text="")
    made = Translation(
        source="nl", target="en", provider="test", version="1", date="2026-01-01",
        question=text, answer=text,
    )  # fmt: skip
    translated = replace(example, translation=made)
    assert agreed.asked_by(translated, verdict, language.load(lang)) is None


@given(own=st.floats(1.0, 5.0), value=st.floats(0.0, 1.0))
def test_nothing_found_takes_nothing_off(own: float, value: float) -> None:
    settings = profile.load("grounded").score
    verdict = Verdict(id="1", status="scored", score=own, lang="nl")
    silent = replace(verdict, features={"numbers": Measurement(value=value)})
    assert agreed.joined(verdict, silent, "Ja.", settings) == verdict
