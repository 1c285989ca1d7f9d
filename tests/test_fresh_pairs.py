"""Pages with a question, a true answer and a lie that were made before any of them was scored.

Nothing was chosen: what `grounded` does not see yet stands under NOT_YET, and the rules that were
made since were made with some of these in view. Golden verdicts with the real pipelines.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asked import stars

#: Language, page, question, true answer, lie.
SEEN = [
    ("nl", """# Afval aanbieden
De grijze container wordt om de week op dinsdag geleegd, de groene elke dinsdag. Zet de container vóór half acht aan de weg, met het handvat naar de straat. Staat er iets naast de container, dan nemen wij dat niet mee. Grofvuil haalt u niet bij ons op maar wij bij u: maak daarvoor een afspraak. De eerste twee keer per jaar is dat gratis, daarna kost het 25 euro. Op feestdagen rijden wij niet; wij komen dan op de zaterdag ervoor.""",
     "Hoe vaak wordt de groene bak geleegd?",
     "Elke week, op dinsdag. Zet hem voor half acht buiten.",
     "Om de week, op dinsdag. Zet hem voor half acht buiten."),
    ("nl", """# Trouwen bij de gemeente
U meldt uw huwelijk ten minste twee weken van tevoren. U neemt twee tot vier getuigen mee; zij moeten 18 jaar of ouder zijn. Trouwen op maandag om negen uur is kosteloos. Een eigen ambtenaar is mogelijk, mits die persoon voor één dag wordt beëdigd. De aanvraag daarvoor duurt acht weken.""",
     "Mag mijn zus ons trouwen?",
     "Dat mag, als zij voor die dag wordt beëdigd. Houd er rekening mee dat de aanvraag acht weken duurt.",
     "Dat mag, ook zonder dat zij wordt beëdigd."),
    ("nl", """# Salaris bekijken
Uw loonstrook staat op de 24e in het portaal. U krijgt een e-mail zodra hij klaarstaat. Loonstroken van voor 2019 vindt u niet in het portaal; die vraagt u op bij de salarisadministratie. U kunt een loonstrook downloaden als pdf. Uw leidinggevende kan uw loonstrook niet zien.""",
     "Ziet mijn manager wat ik verdien op mijn loonstrook?",
     "Nee, uw leidinggevende heeft geen toegang tot uw loonstrook.",
     "Ja, uw leidinggevende kan uw loonstrook bekijken."),
    ("nl", """# Orders splitsen
1. Open de order.
2. Selecteer de regels die u wilt afsplitsen.
3. Kies Splitsen.
4. Geef een leverdatum op en kies Bevestigen.

Een order die al gedeeltelijk is geleverd, kunt u niet splitsen.""",
     "Hoe splits ik een order?",
     "Open de order, selecteer de regels die eraf moeten en kies Splitsen. Vul daarna een leverdatum in en bevestig. Is er al iets geleverd, dan kan het niet meer.",
     "Open de order, kies Splitsen en selecteer daarna de regels die eraf moeten. Vul een leverdatum in en bevestig. Ook een gedeeltelijk geleverde order kunt u splitsen."),
    ("nl", """# Toegang delen
Alleen de eigenaar kan een map verwijderen. Deelt u een map met iemand buiten de organisatie, dan vervalt de toegang na 30 dagen. Verwijderde mappen blijven 14 dagen in de prullenbak.""",
     "Hoelang kan een externe bij mijn map?",
     "Dertig dagen; daarna vervalt de toegang vanzelf.",
     "Veertien dagen; daarna vervalt de toegang vanzelf."),
    ("en", """# Gym membership
Members can freeze their membership once a year for up to three months. While it is frozen you pay 5 pounds a month. You cannot freeze in the first six months. Cancel in writing or in the app; a phone call is not enough. The notice period is one month. Guests are welcome on Sundays, provided a member comes with them.""",
     "Can I cancel by phone?",
     "No. Cancel in the app or in writing; calling isn't enough.",
     "Yes, a phone call is enough."),
    ("en", """# Gym membership
Members can freeze their membership once a year for up to three months. While it is frozen you pay 5 pounds a month. You cannot freeze in the first six months.""",
     "I joined two months ago and I'm injured. Can I freeze?",
     "Not yet: freezing isn't possible during your first six months.",
     "Yes, you can freeze in the first six months."),
    ("en", """# Two-step login
