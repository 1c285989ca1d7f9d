"""A record of verdicts that cannot be changed unseen: each line has the hash of the line before it.

A line is canonical JSON: keys sorted, no spaces, ASCII, as `json.dumps(line, sort_keys=True,
separators=(",", ":"))` of Python writes it. `hash` is the SHA-256 of the line without `hash`. So no
byte of a line can change, and no line can go, come or move, unless every line behind it is made
anew. That all lines at the end went, or all were made anew, only shows against the last hash, kept
elsewhere, or against the answers.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec

from truthscore.errors import InputError
from truthscore.formats import Row
from truthscore.open_files import STDIN, open_input, open_output
from truthscore.output_lock import locked
from truthscore.types import Example, Verdict

#: `previous` of the first line.
FIRST = "0" * 64
#: What a line has, beside its own hash.
_FIELDS = frozenset({"row", "id", "signature", "decision", "stars", "previous"})
#: Characters of a line shown in an error.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Break:
    """Where a record is not whole: the number of the line, what stands there, what should."""

    line: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f"line {self.line}: found {self.found}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Chain:
    """What was read of a record, up to its end or its break. `rows`: the hashes of the rows that
    were judged, by id; `last`: the hash of its last good line, `FIRST` where there is none."""

    lines: int
    last: str
    rows: dict[str, set[str]]
    broken: Break | None = None


def canonical(data: Any) -> bytes:
    """Data as the one JSON text that means it; what JSON has no form for (a date) as text."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
    return text.encode("ascii")


def row_hash(row: Example | Row) -> str:
    """SHA-256 of a row as it was read: the same from JSONL, CSV or Excel, whatever its columns are
    called. Of a row that cannot be read it is that of its data."""
    data = row.data if isinstance(row, Row) else msgspec.to_builtins(row)
    return _hash(data)


def _hash(data: Any) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()


def read(path: str) -> Chain:
    """Follow a record from its first line to its last, or to the first that does not fit.

    Raises InputError for a file that cannot be read.
    """
    rows: dict[str, set[str]] = {}
    number, last = 0, FIRST
    with open_input(path) as stream:
        for raw in stream:
            line, broken = _checked(number + 1, raw, last)
            if broken is not None:
                return Chain(number, last, rows, broken)
            number, last = number + 1, line["hash"]
            rows.setdefault(line["id"], set()).add(line["row"])
    return Chain(number, last, rows)


def _checked(number: int, raw: bytes, last: str) -> tuple[dict[str, Any], Break | None]:
    """A line of a record that comes behind one with the hash `last`, and what is wrong with it."""
    shown = repr(raw[:_SHOWN].decode("utf-8", "replace"))
    try:
        line = json.loads(raw)
        as_written = canonical(line) + b"\n"
    except (ValueError, RecursionError):
        line, as_written = None, b""
    if not isinstance(line, dict) or line.keys() != _FIELDS | {"hash"}:
        return {}, Break(number, shown, "a line of `truthscore score --record`")
    if raw != as_written:
        return {}, Break(number, shown, "canonical JSON and a line end, as it was written")
    if line["previous"] != last:
        wanted = f"{last}, the hash of the line before" if number > 1 else "64 zeros, as of a first"
        return {}, Break(number, f"previous {line['previous']!r}", wanted)
    named = line.pop("hash")
    made = _hash(line)
    if named != made or not isinstance(line["id"], str) or not isinstance(line["row"], str):
        return {}, Break(number, f"hash {named!r}", f"{made}, that of what the line says")
    return {**line, "hash": named}, None


class Recorder:
    """Writes the line of each verdict, in the order of the rows; made by `recording`."""

    def __init__(self, stream: IO[bytes], last: str) -> None:
        self._stream, self._last = stream, last
        self._hashes: deque[str] = deque()

    def noted(self, rows: Iterable[Example | Row]) -> Iterator[Example | Row]:
        """The rows, each of whose hash is kept until its verdict is there."""
        for row in rows:
            self._hashes.append(row_hash(row))
            yield row

    def write(self, verdict: Verdict, decision: str) -> None:
        """Add the line of a verdict, that of the first of the rows that has none yet."""
        line: dict[str, Any] = {
            "row": self._hashes.popleft(),
            "id": verdict.id,
            "signature": verdict.signature,
            "decision": decision,
            "stars": verdict.score,
            "previous": self._last,
        }
        self._last = _hash(line)
        self._stream.write(canonical({**line, "hash": self._last}) + b"\n")
        self._stream.flush()


@contextmanager
def recording(path: str) -> Iterator[Recorder]:
    """Go on with the record at `path`, or begin it. Each line is in the file once it is written.

    Raises InputError for a record that is broken, that another process writes, or that cannot be
    written.
    """
    if path == STDIN:
        raise InputError("--record -: found standard output; expected the name of a file")
    with locked(path):
        last = FIRST
        if Path(path).exists():
            found = read(path)
            if found.broken is not None:
                raise InputError(
                    f"{path}, {found.broken}; a broken record is not gone on with: keep it as it "
                    "is, and record into another file"
                )
            last = found.last
        with open_output(path, append=True, binary=True, alone=False) as stream:
            yield Recorder(stream, last)
