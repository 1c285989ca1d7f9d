"""Which texts have the question's words: BM25 with the paper's k1 and b (A §2.2), by bm25s.

Words that nearly every text of a language has are left out, and Dutch words cut to their stems:
both found more on both halves of the questions. English stems, and stretches of letters, which find
"kopie" in "reservekopie", did so on one half alone (`replication/ama/retrieval.py`).
"""

from __future__ import annotations

import functools
import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import bm25s
import numpy as np
import Stemmer
import wordfreq
from numpy.typing import NDArray

from truthscore.text.markup import normalise
from truthscore.text.pieces import words

#: BM25's settings of the paper.
K1, B = 1.0, 0.5
#: The variant in which a word that most texts have still counts a little: with "robertson" the page
#: of a small help centre is not found by what half of its pages have.
METHOD = "lucene"
#: Words of this Zipf frequency and more say nothing of what is asked ("how", "the").
COMMON = 6.0
#: The Snowball stemmer of each language in which stems find more.
STEMMERS: Mapping[str, str] = MappingProxyType({"nl": "dutch"})
#: Scores are rounded to this many places before they are compared.
DECIMALS = 5
_local = threading.local()
#: Words whose frequency is kept.
_KEPT = 100_000


def rare(text: str, lang: str | None) -> list[str]:
    """The words of a text in small letters, the common ones of its language left out; all of them
    where that is not known."""
    return [each for each in words(normalise(text)) if not _is_common(each, lang)]


def told(text: str, lang: str | None) -> list[str]:
    """What a text is found by: its rare words, by their stems where those find more."""
    found = rare(text, lang)
    if lang is None or lang not in STEMMERS:
        return found
    stems: list[str] = _stemmer(STEMMERS[lang]).stemWords(found)
    return stems


def _stemmer(name: str) -> Any:
    """One for each thread: it keeps words, and must not be shared."""
    known: dict[str, Any] = _local.__dict__
    if name not in known:
        known[name] = Stemmer.Stemmer(name)
    return known[name]


@functools.lru_cache(maxsize=_KEPT)
def _is_common(word: str, lang: str | None) -> bool:
    return lang is not None and wordfreq.zipf_frequency(word, lang) >= COMMON


class Words:
    """The words of texts. Immutable; threads may share it."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        """`texts`: what each is found by."""
        self._known: dict[str, int] = {}
        self._rarity: NDArray[np.float64] = np.zeros(0)
        rows = [[self._known.setdefault(each, len(self._known)) for each in text] for text in texts]
        self._size = len(rows)
        self._index = None
        if self._known:
            self._index = bm25s.BM25(method=METHOD, k1=K1, b=B)
            self._index.index((rows, self._known), show_progress=False)
            texts_with = np.diff(self._index.scores["indptr"])
            self._rarity = np.log1p((self._size - texts_with + 0.5) / (texts_with + 0.5))

    def scores(self, asked: Sequence[str]) -> NDArray[np.float64]:
        """How well each text fits what is asked, from 0: it has none of it."""
        known = [self._known[each] for each in asked if each in self._known]
        if self._index is None or not known:
            return np.zeros(self._size)
        found: NDArray[np.float64] = self._index.get_scores_from_ids(known).astype(np.float64)
        return found.round(DECIMALS)

    def nearest(self, asked: Sequence[str], parts: Sequence[Sequence[str]]) -> int:
        """Which of some parts of a text fits best what is asked, of equal ones the first: BM25 with
        the rarity of words in all texts, and the length of these parts."""
        mean = sum(map(len, parts)) / len(parts) or 1.0
        wanted = [each for each in asked if each in self._known]

        def score(part: Sequence[str]) -> float:
            counts = Counter(part)
            norm = K1 * (1.0 - B + B * len(part) / mean)
            return round(
                math.fsum(
                    self._rarity[self._known[each]] * counts[each] / (counts[each] + norm)
                    for each in wanted
                ),
                DECIMALS,
            )

        return min(range(len(parts)), key=lambda at: (-score(parts[at]), at))
