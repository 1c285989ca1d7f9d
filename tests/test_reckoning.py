"""True answers that reckon with the customer's own figures, which had been called lies for values
that stand on no page; and beside them wrong values that must be seen all the same.

Golden verdicts of `grounded` with the real pipelines; all made up.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # nor is a value without figures to reckon with
    ("nl", "U kunt een bestelling tot 14 dagen na ontvangst retourneren.", "Hoe lang kan ik een bestelling retourneren?", "U kunt een bestelling tot 14 dagen na ontvangst retourneren.", "U kunt een bestelling tot 28 dagen na ontvangst retourneren."),
    ("en", "A ticket can be moved until 3 hours before the tour.", "Until when can I move my ticket?", "You can move a ticket until 3 hours before the tour.", "You can move a ticket until 6 hours before the tour."),
    # a code of the page's family that is on no page
    ("en", "- TS-04: the card is blocked. Ask the bank.\n- TS-09: the terminal is offline. Restart it.", "What does TS-09 mean?", "TS-09 means that the terminal is offline. Restart it.", "TS-19 means that the terminal is offline. Restart it."),
]  # fmt: skip

TRUE = [
    # a price before a noun counts nothing
    ("en", "You pay 10% of the list price as a deposit.",
     "My bike is 2,800 list price. What is my deposit?",
     "Your deposit is £280: 10% of the list price."),
    # so many times a rate, a list and its total, a share, what is left
    ("en", "## Group visits\n\nGroup rate: €8 per person. Guided tour: €60 per guide, at most 20 people per guide.\n\nDeposit: 25% of the total.", "We come with 36 people and want a guided tour. What is the total and the deposit?", "| Item | Amount |\n|---|---|\n| 36 × €8 (group rate) | €288 |\n| 2 guides × €60 | €120 |\n| **Total** | **€408** |\n| Deposit (25%) | €102 |"),
    ("nl", "Reiskosten: € 0,21 per kilometer. Een bon is voor kilometers niet nodig.", "Ik reed 35 km heen en 35 km terug. Wat krijg ik aan reiskosten?", "U krijgt € 14,70 aan reiskosten (70 km × € 0,21). Een bon is niet nodig."),
    ("nl", "Er gelden maximaal 12 termijnen, met een minimum van € 30 per termijn.", "Ik moet 600 euro betalen. Hoeveel betaal ik dan per termijn?", "Bij 12 termijnen betaalt u € 50 per termijn. Dat is meer dan het minimum van € 30."),
    ("en", "The premium is refunded for the months that are left, less an administration fee of £20.", "I paid £30 a month and have 4 months left. How much premium do I get back?", "You get back £100: £120 of your premium for the months that are left, less the administration fee of £20."),
    # days and times
    ("en", "Only an owner can reopen a month, within 30 days of closing.", "we closed the month on april 6, today is april 20. can i still reopen it?", "It has been 14 days, so the owner can still reopen the month. The 30 days run until May 6."),
    ("nl", "Een reservering kan tot 3 uur voor aanvang worden verplaatst via de link.", "De rondleiding begint om 15:00 en het is nu 13:00. Kan ik mijn reservering nog verplaatsen?", "Nee. De reservering kan via de link worden verplaatst tot 3 uur voor aanvang, in dit geval tot 12:00 uur."),
    # £190 "a night" is no "night" that another row has
    ("en", "| Cost | Limit |\n|---|---|\n| Hotel | £120 per night, Paris £180 |\n| Meals | £25 per day |", "What do I get for 2 nights in Paris?", "The limit for Paris is £180 a night, so for two nights you get up to £360."),
    # a case that a short question sets
    ("en", "\n\n1. Count the cash.\n2. Difference over $5? Add a comment. Over $50? A manager PIN is needed.", "Counted 1,310.50, expected 1,300. Do I need a manager PIN?", "No manager PIN needed. The difference is $10.50, which is over $5, so add a comment."),
    # codes: of the question, and of the other case
    ("nl", "Na het eerste gebruik kan een actiecode niet meer worden gewijzigd. Maak dan een nieuwe code.", "Kan ik code LENTE25 wijzigen in LENTE26? Hij is al gebruikt", "Nee, na het eerste gebruik kan een actiecode niet meer worden gewijzigd. Maak een nieuwe code LENTE26."),
    ("nl", "Foutmeldingen\n\n- DS-21: er staat nog een taak open.\n- DS-22: er staat nog een nota open.", "DS-22 terwijl alle taken klaar zijn?", "Deze melding gaat over een nota die nog open staat. (Bij een taak die nog open staat krijgt u DS-21.)"),
    # conditions told in the sentence beside, and denied on both sides
    ("nl", "Verlengen kan met 3, 6 of 12 maanden, mits u dat minstens 2 maanden voor de einddatum aanvraagt.", "Kan ik mijn contract nog verlengen?", "Verlengen kan met 3, 6 of 12 maanden. Vraag dat wel minstens 2 maanden voor de einddatum aan."),
    ("nl", "Staat de polis op twee namen, dan moeten beide verzekeringnemers de opzegging bevestigen.", "Mijn ex reageert niet. Gaat de opzegging door?", "Nee, bij een polis op twee namen moeten beide verzekeringnemers de opzegging bevestigen. Zolang uw ex niet bevestigt, is de opzegging niet rond."),
    ("nl", "Een nieuwe openingstijd geldt alleen voor afspraken die daarna in de agenda worden gezet.", "Waarom zien klanten de oude openingstijd nog?", "Afspraken die al in de agenda stonden, houden de oude openingstijd. Alles wat je vanaf nu in de agenda zet, krijgt de nieuwe openingstijd."),
    # what lasts a day ends after a day
    ("nl", "Scan de QR-code met de app. De code is 24 uur geldig.", "Hoe lang werkt de QR-code?", "De code verloopt na 24 uur. Scan hem dus op tijd met de app."),
    # a bold opening is no name, whatever word follows
    ("en", "A theft must be reported to the police within 24 hours. Then report it to us within 30 days.", "My bike was stolen. What do I do?", "1. **Police first:** report the theft to the police within 24 hours.\n2. **Then us:** report it to us within 30 days."),
    # the next item of a list tells of something else
    ("en", "| Phase | Opens | Closes |\n|---|---|---|\n| Wishes | 8 weeks before start | 6 weeks before start |\n| Review | 5 weeks before start | 4 weeks before start |\n| Publication | 4 weeks before start | - |", "Our roster starts 2 June. When are wishes open and when is it published?", "- **Wishes open:** 7 April (8 weeks before)\n- **Wishes close:** 21 April (6 weeks before)\n- **Roster published:** 5 May (4 weeks before)"),
]  # fmt: skip

test_told_apart = telling_apart(PAIRS)

test_no_truth_is_called_a_lie = believing(TRUE)
