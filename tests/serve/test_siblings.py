"""Workers share what waits: in this process with a stub application, and real ones."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_serve import STARTING, Running
from tests.guard.cases import LEAVE, MISSING, QUESTION, TRUE
from truthscore.serve.server import HEALTH_SECONDS
from truthscore.serve.siblings import PLACES, Siblings

BODY = b'{"question": "a"}'


def scope(path: str = "/v1/check") -> dict[str, Any]:
    return {
        "type": "http", "method": "POST", "path": path, "query_string": b"a=1",
        "headers": [(b"authorization", b"Bearer secret"), (b"content-type", b"application/json")],
        "state": {"request_id": "r1"},
    }  # fmt: skip


class App:
    """An application that keeps what it was asked and answers with its name."""

    def __init__(self, name: str = "", *, fails: bool = False) -> None:
        self.name = name
        self.fails = fails
        self.asked: list[tuple[dict[str, Any], bytes]] = []
        self.release = asyncio.Event()
        self.release.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append((dict(scope), (await receive())["body"]))
        assert (await receive())["type"] == "http.disconnect"
        await self.release.wait()
        if self.fails:
            raise RuntimeError("geheim")
        headers = [(b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": self.name.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"!"})


Live = Callable[..., Awaitable[None]]


def pair(folder: Path, live: Live, *, app: App | None = None) -> App:
    """Run `live` with two workers, of which the second has `app`."""

    async def main() -> App:
        other_app = app or App("other")
        one, other = Siblings(folder, 2), Siblings(folder, 2)
        await one.open(App("one"))
        await other.open(other_app)
        try:
            await live(one, other)
        finally:
            await one.close(5.0)
            await other.close(5.0)
        return other_app

    return asyncio.run(main())


def test_a_request_goes_where_fewer_are(tmp_path: Path) -> None:
    async def live(one: Siblings, other: Siblings) -> None:
        assert await one.elsewhere(scope(), BODY) is None  # both have nothing to do
        with one.counted():
            told = await one.elsewhere(scope(), BODY)
            assert told is not None
            assert (told.status, told.body) == (201, b"other!")
            assert told.headers == [(b"content-type", b"text/plain")]
            assert await other.elsewhere(scope(), BODY) is None
            with other.counted():
                assert await one.elsewhere(scope(), BODY) is None
                with other.counted():
                    told = await other.elsewhere(scope(), BODY)
                    assert told is not None
                    assert told.body == b"one!"
        assert await one.elsewhere(scope(), BODY) is None

    app = pair(tmp_path, live)
    [(seen, body)] = app.asked
    assert body == BODY
    assert (seen["method"], seen["path"], seen["query_string"]) == ("POST", "/v1/check", b"a=1")
    assert seen["state"] == {"request_id": "r1"}
    assert seen["headers"] == [(b"content-type", b"application/json")]  # and not the token


def test_what_was_sent_elsewhere_counts_there_from_that_moment(tmp_path: Path) -> None:
    app = App("other")
    app.release.clear()

    async def live(one: Siblings, _: Siblings) -> None:
        with one.counted(), one.counted(), one.counted():
            sent = [asyncio.create_task(one.elsewhere(scope(), BODY)) for _ in range(8)]
            done, waiting = await asyncio.wait(sent, timeout=0.3)
            assert len(waiting) == 3  # three and three; nobody sends more than would be fair
            assert [task.result() for task in done] == [None] * 5
            app.release.set()
            assert all(task.result() for task in (await asyncio.wait(waiting))[0])

    pair(tmp_path, live, app=app)


def test_an_error_of_the_application_is_not_taken_for_an_answer(
    tmp_path: Path, caplog: Any
) -> None:
    async def live(one: Siblings, _: Siblings) -> None:
        with one.counted():
            assert await one.elsewhere(scope(), BODY) is None

    assert len(pair(tmp_path, live, app=App(fails=True)).asked) == 1
    assert "geheim" not in caplog.text


def test_one_that_is_gone_or_breaks_off_costs_nothing(tmp_path: Path) -> None:
    async def live(one: Siblings, other: Siblings) -> None:
        assert other._place is not None
        path = other._socket(other._place)
        path.unlink()
        with one.counted():
            assert await one.elsewhere(scope(), BODY) is None  # no address
            with socket.socket(socket.AF_UNIX) as dead:
                dead.bind(str(path))
                assert await one.elsewhere(scope(), BODY) is None  # nobody there
            path.unlink()
            for half in (b"", b"\0\0\0\2{"):  # hangs up; dies in the middle of its answer

                async def killed(
                    reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter,
                    half: bytes = half,
                ) -> None:
                    await reader.read(10)
                    writer.write(half)
                    writer.close()

                server = await asyncio.start_unix_server(killed, path)
                assert await one.elsewhere(scope(), BODY) is None
                server.close()
                path.unlink(missing_ok=True)
        assert one._counts.sum() == 0

    pair(tmp_path, live)


def test_one_that_closes_finishes_what_it_took_and_takes_no_more(tmp_path: Path) -> None:
    app = App("other")
    app.release.clear()

    async def live(one: Siblings, other: Siblings) -> None:
        with one.counted():
            sent = asyncio.create_task(one.elsewhere(scope(), BODY))
            await asyncio.sleep(0.1)
            closing = asyncio.create_task(other.close(5.0))
            await asyncio.sleep(0.1)
            with one.counted():
                assert await one.elsewhere(scope(), BODY) is None
            assert not closing.done()
            app.release.set()
            told = await sent
            assert told is not None
            assert told.body == b"other!"
            await closing

    pair(tmp_path, live, app=app)


def test_a_place_is_free_again_and_a_dead_one_s_counts_are_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        first, dead = Siblings(tmp_path, 2), Siblings(tmp_path, 2)
        await first.open(App())
        await dead.open(App())
        assert (first._place, dead._place) == (0, 1)
        dead._counts[1] = 7  # as one leaves them that is killed
        dead._lock.close()
        third = Siblings(tmp_path, 2)
        await third.open(App("third"))
        assert third._place == 1
        assert third._counts.sum() == 0
        with first.counted():
            told = await first.elsewhere(scope(), BODY)
            assert told is not None
            assert told.body == b"third!"
        for each in (first, third):
            await each.close(1.0)

    asyncio.run(main())


def test_one_without_a_place_serves_alone(tmp_path: Path, caplog: Any) -> None:
    async def main() -> None:
        every = [Siblings(tmp_path, 1) for _ in range(PLACES + 1)]
        for each in every:
            await each.open(App())
        assert [each._place for each in every] == [*range(PLACES), None]
        late = every[-1]
        with every[0].counted(), late.counted():
            assert await late.elsewhere(scope(), BODY) is None
        lost = Siblings(tmp_path / "nowhere", 2)
        await lost.open(App())
        assert await lost.elsewhere(scope(), BODY) is None
        for each in (*every, lost):
            await each.close(1.0)

    asyncio.run(main())
    assert caplog.text.count("shares no requests") == 2


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    started = Running(tmp_path_factory.mktemp("siblings"), "--workers", "2")
    try:
        ready(started, started.workers())
        yield started
    finally:
        assert started.stop() == 0


def ready(
    started: Running, pids: set[int], keep: Sequence[http.client.HTTPConnection] = ()
) -> None:
    """Wait until these workers have said that they serve, and use connections to `keep` them."""
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        for connection in keep:
            alive(connection)
        lines = [json.loads(line) for line in started.log.read_text().splitlines()]
        told = {each["process"] for each in lines if "startup complete" in each["message"]}
        if pids <= told and len(pids) == 2:
            return
        time.sleep(0.1)
    raise AssertionError("a worker did not start")


def processor(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def connected(port: int) -> http.client.HTTPConnection:
    """A connection that a worker has taken."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    alive(connection)
    return connection


