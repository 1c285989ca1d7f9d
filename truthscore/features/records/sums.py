"""What numbers of a customer's record come to: the rows of a list, and fields beside them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from truthscore.features.records.fields import Told
from truthscore.text.model import Written
from truthscore.text.values.value import Value, size_of
from truthscore.types import Span

#: Single fields that a total of rows may be more or less by: delivery, a discount, a credit.
MOST_BESIDE = 6
#: What numbers in words are told in.
FRACTIONS = (Decimal(1), Decimal("0.5"), Decimal("0.25"))


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a field: the words of its label, what the field is in and in which row, what it
    measures ("" for a bare one), and how much."""

    label: tuple[str, ...]
    place: tuple[tuple[Written, ...], str]
    measure: str
    size: Decimal
    span: Span


def much_of(value: Value) -> Decimal | None:
    """How much a value is, in what its unit is measured in; None of a number that is none."""
    try:
        return size_of(value)
    except InvalidOperation:
        return None


def step_of(value: Value, size: Decimal) -> Decimal:
    """How far apart two values lie that are told apart: 1 for "68 percent", 0.1 for "9.4", a half
    for "two and a half"."""
    number = Decimal(value.number)
    step = Decimal(1).scaleb(-len(value.number.partition(".")[2]))
    if value.worded:
        step = next((part for part in FRACTIONS if number % part == 0), step)
    return step * (size / number) if number else step


def totals(
    fields: Sequence[tuple[Told, Span]], numbers: Sequence[Number]
) -> Iterator[tuple[str, Decimal, Span]]:
    """What the columns of a list come to, each by itself and times a column of counts: over all of
    its rows, and of what has a unit over those that say the same in another column, too: a yes or
    no ("accepted"), or a name."""
    rows: dict[tuple[Written, ...], dict[str, dict[tuple[str, ...], Number]]] = {}
    for each in numbers:
        owner, row = each.place
        if row:
            rows.setdefault(owner, {}).setdefault(row, {}).setdefault(each.label, each)
    for owner, by_row in rows.items():
        chosen = {frozenset(by_row)}
        saying = [f for f, _ in fields if f.owner == owner and f.kind in ("flag", "text")]
        for field in saying:
            said = field.name, field.flag, field.words
            same = {each.row for each in saying if (each.name, each.flag, each.words) == said}
            chosen.add(frozenset(same & by_row.keys()))
        for some in sorted(chosen, key=sorted):
            chosen_rows = [by_row[row] for row in by_row if row in some]
            columns = {label: column for row in chosen_rows for label, column in row.items()}
            for label, one in columns.items():
                if not one.measure and len(some) < len(by_row):
                    continue  # small numbers come out by chance
                having = [row for row in chosen_rows if label in row]
                yield one.measure, sum((row[label].size for row in having), Decimal(0)), one.span
                for by, count in columns.items():
                    if by == label or count.measure:
                        continue
                    products = [row[label].size * row[by].size for row in having if by in row]
                    for total in (sum(products, Decimal(0)), *products):
                        yield one.measure, total, one.span


def with_beside(total: Decimal, beside: Sequence[Number]) -> Iterator[Decimal]:
    """A total of rows, and that with the single fields beside them added or taken off; of what is
    paid in parts, what is left."""
    yield total
    if 0 < len(beside) <= MOST_BESIDE:
        for signs in itertools.product((0, 1, -1), repeat=len(beside)):
            moved = (sign * each.size for sign, each in zip(signs, beside, strict=True))
            yield abs(total + sum(moved, Decimal(0)))
