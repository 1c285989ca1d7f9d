"""Non-appearing statements (Table 2): every sentence of the answer must stand somewhere.

Each sentence or list item is held against the passage that supports it best. One invented
sentence among ten true ones makes an answer untrue, so the weakest count beside the mean.
"""

from __future__ import annotations

import math

from truthscore.features.base import Feature, Inputs
from truthscore.profile import Statements
from truthscore.text.alignment import Unit, sentence_span
from truthscore.types import ANSWER, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = (1 - `lowest_share`) x mean support + `lowest_share` x mean of the lowest third.

    raw = number of units below `supported_from`; each is evidence, with its nearest passage. sure =
    those of them in which `new_words` words or more stand on no page and were not asked about:
    another passage, in other words, is hardly behind them. The mean is weighted by what the units
    claim. None when the answer claims nothing.
    """
    settings = inputs.profile.features.statements
    units = inputs.aligned.units
    supports = [_support(inputs, unit) for unit in units]
    weights = [math.fsum(unit.weights) for unit in units]
    reply, replied = inputs.reply, inputs.replied
    if reply is not None and replied is not None:
        # "Ja hoor, dat kan" claims what was asked.
        places = [place for place, unit in enumerate(units) if unit.tokens == reply.tokens]
        if places:
            weights[places[0]] += reply.weight
        else:
            supports.append(replied)
            weights.append(reply.weight)
    if not supports:
        return Measurement(value=None, note="the answer claims nothing")
    claimed = [support * w for support, w in zip(supports, weights, strict=True)]
    mean = math.fsum(claimed) / math.fsum(weights)
    lowest = sorted(supports)[: max(1, len(supports) // 3)]
    value = (1 - settings.lowest_share) * mean + settings.lowest_share * math.fsum(lowest) / len(
        lowest
    )
    weak = [
        unit
        for unit, support in zip(units, supports, strict=False)  # a reply may stand behind them
        if support < settings.supported_from
    ]
    return Measurement(
        value=round(min(1.0, value), 6),
        raw=float(len(weak)),
        sure=float(sum(_new(inputs, unit) >= settings.new_words for unit in weak)),
        evidence=tuple(_evidence(inputs, unit) for unit in weak),
    )


def _support(inputs: Inputs, unit: Unit) -> float:
    """The support of a unit; all of it where it says what a customer's record says and no more."""
    start, end = inputs.answer.starts[unit.tokens[0]], inputs.answer.ends[unit.tokens[1] - 1]
    told = any(start <= first and last <= end for first, last in inputs.borne_out)
    return 1.0 if told and not _new(inputs, unit) else inputs.supports(unit)


def _new(inputs: Inputs, unit: Unit) -> int:
    """How many words of a unit neither a page nor the question has. Figures may have been reckoned
    with, and words of a courtesy tell nothing; who speaks does ("we send you a cheque")."""
    answer, question = inputs.answer, inputs.question
    new = {
        answer.lemmas[token]
        for token, found in zip(unit.content, unit.found, strict=True)
        if found == 0.0 and any(map(str.isalpha, answer.lowers[token]))
    }
    known = {*question.lemmas, *question.lowers, *inputs.language.courtesy_words}
    return len(new - known)


def _evidence(inputs: Inputs, unit: Unit) -> Evidence:
    start, end = unit.tokens
    answer = inputs.answer
    match = None
    if unit.passage is not None:
        indexed = inputs.documents[unit.passage.document]
        place = sentence_span(indexed.document.parsed, unit.passage.sentence)
        match = Span(source=indexed.document.source, start=place[0], end=place[1])
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
        role="unsupported",
        label=f"{unit.support:.0%} supported",
        match=match,
        rule="sentence.unsupported",
    )


STATEMENTS = Feature(
    name="statements",
    title="sentences that a passage supports",
    section="4.4.2",
    settings=Statements,
    measure=measure,
    needs_alignment=True,
)
