"""The support backend of examples/: really started, on loopback, and asked over HTTP."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

BACKEND = Path(__file__).parents[1] / "examples" / "backend"
#: Seconds that loading and warming may take on a busy machine.
STARTING = 120.0

SENT = "Hoe dien ik een bon in via de browser?"
REVIEWED = "Kan ik een goedgekeurde verlofaanvraag nog wijzigen?"
BLOCKED = "Hoe vraag ik verlof aan?"


@contextmanager
def running(tmp_path: Path, **settings: str) -> Iterator[Any]:
    """The backend in a process of its own, and a client for it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LLM_")}
    log = tmp_path / "log"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "app:create", "--factory", "--port", str(port)],
            cwd=BACKEND, env={**kept, "PYTHONDONTWRITEBYTECODE": "1", **settings},
            stdout=stream, stderr=stream,
        )  # fmt: skip
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60.0) as client:
            until = time.monotonic() + STARTING
            while True:
                try:
                    client.get("/reviews")
                    break
                except httpx.TransportError:
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < until, log.read_text()
                    time.sleep(0.2)
            yield client
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with running(tmp_path_factory.mktemp("backend")) as client:
        yield client


def ask(client: Any, question: str, **more: Any) -> dict[str, Any]:
    made = client.post("/ask", json={"question": question, **more})
    assert made.status_code == 200, made.text
    told: dict[str, Any] = made.json()
    return told


def test_a_true_answer_is_sent(backend: Any) -> None:
    told = ask(backend, SENT)
    assert told["status"] == "sent"
    assert "**Bestand uploaden**" in told["answer"]
    assert told["pages"][0] == "bonnenbak"


def test_a_true_answer_in_english_is_sent(backend: Any) -> None:
    told = ask(backend, "How do I appoint a substitute for approving hours?", lang="en")
    assert (told["status"], told["pages"][0]) == ("sent", "uren-goedkeuren")


def test_an_answer_in_doubt_waits_for_a_colleague(backend: Any) -> None:
    told = ask(backend, REVIEWED)
    assert told["status"] == "waiting"
    assert "Bel daarna" not in str(told)
    [case] = [each for each in backend.get("/reviews").json() if each["id"] == told["case"]]
    assert "Bel daarna even met je teamleider" in case["reason"]
    assert case["suggestion"] == (
        "Een goedgekeurde aanvraag kun je niet meer wijzigen, maar wel intrekken."
    )
    assert backend.get(f"/cases/{told['case']}").json()["status"] == "waiting"
    done = backend.post(
        f"/reviews/{told['case']}", json={"send": True, "answer": case["suggestion"]}
    )
    assert done.json() == {"status": "sent"}
    assert backend.get(f"/cases/{told['case']}").json() == {
        "status": "sent",
        "answer": case["suggestion"],
    }
    assert backend.post(f"/reviews/{told['case']}", json={"send": True}).status_code == 409


def test_an_invented_button_is_held(backend: Any) -> None:
    told = ask(backend, BLOCKED)
    assert told["status"] == "held"
    assert "Direct goedkeuren" not in str(told) + backend.get(f"/cases/{told['case']}").text
    assert told["case"] not in backend.get("/reviews").text


def test_a_wrong_amount_waits_unseen(backend: Any) -> None:
    told = ask(backend, "Hoeveel krijg ik per zakelijke kilometer?")
    assert told["status"] == "waiting"
    assert "0,32" not in str(told) + backend.get(f"/cases/{told['case']}").text
    assert told["case"] in backend.get("/reviews").text


def test_what_the_model_cannot_find_waits_too(backend: Any) -> None:
    assert ask(backend, "Wanneer is de kantine open?")["status"] == "waiting"


def test_bad_questions_are_refused(backend: Any) -> None:
    assert backend.post("/ask", json={"question": ""}).status_code == 422
    assert backend.post("/ask", json={"question": "?", "lang": "fr"}).status_code == 422
    assert backend.get("/cases/none").status_code == 404


class Endpoint(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that says what it is given, one try after the other."""

    tries: tuple[str, ...] = ()
    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).asked.append({"path": self.path, "key": self.headers["Authorization"], **body})
        if not self.tries:
            self.send_error(500)
            return
        said = self.tries[min(len(self.asked), len(self.tries)) - 1]
        made = json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}]})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(made.encode())

    def log_message(self, format: str, *args: Any) -> None:
        del format, args


@contextmanager
def endpoint(*tries: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    handler = type("Handler", (Endpoint,), {"tries": tries, "asked": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", handler.asked  # type: ignore[attr-defined]
        server.shutdown()


def test_a_model_of_ones_own_in_the_loop(tmp_path: Path) -> None:
    untrue = "Ga naar **Plein → Mijn tijd → Verlof** en klik op **Direct goedkeuren**."
    true = "Ga naar **Plein → Mijn tijd → Verlof** en kies **Nieuwe aanvraag**."
    with (
        endpoint(untrue, true) as (url, asked),
        running(
            tmp_path, LLM_URL=url, LLM_MODEL="any", LLM_KEY="secret", BACKEND_LOOP="1"
        ) as client,
    ):
        told = ask(client, BLOCKED)
    assert (told["status"], told["answer"]) == ("sent", true)
    assert [each["path"] for each in asked] == ["/v1/chat/completions"] * 2
    assert asked[0]["key"] == "Bearer secret"
    assert "Verlof aanvragen" in asked[0]["messages"][0]["content"]
    assert "Direct goedkeuren" in asked[1]["messages"][-1]["content"]


def test_a_model_that_fails_tells_the_customer_nothing_untrue(tmp_path: Path) -> None:
    with endpoint() as (url, _), running(tmp_path, LLM_URL=url) as client:
        told = ask(client, BLOCKED)
    assert told["status"] == "held"
