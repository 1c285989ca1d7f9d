"""What a reader does not take as said: struck out, taken back, asked, cut to pieces, or stitched.

Invented companies. A row of SEEN and HELD: page, kind, a lie and a true answer that looks like it. The
lie must not be sent (4 stars and more) by `grounded` as it ships, the true answer keeps 3. The rules
were made beside SEEN; HELD was written before them and looked at once, when they were done. The lies
in LEFT are sent. The rule for guides stitched from two pages was made beside pages of help centres.
"""

# ruff: noqa: E501 (a page, its lie and its truth read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer

# fmt: off
#: Language, question, pages.
PAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "vesper": ("nl", "Mag ik gasflessen in mijn box zetten?", (
        "# Spullen in uw box\n\nBij Vesper Opslag huurt u een box per maand. U mag geen gasflessen in de box bewaren. Meubels en archiefdozen zijn toegestaan. Een box is dag en nacht open met uw toegangspas. Alleen de huurder mag een tweede pas aanvragen.\n\n## Een pas aanvragen\n\n1. Open **Mijn box > Passen**.\n2. Kies **Tweede pas**.\n3. Vul de naam van de gebruiker in.\n4. Klik op **Aanvragen**.",
        "# Een box opzeggen\n\nOpzeggen kan tot de laatste dag van de maand. De borg wordt binnen tien dagen teruggestort.\n\n1. Open **Mijn box > Contract**.\n2. Kies **Einddatum**.\n3. Vul de reden van de opzegging in.\n4. Klik op **Opzeggen**.",
    )),
    "kolk": ("nl", "Kan ik een gereserveerd boek verlengen?", (
        "# Lenen bij Bibliotheek Kolk\n\nEen boek leent u drie weken. Een gereserveerd boek kan niet worden verlengd. Kinderen tot achttien jaar lenen gratis. Bij een boete boven tien euro is uw pas ongeldig. De balie is op zondag gesloten.\n\n## Verlengen\n\n1. Ga naar **Account > Geleend**.\n2. Vink het boek aan.\n3. Klik op **Verlengen**.",
        "# Een zaal huren\n\nZalen zijn er voor groepen tot twaalf personen.\n\n1. Ga naar **Zalen > Agenda**.\n2. Vink de dag aan.\n3. Klik op **Boeken**.\n4. Betaal met **iDEAL**.",
    )),
    "zwenk": ("nl", "Mag mijn dochter van twaalf een bakfiets huren?", (
        "# Bakfiets huren bij Zwenk\n\nEen bakfiets huurt u vanaf achttien jaar. Zonder legitimatie geven wij geen bakfiets mee. De accu is bij vertrek altijd vol. U betaalt de borg vooraf met een pinpas. Een lekke band is niet verzekerd.\n\n## Reserveren\n\n1. Kies in **Zwenk > Vloot** een model.\n2. Geef de ophaaltijd op.\n3. Tik op **Vastleggen**.",
        "# Schade melden\n\nMeld schade binnen een dag.\n\n1. Kies in **Zwenk > Ritten** de rit.\n2. Geef de plek van de schade op.\n3. Tik op **Doorsturen**.",
    )),
    "ordo": ("nl", "Kan ik een goedgekeurde declaratie nog wijzigen?", (
        "# Declaraties in Ordo\n\nEen goedgekeurde declaratie is definitief en kan niet meer worden gewijzigd. Alleen een leidinggevende keurt declaraties goed. Een bonnetje is verplicht vanaf vijftien euro. U ontvangt het bedrag bij het eerstvolgende salaris.\n\n## Indienen\n\n1. Ga naar **Declaraties > Nieuw**.\n2. Voeg het bonnetje toe.\n3. Klik op **Indienen**.\n\n## Fout 503\n\nDe server is bezet. Wacht vijf minuten en probeer het opnieuw.\n\n## Fout 401\n\nU bent niet aangemeld. Meld u opnieuw aan met uw personeelsnummer.",
        "# Verlof in Ordo\n\nVerlof vraagt elke medewerker zelf aan.\n\n1. Ga naar **Verlof > Nieuw**.\n2. Kies de begindatum.\n3. Klik op **Versturen**.",
    )),
    "mauro": ("nl", "Mag ik op zaterdag sproeien met leidingwater?", (
        "# Regels van tuinvereniging Mauro\n\nSproeien met leidingwater is op het hele complex verboden. Regenwater gebruikt u zonder toestemming van het bestuur. Elke tuinder heeft één sleutel van het hek. Een kas hoger dan twee meter is niet toegestaan. De wachttijd voor een tuin is ongeveer een jaar.\n\n## Een tuin aanvragen\n\n1. Download het formulier bij **Tuinen > Inschrijven**.\n2. Zet uw handtekening.\n3. Stuur het naar het secretariaat.",
        "# Een sleutel kwijt\n\nEen nieuwe sleutel kost twintig euro.\n\n1. Download het formulier bij **Hek > Sleutels**.\n2. Zet de datum van het verlies erop.\n3. Breng het naar de beheerder.",
    )),
    "larkfield": ("en", "May I keep paint in my unit?", (
        "# What you may store\n\nLarkfield Storage rents units by the month. You must not keep paint in a unit. Furniture and records are allowed. A unit is open day and night with your fob. Only the tenant can order a second fob.\n\n## Order a fob\n\n1. Open **My unit > Fobs**.\n2. Choose **Second fob**.\n3. Enter the name of the holder.\n4. Click **Order**.",
        "# Ending a rental\n\nYou can give notice until the last day of the month. The deposit is paid back within ten days.\n\n1. Open **My unit > Contract**.\n2. Choose **End date**.\n3. Enter the reason for leaving.\n4. Click **Give notice**.",
    )),
    "quillon": ("en", "Can I renew a reserved book?", (
        "# Borrowing at Quillon Library\n\nYou borrow a book for three weeks. A reserved book cannot be renewed. Children under eighteen borrow free of charge. With a fine above ten pounds your card is invalid. The desk is closed on Sundays.\n\n## Renewing\n\n1. Go to **Account > Loans**.\n2. Tick the book.\n3. Click **Renew**.",
        "# Hiring a room\n\nRooms are for groups of up to twelve people.\n\n1. Go to **Rooms > Calendar**.\n2. Tick the day.\n3. Click **Book**.\n4. Pay by **Card**.",
    )),
    "velora": ("en", "May my daughter of twelve rent a cargo bike?", (
        "# Renting a cargo bike from Velora\n\nYou can rent a cargo bike from the age of eighteen. Without an identity card we do not hand over a cargo bike. The battery is always full when you leave. You pay the deposit in advance with a debit card. A flat tyre is not insured.\n\n## Reserving\n\n1. Choose a model in **Velora > Fleet**.\n2. Set the pick-up time.\n3. Tap **Confirm**.",
        "# Reporting damage\n\nReport damage within a day.\n\n1. Choose the ride in **Velora > Rides**.\n2. Set the place of the damage.\n3. Tap **Forward**.",
    )),
    "tarn": ("en", "Can I still change an approved claim?", (
        "# Claims in Tarn\n\nAn approved claim is final and can no longer be changed. Only a manager approves claims. A receipt is required from fifteen pounds. You receive the amount with your next salary.\n\n## Submitting\n\n1. Go to **Claims > New**.\n2. Add the receipt.\n3. Click **Submit**.\n\n## Error 503\n\nThe server is busy. Wait five minutes and try again.\n\n## Error 401\n\nYou are not signed in. Sign in again with your staff number.",
        "# Leave in Tarn\n\nEvery employee requests leave personally.\n\n1. Go to **Leave > New**.\n2. Choose the start date.\n3. Click **Send**.",
    )),
    "pinder": ("en", "May I bring glass bottles to the pool?", (
        "# Rules at Pinder Pools\n\nGlass bottles are forbidden in the whole pool area. You may use the sauna without a reservation. Each swimmer has one locker key. Diving from the side is not allowed. The waiting time for a swimming lesson is about a year.\n\n## Sign up for lessons\n\n1. Download the form from **Lessons > Sign up**.\n2. Add your signature.\n3. Send it to the office.",
        "# A lost key\n\nA new key costs twenty pounds.\n\n1. Download the form from **Lockers > Keys**.\n2. Add the date of the loss.\n3. Take it to the attendant.",
    )),
    "zeewacht": ("nl", "Mag ik mijn boot zonder toestemming verhuren?", (
        "# Ligplaatsen\n\nBij jachthaven Zeewacht ligt uw boot het hele jaar. Uw boot verhuren mag alleen met toestemming van de havenmeester. Barbecueën op de steiger is niet toegestaan. Stroom is bij de prijs inbegrepen. De poort gaat om elf uur dicht.\n\n## Een gast aanmelden\n\n1. Ga naar **Mijn ligplaats > Gasten**.\n2. Kies **Nieuwe gast**.\n3. Vul het kenteken in.\n4. Klik op **Aanmelden**.",
        "# Een vergaderzaal\n\nDe vergaderzaal is er alleen voor leden.\n\n1. Ga naar **Clubhuis > Zalen**.\n2. Kies een dagdeel.\n3. Klik op **Reserveer zaal**.\n4. Betaal bij de bar.",
    )),
    "facto": ("nl", "Kan ik een verzonden factuur nog aanpassen?", (
        "# Facturen in Facto\n\nEen verzonden factuur kan niet meer worden aangepast. Alleen een beheerder kan een nummerreeks wijzigen. U kunt maximaal vijf bijlagen toevoegen. Iedere klant heeft een eigen debiteurnummer. Een conceptfactuur is onbeperkt geldig.\n\n## Fout 404\n\nDe factuur bestaat niet. Controleer het factuurnummer.\n\n## Fout 403\n\nU hebt geen rechten. Vraag een beheerder om de rol Verkoper.",
        "# Offertes in Facto\n\nEen offerte kunt u altijd aanpassen. De rol Offertebeheerder mag offertes verwijderen.\n\n1. Ga naar **Verkoop > Offertes**.\n2. Klik op **Bewerken**.",
        "# Instellingen\n\n1. Ga naar **Menu > Facturen > Instellingen**.\n2. Kies de rol **Verkoper**.\n3. Klik op **Opslaan**.\n\nU kunt de datum alleen zelf aanpassen als u de rol Verkoper hebt.",
    )),
    "marlow": ("en", "May I sublet my boat without permission?", (
        "# Berths\n\nAt Marlow Marina your boat stays all year. You may sublet your boat only with permission of the harbour master. Barbecues on the jetty are not allowed. Electricity is included in the price. The gate closes at eleven.\n\n## Register a guest\n\n1. Go to **My berth > Guests**.\n2. Choose **New guest**.\n3. Enter the registration.\n4. Click **Register**.",
        "# A meeting room\n\nThe meeting room is for members only.\n\n1. Go to **Clubhouse > Rooms**.\n2. Choose a time.\n3. Click **Reserve room**.\n4. Pay at the bar.",
    )),
    "billo": ("en", "Can I still change a sent invoice?", (
        "# Invoices in Billo\n\nA sent invoice can no longer be changed. Only an administrator can change a number series. You can add five attachments at most. Every customer has an account number of their own. A draft is valid without limit.\n\n## Error 404\n\nThe invoice does not exist. Check the invoice number.\n\n## Error 403\n\nYou have no permission. Ask an administrator for the role Seller.",
        "# Quotes in Billo\n\nA quote can always be changed. The role Quote manager may delete quotes.\n\n1. Go to **Sales > Quotes**.\n2. Click **Edit**.",
        "# Settings\n\n1. Go to **Menu > Invoices > Settings**.\n2. Choose the role **Seller**.\n3. Click **Save**.\n\nYou can only adjust the date yourself if you have the role Seller.",
    )),
}

