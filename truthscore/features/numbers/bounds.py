"""The same number as another bound: "at most 12 characters", where the page has "at least 12"."""

from __future__ import annotations

from typing import Literal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, holds
from truthscore.text.model import ParsedText
from truthscore.text.values.value import Value
from truthscore.types import Span

#: Words before a value that say which bound it is, at most, and tokens before them among which a
#: negation turns that round.
WORDS = 3

#: Tokens behind a value among which it is told that it lies before something.
AHEAD = 2

Bound = Literal["least", "most"]


def of_other_bound(inputs: Inputs, value: Value) -> Span | None:
    """The same value of a page where that is the least and the answer's the most, or the other way
    round; None where a page has it as the answer does, or as no bound."""
    mine = _bound(inputs, inputs.answer, value)
    found: Span | None = None
    for indexed in inputs.documents if mine else ():
        for each in indexed.indexes[NAME].values:
            if not holds(value, each.value):
                continue
            if _bound(inputs, indexed.document.parsed, each.value) in (None, mine):
                return None
            source = indexed.document.source
            found = found or Span(source=source, start=each.value.start, end=each.value.end)
    return found


def _bound(inputs: Inputs, parsed: ParsedText, value: Value) -> Bound | None:
    """Whether the words beside a value say that it is the least or the most; None for neither,
    both, "not at most", and how long before something: who may cancel "up to 48 hours before" it
    cancels "at least 48 hours before" it."""
    facts = inputs.language.values
    start, end = value.tokens
    ahead = {*facts["sides"]["before"], *facts["in_advance"]}
    if not ahead.isdisjoint(parsed.lowers[end : end + AHEAD]):
        return None
    before = parsed.lowers[max(0, start - WORDS) : start]
    behind = parsed.lowers[end : end + WORDS]
    leading = {" ".join(before[at:]): len(before) - at for at in range(len(before))}
    trailing = {" ".join(behind[:at]) for at in range(1, len(behind) + 1)}
    least = [leading[each] for each in facts["least"] if each in leading]
    most = [leading[each] for each in facts["most"] if each in leading]
    more, less = (not trailing.isdisjoint(facts[each]) for each in ("or_more", "or_less"))
    if bool(least or more) == bool(most or less):
        return None
    first = start - max(least + most, default=0)
    turning = parsed.lowers[max(0, first - WORDS) : first]
    if not inputs.language.negations.isdisjoint(turning):
        return None
    return "least" if least or more else "most"
