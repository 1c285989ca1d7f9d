"""Which row of a scale holds: "Up to 2 hours", "Up to 4 hours", for who was there three hours.

The rows of a table, or the items of a list, whose labels are ranges of one measure. A value of the
question lies in one of them, and what stands in the others holds for somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_values, holds, said_values
from truthscore.features.numbers.places import Placed
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText
from truthscore.text.rows import rows
from truthscore.text.values.value import Value, measure_of, same_measure, size_of
from truthscore.types import Span

#: Words before or behind a value that say which end of a range it is, at most: "tot en met".
WORDS = 3
#: Kinds of values that have a size: "weekdays" and "1 March" have none.
SIZED = frozenset({"number", "amount", "percent", "quantity"})
#: Rows, at least, that make a scale.
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A row of a scale: `low` to `high`, each None where it is open, in the smallest unit of what
    the scale measures, and the tokens of the row."""

    low: Decimal | None
    high: Decimal | None
    tokens: range


@dataclass(frozen=True, slots=True)
class Scale:
    """The rows of a table or list by what a value measures; `measured`: one of those values."""

    measured: Value
    steps: tuple[Step, ...]


def scales(
    parsed: ParsedText, known: Sequence[Placed], language: LanguagePack
) -> tuple[Scale, ...]:
    """The scales of a page, of whose values `known` are all."""
    if not known:
        return ()
    by_list: dict[int, list[tuple[Value, Step]]] = {}
    seen = set()
    for row in rows(parsed).values():
        if row.is_head or row.tokens in seen:
            continue
        seen.add(row.tokens)
        inside = [as_length(each.value) for each in known if each.value.tokens[0] in row.label]
        inside = [each for each in inside if each.kind in SIZED]
        found = _step(parsed, row.label, inside, row.tokens, language) if inside else None
        if found is not None:
            by_list.setdefault(row.among, []).append((inside[0], found))
    return tuple(
        Scale(steps[0][0], _closed([step for _, step in steps]))
        for steps in by_list.values()
        if len(steps) >= FEWEST
        and all(
            each.kind == steps[0][0].kind and same_measure(each, steps[0][0]) for each, _ in steps
        )
    )


def as_length(value: Value) -> Value:
    """A full hour as so many hours: Dutch has one word for both, "tot 2 uur"."""
    hour, _, minutes = value.number.partition(":")
    if value.kind != "time" or minutes != "00":
        return value  # most
    return replace(value, kind="quantity", unit="hour", number=str(int(hour)))


def _step(
    parsed: ParsedText,
    label: range,
    inside: Sequence[Value],
    tokens: range,
    language: LanguagePack,
) -> Step | None:
    """The range that a label with one or two values tells, if it tells one."""
    first, last = inside[0], inside[-1]
    if len(inside) > 2 or not all(each.unit == first.unit for each in inside):
        return None
    if len(inside) == 2:
        return Step(size_of(first), size_of(last), tokens)
    end = end_of_range(parsed, first, language.values, label)
    if end is None:
        return None
    high = end == "up_to"
    return Step(None, size_of(first), tokens) if high else Step(size_of(first), None, tokens)


def end_of_range(
    parsed: ParsedText, value: Value, facts: Mapping[str, Any], within: range | None = None
) -> Literal["up_to", "from_on"] | None:
    """Which end of a range the words before or behind a value say that it is; None where they say
    neither, or both. `facts`: the language's words for values; `within`: the tokens that count."""
    tokens = within or range(len(parsed.lowers))
    before = parsed.lowers[max(tokens.start, value.tokens[0] - WORDS) : value.tokens[0]]
    behind = parsed.lowers[value.tokens[1] : min(tokens.stop, value.tokens[1] + WORDS)]
    leading = [" ".join(before[at:]) for at in range(len(before))]
    trailing = [" ".join(behind[:at]) for at in range(1, len(behind) + 1)]
    up_to = any(each in facts["up_to"] for each in leading)
    from_on = any(each in facts["from_on"] for each in leading)
    up_to = up_to or any(each in facts["or_less"] for each in trailing)
    from_on = from_on or any(each in facts["or_more"] for each in trailing)
    if up_to == from_on:
        return None
    return "up_to" if up_to else "from_on"


