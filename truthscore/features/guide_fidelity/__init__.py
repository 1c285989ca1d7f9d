"""Guide fidelity: the steps of the answer against the steps of the page, in order.

Where `verbatim_guide` is all or nothing, this feature aligns step with step. A step before its
predecessor is swapped (`order`), one between two that are told may be left out (`left_out`), and
a guide that is left halfway for the middle of another page's is that of neither (`two_pages`).
A step that no page has is a statement without support, as any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.guide_fidelity.left_out import left_out
from truthscore.features.guide_fidelity.order import counterparts, followed_in_order
from truthscore.features.guide_fidelity.steps import NAME, index, numbered_guides
from truthscore.features.guide_fidelity.told import Told, told_steps
from truthscore.features.guide_fidelity.two_pages import of_two_pages
from truthscore.profile import GuideFidelity
from truthscore.types import Evidence, Measurement

#: Sentences of an answer that must be steps of one guide before its order is judged.
MIN_TOLD = 2


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what steps out of order, steps left out and a change to another
    page's guide count (`base.measured`).

    Order: the sentences of the answer that are a step of a page's numbered guide must come in its
    order, whether the answer numbers them or tells them in a row. None when fewer than two
    sentences are steps of one page guide.
    """
    numbered = list(numbered_guides(inputs.answer, inputs.language, _settings(inputs)))
    sentences = told_steps(inputs, numbered)
    told = _of_the_guide_told(inputs, sentences)
    changed = of_two_pages(inputs, sentences)
    if told is None and not changed:
        return Measurement(value=None, note="no guide of a page is told")
    evidence = [*(told or ()), *changed]
    return measured(inputs, sorted(evidence, key=lambda each: (each.span.start, each.span.end)))


def _settings(inputs: Inputs) -> GuideFidelity:
    return inputs.profile.features.guide_fidelity


def _of_the_guide_told(inputs: Inputs, sentences: Sequence[Told]) -> list[Evidence] | None:
    """What is found against the guide that is told: the one that most sentences follow, in its
    order. None: no guide is."""
    settings = _settings(inputs)
    told = [each.step for each in sentences]
    orders = [each.tells for each in sentences]
    likest = [max(each.most, default=0.0) for each in sentences]
    least = min(settings.same_step, settings.same_order)
    best: tuple[int, list[Evidence]] | None = None
    for number, indexed in enumerate(inputs.documents):
        source, page = indexed.document.source, indexed.indexes[NAME]
        if len([each for each in sentences if each.most[number] >= least]) < MIN_TOLD:
            continue  # most pages of the context
        likeness = [each.likeness[number] for each in sentences]
        for first, end in page.parts:
            table = [row[first:end] for row in likeness]
            meant = counterparts(inputs, table, likest, orders)
            followed, found = followed_in_order(told, meant, source, page.steps[first:end])
            follow = len(followed) - len(found)
            if len(followed) >= MIN_TOLD and (best is None or follow > best[0]):
                steps = {first + at: step for at, step in followed}
                left = left_out(inputs, indexed.document.parsed, page, source, steps)
                best = follow, [*found, *left]
    return None if best is None else best[1]


GUIDE_FIDELITY = Feature(
    name=NAME,
    title="steps that the page has, in its order",
    section="4.4.2",
    settings=GuideFidelity,
    index=index,
    measure=measure,
    needs_alignment=True,
)
