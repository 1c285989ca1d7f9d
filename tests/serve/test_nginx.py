"""The example of NGINX in front of the service, with a real NGINX."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running  # noqa: E402
from tests.guard.cases import TRUE  # noqa: E402
from tests.serve.conftest import TOKEN  # noqa: E402
from truthscore import profile  # noqa: E402

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
EXAMPLE = Path(__file__).parents[2] / "examples" / "nginx" / "truthscore.conf"
OPENED = {"authorization": f"Bearer {TOKEN}"}
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


def configured(folder: Path, service: int) -> tuple[Path, int]:
    """The example as it stands, on free ports and in a folder of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    text = EXAMPLE.read_text(encoding="utf-8")
    text, changed = re.subn(r"(?m)^( *)listen 80;", rf"\1listen 127.0.0.1:{port};", text)
    text, also = re.subn(r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{service};", text)
    assert (changed, also) == (1, 1)
    text = text.replace("rate=50r/s", "rate=1r/s").replace("burst=100", "burst=10")  # in seconds
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    path = folder / "nginx.conf"
    path.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        "events { worker_connections 256; }\nhttp { access_log off;\n"
        + "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
        + text
        + "}\n",
        encoding="utf-8",
    )
    return path, port


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Where NGINX listens, in front of a service that needs a token."""
    assert NGINX is not None
    folder = tmp_path_factory.mktemp("nginx")
    (folder / "tokens").write_text(f"backend: {TOKEN} check metrics\n", encoding="ascii")
    service = Running(folder, "--token-file", str(folder / "tokens"))
    try:
        path, port = configured(folder, service.port)
        tested = subprocess.run(
            [NGINX, "-t", "-c", str(path)], capture_output=True, text=True, check=False, timeout=30
        )
        assert tested.returncode == 0, tested.stderr
        server = subprocess.Popen([NGINX, "-c", str(path)], stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 10.0
            while time.monotonic() < until:
                with socket.socket() as tried:
                    if tried.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}", port
        finally:
            server.terminate()
            server.wait(30)
    finally:
        assert service.stop() == 0


def test_answers_come_through_and_limits_hold(address: tuple[str, int]) -> None:
    at, _ = address
    with httpx.Client(base_url=at, headers=OPENED, timeout=60.0) as client:
        asked = {"question": "?", "answer": TRUE, "context": ["Klik op de knop **Aanvragen**."]}
        assert client.post("/v1/check", json=asked).json()["action"] in ("review", "block")
        closed = client.post("/v1/check", json=asked, headers={"authorization": ""})
        assert closed.status_code == 401
        assert client.get("/metrics").status_code == 200  # from this machine
        most = profile.load("grounded").serve.max_body_bytes
        assert f"client_max_body_size {most};" in EXAMPLE.read_text(encoding="utf-8")
        assert client.post("/v1/check", content=b"x" * (most + 1)).status_code == 413


def test_a_client_may_not_open_any_number_nor_ask_any_number(address: tuple[str, int]) -> None:
    at, port = address
    with ExitStack() as stack, httpx.Client(base_url=at, timeout=60.0) as client:
        head = b"POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
        for _ in range(40):  # bodies that do not come
            made = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10.0))
            made.sendall(head)
        deadline = time.monotonic() + 10.0
        while client.get("/healthz").status_code != 429 and time.monotonic() < deadline:
            time.sleep(0.1)  # until the last of them is accepted
        assert client.get("/healthz").status_code == 429
        stack.pop_all().close()
        time.sleep(2.0)
        told = [client.get("/healthz").status_code for _ in range(20)]
        assert told[0] == 200
        assert set(told) == {200, 429}
