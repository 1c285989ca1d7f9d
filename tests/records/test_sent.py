"""A true answer from a customer's record is sent; what it adds of its own is not lifted by that."""

from __future__ import annotations

import pytest

from truthscore import TruthScorer

LEFT = {"id": "leave", "kind": "record", "fields": {
    "days": {"value": 11.5, "unit": "dagen", "labels": {"nl": "dagen over"}},
}}  # fmt: skip
ASKED = "Hoeveel verlofdagen heb ik nog over?"


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        ("U heeft nog 11,5 dagen over.", True),
        ("Je hebt nog 11,5 dagen.", True),
        ("U heeft nog 10 dagen over.", False),
        ("U heeft nog 11,5 dagen over en u kunt ze verkopen aan een collega.", False),
        ("U heeft nog 11,5 dagen over. U kunt ze verkopen aan een collega.", False),
    ],
)
def test_what_a_record_says_is_sent(grounded: TruthScorer, answer: str, sent: bool) -> None:
    found = grounded.score(question=ASKED, answer=answer, context=[LEFT], lang="nl")
    assert ((found.score or 0.0) >= grounded.profile.decision.send_from) is sent
