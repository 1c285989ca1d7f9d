"""A statement that mixes what its page tells of two things: by hand, in both languages."""

# ruff: noqa: E501 (a page, a question and its answer read best side by side)

from __future__ import annotations

import pytest

from tests.statements.told_apart import assert_sent_and_held
from truthscore import TruthScorer

FAULT = "De huurder meldt de storing bij de verhuurder. De verhuurder stuurt daarna een monteur."
REQUEST = "The manager approves the request of the employee. HR then sends the employee a letter."
LENDS = "De bibliotheek leent boeken uit aan scholen. Scholen lenen geen boeken uit aan leerlingen."
PAYS = "The seller pays the commission and the buyer pays the transfer tax."
KEY = "U ontvangt de sleutel van de beheerder nadat u de borg hebt betaald aan de eigenaar."
CANCEL = "If you cancel within 24 hours, you get your money back. If you cancel later, you get a voucher."
PASS = "Woont u in Utrecht, dan haalt u de pas op bij het loket. Woont u ergens anders, dan sturen we de pas per post."
ASKED = "## Kan ik mijn abonnement pauzeren?\n\nDat kan niet. U kunt het abonnement wel maandelijks opzeggen.\n\n## Kan ik iemand anders laten sporten?\n\nJa, geef dat door bij de balie."


@pytest.mark.parametrize(
    ("page", "question", "true", "lie"),
    [
        # behind the preposition of another
        (FAULT, "Hoe meld ik een storing?", "De huurder meldt de storing bij de verhuurder.", "De verhuurder meldt de storing bij de huurder."),
        (REQUEST, "Who approves what?", "The manager approves the request of the employee.", "The employee approves the request of the manager."),
        (LENDS, "Wie leent boeken uit?", "De bibliotheek leent boeken uit aan scholen.", "Scholen lenen boeken uit aan de bibliotheek."),
        (REQUEST, "Who approves the request?", "The manager.", "The employee."),
        (KEY, "Van wie krijg ik de sleutel?", "Van de beheerder.", "Van de eigenaar."),
        # of two clauses
        (PAYS, "Who pays what?", "The buyer pays the transfer tax.", "The buyer pays the commission."),
        (PAYS, "Who pays what?", PAYS, "The buyer pays the commission and the seller pays the transfer tax."),
        (KEY, "Van wie krijg ik de sleutel?", "U ontvangt de sleutel van de beheerder.", "U ontvangt de sleutel van de eigenaar."),
        # of two sentences, in a case or by the question's
        (CANCEL, "What do I get?", "If you cancel later, you get a voucher.", "If you cancel within 24 hours, you get a voucher."),
        (CANCEL, "What do I get if I cancel within 24 hours?", "You get your money back.", "You get a voucher."),
        (PASS, "Ik woon in Utrecht. Hoe krijg ik de pas?", "Dan haalt u de pas op bij het loket.", "We sturen de pas per post."),
        # under another question of the page, or only asked
        (ASKED, "Kan ik mijn abonnement pauzeren?", "Nee, dat kan niet.", "Ja, geef dat door bij de balie."),
        (ASKED, "Kan ik mijn abonnement pauzeren?", "U kunt het abonnement wel maandelijks opzeggen.", "U kunt het abonnement pauzeren."),
    ],
)  # fmt: skip
def test_what_stands_together_is_sent_and_what_is_mixed_is_not(
    grounded: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    assert_sent_and_held(grounded, page, question, true, lie)
