"""The value of the thing beside the one that was asked about: the wrong row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import (
    NAME,
    asked_values,
    counted,
    holds,
    said_values,
)
from truthscore.features.numbers.places import NAMING, Placed, titling
from truthscore.text.alignment import Unit
from truthscore.text.clauses import limits
from truthscore.text.labels import Labelled
from truthscore.text.model import NOUNS, ParsedText, is_word
from truthscore.text.values.value import Value, same_measure, same_number
from truthscore.types import Span

#: Parts of speech before a number that stands alone: "the large *hall* 6"; a pipeline takes some
#: of them for adjectives and verbs.
_NAMED = NOUNS | {"ADJ", "VERB"}
#: Kinds of two values of which one leaves out what both measure.
_ELLIPTIC = ({"number", "quantity"}, {"number", "amount"}, {"number", "percent"})


@dataclass(frozen=True, slots=True)
class Index:
    """The values of a page, and its rows with a label."""

    values: tuple[Placed, ...]
    rows: tuple[Labelled, ...]


def of_another_row(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The value that the page has of what was asked, where the answer took that of the thing
    beside it: the wrong row of a table, "the grey bin" of two.

    Each place with the answer's value must be such a row or part: another one with a value of the
    same kind is told of all that question and answer name of this one, and of more.
    """
    if not inputs.language.switched.switching.isdisjoint(inputs.question.lowers):
        return None
    own = said_values(inputs)
    found: Span | None = None
    for indexed in inputs.documents:
        index: Sequence[Placed] = indexed.indexes[NAME].values
        page = indexed.document.parsed
        for here in index:
            if not holds(value, here.value):
                continue
            beside = [
                each
                for each in index
                if each.among == here.among
                and each.part != here.part
                and _comparable(inputs, (page, each), (page, here))
                and not any(
                    holds(mine, each.value)
                    if mine.kind == value.kind
                    else _is_alone(inputs, mine, each.value)
                    for mine in own
                )
            ]
            if not beside and not _named(inputs, value, unit, here.told_of):
                continue  # told of nothing that is spoken of: a test "is free", too
            if not beside:
                return None
            told_of = [here.told_of, *(each.told_of for each in beside)]
            shared = _named(inputs, value, unit, frozenset().union(*told_of))
            rivals = [
                each
                for each in beside
                if here.told_of & shared < each.told_of & shared
                and not _told_elsewhere(inputs, unit, (each.told_of - here.told_of) & shared)
            ]
            if not rivals:
                return None
            if found is None:
                best = max(rivals, key=lambda each: len(each.told_of & shared)).value
                found = Span(source=indexed.document.source, start=best.start, end=best.end)
    return found


def _is_alone(inputs: Inputs, mine: Value, other: Value) -> bool:
    """Whether a value of the answer is the number of one of the page, without its unit: "2 days for
    this, *4* for that"."""
    alone = mine.kind == "number" and not counted(inputs.answer, mine, inputs)
    return alone and same_number(mine, other)


def _told_elsewhere(inputs: Inputs, unit: Unit, words: frozenset[str]) -> bool:
    """Whether the unit tells of something else than those words: other sentences of the answer name
    some of them, and it has none, or also a noun that no page has."""
    here = inputs.words_there(inputs.answer, unit.content)
    others = (
        inputs.words_there(inputs.answer, each.content)
        for each in inputs.aligned.units
        if each is not unit
    )
    elsewhere = words & frozenset().union(*others) - here
    answer, family = inputs.answer, inputs.aligned.context.family
    unknown = any(
        answer.pos[t] in NOUNS and not family((answer.lowers[t], answer.lemmas[t]))
        for t in unit.content
    )
    return bool(elsewhere) and (unknown or not here & words)


def _comparable(
    inputs: Inputs, one: tuple[ParsedText, Placed], two: tuple[ParsedText, Placed]
) -> bool:
    """Whether a value of a page may be taken for another one: "om de week", "elke dinsdag".

    Bare numbers of a sentence need the same word before or behind them: "from 9", "3 users".
    """
    left, right = one[1].value, two[1].value
    often = (each.kind == "frequency" or each.unit == "week" for each in (left, right))
    if {left.kind, right.kind} == {"frequency", "weekday"}:
        return all(often)
    before = {page.lowers[max(0, placed.value.tokens[0] - 1)] for page, placed in (one, two)}
    led = len(before) == 1 and all(map(is_word, before))
    alone = [_stands_alone(page, placed.value, led=led) for page, placed in (one, two)]
    if one[1].among >= 0 and any(alone) and {left.kind, right.kind} in _ELLIPTIC:
        return True  # "books within 30 days and DVDs within 7"
    if left.kind != right.kind or not same_measure(left, right):
        return False
    if left.kind != "number" or one[1].among < 0:
        return True
    behind = [counted(page, placed.value, inputs) for page, placed in (one, two)]
    if any(alone):
        return True  # "the small hall has 2 seats, the large one 6"
    return led or bool(behind[0] & behind[1])


def _stands_alone(page: ParsedText, value: Value, *, led: bool) -> bool:
    """Whether nothing stands behind a number that it may count, and before it what it is told of,
    or (`led`) the same word as before another one."""
    before, after = value.tokens[0] - 1, value.tokens[1]
    ends = page.pos[after : after + 1] in ((), ("PUNCT",))
    told = page.pos[before] in _NAMED and not page.lowers[before][:1].isdigit()
    return value.kind == "number" and ends and (led or told)


def _inside(value: Value, unit: Unit) -> bool:
    return unit.tokens[0] <= value.tokens[0] < unit.tokens[1]


def _named(inputs: Inputs, value: Value, unit: Unit, words: frozenset[str]) -> frozenset[str]:
    """Which of a page's words the question or the statement names; words that only count as one of
    them ("incassodatum" for "datum") where none of them is that word. What is told behind "unless"
    is not told of the value before it."""
    asked, answer = inputs.question, inputs.answer
    taken = {t for each in said_values(inputs) for t in range(*each.tokens)}
    for token in limits(answer, value.tokens[1], unit.tokens[1], inputs.language):
        if answer.lowers[token] in inputs.language.clause_words:
            taken.update(range(token, unit.tokens[1]))
    said = [
        *((asked.lowers[t], asked.lemmas[t]) for t, stop in enumerate(asked.stops) if not stop),
        *((answer.lowers[t], answer.lemmas[t]) for t in unit.content if t not in taken),
    ]
    own = (each for each in said_values(inputs) if each.kind in NAMING or _inside(each, unit))
    found = {
        name
        for each in (*asked_values(inputs), *own)
        if each is not value
        for name in titling(each)
    } & words
    for word in said:
        exact = words.intersection(word)
        found |= exact or words.intersection(inputs.aligned.context.family(word))
    return frozenset(found)
