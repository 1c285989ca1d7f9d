"""True answers about pages that nothing had been tried on, which had been called untrue; and lies.

Golden verdicts of `grounded` with the real pipelines; all made up after answers of rated sets
(`replication/support`), each on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import around, believing, stars, telling_apart
from truthscore import TruthScorer
from truthscore.types import ContextDocument

TRUE = [
    # a list of cases states nothing
    ("en", "You can close any stock period, if the following is true:\n\n- There are no open outbound entries in that period.\n- All costs have been adjusted.", "Can't close July! It complains about an open entry", "The negative entry is still open, and with such an open outbound entry the period can't be closed. Close it with a count first."),
    # not supported, as the page says
    ("nl", "U hebt meestal speciale software van de verkoper nodig om beveiligde bestanden te spelen, maar deze software wordt vaak niet ondersteund op dit toestel.", "Waarom speelt mijn muziek niet?", "U hebt meestal speciale software van de verkoper nodig, en die wordt vaak niet ondersteund op dit toestel."),
    # another sentence denies it too
    ("en", "With the filter pane on a list you can apply filters to the records. If you copy the link of the page, the page link won't include your filter changes.", "I sent the link but she sees all records?", "That's because filters you set in the filter pane aren't part of the page link."),
    # who warns against a thing says not to do it
    ("en", "Do not create the local currency code both in **Ledger Setup** and on the **Currencies** page.", "Should I add GBP to the currencies?", "No. The page warns explicitly against creating the local currency code both in **Ledger Setup** and on the **Currencies** page."),
    # the "No." of a number denies nothing
    ("en", "If the **Ship-to Customer No.** is different from the **Bill-to Customer No.**, those lines are hidden in the report. Add the **Ship-to Customer** field to the page and remove the filter.", "Why are lines missing?", "The lines are missing because the ship-to customer on those orders differs from the bill-to customer."),
    # what follows from a time is no denial of it
    ("en", "Only released forms can be printed. Only open forms can be changed. Choose **Release** to release the form.", "how do I print a form? print doesn't work, it is still open", "Only released forms can be printed, so that's why it doesn't work while the form is open. Choose **Release** first."),
    # columns are no rows
    ("en", "\n\n| Item type | Sales | Service consumption | Assembly consumption | Counting |\n|---|---|---|---|---|\n| Stock | yes | yes | yes | yes |\n| Non-stock | yes | yes | yes | no |\n| Service | yes | no | no | no |", "What still works for non-stock?", "**Non-stock:**\n- Still possible: sales, and consumption in service and assembly."),
    # always and every, where the page does not say less, or the answer does
    ("en", "The pool is always closed on Mondays, unless it is a holiday.", "Is the pool open on a Monday?", "It is always closed on Mondays, unless it is a holiday."),
    ("en", "A permit costs $75 every three years. A permit over $50 is paid by card.", "What does a permit cost?", "$75 every three years."),
    ("nl", "Verzend pakketten aan de balie. Voor elk pakket vul je een kaart in. Voor pakketten boven de 10 kilo is een bewijs nodig.", "Wat vul ik in?", "Voor elk pakket vul je een kaart in."),
    # granted to who asks in time, or by another than who asks
    ("nl", "Je kunt een bestelling wijzigen totdat deze is verzonden. Daarna kan alleen de winkel de bestelling terughalen.", "Mijn bestelling is al betaald. Kan ik de bestelling nog wijzigen?", "Ja, je kunt de bestelling wijzigen."),
    ("en", "You can change a booking until you pay for it. After that, only the desk can change it.", "I have already paid for my booking. How do I change it?", "The desk can change the booking."),
    ("en", "You can change a booking until you pay for it. After that, only the desk can change it.", "I have already paid for my booking. How do I change it?", "Ask the desk to change the booking."),
    # what it is like is no case of it
    ("nl", "U stelt de spiegels af voordat u wegrijdt, net als bij een andere auto. Met de hendel stelt u het stuur af.", "Hoe stel ik de spiegels af?", "Stel de spiegels af voordat u wegrijdt, net als bij een andere auto."),
    # "that is not possible here" denies nothing of what is to be done instead
    ("nl", "Met een gedeeld account kunt u de taal hier niet kiezen. Vraag het uw eigen beheerder.", "We hebben een gedeeld account. Hoe kies ik de taal?", "Dat kan hier niet, vraag het uw eigen beheerder."),
    ("nl", "Annuleren kan gratis tot maximaal 48 uur voor vertrek. Daarna betaalt u de helft.", "Kan ik gratis annuleren?", "Ja, als u minstens 48 uur voor vertrek annuleert."),
    ("en", "You can cancel until at most 2 days in advance.", "When can I cancel?", "Cancel at least 2 days in advance."),
    # a bound that a page has without its word, or turned round
    ("en", "A password has 12 characters. A code has at least 12 characters.", "How long is a password?", "A password has at most 12 characters."),
    ("nl", "Een wachtwoord mag niet uit meer dan hoogstens 12 tekens bestaan.", "Hoe lang is een wachtwoord?", "Het mag niet uit meer dan hoogstens 12 tekens bestaan."),
    ("nl", "Een wachtwoord heeft minstens 12 tekens.", "Hoe lang is een wachtwoord?", "Zorg dat het niet korter is: een wachtwoord heeft minstens 12 tekens."),
    # a name of the list, of a kind that it names, and one that the answer denies
    ("en", "The app works on Android and most phones.", "Does it work on a Fairphone?", "Yes, it works on a Fairphone."),
    ("en", "The app works on phones such as Android and Fairphone.", "Does it work on Nokia?", "Yes, it works on Nokia."),
    ("nl", "De koppeling werkt met Exact en Twinfield.", "Werkt het met Snelstart?", "Nee, de koppeling werkt niet met Snelstart."),
    ("en", "In the season the film was shot in Croatia.", "Who was in it?", "The film was shot in Croatia with Ann Lopez."),
    # told of the other one by its name
    ("en", "A green light means the battery is full. A red light means that it is empty.", "The light is red. When is it full?", "The battery is full when the light is green."),
    ("nl", "Het basispakket bevat ondersteuning per e-mail. Het pluspakket bevat ondersteuning per telefoon.", "Welke ondersteuning heeft het basispakket?", "Ondersteuning per e-mail. Per telefoon kan met het pluspakket."),
    # what is excepted may be done; what is left to the reader need not
    ("nl", "Uitgezonderd op feestdagen kunt u de balie niet bellen.", "Kan ik de balie op feestdagen bellen?", "Ja, op feestdagen kunt u de balie bellen."),
    ("en", "Restart the computer after the installation. You don't need to restart a tablet.", "Do I need to restart my tablet?", "No, you don't need to restart a tablet."),
    ("en", "Enter a description if you want to find the entry again.", "Do I have to enter a description?", "No, only if you want to find the entry again."),
    ("en", "Send us a photo of the book. We print it again.", "Do I have to send it back?", "No, just send us a photo of the book."),
    # how often behind a sum that is worked out, and a bound in a row of cells
    ("en", "One claim takes your discount back from 40% to 25%. Customers pay the rest monthly.", "My price before discount is £400. What do I pay after a claim?", "You pay £300 a year, with a discount of 25%."),
    ("en", "Accepted | Charged\nStone chips up to 3 mm | Cracked glass", "I have a scratch of 2 cm and a crack in the glass. Is it charged?", "Cracked glass is charged."),
    ("en", "Spotless costs 12 euros a month. The basic tariff costs 8 euros a month and includes nothing. Spotless includes breakdown service.", "What does the basic tariff cost?", "It costs 8 euros a month. Spotless costs 12 euros."),
    # without what is needed for something else, or what is left to the reader
    ("en", "You need an account to leave a comment. Reading is free for all.", "Can I read without an account?", "Yes, you can read without an account."),
    ("nl", "Voor de installatie hebt u internet nodig. Daarna is internet niet nodig.", "Werkt de app zonder internet?", "Ja, na de installatie werkt de app zonder internet."),
    ("en", "You need a code to open the door.", "Does the door open without a code?", "No, the door does not open without a code."),
    # which row holds decides
    ("en", "\n\n| Goods from | Goods to | Result |\n|---|---|---|\n| Own country | EU country | Export shipping line |\n| EU country | Own country | Export receiving line |\n| EU country | EU country | No export lines |", "We sell from Germany straight to Poland, we are in Sweden. Do I get an export line?", "No. Goods from an EU country to another EU country give no export lines."),
    # a case of what was said before
    ("nl", "Het netwerk verbindt vanzelf. Als dit niet gebeurt, controleer dan eerst of de netwerkkabel is aangesloten.", "Mijn netwerk doet niks.", "Controleer eerst of de netwerkkabel is aangesloten."),
    ("nl", "Zet draadloos uit en weer aan. Wanneer het draadloos nog steeds niet werkt, zet dan de vliegtuigstand aan en weer uit.", "Geen wifi meer na slaapstand", "Zet draadloos uit en weer aan. Helpt dat niet, zet dan de vliegtuigstand aan en weer uit."),
    # a limit that another sentence tells
    ("nl", "Met de dienst Documenten bekijkt u uw documenten van elders. U kunt elke dienst van een account uitschakelen.", "Kan ik mijn documenten bekijken?", "Met de dienst Documenten bekijkt u uw documenten van elders, zolang u die dienst niet hebt uitgeschakeld."),
    # two steps, and no case that the first one sets
    ("nl", "\n\n1. Open een terminalvenster, typ lsusb in en druk daarna op Enter.\n2. Doorzoek de getoonde lijst met apparaten.", "Hoe zie ik of de stick herkend is?", "1. Typ lsusb in en druk daarna op Enter.\n2. Doorzoek de getoonde lijst met apparaten."),
    # a question that sets the case
    ("nl", "Als u wel de lezer ziet, maar niet de kaart, dan ligt het probleem mogelijk bij de kaart zelf. Probeer het met een andere kaart.", "Mijn kaartje doet niks", "**Wel de lezer, niet de kaart?** Dan ligt het probleem mogelijk bij de kaart zelf. Probeer het met een andere kaart."),
    ("nl", "Met Num Lock aan typt het numerieke blok cijfers in plaats van de muis te bewegen.", "Er komen cijfers", "Het numerieke blok typt cijfers omdat Num Lock aan is. Zolang dat zo is, typt het numerieke blok cijfers in plaats van de muis te bewegen."),
    # more than one is several
    ("nl", "Als u meer dan één exemplaar afdrukt, worden de afdrukken per bladzijde gegroepeerd.", "Ik moet alles bijeenrapen", "Als u meerdere exemplaren afdrukt, worden de afdrukken per bladzijde gegroepeerd."),
    # by hand as well
    ("nl", "\n\n## Het scherm automatisch vergrendelen\n\nU kunt ervoor kiezen uw scherm automatisch te vergrendelen na een bepaalde tijd. Met Super+L vergrendelt u het scherm.", "Hoe gaat mijn scherm vanzelf op slot?", "U kunt ervoor kiezen uw scherm automatisch te vergrendelen na een bepaalde tijd. Met Super+L vergrendelt u het scherm zelf."),
    ("nl", "U kunt ervoor kiezen uw scherm automatisch te vergrendelen na een bepaalde tijd. Met Super+L vergrendelt u het scherm.", "Hoe gaat mijn scherm op slot?", "Met Super+L vergrendelt u het scherm zelf."),
    ("nl", "Uw scherm wordt automatisch vergrendeld na een bepaalde tijd. Met Super+L vergrendelt u het scherm.", "Hoe gaat mijn scherm op slot?", "Uw scherm wordt automatisch vergrendeld na een bepaalde tijd. Met Super+L vergrendelt u het scherm zelf."),
    ("nl", "U kunt het scherm automatisch laten vergrendelen na een bepaalde tijd. Met Super+L vergrendelt u het scherm.", "Hoe gaat mijn scherm op slot?", "Met Super+L vergrendelt u het scherm zelf."),
    # the case of somebody else, and a yes to what is denied
    ("nl", "Als uw accounttype Standaard is, dan kunt u deze instelling niet wijzigen. Een beheerder wel.", "Mijn zoon heeft accounttype Standaard en ik ben beheerder. Kan ik deze instelling wijzigen?", "Ja, als beheerder wel. Met het accounttype Standaard kunt u deze instelling niet wijzigen."),
    ("nl", "Als uw accounttype Standaard is, dan kunt u deze instelling niet wijzigen.", "Mijn accounttype is niet Standaard maar Beheerder. Kan ik deze instelling wijzigen?", "Ja, dat kunt u."),
    ("nl", "Als uw accounttype Standaard is, dan kunt u deze instelling niet wijzigen.", "Mijn accounttype is Standaard. Ik kan deze instelling dus niet wijzigen?", "Ja, dat klopt: met het accounttype Standaard gaat dat niet."),
    ("nl", "Als de factuur geboekt is, kunt u deze niet alleen crediteren, maar ook corrigeren.", "De factuur is geboekt. Kan ik de factuur dan corrigeren?", "Ja, u kunt de factuur corrigeren."),
    # a guess of the answer, or of the page
    ("nl", "Op de meeste laptops is de software van de maker geïnstalleerd.", "De ventilator blaast altijd", "Waarschijnlijk is op uw laptop de software van de maker niet geïnstalleerd."),
    ("nl", "Misschien is de software van de maker niet geïnstalleerd. Installeer die dan.", "Ik heb de software van de maker geïnstalleerd, wat nu?", "De software van de maker is geïnstalleerd. Dan hoeft u die niet te installeren."),
    # a cell of another row
    ("en", "\n\n| Goods from | Goods to | Result |\n|---|---|---|\n| Own country | EU country | Export shipping line |\n| EU country | Own country | Export receiving line |\n| EU country | EU country | No export lines |", "We sell from Germany straight to Poland, we are in Sweden. Do I get an export line?", "No. From one EU country to another there are none."),
    ("en", "\n\n| Sold by | Delivered to | Expected lines |\n|---|---|---|\n| Country as in the **Company Information** | EU country different from the country in the **Company Information** | Intrastat shipping line |\n| EU country different from the country in the **Company Information** | Country as in the **Company Information** | Intrastat receiving line |\n| EU country different from the country in the **Company Information** | EU country different from the country in the **Company Information** | No Intrastat lines |", "We (Sweden) sell goods to Poland which our German vendor ships straight to the customer. Do I get an Intrastat line?", "No. In your case they're received from an EU country other than your own (Germany) and delivered to an EU country other than your own (Poland). The expected result for that combination is **no Intrastat lines**."),
    # what may be done by itself, or by hand
    ("nl", "U kunt instellen dat het scherm na een bepaalde tijd automatisch wordt vergrendeld. Met Super+L vergrendelt u het scherm.", "Hoe gaat mijn scherm op slot?", "Met Super+L vergrendelt u het scherm zelf."),
    ("nl", "De brief wordt 's nachts verstuurd door het systeem. U kunt de brief ook handmatig versturen.", "Wanneer gaat mijn brief weg?", "De brief wordt 's nachts automatisch verstuurd."),
    ("nl", "Na het aanmelden wordt u gevraagd of u de mappen wilt hernoemen.", "Wat gebeurt er met mijn mappen?", "Na het aanmelden wordt u gevraagd of u de mappen wilt hernoemen. Zegt u ja, dan worden de mappen automatisch hernoemd."),
    # a yes to what is not so
    ("en", "A team has one admin only.", "So we can't have two admins?", "Yes, that's right. A team has one admin only."),
    # the status of another row
    ("en", "\n\nDraft – Edit freely.\nApproved – A manager selects Reopen. All slips are withdrawn.\nPaid – The run cannot be reopened.", "I approved the run and forgot someone. Can I still get in?", "Yes. A manager can click **Reopen**, and all slips are withdrawn."),
    # at once, and every so often as well
    ("nl", "Het saldo wordt elke nacht bijgewerkt. Na het intrekken wordt het saldo direct bijgewerkt.", "Ik heb verlof ingetrokken, klopt mijn saldo al?", "Na het intrekken wordt het saldo direct bijgewerkt."),
    ("en", "Every order is checked by our team. The order is sent to you.", "When is my order sent?", "The order is checked by our team. The order is then sent to you directly."),
    # the month behind it
    ("nl", "Goedgekeurde declaraties worden met het salaris van de volgende maand uitbetaald. Declaraties die na de 15e zijn goedgekeurd, gaan mee met de maand erna.", "Wanneer krijg ik mijn geld?", "Samen met het salaris van de volgende maand. Is de declaratie na de 15e goedgekeurd, dan een maand later."),
    # who does not do it
    ("nl", "Je kunt een ingediende declaratie aanpassen totdat je leidinggevende hem heeft beoordeeld. Zonder bon keurt de administratie de declaratie niet goed.", "Wie keurt mijn declaratie goed?", "Je leidinggevende beoordeelt hem."),
    # an exception that is told as one
    ("en", "Claims older than three months are not reimbursed unless the board gives permission.", "My receipt is four months old, is that still OK?", "No, claims older than three months aren't reimbursed. Only the board can make an exception."),
    ("nl", "Wie stopt, krijgt geen geld terug, ook niet met een verklaring van de arts.", "Krijg ik geld terug als ik ziek ben?", "Nee, u krijgt geen geld terug, ook niet met een verklaring van de arts."),
    # "even if" of what the page has no exception for, and of the exception of something else
    ("en", "Moving is free, even if there is no line yet. Only if you choose a new package do you pay a fee.", "Does moving cost anything?", "No, moving is free, even if there is no line yet."),
    ("en", "Moving is free. You choose a package. Only if there is no line at the new address yet do you wait for an engineer.", "Does moving cost anything?", "No, moving is free, even if there is no line yet."),
    # what goes on from the steps is none
    ("nl", "\n\n# Afspraak annuleren\n\n1. Ga naar **Mijn afspraken**.\n2. Selecteer de afspraak en klik op **Annuleren**.\n\nAnnuleren kan kosteloos tot 24 uur voor de afspraak. Daarna betaalt u € 25.", "Hoe annuleer ik een afspraak?", "Ga naar **Mijn afspraken**, selecteer de afspraak en klik op **Annuleren**. Dat kan tot 24 uur voor de afspraak."),
    ("en", "\n\n# Cancel a visit\n\n1. Go to **My visits**.\n2. Select the visit and click **Cancel**.\n\nYou can cancel free of charge until 24 hours before the visit. After that you pay $25.", "How do I cancel a visit?", "Go to **My visits**, select the visit and click **Cancel**. That is free until 24 hours before the visit."),
    # what is such is in the case that was told
    ("nl", "U kunt een rekening verwijderen als hij niet geblokkeerd is.", "Waarom lukt het niet?", "De rekening is geblokkeerd. Een dergelijke rekening kunt u niet verwijderen."),
    ("en", "You can delete an account if this is true:\n\n- The account is not blocked.\n- The balance is zero.", "Why is it not possible?", "The account is blocked. You cannot delete such an account."),
    # what is perhaps so is denied of nothing
    ("nl", "Sommige laptops hebben extra software nodig, maar misschien is deze software niet geïnstalleerd. Dan kunt u mogelijk software installeren.", "De ventilator blaast altijd", "Sommige laptops hebben extra software nodig. In dat geval kunt u mogelijk software installeren."),
    # a customer's trouble as a heading
    ("nl", "\n\n## Nummers verschijnen niet op mijn speler\n\nGebruik een muziekprogramma om de nummers te kopiëren: open het, en de speler verschijnt daarin. De nummers verschijnen daarna op de speler.", "Hoe krijg ik liedjes op mijn speler?", "Gebruik een muziekprogramma om de nummers te kopiëren. Daarna verschijnen de nummers op uw speler."),
    ("nl", "\n\n## Nummers verschijnen niet op mijn speler wanneer ik ze daar naartoe kopieer\n\nAls u een speler aansluit, verschijnt die in uw muziekprogramma en in bestandsbeheer. U dient de nummers naar de speler te kopiëren met het muziekprogramma; de speler verschijnt daar ook in. Bestandsbeheer weet niet waar de nummers horen.", "mag ik liedjes gewoon met Bestanden naar mijn speler slepen? hij staat daar toch tussen", "Nee, dat werkt niet, ook al verschijnt uw speler wél in Bestanden. Bestandsbeheer weet niet waar de nummers horen, waardoor gesleepte nummers op de verkeerde plaats terechtkomen en niet verschijnen."),
    # bold words that open an item name nothing, and keys may be held with others
    ("en", "\n\nWindows and Linux work out the remaining time in different ways. Windows may show more.", "It said 6 hours before?", "- **Another way of counting.** Windows and Linux work out the remaining time in different ways."),
    ("en", "\n\n- Press Shift+PrtScr to take a screenshot of an area.\n- Hold Ctrl with any of the above shortcuts to copy it to the clipboard.", "how do i copy part of my screen?", "Press **Ctrl+Shift+Prt Scrn** to take a screenshot of an area and copy it to the clipboard."),
    ("en", "\n\n## I have no wireless network when I wake up my computer\n\nTurn the wireless network off and on again.", "Wifi gone after sleep", "Turn the wireless network off and on again when you wake up your computer."),
    # "4 en half" is four and a half
    ("nl", "De duur van de accu hangt af van uw gebruik. Zes uur is een schatting van de maker.", "onder het oude systeem 6u, nu maar 4 en half. waarom?", "De duur van de accu hangt af van uw gebruik, ook al ziet u nu 4,5 in plaats van 6 uur."),
]  # fmt: skip

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # a yes to who is in the case in which it cannot be done
    # "dan" that is "then" and no "than"
    ("nl", "Is de map op slot? Meld dan één gebruiker af en open de map opnieuw.", "De map is op slot", "Meld dan één gebruiker af en open de map opnieuw.", "Meld dan alle gebruikers af en open de map opnieuw."),
    ("en", "After a posted invoice has been partially or fully paid, you cannot cancel it from the posted invoice. Create a credit memo instead.", "The customer has paid 30% of a posted invoice. Can I just cancel it on the posted invoice?", "No. It has been partially paid, so you cannot cancel it there: create a credit memo.", "Yes, you can. Open the posted invoice and cancel it there; it has only been paid in part."),
    # one only, however many there are of what stands behind "per"
    ("nl", "U kunt maar één standaardrekening per bedrijf instellen.", "Kan ik twee standaardrekeningen hebben?", "U kunt maar één standaardrekening instellen.", "U kunt meerdere standaardrekeningen instellen."),
    # the exception that the page makes, denied in so many words
    ("nl", "Declaraties ouder dan drie maanden worden niet meer vergoed, tenzij de directie toestemming geeft.", "Mijn bon is van vier maanden geleden, kan dat nog?", "Nee, tenzij de directie toestemming geeft.", "Nee, dat kan niet, ook niet met toestemming van de directie."),
    # what a sentence leaves out
    ("en", "You claim mileage with the mileage log, not with an expense claim.", "Can I claim mileage with an expense claim?", "No, use the mileage log for that.", "Yes, choose mileage and enter the amount."),
    # always, never and every, where the page has a limit, a bound or one's own only
    ("en", "Late returns cost five dollars a day. A lost key is never replaced for free. The pool is closed on Mondays, unless it is a holiday.", "Is the pool open on a Monday?", "Only if it is a holiday.", "No, the pool is never open on Mondays."),
    ("nl", "Parkeren op het terrein is niet toegestaan, tenzij je een vergunning hebt. Fietsen staan in de kelder.", "Mag ik op het terrein parkeren?", "Alleen als je een vergunning hebt.", "Nee, parkeren op het terrein is nooit toegestaan."),
    # a verb that looks like a noun
    ("nl", "Medewerkers met een tijdelijk contract bouwen pensioen op over de gewerkte uren.", "Ik heb een tijdelijk contract. Bouw ik dan pensioen op?", "Ja, over de uren die je werkt bouw je pensioen op.", "Nee, met een tijdelijk contract bouw je geen pensioen op."),
    # "bij" that names whom it is denied for
    ("nl", "Een planner mag een dienst ruilen. Bij stagiairs wordt een dienst niet geruild.", "Kan ik een dienst ruilen van een stagiair?", "Nee, bij stagiairs wordt een dienst niet geruild.", "Ja, een planner mag een dienst ruilen van een stagiair."),
    # the least or the most, and how often
    ("en", "Every employee has a budget of 200 pages a month.", "How many pages can I print?", "You have a budget of 200 pages per month.", "You have a budget of 200 pages per week."),
    ("en", "The plan costs $10 a month.", "How much is it?", "It costs $10 per month.", "The plan costs $10 a year."),
    ("nl", "Het saldo wordt elke nacht bijgewerkt.", "Wanneer wordt het saldo bijgewerkt?", "Het saldo wordt dagelijks bijgewerkt.", "Het saldo wordt elke maand bijgewerkt."),
]  # fmt: skip

test_told_apart = telling_apart(PAIRS)
test_no_truth_is_called_a_lie = believing(TRUE)

PROMPT = (
    "U bent de hulp van de servicedesk. Antwoord in maximaal 5 zinnen. "
    "Servicedesk: toestel 4400, op werkdagen van 8 tot 17 uur."
)


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("bij de servicedesk, toestel 4400.", True),
        ("bij de servicedesk, toestel 4401.", False),
        ("bij de servicedesk, die tot 17 uur open is.", True),
        ("bij de servicedesk. Dat kan met maximaal 5 passen.", False),
    ],
)
def test_what_the_prompt_tells_of_the_desk(whole: TruthScorer, said: str, true: bool) -> None:
    pages = (
        ContextDocument(id="prompt", text=PROMPT, kind="prompt"),
        ContextDocument(
            id="page",
            text=around(
                "nl", "Vraag een nieuwe pas aan bij de servicedesk, met maximaal 3 passen."
            ),
        ),
    )
    answer = f"Vraag een nieuwe pas aan {said}"
    assert (stars(whole, "nl", pages, "Mijn pas is weg", answer) >= 3.0) is true
