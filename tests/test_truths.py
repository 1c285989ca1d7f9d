"""True answers in their own words that a rule once called untrue, or could: each must stay above 3.

The other half of tests/test_lies.py and tests/test_short_lies.py: all made up, by what went wrong in
our own examples. Golden verdicts of `grounded` with the real pipelines.
"""

# ruff: noqa: E501 (a page, its question and its answer read best side by side)

from __future__ import annotations

import pytest

from tests.asked import around, stars

TRUE = [
    # what is told of a case is no step behind the others
    ("nl", "\n\n## Een taak starten\n\n1. Vraag uw leidinggevende om een taak met uw naam.\n2. Open de lijst **Taken**.\n3. Kies **Starten**.",
     "Hoe start ik een taak?",
     "Zo start u een taak:\n\n1. Open de lijst **Taken**.\n2. Kies **Starten**.\n\nStaat er geen taak met uw naam, vraag dan uw leidinggevende om een taak."),
    # denied of another thing than the question's
    ("nl", "Een operatie kunt u niet online verzetten. Een controle verzet u via **Afspraken > Verzetten**.",
     "Ik heb morgen een controle. Kan ik die online verzetten?", "Ja, een controle verzet u via Afspraken > Verzetten."),
    # "off" is no yes to whether one gets it
    ("en", "Reminders are on by default for invoices. Reminders are off by default for quotes.",
     "Do I get reminders for quotes?", "No, for quotes reminders are off by default."),
    # another role than the one that is asked about, by its name
    ("nl", "\n\n- **Vakdocent**: voert cijfers in en past ze aan tot 5 schooldagen na publicatie.\n- **Teamleider**: past cijfers aan na die 5 schooldagen.",
     "De docent publiceerde 3 schooldagen geleden een verkeerd cijfer. Moet dat via de teamleider?",
     "Nee, de vakdocent past cijfers nog aan tot 5 schooldagen na publicatie."),
    # what comes first is not held against the last of something
    ("en", "File the last VAT return before you close the year. A closed year takes no returns.",
     "Do we file the last VAT return first or close the year first?", "The VAT return comes first, before you close the year."),
    # a case set by the order of its words is no statement
    ("nl", "Is de bestelling verzonden, dan kunt u haar niet meer annuleren.", "Kan ik een nieuwe bestelling annuleren?",
     "Een nieuwe bestelling is nog niet verzonden, dus die kunt u annuleren."),
    # denied of the other case without a verb
    ("nl", "Voor een verbouwing heeft u toestemming van de verhuurder nodig; voor schilderwerk niet.",
     "Moet de verhuurder toestemming geven voor schilderwerk?", "Nee, voor schilderwerk is die toestemming niet vereist."),
    ("en", "You need leave from the landlord for building work; for painting not.",
     "Does the landlord have to agree to painting?", "No, leave is not required for painting."),
    # "niet onder" is "minstens"
    ("nl", "De tweede uitkering is minstens 75% van de eerste.", "Hoe laag kan de tweede uitkering worden?",
     "De tweede uitkering mag niet onder 75% van de eerste komen."),
    # what may happen drops no condition
    ("en", "Changing a price after approval resets the order to Draft, unless the total changes by less than 2%.",
     "Does a new price matter after approval?", "Changing a price after approval can reset the order to Draft."),
    # the head of a department is no department
    ("en", "Requesters can never approve their own order. If the requester leads the team, the order goes to the department head.",
     "I lead the team. Who approves my own order?", "Your department head. You can never approve your own order."),
    # who does it in the case that the question tells
    ("nl", "Uw leidinggevende vraagt een pas aan via Aanvragen > Toegang. Uitzendkrachten hebben geen leidinggevende in het systeem; voor hen doet het inleenbureau de aanvraag.",
     "Ik ben uitzendkracht. Wie vraagt mijn pas aan?", "Voor uitzendkrachten doet het inleenbureau de aanvraag."),
    # "Do I have to?" is no question that "on by default" says yes to
    ("en", "The weekly digest is on by default.", "Do I have to do anything to get the weekly digest?",
     "No, the weekly digest is already on."),
    # two terms, the second without its unit
    ("en", "Allow 2 working days for collection and 4 working days for post.", "When can I have it?",
     "Allow 2 working days if you collect it, or 4 if you'd like it posted."),
    # "it" is what the sentence before names
    ("en", "\n\n| Service | Price |\n|---|---|\n| Urgent (same-day) handling | £12.00 extra |\n| Home visit | £35.00 |",
     "It's Tuesday and I need them today. Possible?", "You can ask for same-day handling. It adds £12 to your bill."),
    # a noun before another one has no plural: "first down line" tells of no one down
    ("en", "The club won a prize for the creation of the yellow line representing the first down line for its games.",
     "What did the club win a prize for?",
     "The club won a prize for the yellow line for the first downs in its games."),
    # a case that is set by the order of its words denies nothing of what follows
    ("nl", "Hebt u de oude telefoon niet meer, log dan in met een noodcode.",
     "Mijn oude telefoon is weg. Hoe kom ik binnen?",
     "Log in met een van uw noodcodes en koppel daarna de nieuwe telefoon."),
    ("nl", "Ontvangt u geen bevestiging, neem dan contact op met de balie.",
     "Ik kreeg niets. Wat nu?",
     "Neem contact op met de balie."),
    ("nl", "Is er geen leidinggevende bekend, dan beoordeelt personeelszaken de aanvraag.",
     "Wie beoordeelt mijn aanvraag als ik geen leidinggevende heb?",
     "Dan beoordeelt personeelszaken de aanvraag."),
    ("en", "Should the reader not recognise your card, press the bell at the desk.",
     "My card does not work at the door. What do I do?",
     "Press the bell at the desk."),
    # what somebody has to find out is not stated
    ("en", "Verify that the country of the tax number matches the country of your account. Verify that your account is a business account.",
     "Why can't I update my card?",
     "The country of your tax number doesn't match the country of your account."),
    ("nl", "Controleer dat de naam op de pas overeenkomt met de naam van het account. Neem daarna contact op.",
     "Waarom wordt mijn pas geweigerd?",
     "De naam op de pas komt niet overeen met de naam van het account."),
    # "25x"; several messages in one pair of quotation marks
    ("en", "The rule of thumb is that you should have 25x your annual expenses saved when you retire.",
     "How much should I save?",
     "Aim to have 25 times your annual expenses saved when you retire."),
    ("nl", "Water de plant 2x per week. Geef elke maand voeding.",
     "Hoe vaak geef ik water?",
     "Geef de plant twee keer per week water."),
    ("en", "Could not place order. Card rejected.\n\nFailed to complete the request due to an error.\n\nBoth mean that the bank said no.",
     "It keeps showing errors.",
     'Which error do you see? It can be "Could not place order. Card rejected; or Failed to complete the request due to an error."'),
    # one date of the page completes another; a list is counted; a number that stands there bare
    ("en", "The song was printed on September 20. Soon after, a shop published the words and the music together. A magazine reprinted it in November 1814.",
     "When were words and music published together?",
     "The words and the music were published together in September 1814."),
    ("en", "The west fork, the middle fork and the east fork of the Cedar River rise in Dodge County. The river passes three miles west of Austin.",
     "Where does the Cedar River begin?",
     "The Cedar River begins in Dodge County, with three forks: the west fork, the middle fork and the east fork."),
    ("en", "A retiree is still a long-term investor, as life spans of 90 are common. Over such periods shares have won in 90% of cases.",
     "Is a retiree a long-term investor?",
     "Yes, a retiree still is, as life spans of 90 years are common."),
    ("nl", "De fout verschijnt als het rekeningnummer ontbreekt of nog niet is bevestigd.",
     "Hoe los ik de fout op?",
     "1. Open de kaart van de medewerker.\n2. Kijk of het rekeningnummer is bevestigd."),
    ("nl", "De koppeling werkt niet als het certificaat niet is vernieuwd.",
     "De koppeling werkt niet. Wat kan ik doen?",
     "Controleer of het certificaat is vernieuwd."),
    ("en", "The export stops when the period has not been closed.",
     "Why does the export stop?",
     "Check whether the period has been closed."),
    ("en", "You get no points if the card was not registered.",
     "I got no points. Why?",
     "See if the card was registered."),
    # the others are not the one
    ("nl", "Het onderdeel Rooster kan niet worden uitgezet. De overige onderdelen beheert de coördinator.",
     "Kan ik Rooster uitzetten?",
     "Nee, het onderdeel Rooster kan niet worden uitgezet. Andere onderdelen kan de coördinator wel uitzetten."),
    ("en", "The main account cannot be deleted. An administrator manages the remaining accounts.",
     "Can I delete the main account?",
     "No, the main account cannot be deleted. Other accounts can be deleted by an administrator."),
    # each holds in a case of its own
    ("nl", "U kunt een declaratie niet goedkeuren als u haar zelf hebt ingediend. Is er maar één beheerder, dan geldt dat niet.",
     "Ik ben de enige beheerder. Mag ik mijn eigen declaratie goedkeuren?",
     "Ja. Is er maar één beheerder, dan kunt u de declaratie zelf goedkeuren."),
    # what stands before the steps is none of them
    ("nl", "1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies Direct delen of Later delen.\n5. Klik op Bevestigen.",
     "Hoe deel ik het rooster later?",
     "Dat doet u met **Later delen**.\n\n1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies **Later delen**.\n5. Klik op Bevestigen."),
("nl","Voor een eigen bijdrage geldt een vast bedrag van € 120. Kiest u een hersteller buiten ons netwerk, dan komt er € 200 bij.",
 "Wat betaal ik bij mijn eigen hersteller?",
 "Dat is € 320: € 120 plus € 200 omdat hij niet in het netwerk zit."),
("nl","De verkoper betaalt het doorhalen van zijn lening: € 180 per inschrijving.",
 "Er staan twee inschrijvingen op het huis. Wat betaal ik?",
 "Voor het doorhalen van twee inschrijvingen betaalt u € 360."),
("en","Your contract has a minimum term of 12 months. A pause extends the term by its length.",
 "I paused for 3 months. When can I leave?",
 "Your minimum term then becomes 15 months instead of 12."),
("en","Prints take 2 working days to make and 3 working days to deliver.",
 "How long does it all take?",
 "Five working days in total: two to make and three to deliver."),
("nl","Herinneren kan per e-mail of sms. Een sms kost € 0,08.",
 "Wat kost een sms?",
 "Een sms kost acht cent."),
("nl","Annuleren is gratis tot 3 uur voor de start. Daarna betaalt u de helft van de gereserveerde uren.",
 "Wat kost annuleren?",
 "Tot 3 uur voor de start kost annuleren niets. Daarna betaalt u 50% van de gereserveerde uren."),
("nl","Het park is open van dinsdag tot en met vrijdag van 10 tot 18 uur en zaterdag van 9 tot 16 uur. Voor puin betaalt u € 0,05 per kg.",
 "Wanneer kan ik 200 kg puin brengen en wat kost dat?",
 "U kunt terecht van dinsdag tot en met zaterdag. Voor 200 kg puin betaalt u € 10."),
("nl","Een afspraak wijzigen kan tot 24 uur voor aanvang.",
 "Tot wanneer kan ik mijn afspraak wijzigen?",
 "Dat kan tot een dag voor aanvang."),
("en","Access is granted once the waiting period is over. Set it to 1 to 30 days. The default is 7.",
 "When does my contact get access? I never changed the settings.",
 "After a week, as that is the default waiting period."),
("en","A balance expires after 24 months without a payment.",
 "Does my balance stay valid?",
 "It does if there is a payment at least once every two years."),
("nl","Zeg uw oude contract niet zelf op: wij doen dat voor u.",
 "Moet ik mijn oude contract opzeggen?",
 "Nee, wij zeggen het oude contract voor u op."),
("en","Make sure the scanner has at least 20% battery; below that, updates are blocked. Receiving still works at any battery level.",
 "The battery is at 12%. Can I receive goods?",
 "Yes, receiving isn't affected by the battery level."),
("nl","De leiding van de locatie beslist; u krijgt antwoord binnen tien werkdagen.",
 "Wie beslist over een andere dag?",
 "Dat beslist de leiding van de locatie, niet de begeleiding."),
("nl","Bel bij schade meteen het noodnummer; een melding in de app is niet genoeg.",
 "Ik heb een paaltje geraakt. Meld ik dat in de app?",
 "Nee, bel meteen het noodnummer. Alleen melden in de app is niet genoeg."),
("nl","De koppeling bevestigt u elke 90 dagen opnieuw bij uw bank. Gegevens komen elke nacht binnen.",
 "Er komt niets meer binnen. Hoe kan dat?",
 "U moet de koppeling iedere 90 dagen opnieuw bevestigen, anders komen er geen gegevens binnen."),
("nl","Wie het eerst op **Ik kom** tikt, krijgt de dienst. Uitzondering: nachtdiensten wijst de planner toe.",
 "Er staat een nachtdienst open. Krijg ik die als ik als eerste tik?",
 "Nee, nachtdiensten wijst de planner toe."),
("nl","Betaalt de klant op tijd, dan krijgt hij de borg automatisch terug. Komt hij niet opdagen, dan gebeurt dat niet.",
 "Klant is niet komen opdagen. Krijgt hij de borg terug?",
 "Nee. Wie niet komt opdagen, krijgt de borg niet terug."),
("en","How do you keep one temperature? Turn the dial and press it for three seconds: Hold stays on until you cancel it.",
 "How do I keep it at 21?",
 "Set 21 °C and press the dial for three seconds. Hold stays on until you cancel it."),
("nl","Een afspraak verzetten kan tot 24 uur voor aanvang.\n\n| Situatie | Bewijs |\n|---|---|\n| Ziek, 1 tot 3 dagen na elkaar | Briefje van de ouders |\n| Ziek, meer dan 3 dagen na elkaar | Doktersattest |\n\nZijn de briefjes op, dan is ook voor één dag ziekte een doktersattest nodig.",
 "Mijn zoon is al vier dagen na elkaar ziek. Volstaat een briefje?",
 "Nee, bij meer dan drie dagen ziekte na elkaar hebt u een doktersattest nodig."),
("nl","Rolstoelplaatsen boekt u telefonisch bij de kassa, niet online.",
 "Hoe boek ik online een rolstoelplaats?",
 "Online gaat dat niet. Rolstoelplaatsen boekt u telefonisch bij de kassa."),
("nl","- Kas tot en met 6 m²: melden bij de commissie.\n- Groter dan 6 m²: vooraf toestemming van het bestuur.",
 "Ik wil een kas van 8 m2. Is melden genoeg?",
 "Nee, boven de 6 m² hebt u vooraf toestemming van het bestuur nodig."),
("nl","Het percentage mag hoger zijn dan 8, maar niet lager.",
 "Kan ik het percentage op 9 zetten?",
 "Ja, een hoger percentage mag wel."),
("en","The Team plan costs $14 for each seat and has a minimum of three seats.",
 "What is the least we pay for Team?",
 "$42 a month: a minimum of three seats at $14 each."),
("nl","Buiten de EU kost surfen € 6 per dag.",
 "Ik ga 4 dagen naar New York. Wat betaal ik?",
 "€ 24, want buiten de EU kost surfen € 6 per dag."),
("en","Your tax number. You may add this later, within 30 days of opening.",
 "Do I need my tax number now?",
 "You may add it later, as long as you do so within 30 days of opening."),
("en","The cost of the return is taken off your refund, unless we sent the wrong item.",
 "You sent me the wrong colour. Do I pay for the return?",
 "No. When we've sent the wrong item, the cost of the return isn't taken off your refund."),
("nl","Zelf tanken is niet gratis; laden kost niets.",
 "Kost laden iets?",
 "Laden is gratis."),
("nl","Oranje signalen zijn waarschuwingen; u mag ze laten staan. Los alle rode signalen op.",
 "Moeten de oranje signalen ook weg voor ik verder kan?",
 "Nee, oranje signalen zijn alleen waarschuwingen. Alleen de rode signalen lost u op."),
("en","Your member card is handy, but not required. Bring a photo ID, such as a passport.",
 "cant find my member card anywhere, can I still come tomorrow?",
 "Yes. A passport is enough; the member card isn't required."),
("en","Foot passengers can't bring pets, apart from assistance dogs.",
 "Can I take my dog as a foot passenger? She is an assistance dog.",
 "Yes. Assistance dogs are the one exception."),
("nl","Bij **Mijn declaraties** ziet u waarom een declaratie is afgekeurd. U past haar daar aan.",
 "Mijn declaratie is afgekeurd, moet ik nu opnieuw beginnen?",
 "Nee, u past de declaratie aan bij Mijn declaraties."),
("nl","Voeg bij bedorven producten een foto toe; bij ontbrekende producten hoeft dat niet.",
 "Moet ik een foto meesturen?",
 "Bij bedorven producten is een foto nodig, bij ontbrekende producten niet."),
("nl","- **Automatische incasso**: uw kaart wordt vanzelf verlengd.\n- **Andere betaalwijze**: uw kaart stopt na 12 maanden.",
 "Wordt mijn kaart automatisch verlengd? Ik heb geen automatische incasso.",
 "Nee, zonder automatische incasso stopt uw kaart na 12 maanden."),
("en","As long as the email hasn't gone out, you can click **Undo** to stop it. By default it goes out after 24 hours.",
 "I rejected the wrong person ten minutes ago. Has the email gone?",
 "No, it goes out after 24 hours by default. Click Undo to stop it."),
("en","Fill in the safety checklist. The tabs Parts and Photos unlock once it is filled in.",
 "Why is the tab Parts locked?",
 "You haven't filled in the safety checklist yet."),
("nl","Voor kronen geldt een wachttijd van 6 maanden, voor orthodontie 12 maanden. Stapt u over, dan vervalt de wachttijd voor kronen.",
 "Ik stap over. Heb ik een wachttijd voor kronen en voor een beugel?",
 "De wachttijd voor kronen vervalt. Voor de beugel geldt een wachttijd van 12 maanden."),
("en","We collect every Tuesday. Changes are possible until 2 days ahead.",
 "Can I change it on a Tuesday, 2 days ahead?",
 "Yes, changes are possible until 2 days ahead."),
("en","Plan A: you pay 9% on what you earn above £25,000 a year.",
 "I earn 30,000 on plan A. What do I pay a year?",
 "About £450 a year. You pay 9% on the £5,000 above £25,000."),
("en","You may choose any colour. A repair costs £20.",
 "Which colour can I choose?",
 "You are free to choose any colour."),
]  # fmt: skip

