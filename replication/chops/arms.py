"""What an arm of a chatbot costs and how often it is right, from the lines of a log.

One line is one call of a model: `{set, correct, chars_in, chars_out, model}`, with the `id` of its
question where several calls make one answer. Cost is that of Shi et al. 2024 (CHOPS, §7.2):
characters in and out by their prices, relative to another arm; tokens are about proportional to
characters, and the same for models of one family.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scipy.stats import binomtest

from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate.compare import mcnemar

#: Below this many questions no share and no interval is given: they would mean nothing.
MIN_ROWS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a model. `correct`: whether the answer it belongs to is right; None where
    another line of the question says so. `id`: its question; "" for calls of the whole set."""

    set: str
    model: str
    chars_in: int
    chars_out: int
    correct: bool | None = None
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Of a million tokens, in any currency."""

    given: float
    made: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Right answers of a set, with the 95 % Wilson interval of their share."""

    right: int
    n: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Right of all."""
        return self.right / self.n


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Two arms on the same questions: right in one of them only, and the exact McNemar p.

    It is None where they differ nowhere.
    """

    only_first: int
    only_second: int
    n: int
    p: float | None


def answered(calls: Iterable[Call], name: str) -> dict[str, bool]:
    """Of each question of the set `name` whether it was answered rightly.

    Raises InputError for fewer than `MIN_ROWS` questions.
    """
    found: dict[str, bool] = {}
    for each in calls:
        if each.set == name and each.correct is not None:
            found[each.id] = each.correct
    if len(found) < MIN_ROWS:
        raise InputError(
            f"set {name!r} has {len(found)} answers that are judged; expected {MIN_ROWS} or more: "
            "a share of fewer says nothing"
        )
    return found


def accuracy(given: Mapping[str, bool]) -> Accuracy:
    """The share of right answers, with its interval."""
    right, n = sum(given.values()), len(given)
    low, high = wilson(right, n)
    return Accuracy(right=right, n=n, low=low, high=high)


def wilson(right: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share, 0 to 1. Raises ValueError for n = 0."""
    between = binomtest(right, n).proportion_ci(method="wilson")
    return float(between.low), float(between.high)


def paired(one: Mapping[str, bool], other: Mapping[str, bool]) -> Paired:
    """Two arms, question by question. Raises InputError when they answered other questions."""
    odd = sorted(one.keys() ^ other.keys())
    if odd:
        raise InputError(
            f"the arms answered different questions: {len(odd)} are in one of them only, the first "
            f"{odd[0]!r}; expected the same ids in both"
        )
    first = sum(one[each] and not other[each] for each in one)
    second = sum(other[each] and not one[each] for each in one)
    return Paired(only_first=first, only_second=second, n=len(one), p=mcnemar(first, second))


def characters(calls: Sequence[Call], questions: int) -> dict[str, tuple[float, float]]:
    """Characters in and out per question, by model. Raises InputError for too few questions."""
    if questions < MIN_ROWS:
        raise InputError(f"{questions} questions; expected {MIN_ROWS} or more")
    sums: dict[str, tuple[int, int]] = {}
    for each in calls:
        given, made = sums.get(each.model, (0, 0))
        sums[each.model] = given + each.chars_in, made + each.chars_out
    return {
        model: (given / questions, made / questions)
        for model, (given, made) in sorted(sums.items())
        if given or made
    }


def price(used: Mapping[str, tuple[float, float]], prices: Mapping[str, Price]) -> float:
    """What so many characters cost, as if each were a token. Raises InputError without a price."""
    for model in used:
        if model not in prices:
            raise InputError(
                f"model {model!r} has no price{did_you_mean(model, prices)} (prices: "
                f"{', '.join(sorted(prices)) or 'none'}); add what a million tokens of it cost"
            )
    return math.fsum(
        (given * prices[model].given + made * prices[model].made) / 1_000_000
        for model, (given, made) in used.items()
    )
