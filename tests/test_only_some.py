"""A yes to what a page reserves for others: "Only editors can export", "Yes, choose Export".

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import stars, told_apart
from truthscore import TruthScorer

#: Language, page, question, true answer, lie.
PAIRS = [
    ("nl", "Alleen als u van koper naar glas gaat, sturen we u een nieuw kastje.", "Krijg ik een nieuw kastje als ik ga verhuizen?", "Alleen als u van koper naar glas gaat, krijgt u een nieuw kastje.", "Ja, bij elke verhuizing sturen we u een nieuw kastje."),
    ("nl", "Alleen de eigenaar kan een map verwijderen. Leden kunnen bestanden toevoegen.", "Kan ik als lid een map verwijderen?", "Nee, een map verwijderen kan alleen de eigenaar.", "Ja, u kunt een map verwijderen via het menu."),
    ("nl", "Exporteren kan alleen een beheerder. Vraag hem om het bestand.", "Mag ik de lijst exporteren?", "Alleen een beheerder kan exporteren.", "Ja, dat mag."),
    ("nl", "Deze rapporten zijn alleen zichtbaar voor beheerders.", "Ik ben beheerder. Kan ik de rapporten zien?", "Ja, de rapporten zijn zichtbaar voor beheerders.", "Nee, deze rapporten zijn niet zichtbaar voor beheerders."),
    ("nl", "Alleen gebruikers met de rol Boekhouder mogen facturen goedkeuren.", "Mag ik facturen goedkeuren?", "Dat mag alleen met de rol Boekhouder.", "Ja, u mag facturen goedkeuren."),
    ("nl", "Alleen HR ziet uw geboortedatum. Collega's zien uw naam en functie.", "Kunnen collega's mijn geboortedatum zien?", "Nee, alleen HR ziet die.", "Ja, collega's kunnen uw geboortedatum zien."),
    ("nl", "Beheerders kunnen alle uren zien. Alleen beheerders kunnen uren van anderen wijzigen. Uw eigen uren wijzigt u in het rooster.", "Kan ik mijn eigen uren wijzigen?", "Ja, uw eigen uren wijzigt u in het rooster.", "Nee, u kunt uw eigen uren niet wijzigen."),
    ("en", "Only editors can export; viewers can print.", "I'm a viewer. Can I export the report?", "No, only editors can.", "Yes, choose Export."),
    ("en", "The plan can only be changed by the owner.", "Can members change the plan?", "No, the owner has to do that.", "Yes, members can change the plan."),
    ("en", "This report is only available to admins.", "Is the report available to everyone?", "No, to admins only.", "Yes, the report is available to everyone."),
    ("en", "Only the owner of the workspace may delete it. Members can leave the workspace at any time.", "Can I leave the workspace?", "Yes, members can leave at any time.", "No, only the owner may leave it."),
    ("en", "Only pharmacists may hand out this drug. Store it below 25 degrees.", "May an assistant hand out the drug?", "No, that is for pharmacists.", "Yes, an assistant may hand it out."),
    ("nl", "Betalen kan alleen met iDEAL of creditcard. U krijgt daarna een bevestiging.", "Kan ik contant betalen?", "Nee, alleen met iDEAL of creditcard.", "Ja, u kunt contant betalen."),
    ("nl", "U kunt alleen pdf-bestanden uploaden. Andere bestanden worden geweigerd.", "Kan ik een Word-bestand uploaden?", "Nee, alleen pdf.", "Ja, u kunt een Word-bestand uploaden."),
    ("nl", "De balie is alleen op dinsdag open. Bellen kan elke dag.", "Kan ik vrijdag naar de balie komen?", "Nee, de balie is alleen op dinsdag open.", "Ja, u kunt vrijdag naar de balie komen."),
    ("en", "We ship only within the EU. Delivery takes three days.", "Do you ship to Norway?", "No, only within the EU.", "Yes, we ship to Norway."),
    ("en", "Refunds are only possible within 14 days. After that you can exchange the item.", "Can I get a refund after a month?", "No, only within 14 days.", "Yes, refunds are possible."),
    ("nl", "Alleen de arts mag een afspraak voor een operatie, een scan of een dagopname verzetten.", "Kan ik mijn afspraak voor een scan zelf verzetten?", "Nee, dat mag alleen de arts.", "Ja, een afspraak voor een scan kunt u verzetten."),
    ("en", "You can only add one phone number. It must be a mobile number.", "Can I add a phone number?", "Yes, you can add one.", "Yes, you can add several phone numbers."),
]  # fmt: skip

#: Yes is true: somebody is named, or another sentence says it of everybody.
FREE = [
    ("nl", "Alleen de eigenaar kan een map verwijderen.", "Ik ben de eigenaar. Kan ik een map verwijderen?", "Ja, u kunt de map verwijderen."),
    ("nl", "Alleen applicatiebeheerders kunnen rechten toekennen.", "Kan een beheerder rechten toekennen?", "Ja, een beheerder kan rechten toekennen."),
    ("nl", "Alleen beheerders kunnen uren van anderen wijzigen. Uw eigen uren kunt u wijzigen in het rooster.", "Kan ik mijn uren wijzigen?", "Ja, uw eigen uren kunt u wijzigen."),
    ("nl", "U kunt alleen in de app betalen. Daarvoor hebt u een pincode nodig.", "Kan ik betalen?", "Ja, betalen kan in de app."),
    ("en", "Only supervisors can approve a claim.", "Can my manager approve a claim?", "Yes, a manager can approve it."),
    ("nl", "Betalen kan alleen met iDEAL of creditcard. U krijgt daarna een bevestiging.", "Kan ik betalen?", "Ja, betalen kan. U krijgt daarna een bevestiging."),
    ("en", "We ship only within the EU. Delivery takes three days.", "Do you ship?", "Yes, we ship. Delivery takes three days."),
    ("en", "You can only export as a pdf.", "Can I export it?", "Yes. Export it as a pdf."),
    ("en", "Only a clerk can correct a receipt.", "Who can correct a receipt?", "Correct it with the help of a clerk."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), PAIRS)
def test_told_apart(
    whole: TruthScorer, lang: str, page: str, question: str, true: str, lie: str
) -> None:
    assert told_apart(whole, lang, page, question, true, lie) == (True, True)


@pytest.mark.parametrize(("lang", "page", "question", "answer"), FREE)
def test_a_yes_that_is_true(
    whole: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    assert stars(whole, lang, page, question, answer) >= 3.0


def test_the_evidence_shows_who_may(whole: TruthScorer) -> None:
    page = "Members add files. Only the owner of the workspace may delete it."
    verdict = whole.score(
        question="May I delete the workspace?",
        answer="Yes, that is fine.",
        context=[page],
        lang="en",
    )
    (found,) = verdict.features["off_context"].evidence
    assert found.label == "only: owner"
    assert found.match is not None
    assert page[found.match.start : found.match.end].startswith("Only the owner")
