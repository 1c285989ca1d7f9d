"""Clients that open connections and ask nothing, against a real service."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running  # noqa: E402
from tests.guard.cases import TRUE  # noqa: E402
from truthscore.serve.connections import MAX_CONNECTIONS, limits_for  # noqa: E402

#: Seconds for a head in these tests.
HEAD = 3.0
HALF_OPEN = 200
#: What the kinds of half-open connection send: nothing, half a head, and a whole request whose body
#: comes after it was refused.
KINDS = (
    b"",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /v1/check HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 900000\r\n\r\n",
)


@contextmanager
def started(folder: Path, before: str = "") -> Iterator[Running]:
    before = f"from truthscore.serve import server\nserver.HEAD_SECONDS = {HEAD}\n{before}"
    running = Running(folder, before=before)
    try:
        yield running
    finally:
        assert running.stop() == 0


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
    with started(tmp_path, before) as running, ExitStack() as stack:
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
        assert left == []
        assert len(waits) > 10
        assert max(waits) < 1.0
        assert running.check(TRUE).json()["action"] == "allow"


def test_a_client_that_asks_again_in_time_keeps_its_connection(tmp_path: Path) -> None:
    with started(tmp_path) as running, httpx.Client(base_url=running.address) as client:
        before = client.get("/healthz").extensions["network_stream"].get_extra_info("client_addr")
        time.sleep(HEAD + 0.5)
        after = client.get("/healthz").extensions["network_stream"].get_extra_info("client_addr")
        assert before == after


def test_one_too_many_is_told_when_all_are_served(tmp_path: Path) -> None:
    few = "from truthscore.serve import connections\nconnections.MAX_CONNECTIONS = 3\n"
    with started(tmp_path, few) as running, ExitStack() as stack:
        head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n"
        for _ in range(3):  # served: their bodies are awaited, for body_seconds
            connection = socket.create_connection(("127.0.0.1", running.port), timeout=20.0)
            stack.enter_context(connection)
            connection.sendall(head)
        time.sleep(0.5)
        refused = socket.create_connection(("127.0.0.1", running.port), timeout=20.0)
        stack.enter_context(refused)
        answer = refused.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 1" in answer
        assert b"urn:truthscore:problem:busy" in answer


@pytest.mark.parametrize("files", [1, 64, 160, 1_024, 4_096, 1_048_576])
def test_connections_leave_files_for_the_rest(files: int) -> None:
    limits = limits_for(files, head_seconds=HEAD)
    assert 1 <= limits.connections <= MAX_CONNECTIONS
    assert limits.at_once >= 1
    if files >= 160:
        assert 2 * limits.connections + limits.at_once < files - 32
