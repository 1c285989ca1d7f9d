"""A whole sentence that no page has, beside true ones: the answer waits for a person.

Golden verdicts of `grounded` with the real pipelines. The true sentences are no copies, and there
are enough of them to carry one more in any mean.
"""

# ruff: noqa: E501 (a page and its answers read best side by side)

from __future__ import annotations

import pytest

from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument, Verdict

PAGES = {
    "nl": "# Pakbon afdrukken\n\nOpen het tabblad **Verzending** van de order en kies **Pakbon afdrukken**. De pakbon opent in een nieuw venster. Kies daar de printer en het aantal exemplaren. Als de order nog niet is vrijgegeven, is de knop grijs. Een vrijgegeven order kunt u niet meer wijzigen. Op de pakbon staan geen prijzen. Het adres komt uit de klantkaart van de ontvanger. Een kopie van de pakbon staat onder **Documenten** bij de order.",
    "en": "# Print a packing slip\n\nOpen the **Shipping** tab of the order and choose **Print packing slip**. The packing slip opens in a new window. Choose the printer and the number of copies there. If the order has not been released yet, the button is grey. You cannot change an order that has been released. The packing slip shows no prices. The address is taken from the customer card of the recipient. A copy of the packing slip is kept under **Documents** with the order.",
}
QUESTIONS = {"nl": "Hoe druk ik een pakbon af?", "en": "How do I print a packing slip?"}
TRUE = {
    "nl": "Open eerst het tabblad Verzending van de order en kies dan Pakbon afdrukken. De pakbon opent zich in een nieuw venster. Kies daar dan de printer en het aantal exemplaren. Als de order nog niet vrijgegeven is, dan is de knop grijs. Op de pakbon zelf staan geen prijzen. Het adres komt dan uit de klantkaart van de ontvanger. Een kopie van de pakbon staat ook onder Documenten bij de order.",
    "en": "First open the Shipping tab of the order and then choose Print packing slip. The packing slip then opens in a new window. Choose both the printer and the number of copies there. If the order has not yet been released, then the button is grey. The packing slip itself shows no prices. The address is just taken from the customer card of the recipient. A copy of the packing slip is also kept under Documents with the order.",
}
ADDED = {
    "nl": [
        "De chauffeur scant daarna de barcode met zijn handterminal.",
        "Onbetaalde facturen herinnert het systeem elke maandag automatisch.",
        "Wij sturen u daarna een cheque naar uw vakantiehuis in Spanje.",
    ],
    "en": [
        "The driver then scans the barcode with a handheld terminal.",
        "Unpaid invoices get an automatic reminder every Monday.",
        "We then post a cheque to your holiday home in Spain.",
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
    assert 3.0 <= found.score < grounded.profile.decision.send_from
    assert found.statements[-1].verdict == "not_found"
    assert {each.verdict for each in found.statements[:-1]} == {"supported"}
    assert any(each.span.start > len(TRUE[lang]) for each in found.features["statements"].evidence)


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
    ],
)
def test_what_is_true_is_sent(grounded: TruthScorer, lang: str, added: dict[str, str]) -> None:
    found = scored(grounded, lang, f"{TRUE[lang]} {added[lang]}".strip())
    assert found.score is not None
    assert found.score >= grounded.profile.decision.send_from
    assert found.override is None
