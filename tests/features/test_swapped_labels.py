"""A name where the page has another one, through the real parses."""

from __future__ import annotations

import pytest

from truthscore import TruthScorer
from truthscore.types import Measurement


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def measured(scorer: TruthScorer, lang: str, answer: str, page: str) -> Measurement:
    verdict = scorer.score(question="?", answer=answer, context=[page], lang=lang)
    return verdict.features["swapped_labels"]


TURNS = {
    "nl": "Ga naar Magazijn > Tellijsten en klik op **Nieuw**. Kies een locatie.\n\n"
    "De code staat onder Profiel > Mobiel. Meldingen zet u aan in uw telefoon.",
    "en": "Go to Warehouse > Counts and click **New**. Choose a location.\n\nThe code is under "
    "Profile > Mobile. Notifications are set on your phone. Under Profile you also find Roles.",
}


@pytest.mark.parametrize(
    ("lang", "answer", "labels"),
    [
        ("nl", "Ga naar Magazijn > Locaties.", ["Magazijn > Locaties / Magazijn > Tellijsten"]),
        ("nl", "Dat doet u onder Profiel > Meldingen.",
         ["Profiel > Meldingen / Profiel > Mobiel"]),
        ("en", "Go to Warehouse > Locations.",
         ["Warehouse > Locations / Warehouse > Counts"]),
        # The page's own way, also from its middle, and one that it may well have.
        ("nl", "Ga naar Magazijn > Tellijsten.", []),
        ("nl", "Ga naar Magazijn > Nieuw.", []),  # a name of the page, marked as one
        ("en", "Go to Profile > Roles.", []),  # in one sentence with the part before
        ("en", "Go to Phone > Notifications.", []),  # no path of the page begins like that
        ("nl", "Kies een locatie in het magazijn.", []),
    ],
)  # fmt: skip
def test_a_menu_path_with_a_wrong_turn(
    scorer: TruthScorer, lang: str, answer: str, labels: list[str]
) -> None:
    found = measured(scorer, lang, answer, TURNS[lang])
    assert [each.label for each in found.evidence] == labels
    assert found.value == (0.5 if labels else None)


def test_a_wrong_turn_points_at_both_paths(scorer: TruthScorer) -> None:
    answer = "Klik eerst op Start. Ga daarna naar Magazijn > Locaties."
    (found,) = measured(scorer, "nl", answer, TURNS["nl"]).evidence
    assert answer[found.span.start : found.span.end] == "Magazijn > Locaties"
    assert found.match is not None
    assert TURNS["nl"][found.match.start : found.match.end] == "Magazijn > Tellijsten"
