"""Problem details (RFC 9457): every error of the service has this form.

No problem repeats what a customer wrote: it says where, what kind, and what was expected.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Iterator, Mapping
from typing import Any

#: Kind → (status, title). `type` in a problem is "urn:truthscore:problem:" with the kind behind it.
KINDS: Mapping[str, tuple[int, str]] = {
    "malformed": (400, "The body is not JSON"),
    "header": (400, "A header is not right"),
    "unauthorised": (401, "A token is needed"),
    "origin": (403, "This may only come from a page of this service"),
    "forbidden": (403, "This token may not do this"),
    "not_found": (404, "There is no such thing here"),
    "method": (405, "This method is not allowed here"),
    "slow": (408, "The body came in too slowly"),
    "conflict": (409, "This name is taken"),
    "too_large": (413, "The request is too large"),
    "media_type": (415, "The body is of another type than expected"),
    "host": (421, "The request is meant for another host"),
    "invalid": (422, "The request is not right"),
    "internal": (500, "Something went wrong"),
    "busy": (503, "The service is busy"),
    "over_time": (504, "Scoring took too long"),
    "full": (507, "There is no room to keep this"),
}
PREFIX = "urn:truthscore:problem:"
MEDIA_TYPE = "application/problem+json"
#: Seconds after which a busy service may be asked again.
RETRY_AFTER = "1"
#: No space, no quota, and no larger file allowed for this process.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextlib.contextmanager
def room() -> Iterator[None]:
    """A disk that has no room for what is written becomes a problem of its own."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise Problem("full", "the disk of the service is full") from None
        raise


def forbidden(*scopes: str) -> Problem:
    """What a token without one of `scopes` is told."""
    return Problem("forbidden", f"it needs the scope {' or '.join(scopes)} in the token file")


class Problem(Exception):  # noqa: N818 (named after the RFC)
    """An answer that is a problem; raised by a handler, written by the app."""

    def __init__(
        self, kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.detail = detail
        self.more = more
        self.headers = dict(headers or {})
        if kind == "unauthorised":
            self.headers.setdefault("WWW-Authenticate", 'Bearer realm="truthscore"')
        if kind == "busy":
            self.headers["Retry-After"] = RETRY_AFTER

    @property
    def status(self) -> int:
        """The HTTP status."""
        return KINDS[self.kind][0]

    def body(self) -> bytes:
        """The problem as JSON."""
        status, title = KINDS[self.kind]
        told = {
            "type": PREFIX + self.kind,
            "title": title,
            "status": status,
            "detail": self.detail,
            **self.more,
        }
        return json.dumps(told, ensure_ascii=True).encode()
