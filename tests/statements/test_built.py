"""A statement with all words of its passage, which says otherwise: by hand, in both languages."""

# ruff: noqa: E501 (a page, a question and its answer read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer

REFUND = "Refunds are credited to the original payment method, never as store credit. Please allow five working days."
CANCEL = "Een bestelling annuleren lukt niet meer nadat ons magazijn hem heeft ingepakt. U ontvangt daar een melding van."
TESTS = "All results, other than those of genetic tests, are sent to you by email within four days."
SIM = "Insert your new SIM only once you have activated it on our website. Activation takes about five minutes."
VALUER = (
    "De taxateur komt langs nadat u de offerte hebt getekend. Daarna maken we de stukken in orde."
)
SHARE = "U deelt een map met collega's, niet met klanten. Een map heeft een eigenaar."
CARD = "Tot 1 maart 2024 betaalde u voor een jaarkaart € 58. **Sinds die datum is de prijs € 64.**"
PORTAL = "Until 2024 invoices were kept in the CustomerZone portal. All invoices are now in MyInk under Administration."
TABLE = "U bestelt eerst uw kaarten en reserveert daarna een tafel in het restaurant."
SWITCH = "Switch off the inverter before you switch off the main fuse."
SIMCARD = "Als uw nummer is overgezet, plaatst u de simkaart."
CARGO = "Vroeger verhuurden wij ook bakfietsen, maar daar zijn we in 2021 mee gestopt."
LIFT = "Wij zijn van plan om in het voorjaar een lift te plaatsen."
FERRY = "Bicycles are loaded before the cars. The night ferry was withdrawn in 2023 and has not come back."
SIZE = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        (REFUND, "Where does my money go after a return?", "Refunds are credited as store credit."),
        (CANCEL, "Tot wanneer kan ik mijn order nog afzeggen?", "Ook nog nadat ons magazijn hem heeft ingepakt."),
        (TESTS, "How will I get my genetic test result?", "By email, within four days."),
        (SIM, "What do I do with my new SIM?", "Insert your new SIM before you activate it on our website."),
        (VALUER, "Hoe gaat het met de offerte?", "U tekent de offerte nadat de taxateur langs komt."),
        (SHARE, "Met wie kan ik een map delen?", "U deelt een map met klanten."),
        (CARD, "Wat kost een jaarkaart?", "€ 58."),
        (TABLE, "Hoe reserveer ik een tafel?", "U reserveert eerst een tafel in het restaurant en bestelt daarna uw kaarten."),
        (TABLE, "Wat doe ik eerst?", "U bestelt uw kaarten nadat u een tafel in het restaurant hebt gereserveerd."),
        (SWITCH, "How do I switch off the system?", "Switch off the main fuse before you switch off the inverter."),
        (SIMCARD, "Wanneer plaats ik de simkaart?", "Plaats de simkaart voordat uw nummer is overgezet."),
        (CARGO, "Verhuren jullie bakfietsen?", "Wij verhuren ook bakfietsen."),
        (LIFT, "Is er een lift?", "Wij hebben in het voorjaar een lift geplaatst."),
        (PORTAL, "Where are my invoices?", "Invoices are kept in the CustomerZone portal."),
    ],
)  # fmt: skip
def test_what_its_sentence_denies_leaves_out_turns_round_or_tells_of_the_past_is_held(
    grounded: TruthScorer, page: str, question: str, answer: str
) -> None:
    verdict = grounded.score(question=question, answer=answer, context=[page])
    assert [each.verdict for each in verdict.statements] != ["supported"]
    assert (verdict.score or 5.0) < 4.0


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        (REFUND, "Where does my money go after a return?", "Refunds are credited to the original payment method."),
        (CANCEL, "Kan ik nog annuleren?", "Een bestelling annuleren lukt niet meer nadat ons magazijn hem heeft ingepakt."),
        (TESTS, "How will I get my results?", "All results are sent to you by email within four days."),
        (SIM, "When do I insert my new SIM?", "Insert your new SIM only once you have activated it on our website."),
        (VALUER, "Wanneer komt de taxateur?", "Nadat u de offerte hebt getekend komt de taxateur langs."),
        (SHARE, "Met wie kan ik een map delen?", "U deelt een map met collega's."),
        (CARD, "Wat kost een jaarkaart?", "€ 64."),
        (CARD, "Wat kostte een jaarkaart tot 1 maart 2024?", "Tot 1 maart 2024 betaalde u voor een jaarkaart € 58."),
        (PORTAL, "Where are my invoices?", "All invoices are now in MyInk under Administration."),
        (TABLE, "Hoe reserveer ik een tafel?", "U reserveert een tafel in het restaurant nadat u uw kaarten hebt besteld."),
        (SWITCH, "How do I switch off the system?", "Switch off the inverter first, and then switch off the main fuse."),
        (LIFT, "Is er een lift?", "Wij zijn van plan om in het voorjaar een lift te plaatsen."),
        (FERRY, "Is there a night ferry?", "The night ferry was withdrawn in 2023 and has not come back."),
        (SIZE, "Hoe groot mogen de bijlagen zijn?", "Samen niet groter dan 10 MB."),
    ],
)  # fmt: skip
def test_what_it_says_is_sent(grounded: TruthScorer, page: str, question: str, answer: str) -> None:
    verdict = grounded.score(question=question, answer=answer, context=[page])
    assert (verdict.score or 0.0) >= 4.0
