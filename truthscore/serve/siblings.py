"""The workers of one service share what waits: a request is served where the fewest are.

A connection stays with the worker that took it, whatever the others have to do: one worker may have
all the clients that are busy, and a worker that has replaced a dead one has none. So a worker that
has its request read asks whether another one has fewer under way, sends it there over a socket of
its own, and passes the answer on. (Balancing connections instead would mean to close those that
clients keep, and to look into the insides of the event loop, which takes as many as it can get.)

How many are under way stands in a table that all workers map. Every worker writes one row: how many
requests it has sent to whom, itself included; a column is what somebody has to do. No two write the
same number, so that nothing has to be locked, and what a worker sends counts from that moment.

It never costs an answer: when the other one is gone, closes, or breaks off, the request is served
where it came in (checks and scores change nothing, so twice does no harm). A worker that finds no
place in the table serves what it takes itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import mmap
import os
import struct
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from truthscore.serve.logs import LOG, failure

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[None]]

#: What another worker may serve: what takes long and changes nothing.
SHARED = frozenset({("POST", "/v1/check"), ("POST", "/v1/score")})
#: Places in the table for each worker: one is replaced before the old one has ended.
PLACES = 2
#: Lengths of the two parts of a message: what it is (JSON), and the body as it came.
_LENGTHS = struct.Struct("!II")
#: Headers that the other worker does not need: the token was looked at.
_KEPT_BACK = frozenset({b"authorization"})
_LATIN = "latin-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer that another worker gave."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Siblings:
    """One worker's view of the others."""

    def __init__(self, folder: Path, workers: int) -> None:
        """`folder`: shared by the workers of one service and by nobody else."""
        self._folder = folder
        self._places = PLACES * workers
        self._place: int | None = None
        self._lock: Any = None
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[Any]] = set()

    async def open(self, app: App) -> None:
        """Take a place and serve what the others send; without a place, serve alone."""
        try:
            place = self._claimed()
            path = self._socket(place)
            path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(partial(self._served, app), path)
        except (OSError, ImportError, AttributeError, NotImplementedError) as error:
            LOG.warning("this worker shares no requests with the others: %s", type(error).__name__)
            return
        self._place = place
        self._open[place] = 1

    async def close(self, seconds: float) -> None:
        """Take nothing more from the others, and finish what was taken, within `seconds`."""
        if self._place is None or self._server is None:
            return
        place, self._place = self._place, None
        self._open[place] = 0
        self._socket(place).unlink(missing_ok=True)
        self._server.close()
        if self._serving:
            await asyncio.wait(set(self._serving), timeout=seconds)

    @contextlib.contextmanager
    def counted(self, place: int | None = None) -> Iterator[None]:
        """Count a request for `place`, or for this worker, while it is under way."""
        at = self._place if place is None else place
        row = self._place
        if at is None or row is None:
            yield
            return
        self._counts[row, at] += 1
        try:
            yield
        finally:
            self._counts[row, at] -= 1

    async def elsewhere(self, scope: Scope, body: bytes) -> Reply | None:
        """The answer of a worker that has less to do than this one.

        None when there is none, or none came: then the request is to be served here.
        """
        for place in self._freer():
            with self.counted(place):
                try:
                    reader, writer = await asyncio.open_unix_connection(self._socket(place))
                except OSError:
                    continue  # it is gone, and its successor is not there yet
                try:
                    await _write(writer, _request(scope), body)
                    told, content = await _read(reader)
                    return Reply(
                        status=told["status"], headers=_headers(told["headers"]), body=content
                    )
                except (OSError, EOFError):
                    return None  # it died over it
                finally:
                    writer.close()
        return None

    def _freer(self) -> list[int]:
        """Places of workers with fewer requests than this one, the freest first."""
        if self._place is None:
            return []
        loads = self._counts.sum(axis=0)
        fewer = np.flatnonzero((loads < loads[self._place]) & (self._open != 0))
        return sorted(map(int, fewer), key=lambda place: int(loads[place]))

    async def _served(
        self, app: App, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serve one request of another worker; that one has counted it."""
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            told, body = await _read(reader)
            answer = _Answer()
            try:
                await app(_scope(told), _once(body), answer.send)
            except Exception as error:
                failure(error, told["request_id"])
            if answer.whole:
                await _write(writer, {"status": answer.status, "headers": answer.headers},
                             b"".join(answer.body))  # fmt: skip
        except (OSError, EOFError):
            return  # the other one is gone, and its client with it
        finally:
            writer.close()
            self._serving.discard(task)

    def _claimed(self) -> int:
        """A place of this worker's own, until its process ends, in whatever way."""
        import fcntl

        shape = (self._places + 1, self._places)
        size = shape[0] * shape[1] * np.dtype(np.int32).itemsize
        # A file of its own for the lock: a map keeps its file open, and a lock lives as long.
        with (
            open(self._folder / "places", "wb") as turn,
            open(self._folder / "under_way", "a+b") as file,
        ):
            fcntl.flock(turn, fcntl.LOCK_EX)  # one worker at a time
            # A disk that is full is told now, and not by a signal later.
            os.posix_fallocate(file.fileno(), 0, size)
            table = np.ndarray(shape, np.int32, buffer=mmap.mmap(file.fileno(), size))
            self._counts, self._open = table[:-1], table[-1]  # the last row: who takes requests
            for place in range(self._places):
                lock = open(self._folder / f"place-{place}", "wb")  # noqa: SIM115 (may be kept)
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    lock.close()
                    continue
                # Nobody's: what a worker left here that died counts no longer.
                self._counts[place], self._open[place] = 0, 0
                if self._lock is None:
                    self._lock, mine = lock, place
                else:
                    lock.close()
        if self._lock is None:
            raise OSError(f"all of {self._places} places are taken")
        return mine

    def _socket(self, place: int) -> Path:
        return self._folder / f"worker-{place}"


class _Answer:
    """Keeps what the application sends."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.body: list[bytes] = []
        self.whole = False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = _texts(message.get("headers", []))
        else:
            self.body.append(message.get("body", b""))
            self.whole = not message.get("more_body", False)


def _request(scope: Scope) -> dict[str, Any]:
    """What an application has to know of a request, as JSON."""
    kept = [each for each in scope["headers"] if each[0].lower() not in _KEPT_BACK]
    return {
        "method": scope["method"],
        "path": scope["path"],
        "query": scope.get("query_string", b"").decode(_LATIN),
        "headers": _texts(kept),
        "request_id": scope["state"]["request_id"],
    }


def _scope(told: dict[str, Any]) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": told["method"],
        "path": told["path"],
        "raw_path": told["path"].encode(),
        "root_path": "",
        "query_string": told["query"].encode(_LATIN),
        "headers": _headers(told["headers"]),
        "client": None,
        "server": None,
        "state": {"request_id": told["request_id"]},
    }


def _once(body: bytes) -> Callable[[], Awaitable[dict[str, Any]]]:
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(messages, {"type": "http.disconnect"})

    return receive


def _texts(headers: Any) -> list[tuple[str, str]]:
    return [(name.decode(_LATIN), value.decode(_LATIN)) for name, value in headers]


def _headers(texts: Any) -> list[tuple[bytes, bytes]]:
    return [(name.encode(_LATIN), value.encode(_LATIN)) for name, value in texts]


async def _write(writer: asyncio.StreamWriter, told: dict[str, Any], body: bytes) -> None:
    head = json.dumps(told).encode()
    writer.write(b"".join((_LENGTHS.pack(len(head), len(body)), head, body)))
    await writer.drain()


async def _read(reader: asyncio.StreamReader) -> tuple[dict[str, Any], bytes]:
    """A message. Raises EOFError when it is not whole."""
    head, body = _LENGTHS.unpack(await reader.readexactly(_LENGTHS.size))
    return json.loads(await reader.readexactly(head)), await reader.readexactly(body)
