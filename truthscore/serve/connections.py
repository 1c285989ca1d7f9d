"""Connections: how many may be open, and how long one may stay open that asks nothing.

uvicorn's `limit_concurrency` looks at a connection when its request is there, so it neither counts
nor closes one that never sends a request; and its keep-alive limit begins after the first answer.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from truthscore.one_length import OneLengthProtocol
from truthscore.serve.problem import MEDIA_TYPE, Problem

#: Seconds in which a client must take what waits for it.
WRITE_SECONDS = 30.0
#: Connections of one worker, where file descriptors allow it: eight times what may wait for
#: scoring.
MAX_CONNECTIONS = 1_000
#: Connections that the kernel keeps until a worker takes them.
BACKLOG = 512
#: Share of its connections that a worker takes at once: what they ask is read two or three turns of
#: the event loop later, and until then each looks like one that asks nothing.
AT_ONCE = 8
#: File descriptors for everything else: pipelines, registered files, figures, logs.
RESERVED_FILES = 64
#: Descriptors for each connection: itself, one to another worker, one to a file or from a worker.
FILES_PER_CONNECTION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """What one worker allows.

    `connections`: how many may be open. `at_once`: how many are taken in one turn of the event
    loop, and may be open besides: the gate answers them, with 503 or that the service lives.
    `head_seconds`: from a connection's start, or the first byte after an answer, to the end of a
    request's head. `write_seconds`: for a client to take what it was sent.
    """

    connections: int
    at_once: int
    head_seconds: float
    write_seconds: float = WRITE_SECONDS


def most_connections(files: int) -> int:
    """The connections of a worker that may have `files` descriptors open; at least one."""
    return min(MAX_CONNECTIONS, max((files - RESERVED_FILES) // FILES_PER_CONNECTION, 1))


def limits_for(files: int, *, head_seconds: float) -> ConnectionLimits:
    """The limits of a worker that may have `files` descriptors open."""
    connections = most_connections(files)
    at_once = max(connections // AT_ONCE, 1)
    return ConnectionLimits(connections=connections, at_once=at_once, head_seconds=head_seconds)


def raise_file_limit() -> int:
    """Let this process and its workers open as many files as they may; how many that is."""
    try:
        import resource
    except ImportError:  # Windows, where there is no such limit
        return MAX_CONNECTIONS * FILES_PER_CONNECTION + RESERVED_FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS refuses a limit that it names itself
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return os.sysconf("SC_OPEN_MAX") if soft == resource.RLIM_INFINITY else soft


class Connection(OneLengthProtocol):
    """An HTTP connection that is closed when its client lets it wait.

    Where the limit is reached, the one that has asked nothing for longest makes place for a new
    one; when all are being served, the new one gets 503 whatever it asks.
    """

    def __init__(self, limits: ConnectionLimits, **more: Any) -> None:
        """`more`: what uvicorn gives every connection."""
        super().__init__(**more)
        self._limits = limits
        self._head: asyncio.TimerHandle | None = None
        self._write: asyncio.TimerHandle | None = None
        #: Since when nothing is under way, on the loop's clock.
        self._idle_since = self.loop.time()

    @property
    def idle(self) -> bool:
        """Whether no request is under way, and the last answer has been taken."""
        return self._write is None and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, if there is place."""
        super().connection_made(transport)
        # asyncio does this only for sockets that name their protocol, and uvicorn's does not: an
        # answer's body then waits 40 ms for the client to acknowledge its head.
        with suppress(OSError):  # the client is gone already
            connection: socket.socket = transport.get_extra_info("socket")
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(high=0)  # told of every byte that a client does not take
        most = self._limits.connections + self._limits.at_once
        if len(self.connections) > most and not self._made_place():
            self.connections.discard(self)
            transport.write(_refusal())
            transport.close()
            return
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop("_head")
        self._stop("_write")
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a head do not lengthen the time for it."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.idle:
            self._wait_for_head()

    def handle_events(self) -> None:
        """A request whose head is complete is the gate's to time."""
        super().handle_events()
        if not self.idle:
            self._stop("_head")

    def on_response_complete(self) -> None:
        """From here on the connection may make place for another one."""
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client does not take its answer."""
        super().pause_writing()
        if self._write is None:
            self._write = self.loop.call_later(self._limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client takes its answer."""
        self._stop("_write")
        super().resume_writing()

    def _wait_for_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(self._limits.head_seconds, self.transport.abort)

    def _stop(self, timer: str) -> None:
        handle: asyncio.TimerHandle | None = getattr(self, timer)
        if handle is not None:
            handle.cancel()
            setattr(self, timer, None)

    def _made_place(self) -> bool:
        """Close the connection that has asked nothing for longest; a new one has not been read."""
        idle = [
            each
            for each in self.connections
            if isinstance(each, Connection) and each is not self and each.idle
        ]
        if not idle:
            return False
        oldest = min(idle, key=lambda each: each._idle_since)
        self.connections.discard(oldest)  # now, and not when the loop comes to it
        oldest.transport.abort()
        return True


def _refusal() -> bytes:
    """503 as a whole answer: there is no request that the application could answer."""
    problem = Problem("busy", "too many connections are open; ask again in a moment")
    body = problem.body()
    head = "".join(
        f"{name}: {value}\r\n"
        for name, value in {
            "Content-Type": MEDIA_TYPE,
            "Content-Length": str(len(body)),
            "Connection": "close",
            **problem.headers,
        }.items()
    )
    return f"HTTP/1.1 {problem.status} Service Unavailable\r\n{head}\r\n".encode() + body
