"""The sentences of an answer that may be steps, and how like the steps of the pages they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.guide_fidelity.steps import NAME, Step, made_step, similarities
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.clauses import verb_first
from truthscore.text.guides import Guide
from truthscore.text.model import ITEMS, ParsedText
from truthscore.text.rows import announces

#: Tokens among which "that" stands behind "mind" or "make sure".
MINDING = 6


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the answer as a step, whether it tells to do something, how like each step of
    each document it is, and how like any of them (`most`)."""

    step: Step
    tells: bool
    likeness: tuple[list[float], ...]
    most: tuple[float, ...]


def told_steps(inputs: Inputs, numbered: Sequence[Guide]) -> list[Told]:
    """The sentences of the answer that may be steps. `numbered`: its numbered guides; what stands
    around them describes ("You do so with Publish later."), unless it tells to do something."""
    items = [item for guide in numbered for item in guide.steps]
    listed = max((item.end for item in items), default=None)
    sentences = [
        _told(inputs, unit)
        for unit in inputs.aligned.units
        if not announces(inputs.answer, unit.tokens)
        and not (listed is not None and _minds(inputs.answer, unit, listed))
        and not _goes_on(inputs.answer, unit, inputs.language)
    ]
    if not numbered:
        return sentences
    return [
        each
        for each in sentences
        if each.tells
        or any(item.start < each.step.end and each.step.start < item.end for item in items)
    ]


def _told(inputs: Inputs, unit: Unit) -> Told:
    """Looked up once per row: a sentence is the same one among the answer's own words."""
    settings = inputs.profile.features.guide_fidelity
    pairs = settings.pairs
    answer, (first, end) = inputs.answer, unit.tokens

    def tell() -> Told:
        at = answer.starts[first], answer.ends[end - 1]
        step = made_step(answer, *at, unit.content, inputs.language, pairs)
        # `counterparts` asks for those from `least` and what is about as like as one of them.
        least = min(settings.same_step, settings.same_order) * min(settings.may_be, settings.clear)
        numbered = [each.indexes[NAME] for each in inputs.documents]
        likeness = [similarities(step, each, least) for each in numbered]
        most = [max(each, default=0.0) for each in likeness]
        return Told(step, _tells_a_step(inputs, unit), tuple(likeness), tuple(most))

    return inputs.once((NAME, answer.starts[first]), tell)


def _minds(answer: ParsedText, unit: Unit, listed: int) -> bool:
    """Whether a sentence behind the steps, which end at character `listed`, tells what to mind and
    is none of them: "Mind that ...", "Let erop dat ..."."""
    start, end = unit.tokens
    return (
        answer.starts[start] >= listed and "SCONJ" in answer.pos[start : min(end, start + MINDING)]
    )


def _goes_on(answer: ParsedText, unit: Unit, language: LanguagePack) -> bool:
    """Whether a sentence only says more of what was told: "*That* can be done up to a day before
    the visit" is no step, though a step names the visit."""
    return answer.lowers[unit.tokens[0]] in language.pointing.that and not any(
        answer.pos[t] == "VERB" for t in unit.content
    )


def _tells_a_step(inputs: Inputs, unit: Unit) -> bool:
    """Whether a sentence of the answer tells somebody to do something: an item or an imperative.

    "U stelt het in op de vestiging" describes; "Werkt u met btw, dan ..." sets a case.
    """
    answer = inputs.answer
    start, end = unit.tokens
    at = answer.starts[start]
    if _sets_case(answer, start, end, inputs.language):
        return False
    if any(block.start <= at < block.end and block.kind in ITEMS for block in answer.blocks):
        return True
    first = next((t for t in range(start, end) if answer.lowers[t][0].isalpha()), start)
    next_words = inputs.language.order.next | inputs.language.then
    follows = answer.pos[first] == "CCONJ" or answer.lowers[first] in next_words
    if answer.pos[first] in {"ADV", "CCONJ"}:
        first += 1  # "Vervolgens kiest u", "Then click"
    return (
        first < end
        and answer.pos[first] == "VERB"
        # "Daarvoor gebruikt u X" says what with
        and (first + 1 >= end or answer.pos[first + 1] != "PRON" or follows)
    )


def _sets_case(answer: ParsedText, start: int, end: int, language: LanguagePack) -> bool:
    """Whether a sentence begins with a case and goes on with what to do then: "Is it empty, ask
    *then* ..."; not "Select Actions, choose Post"."""
    if not verb_first(answer, start, end, language):
        return False  # most
    after = answer.lowers.index(",", start, end) + 1
    first, second = (answer.lowers[t:end][:1] for t in (after, after + 1))
    return not language.then.isdisjoint(first) or not (
        language.then & language.order.next
    ).isdisjoint(second)
