"""Notices of held answers: signed, tried again, bounded, silent about the customer."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE
from tests.serve.conftest import Service, held
from truthscore.errors import ProfileError, ServeError
from truthscore.guard.decision import Decision
from truthscore.profile import load, with_policy
from truthscore.scorer import TruthScorer
from truthscore.serve import notices
from truthscore.serve.app import application
from truthscore.serve.notices import ID, SIGNATURE, TIMESTAMP, Notices, Target, signature
from truthscore.types import Verdict

SECRET = "a secret of the test"
#: Seconds that a test waits for a thread, on a busy machine.
PATIENCE = 20.0


@dataclass
class Receiver:
    """A real HTTP server; `answers` are the statuses of its next answers, 204 behind them."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    open: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = Receiver()
    made.open.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.open.wait(PATIENCE)
            made.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
            status = made.answers.pop(0) if made.answers else 204
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"{made.url}elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    made.open.set()
    server.shutdown()
    server.server_close()


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def block(action: Any = "block") -> Decision:
    verdict = Verdict(id="a17", status="scored", score=1.0, lang="nl")
    return Decision(
        action=action, decided="block", cause="number", reason="“geheim”", verdict=verdict
    )


def made(
    receiver: Receiver, *, with_text: bool = False, most: int = 10, tries: int = 3
) -> tuple[Notices, Counter[str]]:
    counts: Counter[str] = Counter()
    to = Target(url=receiver.url, secret=SECRET, with_text=with_text)
    pauses = (0.01,) * (tries - 1)
    return Notices(to, lambda name: counts.update([name]), most=most, pauses=pauses), counts


def test_a_notice_is_signed_and_tried_again_until_it_is_taken(receiver: Receiver) -> None:
    receiver.answers = [500, 429]
    sender, counts = made(receiver)
    sender.offer(block(), question="vraag", answer="geheim")
    until(lambda: counts["sent"] == 1)
    assert len(receiver.got) == 3
    assert len({headers[ID] for headers, _ in receiver.got}) == 1
    for headers, body in receiver.got:
        assert headers[SIGNATURE] == signature(SECRET, headers[ID], headers[TIMESTAMP], body)
        assert headers[SIGNATURE] != signature("another", headers[ID], headers[TIMESTAMP], body)
        assert abs(int(headers[TIMESTAMP]) - time.time()) < PATIENCE
    told = json.loads(receiver.got[-1][1])
    assert (told["event"], told["id"], told["cause"]) == ("held", "a17", "number")
    assert "geheim" not in receiver.got[-1][1].decode()
    sender.close(PATIENCE)
    assert counts == {"sent": 1}


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """Made with their library, 1.1.0, as bytes and in base64."""
    given = ("msg_1", "1760000000", b'{"a":1}')
    assert signature("secret", *given) == "v1,CjR51fzg6NJnNZW+diO77cvaLS63tZetKJbY5EGe46M="
    assert signature("whsec_c2VjcmV0", *given) == signature("secret", *given)


def test_text_is_sent_where_it_is_asked_for(receiver: Receiver) -> None:
    sender, counts = made(receiver, with_text=True)
    sender.offer(block(), question="vraag \ud800", answer="geheim")
    until(lambda: counts["sent"])
    told = json.loads(receiver.got[0][1])
    assert (told["question"], told["answer"], told["reason"]) == ("vraag ?", "geheim", "“geheim”")


def test_what_people_decide_is_told_without_its_text(receiver: Receiver) -> None:
    sender, counts = made(receiver)
    sender.reviewed("r1", "corrected")
    until(lambda: counts["sent"])
    [(headers, body)] = receiver.got
    assert headers[SIGNATURE] == signature(SECRET, headers[ID], headers[TIMESTAMP], body)
    told = json.loads(body)
    assert (told["event"], told["review"], told["state"]) == ("reviewed", "r1", "corrected")


