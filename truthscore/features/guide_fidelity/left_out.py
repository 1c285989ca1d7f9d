"""What an answer leaves out of the guide it tells: a step between two that it tells, and the
warning at one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.guide_fidelity.steps import Guides, Step
from truthscore.text.clauses import opens_case
from truthscore.text.model import ParsedText
from truthscore.types import ANSWER, Evidence

#: Label of a warning that is left out, and of a step.
WARNING, SKIPPED = "warning", "step left out"
#: Steps of a guide that an answer tells, at least, before one that it does not is left out: who
#: tells fewer only points to the guide.
FEWEST_TOLD = 3


def left_out(
    inputs: Inputs, parsed: ParsedText, page: Guides, source: str, followed: Mapping[int, Step]
) -> Iterator[Evidence]:
    """The warnings and the steps of which an answer says nothing that tells a guide of a page.

    `parsed`: the page; `followed`: the sentences of the answer that are steps of it, by their
    place. A warning is left out at a step that is told; it counts nothing and holds nothing back:
    an answer without it is as often rated true. A step is left out between two that are told, where
    it sets no case ("If you have a code, ...") and the page does not call it needless.
    """
    for at, warning in page.warnings:
        if at in followed and not _passed_on(inputs, warning):
            yield Evidence(
                span=followed[at].span(ANSWER), role="missing", label=WARNING,
                match=warning.span(source), rule="warning.left_out",
            )  # fmt: skip
    if len(followed) < FEWEST_TOLD:
        return
    shared = frozenset().union(*(page.steps[each].words for each in followed))
    for at in sorted(followed):
        if at + 1 in followed or at + 2 not in followed:
            continue
        step = page.steps[at + 1]
        if _needed(inputs, parsed, step) and not _passed_on(inputs, step, shared):
            yield Evidence(
                span=followed[at + 2].span(ANSWER), role="contradicts", label=SKIPPED,
                match=step.span(source), rule="step.left_out",
            )  # fmt: skip


def _passed_on(inputs: Inputs, step: Step, shared: AbstractSet[str] = frozenset()) -> bool:
    """Whether the answer has enough of the words of a step or warning, or there is none to have.
    `shared`: words that tell nothing of it, for the steps beside it have them ("Click")."""
    said = {*inputs.answer.lowers, *inputs.answer.lemmas}
    own = step.words.keys() - shared
    words = {word: step.words[word] for word in sorted(own) if " " not in word}
    kept = math.fsum(value for word, value in words.items() if word in said)
    return kept >= inputs.profile.features.guide_fidelity.passed_on * math.fsum(words.values())


def _needed(inputs: Inputs, parsed: ParsedText, step: Step) -> bool:
    """Whether a step of a page is one for everybody."""
    tokens = parsed.tokens_within(step.start, step.end)
    first = next((t for t in tokens if parsed.lowers[t][0].isalpha()), None)
    if first is None or opens_case(parsed, first, inputs.language):
        return False
    return inputs.language.needless.isdisjoint(parsed.words_at(tokens))
