"""Buttons that nobody has are held whatever the question says, and those that a page has pass.

The bar is a count: of the 20 invented buttons of a language 19 must be found to be missing and none
may be sent, and of the 40 true ones at most one may be blamed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from truthscore import Guardrail, TruthScorer, Verdict

HERE = Path(__file__).parent
LANGUAGES = ("nl", "en")
#: Stars from which an answer has nothing against it.
UNBLAMED = 3.0

Row = tuple[Mapping[str, str], Mapping[str, Any]]


def rows(lang: str, kind: str) -> Iterator[Row]:
    """Each page of a language with one of its answers."""
    pages = tomllib.loads((HERE / f"buttons_{lang}.toml").read_text("utf-8"))["pages"]
    for page in pages:
        given = {"id": page["title"], "title": page["title"], "text": page["text"]}
        for answer in page[kind]:
            yield given, answer


def missing(verdict: Verdict) -> list[str]:
    measured = verdict.features.get("components_defined")
    return [] if measured is None else [e.label for e in measured.evidence if e.role == "missing"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["true", "invented"])
def test_half_of_the_questions_hold_the_word_of_the_button(lang: str, kind: str) -> None:
    asked = [answer["asked"] for _, answer in rows(lang, kind)]
    assert (len(asked), sum(asked)) == (20, 10)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_invented_buttons_are_held(guardrail: Guardrail, lang: str) -> None:
    sent, found = [], 0
    for page, row in rows(lang, "invented"):
        decision = guardrail.check(question=row["question"], answer=row["answer"], context=[page])
        if decision.action == "allow":
            sent.append(row["answer"])
        found += bool(missing(decision.verdict)) and decision.cause == "missing_component"
    assert sent == []
    assert found >= 19


def test_true_buttons_are_not_blamed(guardrail: Guardrail) -> None:
    blamed = []
    for lang in LANGUAGES:
        for page, row in rows(lang, "true"):
            verdict = guardrail.check(
                question=row["question"], answer=row["answer"], context=[page]
            ).verdict
            if missing(verdict) or verdict.score is None or verdict.score < UNBLAMED:
                blamed.append(row["answer"])
    assert len(blamed) <= 1, blamed


@pytest.mark.parametrize(
    ("lang", "question", "page", "answer", "button"),
    [
        ("en", "How do I delete a contact?", "Tick the contact and click Archive.",
         "Tick the contact and click **Delete**.", "Delete"),
        ("nl", "Hoe kan ik een contact verwijderen?", "Vink het contact aan en klik op Archiveren.",
         "Vink het contact aan en klik op **Delete**.", "Delete"),
        # the notation of the paper (§6.2.4), in small letters
        ("en", "How can I see what I earn?", "Go to Payslips.", "Click on: salary", "salary"),
        ("nl", "Hoe kan ik zien wat ik verdien?", "Ga naar Loonstroken.", "Klik op: salaris",
         "salaris"),
    ],
)  # fmt: skip
def test_paper_gives_one_star(
    scorer: TruthScorer, lang: str, question: str, page: str, answer: str, button: str
) -> None:
    verdict = scorer.score(question=question, answer=answer, context=[page], lang=lang)
    assert (verdict.score, verdict.override) == (1.0, "missing_component")
    assert [label.casefold() for label in missing(verdict)] == [button.casefold()]


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        ("nl", "Druk op de Enter-toets om de regel vast te leggen.",
         "Druk op **Return** om de regel vast te leggen."),
        ("nl", "Sla het document op met Ctrl + S.", "Sla het document op: druk op **Ctrl+S**."),
        ("nl", "Druk op Esc om het venster te sluiten.",
         "Druk op de toets **Escape** om het venster te sluiten."),
        ("nl", "Met Del haalt u de regel weg.", "Gebruik de Delete-toets: die haalt de regel weg."),
        ("nl", "Spring met Tab of Enter naar het volgende veld.",
         "Druk op Enter of Tab om naar het volgende veld te springen."),
        ("nl", "Klik op Inwisselen. U kunt annuleren of kopiëren. Druk op Enter om verder te gaan.",
         "Druk op Return om verder te gaan."),
        ("en", "Press the Enter key to keep the row.", "Press **Return** to keep the row."),
        ("en", "Save the document with Ctrl + S.", "Save the document: press Ctrl+S."),
        ("en", "Press Esc to close the window.", "Press the **Escape** key to close the window."),
        ("en", "Del takes the row away.", "Use the Delete key: it takes the row away."),
        ("en", "Go to the next field with Tab or Enter.",
         "Press Enter or Tab to go to the next field."),
        ("en", "Hold Cmd and click the rows.", "Hold **Command** and click the rows."),
    ],
)  # fmt: skip
def test_keys_that_are_pressed_are_no_buttons(
    grounded: TruthScorer, lang: str, page: str, answer: str
) -> None:
    verdict = grounded.score(question="", answer=answer, context=[page], lang=lang)
    assert missing(verdict) == []
    assert verdict.override is None
    assert verdict.score is not None
    assert verdict.score >= UNBLAMED
