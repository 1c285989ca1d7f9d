"""The right number of the wrong row: what a page tells of the thing beside the one asked about.

Every word and every number of these lies stands on the page. Golden verdicts of `grounded` with the
real pipelines; all made up, the true answer and the lie side by side.
"""

# ruff: noqa: E501 (a page, its question and its answer read best side by side)

from __future__ import annotations

import pytest

from tests.asked import stars, told_apart
from truthscore.types import ContextDocument

BINS = """# Afval aanbieden
De grijze container wordt om de week op dinsdag geleegd, de groene elke dinsdag. Zet de container vóór half acht aan de weg.
"""
PLANS = """# Abonnementen
| Abonnement | Opslag | Prijs per maand |
|---|---|---|
| Basis | 10 GB | € 4 |
| Plus | 50 GB | € 9 |
| Zakelijk | 200 GB | € 25 |
"""
DELIVERY = """# Levertijden
- Standaard: 3 tot 5 werkdagen
- Express: 1 werkdag
- Pakketautomaat: 2 werkdagen
"""
KEPT = """# Bewaartermijnen
Facturen bewaren we 7 jaar, offertes 2 jaar. Sollicitatiegegevens verwijderen we na 4 weken.
"""
PARKING = """# Parking
Visitors pay 3 pounds an hour, residents 1 pound. The car park closes at 11 pm on weekdays and at 1 am on Saturdays.
"""
STORAGE = """# Plans
- **Starter**: 3 users, 5 GB storage
- **Team**: 20 users, 100 GB storage
"""
LOANS = """# Loan periods
Books can be borrowed for three weeks, DVDs for one week. Magazines are for use in the library only.
"""
POOL = """# Tarieven zwembad
Volwassenen betalen 5,50 euro, kinderen tot 12 jaar 3,50 euro. Met een badenkaart zwemt u twaalf keer voor de prijs van tien.
"""
LEAVE = """# Vakantiedagen
Wettelijke dagen vervallen na 6 maanden, bovenwettelijke dagen na 5 jaar.
"""
SUPPORT = """# Support hours
Chat is available from 8 to 20, phone from 9 to 17. E-mail is answered within one working day.
"""
BLOCKING = """# Klanten blokkeren
|Optie|Omschrijving|
|---|---|
|**Leeg**|Alles is toegestaan voor deze klant.|
|**Verzending**|Nieuwe bestellingen zijn niet mogelijk. Bestaande zendingen kunnen worden gefactureerd.|
|**Factuur**|Nieuwe bestellingen zijn niet mogelijk. Bestaande zendingen kunnen niet worden gefactureerd. Aanmaningen blijven mogelijk.|
"""
RIGHTS = """# Roles
- **Viewer**: can open reports, cannot export them.
- **Editor**: can open and export reports, cannot delete them.
- **Owner**: can open, export and delete reports.
"""
TIERS = """# Abonnementen
| Abonnement | Support | Export |
|---|---|---|
| Basis | alleen e-mail | niet mogelijk |
| Plus | e-mail en chat | naar Excel |
| Zakelijk | telefonisch, dag en nacht | naar Excel en via de API |
"""
LIGHTS = """# Colours of the light
- Green: the charger is ready.
- Blue: the car is charging.
- Red: call the service desk.
"""
#: Menu paths: each is there, and leads to something else.
#: Language, page, question, true answer, lie.
VALUES = [
    ("nl", BINS, "Hoe vaak wordt de groene bak geleegd?", "Elke week, op dinsdag.", "Om de week, op dinsdag."),
    ("nl", PLANS, "Hoeveel opslag krijg ik bij Plus?", "50 GB.", "10 GB."),
    ("nl", PLANS, "Wat kost het zakelijke abonnement?", "25 euro per maand.", "9 euro per maand."),
    ("nl", DELIVERY, "Hoelang duurt levering bij een pakketautomaat?", "Twee werkdagen.", "Eén werkdag."),
    ("nl", KEPT, "Hoe lang worden offertes bewaard?", "Twee jaar.", "Zeven jaar."),
    ("nl", KEPT, "Hoe lang bewaren jullie een factuur?", "Die bewaren we zeven jaar.", "Die bewaren we twee jaar."),
    ("en", PARKING, "I'm a resident. How much is parking?", "1 pound an hour.", "3 pounds an hour."),
    ("en", PARKING, "When does the car park close on Saturday?", "At 1 am.", "At 11 pm."),
    ("en", STORAGE, "How many users does Team have?", "20 users.", "3 users."),
    ("en", STORAGE, "How much storage comes with Starter?", "Starter has 5 GB of storage.", "Starter has 100 GB of storage."),
    ("en", LOANS, "How long can I borrow a DVD?", "For one week.", "For three weeks."),
    ("en", LOANS, "For how long may I keep a book?", "Three weeks.", "One week."),
    ("nl", POOL, "Wat kost zwemmen voor mijn kind van 8?", "3,50 euro.", "5,50 euro."),
    ("nl", POOL, "Wat betaalt een volwassene?", "Een volwassene betaalt 5,50 euro.", "Een volwassene betaalt 3,50 euro."),
    ("nl", LEAVE, "Wanneer vervallen mijn bovenwettelijke dagen?", "Na vijf jaar.", "Na zes maanden."),
    ("nl", LEAVE, "Tot wanneer kan ik wettelijke dagen opnemen?", "Wettelijke dagen vervallen na zes maanden.", "Wettelijke dagen vervallen na vijf jaar."),
    ("en", SUPPORT, "Until when can I phone you?", "Until 17.", "Until 20."),
    ("en", SUPPORT, "From what time is chat available?", "From 8.", "From 9."),
    ("nl", PLANS, "Wat kost Basis?", "Het abonnement Basis kost 4 euro per maand.", "Het abonnement Basis kost 9 euro per maand."),
]  # fmt: skip
#: Rows, items and sections that tell in words.
SAID = [
    ("en", LIGHTS, "The light of my charger is red. What should I do?", "Call the service desk.", "Nothing, the car is charging."),
]  # fmt: skip

