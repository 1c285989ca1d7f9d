"""Plain lies: what a page forbids, leaves out, rules out or calls optional.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer


def contradictions(
    scorer: TruthScorer, lang: str, page: str, question: str, answer: str
) -> list[str]:
    verdict = scorer.score(question=question, answer=answer, context=[page], lang=lang)
    return [e.label for e in verdict.features["contradiction"].evidence if e.role == "contradicts"]


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        (
            "nl",
            "U ziet afspraken en medicijnen, maar geen uitslagen en geen brieven.",
            "U ziet afspraken, medicijnen en brieven.",
            True,
        ),
        ("nl", "Verwijder de map Archief niet.", "Ja, verwijder de map Archief.", True),
        (
            "nl",
            "U ziet hier afspraken, maar geen uitslagen. Uitslagen en afspraken ziet u in de app.",
            "U ziet afspraken en uitslagen in de app.",
            False,
        ),  # told in another sentence
        (
            "nl",
            "De toelichting is optioneel. Vul de vereiste velden in.",
            "Vul de vereiste velden en de toelichting in.",
            False,
        ),
        (
            "nl",
            "Voor een lening hebt u een pas nodig; voor het lezen in de zaal niet.",
            "Voor een lening hebt u een pas nodig.",
            False,
        ),
        (
            "nl",
            "In het overzicht ziet u betalingen, maar geen openstaande posten.",
            "In het overzicht ziet u betalingen en openstaande posten.",
            True,
        ),
        (
            "nl",
            "Reistijd telt niet mee, behalve voor monteurs.",
            "Voor monteurs telt reistijd wel mee.",
            False,
        ),  # what is left out of a "no"
        (
            "en",
            "Choose a business account, not a personal account.",
            "Choose a business account.",
            False,
        ),
        (
            "en",
            "Share the link with members only, but not the key.",
            "Do not share the key.",
            False,
        ),
        (
            "en",
            "Do not unplug the robot during the update.",
            "Unplug the robot during the update.",
            True,
        ),
        ("en", "Unplug the robot after the update.", "Unplug the robot.", False),
    ],
)
def test_what_is_left_out_or_forbidden(
    whole: TruthScorer, lang: str, page: str, answer: str, found: bool
) -> None:
    assert bool(contradictions(whole, lang, page, "?", answer)) is found


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        ("en", "Using a water filter is optional.", "The water filter is required.", True),
        (
            "nl",
            "U hebt altijd een machtiging nodig.",
            "Een machtiging is niet nodig.",
            True,
        ),
        # not said of that thing, not said at all, said of a case, or not the only thing that is said
        ("nl", "Bij de factuur is een btw-nummer optioneel.", "De factuur is verplicht.", False),
        (
            "en",
            "You can add a note if you have the required access.",
            "A note is not required.",
            False,
        ),
        (
            "nl",
            "Een bijlage is optioneel, behalve bij verlof.",
            "Een bijlage is verplicht bij verlof.",
            False,
        ),
        ("nl", "De controle is verplicht en kan niet uit.", "De controle is verplicht.", False),
    ],
)
def test_required_and_optional(
    whole: TruthScorer, lang: str, page: str, answer: str, found: bool
) -> None:
    assert bool(contradictions(whole, lang, page, "?", answer)) is found


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer", "found"),
    [
        (
            "nl",
            "Online aanvragen is niet mogelijk. Een paspoort vraagt u aan bij de balie.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            True,
        ),
        (
            "en",
            "Do not use vinegar to clean the machine.",
            "Can I use vinegar in the machine?",
            "Yes.",
            True,
        ),
        # the page rules out less, or the question asks something else
        (
            "nl",
            "Online aanvragen is niet mogelijk voor kinderen. Een paspoort vraagt u aan.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            False,
        ),
        (
            "nl",
            "Telefonisch is dat niet mogelijk. Een paspoort vraagt u online aan.",
            "Kan ik een paspoort online aanvragen?",
            "Ja, dat kan.",
            False,
        ),
        (
            "en",
            "A screenshot does not work. Show your ticket at the door.",
            "I made a screenshot. Can I show my ticket on my phone at the door?",
            "Yes.",
            False,
        ),
    ],
)
def test_a_yes_to_what_is_ruled_out(
    whole: TruthScorer, lang: str, page: str, question: str, answer: str, found: bool
) -> None:
    verdict = whole.score(question=question, answer=answer, context=[page], lang=lang)
    labels = [e.label for e in verdict.features["contradiction"].evidence]
    assert ("yes / no" in labels) is found