After you enter your password we send a code by text message. The code is valid for five minutes. If you change your phone number, update it before you lose access to the old one. Support cannot read your codes and will never ask for them. Backup codes work once each; print them or keep them in a safe place.""",
     "Someone from support asked for my code. Is that normal?",
     "No. Support never asks for codes, so don't share it.",
     "Yes, support may ask for your code."),
    ("en", """# Shipping
Orders placed before 3 pm leave the same day. Standard delivery takes two to four working days and costs 4 pounds; above 50 pounds it is free. Express arrives the next working day. We do not deliver to PO boxes.""",
     "My order is 65 pounds. What do I pay for delivery?",
     "Nothing: standard delivery is free above 50 pounds.",
     "4 pounds: standard delivery is free above 100 pounds."),
    ("en", """# Reports
1. Go to Reports and choose a template.
2. Set the period.
3. Choose Preview to check the result.
4. Choose Publish.

A published report can be withdrawn within one hour.""",
     "How do I publish a report?",
     "Choose a template under Reports and set the period. Check the preview, then choose Publish. You have one hour to withdraw it.",
     "Choose a template under Reports and set the period. Choose Publish, then check the preview. You have one day to withdraw it."),
    ("en", """# Room keys
Keys are handed out between 8 and 10 in the morning. Bring an identity card. A lost key costs 60 pounds. Never lend your key to others. Night staff cannot issue keys, but they can open your door once.""",
     "I locked myself out at night. Can I get a new key?",
     "Not at night: night staff can't issue keys, though they can open your door once.",
     "Yes, night staff will issue a new key."),
    ("nl", """# Stemmen per volmacht
U kunt iemand anders voor u laten stemmen. Die persoon stemt in dezelfde gemeente en neemt een kopie van uw identiteitsbewijs mee. Iemand mag ten hoogste twee volmachten aannemen.""",
     "Hoeveel volmachten mag ik aannemen?",
     "Hoogstens twee.",
     "Zoveel als u wilt."),
    ("nl", """# Parkeervergunning
