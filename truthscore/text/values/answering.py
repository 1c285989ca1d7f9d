"""What a value of a page answers to the value of a question: "Can I return it within 60 days?"

Only where one value stands against one: of the same kind, of numbers with the same noun behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from truthscore.language import LanguagePack
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.values.bounds import BEHIND, bound_of
from truthscore.text.values.value import MEASURES, TIME, Value, same_measure

#: Kinds of values of which one is more or less than another.
COMPARED = frozenset({"number", "amount", "percent", "quantity"})
#: Bounds of what may be less, and of what may be more.
_AT_MOST = frozenset({"most", "under", "within"})
_AT_LEAST = frozenset({"least", "over", "after"})
#: The phrases behind a value that is counted back from a moment.
AHEAD = "ahead"
#: The unit of an age, which is told without one: "I am 16".
AGE = "year"

Bounds = Mapping[str, Sequence[str]]


def bounds_of(language: LanguagePack) -> Bounds:
    """What a value may bound, and until when or from when on, with the phrases that say so."""
    return {**language.values["bounds"], **language.values["deadlines"]}


def rivals_of(
    question: ParsedText, asked: Value, page: ParsedText, told: Sequence[Value]
) -> list[Value]:
    """Those among the values of a sentence that may stand for the one asked about, whose kind is
    among `COMPARED`."""
    alike = [
        each
        for each in told
        if each.kind == asked.kind
        and same_measure(asked, each)
        and (asked.kind != "number" or _counts_alike(question, asked, page, each))
    ]
    if alike or asked.kind != "number" or _noun_behind(question, asked):
        return alike
    return [each for each in told if each.kind == "quantity" and each.unit == AGE]  # "I am 16"


def answers(
    question: ParsedText, asked: Value, page: ParsedText, told: Value, bounds: Bounds, *, may: bool
) -> bool | None:
    """Whether a page with the value `told` says yes to a question with the value `asked`; None
    where the two do not tell. `may`: the question is whether something is allowed, which a bound on
    the page allows up to there."""
    how, ahead = bound_and_ahead(question, asked, bounds)
    bound, until = bound_and_ahead(page, told, bounds)
    if ahead != until:
        return None  # "within 2 days", "up to 2 days before it begins"
    mine, theirs = _size(asked if asked.unit else replace(asked, unit=told.unit)), _size(told)
    if bound in _AT_MOST:
        outside = mine > theirs or (bound == "under" and mine == theirs)
        outside = outside or (how in _AT_LEAST and mine == theirs)
        if how in _AT_MOST and not may:  # what comes within 14 days, comes within 20
            return True if mine >= theirs else None
        inside = may and how not in _AT_LEAST
    elif bound in _AT_LEAST:
        outside = mine < theirs or (bound == "over" and mine == theirs)
        inside = may and how not in _AT_MOST
    else:
        return _exactly(how, mine, theirs)
    if outside:
        return False
    return True if inside else None


def bound_and_ahead(parsed: ParsedText, value: Value, bounds: Bounds) -> tuple[str | None, bool]:
    """What a value bounds (a name among `bounds`, None for nothing), and whether it is counted back
    from a moment: who may cancel up to 2 days before it begins has 2 days at least."""
    bound = bound_of(parsed, value, {name: bounds[name] for name in bounds if name != AHEAD})
    behind = f" {' '.join(parsed.lowers[value.tokens[1] : value.tokens[1] + BEHIND])} "
    ahead = any(behind.startswith(f" {phrase} ") for phrase in bounds[AHEAD])
    return ("least" if ahead and bound in _AT_MOST else bound), ahead


def _exactly(how: str | None, mine: Decimal, theirs: Decimal) -> bool:
    """Whether what is exactly `theirs` is as the question bounds it."""
    if how in ("most", "within"):
        return theirs <= mine
    if how == "under":
        return theirs < mine
    if how == "least":
        return theirs >= mine
    return theirs > mine if how in _AT_LEAST else theirs == mine


def _size(value: Value) -> Decimal:
    measure, size = MEASURES.get(value.unit or "", ("", 1))
    return Decimal(value.number) * size * TIME.get(measure, 1)


def _counts_alike(question: ParsedText, asked: Value, page: ParsedText, told: Value) -> bool:
    """Whether two bare numbers have the same noun behind them."""
    return not _noun_behind(question, asked).isdisjoint(_noun_behind(page, told))


def _noun_behind(parsed: ParsedText, value: Value) -> frozenset[str]:
    behind = value.tokens[1]
    if behind < len(parsed.lowers) and parsed.pos[behind] in NOUNS:
        return frozenset(parsed.words_at((behind,)))
    return frozenset()
