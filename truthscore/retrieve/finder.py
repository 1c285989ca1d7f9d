"""The retriever that ships: pages by their words, and of each page its best chunk.

Whole pages rank better than chunks do, and a chunk is what a model is given: pages are ranked by
all they say, and each comes with the chunk that fits best (`words.py`). Vectors of sentences,
fusion with them and weight for titles found no more (`replication/ama/retrieval.py`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from truthscore.errors import InputError
from truthscore.retrieve.retriever import TOP, Chunk, Found, check_top
from truthscore.retrieve.words import Words, rare
from truthscore.roles import named, permitted
from truthscore.text import langid

#: Sets of roles whose pages are kept ready.
READY = 32


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
        for one, two in itertools.pairwise(self._chunks):
            if one.id == two.id:
                raise InputError(f"chunk {one.id!r} is there twice; expected an id for each")
        self._roles = named(self._chunks)
        self._lock = Lock()
        self._ready = functools.lru_cache(maxsize=READY)(self._parts)

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`: of each page its best chunk. A question of which no page has a
        word finds nothing. Raises InputError for `top` below 1."""
        check_top(top)
        mine = None if roles is None else self._roles.intersection(roles)
        if roles and not mine:
            return ()  # not even what everybody may see: a misspelt role is no guest
        with self._lock:  # the same parts are not made twice
            parts = self._ready(mine)
        asked = langid.code(lang) or langid.identify(question)
        found = [
            each for code, part in parts for each in self._of(part, question, asked, code, top)
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda each: (-each.score, each.chunk.id))[:top])

    def _parts(self, roles: frozenset[str] | None) -> tuple[tuple[str | None, _Part], ...]:
        """What is made of the chunks that roles may see, by language."""
        parts: dict[str | None, list[Chunk]] = {}
        for each in self._chunks:
            if roles is None or permitted(each, roles):
                parts.setdefault(each.lang, []).append(each)
        codes = sorted(parts, key=lambda code: code or "")
        return tuple((code, self._part(tuple(parts[code]), code)) for code in codes)

    def _part(self, chunks: tuple[Chunk, ...], code: str | None) -> _Part:
        starts = [
            at for at, each in enumerate(chunks) if not at or chunks[at - 1].origin != each.origin
        ]
        edges = [*starts, len(chunks)]

        def whole() -> Iterator[list[str]]:
            for start, end in itertools.pairwise(edges):
                title = chunks[start].title
                if title in chunks[start].text:
                    title = ""  # most pages begin with it
                said = (rare(each.text, code) for each in chunks[start:end])
                yield [*rare(title, code), *itertools.chain.from_iterable(said)]

        return _Part(chunks, np.array(edges, np.int64), Words(whole(), code))

    def _of(
        self, part: _Part, question: str, asked: str | None, code: str | None, top: int
    ) -> list[Found]:
        wanted = rare(question, asked)
        scores = part.pages.scores(wanted, asked)
        found = []
        for page in _best(scores, top).tolist():
            start, end = part.starts[page : page + 2].tolist()
            texts = (rare(each.text, code) for each in part.chunks[start:end])
            at = part.pages.nearest(wanted, list(texts), asked) if end - start > 1 else 0
            chunk = part.chunks[start + at]
            found.append(Found(chunk=chunk, score=float(scores[page])))
        return found


def _best(scores: NDArray[np.float64], top: int) -> NDArray[np.intp]:
    """The places of the `top` best scores above 0, the best first, of equal ones the first."""
    least = np.partition(scores, -top)[-top] if top < len(scores) else 0.0
    among = np.flatnonzero((scores >= least) & (scores > 0.0))
    return among[np.argsort(-scores[among], kind="stable")[:top]]
