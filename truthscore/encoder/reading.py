"""Each statement of an answer as the encoder reads it beside the pages."""

from __future__ import annotations

import functools
import hashlib
import json
import math
from collections.abc import Callable, Sequence

from truthscore import deadline
from truthscore.encoder.model import Model
from truthscore.encoder.passages import LINE_END, Line, chosen, lines_of, plain, ranked
from truthscore.encoder.pieces import Encoded
from truthscore.text.cache import Cache

#: Languages that it was trained on: of texts in others its reading means nothing.
LANGUAGES = frozenset({"nl", "en"})
#: Pieces of passages that are chosen: each statement is read beside few lines and beside more, and
#: the mean counts. Of a page of few lines both are the same ones, which are read once.
BUDGETS = (64, 128)
#: Pieces more that are read of a line that is longer.
MORE = 20
#: Log odds at which the encoder is as sure as it can be, either way.
SURE = 5.0
#: Statements whose reading is kept.
KEPT = 20_000


class Reader:
    """Reads statements; the network is read when the first one is. Threads may share it."""

    def __init__(self, load: Callable[[], Model]) -> None:
        self._load = load
        self._odds: Cache[str, float] = Cache(KEPT)

    def not_entailed(
        self,
        question: str,
        pages: Sequence[tuple[str, str]],
        statements: Sequence[str],
        claims: Sequence[bool],
    ) -> list[float]:
        """How surely the pages do not bear each statement out: 0.0 where the log odds are -5 or
        less, 1.0 where they are 5 or more. `pages`: title and text; `claims`: which of the
        statements are read, the others have 0.5. Each is read by itself, so that no sentence
        in front of it makes it truer.

        Raises ResourceError where the network cannot be read, OverBudget when time is over.
        """
        beside = hashlib.sha256(json.dumps([question, *pages]).encode()).hexdigest()
        lines, question = [lines_of(text, title) for title, text in pages], plain(question)
        found = []
        for given, claim in zip(statements, claims, strict=True):
            deadline.check()
            statement, odds = plain(given), 0.0
            if claim:
                key = json.dumps([beside, statement])
                read = functools.partial(self._read, question, lines, statement)
                odds = self._odds.get_all([key], lambda _, read=read: [read()])[key]  # type: ignore[misc]
            found.append((max(-SURE, min(SURE, odds)) + SURE) / (2 * SURE))
        return found

    def _read(self, question: str, pages: Sequence[Sequence[Line]], statement: str) -> float:
        model = self._load()
        order = ranked(pages, question, statement)
        rows: dict[Encoded, None] = {}
        for most in BUDGETS:
            lines = chosen(pages, order, model.pieces.count, most)
            told = LINE_END.join(pages[page][line].text for page, line in lines)
            rows[model.pieces.encode(question, told, statement, most + MORE)] = None
        odds = [model.odds(row) if row.start < row.end else SURE for row in rows]
        # to a tenth: on another processor the last bits are others
        return round(math.fsum(odds) / len(odds), 1)
