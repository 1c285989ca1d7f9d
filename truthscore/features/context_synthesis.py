"""Context synthesis (Table 2): the answer is put together from several documents.

Each document may be about something else, and what is true of each need not be true together.
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs
from truthscore.text.alignment import sentence_span
from truthscore.types import ANSWER, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / raw; raw = the number of documents that the answer's sentences stand on.

    A sentence stands on a document from `min_support` on. The first sentence of each document is
    evidence, with its passage. None when no sentence stands on any.
    """
    settings = inputs.profile.features.context_synthesis
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    first: dict[int, Evidence] = {}
    for unit in inputs.aligned.units:
        if unit.passage is None or unit.support < settings.min_support:
            continue
        indexed = inputs.documents[unit.passage.document]
        place = sentence_span(indexed.document.parsed, unit.passage.sentence)
        source = indexed.document.source
        start, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
        first.setdefault(
            unit.passage.document,
            Evidence(
                span=Span(source=ANSWER, start=start, end=end),
                role="supports",
                label=source,
                match=Span(source=source, start=place[0], end=place[1]),
            ),
        )
    if not first:
        return Measurement(value=None, note="no sentence stands on a document")
    raw = float(len(first))
    return Measurement(value=round(1.0 / raw, 6), raw=raw, evidence=tuple(first.values()))


CONTEXT_SYNTHESIS = Feature(
    name="context_synthesis",
    title="one document behind the answer, or several",
    section="4.3",
    measure=measure,
    needs_alignment=True,
)
