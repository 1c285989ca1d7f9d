"""A true answer and an untrue one beside the same page."""

from __future__ import annotations

from truthscore import TruthScorer


def assert_sent_and_held(
    scorer: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    """The true one has the stars of what is sent, the untrue one has not."""
    sent, held = (
        scorer.score(question=question, answer=said, context=[page]).score or 0.0
        for said in (true, lie)
    )
    assert held < 4.0 <= sent, (sent, held)
