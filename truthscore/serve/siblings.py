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
import mmap
import os
import struct
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from truthscore.serve.logs import LOG, failure

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
App = Callable[[Scope, Any, Any], Awaitable[None]]
T = TypeVar("T")

#: What another worker may serve: what takes long and changes nothing.
SHARED = frozenset({("POST", "/v1/check"), ("POST", "/v1/score")})
#: Places in the table for each worker: one is replaced before the old one has ended.
PLACES = 2
#: The length of a message, which stands before it.
_LENGTH = struct.Struct("!I")
#: What it needs of a request's scope, besides the headers.
_SENT = (
    "type", "asgi", "http_version", "scheme", "method", "path", "raw_path", "root_path",
    "query_string",
)  # fmt: skip
#: Headers that the other worker does not need: the token was looked at.
_KEPT_BACK = frozenset({b"authorization"})


Headers = list[tuple[bytes, bytes]]


class Asked(msgspec.Struct):
    """What an application has to know of a request."""

    scope: dict[str, Any]
    headers: Headers
    request_id: str
    body: bytes


class Reply(msgspec.Struct):
    """An answer that another worker gave; `whole` where all of it is there."""

    status: int = 0
    headers: Headers = []
    body: bytes = b""
    whole: bool = False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Keep what the application sends."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message.get("headers", []))
        else:
            self.body += message.get("body", b"")
            self.whole = not message.get("more_body", False)


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
                    await _write(writer, _asked(scope, body))
                    return await _read(reader, Reply)
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
            asked, reply = await _read(reader, Asked), Reply()
            state = {"request_id": asked.request_id}
            scope = {**asked.scope, "headers": asked.headers, "state": state}
            try:
                await app(scope, replay(asked.body, _disconnect), reply.send)
            except Exception as error:
                failure(error, asked.request_id)
            if reply.whole:
                await _write(writer, reply)
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


def _asked(scope: Scope, body: bytes) -> Asked:
    return Asked(
        scope={name: scope[name] for name in _SENT if name in scope},
        headers=[each for each in scope["headers"] if each[0].lower() not in _KEPT_BACK],
        request_id=scope["state"]["request_id"],
        body=body,
    )


def replay(body: bytes, receive: Receive) -> Receive:
    """ASGI's `receive` for a body that has been read: the body, and then what `receive` tells."""
    whole = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> MutableMapping[str, Any]:
        return whole.pop() if whole else await receive()

    return received


async def _disconnect() -> MutableMapping[str, Any]:
    return {"type": "http.disconnect"}


async def _write(writer: asyncio.StreamWriter, message: Asked | Reply) -> None:
    told = msgspec.msgpack.encode(message)
    writer.write(_LENGTH.pack(len(told)) + told)
    await writer.drain()


async def _read(reader: asyncio.StreamReader, kind: type[T]) -> T:
    """A message. Raises EOFError when it is not whole."""
    [length] = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    return msgspec.msgpack.decode(await reader.readexactly(length), type=kind)
