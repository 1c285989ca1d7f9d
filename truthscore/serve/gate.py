"""What every request passes first: its token, its size, its pace, and a log line at the end.

Plain ASGI, around the whole application: the application sees a request only when its body is
there, and whatever escapes the application still becomes a problem.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from truthscore.loopback import is_loopback
from truthscore.serve.api_page import POLICY
from truthscore.serve.logs import LOG, failure
from truthscore.serve.metrics import Metrics
from truthscore.serve.problem import MEDIA_TYPE, Problem, forbidden
from truthscore.serve.siblings import SHARED, Siblings, replay
from truthscore.serve.tokens import Tokens, is_page, needed

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: What may be asked without a token: whether the service lives.
OPEN = frozenset({"/healthz", "/readyz"})
#: On every answer that does not say otherwise: nothing is kept, guessed, framed or loaded.
SAFE_HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
#: In place of a path that no route has: a path may hold anything.
UNKNOWN_ROUTE = "unknown"
#: Methods that figures and logs name; a client may make up any other word.
METHODS = frozenset(
    {"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"}
)
OTHER_METHOD = "other"
#: Bodies of the largest size that one worker keeps in memory; usual ones are a hundredth of that.
HELD_BODIES = 32
#: A Host header (RFC 9110, 7.2): a name, an IPv4 address or an IPv6 address in brackets, and
#: perhaps a port. A client that knows no host sends it empty.
HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~-]{0,253})(:[0-9]{0,5})?")
#: With it a browser asks for a name and a password: any name, and a token's secret.
ASK_A_PERSON = {"WWW-Authenticate": 'Basic realm="truthscore", charset="UTF-8"'}
#: Headers that may come once: of two, another program in between may have looked at the other one.
ONCE = (b"authorization", b"host", b"content-length", b"content-type")


class Disconnected(Exception):  # noqa: N818 (a state, not a mistake)
    """The client hung up before its request was complete."""


class Gate:
    """The outermost layer of the service."""

    def __init__(
        self,
        app: App,
        *,
        tokens: Tokens,
        metrics: Metrics,
        max_bytes: int,
        body_seconds: float,
        max_requests: int | None = None,
        siblings: Siblings | None = None,
    ) -> None:
        """`siblings`: the other workers of the service, None when there are none.

        `max_requests`: how many may be under way, their bodies still coming in included; None: any
        number. Whether the service lives is always told.
        """
        self._app = app
        self._siblings = siblings
        self._tokens = tokens
        self._metrics = metrics
        self._max_bytes = max_bytes
        self._body_seconds = body_seconds
        self._max_requests = max_requests
        self._under_way = 0
        self._held = 0  # bytes of bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        answer = _Answer(send, uuid.uuid4().hex)
        scope.setdefault("state", {})["request_id"] = answer.request_id
        self._under_way += 1
        try:
            await self._served(scope, receive, answer)
        except Disconnected:
            answer.status = 499
        except Problem as problem:
            await answer.problem(problem)
        except Exception as error:
            failure(error, answer.request_id)
            await answer.problem(Problem("internal", "the request could not be served"))
        finally:
            self._under_way -= 1
            self._held -= answer.held
            self._told(scope, answer, perf_counter() - started)

    async def _served(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        headers = _headers(scope["headers"])
        host = _host(headers)
        most = self._max_requests
        if most is not None and self._under_way > most and scope["path"] not in OPEN:
            raise Problem("busy", "too many requests are under way; ask again in a moment")
        if not self._tokens.needed and not is_loopback(host):
            # A page in a browser on this machine could otherwise reach the service by a name of
            # its own that leads here.
            raise Problem("host", "without a token only 127.0.0.1, [::1] and localhost are served")
        if scope["path"] not in OPEN:
            page = is_page(scope["path"])
            holder = self._tokens.holder(headers.get(b"authorization"), page=page)
            if holder is None:
                raise Problem(
                    "unauthorised",
                    "send the header 'Authorization: Bearer <token>'",
                    headers=ASK_A_PERSON if page else None,
                )
            scopes = needed(scope["path"])
            if scopes and not holder.may(*scopes):
                raise forbidden(*scopes)
            scope["state"]["token"] = holder
        body = await self._body(headers, receive, answer)
        again = replay(body, receive)
        if self._siblings is None or (scope["method"], scope["path"]) not in SHARED:
            await self._app(scope, again, answer.send)
            return
        told = await self._siblings.elsewhere(scope, body)
        if told is not None:
            answer.route = scope["path"]
            await answer.whole(told.status, told.headers, told.body)
            return
        with self._siblings.counted():
            await self._app(scope, again, answer.send)

    async def _body(
        self, headers: Mapping[bytes, bytes], receive: Receive, answer: _Answer
    ) -> bytes:
        declared = headers.get(b"content-length", b"0")
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Disconnected
                    piece = message.get("body", b"")
                    size += len(piece)
                    if size <= self._max_bytes:
                        pieces.append(piece)
                        answer.held += len(piece)
                        self._held += len(piece)
                        if self._held > HELD_BODIES * self._max_bytes:
                            raise Problem(
                                "busy",
                                "too much is being read; ask again in a moment",
                                headers={"Connection": "close"},
                            )
                    else:
                        pieces.clear()  # the rest is read and forgotten, so that it can be told
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            large = size > self._max_bytes or int(declared or 0) > self._max_bytes
            raise (
                self._too_large()
                if large
                else Problem(
                    "slow",
                    f"the body was not complete after {self._body_seconds:g} s",
                    headers={"Connection": "close"},
                )
            ) from None
        if size > self._max_bytes:
            raise self._too_large()
        return b"".join(pieces)

    def _too_large(self) -> Problem:
        return Problem(
            "too_large",
            f"a body may have {self._max_bytes} bytes",
            headers={"Connection": "close"},
            limit=self._max_bytes,
        )

    def _told(self, scope: Scope, answer: _Answer, seconds: float) -> None:
        route = answer.route or getattr(scope.get("route"), "path", UNKNOWN_ROUTE)
        method = scope["method"] if scope["method"] in METHODS else OTHER_METHOD
        try:
            self._metrics.requests.labels(route, method, str(answer.status)).observe(seconds)
            LOG.info(
                "request",
                extra={
                    "route": route,
                    "method": method,
                    "status": answer.status,
                    "ms": round(seconds * 1000.0, 1),
                    "request_id": answer.request_id,
                },
            )
        except Exception:  # neither a log nor a figure may cost an answer
            return


def _headers(given: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Headers by their names. Raises Problem for two where there may be one."""
    found: dict[bytes, bytes] = {}
    for name, value in given:
        if name in found and name in ONCE:
            raise Problem("header", f"the header {name.decode()} is there twice")
        found[name] = value
    return found


