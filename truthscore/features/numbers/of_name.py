"""The value that a page has in what it says of a name: "**Code** may have 20 characters", where the
row of Code says 10, and 20 is what another field takes."""

from __future__ import annotations

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, counted, holds, said_values
from truthscore.text.alignment import Unit
from truthscore.text.definitions import Name, by_first_word, names_in
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.values.value import Value, same_measure
from truthscore.types import ANSWER, Span

#: Tokens behind a bare number among which the noun stands that it counts.
REACH = 3


def of_name(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The value of just that in the explanation of the one name of the unit; None where the page
    has the answer's value in it, or in a sentence with the name."""
    name = _only_name(inputs, unit)
    if name is None:
        return None
    things = _things(inputs, inputs.answer, value)
    found: Span | None = None
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        page, index = indexed.document.parsed, indexed.indexes[NAME]
        explained = [each for each in index.names if each.name == name]
        for placed in index.values:
            other = placed.value
            inside = any(each.start <= other.start < each.end for each in explained)
            if holds(value, other):
                if inside or passages.words[placed.sentence].issuperset(name):
                    return None
            elif (
                inside
                and other.kind == value.kind
                and same_measure(value, other)
                and things & _things(inputs, page, other)
                and not any(holds(mine, other) for mine in said_values(inputs))
            ):
                found = found or Span(
                    source=indexed.document.source, start=other.start, end=other.end
                )
    return found


def _only_name(inputs: Inputs, unit: Unit) -> Name | None:
    """The one name of a unit that a page explains."""
    start, end = unit.tokens
    inside = {name for name, token in _names(inputs) if start <= token < end}
    return inside.pop() if len(inside) == 1 else None


def _names(inputs: Inputs) -> tuple[tuple[Name, int], ...]:
    """The names of the answer that a page explains, and the token each begins with."""

    def find() -> tuple[tuple[Name, int], ...]:
        explained = (each for indexed in inputs.documents for each in indexed.indexes[NAME].names)
        return tuple(
            (name, tokens[0]) for name, tokens in names_in(inputs.answer, by_first_word(explained))
        )

    return inputs.once((NAME, ANSWER, "names", inputs.answer.text), find)


def _things(inputs: Inputs, parsed: ParsedText, value: Value) -> frozenset[str]:
    """Forms of what a bare number counts, and the unit of any other value."""
    if value.unit is not None:
        return frozenset({value.unit})
    behind = range(value.tokens[1], min(value.tokens[1] + REACH, len(parsed.lowers)))
    noun = next((token for token in behind if parsed.pos[token] in NOUNS), None)
    return counted(parsed, value, inputs) | frozenset(
        () if noun is None else parsed.words_at((noun,))
    )
