"""A real PostgreSQL on loopback, from Debian's package, if there is one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

#: Who runs the server where the tests run as root, which PostgreSQL refuses to.
SERVER_USER = "postgres"
#: Tenths of a second that the server may take to start on a busy machine.
STARTING = 600


def program(name: str) -> str | None:
    """A program of PostgreSQL, also where Debian puts it; the newest."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(beside[-1]) if beside else shutil.which(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server of our own, without a database name."""
    psycopg = pytest.importorskip("psycopg")
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    runs_as: dict[str, Any] = {}
    folder = Path(tempfile.mkdtemp(prefix="desk"))
    if os.geteuid() == 0:
        runs_as = {"user": SERVER_USER, "group": SERVER_USER, "extra_groups": []}
        shutil.chown(folder, SERVER_USER, SERVER_USER)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = [initdb, "-D", str(folder / "data"), "-U", "desk", "-A", "trust", "-E", "UTF8", "-N"]
    subprocess.run(made, check=True, capture_output=True, cwd=folder, **runs_as)
    process = subprocess.Popen(
        [server, "-D", str(folder / "data"), "-p", str(port), "-k", str(folder),
         "-h", "127.0.0.1", "-F"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **runs_as,
    )  # fmt: skip
    try:
        for _ in range(STARTING):
            try:
                address = f"host=127.0.0.1 port={port} user=desk dbname=postgres"
                psycopg.connect(address).close()
                break
            except psycopg.OperationalError:
                assert process.poll() is None, "the server stopped"
                process_wait(process)
        else:
            pytest.fail("the server did not start")
        yield f"postgresql+psycopg://desk@127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def process_wait(process: subprocess.Popen[Any]) -> None:
    """A tenth of a second, or until the process ends."""
    try:
        process.wait(0.1)
    except subprocess.TimeoutExpired:
        return
