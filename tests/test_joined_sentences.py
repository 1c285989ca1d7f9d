"""Sentences that are joined to one: what a part says is held against the passage of that part."""

from __future__ import annotations

import pytest

from tests.test_unsupported_sentence import PAGES, scored
from truthscore import TruthScorer

#: What is said of the order, of the release, and of the slip, with and without a denial.
SAID = {
    "nl": (
        "Kies de printer en het aantal exemplaren",
        "als de order nog niet is vrijgegeven, is de knop grijs",
        (
            "een vrijgegeven order kunt u niet meer wijzigen",
            "een vrijgegeven order kunt u wijzigen",
        ),
        "een kopie van de pakbon staat onder Documenten bij de order",
    ),
    "en": (
        "Choose the printer and the number of copies",
        "if the order has not been released yet, the button is grey",
        (
            "you cannot change an order that has been released",
            "you can change an order that has been released",
        ),
        "a copy of the packing slip is kept under Documents with the order",
    ),
}
JOINS = {"nl": (": ", " - ", "; ", ", en "), "en": (": ", " - ", "; ", ", and ")}


def joined(lang: str, join: str, *, true: bool) -> str:
    first, second, (right, wrong), last = SAID[lang]
    return join.join([first, second, right if true else wrong, last]) + "."


@pytest.mark.parametrize(("lang", "join"), [(lang, join) for lang in JOINS for join in JOINS[lang]])
def test_a_part_that_its_passage_denies_is_not_sent(
    grounded: TruthScorer, lang: str, join: str
) -> None:
    send_from = grounded.profile.decision.send_from
    wrong = scored(grounded, lang, joined(lang, join, true=False))
    assert wrong.score is not None
    assert wrong.score < send_from
    assert any(each.verdict != "supported" for each in wrong.statements)


@pytest.mark.parametrize(("lang", "join"), [(lang, join) for lang in JOINS for join in JOINS[lang]])
def test_true_sentences_stay_true_when_they_are_joined(
    grounded: TruthScorer, lang: str, join: str
) -> None:
    right = scored(grounded, lang, joined(lang, join, true=True))
    assert right.override is None


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_html_lines_are_read_one_by_one(grounded: TruthScorer, lang: str) -> None:
    lines = [each.strip() for each in PAGES[lang].split(". ")[1:4]]
    lie = {
        "nl": "De chauffeur scant de barcode met zijn terminal.",
        "en": "The driver scans the barcode with a terminal.",
    }
    found = scored(grounded, lang, "<br>".join([*lines, lie[lang]]))
    assert found.score is not None
    assert found.score < grounded.profile.decision.send_from
