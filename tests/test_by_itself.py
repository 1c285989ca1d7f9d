"""What happens by itself and what is done by hand, in other words than the page's.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    ("nl", "Offertes gaan niet vanzelf de deur uit: u verstuurt elke offerte zelf.", "Worden offertes automatisch verstuurd?", "Nee, u verstuurt een offerte zelf.", "Ja, het systeem stuurt een offerte uit zichzelf naar de klant."),
    ("nl", "U bestelt daarna een nieuwe sleutel; dat gebeurt niet vanzelf. De sleutel komt per post.", "Krijg ik nu automatisch een nieuwe sleutel?", "Nee, een nieuwe sleutel bestelt u zelf.", "Ja, we sturen u automatisch een nieuwe sleutel."),
    ("nl", "Een declaratie wordt nooit vanzelf goedgekeurd. Na vijf dagen gaat zij naar de directeur.", "Mijn chef doet niets met mijn declaratie. Is die na vijf dagen automatisch goedgekeurd?", "Nee, vanzelf goedgekeurd wordt hij niet.", "Ja, na vijf dagen geldt de declaratie als goedgekeurd."),
    ("nl", "Het systeem verlengt het abonnement automatisch. U krijgt vooraf bericht.", "Moet ik mijn abonnement zelf verlengen?", "Nee, uw abonnement wordt automatisch verlengd.", "Ja, u verlengt het abonnement zelf."),
    ("nl", "Herinneringen gaan niet vanzelf uit: u verstuurt ze zelf.", "Gaan herinneringen vanzelf?", "Nee, herinneringen verstuurt u zelf.", "Ja, het programma verstuurt herinneringen automatisch. Kijk onder Beheer > Facturen."),
    ("en", "New orders appear as Open: you confirm each one yourself.", "Are orders confirmed automatically?", "No, you confirm each order yourself.", "Yes, every order is confirmed automatically."),
    ("en", "Backups do not run by themselves. Start one in the menu.", "Do backups happen automatically?", "No, you start backups in the menu.", "Yes, backups run automatically every night."),
    ("en", "The app sends the invoice automatically at the end of the month.", "Do I have to send the invoice?", "No, the app sends the invoice automatically.", "Yes, you send the invoice manually."),
    ("nl", "De boeking wordt niet automatisch teruggedraaid: verwijder deze zelf in uw pakket.", "Wat gebeurt er met de boeking als ik de run heropen?", "De boeking blijft staan. U verwijdert deze zelf in uw pakket.", "Bij het heropenen draait het systeem de boeking automatisch terug in uw pakket."),
    ("nl", "Huishoudens met recht op korting krijgen de korting meestal automatisch.", "Moet ik de korting zelf aanvragen?", "Meestal niet, u krijgt de korting dan automatisch.", "Ja, de korting moet iedereen zelf aanvragen. U krijgt de korting nooit automatisch."),
    ("en", "With the Large plan, accounts are closed automatically. With Small and Medium you close accounts by hand.", "We have Medium. Are accounts closed by themselves?", "No, with Medium you close accounts by hand.", "Yes, with Medium the account is closed automatically."),
    ("en", "The booking is not deleted automatically. You do that yourself under Bookings.", "Is the booking deleted?", "You delete the booking yourself.", "The booking is deleted automatically."),
]  # fmt: skip

#: True: it is of something else, or may be done by hand as well.
TRUE = [
    ("nl", "Facturen worden automatisch aangemaakt. U verstuurt ze zelf.", "Hoe krijgt de klant de factuur?", "Facturen worden automatisch aangemaakt, maar u verstuurt ze zelf."),
    ("nl", "Betalingen met een kenmerk koppelt het systeem automatisch.", "Worden alle betalingen gekoppeld?", "Overige betalingen koppelt het systeem niet automatisch."),
    ("nl", "Betalingen waarvan het nummer klopt, koppelt het systeem automatisch.", "Wordt mijn betaling gekoppeld?", "Betalingen zonder nummer koppelt het systeem niet automatisch."),
    ("nl", "Betalingen waarvan het nummer klopt, koppelt het systeem automatisch.", "Worden alle betalingen gekoppeld?", "Andere betalingen koppelt het systeem niet automatisch."),
    ("nl", "Facturen gaan niet automatisch de deur uit: u verstuurt elke factuur zelf.", "Gaan facturen automatisch uit?", "De overige facturen verstuurt het systeem automatisch."),
    ("nl", "Reageert u niet, dan gaat uw contract automatisch door, zonder korting.", "Wat als ik niets doe?", "Als wij niets van u horen, gaat uw contract vanzelf door. U krijgt dan geen korting."),
    ("nl", "Bij het boeken van de factuur ontstaat de kaart. Na het bevestigen worden afschrijvingen automatisch geboekt.", "Waarom wordt er niets afgeschreven?", "Door het boeken ontstaat de kaart wel, maar bevestigen moet u met de hand doen."),
    ("en", "The client has ten days to answer. If they do nothing, the money is released to you automatically.", "The client is silent. Will I be paid?", "Yes. When they do nothing in that time the money is released to you automatically."),
    ("en", "Subscriptions that are paid by card renew automatically.", "Does my subscription renew automatically?", "You renew subscriptions paid by invoice yourself."),
    ("en", "Do not cancel the contract yourself, we cancel it for you.", "Should I cancel my contract?", "No, we cancel the contract for you."),
    ("nl", "De stedenbouwkundige inlichtingen vragen wij op. Zelf brengt u het attest mee.", "Moeten wij die stedenbouwkundige inlichtingen zelf opvragen?", "Nee, die vragen wij voor u op. Zelf brengt u het attest mee."),
    ("nl", "Verstuur het formulier. Voeg eventueel een foto toe.", "Is een foto verplicht?", "Nee, u kunt het formulier ook zonder foto versturen."),
    ("nl", "Wanneer u een geboekte order ongedaan wilt maken, kiest u **Ongedaan maken**. Het artikel moet nog op voorraad zijn.", "Kan ik een geboekte order ongedaan maken als het artikel verkocht is?", "Nee, dat kan dan niet: het artikel moet nog op voorraad zijn."),
    # what does not happen by itself may be done by hand
    ("nl", "De boeking wordt niet automatisch teruggedraaid: dat doet u zelf in uw pakket.", "Kan ik de boeking terugdraaien?", "Ja, u kunt de boeking terugdraaien in uw pakket."),
    ("nl", "De boeking wordt niet automatisch verwijderd. Dat doet u zelf in uw pakket.", "Kan ik de boeking verwijderen?", "Ja, u kunt de boeking verwijderen in uw pakket."),
    ("en", "The booking is not deleted automatically: you do that yourself under Bookings.", "Can I delete the booking?", "Yes, you can delete the booking under Bookings."),
    ("en", "The booking is not deleted automatically. You do that yourself under Bookings.", "Is the booking deleted?", "You delete the booking yourself."),
]  # fmt: skip


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)