#: The same in a lie: the rules above must not let these through.
UNTRUE = [
    ("nl", "Voor een verbouwing heeft u toestemming van de verhuurder nodig; voor schilderwerk niet.",
     "Moet de verhuurder toestemming geven voor een verbouwing?", "Nee, voor een verbouwing is toestemming van de verhuurder niet nodig."),
    ("nl", "Hebt u de oude telefoon niet meer, log dan in met een noodcode.",
     "Mijn oude telefoon is weg. Hoe kom ik binnen?",
     "Log dan niet in met een noodcode."),
    ("nl", "Ontvangt u geen bevestiging, neem dan contact op met de balie.",
     "Ik kreeg geen bevestiging. Wat nu?",
     "Ontvangt u geen bevestiging, neem dan geen contact op met de balie."),
    ("nl", "Het onderdeel Rooster kan niet worden uitgezet. De overige onderdelen beheert de coördinator.",
     "Kan ik Rooster uitzetten?",
     "Ja, het onderdeel Rooster kan de coördinator uitzetten."),
    ("nl", "U kunt een declaratie niet goedkeuren als u haar zelf hebt ingediend.",
     "Mag ik mijn eigen declaratie goedkeuren?",
     "U kunt een declaratie goedkeuren als u haar zelf hebt ingediend."),
    ("nl", "1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies Direct delen of Later delen.\n5. Klik op Bevestigen.",
     "Hoe deel ik het rooster later?",
     "Dat doet u met **Later delen**.\n\n1. Ga naar Roosters.\n2. Klik op Bevestigen.\n3. Kies de week.\n4. Klik op Delen.\n5. Kies **Later delen**."),
    ("en", "Check whether the period has been closed before you export.",
     "How do I export?",
     "Check whether the period has not been closed before you export."),
]  # fmt: skip

