"""Off-context slips (Table 2): the wrong person, another number, a condition dropped.

The sentence stands in the context, but with another role ("gebruiker" for "beheerder"), about one
where the page says all ("één gebruiker" for "alle gebruikers"), without the condition that limits
it ("alleen als ..."), or as if that did not hold ("ook als", "iedereen").
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.compare.gate import close
from truthscore.features.compare.table import differences
from truthscore.profile import OffContext
from truthscore.types import Measurement

NAME = "off_context"


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the slips count (`base.measured`). None when no sentence
    has a close passage.
    """
    slips = list(differences(inputs, NAME))
    if not slips and not any(close(inputs, unit) for unit in inputs.aligned.units):
        return Measurement(value=None, note="no sentence is close enough to a passage")
    return measured(inputs, slips)


OFF_CONTEXT = Feature(
    name=NAME,
    title="roles and conditions other than the passage's",
    section="4.4.2",
    settings=OffContext,
    measure=measure,
    needs_alignment=True,
)
