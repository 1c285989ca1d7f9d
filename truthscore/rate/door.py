"""What every request passes first: only this machine, only its own pages, and nothing large."""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from truthscore.loopback import is_loopback

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOG = logging.getLogger("truthscore.rate")
#: Bytes of a request's body: a comment and marks are a hundredth of it.
MOST_BYTES = 100_000
#: Where a browser may say that a request comes from; "none" is a person's typing.
OWN = (b"same-origin", b"none")
#: What a browser may do with a page: run and style it with our own files, and talk to us.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


class Refused(Exception):  # noqa: N818 (an answer, not a mistake)
    """The request is answered with a status and a sentence."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status, self.said = status, said


class Door:
    """The outermost layer: plain ASGI around the application."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            await self._app(scope, await _checked(scope, receive), answer)
        except Refused as refused:
            await _said(answer, refused.status, refused.said)
        except Exception as error:  # what it says may be a customer's words
            LOG.error("failed: %s at %s", type(error).__name__, _place(error))
            if not begun:
                await _said(answer, 500, "The request could not be served.")


async def _checked(scope: Scope, receive: Receive) -> Receive:
    """The request's body, read. Raises Refused for what may not come in."""
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if not is_loopback(host.rpartition(":")[0] if _has_port(host) else host):
        # A page elsewhere could otherwise reach us by a name of its own that leads here.
        raise Refused(403, "Only 127.0.0.1, [::1] and localhost are served.")
    if scope["path"] != "/" and headers.get(b"sec-fetch-site", b"none") not in OWN:
        raise Refused(403, "Open this page by its address, not from another site.")
    if scope["method"] not in ("GET", "HEAD", "POST"):
        raise Refused(405, "Only GET and POST are served.")
    if scope["method"] != "POST":
        return receive
    if headers.get(b"origin", b"").decode("latin-1").lower() != f"http://{host}":
        raise Refused(403, "Only a page of this service may send something here.")
    if not headers.get(b"content-type", b"").startswith(b"application/json"):
        raise Refused(415, "Send application/json.")
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            raise Refused(413, f"A request may have {MOST_BYTES} bytes.")
        if not message.get("more_body", False):
            break
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return whole.pop() if whole else await receive()

    return replay


def _has_port(host: str) -> bool:
    return host.rpartition(":")[2].isdigit() and not host.endswith("]") and host.count(":") > 0


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    return " ".join(f"{os.path.basename(each.filename)}:{each.lineno}" for each in frames)


async def _said(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
