"""A statement that puts together what two records, or two rows of one, say.

Of two invoices, October's paid and November's open, "November's is paid" has a field for every word
of it. What it tells of fields that several records have must stand in one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import regex

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import said_values
from truthscore.features.records.fields import NAME as RECORDS
from truthscore.features.records.fields import Told
from truthscore.features.records.sentence import holds_value
from truthscore.statements.read import Read

#: A record or row, by its document and the number of its row.
Place = tuple[int, str]
#: The fields of each record or row of a kind, with their values as they are written.
Family = Mapping[Place, Sequence[tuple[Told, str]]]
#: Digits from which on a bare number tells one record from another, and signs of a text.
DIGITS, SIGNS = 2, 3
#: Share of their names from which on two records are of one kind.
ALIKE = 0.5
_MONTH = regex.compile(r"\d{4}-(?P<month>0[1-9]|1[0-2])")


def mixes_records(read: Read) -> bool:
    """Whether a statement, or a part of it, tells of two fields that records or rows of one kind
    have, and none of these has both."""
    families = read.inputs.once("families of records", lambda: list(_families(read.inputs)))
    return any(
        _is_mixed(read.inputs, part, family)
        for family in families
        for part in (read.tokens, *read.parts)
    )


def _families(inputs: Inputs) -> Iterator[Family]:
    """The rows of each list, and the records of which most fields have the same names."""
    lists: dict[object, dict[Place, list[tuple[Told, str]]]] = defaultdict(dict)
    kinds: list[tuple[frozenset[tuple[str, ...]], dict[Place, list[tuple[Told, str]]]]] = []
    for number, page in enumerate(inputs.documents):
        text = page.document.parsed.text
        fields = [(f, text[f.value_start : f.end]) for f in page.indexes.get(RECORDS, ())]
        for field, raw in fields:
            if field.row:
                rows = lists[number, field.owner]
                rows.setdefault((number, field.row), []).append((field, raw))
        names = frozenset(field.name for field, _ in fields)
        alike = (kind for known, kind in kinds if len(known & names) > ALIKE * len(known | names))
        if names and (kind := next(alike, None)) is not None:
            kind[number, ""] = fields
        elif names:
            kinds.append((names, {(number, ""): fields}))
    every = [*lists.values(), *(kind for _, kind in kinds)]
    yield from (family for family in every if len(family) > 1)


def _is_mixed(inputs: Inputs, tokens: tuple[int, int], family: Family) -> bool:
    """Whether the places of what is told have none in common."""
    told: dict[tuple[str, ...], set[Place]] = defaultdict(set)
    for place, fields in family.items():
        for field, raw in fields:
            if _is_told(inputs, tokens, field, raw):
                told[field.name].add(place)
    telling = [places for places in told.values() if len(places) < len(family)]
    return len(telling) > 1 and not set.intersection(*telling)


def _is_told(inputs: Inputs, tokens: tuple[int, int], field: Told, raw: str) -> bool:
    """Whether some tokens have the value of a field: as a value, as the name of its month, or as it
    is written."""
    first, last = tokens
    for value in said_values(inputs):
        small = value.kind == "number" and len(value.number) < DIGITS
        if first <= value.tokens[0] < last and not small and holds_value(value, field):
            return True
    if match := _MONTH.fullmatch(raw):
        names = inputs.language.values["months"][str(int(match["month"]))]
        return not inputs.answer.words_at(range(first, last)).isdisjoint(names)
    answer = inputs.answer
    text = answer.text[answer.starts[first] : answer.ends[last - 1]].lower()
    written = rf"(?<![\p{{L}}\d]){regex.escape(raw.lower())}(?![\p{{L}}\d])"
    return field.kind == "text" and len(raw) >= SIGNS and bool(regex.search(written, text))
