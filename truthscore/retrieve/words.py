"""Which texts have the question's words: BM25 with the paper's k1 and b (A §2.2), by bm25s.

Words are cut into overlapping stretches of letters, so that "reservekopie" is found by "kopie" and
"ordering" by "orders": on questions that were written in other words than the page's this found
more than whole words (`replication/ama/retrieval.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import wordfreq
from numpy.typing import NDArray

from truthscore.errors import InputError, install_hint
from truthscore.text.markup import normalise
from truthscore.text.pieces import words

#: BM25's settings of the paper.
K1, B = 1.0, 0.5
#: The variant in which a word that most texts have still counts a little: with "robertson" the page
#: of a small help centre is not found by what half of its pages have.
METHOD = "lucene"
#: Letters of a stretch, with a sign for the edge of a word among them. Of 4 and 5 this one found
#: more on the half of the questions that may be read.
LETTERS = 5
_EDGE = "_"
#: Words of this Zipf frequency and more say nothing of what is asked ("how", "the"). Of 5.5 and 6.0
#: this one found more on the same half.
COMMON = 6.0
#: Words whose frequency is kept.
_KEPT = 100_000


def told(text: str, lang: str | None, letters: int | None = LETTERS) -> list[str]:
    """What a text is found by: the stretches of its words, the common ones of its language left
    out; whole words where `letters` is None."""
    kept = [each for each in words(normalise(text)) if not _is_common(each, lang)]
    return kept if letters is None else [part for each in kept for part in _parts(each, letters)]


def _parts(word: str, letters: int) -> Iterator[str]:
    edged = f"{_EDGE}{word}{_EDGE}"
    return (edged[at : at + letters] for at in range(max(1, len(edged) - letters + 1)))


@functools.lru_cache(maxsize=_KEPT)
def _is_common(word: str, lang: str | None) -> bool:
    return lang is not None and wordfreq.zipf_frequency(word, lang) >= COMMON


class Words:
    """The words of texts. Immutable; threads may share it."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        """`texts`: what each is found by. Raises InputError without the extra `retrieval`."""
        try:
            import bm25s
        except ImportError as error:
            raise InputError(
                f"chunks are found by their words with bm25s: {install_hint('retrieval')}"
            ) from error
        self._known: dict[str, int] = {}
        rows = [[self._known.setdefault(each, len(self._known)) for each in text] for text in texts]
        self._size = len(rows)
        self._index = None
        if self._known:
            self._index = bm25s.BM25(method=METHOD, k1=K1, b=B)
            self._index.index((rows, self._known), show_progress=False)

    def scores(self, asked: Sequence[str]) -> NDArray[np.float32]:
        """How well each text fits what is asked, from 0: it has none of it."""
        known = [self._known[each] for each in asked if each in self._known]
        if self._index is None or not known:
            return np.zeros(self._size, np.float32)
        found: NDArray[np.float32] = self._index.get_scores_from_ids(known)
        return found
