"""Which word stands for which: IBM model 1 (Brown et al. 1993) with a diagonal prior.

The prior (Dyer et al. 2013) says that words of a translation stand in much the same order. Trained
in both directions; a pair of words stays when both make it likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from replication.vectors.pairs import Pairs

#: Words of a sentence, at most: of longer ones the words meet too many others.
LONGEST = 24
#: Occurrences of a word from which it is in the table.
LEAST = 4
#: Rounds of estimation: after five the table hardly changes.
ROUNDS = 5
#: How fast a place off the diagonal becomes unlikely (Dyer et al. found 4 to be usual).
STEEP = 4.0


@dataclass(frozen=True, slots=True)
class Entry:
    """`first` stands for `second`, as likely as `share` says (0 to 1): the geometric mean of how
    likely each is given the other."""

    first: str
    second: str
    share: float


def table(pairs: Pairs, least_share: float, most: int) -> list[Entry]:
    """The entries of at least `least_share`, at most `most` of each word, in alphabetical order."""
    kept = [
        at
        for at in range(len(pairs))
        if len(pairs.first[at]) <= LONGEST and len(pairs.second[at]) <= LONGEST
    ]
    first = [pairs.first[at] for at in kept]
    second = [pairs.second[at] for at in kept]
    sides = _vocabulary(first), _vocabulary(second)
    places, sentence_of, share_of = _meetings(first, second, sides)
    keys, at = np.unique(places, return_inverse=True)
    del places
    width = len(sides[1])
    forth = _estimated(at, len(keys), sentence_of[0], keys // width, share_of)
    back = _estimated(at, len(keys), sentence_of[1], keys % width, share_of)
    share = np.sqrt(forth * back)
    names = list(sides[0]), list(sides[1])
    found = [
        Entry(names[0][key // width], names[1][key % width], float(value))
        for key, value in zip(keys.tolist(), share.tolist(), strict=True)
        if value >= least_share
    ]
    return _pruned(found, most)


def _vocabulary(sentences: Sequence[Sequence[str]]) -> dict[str, int]:
    counts = Counter(word for sentence in sentences for word in sentence)
    usual = sorted(word for word, count in counts.items() if count >= LEAST)
    return {word: at for at, word in enumerate(usual)}


def _meetings(
    first: Sequence[Sequence[str]],
    second: Sequence[Sequence[str]],
    sides: tuple[dict[str, int], dict[str, int]],
) -> tuple[
    NDArray[np.int64], tuple[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float32]
]:  # fmt: skip
    """Every word of a sentence with every word of its translation: the pair of words, the word (by
    its running number) that each side must explain, and how near the diagonal they stand."""
    keys, ones, others, nears = [], [], [], []
    run = [0, 0]
    width = len(sides[1])
    for left, right in zip(first, second, strict=True):
        mine = [(at, sides[0][word]) for at, word in enumerate(left) if word in sides[0]]
        theirs = [(at, sides[1][word]) for at, word in enumerate(right) if word in sides[1]]
        if not mine or not theirs:
            continue
        one, other = np.array(mine), np.array(theirs)
        keys.append((one[:, 1:] * width + other[:, 1]).ravel())
        far = np.abs(one[:, :1] / len(left) - other[:, 0] / len(right))
        nears.append(np.exp(-STEEP * far).astype(np.float32).ravel())
        # given a word of `first`, those of `second` are explained, and the other way round
        number = np.arange(len(other), dtype=np.int32) + run[0]
        ones.append(np.broadcast_to(number, (len(one), len(other))).ravel())
        number = np.arange(len(one), dtype=np.int32)[:, None] + run[1]
        others.append(np.broadcast_to(number, (len(one), len(other))).ravel())
        run = [run[0] + len(other), run[1] + len(one)]
    return (
        np.concatenate(keys),
        (np.concatenate(ones), np.concatenate(others)),
        np.concatenate(nears),
    )


def _estimated(
    at: NDArray[np.int64], size: int, explained: NDArray[np.int32], given: NDArray[np.int64],
    near: NDArray[np.float32],
) -> NDArray[np.float64]:  # fmt: skip
    """How likely the second word of each pair is, given the first, by expectation-maximisation."""
    likely = np.ones(size)
    for _ in range(ROUNDS):
        shares = likely[at] * near
        shares /= np.bincount(explained, shares)[explained]
        likely = np.bincount(at, shares, minlength=size)
        likely /= np.bincount(given, likely)[given]
    return likely


def _pruned(found: Sequence[Entry], most: int) -> list[Entry]:
    """At most the `most` likeliest entries of each word of either language."""
    ranked = sorted(found, key=lambda each: (-each.share, each.first, each.second))
    taken: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    kept = []
    for each in ranked:
        if taken[0][each.first] < most or taken[1][each.second] < most:
            taken[0][each.first] += 1
            taken[1][each.second] += 1
            kept.append(each)
    return sorted(kept, key=lambda each: (each.first, each.second))
