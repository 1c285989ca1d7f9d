"""Databases of the desk: SQLite in a file, and `tests/real_postgres.py`."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from examples.desk.data import Store
from truthscore import Guardrail


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
