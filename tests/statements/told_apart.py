"""A true answer and an untrue one beside the same page."""

from __future__ import annotations

import functools

from truthscore import TruthScorer


@functools.cache
def default() -> TruthScorer:
    """The scorer that everybody has who asks for none."""
    return TruthScorer.load(pipelines={"nl": "bundled", "en": "bundled"})


def assert_sent_and_held(
    scorer: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    """The true one has the stars of what is sent, the untrue one has not, nor has it where the
    encoder reads it, too."""
    sent, held = (
        scorer.score(question=question, answer=said, context=[page]).score or 0.0
        for said in (true, lie)
    )
    assert held < 4.0 <= sent, (sent, held)
    assert (default().score(question=question, answer=lie, context=[page]).score or 0.0) < 4.0
