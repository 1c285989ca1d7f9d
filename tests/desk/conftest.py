"""Databases of the desk: SQLite in a file, and a real PostgreSQL on loopback if there is one."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from examples.desk.data import Store
from truthscore import Guardrail

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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes URLs of empty databases."""

    def url() -> str:
        name = f"desk_{uuid.uuid4().hex}"
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path / name}.db"
        server = request.getfixturevalue("postgres")
        import psycopg

        address = server.replace("+psycopg", "") + "/postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"{server}/{name}"

    return url


@pytest.fixture
def store(new_url: Callable[[], str]) -> Iterator[Store]:
    made = Store(new_url())
    yield made
    made.close()


@pytest.fixture(scope="session")
def guardrail() -> Guardrail:
    return Guardrail.load("grounded")


#: Of a colleague, as the arguments of `Client.get`.
TOKEN = {"authorization": "Bearer of-a-colleague"}


class Client:
    """Asks an application in this process."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def __call__(self, method: str, path: str, who: str | None, **more: Any) -> Any:
        import httpx

        async def ask() -> Any:
            told = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=told, base_url="http://desk") as client:
                headers = more.pop("headers", {}) | ({"x-employee": who} if who else {})
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(ask())

    def get(self, path: str, who: str | None = None, **headers: str) -> Any:
        return self("GET", path, who, headers=headers)

    def post(self, path: str, body: dict[str, Any], who: str | None = None) -> Any:
        return self("POST", path, who, json=body)


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Client]:
    """Starts a desk in this process; keyword arguments are its settings, without `DESK_`."""
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx")

    def started(model: Any = None, **settings: str) -> Client:
        from examples.desk.app import create

        for name in [each for each in os.environ if each.startswith(("DESK_", "LLM_"))]:
            monkeypatch.delenv(name)
        given = {"DB": f"sqlite:///{tmp_path / 'desk.db'}", "TOKEN": "of-a-colleague", **settings}
        for name, value in given.items():
            monkeypatch.setenv(f"DESK_{name}", value)
        return Client(create(model))

    return started


@pytest.fixture
def client(start: Callable[..., Client]) -> Client:
    return start(ARMS=str(Path(__file__).parents[2] / "examples" / "desk" / "arms.toml"))
