"""The wrong keys: "press **Ctrl+Enter** for a new order", where the page says Alt+N, and Ctrl+Enter
saves; or keys of which no page knows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.text.alignment import Unit
from truthscore.text.keys import Keys, are_usual, keys
from truthscore.text.model import ParsedText
from truthscore.types import ANSWER, Evidence, Role, Span

#: Share of what is said with keys, by weight, that a page says of others, and how much more that is
#: than what it says of these.
TOLD, LEAD = 0.6, 0.3

#: Which keys a part of a page has, its words, and where the first of them stand.
_Told = tuple[set[frozenset[str]], AbstractSet[str], Span]


def wrong_keys(inputs: Inputs) -> Iterator[Evidence]:
    """The keys of the answer that the pages give for something else, or that none has."""
    text, language = inputs.answer.text, inputs.language
    pressed = list(keys(text, language))
    if not pressed:
        return  # most
    asked = {each.names for each in keys(inputs.question.text, language)}
    known = list(_told(inputs))
    for each in pressed:
        unit = _unit_of(inputs, each)
        if unit is None or each.names in asked:
            continue
        said = _share_of(inputs, unit, each)
        own = max((said(words) for names, words, _ in known if each.names in names), default=None)
        rivals = [
            (said(words), place)
            for names, words, place in known
            if each.names not in names and len(names) == 1
        ]
        best = max(rivals, key=lambda rival: rival[0], default=None)
        if best is not None and best[0] >= TOLD and best[0] - (own or 0.0) >= LEAD:
            yield _evidence(each, text, "contradicts", best[1])
        elif own is None and not are_usual(each, language) and not _are_added_to(each, known):
            yield _evidence(each, text, "unsupported", None)


def _are_added_to(pressed: Keys, known: Sequence[_Told]) -> bool:
    """Whether a page knows all of the keys but one: "hold Ctrl with any of these"."""
    return any(names < pressed.names and len(pressed.names - names) == 1
               for each, _, _ in known for names in each)  # fmt: skip


def _told(inputs: Inputs) -> Iterator[_Told]:
    """Of each line of the pages with keys, or of each sentence of one with several: which ones, its
    words, and where the first ones stand."""
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        lines: dict[tuple[int, int], list[Keys]] = {}
        for each in keys(parsed.text, inputs.language):
            line = parsed.tokens_within(*parsed.line_at(each.start))
            lines.setdefault((line.start, line.stop), []).append(each)
        for tokens, here in lines.items():
            several = len({each.names for each in here}) > 1
            for part in _sentences(parsed, tokens) if several else (tokens,):
                first, last = parsed.starts[part[0]], parsed.ends[part[1] - 1]
                inside = [each for each in here if first <= each.start < last]
                if inside:
                    words = parsed.words_at(range(*part))
                    at = inside[0]
                    span = Span(source=indexed.document.source, start=at.start, end=at.end)
                    yield {each.names for each in inside}, words, span


def _sentences(parsed: ParsedText, tokens: tuple[int, int]) -> list[tuple[int, int]]:
    return [each for each in parsed.sentences if tokens[0] <= each[0] < tokens[1]]


def _unit_of(inputs: Inputs, pressed: Keys) -> Unit | None:
    """The unit that tells to press them; None where it has other keys too."""
    answer = inputs.answer
    for unit in inputs.aligned.units:
        start, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
        if start <= pressed.start < end:
            here = list(keys(answer.text[start:end], inputs.language))
            return unit if len(here) == 1 else None
    return None


def _share_of(inputs: Inputs, unit: Unit, pressed: Keys) -> Callable[[AbstractSet[str]], float]:
    """How much of what a unit says beside its keys some words have, by weight."""
    answer = inputs.answer
    claims = [
        (weight, inputs.words_there(answer, (t,)))
        for t, weight in zip(unit.content, unit.weights, strict=True)
        if not pressed.start <= answer.starts[t] < pressed.end
    ]
    total = math.fsum(weight for weight, _ in claims)

    def share(words: AbstractSet[str]) -> float:
        told = math.fsum(weight for weight, forms in claims if not forms.isdisjoint(words))
        return told / total if total else 0.0

    return share


def _evidence(pressed: Keys, text: str, role: Role, match: Span | None) -> Evidence:
    return Evidence(
        span=Span(source=ANSWER, start=pressed.start, end=pressed.end),
        role=role,
        label=text[pressed.start : pressed.end],
        match=match,
    )
