"""What the answer says of the time before an event, and a page of the time after it: no
contradiction, whatever they deny."""

from __future__ import annotations

from collections.abc import Mapping

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import Unit
from truthscore.text.moments import Moment, moments, other_side
from truthscore.types import QUESTION


def is_other_side(inputs: Inputs, unit: Unit, source: str, sentence: int) -> bool:
    """Whether a unit and a sentence of a page tell of the two sides of one event: "before it is
    sent you can change it", "once it is sent you can't"."""
    mine = _own(inputs).get(unit.tokens[0])
    return mine is not None and any(
        number == sentence and other_side(mine, theirs, inputs.language)
        for indexed in inputs.documents
        if indexed.document.source == source
        for number, theirs in indexed.indexes[NAME].moments
    )


def _own(inputs: Inputs) -> Mapping[int, Moment]:
    """What the sentences of the answer say of a time, by their first tokens."""
    answer, about = inputs.answer, _asked(inputs)
    return inputs.once(
        (NAME, "moments", answer.text),
        lambda: {each.start: each for _, each in moments(answer, inputs.language, about)},
    )


def _asked(inputs: Inputs) -> Moment | None:
    """What the question asks of a time."""

    def find() -> Moment | None:
        found = [each for _, each in moments(inputs.question, inputs.language)]
        return found[-1] if found else None

    return inputs.once((NAME, "moments", QUESTION), find)
