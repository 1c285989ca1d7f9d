"""What all slips have: the unit's place on its page, and the finding."""

from __future__ import annotations

from truthscore.features.base import Inputs, against
from truthscore.text.alignment import REACH, Passage
from truthscore.types import Evidence

NAME = "off_context"
#: Letters from which a noun may be a part of a longer one ("regel" / "factuurregel").
SAME_NOUN = 4


def window_of(inputs: Inputs, passage: Passage) -> tuple[range, int]:
    """The sentences of a page that are a passage or stand beside it, and the passage."""
    document = inputs.aligned.documents[passage.document]
    last = len(document.words) - 1
    at = passage.sentence
    return range(max(0, at - REACH), min(last, at + REACH) + 1), at


def slip(
    inputs: Inputs,
    passage: Passage,
    start: int,
    end: int,
    label: str,
    sentence: int | None = None,
    *,
    rule: str,
) -> Evidence:
    """A slip, beside the `sentence` of the passage's page (None: the passage itself)."""
    number = passage.sentence if sentence is None else sentence
    return against(inputs, (start, end), label, passage.document, number, rule=rule)
