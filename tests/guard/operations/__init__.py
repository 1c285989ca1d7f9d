"""The tables of proposals and reports beside this file, read."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from truthscore.guard.operation import Actor, Operation, Result, Schema, read_schema
from truthscore.text.record import Field, read

FOLDER = Path(__file__).parent
#: The day on which the customers of the tables wrote.
TODAY = date(2026, 11, 27)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed call with what the customer wrote; `right`: whether that asks for it."""

    right: bool
    kind: str
    lang: str
    question: str
    operation: Operation
    schema: Schema
    records: tuple[Field, ...]
    actor: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A reply with what became of the call; `right`: whether it tells that truly."""

    right: bool
    kind: str
    lang: str
    answer: str
    result: Result


def proposals(name: str) -> Iterator[Proposal]:
    """The proposals of a table, with the companies of `worlds.toml` or of its own file."""
    own = FOLDER / f"worlds_{name}.toml"
    path = own if own.exists() else FOLDER / "worlds.toml"
    worlds: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    for mark, kind, call, args, question in _rows(FOLDER / f"proposals_{name}.txt", 5):
        where, _, called = call.partition(".")
        world = worlds[where]
        yield Proposal(
            right=mark == "+", kind=kind, lang=world["lang"], question=question,
            operation=Operation(name=called, args=json.loads(args)),
            schema=read_schema(world["calls"]), records=read(world["records"], where),
            actor=Actor(id=world["actor"]),
        )  # fmt: skip


def reports(name: str) -> Iterator[Report]:
    """The reports of a table."""
    for mark, kind, lang, state, stored, before, answer in _rows(FOLDER / f"reports_{name}.txt", 7):
        result = Result(
            done=state == "done", state=state,  # type: ignore[arg-type]
            values=json.loads(stored), before=json.loads(before),
        )  # fmt: skip
        yield Report(right=mark == "+", kind=kind, lang=lang, answer=answer, result=result)


def _rows(path: Path, columns: int) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:2] in ("+ ", "- "):
            yield line.replace("\\n", "\n").split(" | ", columns - 1)
