"""Ratings on disk: one SQLite file to which rows are only ever added.

What holds now is read from the rows in their order (`State`): a rating, an undo of it, a rating
again. Several processes may use one file; each reads what the others have added before it decides
anything. A row that was added is on the disk before the browser is told.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from truthscore.errors import InputError
from truthscore.rate.items import Items

#: "trat" and the version of the tables, by which a file is known to be ours.
APPLICATION, VERSION = 0x74726174, 1
#: What a rater may be called.
NAME = r"^\w[\w .@+-]{0,63}$"
#: Seconds to wait for another process that is writing.
BUSY_SECONDS = 10.0

Kind = Literal["asked", "rating", "undo", "looked", "decision", "undo_decision"]

_TABLES = (
    "CREATE TABLE events (seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, "
    "kind TEXT NOT NULL, rater TEXT NOT NULL, item TEXT NOT NULL, digest TEXT NOT NULL, "
    "data TEXT NOT NULL)",
    "CREATE TRIGGER events_stay BEFORE UPDATE ON events "
    "BEGIN SELECT RAISE(ABORT, 'rows are only added'); END",
    "CREATE TRIGGER events_remain BEFORE DELETE ON events "
    "BEGIN SELECT RAISE(ABORT, 'rows are only added'); END",
    "CREATE TABLE opinions (digest TEXT NOT NULL, signature TEXT NOT NULL, data TEXT NOT NULL, "
    "PRIMARY KEY (digest, signature))",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What a person said of an answer. `truth`: 1 to 5, None where they could not judge.

    `relatedness` and `completeness` may be skipped (None); `untrue` holds (start, end) of marked
    sentences. `reason`: why the queue had it; `blind`: whether they had not seen the machine's
    verdict; `rubric`: the hash of the text they went by; `source`: "page" or the tool it came from.
    """

    seq: int
    at: str
    rater: str
    item: str
    truth: float | None
    relatedness: float | None = None
    completeness: float | None = None
    message_type: str | None = None
    untrue: tuple[tuple[int, int], ...] = ()
    comment: str = ""
    flag: bool = False
    reason: str = ""
    blind: bool = True
    rubric: str = ""
    source: str = "page"
    token: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """An item that is on a rater's screen, why, and since when (UTC, ISO 8601)."""

    item: str
    reason: str
    at: str


class State:
    """What holds after all rows so far, for the answers of one file.

    Rows of an answer whose texts have changed since count no longer; `stale` says how many ratings.
    """

    def __init__(self, items: Items) -> None:
        self._items = items
        self.seq = 0
        self.stale = 0
        #: Ratings that hold, of each item by rater.
        self.ratings: dict[str, dict[str, Rating]] = defaultdict(dict)
        #: Ratings that hold, of each rater in their order.
        self.history: dict[str, list[Rating]] = defaultdict(list)
        #: What a rater was asked for and has not rated; the last one is on the screen.
        self.asked: dict[str, list[Asked]] = defaultdict(list)
        #: (rater, item): the verdict was shown.
        self.looked: set[tuple[str, str]] = set()
        #: What an adjudicator decided, by item, and in order by adjudicator.
        self.decisions: dict[str, Rating] = {}
        self.decided: dict[str, list[Rating]] = defaultdict(list)
        #: Requests that were carried out; one that comes twice is not.
        self.tokens: set[tuple[str, str]] = set()
        #: What a rater said of an answer and took back, to begin from.
        self.taken_back: dict[tuple[str, str], Rating] = {}

    def stars(self, item: str) -> dict[str, float]:
        """The stars for truth of an item, by rater."""
        given = self.ratings.get(item, {})
        return {name: each.truth for name, each in given.items() if each.truth is not None}

    def add(self, row: tuple[int, str, str, str, str, str, str]) -> None:
        """Take a row into account."""
        seq, at, kind, rater, item, digest, text = row
        self.seq = seq
        data = json.loads(text)
        if data.get("token"):
            self.tokens.add((rater, data["token"]))
        known = self._items.get(item)
        if known is None or known.digest != digest:
            self.stale += kind == "rating"
            return
        if kind == "asked":
            self.asked[rater].append(Asked(item, data["reason"], at))
        elif kind == "looked":
            self.looked.add((rater, item))
        elif kind in ("rating", "decision"):
            known_by = {"seq": seq, "at": at, "rater": rater, "item": item}
            said = msgspec.convert({**data, **known_by}, Rating)
            (self._rated if kind == "rating" else self._decided)(said)
        elif kind == "undo":
            self._undone(rater, item, at)
        elif kind == "undo_decision":
            said = self.decisions.pop(item)
            self.decided[said.rater].remove(said)

    def _rated(self, said: Rating) -> None:
        former = self.ratings[said.item].get(said.rater)
        if former is not None:
            self.history[said.rater].remove(former)
        self.ratings[said.item][said.rater] = said
        self.history[said.rater].append(said)
        self.asked[said.rater] = [each for each in self.asked[said.rater] if each.item != said.item]

    def _decided(self, said: Rating) -> None:
        former = self.decisions.get(said.item)
        if former is not None:
            self.decided[former.rater].remove(former)
        self.decisions[said.item] = said
        self.decided[said.rater].append(said)

    def _undone(self, rater: str, item: str, at: str) -> None:
        said = self.ratings[item].pop(rater)
        self.history[rater].remove(said)
        self.taken_back[rater, item] = said
        self.asked[rater].append(Asked(item, said.reason, at))


