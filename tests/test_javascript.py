"""The JavaScript client, examples/javascript: its types are those of the service, and it works in
a real Node against a real `truthscore serve`."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from tests.cli.test_serve import Running  # noqa: E402
from tests.test_docs import DOCS  # noqa: E402

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "examples" / "javascript"
CASES = Path(__file__).with_name("javascript")
#: Node as of which there is a fetch.
LEAST = 18
SECRETS = {"backend": "backend-has-a-long-secret", "anna": "anna-has-a-long-secret"}
SCOPES = {"backend": "check write", "anna": "check review"}


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.strip().removeprefix("v").partition(".")[0]) < LEAST:
        pytest.skip(f"node {version.stdout.strip()} has no fetch; {LEAST} does")
    return found


@contextmanager
def broken(answer: bytes) -> Iterator[str]:
    """An address where every request gets `answer`, and none where that is empty."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    client, _ = listening.accept()
                except OSError:
                    return  # closed
                kept.append(client)
                client.recv(65_536)
                if answer:
                    client.sendall(answer)
                    client.close()

        kept: list[socket.socket] = []
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        for client in kept:
            client.close()


def html(status: str, *headers: str) -> bytes:
    head = [f"HTTP/1.1 {status}", "Content-Type: text/html", "Content-Length: 9", *headers]
    return "\r\n".join([*head, "Connection: close", "", "<p>Hm</p>"]).encode()


def run(node: str, folder: Path, script: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A script that lies beside the client."""
    shutil.copy(CLIENT / "truthscore.mjs", folder)
    (folder / "script.mjs").write_text(script, encoding="utf-8")
    return subprocess.run(
        [node, "script.mjs"], cwd=folder, capture_output=True, text=True, check=False, timeout=180,
        env={**os.environ, **settings},
    )  # fmt: skip


def decide(address: str, stop: threading.Event) -> None:
    """Anna refuses whatever waits, as her browser would, until she may go home."""
    with httpx.Client(
        base_url=address, auth=("anna", SECRETS["anna"]), headers={"origin": address}, timeout=60.0
    ) as anna:
        while not stop.wait(0.2):
            taken = anna.post("/reviews/next").headers["location"].partition("?")[0]
            if taken != "/reviews":
                anna.post(taken, data={"do": "corrected", "sent": "Beter zo.", "note": "knop"})


def test_node(node: str, tmp_path: Path) -> None:
    """One service for every case of tests/javascript/cases.mjs and for the documents' blocks."""
    tokens = tmp_path / "tokens"
    tokens.write_text("".join(f"{name}: {SECRETS[name]} {SCOPES[name]}\n" for name in SECRETS))
    service = Running(tmp_path, "--token-file", str(tokens), "--review-days", "1")
    stop = threading.Event()
    person = threading.Thread(target=decide, args=(service.address, stop))
    person.start()
    given = {"TRUTHSCORE_URL": service.address, "TRUTHSCORE_TOKEN": SECRETS["backend"]}
    cases_text = (CASES / "cases.mjs").read_text("utf-8")
    elsewhere = f"Location: {service.address}/v1/check"
    blocks = [each for text in DOCS.values() for each in re.findall(r"```js\n(.*?)```", text, re.S)]
    assert blocks
    try:
        shown = [run(node, tmp_path, block, **given) for block in blocks]
        with (
            broken(b"") as silent, broken(html("502 Bad Gateway")) as gateway,
            broken(html("200 OK")) as portal,
            broken(html("307 Temporary Redirect", elsewhere)) as moved,
            socket.socket() as nobody,
        ):  # fmt: skip
            nobody.bind(("127.0.0.1", 0))
            cases = run(
                node, tmp_path, cases_text, **given, REVIEWER=SECRETS["anna"], SILENT=silent,
                GATEWAY=gateway, PORTAL=portal, MOVED=moved,
                NOBODY=f"http://127.0.0.1:{nobody.getsockname()[1]}",
            )  # fmt: skip
    finally:
        stop.set()
        person.join(60)
        service.stop()
    assert cases.returncode == 0, cases.stdout + cases.stderr
    assert cases.stdout.split() == re.findall(
        r"^cases\.(\w+) =", (CASES / "cases.mjs").read_text("utf-8"), re.M
    )
    for each in shown:
        assert (each.returncode, each.stderr) == (0, "")
        held = r'block, number: ask decided\("\w{32}"\) later\n'
        assert re.fullmatch(rf"to the customer: .* 10 MB\.\n{held}", each.stdout)


def fields(text: str, name: str) -> tuple[set[str], set[str], str]:
    """The fields of an interface, those of them that may be left out, and what it extends."""
    [(extended, body)] = re.findall(
        rf"export interface {name}(?: extends ([^{{]+))? \{{\n(.*?)^\}}", text, re.M | re.S
    )
    found = re.findall(r"^  (\w+)(\??):", body, re.M)
    return {each for each, _ in found}, {each for each, may in found if may}, extended


def test_types_are_those_of_the_service() -> None:
    """By name: every field that the service documents, and no other; needed or not as it says."""
    from truthscore.serve import schemas

    text = (CLIENT / "truthscore.d.mts").read_text("utf-8")
    names = ["DocumentIn", "ContextIn", "ScoreRow", "ScoreOne", "CheckIn", "VerdictOut",
             "DecisionOut", "OperationOut", "ReviewOut"]  # fmt: skip
    for name in names:
        model: Any = getattr(schemas, name)
        told, optional, extended = fields(text, name)
        for base in re.findall(r"\w+", extended):
            if base in names:
                more, less, further = fields(text, base)
                told, optional = told | more, optional | less
                for each in re.findall(r"\w+", further):
                    told, optional = told | fields(text, each)[0], optional | fields(text, each)[1]
        if extended.startswith("Partial"):
            optional = told
        real = model.model_fields
        assert told == set(real), name
        if name.endswith("In") or name.startswith("Score"):
            assert optional == {key for key, field in real.items() if not field.is_required()}, name
        else:
            assert optional == set(), name


def test_types_serve_a_program_in_typescript(tmp_path: Path) -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("tsc is not installed (npm install -g typescript)")
    for each in (CLIENT / "truthscore.d.mts", CASES / "usage.mts"):
        shutil.copy(each, tmp_path)
    done = subprocess.run(
        [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "usage.mts"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
