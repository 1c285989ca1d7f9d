"""Chunks found by vectors: cosine of the question's with that of each title and text.

The vectors are anybody's (`Embedder`); `embeddings.py` has those of an address. They are made once
and kept beside the chunks as `vectors.npy`. With our own vectors of words this found no more than
words did (`replication/ama/retrieval.py`); with a model of yours it may: measure it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from truthscore.errors import InputError
from truthscore.retrieve.finder import best
from truthscore.retrieve.retriever import (
    TOP,
    ByRoles,
    Chunk,
    Found,
    check_top,
    page_starts,
    ranked,
)
from truthscore.retrieve.words import DECIMALS
from truthscore.text.pieces import WORD

#: One row of numbers for each text, all of one length.
Embedder = Callable[[Sequence[str]], NDArray[np.float32]]
#: Texts that are embedded together.
BATCH = 64
VECTORS, ABOUT = "vectors.npy", "vectors.json"


class DenseFinder:
    """Finds chunks by vectors; a `Retriever`. Threads may share it where its embedder may be."""

    def __init__(
        self, chunks: Iterable[Chunk], vectors: NDArray[np.float32], embed: Embedder
    ) -> None:
        """`vectors`: a row for each of `chunks`, in their order. Raises InputError where there are
        not as many, and for two chunks with one id."""
        given = tuple(chunks)
        if vectors.ndim != 2 or len(vectors) != len(given):
            raise InputError(f"vectors of shape {vectors.shape}; expected {len(given)} rows")
        order = sorted(range(len(given)), key=lambda at: (given[at].origin, given[at].local))
        self._chunks = tuple(given[at] for at in order)
        self._views = ByRoles(self._chunks, self._view)
        if order == list(range(len(order))) and vectors.dtype == np.float32:
            self._vectors = vectors  # as it is kept, which may be larger than memory
        else:
            self._vectors = vectors[order].astype(np.float32)
        self._embed = embed

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`: of each page its best chunk, whatever language it has. A score is
        a cosine, -1 to 1; a question without a word finds nothing.

        Raises InputError for `top` below 1 and for a vector of another length than those that are
        kept; what the embedder raises.
        """
        del lang
        check_top(top)
        view = self._views.of(roles)
        if view is None or not WORD.search(question):
            return ()
        rows, starts = view
        if not len(rows):
            return ()
        [asked] = unit_rows(self._embed([question]))
        if len(asked) != self._vectors.shape[1]:
            raise InputError(
                f"the question's vector has {len(asked)} numbers and those of the chunks "
                f"{self._vectors.shape[1]}; expected those of one model: index again"
            )
        # Each row for itself and in one order, so that no other row changes a score.
        scores = np.einsum("ij,j->i", self._vectors, asked)[rows].astype(np.float64).round(DECIMALS)
        pages = np.maximum.reduceat(scores, starts)
        found = []
        for page in best(pages, top, above=-np.inf).tolist():
            end = starts[page + 1] if page + 1 < len(starts) else len(scores)
            at = int(starts[page]) + int(scores[starts[page] : end].argmax())
            found.append(Found(chunk=self._chunks[rows[at]], score=float(scores[at])))
        return ranked(found)

    def _view(self, places: list[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows that may be seen, and which of them begin a page."""
        starts = page_starts([self._chunks[at] for at in places])
        return np.array(places, np.intp), np.array(starts, np.intp)


def told_of(chunk: Chunk) -> str:
    """What the vector of a chunk is made of: its title, headings and text, a line each."""
    return "\n".join((chunk.title, " > ".join(chunk.headings), chunk.text)).strip()


def keep(folder: str | Path, chunks: Sequence[Chunk], embed: Embedder, model: str) -> int:
    """Make the vectors of the chunks of a folder and keep them there; how many numbers each has.

    `model` is kept as well, so that questions are not asked of another one. What was there is
    replaced when all are made. Raises what the embedder raises, and InputError where nothing can be
    written.
    """
    if not chunks:
        raise InputError(f"{folder}: no chunks to make vectors of; expected one or more")
    beside, place = Path(folder, f"{VECTORS}.new"), Path(folder, ABOUT)
    try:
        shape = _made(beside, chunks, embed)
        about = {"model": model, "of": _digest(chunks), "shape": shape}
        place.unlink(missing_ok=True)  # a run that stops here leaves none rather than wrong ones
        os.replace(beside, Path(folder, VECTORS))
        place.with_suffix(".new").write_text(json.dumps(about) + "\n", "utf-8")
        os.replace(place.with_suffix(".new"), place)
    except OSError as error:
        raise InputError(f"{folder}: vectors cannot be kept there: {error.strerror}") from error
    return shape[1]


def _made(path: Path, chunks: Sequence[Chunk], embed: Embedder) -> tuple[int, int]:
    """Write the vectors, a few at a time: all of them may be larger than memory."""
    written: NDArray[np.float32] | None = None
    for at in range(0, len(chunks), BATCH):
        some = chunks[at : at + BATCH]
        rows = unit_rows(embed([told_of(each) for each in some]))
        if written is None:
            shape = (len(chunks), rows.shape[1])
            written = open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
        if rows.shape != (len(some), written.shape[1]):
            raise InputError(
                f"vectors of shape {rows.shape} for {len(some)} chunks; expected "
                f"{written.shape[1]} numbers for each"
            )
        written[at : at + len(some)] = rows
    assert isinstance(written, np.memmap)  # there is a chunk
    written.flush()
    return len(chunks), int(written.shape[1])


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row made to length 1; a row of zeros stays one."""
    wide = rows.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, None]
    made: NDArray[np.float64] = wide / np.where(lengths > 0.0, lengths, math.inf)
    return made.astype(np.float32)


def read(folder: str | Path, chunks: Sequence[Chunk], model: str) -> NDArray[np.float32]:
    """The vectors that `keep` made of these chunks, read from the file as they are asked for.

    Raises InputError where there are none, or they are of other chunks or of another model.
    """
    try:
        about: Any = json.loads(Path(folder, ABOUT).read_text("utf-8"))
        vectors = np.load(Path(folder, VECTORS), mmap_mode="r", allow_pickle=False)
        kept = (about["model"], about["of"], about["shape"])
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise InputError(
            f"{folder}: has no vectors that can be read ({error}); make them with "
            "truthscore.retrieve.dense.keep"
        ) from error
    if kept[0] != model:
        raise InputError(f"{folder}: its vectors are of model {kept[0]!r}; expected {model!r}")
    if kept[1:] != (_digest(chunks), list(vectors.shape)) or vectors.dtype != np.float32:
        raise InputError(f"{folder}: its vectors are of other chunks; make them again")
    return vectors  # type: ignore[no-any-return]


def _digest(chunks: Sequence[Chunk]) -> str:
    made = hashlib.sha256()
    for each in chunks:
        made.update(json.dumps([each.id, told_of(each)]).encode())
    return made.hexdigest()
