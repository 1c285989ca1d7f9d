"""HTTP/1.1 without requests that say twice how long they are: a front before the service may
believe the other length, and take the rest for somebody else's request."""

from __future__ import annotations

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Bytes of a request's head, as in uvicorn.
LONGEST_HEAD = 65_536


class OneLength(h11.Connection):
    """What is read of a connection."""

    def next_event(self) -> Any:
        """As in h11. Raises RemoteProtocolError, which is 400 and the end of the connection."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class OneLengthProtocol(H11Protocol):
    """uvicorn's connection, with `OneLength`."""

    def __init__(self, **given: Any) -> None:
        """`given`: what uvicorn gives every connection."""
        super().__init__(**given)
        longest = self.config.h11_max_incomplete_event_size or LONGEST_HEAD
        self.conn = OneLength(h11.SERVER, longest)