#: Whole answers in other words than their pages, written before any was scored: 21 of 25 held then.
WHOLE = [
("nl","""# Parkeervergunning
Bewoners van zone A en B kunnen een parkeervergunning aanvragen. Per adres geven wij maximaal twee vergunningen uit. Staat er op uw oprit ruimte voor een auto, dan krijgt u maar één vergunning. Een vergunning is niet overdraagbaar en geldt alleen voor het kenteken dat u opgeeft. De vergunning kost 96 euro per jaar; de tweede kost 180 euro. Verhuist u naar een andere zone, dan vervalt de vergunning op de dag van de verhuizing. Bezoekers hebben geen vergunning nodig als zij korter dan een half uur blijven.""",
 "Hoeveel vergunningen kan ik krijgen als ik een eigen oprit heb?",
 "Dan krijgt u één vergunning. Zonder plek op eigen terrein zijn er twee mogelijk per adres. De eerste kost 96 euro per jaar, een tweede 180 euro."),
("nl","""# Parkeervergunning
Bewoners van zone A en B kunnen een parkeervergunning aanvragen. Per adres geven wij maximaal twee vergunningen uit. Een vergunning is niet overdraagbaar en geldt alleen voor het kenteken dat u opgeeft. Verhuist u naar een andere zone, dan vervalt de vergunning op de dag van de verhuizing. Bezoekers hebben geen vergunning nodig als zij korter dan een half uur blijven.""",
 "Kan ik mijn vergunning aan mijn buurman geven?",
 "Nee, u kunt de vergunning niet overdragen: hij hoort bij het kenteken dat u hebt opgegeven. Uw buurman vraagt er zelf een aan."),
("nl","""# Boeken lenen
U mag tien boeken tegelijk lenen, drie weken lang. Verlengen kan twee keer, tenzij iemand anders het boek heeft gereserveerd. Levert u te laat in, dan betaalt u 15 cent per boek per dag. Na zes weken krijgt u een rekening voor de vervanging. Kinderen tot 12 jaar betalen geen boete. E-boeken gaan vanzelf terug en kunnen niet worden verlengd.""",
 "Wat gebeurt er als ik een boek te laat terugbreng?",
 "U betaalt dan 15 cent per dag voor elk boek. Is het boek na zes weken nog niet terug, dan volgt een rekening voor een nieuw exemplaar. Voor kinderen tot 12 jaar geldt geen boete."),
("nl","""# Boeken lenen
U mag tien boeken tegelijk lenen, drie weken lang. Verlengen kan twee keer, tenzij iemand anders het boek heeft gereserveerd. Kinderen tot 12 jaar betalen geen boete. E-boeken gaan vanzelf terug en kunnen niet worden verlengd.""",
 "Kan ik een e-boek langer houden?",
 "Nee, dat kan niet: een e-boek wordt na afloop automatisch ingeleverd. Een gewoon boek kunt u wel twee keer verlengen, zolang niemand het heeft gereserveerd."),
("nl","""# Declaraties
Medewerkers dienen declaraties in vóór de vijfde van de maand. Declaraties die later binnenkomen, worden een maand later uitbetaald. Een bon is verplicht vanaf 25 euro. Voor parkeerkosten hoeft u geen bon toe te voegen. De leidinggevende keurt de declaratie goed; hij mag zijn eigen declaraties niet goedkeuren. Afgekeurde declaraties kunt u aanpassen en opnieuw indienen.""",
 "Moet ik altijd een bon meesturen?",
 "Nee. Pas vanaf 25 euro is een bon verplicht, en voor parkeren is er geen nodig."),
("nl","""# Declaraties
Medewerkers dienen declaraties in vóór de vijfde van de maand. Declaraties die later binnenkomen, worden een maand later uitbetaald. De leidinggevende keurt de declaratie goed; hij mag zijn eigen declaraties niet goedkeuren. Afgekeurde declaraties kunt u aanpassen en opnieuw indienen.""",
 "Mijn declaratie is afgekeurd. Ben ik mijn geld kwijt?",
 "Nee hoor. Pas de declaratie aan en dien haar nog een keer in. Doet u dat na de vijfde, dan krijgt u het bedrag een maand later."),
("nl","""# Modem aansluiten
1. Zet het oude modem uit.
2. Verbind de witte kabel met de poort WAN.
3. Steek de stekker in het stopcontact.
4. Wacht tot het lampje groen brandt. Dat duurt ongeveer drie minuten.

Blijft het lampje rood, controleer dan of de kabel goed vastzit. Helpt dat niet, zet het modem dan tien seconden uit en weer aan. Gebruik geen verlengsnoer. Het wachtwoord van de wifi staat op de onderkant.""",
 "Het lampje van mijn nieuwe modem blijft rood. Wat moet ik doen?",
 "Kijk eerst of de kabel goed vastzit. Is dat zo, zet het modem dan uit, wacht tien seconden en zet het weer aan."),
("nl","""# Modem aansluiten
1. Zet het oude modem uit.
2. Verbind de witte kabel met de poort WAN.
3. Steek de stekker in het stopcontact.
4. Wacht tot het lampje groen brandt. Dat duurt ongeveer drie minuten.

Gebruik geen verlengsnoer. Het wachtwoord van de wifi staat op de onderkant.""",
 "Hoe sluit ik het modem aan?",
 "Zo sluit u het aan:\n\n1. Schakel het oude modem uit.\n2. Sluit de witte kabel aan op de WAN-poort.\n3. Doe de stekker in het stopcontact, zonder verlengsnoer.\n4. Wacht een minuut of drie, tot het lampje groen is.\n\nHet wifi-wachtwoord vindt u onderop."),
("nl","""# Zorgpas
U ontvangt uw zorgpas binnen vijf werkdagen na de start van uw verzekering. De pas is vijf jaar geldig en wordt daarna vanzelf vervangen. Bent u uw pas kwijt, vraag dan een nieuwe aan in de app. De oude pas werkt dan niet meer. Zonder pas kunt u ook zorg krijgen: laat in dat geval uw identiteitsbewijs zien. Voor een kind onder de 14 hoeft u geen pas te laten zien.""",
 "Ik ben mijn pas kwijt. Kan ik toch naar de huisarts?",
 "Ja, dat kan. Neem uw identiteitsbewijs mee. Een nieuwe pas vraagt u aan in de app; daarna is de oude niet meer te gebruiken."),
("nl","""# Uren schrijven
U schrijft uren per project. Uren van vorige maand kunt u niet meer wijzigen zodra de maand is afgesloten. Vraag de projectleider om de maand te heropenen als u een fout vindt. De projectleider kan dat alleen doen zolang er nog niet is gefactureerd. Reistijd telt niet mee als werktijd, behalve voor monteurs.""",
 "Ik heb vorige maand verkeerde uren geschreven. Hoe herstel ik dat?",
 "Is de maand nog open, dan past u de uren zelf aan. Is hij al afgesloten, vraag dan uw projectleider om hem te heropenen. Dat lukt alleen als er nog geen factuur is gemaakt."),
("nl","""# Uren schrijven
U schrijft uren per project. Reistijd telt niet mee als werktijd, behalve voor monteurs. Pauzes schrijft u niet.""",
 "Ik ben monteur. Mag ik mijn reistijd schrijven?",
 "Ja, voor monteurs is reistijd wel werktijd. Pauzes schrijft u niet op."),
("nl","""# Retourneren
U kunt een artikel tot 30 dagen na ontvangst terugsturen. Ondergoed en geopende cosmetica nemen wij niet terug. Voor het terugsturen betaalt u 3,95 euro; hebt u een kapot artikel ontvangen, dan betalen wij de verzending. Het geld staat binnen 14 dagen op uw rekening. Een artikel dat in de winkel is gekocht, brengt u terug naar de winkel; opsturen is dan niet mogelijk.""",
 "Wie betaalt het terugsturen als mijn bestelling stuk is aangekomen?",
 "Dan betalen wij de verzendkosten. In andere gevallen kost terugsturen 3,95 euro. U krijgt uw geld binnen 14 dagen terug."),
("nl","""# Wachtwoord
Een wachtwoord heeft ten minste twaalf tekens. U hoeft geen leesteken te gebruiken. Uw vorige vijf wachtwoorden kunt u niet opnieuw kiezen. Het wachtwoord verloopt niet. Na vijf mislukte pogingen blokkeren wij uw account een half uur. Wij vragen nooit per telefoon naar uw wachtwoord.""",
 "Moet ik mijn wachtwoord regelmatig veranderen?",
 "Nee, een wachtwoord blijft geldig en u hoeft het niet te vernieuwen. Kiest u toch een nieuw, dan mag het geen van de laatste vijf zijn en moet het minstens twaalf tekens hebben."),
("nl","""# Rollen
| Rol | Facturen bekijken | Facturen wijzigen | Facturen verwijderen |
|---|---|---|---|
| Lezer | ja | nee | nee |
| Boekhouder | ja | ja | nee |
| Beheerder | ja | ja | ja |

De rol van een gebruiker wijzigt u onder Gebruikers. Een gebruiker kan maar één rol hebben.""",
 "Kan een boekhouder facturen verwijderen?",
 "Nee, een boekhouder kan facturen bekijken en wijzigen, maar niet verwijderen. Dat kan alleen de beheerder."),
("nl","""# Afspraak verzetten
Een afspraak kunt u tot 24 uur van tevoren kosteloos verzetten of afzeggen. Zegt u later af, dan brengen wij 40 euro in rekening. Verzetten doet u in het portaal onder Mijn afspraken. Bent u ziek, bel ons dan; de kosten vervallen als u ons vóór negen uur belt.""",
 "Ik ben ziek en heb vanmiddag een afspraak. Kost dat iets?",
 "Belt u ons voor negen uur, dan betaalt u niets. Anders rekenen we 40 euro, omdat het minder dan 24 uur van tevoren is."),
("en","""# Meeting rooms
Rooms can be booked up to eight weeks ahead. A booking that nobody checks in to within fifteen minutes is released. Guests cannot book a room themselves; a colleague books it for them. If you need catering, order it at least two days before. Catering orders cannot be changed on the day itself. The large room is only available to the board on Mondays.""",
 "What happens if I am late for a room I booked?",
 "If nobody checks in within a quarter of an hour, the room is released and others can take it."),
("en","""# Meeting rooms
Rooms can be booked up to eight weeks ahead. Guests cannot book a room themselves; a colleague books it for them. If you need catering, order it at least two days before. Catering orders cannot be changed on the day itself.""",
 "Can my visitor reserve a room?",
 "No, visitors can't do that themselves. You or another colleague can book it for them, at most eight weeks ahead."),
("en","""# Broadband outage
If your connection drops, check whether the light on the router is blue. If it is not, restart the router. If it is blue but you still have no internet, there may be an outage in your area; see the status page. We pay 8 pounds for each day that you are without service after the first two days. You do not have to claim this: we take it off your next bill. Business customers are paid from the first day.""",
 "Do I have to apply for compensation?",
 "No, you don't need to do anything. From the third day we take 8 pounds a day off your next bill; business customers get it from the first day."),
("en","""# Library fines
There are no fines for children's books. Adults pay 20 cents a day per item, up to 5 euros. Once your balance is above 10 euros, you can no longer borrow. Reservations are free. You cannot renew an item that someone else has reserved. Should an item be damaged, hand it in at the desk and do not repair it yourself.""",
 "Can I repair a torn page myself?",
 "Please don't repair it yourself. Bring the book to the desk instead."),
("en","""# Expense cards
The card may be used for travel and meals. Cash withdrawals are blocked. Upload a receipt within five days; if you don't, the card is blocked until you do. Lost the card? Freeze it in the app, then order a new one. Frozen cards can be unfrozen, blocked cards cannot be unblocked by the holder. Only the finance team can raise a limit.""",
 "My card is blocked because I forgot a receipt. What now?",
 "Upload the receipt and the card works again. You can't unblock it yourself any other way. Next time, add the receipt within five days."),
("en","""# Expense cards
The card may be used for travel and meals. Cash withdrawals are blocked. Lost the card? Freeze it in the app, then order a new one. Only the finance team can raise a limit.""",
 "How do I get a higher limit?",
 "Ask the finance team; nobody else can raise it."),
("en","""# Importing contacts
1. Open Contacts and choose Import.
2. Select a CSV file. Excel files are not supported.
3. Match the columns.
4. Choose Start.

Contacts that already exist are updated, not duplicated. Rows without an e-mail address are skipped. An import cannot be undone, so make a backup first.""",
 "Will an import create duplicates?",
 "No. Contacts you already have are updated instead. Rows that have no e-mail address are left out."),
("en","""# Importing contacts
1. Open Contacts and choose Import.
2. Select a CSV file. Excel files are not supported.
3. Match the columns.
4. Choose Start.

An import cannot be undone, so make a backup first.""",
 "How do I import contacts from Excel?",
 "Save your Excel sheet as CSV first, because Excel files aren't supported. Then:\n\n1. Go to Contacts and click Import.\n2. Pick the CSV file.\n3. Match the columns.\n4. Click Start.\n\nMake a backup beforehand: you can't undo an import."),
("en","""# Leave
Employees have 25 days of leave a year. Unused days expire on 1 July of the next year. Leave of more than three weeks needs the approval of the director as well as your manager. You cannot take leave in your first month. Sick days during leave are given back if you report them the same day.""",
 "I was ill during my holiday. Are those days lost?",
 "No, you get them back, provided you reported being ill on the same day."),
("en","""# Leave
Employees have 25 days of leave a year. Unused days expire on 1 July of the next year. Leave of more than three weeks needs the approval of the director as well as your manager. You cannot take leave in your first month.""",
 "I started last week. Can I take a day off?",
 "Not yet: leave isn't possible in your first month. After that you have 25 days a year."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "page", "question", "answer"), TRUE)
def test_a_true_answer_is_not_called_a_lie(whole, lang, page, question, answer):
    page = around(lang, f"\n\n{page}")
    assert stars(whole, lang, page, question, answer) >= 3.0


@pytest.mark.parametrize(("lang", "page", "question", "answer"), UNTRUE)
def test_the_lie_beside_it_still_is_one(whole, lang, page, question, answer):
    page = around(lang, f"\n\n{page}")
    assert stars(whole, lang, page, question, answer) < 3.0


@pytest.mark.parametrize(("lang", "page", "question", "answer"), WHOLE)
def test_a_whole_answer_in_other_words_is_true(whole, lang, page, question, answer):
    assert stars(whole, lang, page, question, answer) >= 3.0
