"""A whole sentence that no page has, beside true ones: the answer waits for a person.

Golden verdicts of `grounded` with the real pipelines.
"""

# ruff: noqa: E501 (a page and its answers read best side by side)

from __future__ import annotations

import pytest

from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument, Verdict

#: `[decision] send_from` of the profile.
SENT_FROM = 4.0
PAGES = {
    "nl": "# Pakbon afdrukken\n\nOpen het tabblad **Verzending** van de order en kies **Pakbon afdrukken**. De pakbon opent in een nieuw venster. Als de order nog niet is vrijgegeven, is de knop grijs. Een vrijgegeven order kunt u niet meer wijzigen. Op de pakbon staan geen prijzen.",
    "en": "# Print a packing slip\n\nOpen the **Shipping** tab of the order and choose **Print packing slip**. The packing slip opens in a new window. If the order has not been released yet, the button is grey. You cannot change an order that has been released. The packing slip shows no prices.",
}
QUESTIONS = {"nl": "Hoe druk ik een pakbon af?", "en": "How do I print a packing slip?"}
TRUE = {
    "nl": "Open het tabblad Verzending van de order en kies Pakbon afdrukken. De pakbon opent in een nieuw venster. Als de order nog niet is vrijgegeven, is de knop grijs.",
    "en": "Open the Shipping tab of the order and choose Print packing slip. The packing slip opens in a new window. If the order has not been released yet, the button is grey.",
}
ADDED = {
    "nl": [
        "De chauffeur scant daarna de barcode met zijn handterminal.",
        "Onbetaalde facturen herinnert het systeem elke maandag automatisch.",
    ],
    "en": [
        "The driver then scans the barcode with a handheld terminal.",
        "Unpaid invoices get an automatic reminder every Monday.",
    ],
}


def scored(grounded: TruthScorer, lang: str, answer: str) -> Verdict:
    page = ContextDocument(id="page", text=PAGES[lang])
    row = Example(id="row", question=QUESTIONS[lang], answer=answer, context=(page,), lang=lang)
    return next(iter(grounded.score_many([row])))


@pytest.mark.parametrize(
    ("lang", "added"), [(lang, added) for lang, each in ADDED.items() for added in each]
)
def test_one_more_sentence_is_not_sent(grounded: TruthScorer, lang: str, added: str) -> None:
    found = scored(grounded, lang, f"{TRUE[lang]} {added}")
    assert found.score is not None
    assert found.score < SENT_FROM
    told = found.features["statements"].evidence
    assert any(each.span.start > len(TRUE[lang]) for each in told)


@pytest.mark.parametrize("lang", ["nl", "en"])
@pytest.mark.parametrize(
    "added",
    [
        {"nl": "", "en": ""},
        # a courtesy tells nothing
        {
            "nl": "Ik hoop dat dit helpt, fijne dag nog!",
            "en": "I hope this helps, have a great day!",
        },
        # the page, in other words
        {"nl": "Op de pakbon vindt u geen bedragen.", "en": "You won't find amounts on the slip."},
    ],
)
def test_what_is_true_is_sent(grounded: TruthScorer, lang: str, added: dict[str, str]) -> None:
    found = scored(grounded, lang, f"{TRUE[lang]} {added[lang]}".strip())
    assert found.score is not None
    assert found.score >= SENT_FROM
    assert found.override != "unsupported_sentence"
