"""General answer (Table 2): what is said could be said to any question.

"Controleer uw instellingen en probeer het opnieuw" is never untrue and never helps. A sentence is
vague when it has no number and hardly a rare word or a name in it.
"""

from __future__ import annotations

import math

from truthscore.features.base import Feature, Inputs
from truthscore.text.alignment import Unit
from truthscore.types import ANSWER, Evidence, Measurement, Span

#: The part of speech of names, which say what is meant however often they are written.
NAME = "PROPN"


def measure(inputs: Inputs) -> Measurement:
    """value = share of the claims' weight that stands in specific sentences; raw = vague sentences.

    A sentence is specific when it has a number in figures, or when the weights (7 - zipf) of its
    distinct words from `rare_from` on and its names add up to `specific_from`. Each vague one is
    evidence. 0.0 when the answer only talks; None when it has no words.
    """
    settings = inputs.profile.features.general_answer
    assert settings is not None  # the profile has checked that a feature in use has its settings
    if not inputs.answer.sentences:
        return Measurement(value=None, note="the answer has no words")
    units = inputs.aligned.units
    if not units:
        return Measurement(value=0.0, raw=float(len(inputs.answer.sentences)), note="only talk")
    vague = [unit for unit in units if _is_vague(inputs, unit)]
    whole = math.fsum(weight for unit in units for weight in unit.weights)
    empty = math.fsum(weight for unit in vague for weight in unit.weights)
    return Measurement(
        value=round(1.0 - empty / whole, 6),
        raw=float(len(vague)),
        evidence=tuple(_evidence(inputs, unit) for unit in vague),
    )


def _is_vague(inputs: Inputs, unit: Unit) -> bool:
    settings = inputs.profile.features.general_answer
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    if any(map(str.isdigit, "".join(answer.lowers[token] for token in unit.content))):
        return False
    said = {
        answer.lemmas[token]: weight
        for token, weight in zip(unit.content, unit.weights, strict=True)
        if weight >= settings.rare_from or answer.pos[token] == NAME
    }
    return math.fsum(said.values()) < settings.specific_from


def _evidence(inputs: Inputs, unit: Unit) -> Evidence:
    answer, (start, end) = inputs.answer, unit.tokens
    span = Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1])
    return Evidence(span=span, role="unsupported", label="says nothing specific")


GENERAL_ANSWER = Feature(
    name="general_answer",
    title="sentences that say something specific",
    section="4.3",
    measure=measure,
    needs_alignment=True,
)