@pytest.mark.parametrize(("answers", "asked"), [([400], 1), ([302], 1), ([503] * 9, 3)])
def test_what_is_refused_is_given_up_and_counted(
    receiver: Receiver, answers: list[int], asked: int
) -> None:
    receiver.answers = answers
    sender, counts = made(receiver)
    sender.offer(block(), question="", answer="")
    until(lambda: counts["failed"])
    assert len(receiver.got) == asked  # and a redirect is not followed
    assert counts == {"failed": 1}


def test_nobody_waits_and_what_is_too_much_is_dropped_and_counted(receiver: Receiver) -> None:
    receiver.open.clear()  # it takes the first and answers nothing
    sender, counts = made(receiver, most=3)
    begun = time.monotonic()
    for _ in range(9):
        sender.offer(block(), question="", answer="")
    assert time.monotonic() - begun < 2.0
    assert counts["dropped"] in (5, 6)  # three wait, and one is perhaps on its way
    receiver.open.set()
    until(lambda: counts.total() == 9)
    assert counts["sent"] + counts["dropped"] == 9


def test_only_what_is_held_back_is_told_and_nothing_after_the_end(receiver: Receiver) -> None:
    sender, counts = made(receiver)
    sender.offer(block("allow"), question="", answer="")  # monitor mode holds nothing back
    sender.offer(block("review"), question="", answer="")
    sender.close(PATIENCE)
    sender.offer(block(), question="", answer="")
    assert (counts, receiver.got) == ({}, [])


def test_an_end_drops_what_cannot_be_told_in_time(receiver: Receiver) -> None:
    receiver.open.clear()
    sender, counts = made(receiver)
    for _ in range(3):
        sender.offer(block(), question="", answer="")
    sender.close(0.1)
    assert counts["dropped"] >= 2


def test_the_service_tells_of_a_held_answer_and_counts_it(
    receiver: Receiver, warm: TruthScorer, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = with_policy(warm.profile.policy, notify=receiver.url, notify_secret_env="OUR_SECRET")
    scorer = warm.under(warm.profile.model_copy(update={"policy": policy}))
    monkeypatch.delenv("OUR_SECRET", raising=False)
    with pytest.raises(ServeError, match="no OUR_SECRET; expected the secret"):
        application(scorer, tmp_path, held())
    monkeypatch.setenv("OUR_SECRET", SECRET)
    service = Service(application(scorer, tmp_path, held()), {})
    for answer in (TRUE, MISSING):
        body = {"question": QUESTION, "answer": answer, "context": [LEAVE, ADDRESS], "id": "x"}
        assert service("POST", "/v1/check", json=body).status_code == 200
    sent = 'truthscore_notices_total{outcome="sent"} 1.0'
    until(lambda: sent in service("GET", "/metrics").text)
    [(headers, told)] = receiver.got
    assert headers[SIGNATURE] == signature(SECRET, headers[ID], headers[TIMESTAMP], told)
    assert json.loads(told)["cause"] == "missing_component"
    assert "Salarisrun" not in told.decode()


def test_a_registered_profile_cannot_name_an_address(service: Service) -> None:
    toml = 'name = "a"\nextends = "grounded"\n[policy]\nnotify = "https://x.example/"\n'
    response = service(
        "PUT", "/v1/profiles/acme", content=toml, headers={"content-type": "application/toml"}
    )
    assert response.status_code == 422
    assert "notify is chosen when the service is started" in response.text


@pytest.mark.parametrize(
    "url", ["http://hooks.example.com/", "file:///etc/passwd", "hooks", "https:"]
)
def test_an_address_is_encrypted_or_on_this_machine(url: str) -> None:
    with pytest.raises(ProfileError, match=r"notify must be an address https://"):
        with_policy(load("grounded").policy, notify=url)


def test_an_address_decides_nothing_and_its_target_tells_nothing() -> None:
    policy = load("grounded").policy
    other = with_policy(policy, notify="https://hooks.example.com/key", notify_text=True)
    assert other.digest == policy.digest
    assert "key" not in repr(Target(url=other.notify, secret=SECRET))
    assert notices.target(policy) is None
