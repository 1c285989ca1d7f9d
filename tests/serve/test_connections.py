"""Clients that open connections and ask nothing, or take nothing, against real servers."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
uvicorn = pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running  # noqa: E402
from tests.guard.cases import TRUE  # noqa: E402
from tests.serve.conftest import Start  # noqa: E402
from truthscore.serve.connections import (  # noqa: E402
    MAX_CONNECTIONS,
    Connection,
    ConnectionLimits,
    limits_for,
)

#: Seconds for a head in the tests with a whole service.
HEAD = 2.0
HALF_OPEN = 200
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
#: What the kinds of half-open connection send: nothing, half a head, and a whole request whose body
#: comes after it was refused.
KINDS = (
    b"",
    HEALTH[:-2],
    b"POST /v1/check HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 900000\r\n\r\n",
)


def closed(connection: socket.socket) -> bool:
    """Whether the service has closed it; reads what came before that."""
    connection.settimeout(0.0)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.mark.parametrize(
    "before",
    ["", "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))"],
    ids=["", "160 files"],
)
def test_half_open_connections_are_closed_and_cost_nobody_an_answer(
    tmp_path: Path, before: str
) -> None:
    before = f"from truthscore.serve import server\nserver.HEAD_SECONDS = {HEAD}\n{before}"
    running = Running(tmp_path, before=before)
    with ExitStack() as stack:
        waits: list[float] = []
        ended = threading.Event()

        def ask() -> None:
            while not ended.is_set():
                began = time.monotonic()
                try:
                    alive = httpx.get(running.address + "/healthz", timeout=20.0).status_code == 200
                except httpx.TransportError:
                    alive = False
                waits.append(time.monotonic() - began if alive else 99.0)
                time.sleep(0.05)

        asking = threading.Thread(target=ask)
        asking.start()
        try:
            opened = []
            for number in range(HALF_OPEN):
                connection = socket.create_connection(("127.0.0.1", running.port), timeout=20.0)
                opened.append(stack.enter_context(connection))
                connection.sendall(KINDS[number % len(KINDS)])
                time.sleep(0.005)  # both clients share one lock of the interpreter
            last = time.monotonic()
            while time.monotonic() < last + HEAD + 2.0:
                for connection in opened:  # bytes that trickle lengthen nothing
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        continue
                time.sleep(0.3)
            left = [number for number, each in enumerate(opened) if not closed(each)]
        finally:
            ended.set()
            asking.join(30.0)
            answer = running.check(TRUE)
            assert running.stop() == 0
        assert left == []
        assert len(waits) > 10
        assert max(waits) < 1.0
        assert answer.json()["action"] == "allow"


async def application(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """Answers when the body is there; a path /many/N has N bytes of answer."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    size = int(scope["path"].rpartition("/")[2]) if scope["path"].startswith("/many/") else 2
    headers = [(b"content-length", str(size).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"x" * size})


Connect = Callable[..., socket.socket]


@contextmanager
def serving(**limits: Any) -> Iterator[Connect]:
    """A server of `application` in a thread; gives a function that connects and sends."""
    given = {"connections": 3, "at_once": 1, "head_seconds": 0.5, "write_seconds": 0.5, **limits}
    config = uvicorn.Config(
        application,
        http=partial(Connection, ConnectionLimits(**given)),  # type: ignore[arg-type]
        lifespan="off",
        log_config=None,
        timeout_keep_alive=2,
    )
    server = uvicorn.Server(config)
    config.port = 0
    listening = config.bind_socket()  # as the service does
    listening.listen()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    with ExitStack() as stack:

        def connect(sent: bytes = b"") -> socket.socket:
            made = socket.create_connection(listening.getsockname(), timeout=10.0)
            stack.enter_context(made).sendall(sent)
            time.sleep(0.02)  # so that the server has seen it before the next one
            return made

        try:
            yield connect
        finally:
            server.should_exit = True
            stack.close()
            thread.join(10.0)
            listening.close()


def seconds_until_closed(connection: socket.socket, most: float = 5.0) -> float:
    began = time.monotonic()
    while not closed(connection):
        assert time.monotonic() < began + most
        time.sleep(0.01)
    return time.monotonic() - began


@pytest.mark.parametrize("sent", [b"", HEALTH[:-2], HEALTH + HEALTH[:-2]])
def test_a_head_has_its_time(sent: bytes) -> None:
    with serving() as connect:
        # after an answer the time is that of keep-alive: the head began before the answer ended
        expected = 2.0 if len(sent) > len(HEALTH) else 0.5
        assert expected - 0.2 < seconds_until_closed(connect(sent)) < expected + 0.5


def test_a_client_that_asks_again_in_time_keeps_its_connection() -> None:
    with serving() as connect:
        connection = connect()
        for _ in range(2):
            connection.sendall(HEALTH)
            received = b"-"
            while received and not received.endswith(b"xx"):  # nothing: it was closed
                received = connection.recv(65_536)
            assert received
            time.sleep(0.7)  # longer than a head may take


