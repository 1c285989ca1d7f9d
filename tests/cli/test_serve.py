"""`truthscore serve`: what it refuses, and a real service with real workers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.guard.cases import LEAVE, MISSING, QUESTION, TRUE

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

MAIN = "from truthscore.cli import main; main()"
#: Seconds a worker may take to load its pipelines on a busy machine.
STARTING = 90.0


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, "serve", *arguments],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_help_is_there() -> None:
    done = run("--help")
    assert done.returncode == 0
    for option in ("--host", "--port", "--profile", "--workers", "--token-file", "--data-dir"):
        assert option in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "can be reached from other machines"),
        (["--token-file", "/nowhere/at/all"], "does not exist"),
        (["--workers", "0"], "0 is not in the range"),
        (["--port", "70000"], "70000 is not in the range"),
        (["--profile", "groundd"], "did you mean 'grounded'"),
    ],
)
def test_what_cannot_be_served_is_told_at_once(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("--port", str(taken.getsockname()[1]), "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert "cannot be used" in done.stderr


def test_packages_that_are_missing_are_told(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None\n"
        "from truthscore.cli import main; main(['serve', '--data-dir', sys.argv[1]])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install '.[serve]'" in done.stderr


class Running:
    """A service in processes of its own."""

    def __init__(self, folder: Path, *arguments: str, stderr: Any = None, before: str = "") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.log = folder / "log"
        self.address = f"http://127.0.0.1:{self.port}"
        with open(stderr or self.log, "w") as stream:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-c", f"{before}\n{MAIN}", "serve",
                    "--port", str(self.port), "--data-dir", str(folder / "data"),
                    "--pipeline", "nl=bundled", "--pipeline", "en=bundled", *arguments,
                ],
                stderr=stream,
            )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + STARTING
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if httpx.get(self.address + "/readyz", timeout=5.0).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError(f"not ready: {self.log.read_text() if self.log.exists() else ''}")

    def check(self, answer: str, **more: Any) -> Any:
        body = {"question": QUESTION, "answer": answer, "context": [LEAVE]}
        return httpx.post(self.address + "/v1/check", json=body, timeout=60.0, **more)

    def workers(self) -> set[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = set()
        for pid in children.read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):  # it may just have ended
                if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                    found.add(int(pid))
        return found

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    started = Running(tmp_path_factory.mktemp("serve"), "--workers", "2")
    yield started
    started.stop()


def test_it_decides(running: Running) -> None:
    assert running.check(TRUE).json()["action"] == "allow"
    assert running.check(MISSING).json()["cause"] == "missing_component"


def test_what_is_registered_outlives_the_workers(running: Running) -> None:
    address = running.address + "/v1/documents/verlof"
    assert httpx.put(address, json={"text": LEAVE["text"]}).status_code in (200, 201)
    before = running.workers()
    assert len(before) == 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + STARTING
    while running.workers() & before or len(running.workers()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    running.wait()
    assert httpx.get(address).json()["text"] == LEAVE["text"]
    asked = {"question": QUESTION, "answer": TRUE, "documents": ["verlof"]}
    told = httpx.post(running.address + "/v1/check", json=asked, timeout=60.0).json()
    assert told["action"] == "allow"


def test_figures_are_those_of_all_workers(running: Running) -> None:
    def count() -> float:
        text = httpx.get(running.address + "/metrics").text
        return sum(
            float(line.split()[-1])
            for line in text.splitlines()
            if line.startswith("truthscore_decisions_total") and "missing_component" in line
        )

    before = count()
    for _ in range(10):
        running.check(MISSING)
    assert count() == before + 10.0


def test_it_ends_after_what_it_has_begun(tmp_path: Path) -> None:
    started = Running(tmp_path)
    rows = [{"question": QUESTION, "answer": f"{TRUE} {n}", "context": [LEAVE]} for n in range(40)]
    body = json.dumps({"rows": rows}).encode()
    with socket.create_connection(("127.0.0.1", started.port)) as client:
        client.sendall(
            b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        time.sleep(0.2)
        started.process.send_signal(signal.SIGTERM)
        client.settimeout(60.0)
        received = b""
        while piece := client.recv(65_536):
            received += piece
    head, _, told = received.partition(b"\r\n\r\n")
    assert b" 200 OK" in head
    assert len(json.loads(told)["verdicts"]) == 40
    assert started.process.wait(60) == 0
    with pytest.raises(httpx.TransportError):
        started.check(TRUE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_for_logs_costs_no_answer(tmp_path: Path) -> None:
    started = Running(tmp_path, stderr="/dev/full")
    try:
        for _ in range(5):
            assert started.check(TRUE).json()["action"] == "allow"
            assert started.check(MISSING).json()["action"] == "block"
    finally:
        assert started.stop() == 0


def test_workers_are_renewed_and_nothing_is_lost(tmp_path: Path) -> None:
    before = (
        "from truthscore.serve import server\n"
        "server.WORKER_REQUESTS, server.WORKER_REQUESTS_SPREAD = 15, 0"
    )
    started = Running(tmp_path, "--workers", "2", before=before)
    try:
        first = started.workers()
        for number in range(24):  # one of the two has had 12 at least
            assert started.check(f"{TRUE} Dossier {number}.").status_code == 200
        deadline = time.monotonic() + STARTING
        while first <= started.workers():
            assert time.monotonic() < deadline
            assert started.check(MISSING).json()["action"] == "block"
        assert started.check(MISSING).json()["action"] == "block"
    finally:
        assert started.stop() == 0