def _host(headers: Mapping[bytes, bytes]) -> str:
    """The host of a request, without its port. Raises Problem for what is no host and port."""
    given = headers.get(b"host", b"").decode("latin-1")
    try:
        found = urlsplit(f"//{given}")
        if HOST.fullmatch(given) and (found.port or 0) >= 0:
            return found.hostname or ""
    except ValueError:  # no IPv6 address in its brackets, or no port
        pass
    raise Problem("header", "the header host is not a name or address, with or without a port")


class _Answer:
    """The sending side: adds the request's id, and knows whether an answer has begun."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self.request_id = request_id
        self.status = 500
        #: The route's path, where another worker has served it; else the scope has it.
        self.route = ""
        #: Bytes of the request's body that are in memory for it.
        self.held = 0
        self._begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun = True
            self.status = message["status"]
            headers = list(message.get("headers", []))
            there = {name.lower() for name, _ in headers}
            headers += [each for each in SAFE_HEADERS if each[0] not in there]
            message["headers"] = [*headers, (b"x-request-id", self.request_id.encode())]
        await self._send(message)

    async def problem(self, problem: Problem) -> None:
        if self._begun:
            return  # half an answer is out; the connection ends here
        body = problem.body()
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            *((name.lower().encode(), value.encode()) for name, value in problem.headers.items()),
        ]
        await self.whole(problem.status, headers, body)

    async def whole(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        """Send an answer that is there."""
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
