"""deep-translator's own providers, called as they are, against a recorder at the socket.

The recorder is a plain socket that keeps the bytes of each request and sends a recorded answer;
the answers have the form that each provider gives.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.translate.conftest import run, write
from truthscore.errors import TranslationError
from truthscore.translate import client as clients
from truthscore.translate.providers import PROVIDERS, ProviderError, connect

KEY = "geheim-1234:fx"


class Recorder:
    """Answers one request per connection with the next recorded answer, the last for ever."""

    def __init__(self, *answers: tuple[int, str]) -> None:
        self.requests: list[str] = []
        self._answers = list(answers)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._socket.accept()
            except OSError:
                return
            with peer:
                peer.settimeout(5)
                raw = b""
                while b"\r\n\r\n" not in raw:
                    raw += peer.recv(65536)
                self.requests.append(raw.decode())
                place = min(len(self.requests), len(self._answers)) - 1
                status, body = self._answers[place]
                data = body.encode()
                head = (
                    f"HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\n"
                    f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
                )
                peer.sendall(head.encode() + data)

    def asked(self, number: int = 0) -> dict[str, str]:
        """The parameters in the address of a request."""
        target = self.requests[number].split(" ", 2)[1]
        return {key: value[0] for key, value in parse_qs(urlsplit(target).query).items()}

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def record() -> Iterator[Callable[..., Recorder]]:
    made: list[Recorder] = []

    def start(*answers: tuple[int, str]) -> Recorder:
        made.append(Recorder(*answers))
        return made[-1]

    yield start
    for recorder in made:
        recorder.close()


def google(text: str) -> str:
    return f'<html><body><div class="result-container">{text}</div></body></html>'


def mymemory(text: str, status: int | str = 200, *, finished: bool = False) -> str:
    return json.dumps(
        {"responseData": {"translatedText": text, "match": 0.9}, "quotaFinished": finished,
         "responseDetails": "", "responseStatus": status, "matches": []}
    )  # fmt: skip


ANSWERS = {
    "google": google("Click {1}."),
    "deepl": json.dumps(
        {"translations": [{"text": "Click {1}.", "detected_source_language": "NL"}]}
    ),
    "mymemory": mymemory("Click {1}."),
    "libre": json.dumps({"translatedText": "Click {1}."}),
}
#: What each provider calls the text, the key and the languages in its request.
PARAMETERS = {
    "google": {"q": "Klik op {1}.", "sl": "nl", "tl": "en"},
    "deepl": {"text": "Klik op {1}.", "source_lang": "nl", "target_lang": "en", "auth_key": KEY},
    "mymemory": {"q": "Klik op {1}.", "langpair": "nl-NL|en-GB"},
    "libre": {"q": "Klik op {1}.", "source": "nl", "target": "en", "format": "text"},
}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_real_provider_asks_and_reads(name: str, record: Callable[..., Recorder]) -> None:
    recorder = record((200, ANSWERS[name]))
    key = KEY if PROVIDERS[name].needs_key else ""
    connection = connect(name, "nl", "en", key=key, base_url=recorder.url)
    assert connection.ask("Klik op {1}.") == "Click {1}."
    assert recorder.asked() == PARAMETERS[name]
    assert connection.version.startswith("deep-translator 1.")


def test_mymemory_at_its_own_address(
    record: Callable[..., Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of ours in between: the name is looked up, and the socket leads to the recorder."""
    recorder = record((200, ANSWERS["mymemory"]))
    hosts = []
    real = socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        hosts.append((host, port))
        return real("127.0.0.1", recorder.port, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert connect("mymemory", "nl", "en").ask("Klik op {1}.") == "Click {1}."
    assert hosts == [("api.mymemory.translated.net", 80)]
    assert "Host: api.mymemory.translated.net" in recorder.requests[0]


@pytest.mark.parametrize(
    ("name", "status", "body", "failure", "said"),
    [
        ("google", 429, "", "later", "too many requests"),
        ("google", 500, "", "later", "HTTP 500"),
        ("google", 200, "<html>Before you continue</html>", "later", "another form"),
        ("google", 413, "", "text", "too long"),
        ("deepl", 403, "", "key", "the key is not accepted"),
        ("deepl", 456, "", "quota", "the quota is used up"),
        ("deepl", 429, "", "later", "too many requests"),
        ("deepl", 400, '{"message":"Value for \'source_lang\' is odd."}', "pair", "source_l"),
        ("deepl", 200, '{"transla', "later", "torn"),
        ("libre", 400, '{"error":"xy is not supported"}', "pair", "xy is not supported"),
        ("libre", 400, '{"error":"Visit x to get an API key"}', "key", "API key"),
        ("libre", 403, '{"error":"Invalid API key"}', "key", "Invalid API key"),
        ("libre", 429, '{"error":"Slowdown: 20 per 1 minute"}', "later", "too many"),
        ("libre", 200, '{"translatedText": ""}', "later", "no text"),
        ("mymemory", 200, mymemory("MYMEMORY WARNING: YOU USED ALL AVAILABLE FREE TRANSLATIONS "
                                   "FOR TODAY.", 429, finished=True), "quota", "USED ALL"),
        ("mymemory", 200, mymemory("'X' IS AN INVALID SOURCE LANGUAGE", "403"), "pair", "INVALID"),
        ("mymemory", 200, mymemory("QUERY LENGTH LIMIT EXCEEDED.", "414"), "text", "LENGTH"),
    ],
)  # fmt: skip
def test_what_an_answer_means(
    name: str, status: int, body: str, failure: str, said: str, record: Callable[..., Recorder]
) -> None:
    key = KEY if PROVIDERS[name].needs_key else ""
    connection = connect(name, "nl", "en", key=key, base_url=record((status, body)).url)
    with pytest.raises(ProviderError) as raised:
        connection.ask("Klik op de knop.")
    assert (raised.value.failure, said in str(raised.value)) == (failure, True), raised.value
    assert "geheim" not in str(raised.value)


def test_a_quota_that_ends_half_way_keeps_what_was_done(
    tmp_path: Path, record: Callable[..., Recorder], capsys: pytest.CaptureFixture[str]
) -> None:
    done = json.dumps({"translations": [{"text": "Well done here."}]})
    recorder = record((200, done), (456, ""))
    source = write(
        tmp_path / "in.jsonl",
        [{"id": "a", "answer": "Goed gedaan hier."}, {"id": "b", "answer": "Daarna verder."},
         {"id": "c", "answer": "Goed gedaan hier."}],
    )  # fmt: skip
    (tmp_path / "key").write_text(KEY + "\n", "utf-8")
    args = ["translate", str(source), "-o", str(tmp_path / "o.jsonl"), "--from", "nl"]
    args += ["--provider", "deepl", "--api-key-file", str(tmp_path / "key")]
    args += ["--base-url", recorder.url]
    code, said = run(args, capsys)
    assert code == 2
    assert "b: the quota is used up (HTTP 456)" in said
    assert "geheim" not in said
    assert len(recorder.requests) == 2
    text = (tmp_path / "o.jsonl").read_text("utf-8")
    assert "Well done here." in text
    assert "geheim" not in text
    after = record((200, json.dumps({"translations": [{"text": "Go on then."}]})))
    args[args.index(recorder.url)] = after.url
    code, said = run([*args, "--resume"], capsys)
    assert code == 0, said
    assert len(after.requests) == 1


def test_a_server_that_asks_for_time_gets_it(record: Callable[..., Recorder]) -> None:
    from truthscore.translate.memory import Memory

    sleeps: list[float] = []
    recorder = record((503, ""), (503, ""), (200, ANSWERS["libre"]))
    client = clients.Client(
        connect("libre", "nl", "en", base_url=recorder.url),
        Memory(None, provider="libre", source="nl", target="en"),
        source="nl", sleep=sleeps.append, clock=lambda: 0.0, today=lambda: "2026-11-20",
    )  # fmt: skip
    client.learn(["Klik op {1}."])
    assert client.known("Klik op {1}.").text == "Click {1}."
    waits = [seconds for seconds in sleeps if seconds >= clients.FIRST_WAIT]
    assert waits == [clients.FIRST_WAIT, 2 * clients.FIRST_WAIT]


def test_a_module_of_deep_translator_is_as_it_was_behind_a_call(
    record: Callable[..., Recorder],
) -> None:
    import deep_translator.google
    import requests

    connect("google", "nl", "en", base_url=record((200, google("Yes"))).url).ask("Ja")
    assert deep_translator.google.requests is requests


def test_every_provider_is_one_of_deep_translator() -> None:
    import deep_translator

    for provider in PROVIDERS.values():
        assert hasattr(deep_translator, provider.name)
    with pytest.raises(TranslationError, match="microsoft needs a key"):
        connect("microsoft", "nl", "en")
