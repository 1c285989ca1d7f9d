"""A value that the customer brought: a yes or no to it, and an answer that takes it over."""

# ruff: noqa: E501 (a page, a question and its answer read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer
from truthscore.example import example_of_call
from truthscore.guard.judgement import judge
from truthscore.guard.reasons import reason

CASH = "U kunt per dag maximaal € 500 opnemen bij een geldautomaat. Voor hogere bedragen gaat u naar een kantoor."
RENT = "You can rent a car with us if you are at least 18 years old. You need a valid licence."
OPEN = "Onze winkel is geopend van maandag tot en met vrijdag. Parkeren is gratis."
LOCKERS = "Lockers are open from 6 am to 11 pm. A locker costs £2."
HOURS = "The desk is open from Monday to Thursday. Parking is free."
ACCOUNT = "Je kunt een rekening openen als je minimaal 18 jaar oud bent en in Nederland woont."
FARES = "Children under 4 travel free. Children aged 4 to 11 pay half the fare."
EXPORT = "You can add up to 10 users to a plan. Each user gets a mail."


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        # the bound of the page does not let it be
        (CASH, "Kan ik € 700 opnemen?", "Ja, u kunt per dag € 700 opnemen."),
        (CASH, "Kan ik € 700 opnemen?", "U kunt per dag € 700 opnemen."),
        (EXPORT, "Can I add 8 users to a plan?", "Yes, you can add up to 8 users to a plan."),
        # a true sentence behind a yes or no that it does not bear out
        (CASH, "Kan ik € 700 opnemen?", "Ja, u kunt per dag maximaal € 500 opnemen bij een geldautomaat."),
        (RENT, "I am 16, can I rent a car?", "Yes, you can rent a car with us."),
        (RENT, "Can I rent a car at 19?", "No, you need a valid licence."),
        (LOCKERS, "Can I open my locker at midnight?", "Yes, lockers are open from 6 am to 11 pm."),
        (OPEN, "Zijn jullie op zondag open?", "Ja, onze winkel is geopend van maandag tot en met vrijdag."),
        (HOURS, "Are you open on Saturday?", "Yes, the desk is open from Monday to Thursday."),
        (ACCOUNT, "Ik ben 17, kan ik een rekening openen?", "Ja, je kunt een rekening openen."),
        # an exception that the page does not make
        (OPEN, "Is parkeren gratis?", "Parkeren is gratis. Behalve op vrijdag."),
        (HOURS, "Is parking free?", "Parking is free. Except on Monday."),
    ],
)  # fmt: skip
def test_nobody_can_see_that_it_is_so(
    grounded: TruthScorer, page: str, question: str, answer: str
) -> None:
    assert _stars(grounded, page, question, answer) < 4


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        (CASH, "Kan ik € 700 opnemen?", "Nee, u kunt per dag maximaal € 500 opnemen."),
        (RENT, "I am 16, can I rent a car?", "No, you have to be at least 18 years old."),
        (RENT, "Can I rent a car at 19?", "Yes, you can rent a car with us."),
        (OPEN, "Zijn jullie op woensdag open?", "Ja, onze winkel is geopend van maandag tot en met vrijdag."),
        (OPEN, "Zijn jullie op zondag open?", "Nee, onze winkel is geopend van maandag tot en met vrijdag."),
        (LOCKERS, "Can I open my locker at midnight?", "No, lockers are open from 6 am to 11 pm."),
        (LOCKERS, "Can I open my locker at noon?", "Yes, lockers are open from 6 am to 11 pm."),
        (ACCOUNT, "Ik ben 17, kan ik een rekening openen?", "Nee, je moet minimaal 18 jaar oud zijn."),
        (ACCOUNT, "Kan ik met 19 jaar een rekening openen?", "Ja, je kunt een rekening openen."),
        (EXPORT, "Can I add 8 users to a plan?", "You can add 8 users to a plan."),
    ],
)  # fmt: skip
def test_what_the_page_lets_be_is_sent(
    grounded: TruthScorer, page: str, question: str, answer: str
) -> None:
    assert _stars(grounded, page, question, answer) >= 4


def _stars(scorer: TruthScorer, page: str, question: str, answer: str) -> float:
    verdict = scorer.score(question=question, answer=answer, context=[page])
    assert verdict.score is not None, verdict
    return verdict.score


def test_the_reason_quotes_the_reply(grounded: TruthScorer) -> None:
    example = example_of_call(
        question="Zijn jullie op zondag open?", id="", lang="nl", context=[OPEN],
        answer="Ja, onze winkel is geopend van maandag tot en met vrijdag.",
    )  # fmt: skip
    verdict = next(grounded.score_many([example]))
    judged = judge(verdict, grounded.profile.policy)
    assert (judged.action, judged.cause) == ("review", "unheard")
    told = reason(judged, code="nl", profile=grounded.profile, example=example, verdict=verdict)
    assert told == "Het antwoord zegt “Ja”, en of dat zo is zeggen de pagina's niet."


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        ("Op zaterdag is het loket open.", "Is het loket elke dag open?", "Nee, alleen op zaterdag is het loket open."),
        ("Met een pas kunt u gratis parkeren.", "Kan iedereen gratis parkeren?", "Nee, slechts met een pas kunt u gratis parkeren."),
        ("For damage over £2,000 a surveyor visits you.", "Does a surveyor always come?", "No, only for damage over £2,000 a surveyor visits you."),
    ],
)  # fmt: skip
def test_a_no_that_limits_is_scored(
    grounded: TruthScorer, page: str, question: str, answer: str
) -> None:
    verdict = grounded.score(question=question, answer=answer, context=[page])
    assert verdict.status == "scored"


@pytest.mark.parametrize(
    ("page", "question", "answer"),
    [
        (HOURS, "the parking costs money doesnt it", "No, it's free."),
        (FARES, "Does my 3 year old travel free?", "No, children aged 4 to 11 pay half the fare."),
    ],
)
def test_a_short_reply_and_a_no_beside_no_value_are_no_finding(
    grounded: TruthScorer, page: str, question: str, answer: str
) -> None:
    """Of such, 65 true answers and 44 untrue ones were held (pages that no rule was made beside)."""
    verdict = grounded.score(question=question, answer=answer, context=[page])
    assert "reply" not in {each.rule for f in verdict.features.values() for each in f.evidence}
    assert all("reply" not in each.rules for each in verdict.statements)
