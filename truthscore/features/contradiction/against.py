"""The evidence that a word of the answer says the contrary of a sentence of a page."""

from __future__ import annotations

from truthscore.features.base import Inputs
from truthscore.text.alignment import sentence_span
from truthscore.types import ANSWER, Evidence, Span


def against(
    inputs: Inputs, tokens: tuple[int, int], label: str, place: int, sentence: int
) -> Evidence:
    """Tokens (half-open) of the answer against a sentence of document number `place`."""
    answer, document = inputs.answer, inputs.documents[place].document
    start, end = sentence_span(document.parsed, sentence)
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[tokens[0]], end=answer.ends[tokens[1] - 1]),
        role="contradicts",
        label=label,
        match=Span(source=document.source, start=start, end=end),
    )
