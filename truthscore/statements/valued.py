"""The values of a statement beside those of the pages: on none, of another thing, bounded from the
other side."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.numbers import claimed
from truthscore.features.numbers.claims import NAME as VALUES
from truthscore.features.numbers.claims import holds, said_values
from truthscore.features.numbers.worked_out import worked_out
from truthscore.features.records.derived import derived
from truthscore.features.records.fields import NAME as RECORDS
from truthscore.statements.asked import is_let
from truthscore.statements.lookup import Floats
from truthscore.statements.read import (
    Read,
    Told,
    forms_of,
    is_of_the_past,
    names_of,
    nearness,
    row_at,
    says_more,
)
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText
from truthscore.text.values.bounds import bound_of
from truthscore.text.values.value import CALENDAR, Value, same, same_measure
from truthscore.types import ANSWER, Span

#: Bounds of two values that exclude each other: "at most 5", "from 5 on".
_OPPOSITE = ({"most", "least"}, {"over", "under"})
#: Places in the answer, each from its first character to behind its last.
Characters = list[tuple[int, int]]
#: A value on no page, where pages have none of its kind.
ALONE = 0.5


def values_of(
    read: Read,
) -> tuple[dict[str, Told], Characters, Characters, list[tuple[int, Value]]]:
    """Whether a value stands nowhere, how much nearer pages have another one of its kind, and
    whether it bounds from the other side; the characters of those that follow from a record, and of
    those that a field of one tells; and where pages have the values, each with its document."""
    inputs, lookup = read.inputs, read.lookup
    follows: Characters = []
    fields: Characters = []
    places: list[tuple[int, Value]] = []
    found = {"value_nowhere": Told(), "value_other": Told(), "bound": Told()}

    def tell(name: str, much: float, value: Value, place: tuple[int, Value] | None) -> None:
        if much > found[name].value:
            span = Span(source=ANSWER, start=value.start, end=value.end)
            found[name] = Told(much, span, None if place is None else _at(inputs, *place))

    bounds = inputs.language.values["bounds"]
    # rows and what is left can be counted in more ways than `derived` knows
    recorded = any(page.indexes.get(RECORDS) for page in inputs.documents)
    for value, unit, repeated in _claimed(read):
        if not read.tokens[0] <= value.tokens[0] < read.tokens[1]:
            continue
        held, where = -1.0, None
        theirs: set[str | None] = set()
        rival, instead = -1.0, None
        column = _column(inputs, inputs.answer, value)
        near, others = _near(read, value)
        for number, page in enumerate(inputs.documents):
            for each in page.indexes[VALUES].values:
                part = lookup.part_at(number, each.value.tokens[0])
                level = float(near[part])
                there = _column(inputs, lookup.parsed[number], each.value) if column else column
                alike = not there or column <= there or there <= column
                if alike and holds(value, each.value):
                    theirs.add(bound_of(lookup.parsed[number], each.value, bounds))
                    held = max(held, level)
                    places.append((number, each.value))
                    where = where or (number, each.value)
                elif (
                    level > rival
                    and lookup.states[part]
                    and _comparable(value, each.value)
                    and not any(holds(other, each.value) for other in others)
                    and not is_of_the_past(read, part)
                ):
                    rival, instead = level, (number, each.value)
        if where is None:
            if repeated:
                if instead and not is_let(inputs, value, lookup.parsed[instead[0]], instead[1]):
                    tell("value_nowhere", ALONE, value, instead)
                continue
            if worked_out(inputs, value, unit) is not None:
                continue
            if derived(inputs, value) is not None:
                follows.append((value.start, value.end))
                continue
            if not value.article:  # "binnen een week" may be a manner of speaking
                doubted = instead is None or (value.kind == "number" and recorded)
                tell("value_nowhere", ALONE if doubted else 1.0, value, instead)
            tell("value_other", 0.0 if instead is None else 1.0, value, instead)
            continue
        if inputs.documents[where[0]].indexes.get(RECORDS):
            fields.append((value.start, value.end))
        nearer = (rival - held) / read.settings.value_nearer
        own = _part_of(read, value)
        other = _is_of_another_part(read, own, where, instead) if instead else None
        if other is not None:
            nearer = float(other)
        tell("value_other", min(1.0, nearer), value, instead)
        mine = bound_of(inputs.answer, value, bounds)
        turned = all({mine, each} in _OPPOSITE for each in theirs)
        tell("bound", 1.0 if turned else 0.0, value, where)
    return found, follows, fields, places


def _near(read: Read, value: Value) -> tuple[Floats, list[Value]]:
    """How near each part of the pages stands to what a value is told of: where a statement has
    several of its kind, to the words of its own part ("Basic is €9 and Pro is €29"). Where that has
    none ("from 9 to 5"), the others of the statement are no rivals of it, and are told, too."""
    others = _others(read, value)
    start, end = _part_of(read, value)
    mine = [word for word in read.said if start <= word.token < end]
    if others and any(word.near is not None for word in mine):
        return nearness(mine, read.lookup), []
    return read.near, others


def _others(read: Read, value: Value) -> list[Value]:
    """The other values of its kind in a statement."""
    first, last = read.tokens
    return [
        each
        for each in said_values(read.inputs)
        if each.kind == value.kind and each.start != value.start and first <= each.tokens[0] < last
    ]


def _part_of(read: Read, value: Value) -> tuple[int, int]:
    """The part of a statement that a value is told in, where it has several of its kind; else all
    of it."""
    parts = read.parts if _others(read, value) else []
    return next((p for p in parts if p[0] <= value.tokens[0] < p[1]), read.tokens)


def _is_of_another_part(
    read: Read, tokens: tuple[int, int], held: tuple[int, Value], rival: tuple[int, Value]
) -> bool | None:
    """Of two values in parts of one sentence of a page, which the statement tells of: True where it
    or its question has all words beside the rival, and not all beside its own ("2 hours in the
    morning and 4 hours in the afternoon", of the afternoon), False for the reverse, else None."""
    lookup = read.lookup
    parts = [lookup.part_at(number, each.tokens[0]) for number, each in (held, rival)]
    one, other = (lookup.place(part) for part in parts)
    if (one[0], one[3]) != (other[0], other[3]) or parts[0] == parts[1]:
        return None
    answer, question = read.inputs.answer, read.inputs.question
    known = forms_of(read, tokens).union(
        answer.words_at(range(*tokens)), question.words_at(range(len(question.lowers)))
    )
    mine, theirs = (says_more(read, part, known) for part in parts)
    return None if mine == theirs else mine


def _claimed(read: Read) -> Iterator[tuple[Value, Unit, bool]]:
    """The values that the answer claims; in a cell of a table also one that it claims elsewhere,
    for there it is of another row."""
    yield from claimed(read.inputs)
    if not names_of(read.inputs, read.tokens):
        return
    first = {each.start for each, _, _ in claimed(read.inputs)}
    for said in said_values(read.inputs):
        if said.start not in first:
            for value, unit, repeated in claimed(read.inputs):
                if same(said, value):
                    yield said, unit, repeated


def _column(inputs: Inputs, parsed: ParsedText, value: Value) -> frozenset[str]:
    """The words over the column of the cell that a value stands in; none outside a table."""
    row = row_at(inputs, parsed, value.tokens[0])
    if row is None or row.heading is None:
        return frozenset()
    return frozenset(parsed.words_at(t for t in row.heading if not parsed.stops[t]))


def _at(inputs: Inputs, document: int, value: Value) -> Span:
    source = inputs.documents[document].document.source
    return Span(source=source, start=value.start, end=value.end)


def _comparable(value: Value, other: Value) -> bool:
    """Whether one of two values may stand where the other does."""
    if value.kind != other.kind:
        return False
    return value.kind in CALENDAR or same_measure(value, other)