#: Page, kind, lie, true answer: those that the rules were made beside.
SEEN: list[tuple[str, str, str, str]] = [
    ("zeewacht", "hidden", "Barbecueën op de steiger is ~~niet~~ toegestaan.", "Barbecueën op de steiger is *niet* toegestaan."),
    ("zeewacht", "hidden", "Uw boot verhuren mag <span style=\"display: none;\">alleen met</span><b>zonder</b> toestemming van de havenmeester.", "Uw boot verhuren mag <span style=\"color: red\">alleen</span> met toestemming van de havenmeester."),
    ("facto", "hidden", "Een verzonden factuur kan n̶i̶e̶t̶ meer worden aangepast.", "Een verzonden factuur kan niet meer worden aangepast."),
    ("marlow", "hidden", "Barbecues on the jetty are <del>not</del> allowed.", "Barbecues on the jetty are <ins>not</ins> allowed."),
    ("billo", "hidden", "A sent invoice can <!-- no longer --> be changed.", "A sent invoice can no longer be changed."),
    ("zeewacht", "retracted", "Het klopt niet wat er staat: stroom is bij de prijs inbegrepen.", "Stroom is bij de prijs inbegrepen."),
    ("zeewacht", "retracted", "Stroom is bij de prijs inbegrepen. NIET!", "Stroom is bij de prijs inbegrepen!"),
    ("zeewacht", "retracted", "Het is een fabeltje dat stroom bij de prijs is inbegrepen.", "Het is een fabeltje dat barbecueën op de steiger is toegestaan."),
    ("facto", "retracted", "## Onjuist\n\nIedere klant heeft een eigen debiteurnummer.", "## Nummers\n\nIedere klant heeft een eigen debiteurnummer."),
    ("facto", "retracted", "❌ U kunt maximaal vijf bijlagen toevoegen.", "✅ U kunt maximaal vijf bijlagen toevoegen."),
    ("facto", "retracted", "Fout: een verzonden factuur kan niet meer worden aangepast.", "Fout 404: de factuur bestaat niet. Controleer het factuurnummer."),
    ("facto", "retracted", "U kunt maximaal vijf bijlagen toevoegen. Dat is niet waar.", "Kunt u een verzonden factuur aanpassen? Nee, dat is niet waar. Een verzonden factuur kan niet meer worden aangepast."),
    ("marlow", "retracted", "It is a myth that electricity is included in the price.", "It is a myth that barbecues on the jetty are allowed."),
    ("marlow", "retracted", "Wrong: electricity is included in the price.", "Electricity is included in the price."),
    ("marlow", "retracted", "Electricity is included in the price. NOT!", "Electricity is included in the price!"),
    ("billo", "retracted", "You can add five attachments at most. That is not true.", "A sent invoice can no longer be changed. That is final."),
    ("billo", "retracted", "## False\n\nEvery customer has an account number of their own.", "## Numbers\n\nEvery customer has an account number of their own."),
    ("zeewacht", "asked", "Stroom is bij de prijs inbegrepen. Wist u dat u uw boot ook zonder toestemming mag verhuren?", "Stroom is bij de prijs inbegrepen. Kan ik u nog ergens mee helpen?"),
    ("facto", "asked", "U kunt maximaal vijf bijlagen toevoegen. Een verzonden factuur kan worden aangepast, toch?", "Een verzonden factuur kan niet meer worden aangepast. Wilt u weten hoe u een factuur crediteert?"),
    ("facto", "asked", "U kunt maximaal vijf bijlagen toevoegen. Een verzonden factuur kan nog worden aangepast?", "Kan een verzonden factuur nog worden aangepast? Nee, een verzonden factuur kan niet meer worden aangepast."),
    ("marlow", "asked", "Electricity is included in the price. Did you know that barbecues on the jetty are allowed?", "Electricity is included in the price. Is there anything else I can help you with?"),
    ("billo", "asked", "You can add five attachments at most. A sent invoice can still be changed, right?", "Can a sent invoice still be changed? No, a sent invoice can no longer be changed."),
    ("zeewacht", "pieces", "Stroom is bij de prijs inbegrepen. De poort gaat om elf uur dicht.\n\n- Barbecueën op\n- de steiger\n- is toegestaan", "Bij de prijs inbegrepen:\n\n- stroom\n- de ligplaats"),
    ("facto", "pieces", "U kunt maximaal vijf bijlagen toevoegen. Iedere klant heeft een eigen debiteurnummer.\n\n| Een verzonden | factuur kan |\n| --- | --- |\n| nog worden | aangepast |", "| Fout | Oplossing |\n| --- | --- |\n| 404 | factuurnummer controleren |\n| 403 | rol Verkoper |"),
    ("facto", "pieces", "U kunt maximaal vijf bijlagen toevoegen. Iedere klant heeft een eigen debiteurnummer.\n\nEen verzonden\n\nfactuur\n\nkan worden\n\naangepast", "U kunt maximaal vijf bijlagen toevoegen.\n\nIedere klant heeft een eigen debiteurnummer."),
    ("marlow", "pieces", "Electricity is included in the price. The gate closes at eleven.\n\n- Barbecues\n- on the\n- jetty are\n- allowed", "Included in the price:\n\n- electricity\n- the berth"),
    ("billo", "pieces", "You can add five attachments at most. Every customer has an account number of their own.\n\nA sent\n\ninvoice can\n\nstill be\n\nchanged", "You can add five attachments at most.\n\nEvery customer has an account number of their own."),
    ("zeewacht", "stitched", "1. Ga naar **Mijn ligplaats > Gasten**.\n2. Kies **Nieuwe gast**.\n3. Klik op **Reserveer zaal**.", "1. Ga naar **Mijn ligplaats > Gasten**.\n2. Kies **Nieuwe gast**.\n3. Vul het kenteken in.\n4. Klik op **Aanmelden**."),
    ("marlow", "stitched", "1. Go to **My berth > Guests**.\n2. Choose **New guest**.\n3. Click **Reserve room**.", "1. Go to **My berth > Guests**.\n2. Choose **New guest**.\n3. Enter the registration.\n4. Click **Register**."),
    ("facto", "exchanged", "## Fout 404\n\nU hebt geen rechten. Vraag een beheerder om de rol Verkoper.\n\n## Fout 403\n\nDe factuur bestaat niet. Controleer het factuurnummer.", "## Fout 404\n\nDe factuur bestaat niet. Controleer het factuurnummer.\n\n## Fout 403\n\nU hebt geen rechten. Vraag een beheerder om de rol Verkoper."),
    ("facto", "exchanged", "Alle klanten hebben samen één debiteurnummer.", "Iedere klant heeft een eigen debiteurnummer."),
    ("billo", "exchanged", "- Error 404: ask an administrator for the role Seller.\n- Error 403: check the invoice number.", "- Error 404: check the invoice number.\n- Error 403: ask an administrator for the role Seller."),
    ("billo", "exchanged", "All customers share one account number.", "Every customer has an account number of their own."),
    ("facto", "never", "U kunt de datum nooit zelf aanpassen als u de rol Verkoper hebt.", "U kunt de datum alleen zelf aanpassen als u de rol Verkoper hebt."),
    ("facto", "never", "U wijzigt de factuur via **Verkoop > Offertes** als u de rol Offertebeheerder hebt.", "U wijzigt de rol via **Menu > Facturen > Instellingen**."),
    ("billo", "never", "You can never adjust the date yourself if you have the role Seller.", "You can only adjust the date yourself if you have the role Seller."),
    ("billo", "never", "Choose the role **Quote manager** in **Sales > Quotes**.", "Choose the role **Seller** in **Menu > Invoices > Settings**."),
    ("zeewacht", "yes", "Ja, dat mag.", "Nee, dat mag niet."),
    ("facto", "yes", "Ja.", "Nee."),
    ("marlow", "yes", "Yes, that is fine.", "No, you may not."),
    ("billo", "yes", "Yes.", "No."),
    ("facto", "prefix", "Een conceptfactuur is beperkt geldig.", "Een conceptfactuur is onbeperkt geldig."),
    ("facto", "prefix", "Een conceptfactuur is onbeperkt ongeldig.", "Een conceptfactuur is altijd geldig."),
    ("billo", "prefix", "A draft is invalid without limit.", "A draft is valid without limit."),
]

