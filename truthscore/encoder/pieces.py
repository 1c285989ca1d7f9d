"""From text to the numbers that the encoder reads.

    <s> question </s></s> passages </s></s> statement </s>

The vocabulary is e5's, cut to the pieces of Dutch and English text.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

START, END = 0, 2
#: Pieces of each part that are read.
MOST_QUESTION, MOST_STATEMENT = 40, 80
#: Texts whose pieces are kept, and the characters of one at most.
KEPT_TEXTS, LONGEST_KEPT = 20_000, 1_000


class PieceModel(Protocol):
    """A SentencePiece processor."""

    def encode(self, text: str) -> list[int]:
        """The numbers of a text's pieces."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """`ids`: the numbers of a row; `start`, `end`: where its statement stands, half-open."""

    ids: tuple[int, ...]
    start: int
    end: int


class Pieces:
    """Counts and encodes texts."""

    def __init__(self, model: PieceModel) -> None:
        self._model = model
        self._kept = lru_cache(maxsize=KEPT_TEXTS)(self._encoded)

    def _ids(self, text: str) -> tuple[int, ...]:
        return self._kept(text) if len(text) <= LONGEST_KEPT else self._encoded(text)

    def _encoded(self, text: str) -> tuple[int, ...]:
        return tuple(self._model.encode(unicodedata.normalize("NFKC", text)))

    def count(self, text: str) -> int:
        """How many pieces a text has."""
        return len(self._ids(text))

    def encode(self, question: str, passages: str, statement: str, most: int) -> Encoded:
        """A row. `most`: pieces of passages that are read."""
        ids = [START, *self._ids(question)[:MOST_QUESTION], END, END]
        ids += [*self._ids(passages)[:most], END, END]
        start = len(ids)
        ids += self._ids(statement)[:MOST_STATEMENT]
        return Encoded((*ids, END), start, len(ids))


def load_pieces(folder: Path) -> Pieces:
    """The vocabulary of a folder that `prepare` wrote."""
    import sentencepiece

    file = str(folder / "pieces.model")
    return Pieces(sentencepiece.SentencePieceProcessor(model_file=file))
