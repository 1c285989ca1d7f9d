"""What is no translation is never kept, and what holds a text or a key is sent nowhere else."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from truthscore.translate.client import Client, StoppedError, TextFailedError
from truthscore.translate.memory import Memory, Remembered
from truthscore.translate.providers import connect, is_notice

ROOT = Path(__file__).parents[2]
NOTICES = (
    "<!DOCTYPE html><html><body><h1>502</h1></body></html>", "Too Many Requests",
    "429 Too many requests, slow down", "You have exceeded your daily limit.", "503 Service",
    "MYMEMORY WARNING: YOU USED ALL AVAILABLE FREE TRANSLATIONS FOR TODAY", "Bad Gateway",
    "Rate limit exceeded. Try again later.", '{"error": "Slowdown"}', "Access denied",
    "<center><h1>nginx</h1></center>", "Internal Server Error", "HTTP 500", "Invalid API key",
    "Our systems have detected unusual traffic from your network.", "Service Unavailable",
)  # fmt: skip
TRANSLATIONS = (
    ("Klik op Opslaan.", "Click Save."), ("Er zijn 429 verzoeken.", "There are 429 requests."),
    ("U krijgt dan fout 500.", "You then get message 500."), ("De limiet is 5.", "The limit is 5."),
    ("Je ziet de melding Too Many Requests.", "You see the message Too Many Requests."),
    ("<p>Klik.</p>", "<p>Click.</p>"), ("De toegang is verboden.", "Access is not allowed."),
)  # fmt: skip


@pytest.mark.parametrize("made", NOTICES)
def test_a_notice_is_no_translation(made: str) -> None:
    assert is_notice("Klik op Opslaan om de pagina te bewaren.", made)


@pytest.mark.parametrize(("text", "made"), TRANSLATIONS)
def test_a_translation_is_none(text: str, made: str) -> None:
    assert not is_notice(text, made)


class Answers(BaseHTTPRequestHandler):
    """Answers every request with what the server was told, and keeps who asked."""

    def do_POST(self) -> None:
        server = self.server
        server.asked.append(self.path)  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers["Content-Length"]))
        status, headers, body = server.told  # type: ignore[attr-defined]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST  # noqa: N815 (what requests makes of a 302)

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    made = HTTPServer(("127.0.0.1", 0), Answers)
    made.asked = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def client(server: HTTPServer, folder: Path) -> Client:
    connection = connect(
        "libre", source="nl", target="en", base_url=f"http://127.0.0.1:{server.server_port}"
    )
    memory = Memory(folder, provider="libre", source="nl", target="en")
    return Client(connection, memory, source="nl", sleep=lambda _: None)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(server: HTTPServer, tmp_path: Path, status: int) -> None:
    body = b'{"translatedText": "Stolen."}'
    server.told = (status, {"Location": "/elsewhere"}, body)  # type: ignore[attr-defined]
    with pytest.raises(StoppedError, match=f"sends elsewhere .HTTP {status}.: not followed"):
        client(server, tmp_path).learn(["Klik op Opslaan."])
    [asked] = server.asked  # type: ignore[attr-defined]
    assert asked.startswith("/translate")
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]


def test_a_notice_is_never_kept(server: HTTPServer, tmp_path: Path) -> None:
    made = client(server, tmp_path)
    server.told = (200, {}, b'{"translatedText": "Too many requests"}')  # type: ignore[attr-defined]
    with pytest.raises(TextFailedError, match="a page or a notice instead of a translation"):
        made.learn(["Klik op Opslaan."])
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]
    memory = Memory(tmp_path, provider="libre", source="nl", target="en")
    memory.put("Klik.", Remembered(text="<html>Bad</html>", date="2026-01-01"))  # of before
    server.told = (200, {}, b'{"translatedText": "Click."}')  # type: ignore[attr-defined]
    again = client(server, tmp_path)
    again.learn(["Klik."])
    assert again.known("Klik.").text == "Click."


def test_nobody_else_opens_addresses() -> None:
    """One client holds all keys and texts that go out."""
    opens = re.compile(r"\burlopen\b|build_opener|requests\.(?:get|post|Session|request)\(|httpx\.")
    for folder in ("truthscore", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name != "no_redirect.py" and "tests" not in path.parts:
                assert not opens.search(path.read_text("utf-8")), path
