"""True answers in their own words that a rule once called untrue, or could: each must stay above 3.

The other half of tests/test_lies.py and tests/test_short_lies.py: all made up, by what went wrong in
our own examples. Golden verdicts of `grounded` with the real pipelines.
"""

# ruff: noqa: E501 (a page, its question and its answer read best side by side)

from __future__ import annotations

import pytest

from tests.test_short_lies import AROUND
from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

TRUE = [
    # a case that is set by the order of its words denies nothing of what follows
    ("nl", "Hebt u de oude telefoon niet meer, log dan in met een noodcode.",
     "Mijn oude telefoon is weg. Hoe kom ik binnen?",
     "Log in met een van uw noodcodes en koppel daarna de nieuwe telefoon."),
    ("nl", "Ontvangt u geen bevestiging, neem dan contact op met de balie.",
     "Ik kreeg niets. Wat nu?",
     "Neem contact op met de balie."),
    ("nl", "Is er geen leidinggevende bekend, dan beoordeelt personeelszaken de aanvraag.",
     "Wie beoordeelt mijn aanvraag als ik geen leidinggevende heb?",
     "Dan beoordeelt personeelszaken de aanvraag."),
    ("en", "Should the reader not recognise your card, press the bell at the desk.",
     "My card does not work at the door. What do I do?",
     "Press the bell at the desk."),
    # what somebody has to find out is not stated
    ("nl", "De fout verschijnt als het rekeningnummer ontbreekt of nog niet is bevestigd.",
     "Hoe los ik de fout op?",
     "1. Open de kaart van de medewerker.\n2. Kijk of het rekeningnummer is bevestigd."),
    ("nl", "De koppeling werkt niet als het certificaat niet is vernieuwd.",
     "De koppeling werkt niet. Wat kan ik doen?",
     "Controleer of het certificaat is vernieuwd."),
    ("en", "The export stops when the period has not been closed.",
     "Why does the export stop?",
     "Check whether the period has been closed."),
    ("en", "You get no points if the card was not registered.",
     "I got no points. Why?",
     "See if the card was registered."),
    # the others are not the one
    ("nl", "Het onderdeel Rooster kan niet worden uitgezet. De overige onderdelen beheert de coördinator.",
     "Kan ik Rooster uitzetten?",
     "Nee, het onderdeel Rooster kan niet worden uitgezet. Andere onderdelen kan de coördinator wel uitzetten."),
    ("en", "The main account cannot be deleted. An administrator manages the remaining accounts.",
     "Can I delete the main account?",
     "No, the main account cannot be deleted. Other accounts can be deleted by an administrator."),
    # each holds in a case of its own
    ("nl", "U kunt een declaratie niet goedkeuren als u haar zelf hebt ingediend. Is er maar één beheerder, dan geldt dat niet.",
     "Ik ben de enige beheerder. Mag ik mijn eigen declaratie goedkeuren?",
     "Ja. Is er maar één beheerder, dan kunt u de declaratie zelf goedkeuren."),
    # what stands before the steps is none of them
    ("nl", "1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies Direct delen of Later delen.\n5. Klik op Bevestigen.",
     "Hoe deel ik het rooster later?",
     "Dat doet u met **Later delen**.\n\n1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies **Later delen**.\n5. Klik op Bevestigen."),
]  # fmt: skip

#: The same in a lie: the rules above must not let these through.
UNTRUE = [
    ("nl", "Hebt u de oude telefoon niet meer, log dan in met een noodcode.",
     "Mijn oude telefoon is weg. Hoe kom ik binnen?",
     "Log dan niet in met een noodcode."),
    ("nl", "Ontvangt u geen bevestiging, neem dan contact op met de balie.",
     "Ik kreeg geen bevestiging. Wat nu?",
     "Ontvangt u geen bevestiging, neem dan geen contact op met de balie."),
    ("nl", "Het onderdeel Rooster kan niet worden uitgezet. De overige onderdelen beheert de coördinator.",
     "Kan ik Rooster uitzetten?",
     "Ja, het onderdeel Rooster kan de coördinator uitzetten."),
    ("nl", "U kunt een declaratie niet goedkeuren als u haar zelf hebt ingediend.",
     "Mag ik mijn eigen declaratie goedkeuren?",
     "U kunt een declaratie goedkeuren als u haar zelf hebt ingediend."),
    ("nl", "1. Ga naar Roosters.\n2. Kies de week.\n3. Klik op Delen.\n4. Kies Direct delen of Later delen.\n5. Klik op Bevestigen.",
     "Hoe deel ik het rooster later?",
     "Dat doet u met **Later delen**.\n\n1. Ga naar Roosters.\n2. Klik op Bevestigen.\n3. Kies de week.\n4. Klik op Delen.\n5. Kies **Later delen**."),
    ("en", "Check whether the period has been closed before you export.",
     "How do I export?",
     "Check whether the period has not been closed before you export."),
]  # fmt: skip


@pytest.fixture(scope="module")
def scorers() -> dict[str, TruthScorer]:
    return {lang: TruthScorer.load("grounded", lang=lang) for lang in ("nl", "en")}


def score(scorer: TruthScorer, lang: str, page: str, question: str, answer: str) -> float:
    before, after = AROUND[lang]
    document = ContextDocument(id="page", text=f"{before}\n\n{page}{after}")
    row = Example(id="row", question=question, answer=answer, context=(document,), lang=lang)
    verdict = next(iter(scorer.score_many([row])))
    assert verdict.score is not None
    return verdict.score


@pytest.mark.parametrize(("lang", "page", "question", "answer"), TRUE)
def test_a_true_answer_is_not_called_a_lie(scorers, lang, page, question, answer):
    assert score(scorers[lang], lang, page, question, answer) >= 3.0


@pytest.mark.parametrize(("lang", "page", "question", "answer"), UNTRUE)
def test_the_lie_beside_it_still_is_one(scorers, lang, page, question, answer):
    assert score(scorers[lang], lang, page, question, answer) < 3.0
