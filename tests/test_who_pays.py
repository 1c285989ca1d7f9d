"""Who pays for a thing, its user or nobody, told with other words than the page's.

Golden verdicts of `grounded` with the real pipelines, each on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest
from truthscore.features.contradiction.who_pays import paid

from tests.asked import believing, telling_apart
from tests.builders import pack
from truthscore.text.parser import SpacyParser

CAR = "Brandstof en laden zijn bij de kilometerprijs inbegrepen. Parkeerkosten onderweg betaal je zelf."
SHOP = "De verzendkosten zijn voor uw rekening. Retourneren is gratis."
HOTEL = "Breakfast is included in the price. Lunch is charged separately."
STORE = "You pay the shipping costs yourself. Returns are free."
COURSE = "Uw werkgever betaalt de cursus. De reiskosten zijn voor uw eigen rekening."
CLASS = "Your employer pays for the course. Travel is at your own expense."
CARD = "Een regel aanpassen is gratis. Een nieuwe pas kost € 10."

test_who_pays = telling_apart([
    ("nl", CAR, "moet ik de brandstof betalen?", "Nee, de brandstof zit al in de prijs.", "Ja, brandstof betaal je zelf."),
    ("nl", CAR, "zijn de parkeerkosten inbegrepen?", "Nee, parkeerkosten onderweg betaal je zelf.", "Ja, de parkeerkosten zijn inbegrepen."),
    ("nl", SHOP, "wie betaalt de verzendkosten?", "De verzendkosten zijn voor uw rekening.", "Wij betalen de verzendkosten."),
    ("nl", SHOP, "kost retourneren iets?", "Nee, retourneren is gratis.", "Ja, de kosten van retourneren zijn voor uw rekening."),
    ("nl", SHOP, "kost retourneren iets?", "Nee, retourneren kost niets.", "Ja, retourneren kost geld."),
    ("nl", "Het ontbijt is bij de prijs inbegrepen. Voor de lunch betaalt u € 12.", "is de lunch inbegrepen?", "Nee, voor de lunch betaalt u € 12.", "Ja, de lunch is inbegrepen."),
    ("nl", "Het ontbijt is bij de prijs inbegrepen. Voor de lunch betaalt u € 12.", "moet ik het ontbijt betalen?", "Nee, het ontbijt is inbegrepen.", "Ja, het ontbijt betaalt u apart."),
    ("nl", CARD, "kost een nieuwe pas iets?", "Ja, een nieuwe pas kost € 10.", "Nee, die is gratis."),
    ("nl", CARD, "wat kost een nieuwe pas?", "Een nieuwe pas kost € 10.", "Een nieuwe pas krijgt u gratis."),
    ("nl", COURSE, "Wie betaalt de reiskosten?", "De reiskosten betaalt u zelf.", "De reiskosten betaalt uw werkgever."),
    ("nl", COURSE, "Wie betaalt de reiskosten?", "Die zijn voor uw eigen rekening.", "Reiskosten worden vergoed."),
    ("en", HOTEL, "Is lunch included?", "No, lunch is charged separately.", "Yes, lunch is included."),
    ("en", STORE, "Who pays the shipping?", "You pay the shipping costs.", "We pay the shipping costs."),
    ("en", STORE, "Is shipping free?", "No, you pay for shipping.", "Yes, shipping is free."),
    ("en", STORE, "Do returns cost anything?", "No, returns are free.", "Yes, you pay for returns."),
    ("en", "Fuel is included; tolls are at your own expense.", "Do I have to pay for fuel?", "No, fuel is included.", "Yes, you pay for the fuel yourself."),
    ("en", "Fuel is included; tolls are at your own expense.", "Are tolls included?", "No, tolls are at your own expense.", "Yes, tolls are included."),
    ("en", CLASS, "Who pays for the travel?", "You pay for the travel.", "Your employer pays for the travel."),
    ("en", CLASS, "Who pays for the course?", "Your employer does.", "You pay for the course yourself."),
])  # fmt: skip

test_nothing_to_pay_in_other_words = believing([
    ("nl", "Leden betalen niets voor de cursus. Niet-leden betalen € 20.", "wat kost de cursus voor leden?", "Voor leden is de cursus gratis."),
    ("nl", "U hoeft niets te betalen voor het opzeggen. Overstappen kost € 10.", "wat kost opzeggen?", "Opzeggen is gratis."),
    ("nl", "De lunch is bij de prijs inbegrepen. Drankjes kosten € 3.", "wat kost de lunch?", "De lunch is gratis."),
    ("en", "Members pay nothing for the course. Others pay £20.", "What does the course cost for members?", "It is free for members."),
    ("en", "There are no costs for cancelling. Switching costs £10.", "What does cancelling cost?", "Cancelling is free."),
    ("en", "We do not charge anything for cancelling. Switching costs £10.", "What does cancelling cost?", "Cancelling is free."),
    ("en", "Lunch is included in the price. Drinks cost £3.", "What does lunch cost?", "Lunch is free."),
])  # fmt: skip

test_of_another_case = believing([
    ("nl", "Parkeren aan het eind is gratis in de groene zone. Parkeerkosten onderweg betaal je zelf.", "Wie betaalt het parkeren?", "Parkeren in de groene zone is gratis."),
    ("nl", "Kleine reparaties zijn voor eigen rekening.", "Wie betaalt grote reparaties?", "Grote reparaties betalen wij."),
    ("nl", "U betaalt de factuur via iDEAL. Een kopie van de factuur is gratis.", "Kost een kopie iets?", "Nee, een kopie van de factuur is gratis."),
    ("nl", "Bij schade betaalt u een eigen risico van € 100. Schade door storm is volledig verzekerd en kost u niets.", "Moet ik betalen bij stormschade?", "Nee, stormschade kost u niets."),
    ("nl", "Het abonnement is de eerste maand gratis.", "Moet ik na de eerste maand betalen?", "Ja, daarna betaalt u het abonnement zelf."),
    ("nl", "Ontbijt is inbegrepen, parkeren niet.", "Is het ontbijt inbegrepen?", "Ja, het ontbijt is inbegrepen."),
    ("en", "You can reactivate a person at any time, provided a seat is free.", "Does the bill go down?", "No, you carry on paying for the seat."),
    ("en", "The first year of support is included. After that you pay $20 a year.", "Do I pay for support in the second year?", "Yes, after the first year you pay $20 a year for support."),
    ("en", "Parking is free for guests. Visitors pay £5.", "I'm a visitor. What does parking cost?", "As a visitor you pay £5 for parking."),
])  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("nl", "De lunch is gratis.", [(True, {"lunch"}, set())]),
        ("nl", "De cursus is gratis voor leden.", [(True, {"cursus"}, {"leden"})]),
        ("nl", "Er zijn geen kosten voor het opzeggen.", [(True, {"opzeggen"}, set())]),
        ("nl", "De reiskosten betaalt je werkgever.", [(True, {"reiskosten"}, set())]),
        ("nl", "Wij vergoeden de reiskosten niet.", [(False, {"reiskosten"}, set())]),
        ("nl", "Wij betalen de schade niet.", [(False, {"schade"}, set())]),
        ("nl", "U betaalt niets voor de lunch.", [(True, {"lunch"}, set())]),
        ("en", "We do not charge you for the lunch.", [(True, {"lunch"}, set())]),
        # not how one pays, in one case only, for some time, or one of two versions
        ("nl", "U kunt de lunch met de pas betalen.", []),
        ("nl", "De lunch is alleen voor leden gratis.", []),
        ("nl", "Als u lid bent, is de lunch gratis.", []),
        ("nl", "De eerste maand is gratis.", []),
        ("en", "The free version shows a logo.", []),
        ("nl", "De klant betaalt de factuur.", []),
        # an account is no bill, and a battery is charged with something else
        ("nl", "Wij storten het bedrag op uw rekening.", []),
        ("nl", "De cursus is voor uw eigen rekening.", [(False, {"cursus"}, set())]),
        ("en", "The file is stored in your account.", []),
        ("en", "You charge the battery overnight.", []),
        ("en", "You are charged for the lunch.", [(False, {"lunch"}, set())]),
        ("en", "There is nothing to pay for the lunch.", [(True, {"lunch"}, set())]),
    ],
)  # fmt: skip
def test_what_a_sentence_says_of_who_pays(
    parsers: dict[str, SpacyParser],
    lang: str,
    text: str,
    found: list[tuple[bool, set[str], set[str]]],
) -> None:
    (parsed,) = parsers[lang].parse([text])
    told = [
        (each.free, {word[0] for word in each.things}, {word[0] for word in each.cases})
        for each in paid(parsed, 0, len(parsed.lowers), pack(lang))
    ]
    assert told == found
