"""Values that no page has, or that it has in a row of a scale: shares, times, how far two are apart.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import around, believing, stars, telling_apart
from truthscore import TruthScorer

WEIGHTS = "\n\n- Tot 5 kg: € 6,95\n- 5 tot 10 kg: € 9,95\n- Boven 10 kg: € 14,95"
TICKETS = "\n\n| Ticket | Nave | Side aisle |\n|---|---|---|\n| Adult | £22 | £14 |\n| Student | £15 | £9 |\n\nThe fee for an exchange is £2 per ticket."

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # so many units at a rate for each
    ("nl", "Dubbel internet kan maximaal 4 weken. De eerste 2 weken zijn gratis, daarna betaal je € 1,50 per dag.", "Wat ben ik kwijt als ik vier weken lang dubbel internet wil?", "In totaal € 21. De eerste twee weken zijn gratis en voor de laatste 14 dagen betaal je € 1,50 per dag.", "In totaal € 28. De eerste twee weken zijn gratis en voor de laatste 14 dagen betaal je € 1,50 per dag."),
    ("en", "\n\n| Vehicle | Rate per mile |\n|---|---|\n| Car | 42p |\n| Bicycle | 20p |", "I cycled 60 miles. How much do I get?", "You'd get £12.00, as the bicycle rate is 20p a mile.", "You'd get £14.00, as the bicycle rate is 20p a mile."),
    ("en", "\n\n| Vehicle | Rate per mile |\n|---|---|\n| Car | 42p |\n| Bicycle | 20p |", "What is the bicycle rate?", "The bicycle rate is £0.20 a mile.", "The bicycle rate is 42p a mile."),
    # how much longer, where a page has that length of something else
    ("en", "\n\n| Service | Turnaround |\n|---|---|\n| Standard | 2 working days |\n| Reviewed | 4 working days |\n\nFor every 1,000 words of a text, add 1 working day.", "What is the difference between standard and reviewed?", "Reviewed takes two working days longer.", "Reviewed takes three working days longer."),
    # before and after, where a page has the same length of something else
    ("nl", "De uitkering gaat in op de eerste dag van een maand. Tot 1 maand vóór de ingangsdatum kunt u de aanvraag nog aanpassen of intrekken.", "Tot wanneer kan ik mijn aanvraag nog wijzigen?", "Dat is mogelijk tot een maand voor de ingangsdatum.", "Dat is mogelijk tot een maand na de ingangsdatum."),
    # so many times, where a page has the same number of something else
    ("en", TICKETS, "How much for 2 adults in the side aisle?", "That comes to £28: two adult tickets at £14 each.", "That comes to £30: two adult tickets at £14 each."),
    # a share of what was asked with
    ("nl", "\n\n| Moment | U krijgt terug |\n|---|---|\n| Meer dan 8 weken voor de start | 90% |\n| 8 tot 3 weken voor de start | 50% |", "We hebben 400 euro betaald en annuleren tien weken van tevoren. Hoeveel krijgen we terug?", "Dan krijg je € 360 terug. Meer dan acht weken voor de start vergoeden we namelijk 90 procent.", "Dan krijg je € 340 terug. Meer dan acht weken voor de start vergoeden we namelijk 90 procent."),
    ("nl", "Leden krijgen 8% korting, die automatisch verrekend wordt in het winkelmandje.", "Ik ben lid en er zit voor 50 euro brood in mijn mandje, hoeveel betaal ik?", "Dat komt op € 46. Als lid krijgt u 8% korting, hier dus € 4.", "Dat komt op € 44. Als lid krijgt u 8% korting, hier dus € 6."),
    # a time so much sooner
    ("en", "Doors open 45 minutes before the start. Tickets are sold at the door.", "The concert starts at 19:30, from when can we go in?", "You can come in from 18:45, as the doors open 45 minutes before the start.", "You can come in from 18:30, as the doors open 45 minutes before the start."),
    # the row of a scale
    ("nl", WEIGHTS, "Mijn pakket weegt 7 kg, wat kost dat?", "Tot 5 kg kost het € 6,95, daarboven € 9,95.", "Dat kost € 14,95."),
    # the percentage that a factor adds
    ("nl", "Vul de correctiefactor in als decimaal. Met 1,1 wordt de prijs hoger, met 0,9 lager.", "Welke factor vul ik in als de prijs 10% hoger moet?", "Vul 1,1 in: dat is 10% erbij.", "Vul 1,2 in: dat is 20% erbij."),
    # a number in one word with what it counts
    ("nl", "Ieder abonnement is een tweejarig contract.", "Hoe lang loopt een abonnement?", "Een abonnement loopt 2 jaar.", "Een abonnement loopt 3 jaar."),
    ("nl", "Wij sturen vierwekelijkse facturen.", "Hoe vaak krijg ik een factuur?", "U krijgt elke vier weken een factuur.", "U krijgt elke zes weken een factuur."),
    ("en", "This is a twelve-bar pattern.", "How many bars does the pattern have?", "The pattern has 12 bars.", "The pattern has 16 bars."),
    # what a pronoun stands for is what the value is told of
    ("en", "The guide of the harbour was inspired by the 2001 map by the same makers.", "Is there a map of the harbour?", "Yes, there is a map by the makers of the guide. It came out in 2001.", "Yes, there is a map by the makers of the guide. It came out in 2008."),
    # hours in words, and the only length where one was asked with
    ("en", "Changing the dose is not possible in the app; phone the nurses between 09:00 and 11:00.", "How do I change the dose?", "Phone the nurses between nine and eleven in the morning.", "Phone the nurses between eight and eleven in the morning."),
    ("en", "Maximum height is 1.95 m. Taller vehicles use the open-air Car Park C.", "Our camper van is 2.10 m high. Does it fit?", "It's too tall, I'm afraid, as nothing over 1.95 m can go in.", "It fits, as anything up to 2.20 m can go in."),
    # rates by what was asked about: of two kinds, over a column, a year by months
    ("en", "\n\n- Books: £0.20 per item per day late\n- Films: £0.50 per item per day late", "I have two books that are 5 days late, what do I owe?", "Books that are 5 days late cost £1 per item, so you owe £2.00 in total.", "Books that are 5 days late cost £2.50 per item, so you owe £5.00 in total."),
    ("nl", "\n\n## Tarieven per uur\n\n| Zaal | Overdag | Weekend |\n|---|---|---|\n| Gymzaal | € 16 | € 22 |\n| Hele hal | € 42 | € 60 |", "Wat kost de gymzaal zaterdag voor 3 uur?", "In totaal € 66, namelijk 3 keer het weekendtarief van € 22.", "In totaal € 76, namelijk 3 keer het weekendtarief van € 22."),
    ("en", "Clips are kept for 7 days. With Nook Plus (£3.50 a month) they are kept for 60 days.", "What does Nook Plus cost for a whole year?", "Twelve months of Nook Plus cost £42.", "Twelve months of Nook Plus cost £38."),
    # so much sooner or later
    ("nl", "Een uur voor uw boeking krijgt u een sms met de toegangscode.", "Onze boeking begint om 19.00. Wanneer krijg ik de toegangscode?", "U krijgt de sms met de toegangscode om 18.00 uur.", "U krijgt de sms met de toegangscode om 17.00 uur."),
    ("nl", "Een andere formule start op de eerste dag van de volgende maand.", "Als ik op 12 maart een andere formule kies, wanneer start die?", "Die andere formule start op 1 april.", "Die andere formule start op 15 maart."),
    ("en", "Returns are possible up to 14 days after delivery of the parcel.", "My parcel was delivered on 3 May. Until when are returns possible?", "Returns of the parcel are possible up to 17 May.", "Returns of the parcel are possible up to 27 May."),
    # divided
    ("nl", "De afschrijving is het bedrag gedeeld door het aantal maanden.", "Ik koop iets van 6000 euro en schrijf af in 60 maanden. Wat is de afschrijving?", "Dan is de afschrijving € 100 per maand.", "Dan is de afschrijving € 120 per maand."),
]  # fmt: skip


#: True of another row than the question's.
TRUE = [
    ("en", "\n\n| Time | Price |\n|---|---|\n| Up to 2 hours | £4 |\n| Up to 4 hours | £7 |\n| Up to 8 hours | £12 |", "I want to leave within 3 hours. How can I pay as little as possible?", "The lowest price is £4, if you leave in time."),
    ("en", "\n\n| Cancelled | Refund |\n|---|---|\n| More than 14 days | 100% |\n| 7 to 14 days | 50% |\n| Less than 7 days | 0% |", "I cancel 10 days before. What do I get?", "You would have got 100% if you had cancelled earlier."),
]  # fmt: skip


test_told_apart = telling_apart(PAIRS)


@pytest.mark.parametrize(
    "label", ["weekdays", "1 March 2024", "10:00", "every two weeks", "the 3rd", "version 7.2"]
)
def test_a_label_without_a_size_makes_no_scale(whole: TruthScorer, label: str) -> None:
    page = f"\n\n| When | Price |\n|---|---|\n| {label} | £3.20 |\n| Up to 4 hours | £4.80 |"
    question = f"What do I pay for three hours, {label}, at 10:00?"
    assert stars(whole, "en", around("en", page), question, "You pay £4.80.") >= 1.0


test_no_truth_is_called_a_lie = believing(TRUE)
