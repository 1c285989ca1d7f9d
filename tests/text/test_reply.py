"""Replies through the real parse: what "ja" or "nee" takes over, and what is not lifted by it."""

from __future__ import annotations

import pytest

from truthscore import TruthScorer
from truthscore.types import Verdict


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def judge(scorer: TruthScorer, lang: str, question: str, answer: str, page: str) -> Verdict:
    return scorer.score(question=question, answer=answer, context=[page], lang=lang)


def stars(scorer: TruthScorer, lang: str, question: str, answer: str, page: str) -> float:
    score = judge(scorer, lang, question, answer, page).score
    assert score is not None
    return score


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page", "share"),
    [
        # All that was asked stands in the sentence; the answer has no word of its own.
        ("nl", "Kan ik de zaal reserveren?", "Ja hoor, dat kan.",
         "U kunt de zaal reserveren op de site.", 1.0),
        ("en", "Can I reserve the hall?", "Yes, you can.",
         "You can reserve the hall on the site.", 1.0),
        ("nl", "Kan ik de zaal annuleren?", "Nee, helaas niet.",
         "U kunt de zaal niet annuleren.", 1.0),
        ("nl", "Kan ik de zaal reserveren?", "Ja, inderdaad.",
         "U kunt de zaal reserveren op de site.", 1.0),
        # A word of the question is a form of one on the page.
        ("nl", "Worden reiskosten vergoed?", "Nee.", "De werkgever vergoedt geen reiskosten.", 1.0),
        # What opens a sentence bears on all of its clause.
        ("en", "May I send medical records by e-mail?", "No.",
         "Never send medical records by e-mail.", 1.0),
        # The case is the one that was asked about.
        ("nl", "Krijg ik korting als ik student ben?", "Ja.",
         "U krijgt korting als u student bent.", 1.0),
    ],
)  # fmt: skip
def test_a_reply_says_what_was_asked(
    scorer: TruthScorer, lang: str, question: str, answer: str, page: str, share: float
) -> None:
    found = judge(scorer, lang, question, answer, page)
    assert found.features["statements"].value == pytest.approx(share)
    assert found.features["rouge_l"].value is None
    assert found.features["contradiction"].raw == 0.0
    assert found.score is not None
    assert found.score >= 4.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page"),
    [
        ("nl", "Kan ik de zaal reserveren?", "Nee, dat kan niet.",
         "U kunt de zaal reserveren op de site."),
        ("en", "Can I reserve the hall?", "No, you cannot.",
         "You can reserve the hall on the site."),
        # The page does not tell: a heavy word of the question stands nowhere.
        ("nl", "Kan ik de zaal in bitcoin betalen?", "Ja, dat kan.",
         "U kunt de zaal betalen in de app."),
        # It names something that does not stand beside what was asked.
        ("nl", "Kan ik de zaal reserveren?", "Ja, dat kan bij de gemeente.",
         "U kunt de zaal reserveren op de site."),
        ("en", "Can I reserve the hall?", "Yes, at the town council.",
         "You can reserve the hall on the site."),
        # A limit, and a case that was not asked about.
        ("nl", "Kan ik de zaal reserveren?", "Ja, dat kan.",
         "Leden kunnen de zaal alleen reserveren als de contributie is betaald."),
    ],
)  # fmt: skip
def test_a_reply_that_is_not_borne_out_is_not_lifted(
    scorer: TruthScorer, lang: str, question: str, answer: str, page: str
) -> None:
    assert stars(scorer, lang, question, answer, page) < 4.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page"),
    [
        ("nl", "Kan ik de zaal reserveren?", "De burgemeester betaalt de borrel.",
         "U kunt de zaal reserveren op de site."),
        ("en", "Can I reserve the hall?", "The mayor pays for drinks.",
         "You can reserve the hall on the site."),
    ],
)  # fmt: skip
def test_only_a_reply_takes_the_questions_words(
    scorer: TruthScorer, lang: str, question: str, answer: str, page: str
) -> None:
    alone = stars(scorer, lang, question, answer, page)
    assert alone < 4.0
    assert stars(scorer, lang, question, f"{question}\n\n{answer}", page) < 4.0


def test_a_bare_reply_that_is_wrong_is_contradicted(scorer: TruthScorer) -> None:
    page = "U kunt de zaal niet annuleren."
    assert stars(scorer, "nl", "Kan ik de zaal annuleren?", "Ja.", page) < 3.0


def test_a_sentence_that_tells_more_bears_out_a_yes_and_denies_no_no(scorer: TruthScorer) -> None:
    page = "Iedere medewerker ontvangt elke maand automatisch een melding over de nieuwe versie."
    question = "Krijg ik een melding over de nieuwe versie?"
    assert stars(scorer, "nl", question, "Ja.", page) > 3.0
    said_no = judge(scorer, "nl", question, "Nee.", page)
    assert said_no.features["contradiction"].raw in (None, 0.0)
    assert said_no.status == "not_scored"  # nothing bears it out


def test_no_before_a_noun_is_no_reply(scorer: TruthScorer) -> None:
    page = "You can cancel the order in your account."
    question = "Can I cancel the order?"

    def rules(answer: str) -> set[str | None]:
        found = judge(scorer, "en", question, answer, page).features["contradiction"].evidence
        return {each.rule for each in found}

    assert "reply" not in rules("No problem! You can cancel the order in your account.")
    assert "reply" in rules("No.")


@pytest.mark.parametrize(
    ("lang", "page", "question", "answers"),
    [
        ("nl", "Het retourneren is gratis.", "Is het retourneren gratis?",
         ["Zeker niet.", "Klopt niet.", "Inderdaad niet, helaas.", "Ja, maar niet altijd."]),
        ("nl", "U kunt de app ook op een tablet gebruiken.",
         "Kan ik de app op een tablet gebruiken?",
         ["Zeker niet!", "Ja, maar dat kan niet meer."]),
        ("en", "You can return an order within 30 days.",
         "Can I return an order within 30 days?",
         ["Indeed not.", "Yes, but not always."]),
    ],
)  # fmt: skip
def test_a_yes_that_is_taken_back_is_not_borne_out(
    whole: TruthScorer, lang: str, page: str, question: str, answers: list[str]
) -> None:
    for answer in answers:
        assert stars(whole, lang, question, answer, page) < 3.0, answer
    yes = {"nl": "Zeker!", "en": "Yes."}[lang]
    assert stars(whole, lang, question, yes, page) > 4.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page"),
    [
        ("en", "How do I reserve the hall?", "Yes.", "You can reserve the hall on the site."),
        (
            "en",
            "How do I reserve the hall?",
            "Absolutely!",
            "You can reserve the hall on the site.",
        ),
        ("nl", "Hoe reserveer ik de zaal?", "Zeker.", "U kunt de zaal reserveren op de site."),
    ],
)
def test_what_asks_how_is_not_answered_by_yes(
    scorer: TruthScorer, lang: str, question: str, answer: str, page: str
) -> None:
    assert (judge(scorer, lang, question, answer, page).score or 0.0) < 3.0