#: Page, kind, lie, true answer: those that were set aside.
HELD: list[tuple[str, str, str, str]] = [
    ("vesper", "hidden", "U mag ~~geen~~ gasflessen in de box bewaren.", "U mag geen gasflessen in de box bewaren."),
    ("kolk", "hidden", "Een gereserveerd boek kan <del>niet</del> worden verlengd.", "Een gereserveerd boek kan **niet** worden verlengd."),
    ("zwenk", "hidden", "Een lekke band is <span style=\"visibility: hidden\">niet</span> verzekerd.", "Een lekke band is <b>niet</b> verzekerd."),
    ("ordo", "hidden", "Een goedgekeurde declaratie kan n̶i̶e̶t̶ meer worden gewijzigd.", "Een goedgekeurde declaratie kan _niet_ meer worden gewijzigd."),
    ("mauro", "hidden", "Een kas hoger dan twee meter is <!-- niet --> toegestaan.", "Een kas hoger dan twee meter is niet toegestaan."),
    ("larkfield", "hidden", "You must <s>not</s> keep paint in a unit.", "You must <em>not</em> keep paint in a unit."),
    ("quillon", "hidden", "A reserved book <span hidden>cannot</span><span>can</span> be renewed.", "A reserved book <strong>cannot</strong> be renewed."),
    ("velora", "hidden", "A flat tyre is ~~not~~ insured.", "A flat tyre is *not* insured."),
    ("tarn", "hidden", "An approved claim can <i style=\"display:none\">no longer</i> be changed.", "An approved claim can no longer be changed."),
    ("pinder", "hidden", "Diving from the side is <strike>not</strike> allowed.", "Diving from the side is not allowed."),
    ("vesper", "retracted", "Het is niet waar dat alleen de huurder een tweede pas mag aanvragen.", "Het is niet waar dat u gasflessen in de box mag bewaren."),
    ("kolk", "retracted", "Een gereserveerd boek kan niet worden verlengd. Dat is onjuist.", "Een gereserveerd boek kan niet worden verlengd. Dat is jammer."),
    ("zwenk", "retracted", "❌ Zonder legitimatie geven wij geen bakfiets mee.", "✅ Zonder legitimatie geven wij geen bakfiets mee."),
    ("ordo", "retracted", "## Fabel\n\nEen bonnetje is verplicht vanaf vijftien euro.", "## Bonnetjes\n\nEen bonnetje is verplicht vanaf vijftien euro."),
    ("mauro", "retracted", "Regenwater gebruikt u zonder toestemming van het bestuur, maar niet heus.", "Regenwater gebruikt u zonder toestemming van het bestuur."),
    ("larkfield", "retracted", "It is not true that only the tenant can order a second fob.", "It is not true that you may keep paint in a unit."),
    ("quillon", "retracted", "A reserved book cannot be renewed. That is incorrect.", "A reserved book cannot be renewed. That is a pity."),
    ("velora", "retracted", "False: without an identity card we do not hand over a cargo bike.", "Please note: without an identity card we do not hand over a cargo bike."),
    ("tarn", "retracted", "A receipt is required from fifteen pounds... NOT!", "A receipt is required from fifteen pounds!"),
    ("pinder", "retracted", "Contrary to what you may read, you may use the sauna without a reservation is a myth.", "You may use the sauna without a reservation."),
    ("vesper", "asked", "Meubels en archiefdozen zijn toegestaan. Wist u trouwens dat u ook gasflessen in de box mag bewaren?", "Meubels en archiefdozen zijn toegestaan. Gasflessen niet. Hebt u nog een vraag?"),
    ("kolk", "asked", "Een boek leent u drie weken. Een gereserveerd boek kan worden verlengd, toch?", "Een boek leent u drie weken. Een gereserveerd boek kan niet worden verlengd. Kan ik nog iets voor u doen?"),
    ("zwenk", "asked", "De accu is bij vertrek altijd vol. Had u al gehoord dat een lekke band verzekerd is?", "De accu is bij vertrek altijd vol. Wilt u een bakfiets huren? Dan betaalt u de borg vooraf met een pinpas."),
    ("ordo", "asked", "U ontvangt het bedrag bij het eerstvolgende salaris. En wist je dat een goedgekeurde declaratie nog kan worden gewijzigd?", "Een goedgekeurde declaratie kan niet meer worden gewijzigd. Is uw vraag hiermee beantwoord?"),
    ("mauro", "asked", "Elke tuinder heeft één sleutel van het hek. Een kas hoger dan twee meter is toegestaan, nietwaar?", "Elke tuinder heeft één sleutel van het hek. Sproeien met leidingwater is verboden. Zal ik het reglement sturen?"),
    ("larkfield", "asked", "Furniture and records are allowed. Did you know that you can also keep paint in a unit?", "Furniture and records are allowed. Paint is not. Do you have another question?"),
    ("quillon", "asked", "You borrow a book for three weeks. A reserved book can be renewed, right?", "You borrow a book for three weeks. A reserved book cannot be renewed. Anything else I can do for you?"),
    ("velora", "asked", "The battery is always full when you leave. Have you heard that a flat tyre is insured?", "The battery is always full when you leave. Want to rent a cargo bike? Then you pay the deposit in advance with a debit card."),
    ("tarn", "asked", "You receive the amount with your next salary. An approved claim can still be changed, can't it?", "An approved claim can no longer be changed. Does that answer your question?"),
    ("pinder", "asked", "Each swimmer has one locker key. Did you know diving from the side is allowed?", "Each swimmer has one locker key. Glass bottles are forbidden. Shall I send you the rules?"),
    ("vesper", "pieces", "Meubels en archiefdozen zijn toegestaan. Een box is dag en nacht open met uw toegangspas.\n\n- U mag\n- ook gasflessen\n- in de\n- box bewaren", "In uw box mogen:\n\n- meubels\n- archiefdozen"),
    ("kolk", "pieces", "Een boek leent u drie weken. Kinderen tot achttien jaar lenen gratis.\n\nEen gereserveerd\n\nboek kan\n\nook worden\n\nverlengd", "Een boek leent u drie weken. Kinderen tot achttien jaar lenen gratis.\n\nDe balie is op zondag gesloten."),
    ("zwenk", "pieces", "De accu is bij vertrek altijd vol. U betaalt de borg vooraf met een pinpas.\n\n| Een lekke | band is |\n| --- | --- |\n| bij ons | verzekerd |", "U hebt nodig:\n\n- legitimatie\n- een pinpas\n- de borg"),
    ("ordo", "pieces", "U ontvangt het bedrag bij het eerstvolgende salaris. Een bonnetje is verplicht vanaf vijftien euro.\n\n* Een goedgekeurde\n* declaratie kan\n* nog worden\n* gewijzigd", "U doet het zo:\n\n1. Declaraties > Nieuw\n2. Bonnetje toevoegen\n3. Indienen"),
    ("mauro", "pieces", "Elke tuinder heeft één sleutel van het hek. Regenwater gebruikt u zonder toestemming van het bestuur.\n\nSproeien\nmet\nleidingwater\nis\ntoegestaan", "Niet toegestaan zijn:\n\n- leidingwater\n- een kas hoger dan twee meter"),
    ("larkfield", "pieces", "Furniture and records are allowed. A unit is open day and night with your fob.\n\n- You can\n- also keep\n- paint in\n- a unit", "In your unit you may keep:\n\n- furniture\n- records"),
    ("quillon", "pieces", "You borrow a book for three weeks. Children under eighteen borrow free of charge.\n\nA reserved\n\nbook can\n\nalso be\n\nrenewed", "You borrow a book for three weeks. Children under eighteen borrow free of charge.\n\nThe desk is closed on Sundays."),
    ("velora", "pieces", "The battery is always full when you leave. You pay the deposit in advance with a debit card.\n\n| A flat | tyre is |\n| --- | --- |\n| with us | insured |", "You need:\n\n- an identity card\n- a debit card\n- the deposit"),
    ("tarn", "pieces", "You receive the amount with your next salary. A receipt is required from fifteen pounds.\n\n* An approved\n* claim can\n* still be\n* changed", "This is how:\n\n1. Claims > New\n2. Add the receipt\n3. Submit"),
    ("pinder", "pieces", "Each swimmer has one locker key. You may use the sauna without a reservation.\n\nGlass\nbottles\nare\nallowed\nhere", "Not allowed are:\n\n- glass bottles\n- diving from the side"),
    ("vesper", "stitched", "1. Open **Mijn box > Passen**.\n2. Kies **Tweede pas**.\n3. Vul de reden van de opzegging in.\n4. Klik op **Opzeggen**.", "1. Open **Mijn box > Passen**.\n2. Kies **Tweede pas**.\n3. Vul de naam van de gebruiker in.\n4. Klik op **Aanvragen**."),
    ("kolk", "stitched", "1. Ga naar **Account > Geleend**.\n2. Vink het boek aan.\n3. Klik op **Boeken**.\n4. Betaal met **iDEAL**.", "1. Ga naar **Account > Geleend**.\n2. Vink het boek aan.\n3. Klik op **Verlengen**."),
    ("zwenk", "stitched", "1. Kies in **Zwenk > Vloot** een model.\n2. Geef de ophaaltijd op.\n3. Tik op **Doorsturen**.", "1. Kies in **Zwenk > Vloot** een model.\n2. Geef de ophaaltijd op.\n3. Tik op **Vastleggen**."),
    ("ordo", "stitched", "1. Ga naar **Declaraties > Nieuw**.\n2. Kies de begindatum.\n3. Klik op **Versturen**.", "1. Ga naar **Declaraties > Nieuw**.\n2. Voeg het bonnetje toe.\n3. Klik op **Indienen**."),
    ("mauro", "stitched", "1. Download het formulier bij **Tuinen > Inschrijven**.\n2. Zet uw handtekening.\n3. Breng het naar de beheerder.", "1. Download het formulier bij **Tuinen > Inschrijven**.\n2. Zet uw handtekening.\n3. Stuur het naar het secretariaat."),
    ("larkfield", "stitched", "1. Open **My unit > Fobs**.\n2. Choose **Second fob**.\n3. Enter the reason for leaving.\n4. Click **Give notice**.", "1. Open **My unit > Fobs**.\n2. Choose **Second fob**.\n3. Enter the name of the holder.\n4. Click **Order**."),
    ("quillon", "stitched", "1. Go to **Account > Loans**.\n2. Tick the book.\n3. Click **Book**.\n4. Pay by **Card**.", "1. Go to **Account > Loans**.\n2. Tick the book.\n3. Click **Renew**."),
    ("velora", "stitched", "1. Choose a model in **Velora > Fleet**.\n2. Set the pick-up time.\n3. Tap **Forward**.", "1. Choose a model in **Velora > Fleet**.\n2. Set the pick-up time.\n3. Tap **Confirm**."),
    ("tarn", "stitched", "1. Go to **Claims > New**.\n2. Choose the start date.\n3. Click **Send**.", "1. Go to **Claims > New**.\n2. Add the receipt.\n3. Click **Submit**."),
    ("pinder", "stitched", "1. Download the form from **Lessons > Sign up**.\n2. Add your signature.\n3. Take it to the attendant.", "1. Download the form from **Lessons > Sign up**.\n2. Add your signature.\n3. Send it to the office."),
    ("ordo", "exchanged", "## Fout 503\n\nMeld u opnieuw aan met uw personeelsnummer.\n\n## Fout 401\n\nWacht vijf minuten en probeer het opnieuw.", "## Fout 503\n\nWacht vijf minuten en probeer het opnieuw.\n\n## Fout 401\n\nMeld u opnieuw aan met uw personeelsnummer."),
    ("ordo", "exchanged", "- Fout 503: u bent niet aangemeld.\n- Fout 401: de server is bezet.", "- Fout 503: de server is bezet.\n- Fout 401: u bent niet aangemeld."),
    ("tarn", "exchanged", "## Error 503\n\nSign in again with your staff number.\n\n## Error 401\n\nWait five minutes and try again.", "## Error 503\n\nWait five minutes and try again.\n\n## Error 401\n\nSign in again with your staff number."),
    ("tarn", "exchanged", "- Error 503: you are not signed in.\n- Error 401: the server is busy.", "- Error 503: the server is busy.\n- Error 401: you are not signed in."),
    ("mauro", "exchanged", "Alle tuinders hebben samen één sleutel van het hek.", "Elke tuinder heeft één sleutel van het hek."),
    ("pinder", "exchanged", "All swimmers have one locker key together.", "Each swimmer has one locker key."),
    ("vesper", "never", "De huurder mag nooit een tweede pas aanvragen.", "Alleen de huurder mag een tweede pas aanvragen."),
    ("ordo", "never", "Een leidinggevende keurt nooit declaraties goed.", "Alleen een leidinggevende keurt declaraties goed."),
    ("ordo", "never", "U dient een declaratie in via **Verlof > Nieuw**. Voeg het bonnetje toe.", "U dient een declaratie in via **Declaraties > Nieuw**. Voeg het bonnetje toe."),
    ("larkfield", "never", "The tenant can never order a second fob.", "Only the tenant can order a second fob."),
    ("tarn", "never", "A manager never approves claims.", "Only a manager approves claims."),
    ("tarn", "never", "You submit a claim in **Leave > New**. Add the receipt.", "You submit a claim in **Claims > New**. Add the receipt."),
    ("vesper", "yes", "Ja.", "Nee."),
    ("kolk", "yes", "Ja, dat kan.", "Nee, dat kan niet."),
    ("ordo", "yes", "Ja hoor, dat kan nog.", "Nee, dat kan niet meer."),
    ("larkfield", "yes", "Yes, you may.", "No, you may not."),
    ("quillon", "yes", "Yes, you can.", "No, you cannot."),
    ("tarn", "yes", "Yes.", "No."),
    ("kolk", "prefix", "Bij een boete boven tien euro is uw pas geldig.", "Bij een boete boven tien euro is uw pas ongeldig."),
    ("zwenk", "prefix", "Een lekke band is onverzekerd noch uitgesloten: hij is verzekerd.", "Een lekke band is onverzekerd."),
    ("mauro", "prefix", "Regenwater gebruikt u met toestemming van het bestuur.", "Regenwater gebruikt u zonder toestemming van het bestuur."),
    ("quillon", "prefix", "With a fine above ten pounds your card is valid.", "With a fine above ten pounds your card is invalid."),
    ("velora", "prefix", "The battery is never uncharged, but it is always empty when you leave.", "The battery is always full when you leave."),
    ("pinder", "prefix", "You are unable to use the sauna without a reservation.", "You are able to use the sauna without a reservation."),
]

#: Lies that are sent all the same.
LEFT = frozenset({"All swimmers have one locker key together."})
# fmt: on


def stars(scorer: TruthScorer, page: str, answer: str) -> float:
    """The score of an answer; one without stars is not sent."""
    lang, question, context = PAGES[page]
    found = scorer.score(question=question, answer=answer, context=list(context), lang=lang)
    return found.score or 0.0


@pytest.mark.parametrize(("page", "kind", "lie", "true"), SEEN + HELD)
def test_the_lie_is_not_sent(
    grounded: TruthScorer, page: str, kind: str, lie: str, true: str
) -> None:
    send_from = grounded.profile.decision.send_from
    sent = lie in LEFT
    assert (stars(grounded, page, lie) >= send_from) is sent, kind
    assert stars(grounded, page, true) >= 3.0, kind