class Store:
    """The file, opened. Threads may share it."""

    def __init__(self, path: str | Path, items: Items) -> None:
        """Raises InputError when `path` cannot be opened or is another program's."""
        self._items = items
        self._lock = threading.RLock()
        self._path = str(path)
        try:
            self._db = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._prepare()
        except sqlite3.Error as error:
            raise InputError(
                f"{path}: cannot be used for ratings ({error}); expected a file that `truthscore "
                "rate` made, or a name that is free in a folder that can be written"
            ) from error
        self._state = State(items)
        with self._lock:
            self._catch_up()

    def _prepare(self) -> None:
        # On the disk before anybody is told: a rating is work that cannot be done again blind.
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("BEGIN IMMEDIATE")
        try:
            [application] = self._db.execute("PRAGMA application_id").fetchone()
            [version] = self._db.execute("PRAGMA user_version").fetchone()
            [tables] = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if not tables and not application:
                for statement in _TABLES:
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id={APPLICATION}")
                self._db.execute(f"PRAGMA user_version={VERSION}")
            elif (application, version) != (APPLICATION, VERSION):
                raise InputError(
                    f"{self._path}: is a database of another program or version; expected one that "
                    "`truthscore rate` made, or a name that is free"
                )
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file; what was added is on the disk already."""
        with self._lock:
            self._db.close()

    @contextmanager
    def reading(self) -> Iterator[State]:
        """What holds now, other processes' rows included; nobody changes it meanwhile."""
        with self._lock:
            self._catch_up()
            yield self._state

    @contextmanager
    def writing(self) -> Iterator[State]:
        """As `reading`, and no other process adds rows until it ends; `add` adds some.

        All rows are added at its end or, where it ends with an exception, none.
        """
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._catch_up()
                yield self._state
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                self._state = State(self._items)
                raise

    def add(
        self, kind: Kind, rater: str, item: str, data: Mapping[str, Any], *, at: str | None = None
    ) -> None:
        """Add a row, within `writing`."""
        self._db.execute(
            "INSERT INTO events (at, kind, rater, item, digest, data) VALUES (?, ?, ?, ?, ?, ?)",
            (
                at or datetime.now(UTC).isoformat(timespec="milliseconds"),
                kind,
                rater,
                item,
                self._items[item].digest,
                json.dumps(data, ensure_ascii=False),
            ),
        )
        self._catch_up()

    def _catch_up(self) -> None:
        rows = self._db.execute(
            "SELECT seq, at, kind, rater, item, digest, data FROM events WHERE seq > ? "
            "ORDER BY seq",
            (self._state.seq,),
        )
        for row in rows.fetchall():
            self._state.add(row)

    def opinions(self) -> dict[tuple[str, str], str]:
        """What the machine said, by digest of the answer and signature."""
        with self._lock:
            rows = self._db.execute("SELECT digest, signature, data FROM opinions").fetchall()
        return {(digest, signature): data for digest, signature, data in rows}

    def keep_opinion(self, digest: str, signature: str, data: str) -> None:
        """Keep what the machine said, so that it is not computed again."""
        with self._lock:
            self._db.execute(
                "INSERT OR IGNORE INTO opinions VALUES (?, ?, ?)", (digest, signature, data)
            )
