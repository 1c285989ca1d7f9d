"""True answers about how a thing is from the start, and whether what was done can be undone.

Golden verdicts of `grounded` with the real pipelines; all made up, on a page with other sentences
around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing

#: True: it is of another case, of others, or turned on again.
TRUE = [
    ("nl", "De weekmail staat standaard aan. U kunt de weekmail per medewerker uitzetten.", "Ik heb de weekmail uitgezet. Hoe krijg ik hem terug?", "Zet de weekmail weer aan bij uw profiel."),
    ("nl", "De weekmail staat standaard aan. U kunt de weekmail per medewerker uitzetten.", "Ik heb de weekmail uitgezet. Hoe krijg ik hem terug?", "Zet de weekmail aan bij uw profiel."),
    ("nl", "De weekmail staat standaard aan. U kunt de weekmail per medewerker uitzetten.", "Ik heb de weekmail uitgezet. Hoe krijg ik hem terug?", "Zet de weekmail eerst weer aan bij uw profiel."),
    ("nl", "De weekmail staat standaard aan. Per medewerker kunt u de weekmail uitzetten.", "Staat de weekmail aan?", "Ja, de weekmail is standaard ingeschakeld en kan per medewerker worden uitgeschakeld."),
    ("nl", "Zet de schakelaar **Zichtbaar** aan. Nieuwe producten tonen hun prijs: de schakelaar **Prijs** is groen.", "Tonen nieuwe producten hun prijs?", "Ja, de schakelaar Prijs staat bij nieuwe producten al aan."),
    ("nl", "Bestanden in de prullenbak kunt u na 30 dagen niet meer herstellen.", "Ik heb gisteren iets weggegooid. Wat nu?", "U kunt een bestand uit de prullenbak terughalen."),
    ("nl", "De controle staat standaard aan en kunt u niet uitzetten.", "Kan de controle uit?", "Nee, de controle is altijd actief en kan niet worden uitgeschakeld."),
    ("nl", "Een betaalde loonrun kunt u niet terugdraaien; alleen de beheerder van het pakket kan dat.", "Wie kan een betaalde loonrun terugdraaien?", "Alleen de beheerder van het pakket kan een betaalde loonrun terugdraaien."),
    ("nl", "Een goedgekeurde aanvraag kunt u niet zelf terugdraaien. Uw leidinggevende kan dat wel.", "Wie kan mijn goedgekeurde aanvraag terugdraaien?", "Uw leidinggevende kan een goedgekeurde aanvraag terugdraaien."),
    ("nl", "Is de factuur verzonden, dan kunt u haar niet meer terugdraaien.", "Kan ik een conceptfactuur terugdraaien?", "Een conceptfactuur is nog niet verzonden, dus die kunt u terugdraaien."),
    ("en", "A deleted account cannot be restored. Deactivated accounts stay on the **Inactive** tab.", "Can a deactivated account come back?", "Yes, you can restore a deactivated account on the Inactive tab."),
    ("en", "Notifications are off until you connect a phone.", "Why do I get no notifications?", "Notifications are off until you connect a phone."),
]  # fmt: skip


test_no_truth_is_called_a_lie = believing(TRUE)
