"""What all slips have: the unit's place on its page, and the finding."""

from __future__ import annotations

from truthscore.features.base import Inputs, against
from truthscore.text.alignment import REACH, Unit
from truthscore.types import Evidence

NAME = "off_context"
#: Letters from which a noun may be a part of a longer one ("regel" / "factuurregel").
SAME_NOUN = 4


def window_of(inputs: Inputs, unit: Unit) -> tuple[range, int]:
    """The sentences of the unit's page that are its passage or stand beside it, and the passage."""
    assert unit.passage is not None  # only close units come here
    document = inputs.aligned.documents[unit.passage.document]
    last = len(document.words) - 1
    at = unit.passage.sentence
    return range(max(0, at - REACH), min(last, at + REACH) + 1), at


def slip(
    inputs: Inputs,
    unit: Unit,
    start: int,
    end: int,
    label: str,
    sentence: int | None = None,
    *,
    rule: str,
) -> Evidence:
    """A slip, beside the page's `sentence` (None: the unit's passage)."""
    assert unit.passage is not None  # only close units come here
    number = unit.passage.sentence if sentence is None else sentence
    return against(inputs, (start, end), label, unit.passage.document, number, rule=rule)
