"""A statement that drops what limits its passage, when that is so, or who does it: by hand."""

# ruff: noqa: E501 (a page, a question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.statements.told_apart import assert_sent_and_held
from truthscore import TruthScorer

MOVE = "Stapt u over naar Belvink, dan zeggen wij uw oude abonnement voor u op. U vraagt zelf de overstapcode aan bij uw oude provider."
DOMAIN = "You unlock the domain at your old provider; we then start the transfer."
USERS = "De export naar Excel is er nu voor alle gebruikers. Alleen de beheerder kan gebruikers verwijderen."
RETURN = "Delivery costs are refunded only if you return the whole order."
FIXED = "You can switch to hourly readings in the app, but not if you are on the Fixed tariff."
RENEW = "U mag een boek twee keer verlengen, behalve als iemand anders het heeft gereserveerd."
BANK = "In het najaar komt er een koppeling met de bank; nu voert u afschriften nog met de hand in."
MAIL = "Webmail will move to a new address in October."
WASTE = "Zet het grofvuil pas op de dag zelf buiten, voor 7.30 uur."
CARD = (
    "Deblokkeer de pas in de app: eerst logt u in met uw gezicht, dan kiest u een nieuwe pincode."
)
LATER = "Vanaf 2027 kunt u ook in termijnen betalen."
FREE = "Delivery is free for customers over 70; everyone else pays £3."
UNTIL = "Cancelling is free until 3 hours before the start; after that you pay half the price."
INVITE = "The owner of the workspace invites members; members can invite guests, but guests cannot invite anyone."
COURIER = "The courier leaves your parcel with a neighbour or takes it to a Hopbox locker."


@pytest.mark.parametrize(
    ("page", "question", "true", "lie"),
    [
        # who does it
        (MOVE, "Wie zegt mijn oude abonnement op?", "Wij zeggen uw oude abonnement voor u op.", "U zegt zelf uw oude abonnement op."),
        (DOMAIN, "Who unlocks the domain?", "You unlock the domain at your old provider.", "We unlock the domain at your old provider."),
        (INVITE, "Who can invite members?", "The owner of the workspace invites members.", "Guests can invite members."),
        (COURIER, "Who takes my parcel to a locker?", "The courier takes your parcel to a Hopbox locker.", "A neighbour takes your parcel to a Hopbox locker."),
        # a limit, an exception
        (USERS, "Wie kan gebruikers verwijderen?", "Alleen de beheerder kan gebruikers verwijderen.", "Alle gebruikers kunnen gebruikers verwijderen."),
        (RETURN, "Do I get the delivery costs back if I return part of my order?", "No, delivery costs are refunded only if you return the whole order.", "Yes, delivery costs are refunded if you return part of the order."),
        (FIXED, "Can I switch to hourly readings?", "You can switch to hourly readings in the app, but not if you are on the Fixed tariff.", "You can switch to hourly readings in the app if you are on the Fixed tariff."),
        (RENEW, "Kan ik een boek verlengen?", "U mag een boek twee keer verlengen, behalve als iemand anders het heeft gereserveerd.", "U mag een boek twee keer verlengen, ook als iemand anders het heeft gereserveerd."),
        # when it will be so, and before or after which time
        (BANK, "Is er een koppeling met de bank?", "In het najaar komt er een koppeling met de bank.", "Ja, er is een koppeling met de bank."),
        (MAIL, "Has webmail moved?", "Webmail will move to a new address in October.", "Yes, webmail has moved to a new address."),
        (WASTE, "Wanneer zet ik het grofvuil buiten?", "Zet het grofvuil op de dag zelf buiten, voor 7.30 uur.", "Zet het op de dag zelf buiten, na 7.30 uur."),
        (LATER, "Kan ik in termijnen betalen?", "Vanaf 2027 kunt u ook in termijnen betalen.", "U kunt nu ook in termijnen betalen."),
        (FREE, "Is delivery free for customers over 70?", "Yes, delivery is free for customers over 70.", "Delivery is free for everyone."),
        (UNTIL, "What does cancelling cost?", "Cancelling is free until 3 hours before the start.", "Cancelling is always free."),
        # "pas" is a card here, and limits nothing
        (CARD, "Hoe deblokkeer ik mijn pas?", "Eerst logt u in met uw gezicht, dan kiest u een nieuwe pincode.", "Eerst kiest u een nieuwe pincode, dan logt u in met uw gezicht."),
    ],
)  # fmt: skip
def test_what_keeps_it_is_sent_and_what_drops_it_is_not(
    grounded: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    assert_sent_and_held(grounded, page, question, true, lie)
