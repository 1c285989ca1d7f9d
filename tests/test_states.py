"""How a thing is from the start, and whether what was done can be undone, in other words than the
page's.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    ("nl", "De weekmail staat standaard aan en kunt u per medewerker uitzetten.", "Moet ik iets doen om de weekmail te krijgen?", "Nee, de weekmail staat standaard aan.", "Ja, de weekmail staat in het begin uit."),
    ("nl", "De weekmail staat standaard aan.", "Krijg ik de weekmail vanzelf?", "Ja, de weekmail staat al aan.", "Nee, schakel de weekmail eerst zelf in."),
    ("nl", "Zet de schakelaar **Zichtbaar** aan. Daarna zien klanten het product.", "Zien klanten mijn product direct?", "Nee, zet eerst de schakelaar Zichtbaar aan.", "Ja, de schakelaar Zichtbaar staat bij een product al aan."),
    ("nl", "De wachtlijst staat standaard aan voor groepen en uit voor privélessen.", "Staat de wachtlijst aan voor privélessen?", "Nee, voor privélessen staat de wachtlijst standaard uit.", "Ja, voor privélessen staat de wachtlijst standaard aan."),
    ("nl", "Dubbele controle is bij nieuwe accounts uitgeschakeld en moet u eerst activeren.", "Is de dubbele controle meteen actief?", "Nee, u moet de dubbele controle eerst inschakelen.", "Ja, de dubbele controle is bij nieuwe accounts altijd ingeschakeld."),
    ("en", "The weekly digest is on by default. You can turn it off for each member.", "Do I have to do anything to get the weekly digest?", "No, the weekly digest is already on.", "Yes, the weekly digest is off at first."),
    ("en", "Text messages have to be enabled first under **Settings > Messages**.", "Are text messages sent right away?", "No, you have to enable text messages first.", "Yes, text messages are enabled from the start."),
    ("en", "The queue is on by default for groups and off for private lessons.", "Is the queue on for private lessons?", "No, for private lessons the queue is off by default.", "Yes, for private lessons the queue is on by default."),
    ("nl", "Het leegmaken van de prullenbak kan niet ongedaan worden gemaakt.", "Ik heb de prullenbak per ongeluk leeggemaakt. Kan dat terug?", "Nee, het leegmaken van de prullenbak is definitief.", "Ja, u kunt het leegmaken van de prullenbak gewoon terugdraaien."),
    ("nl", "Een samengevoegde klantkaart kunt u niet meer splitsen: samenvoegen is definitief.", "Kan ik samenvoegen weer ongedaan maken?", "Nee, samenvoegen is onomkeerbaar.", "Ja, het samenvoegen kunt u later herstellen."),
    ("en", "Merging two records is permanent.", "Can I undo merging two records?", "No, merging two records cannot be reversed.", "Yes, you can reverse merging two records later."),
    ("en", "Emptying the bin cannot be undone.", "I emptied the bin by mistake. Can I get it back?", "No, emptying the bin is final.", "Yes, you can undo emptying the bin under History."),
    ("nl", "Elk gesprek staat met datum en naam in het **Gesprekslogboek**. Regels in dit logboek kunnen niet worden verwijderd.", "Kan ik een gesprek uit het logboek halen?", "Nee, regels in het Gesprekslogboek blijven staan.", "Een regel in het Gesprekslogboek met datum en naam kunt u later verwijderen."),
    # what stands apart from a verb that says no state, and what is named before the verb
    ("nl", "De weekmail staat standaard aan en gaat elke maandag om 7.00 uur uit. Zet hem uit onder **Profiel > Berichten**.", "Krijg ik de weekmail vanzelf?", "Ja, de weekmail staat standaard aan. U kunt hem uitzetten onder Profiel > Berichten.", "Nee, u moet de weekmail eerst aanzetten."),
    ("nl", "Sms-berichten kosten € 0,10 per stuk en moet u eerst inschakelen onder **Profiel > Telefoon**.", "Krijg ik sms-berichten vanzelf?", "Nee, sms-berichten schakelt u eerst in onder Profiel > Telefoon.", "Ja, sms-berichten zijn standaard ingeschakeld. Ze kosten € 0,10 per stuk."),
    # of each case that the answer names, and of a kind of what it names
    ("nl", "Pushmeldingen over cijfers staan standaard aan. Pushmeldingen over huiswerk staan standaard uit. Kies **Profiel > Meldingen**.", "Mijn zoon kreeg geen melding over huiswerk, staat dat niet aan?", "Meldingen over huiswerk staan standaard uit.", "Meldingen staan standaard aan, zowel voor cijfers als voor huiswerk."),
    ("en", "Reminders are on by default for invoices. Reminders are off by default for quotes.", "Do I get reminders for quotes?", "No, for quotes reminders are off by default.", "Yes, reminders are on by default, both for invoices and for quotes."),
    ("en", "Recording on motion is off by default. Turn it on under **Camera > Recording**.", "Does it not just record motion?", "No, recording on motion is off by default.", "Yes, recording on motion is active out of the box."),
]  # fmt: skip

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


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)
