"""Each statement of an answer as the encoder reads it beside the pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from truthscore import deadline
from truthscore.encoder.model import Model
from truthscore.encoder.passages import LINE_END, lines_of, passages, plain

#: Pieces of passages that are read.
MOST = 128
#: Log odds at which the encoder is as sure as it can be, either way.
SURE = 5.0
#: Statements whose reading is kept.
KEPT = 20_000


class Reader:
    """Reads statements; the network is read when the first one is. Threads may share it."""

    def __init__(self, load: Callable[[], Model]) -> None:
        self._load = load
        self._odds = lru_cache(maxsize=KEPT)(self._read)

    def not_entailed(
        self,
        question: str,
        pages: Sequence[tuple[str, str]],
        statements: Sequence[str],
        claims: Sequence[bool],
    ) -> list[float]:
        """How surely the pages do not bear each statement out: 0.0 where the log odds are -5 or
        less, 1.0 where they are 5 or more. `pages`: title and text; `statements`: in their order,
        for each is read behind the one before it; `claims`: which of them are read."""
        found, before = [], ""
        for statement, claim in zip(statements, claims, strict=True):
            deadline.check()
            odds = self._odds(question, tuple(pages), before, plain(statement)) if claim else 0.0
            found.append((max(-SURE, min(SURE, odds)) + SURE) / (2 * SURE))
            before = plain(statement)
        return found

    def _read(
        self, question: str, pages: tuple[tuple[str, str], ...], before: str, statement: str
    ) -> float:
        model = self._load()
        pieces = model.pieces
        lines = [lines_of(text, title) for title, text in pages]
        chosen = passages(lines, question, statement, pieces.count, MOST)
        told = LINE_END.join(lines[page][line].text for page, line in chosen)
        row = pieces.encode(question, told, before, statement, MOST + 20)
        # to a tenth: on another processor the last bits are others
        return round(model.odds(row), 1) if row.start < row.end else SURE
