"""Out of context (Table 2): how much of the context the answer makes use of.

An answer that touches one sentence of ten pages may have left out what matters.
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs
from truthscore.text.alignment import REACH
from truthscore.types import Measurement


def measure(inputs: Inputs) -> Measurement:
    """value = raw / `full_at` x the sentences of the context, at most 1; raw = sentences used.

    A sentence is used when a sentence of the answer stands on it or beside it, supported from
    `min_support` on. None when the context has no sentence or the answer claims nothing.
    """
    settings = inputs.profile.features.out_of_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    aligned = inputs.aligned
    sentences = sum(len(document.words) for document in aligned.documents)
    if not sentences or not aligned.units:
        return Measurement(value=None, note="nothing to use or nothing said")
    used: set[tuple[int, int]] = set()
    for unit in aligned.units:
        if unit.passage is not None and unit.support >= settings.min_support:
            at, last = unit.passage.sentence, len(aligned.documents[unit.passage.document].words)
            window = range(max(0, at - REACH), min(last, at + REACH + 1))
            used.update((unit.passage.document, sentence) for sentence in window)
    share = len(used) / sentences
    return Measurement(value=round(min(1.0, share / settings.full_at), 6), raw=float(len(used)))


OUT_OF_CONTEXT = Feature(
    name="out_of_context",
    title="share of the context that the answer uses",
    section="4.3",
    measure=measure,
    needs_alignment=True,
)
