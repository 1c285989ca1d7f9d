"""What holds of another thing: the other half of a sentence, another one of a group, one of two.

Golden verdicts of `grounded` with the real pipelines, each on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest
from truthscore.features.contradiction.but_not import left_out
from truthscore.features.contradiction.halves import halves

from tests.asked import believing, telling_apart
from tests.builders import pack
from truthscore.text.parser import load

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    ("en", "Put glass in the blue bin and paper in the green one.", "Where does paper go?", "In the green bin.", "In the blue bin."),
    ("nl", "Glas hoort in de blauwe bak, papier in de groene.", "Waar moet papier in?", "In de groene bak.", "In de blauwe bak."),
    ("en", "Green means ready, red means an error.", "What does red mean?", "An error.", "Ready."),
    ("en", "Letters go to the front desk, parcels to the warehouse.", "Where do parcels go?", "To the warehouse.", "To the front desk."),
    ("nl", "Brieven gaan naar de balie, pakketten naar het magazijn.", "Waar gaan pakketten heen?", "Naar het magazijn.", "Naar de balie."),
    ("nl", "Ziekte meld je bij je leidinggevende, vakantie bij HR.", "Bij wie meld ik vakantie?", "Bij HR.", "Bij je leidinggevende."),
    ("en", "You can upgrade at any time, but downgrade only at the end of your term.", "Can I downgrade now?", "No, only at the end of your term.", "Yes, you can downgrade at any time."),
    # what stands beside it is left out
    ("nl", "U ontvangt de handleiding op papier, niet als pdf.", "Hoe krijg ik de handleiding?", "Op papier.", "Als pdf."),
    ("nl", "De sleutel haalt u op bij de receptie, niet bij de beheerder.", "Waar haal ik de sleutel op?", "Bij de receptie.", "Bij de beheerder."),
    ("nl", "Stuur het formulier per post in plaats van per e-mail.", "Hoe stuur ik het formulier?", "Per post.", "Per e-mail."),
    ("en", "You get the manual on paper, not as a PDF.", "How do I get the manual?", "On paper.", "As a PDF."),
    ("en", "Send the form by post instead of by e-mail.", "How do I send the form?", "By post.", "By e-mail."),
    # two that are compared, from either side
    ("nl", "Een jaarkaart is goedkoper dan twaalf maandkaarten.", "Is een jaarkaart duurder?", "Twaalf maandkaarten zijn duurder dan een jaarkaart.", "Een jaarkaart is duurder dan twaalf maandkaarten."),
    ("en", "The annual plan is cheaper than the monthly plan.", "Which is more expensive?", "The monthly plan is more expensive than the annual plan.", "The annual plan is more expensive than the monthly plan."),
    ("en", "The new app is faster than the website.", "Which one is slower?", "The website is slower than the new app.", "The new app is slower than the website."),
    ("en", "The blue bin is larger than the green bin.", "Which bin is smaller?", "The green bin is smaller than the blue bin.", "The blue bin is smaller than the green bin."),
    # one of two, or both
    ("en", "You need both a passport and a visa to enter.", "What do I need to enter?", "A passport and a visa.", "A passport or a visa."),
    ("nl", "U hebt een rijbewijs of een paspoort nodig.", "Wat heb ik nodig?", "U hebt een rijbewijs of een paspoort nodig.", "U hebt een rijbewijs en een paspoort nodig."),
    # one of a group
    ("en", "After three failed attempts your account is locked for an hour.", "What happens after three failed attempts?", "Your account is locked for an hour.", "Your account is deleted."),
    ("en", "We send the invoice by e-mail on the first of the month.", "How do I get my invoice?", "By e-mail, on the first of the month.", "By post, on the first of the month."),
    ("nl", "Wij sturen u de bevestiging per e-mail.", "Hoe krijg ik de bevestiging?", "Per e-mail.", "Per post."),
    ("en", "If payment fails three times, your subscription is paused.", "What happens if my payment fails three times?", "Your subscription is paused.", "Your subscription is cancelled."),
    ("nl", "Vul de code in het tweede veld in.", "Waar vul ik de code in?", "In het tweede veld.", "In het eerste veld."),
    ("nl", "Wij bezorgen 's ochtends.", "Wanneer bezorgen jullie?", "'s Ochtends.", "'s Middags."),
    # a reply that is a number, or the opposite of what was asked
    ("nl", "Na drie foute pincodes wordt uw pas geblokkeerd.", "Na hoeveel foute pincodes wordt mijn pas geblokkeerd?", "Drie.", "Vier."),
    ("en", "Your card is blocked after three wrong PINs.", "How many wrong PINs block my card?", "Three.", "Two."),
    ("en", "Use cold water to wash the jersey.", "Can I wash the jersey in hot water?", "No, use cold water.", "Yes, use hot water."),
    # how often, in one word
    ("en", "Reports are sent weekly.", "How often do I get a report?", "Every week.", "Every month."),
    ("nl", "De lijst wordt dagelijks ververst.", "Hoe vaak wordt de lijst ververst?", "Elke dag.", "Elk uur."),
]  # fmt: skip
TRUE = [
    # a name of another kind of thing, a source, a month, a short form
    ("en", "Plug the cable into the phone. Then connect the phone to your PC.", "How do I connect my phone to my Acer laptop?", "Connect the phone to the Acer laptop."),
    ("en", "At this temperature the seeds come up within ten days, according to the Carrot Museum.", "How warm do the seeds need it?", "At this temperature the seeds come up within ten days, according to Passage 1."),
    ("en", "On Sep 23 more people reported it than ever before.", "When did most people report it?", "On September 23 more people reported it than ever before."),
    ("en", "These codes are used in the United States.", "Where are these codes used?", "These codes are used in the US."),
    # both halves; of both
    ("en", "Put glass in the blue bin and paper in the green one.", "Where do glass and paper go?", "Glass goes in the blue bin and paper in the green one."),
    ("en", "Put glass in the blue bin and cans in the blue bin.", "Where do cans go?", "In the blue bin."),
    # "and" for "or" where nothing is needed; both ways on the page
    ("en", "The pool is open to adults and children.", "Who can swim?", "Adults or children."),
    ("en", "A key is written on every piece of hardware (like a wireless card or an ethernet card).", "Why do I need a key?", "A key is written on hardware such as a wireless card and an ethernet card."),
    ("en", "This test works with either home bottles or camping bottles.", "How do I test my bottle?", "This test works with both home bottles and camping bottles."),
    ("en", "You need a passport and a visa. With a residence permit you need a passport or a visa.", "What do I need with a residence permit?", "A passport or a visa."),
    # values: other features know them
    ("nl", "Retourneren kan tot 30 dagen na aankoop, voor uitverkoop tot 14 dagen.", "Hoe lang kan ik uitverkoop terugbrengen?", "Twee weken na aankoop. Voor gewone artikelen is dat 30 dagen."),
    # of each of them in a case
    ("en", "If you pay by card, you get a receipt by e-mail.", "When do I get a receipt by e-mail?", "If you pay by card."),
    # a value whose question no page has a word of; who does it in all other cases
    ("nl", "Wij antwoorden binnen twee werkdagen.", "Hoe snel krijg ik antwoord?", "Binnen twee werkdagen."),
    ("en", "The seller pays the return shipping for faulty items. For other returns the buyer pays.", "I changed my mind. Who pays the return shipping?", "The buyer pays."),
    # one of the group of which another sentence tells it
    ("en", "We send the invoice by e-mail. Without an e-mail address you get the invoice by post.", "I have no e-mail address. How do I get my invoice?", "By post."),
    ("en", "The second field is for the date. Enter the code in the first field.", "Where do I enter the code?", "In the first field."),
    ("nl", "U annuleert door te bellen naar de polikliniek. Annuleren per e-mail is niet mogelijk.", "Hoe zeg ik een afspraak af?", "Telefonisch, bij de polikliniek."),
    ("nl", "De eerste herinnering gaat op maandag naar jou. De tweede herinnering, op woensdag, gaat naar jou en je leidinggevende.", "Krijgt mijn leidinggevende bericht?", "Niet meteen. De eerste herinnering komt bij jou. Bij de herinnering van woensdag wordt ook je leidinggevende ingelicht."),
]  # fmt: skip


test_the_true_answer_has_more_stars = telling_apart(PAIRS)
test_what_is_true_is_believed = believing(TRUE)


def read(lang: str, text: str) -> list[list[list[str]]]:
    language = pack(lang)
    parsed = next(iter(load(language).parse([text])))
    return [
        [[parsed.lowers[t] for t in (*half.thing, "", *half.said) if t != ""] for half in pair]
        for start, end in parsed.sentences
        for pair in halves(parsed, start, end, language)
    ]


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("en", "Letters go to the front desk, parcels to the warehouse.", [[["letters", "front", "desk"], ["parcels", "warehouse"]]]),
        ("nl", "Glas hoort in de blauwe bak, papier in de groene.", [[["glas", "blauwe", "bak"], ["papier", "groene"]]]),
        # denied, in a case, with values, and of one thing
        ("en", "Letters do not go to the desk, parcels to the warehouse.", []),
        ("en", "If letters go to the desk, parcels go to the warehouse.", []),
        ("en", "Letters go to desk 3, parcels to desk 4.", []),
        ("en", "Letters go to the desk.", []),
    ],
)  # fmt: skip
def test_halves(lang: str, text: str, found: list[list[list[str]]]) -> None:
    assert read(lang, text) == found


@pytest.mark.parametrize(
    ("lang", "text", "things"),
    [
        # no more than its noun: the scenes are told of the other one, too
        ("en", "Dubrovnik was used instead of Malta for scenes in Qarth.", ["malta"]),
        ("nl", "Is uw tegoed op, dan sturen wij in plaats van de sms een e-mail.", ["sms"]),
        ("nl", "U ontvangt de handleiding op papier, niet als pdf.", ["pdf"]),
    ],
)
def test_what_stands_in_the_place_of_another(lang: str, text: str, things: list[str]) -> None:
    (parsed,) = load(pack(lang)).parse([text])
    (found,) = left_out(parsed, 0, len(parsed.lowers), pack(lang))
    assert [parsed.lowers[t] for t in found.things] == things
