"""The retriever that ships: pages by their words, and of each page its best chunk.

Whole pages rank better than chunks do, and a chunk is what a model is given: pages are ranked by
all they say, and each comes with the chunk that fits best. A question in another language than a
page's is asked in the words that stand for its own (`text/vectors.py`). Vectors of sentences,
fusion with them and weight for titles found no more and are left out
(`replication/ama/retrieval.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truthscore import resources
from truthscore.retrieve.retriever import (
    TOP,
    ByRoles,
    Chunk,
    Found,
    check_top,
    page_starts,
    ranked,
)
from truthscore.retrieve.words import DECIMALS, Words, rare, told
from truthscore.text import langid, vectors
from truthscore.text.markup import normalise
from truthscore.text.pieces import words

#: Words of the other language that a word is asked in, the likeliest first.
TRANSLATED = 3


@dataclass(frozen=True, slots=True)
class _Part:
    """The chunks of one language: `starts` has the place of the first chunk of each page, and one
    more at the end."""

    chunks: tuple[Chunk, ...]
    starts: NDArray[np.int64]
    pages: Words


class Finder:
    """Finds chunks; a `Retriever`. Immutable; threads may share it."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        """Raises InputError for two chunks with one id."""
        self._chunks = tuple(sorted(chunks, key=lambda each: (each.origin, each.local)))
        self._views = ByRoles(self._chunks, self._view)

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`: of each page its best chunk. A question of which no page has a
        word finds nothing. Raises InputError for `top` below 1."""
        check_top(top)
        view = self._views.of(roles)
        if view is None:
            return ()
        asked = langid.code(lang) or langid.identify(question)
        return ranked(
            (each for code, part in view for each in self._of(part, question, asked, code, top)),
            top,
        )

    def _view(self, places: list[int]) -> tuple[tuple[str | None, _Part], ...]:
        parts: dict[str | None, list[Chunk]] = {}
        for at in places:
            parts.setdefault(self._chunks[at].lang, []).append(self._chunks[at])
        codes = sorted(parts, key=lambda code: code or "")
        return tuple((code, self._part(tuple(parts[code]), code)) for code in codes)

    def _part(self, chunks: tuple[Chunk, ...], code: str | None) -> _Part:
        edges = [*page_starts(chunks), len(chunks)]

        def whole() -> Iterator[list[str]]:
            for start, end in itertools.pairwise(edges):
                title = chunks[start].title
                if title in chunks[start].text:
                    title = ""  # most pages begin with it
                said = (told(each.text, code) for each in chunks[start:end])
                yield [*told(title, code), *itertools.chain.from_iterable(said)]

        return _Part(chunks, np.array(edges, np.int64), Words(whole()))

    def _of(
        self, part: _Part, question: str, asked: str | None, code: str | None, top: int
    ) -> list[Found]:
        wanted = told(in_language(question, asked, code), code)
        raw = part.pages.scores(wanted).astype(np.float64)
        scores: NDArray[np.float64] = np.round(raw, DECIMALS)
        found = []
        for page in best(scores, top).tolist():
            start, end = part.starts[page : page + 2].tolist()
            chunk = part.chunks[start + self._nearest(part, start, end, wanted, code)]
            found.append(Found(chunk=chunk, score=float(scores[page])))
        return found

    def _nearest(
        self, part: _Part, start: int, end: int, wanted: list[str], code: str | None
    ) -> int:
        """Which of the chunks of a page fits best, of equal ones the first; their words are read
        when they are asked for, for an index of all chunks costs as much as that of all pages."""
        if end - start == 1:
            return 0
        texts = [told(each.text, code) for each in part.chunks[start:end]]
        return part.pages.nearest(wanted, texts)


def best(scores: NDArray[np.float64], top: int, above: float = 0.0) -> NDArray[np.intp]:
    """The places of the `top` best scores above one, the best first, of equal ones the first."""
    least = np.partition(scores, -top)[-top] if top < len(scores) else above
    among = np.flatnonzero((scores >= least) & (scores > above))
    return among[np.argsort(-scores[among], kind="stable")[:top]]


def in_language(question: str, asked: str | None, code: str | None) -> str:
    """A question in the words of another language; as it is where no table has the two."""
    if asked is None or code is None or asked == code or code not in resources.languages():
        return question
    joint = vectors.load(asked, code)
    if joint is None:
        return question
    side = joint.sides[asked]
    return " ".join(
        other
        for word in words(normalise(question)) if rare(word, asked)
        for other in ([each for each, _ in side.of(word)[:TRANSLATED]] or [word])
    )  # fmt: skip
