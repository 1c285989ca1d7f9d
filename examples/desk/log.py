"""The log of what agents asked: one row a question, as `truthscore experiment` reads it.

A row is written before its answer leaves the desk, and kept when the machine stops; a thumb and the
time until it change that row and no other.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from examples.desk.data import Store
from examples.desk.tables import asked
from truthscore.cli.experiment import told
from truthscore.errors import InputError
from truthscore.evaluate.experiment import experiment
from truthscore.evaluate.units import read_units
from truthscore.formats import Row

#: Signs of an id.
ID = 32
#: What got an arm, and the columns of the log.
UNIT = ("agent", "day")
COLUMNS = ("id", "agent", "day", "arm", "no_answer", "thumb", "handle_seconds", "escalated")


class Log:
    """The rows of one experiment. Threads may share it."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self._engine, self._name = store, store.engine, name

    def add(self, row: dict[str, Any]) -> str:
        """Keep a question: the columns without what comes later, `at` and `body`. Its id: a new one
        where it has none, as it was where the same request came before."""
        id = row["id"] or uuid.uuid4().hex
        kept = {**row, "id": id[:ID], "experiment": self._name, "thumb": 0}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(asked).values(kept))
        return str(kept["id"])

    def row(self, id: str, agent: str | None) -> dict[str, Any] | None:
        """An agent's own question; None where there is no such one."""
        mine = asked.c.agent.is_(None) if agent is None else asked.c.agent == agent
        with self._engine.connect() as connection:
            found = connection.execute(select(asked).where(asked.c.id == id, mine)).one_or_none()
        return None if found is None else dict(found._mapping)

    def thumb(self, row: dict[str, Any], thumb: int, escalated: bool) -> None:
        """Keep a thumb, and how long after the question it was given; 0 takes none back."""
        seen = round(max(0.0, time.time() - row["at"]), 3)
        kept = {"thumb": thumb} if thumb else {}
        with self._engine.begin() as connection:
            connection.execute(
                update(asked)
                .where(asked.c.id == row["id"])
                .values(**kept, handle_seconds=seen, escalated=int(escalated or row["escalated"]))
            )

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of known agents, in the order they were asked."""
        columns = [asked.c[name] for name in COLUMNS]
        query = select(*columns).where(asked.c.experiment == self._name, asked.c.agent.is_not(None))
        with self._engine.connect() as connection:
            for row in connection.execute(query.order_by(asked.c.at, asked.c.id)):
                yield dict(row._mapping)

    def jsonl(self) -> str:
        """The rows as `truthscore experiment` reads them."""
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self.rows())

    def table(self, arms: tuple[str, str]) -> str:
        """What the experiment tells so far. Raises InputError where that is nothing yet."""
        rows = [Row(str(row["id"]), line, row) for line, row in enumerate(self.rows(), 1)]
        if not rows:
            raise InputError("no agent has asked anything yet")
        return told(experiment(read_units(rows, unit=UNIT, treatment="arm", arms=arms)))
