"""What words mean, where pages say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import call
from truthscore import TruthScorer, language, profile, resources
from truthscore.text.glossary import definitions, used

PATTERNS = [
    (code, each["example"], each["term"], each["meaning"])
    for code in resources.languages()
    for each in language.load(code).glossary["patterns"]
]


def found(text: str, lang: str, title: str = "") -> list[tuple[str, str]]:
    return [(e.term, e.meaning) for e in definitions(text, title, language.load(lang))]


@pytest.mark.parametrize(("code", "example", "term", "meaning"), PATTERNS)
def test_every_pattern_has_an_example_that_reaches_it(
    code: str, example: str, term: str, meaning: str
) -> None:
    assert (term, meaning) in found(example, code)


def test_the_first_sentence_below_a_title_says_what_it_is() -> None:
    page = "# Loonrun\n\nEen loonrun is de berekening van alle lonen. Daarna boekt u.\n"
    assert found(page, "nl") == [("Loonrun", "is de berekening van alle lonen")]
    assert found("A leave pot is a number of hours.", "en", "Leave pot") == [
        ("Leave pot", "is a number of hours")
    ]


def test_a_list_below_a_heading_and_a_table() -> None:
    page = "## Begrippen\n\n- **Urenbord**: de uren van een week\n- Bonnenbak - losse bonnen\n"
    assert found(page, "nl") == [
        ("Urenbord", "de uren van een week"), ("Bonnenbak", "losse bonnen"),
    ]  # fmt: skip
    table = "| Term | Definition |\n| --- | --- |\n| Pay run | All wages of a month |\n\n| a | b |"
    assert found(table, "en") == [("Pay run", "All wages of a month")]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Dit betekent dat u opnieuw begint.", "nl"),
        ("This means the list is empty.", "en"),
        ("When the link refers to a record, it opens.", "en"),
        ("## Steps\n\n- **Save**: choose it\n", "en"),
        ("| Veld | Waarde |\n| --- | --- |\n| Naam | Jan |\n", "nl"),
        ("Onder Personeel wordt de medewerker geopend.", "nl"),
    ],
)
def test_what_defines_nothing(text: str, lang: str) -> None:
    assert found(text, lang) == []


def test_only_whole_words_are_used() -> None:
    meanings = {"loonrun": "x", "pot": "y", "vrije dag": "z"}
    assert list(used("De Loonrun valt op een vrije dag, de spot niet.", meanings)) == [
        "loonrun", "vrije dag",
    ]  # fmt: skip


def test_terms_build_writes_meanings_and_a_verdict_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "loonrun.md"
    page.write_text("Onder loonrun verstaan we de berekening van alle lonen.\nStart de loonrun.\n")
    terms = tmp_path / "terms.txt"
    code, _, said = call(capsys, "terms", "build", str(page), "--glossary", "-o", str(terms))
    assert (code, "1 words with a meaning" in said) == (0, True)
    assert "loonrun\tde berekening van alle lonen" in terms.read_text()
    own = tmp_path / "own.toml"
    own.write_text(
        'extends = "grounded"\nname = "own"\n[features.company_terms]\nterms_file = "terms.txt"\n'
    )
    made = profile.load(own)
    assert made.terms is not None
    assert "loonrun" in made.terms
    verdict = TruthScorer.load(own).score(
        question="Hoe start ik?", answer="Start de loonrun.", context=[page.read_text()], lang="nl"
    )
    assert verdict.features["company_terms"].note == "loonrun = de berekening van alle lonen"
