#!/usr/bin/env python3
"""A LibreTranslate-compatible server on this machine, answering from a recorded memory.

    python examples/translation/server.py [--memory nl-en.jsonl] [--port 5000]

Then: truthscore translate answers.jsonl -o out.jsonl --from nl --provider libre \\
          --base-url http://127.0.0.1:5000

For tests and for trying truthscore out: a sentence in the memory gets its recorded translation,
another one is put together word by word. It is no translator.
"""

from __future__ import annotations

import argparse
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

HERE = Path(__file__).resolve().parent
WORD = re.compile(r"\{\d+\}|\w+|[^\w\s]")


class Recorded:
    """A translation memory: whole sentences, and words by how often they stand in the same ones."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.sentences = dict(pairs)
        together: Counter[tuple[str, str]] = Counter()
        left: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for source, target in self.sentences.items():
            ours, theirs = set(_words(source)), set(_words(target))
            left.update(ours)
            right.update(theirs)
            together.update((a, b) for a in ours for b in theirs)
        best: dict[str, tuple[float, str]] = {}
        for (a, b), count in sorted(together.items()):
            dice = 2 * count / (left[a] + right[b])
            best[a] = max(best.get(a, (0.0, "")), (dice, b))
        self.words = {a: b for a, (_, b) in best.items()}

    def __call__(self, text: str) -> str:
        """The translation of one line."""
        if text in self.sentences:
            return self.sentences[text]
        return re.sub(r"(?<!\{)\b[^\W\d]+\b", self._word, text)

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        made = self.words.get(word.lower(), word + "x")
        return made.capitalize() if word[0].isupper() else made


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[^\W\d]+", text)]


def load(path: Path) -> Recorded:
    """The memory in a JSONL file of {"nl": ..., "en": ...}."""
    with path.open(encoding="utf-8") as stream:
        lines = [json.loads(line) for line in stream]
    return Recorded((line["nl"], line["en"]) for line in lines)


class Server(ThreadingHTTPServer):
    """`fault(number)` says what goes wrong with a request: "429", "500", "hang", "torn" or ""."""

    daemon_threads = True

    def __init__(
        self,
        translate: Callable[[str], str],
        *,
        port: int = 0,
        fault: Callable[[int], str] = lambda _: "",
        hang: float = 1.0,
    ) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.translate, self.fault, self.hang = translate, fault, hang
        self.count = threading.Lock()
        #: Requests of any kind; lines that were answered, and how often.
        self.requests = 0
        self.answered: Counter[str] = Counter()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    """POST /translate with q, source and target in the address or the body."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet, or the client waits 40 ms for the second
    server: Server

    def do_POST(self) -> None:
        """Answer one request."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        given = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
        if body and not given:
            given = {key: [value] for key, value in json.loads(body).items()}
        with self.server.count:
            self.server.requests += 1
            fault = self.server.fault(self.server.requests)
        if fault == "hang":
            threading.Event().wait(self.server.hang)
            self.close_connection = True
            return
        if fault in ("429", "500", "503"):
            self._send(int(fault), {"error": "Slow down" if fault == "429" else "failed"})
            return
        lines = given["q"][0].split("\n")
        made = "\n".join(self.server.translate(line) for line in lines)
        if fault == "torn":
            self._send(200, {"translatedText": made}, torn=True)
            return
        with self.server.count:
            self.server.answered.update(lines)
        self._send(200, {"translatedText": made})

    def _send(self, status: int, told: dict[str, str], *, torn: bool = False) -> None:
        data = json.dumps(told, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if torn:
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
            return
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", type=Path, default=HERE / "nl-en.jsonl")
    parser.add_argument("--port", type=int, default=5000)
    args = parser.parse_args()
    server = Server(load(args.memory), port=args.port)
    print(f"{len(server.translate.sentences)} sentences at {server.url}; Ctrl+C stops")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
