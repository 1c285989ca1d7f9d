"""A real server that sends elsewhere is not followed."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from truthscore.no_redirect import open_url


class Elsewhere(BaseHTTPRequestHandler):
    """Sends everybody to /other, and keeps which paths were asked for."""

    asked: list[str] = []  # noqa: RUF012 (of the one server of this test)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/other")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def test_an_answer_that_sends_elsewhere_is_a_refusal() -> None:
    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with pytest.raises(HTTPError) as refused:
            open_url(Request(f"http://127.0.0.1:{server.server_port}/here"), 10)
        refused.value.close()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert refused.value.code == 302
    assert Elsewhere.asked == ["/here"]
