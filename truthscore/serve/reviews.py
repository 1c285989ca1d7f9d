"""Answers that were not sent, kept until a person has looked at them or their time is over.

One SQLite file that all workers share. Who takes an answer holds it alone, for a while; what was
decided about it is kept as long as the answer is, so that the backend can ask.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from truthscore.types import Action, Example, Verdict
from truthscore.verdict_line import from_dict, to_dict

#: Answers and bytes of them that are kept; beyond them the oldest goes, those first that are done.
MOST, MOST_BYTES = 1_000, 200_000_000
#: Seconds for which who takes an answer holds it: more than reading two pages takes, and little
#: enough that one who goes home keeps nobody waiting for long.
HOLD_SECONDS = 900.0
#: Seconds that a check waits for another worker that is writing.
BUSY_SECONDS = 1.0
_DAY = 86_400.0

#: What becomes of an answer.
WAITING, SENT, CORRECTED, REFUSED = "waiting", "sent", "corrected", "refused"
DONE = (SENT, CORRECTED, REFUSED)

_TABLE = """
CREATE TABLE IF NOT EXISTS reviews (
    id TEXT PRIMARY KEY,
    at REAL NOT NULL,
    size INTEGER NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    holder TEXT,
    until REAL NOT NULL DEFAULT 0,
    answer TEXT,
    note TEXT NOT NULL DEFAULT '',
    done REAL
);
CREATE INDEX IF NOT EXISTS reviews_by_time ON reviews (state, at);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One answer as it was held. `holder`: who has it now; `by`: who decided; `sent`: what was sent
    in the end."""

    id: str
    at: float
    action: Action
    reason: str
    example: Example
    verdict: Verdict
    state: str
    holder: str | None
    by: str | None
    sent: str | None
    note: str
    done: float | None


def pages_of(example: Example) -> list[dict[str, str]]:
    """What of its pages is kept, and read by `rate` and `learn`."""
    return [
        {"id": page.id, "title": page.title, "text": page.text, "kind": page.kind}
        for page in example.context
    ]


class Reviews:
    """The kept answers. Threads and workers may share them."""

    def __init__(
        self,
        path: Path,
        days: float,
        *,
        most: int = MOST,
        most_bytes: int = MOST_BYTES,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`days`: how long an answer is kept. Raises OSError or sqlite3.Error where it cannot."""
        self._path, self._seconds = path, days * _DAY
        self._most, self._most_bytes, self._clock = most, most_bytes, clock
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # customers' texts: for us alone
        with contextlib.closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as made:
            made.execute("PRAGMA journal_mode = WAL")
            made.executescript(_TABLE)

    def keep(self, example: Example, verdict: Verdict, *, action: Action, reason: str) -> str:
        """Keep an answer; the id under which it is. Raises sqlite3.Error where it cannot."""
        id_ = uuid.uuid4().hex
        body = json.dumps(
            {
                "id": example.id,
                "question": example.question,
                "answer": example.answer,
                "lang": example.lang,
                "context": pages_of(example),
                "verdict": to_dict(verdict),
            }
        )
        with self._writing() as base:
            base.execute(
                "INSERT INTO reviews (id, at, size, action, reason, body, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (id_, self._clock(), len(body), action, reason, body, WAITING),
            )
            self._make_room(base, id_)
        return id_

    def waiting(self) -> list[Review]:
        """The answers that wait, the oldest first."""
        return self._all("state = ?", WAITING)

    def finished(self) -> list[Review]:
        """The answers that somebody has decided about."""
        return self._all("state != ?", WAITING)

    def get(self, id_: str) -> Review | None:
        """An answer by its id; None for one that is not kept, or no longer."""
        found = self._all("id = ?", id_)
        return found[0] if found else None

    def take(self, who: str, id_: str | None = None) -> str | None:
        """Hold an answer: that one, else the one that `who` has, else the oldest that nobody has.

        Its id; None where there is none, or somebody else has it.
        """
        now = self._clock()
        free = "state = 'waiting' AND at >= ? AND (holder IS NULL OR until < ? OR holder = ?)"
        given: list[Any] = [now - self._seconds, now, who]
        if id_ is not None:
            free, given = f"{free} AND id = ?", [*given, id_]
        with self._writing() as base:  # one writer at a time: what is found is free
            found = base.execute(
                f"SELECT id FROM reviews WHERE {free} "
                "ORDER BY holder IS NOT ? OR until < ?, at LIMIT 1",
                (*given, who, now),
            ).fetchone()
            if found is None:
                return None
            base.execute(
                "UPDATE reviews SET holder = ?, until = ? WHERE id = ?",
                (who, now + HOLD_SECONDS, found["id"]),
            )
        return str(found["id"])

    def put_back(self, who: str, id_: str) -> None:
        """Hold an answer no longer."""
        with self._writing() as base:
            base.execute(
                "UPDATE reviews SET holder = NULL, until = 0 WHERE id = ? AND holder = ?",
                (id_, who),
            )

    def decide(self, who: str, id_: str, state: str, *, sent: str | None, note: str = "") -> bool:
        """Write what becomes of an answer; whether `who` still held it."""
        with self._writing() as base:
            done = base.execute(
                "UPDATE reviews SET state = ?, answer = ?, note = ?, done = ? WHERE id = ? "
                "AND state = 'waiting' AND holder = ? AND until >= ?",
                (state, sent, note, self._clock(), id_, who, self._clock()),
            )
            return done.rowcount == 1

    def _all(self, where: str, value: str) -> list[Review]:
        since = self._clock() - self._seconds
        with self._opened() as base:
            rows = base.execute(
                f"SELECT * FROM reviews WHERE {where} AND at >= ? ORDER BY at", (value, since)
            ).fetchall()
        return [self._review(row) for row in rows]

    def _review(self, row: Mapping[str, Any]) -> Review:
        body = json.loads(row["body"])
        return Review(
            id=row["id"],
            at=row["at"],
            action=row["action"],
            reason=row["reason"],
            verdict=from_dict(body.pop("verdict")),
            example=msgspec.convert(body, Example),
            state=row["state"],
            holder=row["holder"] if row["until"] >= self._clock() else None,
            by=row["holder"] if row["done"] is not None else None,
            sent=row["answer"],
            note=row["note"],
            done=row["done"],
        )

    def _make_room(self, base: sqlite3.Connection, new: str) -> None:
        """Forget what is over its time, and the oldest where there is too much."""
        base.execute("DELETE FROM reviews WHERE at < ?", (self._clock() - self._seconds,))
        base.execute(
            "DELETE FROM reviews WHERE id IN (SELECT id FROM (SELECT id, count(*) OVER kept AS n, "
            "sum(size) OVER kept AS bytes FROM reviews WINDOW kept AS "
            "(ORDER BY id = ? DESC, state = 'waiting' DESC, at DESC ROWS UNBOUNDED PRECEDING)) "
            "WHERE id != ? AND (n > ? OR bytes > ?))",
            (new, new, self._most, self._most_bytes),
        )

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with contextlib.closing(sqlite3.connect(self._path, timeout=BUSY_SECONDS)) as base:
            base.row_factory = sqlite3.Row
            base.isolation_level = None
            base.execute("PRAGMA secure_delete = ON")  # what is over is gone from the file too
            yield base

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._opened() as base:
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
            except BaseException:
                base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")
