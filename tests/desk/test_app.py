"""The desk of examples/: really started with one command, on loopback, and asked over HTTP."""

from __future__ import annotations

import json
import os
import re
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

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
#: Seconds that loading and warming may take on a busy machine.
STARTING = 120.0

SENT = "Hoe dien ik een bon in via de browser?"
REPAIRED = "Hoe vraag ik verlof aan?"
PAGE = "Verlof aanvragen"
REVIEWED = "Wie keurt mijn bonnen goed?"
TOKEN = {"Authorization": "Bearer of-a-colleague"}


@contextmanager
def running(tmp_path: Path, **settings: str) -> Iterator[Any]:
    """The desk in a process of its own, and a client for it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LLM_", "DESK_"))
    }
    log = tmp_path / "log"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "examples.desk"],
            cwd=ROOT,
            env={**kept, "PORT": str(port), "DESK_TOKEN": "of-a-colleague", **settings},
            stdout=stream, stderr=stream,
        )  # fmt: skip
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60.0) as client:
            client.process = process
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
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with running(tmp_path_factory.mktemp("desk"), DESK_MODEL="replay") as client:
        yield client


def ask(client: Any, question: str, who: str | None = None, **more: Any) -> dict[str, Any]:
    headers = {} if who is None else {"X-Employee": who}
    made = client.post("/ask", json={"question": question, **more}, headers=headers)
    assert made.status_code == 200, made.text
    told: dict[str, Any] = made.json()
    return told


def waiting(client: Any) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = client.get("/reviews", headers=TOKEN).json()
    return made


def test_a_true_answer_is_sent_with_the_name_of_who_made_it(replayed: Any) -> None:
    told = ask(replayed, SENT)
    assert (told["status"], told["model"], told["route"]) == ("sent", "replay", "guide")
    assert "**Bestand uploaden**" in told["answer"]


def test_an_invented_button_is_taken_back_in_the_loop(replayed: Any) -> None:
    told = ask(replayed, REPAIRED)
    assert told["status"] == "sent"
    assert "Direct goedkeuren" not in told["answer"]
    assert "**Nieuwe aanvraag**" in told["answer"]


def test_an_answer_that_stays_in_doubt_waits_for_a_colleague(replayed: Any) -> None:
    told = ask(replayed, REVIEWED)
    assert told["status"] == "waiting"
    assert "receptie" not in str(told) + replayed.get(f"/cases/{told['case']}").text
    [case] = [each for each in waiting(replayed) if each["id"] == told["case"]]
    assert (case["rounds"], case["question"]) == (5, REVIEWED)
    assert "receptie" in case["draft"]
    address = f"/reviews/{told['case']}"
    given = {"send": True, "answer": "Je teamleider keurt ze goed."}
    assert replayed.post(address, json=given, headers=TOKEN).json() == {"status": "sent"}
    assert replayed.get(f"/cases/{told['case']}").json() == {
        "status": "sent", "answer": given["answer"],
    }  # fmt: skip
    assert replayed.post(address, json=given, headers=TOKEN).status_code == 409


def test_reviews_are_for_who_has_the_token(replayed: Any) -> None:
    told = ask(replayed, REVIEWED)
    for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": "of-a-colleague"}):
        assert replayed.get("/reviews", headers=headers).status_code == 401
        made = replayed.post(f"/reviews/{told['case']}", json={"send": True}, headers=headers)
        assert made.status_code == 401


def test_a_thumb_down_is_a_case_of_who_asked_and_of_nobody_else(replayed: Any) -> None:
    told = ask(replayed, SENT, "W-101")
    given = {"id": told["id"], "thumb": -1, "comment": "Onjuist"}
    sanne, omar = {"X-Employee": "W-101"}, {"X-Employee": "W-102"}
    for other in ({}, omar):
        assert replayed.post("/feedback", json=given, headers=other).status_code == 404
    case = replayed.post("/feedback", json=given, headers=sanne).json()["case"]
    again = replayed.post("/feedback", json=given, headers=sanne).json()["case"]
    assert case == again
    [kept] = [each for each in waiting(replayed) if each["id"] == case]
    assert (kept["comment"], kept["question"]) == ("Onjuist", SENT)
    assert replayed.post("/feedback", json={**given, "thumb": 1}, headers=sanne).json() == {}
    wrong = replayed.post("/feedback", json={**given, "thumb": 5}, headers=sanne)
    assert wrong.status_code == 422


def test_an_answer_comes_with_the_sentence_that_it_is_from(replayed: Any) -> None:
    told = ask(replayed, SENT)
    [cited] = told["citations"]
    assert "Document" not in told["answer"]
    assert (cited["number"], cited["page"]) == (1, "nl/bonnenbak")
    assert cited["text"] == "Een bon mag maximaal 8 MB groot zijn."
    assert 1 <= told["evidence"]["stars"] <= 5
    page = replayed.get(f"/pages/{cited['page']}", params=cited | {"at": 0})
    assert f'id="cited">{cited["text"]}</mark>' in page.text


def test_bad_questions_are_refused(replayed: Any) -> None:
    before = len(waiting(replayed))
    for body, told in (
        ({"question": ""}, "question: String should have at least 1 character"),
        ({"question": " ?! "}, "question: found no word; expected a question"),
        ({"question": "Hoe? " * 20_000}, "question: String should have at most 20000 characters"),
        ({"question": "Hoe?", "lang": "fr"}, "lang: Input should be 'nl' or 'en'"),
        ({}, "question: Field required"),
    ):
        refused = replayed.post("/ask", json=body)
        assert (refused.status_code, refused.json()) == (422, {"detail": told})
    torn = replayed.post(
        "/ask", content='{"question": ', headers={"Content-Type": "application/json"}
    )
    assert torn.json() == {"detail": "body: JSON decode error"}
    assert len(waiting(replayed)) == before  # nothing of it is a colleague's work
    assert replayed.get("/cases/none").status_code == 404


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"DESK_PAGES": "/none"}, "desk: /none/pages.jsonl: cannot be read; expected what `truth"),
        ({"DESK_ARMS": "/none.toml"}, "desk: DESK_ARMS /none.toml: [Errno 2]"),
        ({"DESK_MODEL": "gpt"}, "desk: DESK_MODEL is 'gpt'; expected extractive"),
        ({"DESK_PROFILE": "none"}, "desk: no profile 'none'"),
        ({"PORT": "x"}, "desk: invalid literal"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(settings: dict[str, str], told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "examples.desk"], cwd=ROOT, env={**os.environ, **settings},
        capture_output=True, text=True, check=False, timeout=STARTING,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert told in done.stderr


def test_a_change_is_made_once_and_only_by_who_may(tmp_path: Path) -> None:
    change = "Wijzig mijn telefoonnummer naar 06-55512345."
    with running(tmp_path) as client:
        first = ask(client, change, "W-101", key="k")
        again = ask(client, change, "W-101", key="k")
        nobody = ask(client, change)
        record = ask(client, "Wat is mijn telefoonnummer?", "W-101")
        refused = ask(client, "Keur declaratie B-302 goed.", "W-101")
    assert (first["status"], first["model"]) == ("changed", "extractive")
    assert again == first
    assert nobody["status"] == "waiting"
    assert "06-55512345" in record["answer"]
    assert (refused["status"], refused["answer"]) == (
        "refused", "Dit is niet uitgevoerd. U mag dit niet wijzigen.",
    )  # fmt: skip


def test_what_was_asked_is_kept_when_the_desk_is_killed(tmp_path: Path) -> None:
    settings = {"DESK_DB": f"sqlite:///{tmp_path / 'desk.db'}"}
    with running(tmp_path, **settings) as client:
        told = [ask(client, f"Hoe groot mag een bon zijn? {n}", "W-101") for n in range(3)]
        sanne = {"X-Employee": "W-101"}
        client.post("/feedback", json={"id": told[1]["id"], "thumb": 1}, headers=sanne)
        client.process.kill()
    with running(tmp_path, **settings) as client:
        log = client.get("/experiment/log", headers=TOKEN).text
    rows = [json.loads(line) for line in log.splitlines()]
    assert [(each["id"], each["thumb"]) for each in rows] == [
        (each["id"], int(n == 1)) for n, each in enumerate(told)
    ]


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
        made = json.dumps(
            {"choices": [{"message": {"role": "assistant", "content": self.cited(said)}}]}
        )
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(made.encode())

    @classmethod
    def cited(cls, said: str) -> str:
        """`[?]` cites the document of the last prompt that has the page of the tests first."""
        prompt = cls.asked[-1]["messages"][-1]["content"]
        found = re.findall(rf"<id>(.*?)</id>\n<title>{PAGE}</title>", prompt)
        return said.replace("[?]", f"[{min(found)}]") if found else said

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
    untrue = "Ga naar **Plein → Mijn tijd → Verlof** en klik op **Direct goedkeuren**. [?]"
    true = "Ga naar **Plein → Mijn tijd → Verlof** en kies **Nieuwe aanvraag**."
    bare = "Kies **Nieuwe aanvraag**."
    with (
        endpoint(untrue, bare, true + " [?]") as (url, asked),
        running(tmp_path, LLM_URL=url, LLM_MODEL="any", LLM_KEY="secret") as client,
    ):
        told = ask(client, REPAIRED)
    assert (told["status"], told["answer"], told["model"]) == ("sent", true, "any")
    assert [each["path"] for each in asked] == ["/v1/chat/completions"] * 3
    assert asked[0]["key"] == "Bearer secret"
    assert "Verlof aanvragen" in asked[0]["messages"][-1]["content"]
    assert "Direct goedkeuren" in asked[1]["messages"][-1]["content"]
    assert "noemt geen bron" in asked[2]["messages"][-1]["content"]


def test_a_model_proposes_a_call_as_json_and_never_sees_what_is_hidden(tmp_path: Path) -> None:
    args = {"employee": "W-101", "phone": "06-55512345"}
    said = (
        json.dumps({"call": "change_phone", "args": {**args, "phone": "06-55512346"}}),
        json.dumps({"call": "change_phone", "args": args}),
        "Uw telefoonnummer is 06-55512345.",
    )
    with (
        endpoint(*said) as (url, asked),
        running(tmp_path, LLM_URL=url, LLM_MODEL="any") as client,
    ):
        change = ask(client, "Wijzig mijn telefoonnummer naar 06-55512345.", "W-101")
        record = ask(client, "Wat is mijn telefoonnummer?", "W-101")
    assert (change["status"], record["status"]) == ("changed", "sent")
    assert len(asked) == 3
    assert "06-55512345" in asked[2]["messages"][-1]["content"]
    assert "NL00WULP" not in json.dumps(asked)


def test_a_model_that_fails_tells_the_customer_nothing_untrue(tmp_path: Path) -> None:
    with endpoint() as (url, _), running(tmp_path, LLM_URL=url) as client:
        told = ask(client, REPAIRED)
    assert told["status"] == "held"