def alive(connection: http.client.HTTPConnection) -> None:
    """Ask the worker of a connection whether it lives."""
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b'{"status":"ok"}'


def share(connections: list[http.client.HTTPConnection], pid: int, others: set[int]) -> float:
    """The part of the work of checks over `connections`, all at once, that `pid` does."""
    pids = {pid, *others}
    before = {each: processor(each) for each in pids}
    kept = [connection.sock for connection in connections]
    start = threading.Barrier(len(connections))

    def check(connection: http.client.HTTPConnection) -> None:
        start.wait(30)
        for number in range(6):
            answer = TRUE if number % 2 else MISSING
            asked = {"question": QUESTION, "answer": f"{answer} Dossier {number}. " * 10,
                     "context": [LEAVE]}  # fmt: skip
            connection.request("POST", "/v1/check", json.dumps(asked),
                               {"Content-Type": "application/json"})  # fmt: skip
            response = connection.getresponse()
            told = json.loads(response.read())
            assert response.status == 200, told
            # on a machine with other work the time may be over first
            assert number % 2 or told["cause"] in ("missing_component", "over_budget")

    with ThreadPoolExecutor(len(connections)) as pool:
        list(pool.map(check, connections))
    assert [connection.sock for connection in connections] == kept  # nobody was sent away
    used = {each: processor(each) - before[each] for each in pids}
    return used[pid] / sum(used.values())


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")


@needs_proc
def test_clients_that_are_all_with_one_worker_are_served_by_both(running: Running) -> None:
    busy, free = sorted(running.workers())
    os.kill(free, signal.SIGSTOP)  # so that the other one takes every connection
    try:
        connections = [connected(running.port) for _ in range(8)]
    finally:
        os.kill(free, signal.SIGCONT)
    assert share(connections, free, {busy}) > 0.3
    for connection in connections:
        connection.close()


@needs_proc
def test_a_worker_that_replaces_a_killed_one_gets_its_share(running: Running) -> None:
    before = running.workers()
    killed, busy = sorted(before)
    os.kill(killed, signal.SIGSTOP)
    connections = [connected(running.port) for _ in range(8)]
    os.kill(killed, signal.SIGKILL)
    assert share(connections, busy, set()) == 1.0  # nobody else is there, and nothing is lost
    deadline = time.monotonic() + STARTING
    while not running.workers() - before:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    [new] = running.workers() - before
    ready(running, {busy, new}, connections)
    assert share(connections, new, {busy}) > 0.3
    for connection in connections:
        connection.close()


@needs_proc
def test_a_worker_that_dies_while_it_is_asked_for_a_sign_of_life_is_replaced(
    running: Running,
) -> None:
    before = running.workers()
    silent = min(before)
    os.kill(silent, signal.SIGSTOP)
    time.sleep(1.5)  # the parent asks twice a second, and waits now
    os.kill(silent, signal.SIGKILL)
    began = time.monotonic()
    while not running.workers() - before:
        assert time.monotonic() - began < HEALTH_SECONDS / 2
        time.sleep(0.1)
    ready(running, running.workers() - {silent})
