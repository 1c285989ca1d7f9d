"""Answers that decline: Dutch ones get the stars that people give them, unless they tell something.

Golden verdicts of `grounded` with the real pipelines. "I cannot find that. But you have 40 days of
leave" must not get the stars of "I cannot find that".
"""

from __future__ import annotations

import pytest

from tests.asked import around
from truthscore import Example, TruthScorer, Verdict
from truthscore.types import ContextDocument

PAGE = (
    "Een medewerker heeft 25 dagen verlof per jaar. De leidinggevende keurt de aanvraag goed in de "
    "app. Niet opgenomen dagen vervallen na vijf jaar."
)
QUESTION = "Hoe koop ik extra verlofdagen?"
DECLINES = "Dat kan ik niet vinden in de documentatie."


def verdict(scorer: TruthScorer, answer: str, lang: str = "nl") -> Verdict:
    page = ContextDocument(id="page", text=around(lang, PAGE))
    row = Example(id="row", question=QUESTION, answer=answer, context=(page,), lang=lang)
    return next(iter(scorer.score_many([row])))


@pytest.mark.parametrize(
    "answer",
    [
        DECLINES,
        f"{DECLINES} Neem contact op met de servicedesk, een collega kijkt graag met u mee.",
        f"Bedankt voor uw vraag. {DECLINES} Kan ik u ergens anders mee helpen?",
        f"{DECLINES} Wel staat er dat de leidinggevende de aanvraag goedkeurt in de app.",
        "In de documentatie vind ik wel iets over verlof en de aanvraag, maar niet hoe u extra "
        "dagen koopt. Daar kan ik u dus geen antwoord op geven.",
    ],
)
def test_what_declines_has_the_stars_of_the_profile(grounded: TruthScorer, answer: str) -> None:
    found = verdict(grounded, answer)
    assert (found.status, found.reason) == ("scored", "refusal")
    assert (found.score, found.override) == (4.0, "refusal")
    assert any(each.value is not None for each in found.features.values())  # measured all the same


@pytest.mark.parametrize(
    "answer",
    [
        f"{DECLINES} Wel staat er dat een medewerker 40 dagen verlof per jaar heeft.",
        f"{DECLINES} Niet opgenomen dagen worden aan het eind van het kwartaal uitbetaald.",
        f"{DECLINES} Wel staat er dat de leidinggevende de aanvraag niet goedkeurt in de app.",
        "In de documentatie vind ik wel iets over de tegoeden van het bonusplan, maar niet hoe u "
        "dagen koopt. Daar kan ik u dus geen antwoord op geven.",
        "Dat kan ik niet vinden, maar via de winkel in het menu bestelt u verlof bij.",
    ],
)
def test_what_tells_something_besides_has_not(grounded: TruthScorer, answer: str) -> None:
    found = verdict(grounded, answer)
    assert (found.status, found.reason, found.score) == ("not_scored", "refusal", None)


def test_english_ones_have_none(grounded: TruthScorer) -> None:
    found = verdict(grounded, "I cannot find that in the documentation.", "en")
    assert (found.status, found.reason, found.score) == ("not_scored", "refusal", None)


def test_a_name_in_it_forces_no_stars(grounded: TruthScorer) -> None:
    """A missing component gives 1; an answer that declines is no lie."""
    page = ContextDocument(id="page", text=PAGE)
    answer = f'{DECLINES} Neem contact op met support via de knop "Hulp vragen".'
    row = Example(id="row", question=QUESTION, answer=answer, context=(page,), lang="nl")
    [found] = grounded.score_many([row])
    assert (found.status, found.reason, found.score) == ("not_scored", "refusal", None)
