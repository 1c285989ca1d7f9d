"""Guide fidelity: the steps of the answer against the steps of the page, in order.

Where `verbatim_guide` is all or nothing, this feature aligns step with step. A step before its
predecessor is swapped (`order`), a step that the page does not have is invented (`invented`), and
a guide that is left halfway for the middle of another page's is that of neither (`two_pages`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.guide_fidelity.invented import invented
from truthscore.features.guide_fidelity.order import counterparts, followed_in_order
from truthscore.features.guide_fidelity.steps import NAME, Guides, Step, index, numbered_guides
from truthscore.features.guide_fidelity.told import Told, told_steps
from truthscore.features.guide_fidelity.two_pages import of_two_pages
from truthscore.profile import GuideFidelity
from truthscore.types import ANSWER, Evidence, Measurement

#: Sentences of an answer that must be steps of one guide before its order is judged.
MIN_TOLD = 2
#: Label of one that it does not.
WARNING = "warning"


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what steps out of order, steps that nothing tells of and a
    change to another page's guide count (`base.measured`).

    Order: the sentences of the answer that are a step of a page's numbered guide must come in its
    order, whether the answer numbers them or tells them in a row. Invented: a numbered step of
    the answer that is no step of the page and that no passage supports. None when fewer than two
    sentences are steps of one page guide.
    """
    theirs = [(each.document.source, each.indexes[NAME]) for each in inputs.documents]
    numbered = list(numbered_guides(inputs.answer, inputs.language, _settings(inputs)))
    sentences = told_steps(inputs, numbered)
    told = _of_the_guide_told(inputs, sentences, theirs)
    changed = of_two_pages(inputs, sentences, theirs)
    if told is None and not changed:
        return Measurement(value=None, note="no guide of a page is told")
    evidence = [*(told or ()), *changed, *invented(inputs, numbered, [page for _, page in theirs])]
    evidence.sort(key=lambda each: (each.span.start, each.span.end))
    return measured(inputs, evidence)


def _settings(inputs: Inputs) -> GuideFidelity:
    return inputs.profile.features.guide_fidelity


def _of_the_guide_told(
    inputs: Inputs, sentences: Sequence[Told], theirs: Sequence[tuple[str, Guides]]
) -> list[Evidence] | None:
    """What is found against the guide that is told: the one that most sentences follow, in its
    order. None: no guide is."""
    settings = _settings(inputs)
    told = [each.step for each in sentences]
    orders = [each.tells for each in sentences]
    likest = [max(each.most, default=0.0) for each in sentences]
    least = min(settings.same_step, settings.same_order)
    best: tuple[int, list[Evidence]] | None = None
    for number, (source, page) in enumerate(theirs):
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
                best = follow, [*found, *_left_out(inputs, page, source, steps)]
    return None if best is None else best[1]


def _left_out(
    inputs: Inputs, page: Guides, source: str, followed: Mapping[int, Step]
) -> list[Evidence]:
    """The warnings at steps that the answer tells (`followed`: by place) of which it says nothing.

    They count nothing and hold nothing back: an answer that leaves one out is as often rated true.
    """
    answer = inputs.answer
    said = {*answer.lowers, *answer.lemmas}
    found = []
    for at, warning in page.warnings:
        step = followed.get(at)
        if step is None or not warning.words:
            continue
        total = math.fsum(warning.words.values())
        kept = math.fsum(value for word, value in warning.words.items() if word in said)
        if kept < _settings(inputs).passed_on * total:
            found.append(
                Evidence(
                    span=step.span(ANSWER), role="missing", label=WARNING,
                    match=warning.span(source), rule="warning.left_out",
                )
            )  # fmt: skip
    return found


GUIDE_FIDELITY = Feature(
    name=NAME,
    title="steps that the page has, in its order",
    section="4.4.2",
    settings=GuideFidelity,
    index=index,
    measure=measure,
    needs_alignment=True,
)
