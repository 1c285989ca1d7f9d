"""Plain lies: what a page forbids, leaves out, rules out or calls optional.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import telling_apart
from truthscore import TruthScorer

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # asked whether it goes without a thing that the page names
    ("en", "A note is optional. To add a note, sign in with your account.", "Can I add a note without an account?", "No, you need an account to add a note.", "Yes, you can add a note without an account."),
    ("nl", "Met een account kunt u een notitie toevoegen.", "Kan ik zonder account een notitie toevoegen?", "Nee, u hebt een account nodig.", "Ja, dat kan zonder account."),
    ("nl", "Ook zonder account kunt u een notitie toevoegen.", "Kan ik zonder account een notitie toevoegen?", "Ja, dat kan zonder account.", "Nee, u hebt een account nodig."),
    # what a thing is needed for may itself be left out
    ("en", "The song was printed on September 20. A magazine reprinted it in November 1814.", "When was the song printed?", "The song was printed in September 1814.", "The song was printed in October 1814."),
    ("en", "The guide was published on 3 March 2023 and updated on 5 May 2022.", "When was the guide published?", "In March 2023.", "The guide was published in May 2023."),
    ("en", "The west fork, the middle fork and the east fork rise in Dodge County.", "Where does the river begin?", "In Dodge County, with three forks: the west fork, the middle fork and the east fork.", "The river begins in Dodge County, with four forks: the west fork, the middle fork and the east fork."),
    ("nl", "Wilt u overstappen? Zeg uw abonnement niet zelf op. Wij regelen dat voor u zodra de overstap rond is.", "Moet ik mijn oude abonnement opzeggen?", "Nee, dat regelen wij zodra de overstap rond is.", "Ja, zeg eerst uw abonnement op."),
    ("nl", "Vul het veld Bron niet in. Kies daarna Opslaan.", "Hoe vul ik het formulier in?", "Laat het veld Bron leeg en kies Opslaan.", "Vul het veld Bron in en kies Opslaan."),
    ("nl", "Verwijder de oude map niet voordat de kopie klaar is.", "Wanneer mag de oude map weg?", "Pas als de kopie klaar is.", "Verwijder de oude map voordat u de kopie maakt."),
    ("en", "Open the app and start the update. Do not unplug the robot during the update.", "How do I update the robot?", "Start the update in the app and leave the robot plugged in.", "Unplug the robot and start the update in the app."),
    ("nl", "In het overzicht ziet u betalingen en boekingen, maar geen openstaande posten.", "Wat zie ik in het overzicht?", "Betalingen en boekingen; openstaande posten staan er niet in.", "In het overzicht ziet u betalingen, boekingen en openstaande posten."),
    ("nl", "U kunt uw verhuizing doorgeven tot uiterlijk twee weken na de sleuteloverdracht.", "Tot wanneer kan ik mijn verhuizing doorgeven?", "Tot twee weken na de overdracht van de sleutel.", "Tot twee weken voor de sleuteloverdracht."),
    ("en", "Cancel free of charge up to 24 hours before arrival. Refunds follow 5 days after departure.", "Until when can I cancel?", "Up to 24 hours before you arrive.", "Up to 24 hours after arrival."),
    ("nl", "Alleen Achternaam is verplicht. E-mail en Telefoon zijn optioneel.", "Moet ik een mailadres invullen?", "Nee, E-mail is optioneel.", "Ja, ook E-mail is een verplicht veld."),
    ("nl", "Voeg eventueel een bijlage toe. Kies daarna Indienen.", "Moet ik een bijlage toevoegen?", "Nee, een bijlage is niet verplicht.", "Ja, een bijlage is verplicht."),
    ("nl", "Foto's toevoegen mag, maar hoeft niet. Meld de schade in de app.", "Moet ik foto's maken?", "Nee, foto's hoeven niet.", "Ja, bij een melding zijn foto's verplicht."),
    ("nl", "Online aanvragen is niet mogelijk. Een paspoort vraagt u aan bij de balie.", "Kan ik een paspoort ook online aanvragen?", "Nee, dat gaat alleen bij de balie.", "Ja, u kunt de aanvraag volledig online indienen."),
    ("nl", "Een ticket op je telefoon is genoeg. Een screenshot werkt niet, want de code verandert steeds.", "Is een screenshot van mijn ticket goed genoeg?", "Nee, een screenshot werkt niet.", "Ja hoor, met een screenshot van je ticket kom je binnen."),
    ("en", "Do not use vinegar to clean the machine. It damages the seals.", "Can I use vinegar?", "No, vinegar damages the seals.", "Yes, vinegar works as well."),
    ("nl", "Een gewone overboeking kun je niet terughalen. Een incasso boek je terug in de app.", "Kan ik mijn overboeking terughalen?", "Nee, een gewone overboeking haal je niet terug.", "Gelukkig kun je een gewone overboeking terughalen: tik op de betaling."),
    ("en", "Holiday mode can be used only if you have no open disputes. It hides your listings.", "Can I use holiday mode?", "Yes, if you have no open disputes.", "You can use holiday mode, also while you have open disputes."),
    ("nl", "Bestaande bestellingen kunt u niet wijzigen. Neem contact op met de winkel.", "Ik wil iets anders. Wat nu?", "Neem contact op met de winkel; een bestelling kunt u niet wijzigen.", "U kunt een bestelling wijzigen in uw account."),
    ("en", "Reminders are off by default; turn them on per document.", "Are reminders sent?", "Only if you turn them on: they are off by default.", "Yes, reminders are on by default, so you don't need to turn them on."),
    ("nl", "Oudere correcties maakt de servicedesk, voor € 45 per correctie.", "Wie maakt een oudere correctie en wat kost dat?", "De servicedesk maakt die, voor € 45.", "De servicedesk maakt die, zonder kosten voor u."),
    ("en", "Cancel any time, without a penalty fee.", "Is there a penalty fee?", "No, you can cancel without a penalty fee.", "Yes, there is a penalty fee when you cancel."),
    ("en", "Shipping is free of charge. Orders leave the same day.", "What does shipping cost?", "Shipping is free of charge.", "Shipping is not free of charge."),
    ("nl", "U hebt dan recht op vergoeding van de reis.", "Krijg ik de reis vergoed?", "Ja, u hebt recht op vergoeding van de reis.", "U hebt dan nog geen recht op vergoeding van de reis."),
    ("en", "You cannot cancel a paid order. Returns are possible.", "Can I cancel a paid order?", "No, you cannot cancel a paid order.", "You can cancel a paid order; for other questions, call us."),
    ("en", "A ticket costs € 97. Bring it along.", "What do tickets cost for 2 people?", "A ticket costs € 97.", "A ticket costs € 99."),
    ("en", "A late payment has a fee of 5 euros.", "I paid 20 euros late. What is the fee?", "The fee is 5 euros.", "The fee is 100 euros."),
    ("nl", "De pas kost € 97. Informatie staat op de site.", "Wat kost een pas voor 3 mensen?", "Een pas kost € 97.", "Informatie over 3 passen: een pas kost € 100."),
    # what may be left out need not be done; what is denied of one thing is not denied of the rest
    ("en", "An upgrade is not possible in the app. Moving house is done in the app.", "Can I do moving house in the app?", "Yes, moving house is done in the app.", "No, moving house cannot be done in the app."),
    # more than may be, and nobody who has to
    ("nl", "Bijlagen mogen niet groter zijn dan 25 MB. Vraag anders in het ticket om een uploadlink.", "Ik wil 40 MB meesturen.", "Dat is te groot voor een bijlage. Vraag in het ticket om een uploadlink.", "Dat mag: bijlagen mogen groter zijn dan 25 MB."),
    ("nl", "Het **voortgangscijfer** is het gemiddelde van de toetsen. Klasbord rekent het zelf uit.", "Wie bepaalt het voortgangscijfer?", "Niemand hoeft het voortgangscijfer uit te rekenen: dat doet Klasbord zelf.", "Het voortgangscijfer rekent Klasbord niet zelf uit."),
    # "without" on both sides tells of the same case
    ("nl", "Een vastgehouden plaats komt na 30 minuten weer vrij. Zonder e-mailadres kunt u niet bevestigen.", "Kan ik bevestigen als de gast geen e-mailadres heeft?", "Nee, zonder e-mailadres kunt u niet bevestigen.", "Ja, u kunt ook zonder e-mailadres bevestigen."),
    ("en", "A held pitch is released after 30 minutes. You cannot confirm without an email address.", "Can I confirm if the guest has no email address?", "No, you cannot confirm without an email address.", "Yes, you can confirm without an email address too."),
    # a statement before a colon is no case
    ("nl", "Een verlopen code kunt u niet verlengen: maak dan een nieuwe aan via **Toegang > Codes**.", "De code van mijn gast is verlopen. Kan ik hem verlengen?", "Nee, u maakt een nieuwe code aan via Toegang > Codes.", "Ja, u verlengt de code via Toegang > Codes."),
    # free, and what it costs after that
    ("nl", "Wij houden uw fiets 14 dagen gratis voor u bij; daarna kost bewaren € 2 per dag.", "Ik haal mijn fiets 3 dagen te laat op. Wat kost dat?", "Dat kost u € 6: voor elke dag na de 14 dagen betaalt u € 2.", "Dat is gratis."),
]  # fmt: skip


test_told_apart = telling_apart(PAIRS)


def contradictions(
    scorer: TruthScorer, lang: str, page: str, question: str, answer: str
) -> list[str]:
    verdict = scorer.score(question=question, answer=answer, context=[page], lang=lang)
    return [e.label for e in verdict.features["contradiction"].evidence if e.role == "contradicts"]


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        (
            "nl",
            "U ziet afspraken en medicijnen, maar geen uitslagen en geen brieven.",
            "U ziet afspraken, medicijnen en brieven.",
            True,
        ),
        ("nl", "Verwijder de map Archief niet.", "Ja, verwijder de map Archief.", True),
        (
            "nl",
            "U ziet hier afspraken, maar geen uitslagen. Uitslagen en afspraken ziet u in de app.",
            "U ziet afspraken en uitslagen in de app.",
            False,
        ),  # told in another sentence
        (
            "nl",
            "De toelichting is optioneel. Vul de vereiste velden in.",
            "Vul de vereiste velden en de toelichting in.",
            False,
        ),
        (
            "nl",
            "Voor een lening hebt u een pas nodig; voor het lezen in de zaal niet.",
            "Voor een lening hebt u een pas nodig.",
            False,
        ),
        (
            "nl",
            "In het overzicht ziet u betalingen, maar geen openstaande posten.",
            "In het overzicht ziet u betalingen en openstaande posten.",
            True,
        ),
        (
            "nl",
            "Reistijd telt niet mee, behalve voor monteurs.",
            "Voor monteurs telt reistijd wel mee.",
            False,
        ),  # what is left out of a "no"
        (
            "en",
            "Choose a business account, not a personal account.",
            "Choose a business account.",
            False,
        ),
        (
            "en",
            "Share the link with members only, but not the key.",
            "Do not share the key.",
            False,
        ),
        (
            "en",
            "Do not unplug the robot during the update.",
            "Unplug the robot during the update.",
            True,
        ),
        ("en", "Unplug the robot after the update.", "Unplug the robot.", False),
    ],
)
def test_what_is_left_out_or_forbidden(
    whole: TruthScorer, lang: str, page: str, answer: str, found: bool
) -> None:
    assert bool(contradictions(whole, lang, page, "?", answer)) is found


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        ("en", "Using a water filter is optional.", "The water filter is required.", True),
        (
            "nl",
            "U hebt altijd een machtiging nodig.",
            "Een machtiging is niet nodig.",
            True,
        ),
        # not said of that thing, not said at all, said of a case, or not the only thing that is said
        ("nl", "Bij de factuur is een btw-nummer optioneel.", "De factuur is verplicht.", False),
        (
            "en",
            "You can add a note if you have the required access.",
            "A note is not required.",
            False,
        ),
        (
            "nl",
            "Een bijlage is optioneel, behalve bij verlof.",
            "Een bijlage is verplicht bij verlof.",
            False,
        ),
        ("nl", "De controle is verplicht en kan niet uit.", "De controle is verplicht.", False),
        (
            "nl",
            "U hebt een afspraak nodig. U haalt het document op zonder afspraak.",
            "Een afspraak is niet nodig.",
            False,
        ),
    ],
)
def test_required_and_optional(
    whole: TruthScorer, lang: str, page: str, answer: str, found: bool
) -> None:
    assert bool(contradictions(whole, lang, page, "?", answer)) is found


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer", "found"),
    [
        (
            "nl",
            "Online aanvragen is niet mogelijk. Een paspoort vraagt u aan bij de balie.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            True,
        ),
        (
            "en",
            "Do not use vinegar to clean the machine.",
            "Can I use vinegar in the machine?",
            "Yes.",
            True,
        ),
        # the page rules out less, or the question asks something else
        (
            "nl",
            "Online aanvragen is niet mogelijk voor kinderen. Een paspoort vraagt u aan.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            False,
        ),
        (
            "nl",
            "Telefonisch is dat niet mogelijk. Een paspoort vraagt u online aan.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            False,
        ),
        (
            "en",
            "A screenshot does not work. Show your ticket at the door.",
            "I made a screenshot. Can I show my ticket on my phone at the door?",
            "Yes.",
            False,
        ),
    ],
)
def test_a_yes_to_what_is_ruled_out(
    whole: TruthScorer, lang: str, page: str, question: str, answer: str, found: bool
) -> None:
    verdict = whole.score(question=question, answer=answer, context=[page], lang=lang)
    labels = [e.label for e in verdict.features["contradiction"].evidence]
    assert ("yes / no" in labels) is found
