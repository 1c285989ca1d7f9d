"""The answer's "ja" or "nee", against what the passage says to the question."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.compare.gate import span_of
from truthscore.rules import REPLY
from truthscore.types import ANSWER, Evidence, Span


def other_reply(inputs: Inputs) -> Iterator[Evidence]:
    """A reply that the passage which answers the question contradicts."""
    reply = inputs.reply
    if reply is None or reply.best is None or reply.agrees or not reply.contradicts:
        return
    answer, best = inputs.answer, reply.best
    document = inputs.documents[best.document].document
    yield Evidence(
        span=Span(source=ANSWER, start=answer.starts[reply.token], end=answer.ends[reply.token]),
        role="contradicts",
        label="yes / no",
        match=span_of(document.source, document.parsed, best.clause),
        rule=REPLY,
    )
