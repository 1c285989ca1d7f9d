"""What can be done before something has happened, or only once it has: the side a "yes" is on.

Two sentences of help text, a true answer and a lie; golden verdicts of `grounded` with the real
pipelines.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

PAIRS = [
    ("en", "Before the parcel is sent you can change the address under My parcels, with the button Change address. Once it has been sent, the address can no longer be changed.",
     "Can I change the delivery address after my parcel has been sent?",
     "No, you can't change the address after it has been sent.",
     "Yes, you can change the delivery address after the parcel has been sent."),
    ("nl", "Voordat het pakket is verzonden, kunt u het adres wijzigen onder Mijn pakketten, met de knop Adres wijzigen. Zodra het is verzonden, kan het adres niet meer worden gewijzigd.",
     "Kan ik het afleveradres nog wijzigen nadat mijn pakket is verzonden?",
     "Nee, zodra het pakket is verzonden, kan het adres niet meer worden gewijzigd.",
     "Ja, u kunt het afleveradres wijzigen nadat het pakket is verzonden. Ga naar **Mijn pakketten** en kies **Adres wijzigen**."),
    ("nl", "Voordat het pakket is verzonden, kunt u het adres wijzigen onder Mijn pakketten, met de knop Adres wijzigen. Zodra het is verzonden, kan het adres niet meer worden gewijzigd.",
     "Kan ik het afleveradres nog wijzigen nadat mijn pakket is verzonden?",
     "Nee, na verzending kan dat niet meer.",
     "Ja, u kunt het adres nog wijzigen nadat het is verzonden."),
    ("nl", "U kunt een declaratie intrekken totdat deze is uitbetaald. Na uitbetaling kan een declaratie niet meer worden ingetrokken.",
     "Kan ik een declaratie intrekken nadat die is uitbetaald?",
     "Nee, na uitbetaling kan dat niet meer.",
     "Ja, u kunt een declaratie intrekken nadat deze is uitbetaald."),
    ("nl", "Na goedkeuring kunt u de factuur niet meer wijzigen. U kunt de factuur versturen zodra deze is goedgekeurd.",
     "Kan ik een factuur nog wijzigen als die al is goedgekeurd?",
     "Nee, na goedkeuring kunt u de factuur niet meer wijzigen.",
     "Ja, u kunt de factuur wijzigen als die al is goedgekeurd."),
    ("nl", "Na goedkeuring kunt u de factuur niet meer wijzigen. U kunt de factuur versturen zodra deze is goedgekeurd.",
     "Kan ik een factuur nog wijzigen als die al is goedgekeurd?",
     "Nee, dat kan alleen voordat de factuur is goedgekeurd.",
     "Ja, dat kan gewoon."),
    ("nl", "U kunt een factuur pas betalen nadat de manager deze heeft goedgekeurd. Na goedkeuring kunt u de factuur versturen.",
     "Kan ik een factuur betalen voordat de manager die heeft goedgekeurd?",
     "Nee, eerst moet de manager de factuur goedkeuren.",
     "Ja, dat kan."),
    ("nl", "U kunt een factuur pas betalen nadat de manager deze heeft goedgekeurd. Na goedkeuring kunt u de factuur versturen.",
     "Kan ik een factuur versturen na goedkeuring?",
     "Ja, na goedkeuring kunt u de factuur versturen.",
     "Nee, na goedkeuring kunt u de factuur niet versturen."),
    ("nl", "U kunt een factuur pas betalen nadat de manager deze heeft goedgekeurd. Na goedkeuring kunt u de factuur versturen.",
     "Kan ik een factuur versturen na goedkeuring?",
     "Ja, dat kan.",
     "Nee, dat kan niet."),
    ("nl", "U kunt een declaratie aanpassen totdat deze is ingediend. Daarna kunt u haar alleen nog intrekken.",
     "Kan ik mijn declaratie aanpassen nadat ik haar heb ingediend?",
     "Nee, aanpassen kan alleen totdat de declaratie is ingediend.",
     "Ja, dat kan."),
]  # fmt: skip

TRUTHS = [
    # of others than who asks, and of another deed than the limited one
    ("nl", "Een goedgekeurde aanvraag kunt u niet zelf terugdraaien. Uw leidinggevende kan dat wel.",
     "Wie kan mijn goedgekeurde aanvraag terugdraaien?",
     "Uw leidinggevende kan een goedgekeurde aanvraag terugdraaien."),
    ("nl", "Na goedkeuring kan alleen de HR-afdeling het verlof verwijderen. Tot die tijd kunt u het zelf intrekken.",
     "Wie verwijdert goedgekeurd verlof?",
     "Dat doet de HR-afdeling; na de goedkeuring kunt u het niet zelf verwijderen."),
    # "yes" to a question that denies
    ("nl", "Na goedkeuring kunt u de factuur niet meer wijzigen. U kunt de factuur versturen zodra deze is goedgekeurd.",
     "Kan ik een factuur niet meer wijzigen nadat die is goedgekeurd?",
     "Klopt, na goedkeuring kunt u de factuur niet meer wijzigen."),
    ("en", "Boarding passes are emailed automatically 24 hours before departure; you don't have to print them.",
     "Do I need to print my boarding pass?",
     "No, printing isn't needed. We email your boarding pass 24 hours before departure."),
]  # fmt: skip

test_told_apart = telling_apart(PAIRS)
test_no_truth_is_called_a_lie = believing(TRUTHS)