def test_a_body_does_not_wait_for_its_head_to_be_acknowledged() -> None:
    with serving() as connect:
        connection = connect()
        waits = []
        for _ in range(15):
            began = time.monotonic()
            connection.sendall(HEALTH)
            received = b""
            while not received.endswith(b"xx"):
                received += connection.recv(65_536)
            waits.append(time.monotonic() - began)
        assert sorted(waits)[7] < 0.02  # it was 0.04, whatever the machine


def test_an_answer_that_is_not_taken_does_not_keep_a_connection() -> None:
    with serving() as connect:
        connection = connect(b"GET /many/50000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(1.0)
        received = 0
        connection.settimeout(5.0)
        try:
            while piece := connection.recv(1_000_000):
                received += len(piece)
        except ConnectionResetError:
            pass
        assert received < 50_000_000


def test_the_connection_that_waits_longest_makes_place() -> None:
    with serving(connections=2, head_seconds=60.0) as connect:
        asked = connect(HEALTH)
        assert asked.recv(65_536).startswith(b"HTTP/1.1 200 ")  # answered, and idle since then
        waiting = [connect() for _ in range(2)]
        assert not closed(asked)
        new = connect(HEALTH)
        assert new.recv(65_536).startswith(b"HTTP/1.1 200 ")
        deadline = time.monotonic() + 10.0
        while not closed(asked) and time.monotonic() < deadline:
            time.sleep(0.05)  # until the service's loop comes to it
        assert closed(asked)
        assert not any(map(closed, waiting))


def test_one_too_many_is_told_when_all_are_served() -> None:
    with serving(connections=2, head_seconds=60.0) as connect:
        body = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
        served = [connect(body) for _ in range(3)]
        refused = connect()
        answer = refused.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 1" in answer
        assert b"urn:truthscore:problem:busy" in answer
        assert not any(map(closed, served))


def test_a_request_too_many_is_told_and_health_is_not_one(start: Start) -> None:
    service = start(max_requests=1)
    release = threading.Event()

    def body() -> Any:
        async def pieces() -> Any:
            yield b"{"
            await asyncio.to_thread(release.wait, 10.0)
            yield b"}"

        return pieces()

    first: list[int] = []
    thread = threading.Thread(
        target=lambda: first.append(service("POST", "/v1/check", content=body()).status_code)
    )
    thread.start()
    time.sleep(0.3)
    try:
        told = service("POST", "/v1/check", content=b"{}")
        assert (told.status_code, told.headers["retry-after"]) == (503, "1")
        assert service("GET", "/healthz").status_code == 200
    finally:
        release.set()
        thread.join(10.0)
    assert first == [422]
    assert service("POST", "/v1/check", content=b"{}").status_code == 422


@pytest.mark.parametrize("files", [1, 64, 160, 1_024, 4_096, 1_048_576])
def test_connections_leave_files_for_the_rest(files: int) -> None:
    limits = limits_for(files, head_seconds=HEAD)
    assert 1 <= limits.connections <= MAX_CONNECTIONS
    assert limits.at_once >= 1
    if files >= 160:
        assert 2 * limits.connections + limits.at_once < files - 32


def test_bodies_of_all_requests_have_one_limit(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truthscore.serve.gate.HELD_BODIES", 1)
    service = start(max_body_bytes=5_000)
    release = threading.Event()

    async def pieces() -> Any:
        yield b"x" * 4_000
        await asyncio.to_thread(release.wait, 10.0)

    thread = threading.Thread(target=lambda: service("POST", "/v1/check", content=pieces()))
    thread.start()
    time.sleep(0.3)
    try:
        assert service("POST", "/v1/check", content=b"{" * 2_000).status_code == 503
        assert service("POST", "/v1/check", content=b"{}").status_code == 422
    finally:
        release.set()
        thread.join(10.0)
    assert service("POST", "/v1/check", content=b"{" * 5_000).status_code == 422


def test_the_limit_of_files_is_raised_as_far_as_it_may() -> None:
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 512 if hard == resource.RLIM_INFINITY else min(hard, 512)
    code = (
        "import resource; from truthscore.serve.connections import raise_file_limit\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({most} - 100, {most}))\n"
        "print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [str(most)] * 3


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    "names", [("Content-Length", "Transfer-Encoding"), ("content-LENGTH", "TRANSFER-encoding")]
)
def test_a_request_with_two_lengths_is_refused_and_closed(
    names: tuple[str, str], order: int
) -> None:
    lengths = [f"{names[0]}: 4\r\n", f"{names[1]}: chunked\r\n"][::order]
    smuggled = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    sent = f"POST / HTTP/1.1\r\nHost: a\r\n{''.join(lengths)}\r\n{smuggled}"
    with serving(head_seconds=5.0) as connect:
        connection = connect(sent.encode())
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1
