"""What is refused before it is served: headers, ids that are no text; and disks that are full."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.serve.conftest import TOKEN, Service, Start
from tests.serve.test_app import PROFILE, TOML, body, is_problem

OPENED = f"Bearer {TOKEN}".encode()


def raw(service: Service, path: str, *headers: tuple[bytes, bytes]) -> int:
    """The status of a GET with exactly these headers."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "scheme": "http", "headers": list(headers), "client": None, "server": None,
    }  # fmt: skip
    asyncio.run(service.app(scope, receive, send))
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"localhost", 200),
        (b"LocalHost:8080", 200),
        (b"127.0.0.1:1", 200),
        (b"127.0.0.1:", 200),
        (b"[::1]:65535", 200),
        (b"", 421),
        (b"evil.example:80", 421),
        (b"10.0.0.1", 421),
        (b"[::2]", 421),
        (b"localhost:evil", 400),
        (b"localhost:65536", 400),
        (b"localhost:-1", 400),
        (b"localhost:80:80", 400),
        (b"localhost@evil.example", 400),
        (b"localhost/evil", 400),
        (b"localhost evil", 400),
        (b"[::1", 400),
        (b"::1", 400),
        (b"[::1]evil", 400),
        (b"[127.0.0.1]", 400),
        (b"[localhost]", 400),
        (b"[]", 400),
        (b"[::1%25eth0]", 400),
        (b"\xff\xfe", 400),
        (b"l\xc3\xb6calhost", 400),
        (b"\x00", 400),
        (b"x" * 70_000, 400),
    ],
)
def test_a_host_is_a_name_or_address_and_a_port(start: Start, host: bytes, status: int) -> None:
    assert raw(start(), "/healthz", (b"host", host)) == status
    opened = raw(
        start(tokens=(TOKEN,)), "/openapi.json", (b"host", host), (b"authorization", OPENED)
    )
    assert opened == (400 if status == 400 else 200)  # with a token any name may be its own


def test_no_host_at_all_is_one_that_is_not_this_machine(start: Start) -> None:
    assert raw(start(), "/healthz") == 421
    assert raw(start(tokens=(TOKEN,)), "/healthz") == 200


@pytest.mark.parametrize("name", [b"authorization", b"host", b"content-type", b"content-length"])
def test_a_header_that_may_come_once_comes_once(start: Start, name: bytes) -> None:
    service = start(tokens=(TOKEN,))
    headers = {b"host": b"localhost", b"authorization": OPENED}
    twice = [(name, headers.get(name, b"0"))] * 2
    assert raw(service, "/openapi.json", *headers.items()) == 200
    assert raw(service, "/openapi.json", *(headers | {name: twice[0][1]}).items(), twice[1]) == 400
    assert raw(service, "/openapi.json", *headers.items(), *[(b"x-any", b"0")] * 2) == 200


@pytest.mark.parametrize("id_", ["%ff", "%ff%fe", "a%80", "%ed%a0%80", "%ef%bf%bd", "%00", "%0a"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_an_id_that_is_no_text_is_refused(service: Service, method: str, id_: str) -> None:
    content = {"text": "a"} if method == "PUT" else None
    is_problem(service(method, f"/v1/documents/{id_}", json=content), 422, "invalid")
    response = service(method, f"/v1/profiles/{id_}", content=PROFILE, headers=TOML)
    assert response.status_code == (422 if method == "PUT" else 405)


Full = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Full]:
    """Fills the disk of the service: a small one of its own, else a limit of this process."""
    mounted = os.geteuid() == 0 and shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(tmp_path)],
        capture_output=True, check=False,
    ).returncode == 0  # fmt: skip

    @contextlib.contextmanager
    def disk() -> Iterator[None]:
        filler = tmp_path / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as stream:
            while True:
                stream.write(b"x" * 4_096)
        try:
            yield
        finally:
            filler.unlink()

    @contextlib.contextmanager
    def limit() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    try:
        yield disk if mounted else limit
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_full_disk_is_told_and_costs_no_answer(start: Start, full: Full, tmp_path: Path) -> None:
    service = start()
    page = {"text": "Klik op **Opslaan**."}
    assert service("PUT", "/v1/documents/a", json=page).status_code == 201
    assert service("PUT", "/v1/profiles/acme", content=PROFILE, headers=TOML).status_code == 201
    before = sorted(tmp_path.rglob("*.*"))
    with full():
        for name in ("a", "b"):
            put = service("PUT", f"/v1/documents/{name}", json={"text": "x" * 20_000})
            is_problem(put, 507, "full")
            put = service("PUT", f"/v1/profiles/{name}", content=PROFILE + "# new\n", headers=TOML)
            is_problem(put, 507, "full")
        is_problem(service("GET", "/readyz"), 503, "busy")
        assert service("GET", "/healthz").status_code == 200
        assert service("GET", "/v1/documents/a").json()["text"] == page["text"]
        assert service("POST", "/v1/check", json=body()).json()["action"] == "allow"
        assert service("POST", "/v1/check", json=body(profile="acme")).json()["action"] == "block"
    assert sorted(tmp_path.rglob("*.*")) == before
    assert service("GET", "/readyz").status_code == 200
    assert service("PUT", "/v1/documents/b", json=page).status_code == 201