Bewoners vragen een vergunning aan via de website. De eerste auto kost 60 euro per jaar, een tweede auto 180 euro. Elektrische auto's krijgen 50 % korting. Een vergunning voor mantelzorgers is gratis, maar geldt alleen op werkdagen.""",
     "Wat kost een vergunning voor mijn tweede auto?",
     "180 euro per jaar.",
     "60 euro per jaar."),
    ("nl", """# Parkeervergunning
Bewoners vragen een vergunning aan via de website. De eerste auto kost 60 euro per jaar, een tweede auto 180 euro. Een vergunning voor mantelzorgers is gratis, maar geldt alleen op werkdagen.""",
     "Kan ik als mantelzorger ook op zondag parkeren met de vergunning?",
     "Nee, die vergunning geldt alleen op werkdagen.",
     "Ja, die vergunning geldt alle dagen van de week."),
    ("nl", """# Back-ups
Elke nacht om 2 uur maakt het systeem een back-up. Dagelijkse back-ups blijven 14 dagen bewaard, maandelijkse een jaar. Bestanden in de map Tijdelijk gaan niet mee.""",
     "Worden bestanden in Tijdelijk ook bewaard?",
     "Nee, die map gaat niet mee in de back-up.",
     "Ja, alle mappen gaan mee in de back-up."),
    ("en", """# Library cards
Residents get a card for free. Others pay 20 dollars a year. Children under 12 need a parent's signature. You can borrow ten items at a time; e-books don't count.""",
     "Do e-books count towards the ten items?",
     "No, they don't.",
     "Yes, e-books count as well."),
    ("en", """# Returns
Send items back within 30 days. Shoes must be unworn. We refund the price but not the shipping. Sale items can be exchanged, not refunded.""",
     "Do I get the shipping costs back?",
     "No, only the price of the item is refunded.",
     "Yes, we refund the price and the shipping."),
    ("en", """# Guest Wi-Fi
Ask the front desk for a code. A code works for one device and 24 hours. Visitors staying longer get a weekly code from their host. Streaming is blocked during office hours. Do not use guest Wi-Fi for work files.""",
     "Can I use one code for my phone and my laptop?",
     "No, a code works for one device only.",
     "Yes, a code works for all your devices."),
    ("en", """# Meter readings
Submit a reading on the website or by phone in the first week of January. If we get none, we estimate your use. An estimate can be corrected within four weeks.""",
     "I forgot to submit a reading. What happens?",
     "We estimate your use; you can correct that within four weeks.",
     "You pay a fine, and we send someone to read the meter."),
    ("en", """# Exporting
Open the report and choose Share > Export. Pick PDF or CSV. Exports larger than 50 MB are sent by e-mail.""",
     "How do I export a report to PDF?",
     "Open it, choose Share > Export and pick PDF.",
     "Open it, choose File > Export and pick PDF."),
    ("en", """# Exporting
Open the report and choose Share > Export. Pick PDF or CSV. Exports larger than 50 MB are sent by e-mail. Only editors can export; viewers can print.""",
     "I'm a viewer. Can I export the report?",
     "No, only editors can export. You can print it.",
     "Yes, choose Share > Export and pick PDF or CSV."),
]  # fmt: skip
#: Lies that take their subject from the question, tell of another case, or deny what only follows.
NOT_YET = [
    ("nl", """# Afval aanbieden
De grijze container wordt om de week op dinsdag geleegd, de groene elke dinsdag. Grofvuil halen wij bij u op: maak daarvoor een afspraak. De eerste twee keer per jaar is dat gratis, daarna kost het 25 euro. Op feestdagen rijden wij niet; wij komen dan op de zaterdag ervoor.""",
     "Ik laat dit jaar voor de derde keer grofvuil ophalen. Moet ik betalen?",
     "Ja, 25 euro. De eerste twee keren in een jaar zijn gratis.",
     "Nee, grofvuil laten ophalen is altijd gratis."),
    ("nl", """# Trouwen bij de gemeente
U meldt uw huwelijk ten minste twee weken van tevoren. U neemt twee tot vier getuigen mee; zij moeten 18 jaar of ouder zijn. Trouwen op maandag om negen uur is kosteloos.""",
     "Kan mijn broertje van 16 getuige zijn?",
     "Nee, een getuige moet minstens 18 zijn.",
     "Ja, een getuige hoeft geen 18 te zijn."),
    ("nl", """# Salaris bekijken
Uw loonstrook staat op de 24e in het portaal. U krijgt een e-mail zodra hij klaarstaat. Loonstroken van voor 2019 vindt u niet in het portaal; die vraagt u op bij de salarisadministratie. U kunt een loonstrook downloaden als pdf.""",
     "Waar vind ik mijn loonstrook van 2017?",
     "Die staat niet in het portaal. Vraag hem op bij de salarisadministratie.",
     "Die staat in het portaal; u kunt hem downloaden als pdf."),
    ("nl", """# Orders splitsen
1. Open de order.
2. Selecteer de regels die u wilt afsplitsen.
3. Kies Splitsen.
4. Geef een leverdatum op en kies Bevestigen.

Een order die al gedeeltelijk is geleverd, kunt u niet splitsen. De nieuwe order krijgt het eerstvolgende nummer. Kortingen blijven bij de oorspronkelijke order, tenzij u Korting verdelen aanvinkt.""",
     "Wat gebeurt er met de korting als ik een order splits?",
     "De korting blijft op de oude order staan, behalve als u Korting verdelen aanvinkt.",
     "De korting gaat naar de nieuwe order, behalve als u Korting verdelen aanvinkt."),
    ("nl", """# Simkaart
Een nieuwe simkaart activeert u in de app. Dat duurt meestal tien minuten en hoogstens een uur. In die tijd kunt u niet bellen; 112 blijft bereikbaar. Uw nummer verandert niet. De pincode is 0000; wijzig die meteen. Na drie keer een verkeerde pincode hebt u de pukcode nodig.""",
     "Krijg ik een ander nummer met de nieuwe sim?",
     "Nee, u houdt uw eigen nummer.",
     "Ja, u krijgt een ander nummer."),
    ("nl", """# Simkaart
Een nieuwe simkaart activeert u in de app. Dat duurt meestal tien minuten en hoogstens een uur. In die tijd kunt u niet bellen; 112 blijft bereikbaar. De pincode is 0000; wijzig die meteen.""",
     "Kan ik bellen tijdens het activeren?",
     "Alleen 112. Verder is bellen even niet mogelijk, hooguit een uur.",
     "Ja, bellen blijft gewoon mogelijk."),
    ("nl", """# Toegang delen
De eigenaar van een map bepaalt wie erbij kan. Met Lezen kan iemand de bestanden bekijken en downloaden, met Bewerken ook wijzigen. Alleen de eigenaar kan een map verwijderen. Deelt u een map met iemand buiten de organisatie, dan vervalt de toegang na 30 dagen. Verwijderde mappen blijven 14 dagen in de prullenbak.""",
     "Mijn collega heeft leesrechten. Kan zij bestanden downloaden?",
     "Ja, met Lezen kan zij bestanden bekijken en downloaden, maar niet wijzigen.",
     "Ja, met Lezen kan zij bestanden bekijken, downloaden en wijzigen."),
    ("en", """# Gym membership
Members can freeze their membership once a year for up to three months. While it is frozen you pay 5 pounds a month. You cannot freeze in the first six months. Guests are welcome on Sundays, provided a member comes with them.""",
     "Can I bring a friend?",
     "Yes, on Sundays, as long as you come along.",
     "Yes, on Sundays your friend can also come alone."),
    ("en", """# Two-step login
After you enter your password we send a code by text message. The code is valid for five minutes. Backup codes work once each; print them or keep them in a safe place.""",
     "Can I reuse a backup code?",
     "No, each backup code works only once.",
     "Yes, you can use a backup code several times."),
    ("en", """# Shipping
Orders placed before 3 pm leave the same day. Standard delivery takes two to four working days and costs 4 pounds; above 50 pounds it is free. Express arrives the next working day. We do not deliver to PO boxes. If you are out, the driver leaves the parcel with a neighbour unless you asked us not to.""",
     "What happens if I'm not home?",
     "The driver hands the parcel to a neighbour, unless you told us you don't want that.",
     "The driver takes the parcel back to the depot."),
    ("en", """# Reports
1. Go to Reports and choose a template.
2. Set the period.
3. Choose Preview to check the result.
4. Choose Publish.

Published reports are visible to everyone in your team. Drafts are only visible to you. A published report can be withdrawn within one hour.""",
     "Who can see my drafts?",
     "Only you. A report is shown to your team once you publish it.",
     "Everyone in your team can see your drafts."),
    ("nl", """# Schade aan een huurfiets
Meld schade binnen 2 uur via de app. Bij kleine krassen betaalt u niets. Is het wiel krom of de verlichting stuk, dan kost dat 35 euro. Fietst u door met een lekke band, dan zijn de kosten voor u. Diefstal meldt u eerst bij de politie; zonder proces-verbaal betaalt u de hele fiets.""",
     "Mijn huurfiets is gestolen. Wat nu?",
     "Doe eerst aangifte bij de politie. Hebt u geen proces-verbaal, dan betaalt u de hele fiets.",
     "Meld het in de app; aangifte bij de politie is niet nodig."),
    ("nl", """# Schade aan een huurfiets
Meld schade binnen 2 uur via de app. Bij kleine krassen betaalt u niets. Is het wiel krom of de verlichting stuk, dan kost dat 35 euro.""",
     "Er zit een krasje op mijn huurfiets. Kost dat geld?",
     "Nee, voor kleine krassen betaalt u niets.",
     "Ja, dat kost 35 euro."),
    ("nl", """# Stemmen per volmacht
U kunt iemand anders voor u laten stemmen. Die persoon stemt in dezelfde gemeente en neemt een kopie van uw identiteitsbewijs mee. Iemand mag ten hoogste twee volmachten aannemen. Een schriftelijke volmacht vraagt u uiterlijk vijf dagen voor de verkiezing aan.""",
     "Kan mijn vriendin uit een andere gemeente voor mij stemmen?",
     "Nee, de gemachtigde moet in dezelfde gemeente stemmen.",
     "Ja, dat kan ook als zij in een andere gemeente stemt."),
    ("nl", """# Uren schrijven
1. Open Mijn week.
2. Kies een project.
3. Vul de uren per dag in.
4. Klik op Inleveren.

Ingeleverde weken kunt u niet meer wijzigen. Vraag uw projectleider om de week terug te zetten. Weken die op maandag nog open staan, sluit het systeem om 12 uur.""",
     "Ik heb mijn week ingeleverd maar er staat een fout in. Wat kan ik doen?",
     "U kunt hem zelf niet meer aanpassen; laat uw projectleider de week terugzetten.",
     "Open Mijn week, pas de uren aan en klik opnieuw op Inleveren."),
    ("nl", """# Uren schrijven
Ingeleverde weken kunt u niet meer wijzigen. Vraag uw projectleider om de week terug te zetten. Weken die op maandag nog open staan, sluit het systeem om 12 uur.""",
     "Wat gebeurt er als ik mijn week vergeet in te leveren?",
     "Dan sluit het systeem de week op maandag om 12 uur.",
     "Dan blijft de week open tot u hem inlevert."),
    ("nl", """# Back-ups
Elke nacht om 2 uur maakt het systeem een back-up. Dagelijkse back-ups blijven 14 dagen bewaard, maandelijkse een jaar. Terugzetten doet de helpdesk op verzoek; dat duurt gemiddeld drie uur. Bestanden in de map Tijdelijk gaan niet mee.""",
     "Kan ik zelf een back-up terugzetten?",
     "Nee, dat doet de helpdesk als u erom vraagt.",
     "Ja, u kunt zelf een back-up terugzetten."),
    ("en", """# Library cards
Residents get a card for free. Others pay 20 dollars a year. Children under 12 need a parent's signature. You can borrow ten items at a time; e-books don't count. A lost card is replaced for 3 dollars. Cards expire after two years without use.""",
     "I live out of town. What does a card cost me?",
     "20 dollars a year.",
     "Nothing, the card is free."),
    ("en", """# Returns
Send items back within 30 days. Shoes must be unworn. We refund the price but not the shipping. Sale items can be exchanged, not refunded. Gift cards are final.""",
     "Can I get my money back for something from the sale?",
     "No, sale items can only be exchanged.",
     "Yes, we refund sale items within 30 days."),
    ("en", """# Guest Wi-Fi
Ask the front desk for a code. A code works for one device and 24 hours. Visitors staying longer get a weekly code from their host.""",
     "I'm visiting for three days. How do I get Wi-Fi?",
     "Ask your host for a weekly code.",
     "Ask the front desk for a weekly code."),
    ("en", """# Meter readings
Submit a reading on the website or by phone in the first week of January. If we get none, we estimate your use. An estimate can be corrected within four weeks. Smart meters send their readings themselves.""",
     "I have a smart meter. Do I need to submit readings?",
     "No, a smart meter sends them itself.",
     "Yes, submit a reading in the first week of January."),
]  # fmt: skip


TRUE = [(lang, page, question, true) for lang, page, question, true, _ in SEEN + NOT_YET]
LIES = [(lang, page, question, lie) for lang, page, question, _, lie in SEEN]
MISSED = [(lang, page, question, lie) for lang, page, question, _, lie in NOT_YET]


@pytest.mark.parametrize(("lang", "page", "question", "answer"), TRUE)
def test_the_true_answer_is_not_called_a_lie(grounded, lang, page, question, answer):
    assert stars(grounded, lang, page, question, answer) >= 3.0


@pytest.mark.parametrize(("lang", "page", "question", "answer"), LIES)
def test_the_lie_is_seen(grounded, lang, page, question, answer):
    assert stars(grounded, lang, page, question, answer) < 3.0


@pytest.mark.xfail(strict=True, reason="not seen yet")
@pytest.mark.parametrize(("lang", "page", "question", "answer"), MISSED)
def test_the_lie_is_not_seen_yet(grounded, lang, page, question, answer):
    assert stars(grounded, lang, page, question, answer) < 3.0


def test_the_readme_counts_them():
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    counted = f"({len(TRUE)}, of which {len(LIES)} are seen; all {len(TRUE)} true answers hold)"
    assert counted in readme