#: The answer names a row, and tells what only the one beside it says.
NAMED = [
    ("nl", BLOCKING, "Hoe blokkeer ik een klant voor nieuwe bestellingen maar factureer ik de oude zendingen nog?", "Kies de optie **Verzending**. Bestaande zendingen kunt u dan nog factureren.", "Kies de optie **Factuur**. Bestaande zendingen kunnen dan nog worden gefactureerd."),
    ("nl", BLOCKING, "Wat doet de optie Factuur?", "Met Factuur kunnen bestaande zendingen niet meer worden gefactureerd.", "Met Factuur kunnen bestaande zendingen nog worden gefactureerd."),
    ("en", RIGHTS, "Which role can delete reports?", "Choose **Owner**. An owner can delete reports.", "Choose **Editor**. Editors can delete reports."),
    ("en", RIGHTS, "What can a viewer do?", "A **Viewer** can open reports but cannot export them.", "A **Viewer** can open reports and export them."),
    ("en", RIGHTS, "Ann has the Editor role. Can she delete reports?", "No, an Editor cannot delete reports.", "Yes, an Editor can delete reports."),
]  # fmt: skip


ROWS = [
    *VALUES,
    *NAMED,
    *SAID,
]


@pytest.mark.parametrize(("lang", "pages", "question", "true", "lie"), ROWS)
def test_what_is_told_of_the_thing_beside_is_a_lie(whole, lang, pages, question, true, lie):
    assert told_apart(whole, lang, pages, question, true, lie) == (True, True)


# --- true answers from elsewhere on the page, which must not be blamed for it ---

