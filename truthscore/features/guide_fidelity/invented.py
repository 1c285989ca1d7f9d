"""Numbered steps of the answer that no guide and no passage has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from truthscore.features.base import Inputs
from truthscore.features.guide_fidelity.steps import Guides, item_step, similarities
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.guides import Guide
from truthscore.text.guides import Step as Item
from truthscore.types import ANSWER, Evidence


def invented(inputs: Inputs, mine: Iterable[Guide], theirs: Sequence[Guides]) -> list[Evidence]:
    """The steps of the answer's guides (`mine`) that no guide of a page and no passage has."""
    settings = inputs.profile.features.guide_fidelity
    found = []
    for guide in mine:
        for number, item in enumerate(guide.steps, start=1):
            if _support(inputs, item) >= settings.invented_below:
                continue  # most: a passage tells it
            step = item_step(inputs.answer, item, inputs.language, settings)
            known = any(
                max(similarities(step, page), default=0.0) >= settings.same_step for page in theirs
            ) or _names_a_step(inputs, item, theirs)
            if step.words and not known:
                span, label = step.span(ANSWER), f"step {number} new"
                found.append(Evidence(span=span, role="unsupported", label=label, rule="step.new"))
    return found


def _names_a_step(inputs: Inputs, item: Item, theirs: Sequence[Guides]) -> bool:
    """Whether a page has a step with that name and a verb of its own: "Choose Start" for "Click
    Start"."""
    answer = inputs.answer
    content = [t for t in range(*item.tokens) if is_claim(answer, t, inputs.language)]
    if content and answer.pos[content[0]] == "VERB":
        content = content[1:]
    name = {answer.lemmas[t] for t in content}
    return bool(name) and any(
        name <= step.words.keys() and len([w for w in step.words if " " not in w]) <= len(name) + 1
        for page in theirs
        for step in page.steps
    )


def _support(inputs: Inputs, step: Item) -> float:
    """The best support of the units within a step, where words of the question count as well: it
    is about what was asked."""
    starts, ends = inputs.answer.starts, inputs.answer.ends
    return max(
        (
            _with_asked(inputs, unit)
            for unit in inputs.aligned.units
            if starts[unit.content[0]] >= step.start and ends[unit.content[-1]] <= step.end
        ),
        default=0.0,
    )


def _with_asked(inputs: Inputs, unit: Unit) -> float:
    asked = {*inputs.question.lowers, *inputs.question.lemmas}
    answer = inputs.answer
    total = math.fsum(unit.weights)
    taken = [
        value
        for token, value, found in zip(unit.content, unit.weights, unit.found, strict=True)
        if found < 1.0 and (answer.lowers[token] in asked or answer.lemmas[token] in asked)
    ]
    return unit.support + math.fsum(taken) / total
