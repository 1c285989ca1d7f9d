"""Two values that have changed places: "removing it costs 140 euros, placing it again 95"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, asked_words, holds, said_values
from truthscore.features.numbers.places import Placed, placed
from truthscore.text.values.value import Value, same, same_measure
from truthscore.types import Span

#: Where a page has a value: its document, and what it tells it of.
_Told = tuple[int, Placed]


def exchanged(inputs: Inputs) -> Mapping[int, Span]:
    """Where the page has the value that belongs in the place of one of the answer, by where that
    begins in the answer.

    Each of the two is told of what the page tells only the other one of, and one of them of nothing
    else; what the answer says beside it, or what was asked where it says nothing, tells which.
    """
    return inputs.once((NAME, "exchanged", inputs.answer.text), lambda: _exchanged(inputs))


def _exchanged(inputs: Inputs) -> Mapping[int, Span]:
    known = said_values(inputs)
    if not any(_comparable(one, other) for one, other in itertools.combinations(known, 2)):
        return {}  # most
    said = [each for each in placed(inputs.answer, inputs.language, known) if each.value.unit]
    found: dict[int, Span] = {}
    told = {each.value.start: list(_places(inputs, each.value)) for each in said}
    for one, other in itertools.combinations(said, 2):
        if not _comparable(one.value, other.value) or one.part == other.part:
            continue
        mine, theirs = told[one.value.start], told[other.value.start]
        first, second = _crosses(inputs, one, mine, theirs), _crosses(inputs, other, theirs, mine)
        if first[0] and second[0] and (first[1] or second[1]):
            for value, places in ((one.value, theirs), (other.value, mine)):
                document, place = places[0]
                found[value.start] = Span(
                    source=inputs.documents[document].document.source,
                    start=place.value.start,
                    end=place.value.end,
                )
    return found


def _comparable(one: Value, other: Value) -> bool:
    """Whether one of two values may be taken for the other, and is not it."""
    alike = bool(one.unit) and one.kind == other.kind and same_measure(one, other)
    return alike and not same(one, other)


def _places(inputs: Inputs, value: Value) -> Iterator[_Told]:
    for number, indexed in enumerate(inputs.documents):
        for each in indexed.indexes[NAME].values:
            if holds(value, each.value):
                yield number, each


def _crosses(
    inputs: Inputs, said: Placed, mine: list[_Told], theirs: list[_Told]
) -> tuple[bool, bool]:
    """Whether what is said of a value is what only the other one is told of, wherever its own
    stands; and whether it is nothing of what only its own is told of ("*costs each side* 100" may
    go with the value)."""
    words = _words(inputs, said.told_of or asked_words(inputs))
    pairs = [(place.told_of, other.told_of) for _, place in mine for _, other in theirs]
    crosses = bool(pairs) and all(
        any(words & other.told_of - place.told_of for _, other in theirs) for _, place in mine
    )
    return crosses, not any(words & (own - other) for own, other in pairs)


def _words(inputs: Inputs, words: AbstractSet[str]) -> AbstractSet[str]:
    """Some words and the pages' words for them."""
    family = inputs.aligned.context.family
    return words | {form for word in sorted(words) for form in family((word, word))}