def _closed(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, each open one up to the next: "up to 2 hours", "up to 4 hours"."""
    ends = {each.high for each in steps if each.high is not None}
    begins = {each.low for each in steps if each.low is not None}
    closed = []
    for each in steps:
        low, high = each.low, each.high
        if low is None and high is not None:
            low = max((end for end in ends if end < high), default=None)
        elif high is None and low is not None:
            high = min((begin for begin in begins if begin > low), default=None)
        closed.append(Step(low, high, each.tokens))
    return tuple(closed)


def of_another_step(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The value of the row in which the question's lies, where the answer's is of another row, and
    the answer does not tell which ("up to 5 kg it is 6.95")."""
    if value.kind not in SIZED:
        return None
    if _tells_of_others(inputs, unit):
        return None
    said = [each for each in said_values(inputs) if each.kind in SIZED]
    beside = [each for each in said if unit.tokens[0] <= each.tokens[0] < unit.tokens[1]]
    for place, here, others in _meant(inputs):
        ends = {end for each in others for end in (each.low, each.high)}
        if any(each is not value and size_of(each) in ends for each in beside if each.unit):
            continue
        known: Sequence[Placed] = inputs.documents[place].indexes[NAME].values
        same = [each for each in known if holds(value, each.value)]
        if not same or not all(_is_in(each, others) for each in same):
            continue
        instead = [
            each.value
            for each in known
            if _is_in(each, [here])
            and each.value.kind == value.kind
            and same_measure(each.value, value)
            and not _labels(each, here)
        ]
        if len(instead) == 1 and not any(holds(each, instead[0]) for each in said):
            return _span(inputs, place, instead[0])
    return None


def _tells_of_others(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit may be about another row than the question's: it sets a case, compares ("the
    lowest price is 4, if you leave in time"), or the question asks for several people."""
    answer, language = inputs.answer, inputs.language
    several = language.speakers - language.single_speakers
    words = answer.words_at(range(*unit.tokens))
    compares = words & {*language.values["comparing"], *language.values["extremes"]}
    if compares or not several.isdisjoint(inputs.question.lowers):
        return True
    return any(part.conditional for part in inputs.parts(unit))


def in_step(inputs: Inputs, value: Value) -> Span | None:
    """Where the value stands in the row in which the question's lies."""
    for place, here, _ in _meant(inputs):
        for each in inputs.documents[place].indexes[NAME].values:
            if (
                each.value.kind in SIZED
                and holds(value, each.value)
                and _is_in(each, [here])
                and not _labels(each, here)
            ):
                return _span(inputs, place, each.value)
    return None


def _span(inputs: Inputs, place: int, value: Value) -> Span:
    source = inputs.documents[place].document.source
    return Span(source=source, start=value.start, end=value.end)


def _labels(placed: Placed, step: Step) -> bool:
    """Whether a value is one of those that make the range."""
    return size_of(placed.value) in (step.low, step.high)


def _is_in(placed: Placed, steps: Sequence[Step]) -> bool:
    return any(placed.value.tokens[0] in each.tokens for each in steps)


def _meant(inputs: Inputs) -> Sequence[tuple[int, Step, Sequence[Step]]]:
    """Of each scale on which one value of the question lies in one row: its document, that row and
    the others."""
    return inputs.once((NAME, "steps"), lambda: tuple(_find_meant(inputs)))


def _find_meant(inputs: Inputs) -> Iterator[tuple[int, Step, Sequence[Step]]]:
    asked = [each for each in asked_values(inputs) if each.unit and each.kind in SIZED]
    for place, indexed in enumerate(inputs.documents) if asked else ():
        for scale in indexed.indexes[NAME].scales:
            sizes = {
                size_of(each)
                for each in asked
                if each.kind == scale.measured.kind
                and measure_of(each) == measure_of(scale.measured)
            }
            if len(sizes) != 1:
                continue
            (size,) = sizes
            steps = [
                each
                for each in scale.steps
                if (each.low is None or each.low < size) and (each.high is None or size < each.high)
            ]
            if len(steps) == 1 and not any(size in (s.low, s.high) for s in scale.steps):
                yield place, steps[0], [each for each in scale.steps if each is not steps[0]]
