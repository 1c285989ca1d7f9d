"""Telling languages apart."""

from __future__ import annotations

import subprocess
import sys

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


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Hoe kan ik mijn factuur aan een klant sturen en wat kost het?"),
        ("en", "How can I send my invoice to the customer, and what does it cost?"),
        ("de", "Wie kann ich meine Rechnung an den Kunden senden und was kostet es?"),
        ("no", "Hvordan kan jeg sende en faktura til kunden, og hva koster det?"),
        ("fr", "Comment puis-je envoyer une facture au client, et combien est-ce que cela coûte ?"),
    ],
)
def test_function_words_tell_no_other_language_and_spare_the_model(lang: str, text: str) -> None:
    told = langid._by_function_words(text)
    assert told == (lang if lang in ("nl", "en") else None)
    assert langid.identify(text) == lang


def test_two_languages_in_one_text_leave_doubt() -> None:
    text = "Hoe kan ik dit doen? How can I do this? Wat kost het niet? What does it not cost?"
    assert langid._by_function_words(text) is None


def test_plain_dutch_and_english_rows_load_no_model() -> None:
    program = (
        "import sys; from truthscore.text import langid; "
        "assert langid.identify('Hoe kan ik mijn factuur aan een klant sturen?') == 'nl'; "
        "assert langid.identify('How can I send my invoice to the customer?') == 'en'; "
        "assert 'py3langid' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