SHOP = ContextDocument(
    id="faq",
    title="Veelgestelde vragen",
    text="# Veelgestelde vragen\n\n## Wat kost verzending?\n\nVerzending kost 4,95 euro. Boven 50 euro is verzending gratis.\n\n## Hoe lang duurt levering?\n\nLevering duurt 2 werkdagen. Bestelt u voor 22 uur, dan is het pakket er de volgende dag.\n\n## Kan ik ruilen?\n\nRuilen kan binnen 30 dagen in elke winkel.\n",
)
ORDERING = ContextDocument(
    id="app",
    title="Bestellen in de app",
    text="# Bestellen in de app\n\nKies een artikel en tik op Bestellen. Betaal met iDEAL of creditcard.",
)
PAYMENT = ContextDocument(
    id="bet",
    title="Betalen",
    text="# Betalen\n\nU betaalt met iDEAL, creditcard of achteraf. Achteraf betalen kost 1 euro extra.",
)
MOVING = ContextDocument(
    id="moving",
    text="# Verhuizen\n\n## Wanneer geef je het door?\n\nGeef je verhuizing minstens 3 weken van tevoren door. Je kunt 6 maanden vooruit plannen.\n\n## Zo regel je het\n\n- Kies **Abonnement > Verhuizen**.\n- Vul je nieuwe postcode en huisnummer in.\n- Kies de datum waarop je overstapt.\n- Controleer alles en tik op **Verhuizing bevestigen**.",
)
ABSENCE = ContextDocument(
    id="v",
    title="Verlof",
    text="# Verlof aanvragen\n\n## Vakantie\n\nVraag vakantie aan via Mijn verlof. Uw leidinggevende keurt het goed.\n\n## Ziekte\n\nMeld u ziek bij uw leidinggevende voor 9 uur. De arbodienst belt u op.\n\n## Wie kan ik bellen?\n\nBel personeelszaken op 555 of mail naar de helpdesk.",
)
ABSENCE_AND_HELP = ContextDocument(
    id="v",
    title="Verlof",
    text="# Verlof aanvragen\n\n## Vakantie\n\nVraag vakantie aan via Mijn verlof. Uw leidinggevende keurt het goed.\n\n## Algemeen\n\nHulp nodig? Bel personeelszaken op 555 of mail naar de helpdesk.",
)
ANDROID = ContextDocument(
    id="a", title="Android", text="# Android\n\nTap Install in the Play Store."
)
REQUIREMENTS = ContextDocument(
    id="s",
    title="System requirements",
    text="# System requirements\n\nYou need 2 GB of memory and version 9 or later.",
)
PRICES_WITH_SUPPORT = ContextDocument(
    id="p",
    title="Pricing",
    text="| Plan | Price | Users |\n|---|---|---|\n| Free | 0 euros | 1 |\n| Team | 8 euros | 10 |\n\nAll plans have a trial of 14 days and support by e-mail.",
)
PRICES_WITH_TRIAL = ContextDocument(
    id="p",
    title="Pricing",
    text="| Plan | Price | Users |\n|---|---|---|\n| Free | 0 euros | 1 |\n| Team | 8 euros | 10 |\n\nAll plans have a trial of 14 days.",
)
PRICES = ContextDocument(
    id="p",
    title="Pricing",
    text="| Plan | Price | Users |\n|---|---|---|\n| Free | 0 euros | 1 |\n| Team | 8 euros | 10 |\n",
)
KEYS = ContextDocument(
    id="t",
    title="Toetsen",
    text="- **Ctrl+K**: zoeken\n- **F7**: voorbeeld tonen\n- **Ctrl+S**: opslaan\n",
)
#: Questions that name one row, section or page, and true answers from another.
ELSEWHERE = [
    ("nl", (SHOP,), "Wat kost verzending?", "Verzending kost 4,95 euro, en is gratis boven 50 euro."),
    ("nl", (SHOP,), "Hoe lang duurt levering als ik nu bestel?", "Bestelt u voor 22 uur, dan hebt u het de volgende dag in huis."),
    ("nl", (SHOP,), "Ik wil mijn levering ruilen. Hoe lang heb ik?", "U kunt binnen 30 dagen ruilen in elke winkel."),
    ("nl", (SHOP, ORDERING, PAYMENT,), "Kan ik achteraf betalen als ik bestel in de app?", "In de app betaalt u met iDEAL of creditcard."),
    ("nl", (ORDERING, PAYMENT,), "Hoe kan ik betalen in de app?", "Met iDEAL of creditcard."),
    ("nl", (ORDERING, PAYMENT,), "Wat kost achteraf betalen?", "1 euro extra."),
    ("nl", (ORDERING, PAYMENT,), "Ik wil bestellen in de app. Kost achteraf betalen extra?", "Ja, dat kost 1 euro extra."),
    ("nl", (ABSENCE,), "Ik ben ziek tijdens mijn vakantie. Wat moet ik doen?", "Meld u voor 9 uur ziek bij uw leidinggevende; de arbodienst belt u daarna."),
    ("nl", (ABSENCE_AND_HELP,), "Wie kan ik bellen over mijn vakantie?", "Bel personeelszaken op 555 of mail naar de helpdesk."),
    ("en", (ANDROID, REQUIREMENTS,), "What do I need for the Android app?", "2 GB of memory and version 9 or later."),
    ("en", (PRICES_WITH_SUPPORT,), "Does the Team plan have support?", "Yes, support by e-mail, as all plans have."),
    ("en", (PRICES_WITH_TRIAL,), "How long is the trial of the Team plan?", "14 days."),
    ("en", (PRICES,), "I have the Free plan and need 10 users. Which one should I take?", "The Team plan; it has 10 users and costs 8 euros."),
    ("nl", (MOVING,), "Hoe geef ik mijn verhuizing aan jullie door?", "Dat regel je zo:\n1. Kies Abonnement > Verhuizen.\n2. Geef je nieuwe postcode en huisnummer op.\n3. Kies een datum.\n4. Controleer alles en kies Verhuizing bevestigen."),
    ("nl", (KEYS,), "Met welke toets kan ik opslaan?", "Met Ctrl+S."),
    ("nl", (KEYS,), "Ik gebruik Ctrl+K. Hoe kan ik een voorbeeld tonen?", "Druk op F7."),
    ("nl", TIERS, "Ik heb nu Basis. Welke support krijg ik na een overstap?", "Telefonisch, dag en nacht."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "pages", "question", "answer"), ELSEWHERE)
def test_what_another_row_rightly_says_is_no_lie(whole, lang, pages, question, answer):
    assert stars(whole, lang, pages, question, answer) >= 3.0
