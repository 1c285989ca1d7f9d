"""Message types: detected against what people say (paper, Table 3), and people among themselves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from truthscore.types import MESSAGE_TYPES

#: The types the paper scores; "is one of these" is the question that decides who gets a score.
SCORED_TYPES = ("instruction", "binary")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRow:
    """One class against the rest.

    `mean_of_both` is the mean of precision and recall: what the paper's Table 3 prints as
    "accuracy" per class. `accuracy` is real one-against-rest accuracy. None: nothing to divide by.
    """

    name: str
    n: int
    precision: float | None
    recall: float | None
    f1: float | None
    accuracy: float
    mean_of_both: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """Detection against people: `confusion[i][j]` = rows of type i detected as type j.

    `whole`: the types together, each counting by its rows (the paper's row "all"): its recall is
    the accuracy.
    """

    n: int
    accuracy: float
    confusion: tuple[tuple[int, ...], ...]
    classes: tuple[ClassRow, ...]
    scored: ClassRow
    whole: ClassRow


def classify(gold: Sequence[str], found: Sequence[str]) -> Classification | None:
    """Figures per message type and for "binary or instruction"; None without rows."""
    if not gold:
        return None
    counts = Counter(zip(gold, found, strict=True))
    accuracy = sum(g == f for g, f in zip(gold, found, strict=True)) / len(gold)
    classes = tuple(_one(name, (name,), gold, found) for name in MESSAGE_TYPES)
    return Classification(
        n=len(gold),
        accuracy=accuracy,
        confusion=tuple(tuple(counts[g, f] for f in MESSAGE_TYPES) for g in MESSAGE_TYPES),
        classes=classes,
        scored=_one("binary or instruction", SCORED_TYPES, gold, found),
        whole=_weighted(classes, accuracy),
    )


def _weighted(classes: Sequence[ClassRow], accuracy: float) -> ClassRow:
    """The mean over the classes by their rows; what has nothing to divide by counts 0."""
    n = sum(row.n for row in classes)
    precision, recall, f1 = (
        math.fsum(row.n * (getattr(row, name) or 0.0) for row in classes) / n
        for name in ("precision", "recall", "f1")
    )
    return ClassRow(
        name="all",
        n=n,
        precision=precision,
        recall=recall,
        f1=f1,
        accuracy=accuracy,
        mean_of_both=(precision + recall) / 2,
    )


def _one(name: str, types: Sequence[str], gold: Sequence[str], found: Sequence[str]) -> ClassRow:
    pairs = [(g in types, f in types) for g, f in zip(gold, found, strict=True)]
    hits = sum(g and f for g, f in pairs)
    wanted, given = sum(g for g, _ in pairs), sum(f for _, f in pairs)
    precision = hits / given if given else None
    recall = hits / wanted if wanted else None
    f1 = 2 * hits / (wanted + given) if wanted + given else None
    both = None if precision is None or recall is None else (precision + recall) / 2
    return ClassRow(
        name=name,
        n=wanted,
        precision=precision,
        recall=recall,
        f1=f1,
        accuracy=sum(g == f for g, f in pairs) / len(pairs),
        mean_of_both=both,
    )


def kappa(
    first: Sequence[Any],
    second: Sequence[Any],
    *,
    weights: Literal["none", "quadratic"] = "none",
) -> float | None:
    """Cohen's kappa of two annotators (McHugh 2012); weighted for stars.

    None when agreement by chance is certain (both used one and the same label) or without rows.
    Weighted kappa orders labels by value.
    """
    labels: list[Any] = sorted({*first, *second})
    if not first or len(labels) < 2:
        return None
    place = {label: number for number, label in enumerate(labels)}
    observed = np.zeros((len(labels), len(labels)))
    for a, b in zip(first, second, strict=True):
        observed[place[a], place[b]] += 1
    observed /= observed.sum()
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0))
    if weights == "none":
        distance = 1.0 - np.eye(len(labels))
    else:
        steps = np.arange(len(labels), dtype=float)
        distance = (steps[:, None] - steps[None, :]) ** 2
    chance = float((distance * expected).sum())
    return 1.0 - float((distance * observed).sum()) / chance if chance else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """Two annotators over the `n` rows that both labelled: kappa (None as in `kappa`), and how many
    rows have the same label (`equal`)."""

    first: str
    second: str
    kappa: float | None
    n: int
    equal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Kappa of all pairs of annotators who share rows: their mean, weighted by shared rows.

    `equal`: share of the labels of pairs that are the same (the paper's 91 %). `n`: rows that two
    or more annotators labelled.
    """

    kappa: float | None
    equal: float
    n: int
    annotators: int
    pairs: tuple[PairAgreement, ...]


def agreement(
    rows: Sequence[Mapping[str, Any]],
    *,
    weights: Literal["none", "quadratic"] = "none",
) -> Agreement | None:
    """Agreement of annotators; each row maps those who labelled it to their label.

    Annotators may each have seen another part of the rows, as in the paper (§4.4.1, three
    developers with a random part each). None where no two share a row.
    """
    names = sorted({name for row in rows for name in row})
    pairs = []
    for first, second in combinations(names, 2):
        shared = [(row[first], row[second]) for row in rows if first in row and second in row]
        if shared:
            found = kappa(*zip(*shared, strict=True), weights=weights)
            same = sum(one == other for one, other in shared)
            pairs.append(
                PairAgreement(first=first, second=second, kappa=found, n=len(shared), equal=same)
            )
    if not pairs:
        return None
    known = [(pair.kappa, pair.n) for pair in pairs if pair.kappa is not None]
    total = sum(n for _, n in known)
    return Agreement(
        kappa=math.fsum(value * n for value, n in known) / total if total else None,
        equal=sum(pair.equal for pair in pairs) / sum(pair.n for pair in pairs),
        n=sum(len(row) > 1 for row in rows),
        annotators=len(names),
        pairs=tuple(pairs),
    )


def in_scope(rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, bool]]:
    """Labels of message types as labels of "binary or instruction", which decides who is scored
    (§4.4.1 gives agreement on both)."""
    return [{name: label in SCORED_TYPES for name, label in row.items()} for row in rows]
