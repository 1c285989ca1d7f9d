"""Which of a page's values a statement has: by hand, in both languages."""

# ruff: noqa: E501 (a page, a question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.statements.told_apart import assert_sent_and_held
from truthscore import TruthScorer

PLANS = "Prices per month:\n\n- Basic: €9\n- Plus: €15\n- Pro: €29\n"
PARCELS = (
    "Brievenbuspakjes zijn er in 2 werkdagen, pakketten in 3 werkdagen en pallets in 8 werkdagen."
)
PARKING = "You can park for 2 hours in the morning and for 4 hours in the afternoon."
DIPLOMA = "Diploma A duurt gemiddeld 12 maanden, diploma B 5 maanden."
PERMIT = "You can get two permits. The first permit costs £45 a year and the second £90."
SEATS = "De grote zaal heeft 420 stoelen, de kleine zaal heeft 95 stoelen."
BREAKFAST = "Het ontbijt kost € 16 voor volwassenen en € 8 voor kinderen tot 12 jaar."
TRAIN = "De trein vertrekt om 9.15 uur en komt om 11.40 uur aan."


@pytest.mark.parametrize(
    ("page", "question", "true", "lie"),
    [
        # several in one statement: each is held against the words of its own part
        (PLANS, "What do the plans cost?", "Basic is €9 and Pro is €29 a month.", "Basic is €29 and Pro is €9 a month."),
        (PLANS, "What do the plans cost?", "Basic costs €9, Plus costs €15 and Pro costs €29.", "Basic costs €15, Plus costs €9 and Pro costs €29."),
        (PARCELS, "Hoe lang duurt het?", PARCELS, "Brievenbuspakjes zijn er in 3 werkdagen, pakketten in 2 werkdagen en pallets in 8 werkdagen."),
        (PARKING, "How long can I park?", PARKING, "You can park for 4 hours in the morning and for 2 hours in the afternoon."),
        # one, of which a sentence of the page has two
        (PARKING, "How long can I park?", "In the afternoon you can park for 4 hours.", "In the afternoon you can park for 2 hours."),
        (PARKING, "How long can I park in the morning?", "You can park for 2 hours.", "You can park for 4 hours."),
        # the verb of the first part is left out in the second; a name of one letter, a number of order
        (DIPLOMA, "Hoe lang duurt diploma B?", "Diploma B duurt gemiddeld 5 maanden.", "Diploma B duurt gemiddeld 12 maanden."),
        (PERMIT, "What does the second permit cost?", "The second permit costs £90 a year.", "The second permit costs £45 a year."),
        (SEATS, "Hoeveel stoelen hebben de zalen?", "De grote zaal heeft 420 stoelen, de kleine zaal heeft 95 stoelen.", "De kleine zaal heeft 420 stoelen en de grote zaal 95."),
        (BREAKFAST, "Wat kost het ontbijt voor mijn kind van 9?", "Voor uw kind kost het ontbijt € 8.", "Voor uw kind kost het ontbijt € 16."),
        (TRAIN, "Hoe laat vertrekt de trein?", "Om 9.15 uur.", "Om 11.40 uur."),
    ],
)  # fmt: skip
def test_the_value_of_its_own_part_is_sent_and_that_of_another_is_not(
    grounded: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    assert_sent_and_held(grounded, page, question, true, lie)
