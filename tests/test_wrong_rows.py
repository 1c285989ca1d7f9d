"""The right number of the wrong row: what a page tells of the thing beside the one asked about.

Every word and every number of these lies stands on the page. Golden verdicts of `grounded` with the
real pipelines; all made up, the true answer and the lie side by side.
"""

# ruff: noqa: E501 (a page, its question and its answer read best side by side)

from __future__ import annotations

import pytest

from tests.asked import stars

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
]  # fmt: skip
#: Lies that still pass: another sentence than that of the thing, and a day that both have.
MISSED = [
    ("nl", KEPT, "Hoe lang bewaren jullie mijn sollicitatie?", "Vier weken, daarna verwijderen we de gegevens.", "Twee jaar."),
    ("nl", BINS, "Wanneer wordt de grijze container geleegd?", "Om de week op dinsdag.", "Elke dinsdag."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), VALUES)
def test_a_value_of_the_thing_beside_is_a_lie(grounded, lang, page, question, true, lie):
    assert stars(grounded, lang, page, question, true) >= 3.0
    assert stars(grounded, lang, page, question, lie) < 3.0


@pytest.mark.xfail(strict=True, reason="not seen yet")
@pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), MISSED)
def test_a_lie_not_seen_yet(grounded, lang, page, question, true, lie):
    assert stars(grounded, lang, page, question, true) >= 3.0
    assert stars(grounded, lang, page, question, lie) < 3.0
