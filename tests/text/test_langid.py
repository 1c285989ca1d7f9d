"""Telling languages apart."""

from __future__ import annotations

import pytest

from truthscore.text import langid


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Hoe wijzig ik het adres van een medewerker?"),
        ("nl", "Kan ik een factuur crediteren?"),
        ("nl", "Waar vind ik mijn loonstrook?"),
        ("en", "How do I change the address of an employee?"),
        ("en", "Can I cancel my subscription?"),
        ("en", "Where can I find my payslip?"),
        ("de", "Wie kann ich die Adresse eines Mitarbeiters ändern?"),
        ("fr", "Comment puis-je modifier l'adresse d'un employé ?"),
        ("no", "Hvordan endrer jeg adressen til en ansatt i systemet?"),
    ],
)
def test_a_support_question_is_told_by_its_language(lang: str, text: str) -> None:
    assert langid.identify(text) == lang


def test_every_candidate_is_a_language_that_the_model_knows() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    known = set(LanguageIdentifier.from_model_file(MODEL_FILE).labels)
    assert set(langid.CANDIDATES) <= known


@pytest.mark.parametrize("texts", [(), ("",), ("  \n",), ("123 + 4?", "!!"), ("", "", "🙂")])
def test_texts_without_a_letter_have_no_language(texts: tuple[str, ...]) -> None:
    assert langid.identify(*texts) is None


def test_a_short_question_is_helped_by_the_text_behind_it() -> None:
    answer = "Open de medewerker en kies het tabblad Adres om het adres te wijzigen."
    assert langid.identify("Ok?", answer) == "nl"


def test_a_long_question_is_not_outvoted_by_what_comes_behind_it() -> None:
    question = (
        "Hoe wijzig ik het adres van een medewerker die verhuisd is naar een andere gemeente?"
    )
    assert len(question) >= langid.ENOUGH
    english = "This page tells how to change the address of an employee. " * 20
    assert langid.identify(question, english) == "nl"


def test_a_text_just_short_of_enough_still_reads_the_next_one() -> None:
    digits = "1" * (langid.ENOUGH - 1)
    assert langid.identify(digits, "Hoe wijzig ik het adres van mijn medewerker?") == "nl"
    assert langid.identify(digits + "1", "Hoe wijzig ik het adres?") is None


def test_the_same_text_gets_the_same_language_each_time() -> None:
    text = "Hoe exporteer ik de journaalposten?"
    assert {langid.identify(text) for _ in range(5)} == {"nl"}
