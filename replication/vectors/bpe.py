"""A list of word pieces by byte-pair encoding (Sennrich et al. 2016), over both languages at once.

Deterministic: of equal pairs the one that comes first in the alphabet is joined.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from truthscore.text.pieces import BEGINS


def learned(sentences: Iterable[Sequence[str]], size: int, least: int) -> list[str]:
    """At most `size` pieces: all letters of words that occur `least` times, then what joins most.

    Where a pair occurs fewer than `least` times nothing more is joined.
    """
    counts = Counter(word for sentence in sentences for word in sentence)
    known = sorted((word, count) for word, count in counts.items() if count >= least)
    spelled = [[BEGINS + word[0], *word[1:]] for word, _ in known]
    times = [count for _, count in known]
    pieces = dict.fromkeys(sorted({piece for word in spelled for piece in word} | {BEGINS}))

    pairs: Counter[tuple[str, str]] = Counter()
    places: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for at, word in enumerate(spelled):
        for pair in pairwise(word):
            pairs[pair] += times[at]
            places[pair].add(at)
    waiting = [(-count, pair) for pair, count in pairs.items()]
    heapq.heapify(waiting)
    while waiting and len(pieces) < size:
        count, pair = heapq.heappop(waiting)
        if -count != pairs[pair]:
            if pairs[pair] >= least:
                heapq.heappush(waiting, (-pairs[pair], pair))
            continue
        if -count < least:
            break
        joined = pair[0] + pair[1]
        pieces[joined] = None
        changed: set[tuple[str, str]] = set()
        for at in sorted(places.pop(pair)):
            changed |= _join(spelled[at], pair, joined, times[at], at, pairs, places)
        pairs[pair] = 0
        for each in sorted(changed):
            if pairs[each] >= least:
                heapq.heappush(waiting, (-pairs[each], each))
    return list(pieces)


def _join(
    word: list[str], pair: tuple[str, str], joined: str, count: int, at: int,
    pairs: Counter[tuple[str, str]], places: defaultdict[tuple[str, str], set[int]],
) -> set[tuple[str, str]]:  # fmt: skip
    """Join `pair` wherever it stands in `word`; the pairs that now occur more often."""
    for each in pairwise(word):
        pairs[each] -= count
    before = set(pairwise(word))
    made: list[str] = []
    for piece in word:
        if made and (made[-1], piece) == pair:
            made[-1] = joined
        else:
            made.append(piece)
    word[:] = made
    after = set(pairwise(word))
    for each in pairwise(word):
        pairs[each] += count
    for each in after - before:
        places[each].add(at)
    for each in before - after - {pair}:
        places[each].discard(at)
    return after - before
