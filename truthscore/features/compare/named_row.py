"""The rows beside the one that an answer names: what they say does not bear the answer out.

"Choose **Invoice**. Shipments can still be invoiced then", where the row of Invoice says that they
cannot, and the one of Shipment that they can.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.text.labels import MARKS, Place, Words, groups
from truthscore.text.model import ParsedText


def beside_named(inputs: Inputs) -> Sequence[Place]:
    """The rows and items beside the only one of their table or list that the answer names."""
    return _places(inputs)[1]


def _places(inputs: Inputs) -> tuple[Sequence[Place], Sequence[Place]]:
    return inputs.once(("rows", inputs.answer.text), lambda: _named_and_beside(inputs))


def _named_and_beside(inputs: Inputs) -> tuple[Sequence[Place], Sequence[Place]]:
    pages = [each.frames.rows for each in inputs.documents]
    names = _names(inputs.answer)
    found: list[Place] = []
    beside: list[Place] = []
    for group in groups(pages):
        named = [each for each in group if _is_named(each.row.label, names)]
        if len(named) == 1:
            found += named
            beside += [each for each in group if each is not named[0]]
    return found, beside


def _is_named(label: Sequence[Words], names: AbstractSet[str]) -> bool:
    return not any(word.isdisjoint(names) for word in label)


def _names(answer: ParsedText) -> AbstractSet[str]:
    """The words of an answer that are marked as a name, or have a capital within a sentence."""
    first = {start for start, _ in answer.sentences}
    return answer.words_at(
        token
        for token, start in enumerate(answer.starts)
        if answer.text[start - 1 : start] in MARKS
        or (answer.text[start].isupper() and token not in first)
    )
