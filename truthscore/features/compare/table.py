"""What is compared of two frames, slot by slot, in one ordered table.

A unit of the answer is aligned with its passage (`text/alignment`), a gate tells whether both are
about the same thing (`gate`), and each row holds one slot against the passage's. Three laws hold
for all of them: what agrees elsewhere on the page wins; the case must be the same, or be told; and
what is not stated excludes nothing. Where a finding shows, and what it says, is in
`truthscore/rules`; what it takes off, in the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.compare.conditions import dropped_limit
from truthscore.features.compare.edited import edited
from truthscore.features.compare.gate import close, on_passage, states
from truthscore.features.compare.limits import lifted_limit
from truthscore.features.compare.people import of_others, other_doer, rival_roles
from truthscore.features.compare.polarity import turned
from truthscore.features.compare.quantities import other_quantities
from truthscore.features.compare.renamed import renamed
from truthscore.features.compare.reply import other_reply
from truthscore.features.compare.retracted import taken_back
from truthscore.features.compare.turns import wrong_turns
from truthscore.rules import RULES, Slot
from truthscore.text.alignment import Unit
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One row: a slot, the ids of the rules that it finds, and what finds them.

    `units`: of a unit of the answer, where `gate` lets it through; `answer`: of the answer as a
    whole. `alone`: asked where the rows before it found nothing in the unit.
    """

    slot: Slot
    rules: tuple[str, ...]
    gate: Callable[[Inputs, Unit], bool] | None = None
    units: Callable[[Inputs, Unit], Iterable[Evidence]] | None = None
    answer: Callable[[Inputs], Iterable[Evidence]] | None = None
    alone: bool = False


TABLE: tuple[Comparison, ...] = (
    Comparison(slot="polarity", rules=("denied", "opposite"), gate=states, units=turned),
    Comparison(
        slot="polarity", rules=("denied", "opposite"), gate=states, units=edited, alone=True
    ),
    Comparison(slot="polarity", rules=("retracted",), units=taken_back),
    Comparison(slot="reply", rules=("reply",), answer=other_reply),
    Comparison(slot="people", rules=("role.rival",), gate=close, units=rival_roles),
    Comparison(slot="people", rules=("role.rival",), gate=close, units=of_others),
    Comparison(slot="people", rules=("role.rival",), gate=close, units=other_doer, alone=True),
    Comparison(slot="quantity", rules=("quantity",), gate=close, units=other_quantities),
    Comparison(slot="condition", rules=("condition.limit",), gate=close, units=dropped_limit),
    Comparison(slot="condition", rules=("limit.lifted",), gate=on_passage, units=lifted_limit),
    Comparison(slot="path", rules=("path.turn",), answer=wrong_turns),
    Comparison(slot="label", rules=("label.other",), answer=renamed),
)
_FEATURE = {rule.id: rule.feature for rule in RULES}


def differences(inputs: Inputs, feature: str) -> Iterator[Evidence]:
    """What differs between the answer and its pages, of the rows that show as one feature."""
    rows = [row for row in TABLE if _FEATURE[row.rules[0]] == feature]
    for unit in inputs.aligned.units:
        found: list[Evidence] = []
        for row in rows:
            if row.units is None or (row.alone and found):
                continue
            if row.gate is None or row.gate(inputs, unit):
                found.extend(row.units(inputs, unit))
        yield from found
    for row in rows:
        if row.answer is not None:
            yield from row.answer(inputs)
