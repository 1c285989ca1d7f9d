"""Which texts have the question's words: BM25 with the paper's k1 and b (A §2.2).

Words that nearly every text of a language has are left out, and Dutch words cut to their stems:
both found more on both halves of the questions. English stems, and stretches of letters, which find
"kopie" in "reservekopie", did so on one half alone (`replication/ama/retrieval.py`).
"""

from __future__ import annotations

import functools
import itertools
import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import Stemmer
import wordfreq
from numpy.typing import NDArray
from scipy import sparse

from truthscore.text.markup import normalise
from truthscore.text.pieces import words

#: BM25's settings of the paper.
K1, B = 1.0, 0.5
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
        rows = [[self._known.setdefault(each, len(self._known)) for each in text] for text in texts]
        lengths = np.array([len(each) for each in rows], np.int64)
        self._size = len(rows)
        words_ = np.fromiter(itertools.chain.from_iterable(rows), np.int64, int(lengths.sum()))
        places = (np.repeat(np.arange(self._size), lengths), words_)
        counts = sparse.coo_array(
            (np.ones(len(words_)), places), (self._size, len(self._known))
        ).tocsc()  # adds up what stands twice
        norms = K1 * (1.0 - B + B * lengths / max(float(lengths.mean()) if rows else 0.0, 1.0))
        texts_with = np.diff(counts.indptr)
        # As Lucene has it: a word that most texts have still counts a little, or the page of a
        # small help centre is not found by what half of its pages have.
        self._rarity = np.log1p((self._size - texts_with + 0.5) / (texts_with + 0.5))
        self._starts, self._texts = counts.indptr, counts.indices
        self._worth = (
            np.repeat(self._rarity, texts_with) * counts.data / (counts.data + norms[self._texts])
        )

    def scores(self, asked: Sequence[str]) -> NDArray[np.float64]:
        """How well each text fits what is asked, from 0: it has none of it."""
        found = np.zeros(self._size)
        for word in asked:
            at = self._known.get(word)
            if at is not None:
                mine = slice(*self._starts[at : at + 2].tolist())
                found[self._texts[mine]] += self._worth[mine]
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
