"""Vectors of texts from any address that speaks OpenAI's `/v1/embeddings`, a local server as well.

Texts go where the caller says and nowhere else: over https, or http to this machine; no redirect is
followed. The key is in no error and in no file.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request

import numpy as np
from numpy.typing import NDArray

from truthscore.errors import InputError, ResourceError
from truthscore.loopback import is_loopback
from truthscore.no_redirect import open_url
from truthscore.retrieve.dense import BATCH

#: Seconds that a request may take, and bytes that its answer may have.
SECONDS, LONGEST_ANSWER = 30.0, 64_000_000
#: Seconds before each new try, and the statuses that may be others in a moment.
PAUSES = (0.5, 2.0)
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
#: Characters of a server's own words that an error tells.
TOLD = 200
_EXPECTED = 'expected {"data": [{"index": 0, "embedding": [numbers]}, ...]}, one for each text'


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An `Embedder` (`dense.py`) at `url`, as `https://host/v1`, with the name of a model there.

    `key` is sent as a bearer token. Raises InputError for an address that is not https, nor http
    on this machine. Calling it raises ResourceError where the server cannot be reached, refuses,
    or gives no vector for each text; a busy one is asked again (`pauses`: seconds before each try).
    """

    url: str
    model: str
    key: str | None = field(default=None, repr=False)
    batch: int = BATCH
    seconds: float = SECONDS
    pauses: tuple[float, ...] = PAUSES

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            host = ""
        if not host or not (
            parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
        ):
            raise InputError(
                f"embeddings at {self.url!r}: expected an address https://host/v1, or http:// on "
                "this machine: texts of pages and questions go there"
            )
        if self.batch < 1:
            raise InputError(f"{self.batch} texts in a request; expected 1 or more")

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """len(texts) rows, in their order."""
        parts = [self._rows(texts[at : at + self.batch]) for at in range(0, len(texts), self.batch)]
        if len({part.shape[1] for part in parts}) > 1:
            raise ResourceError(f"{self._where}: its vectors have different lengths; expected one")
        return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)

    @property
    def _where(self) -> str:
        return f"embeddings at {urlsplit(self.url).hostname}, model {self.model!r}"

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        answer = self._asked(texts)
        try:
            found = sorted(json.loads(answer)["data"], key=lambda row: int(row["index"]))
            places = [int(row["index"]) for row in found]
            rows = np.array([row["embedding"] for row in found], np.float32)
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            said = f"{type(error).__name__}: {error}"[:TOLD]
            raise ResourceError(f"{self._where}: not its answer ({said}); {_EXPECTED}") from error
        if places != list(range(len(texts))) or rows.ndim != 2 or not rows.shape[1]:
            raise ResourceError(
                f"{self._where}: found {len(places)} vectors for {len(texts)} texts; {_EXPECTED}"
            )
        if not np.isfinite(rows).all():
            raise ResourceError(f"{self._where}: a vector has a number that is none; {_EXPECTED}")
        return rows

    def _asked(self, texts: Sequence[str]) -> bytes:
        for pause in (*self.pauses, None):
            try:
                return self._try(texts)
            except HTTPError as error:
                with error:
                    told = f"status {error.code} {_words_of(error)}".rstrip()
                if error.code not in AGAIN:
                    pause = None
            except (OSError, HTTPException) as error:
                reason = getattr(error, "reason", None) or error
                told = f"it cannot be reached ({str(reason) or type(error).__name__})"
            if pause is None:
                break
            time.sleep(pause)
        raise ResourceError(f"{self._where}: {told}; expected vectors: look at address, key, model")

    def _try(self, texts: Sequence[str]) -> bytes:
        body = json.dumps({"model": self.model, "input": list(texts), "encoding_format": "float"})
        headers = {"Content-Type": "application/json", "User-Agent": "truthscore"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        address = self.url.rstrip("/").removesuffix("/embeddings") + "/embeddings"
        request = Request(address, body.encode("utf-8", "replace"), headers, method="POST")
        with open_url(request, self.seconds) as stream:
            answer: bytes = stream.read(LONGEST_ANSWER + 1)
        if len(answer) > LONGEST_ANSWER:
            raise ResourceError(f"{self._where}: its answer is longer than {LONGEST_ANSWER} bytes")
        return answer


def _words_of(error: HTTPError) -> str:
    """What a server says of its refusal, on one line."""
    try:
        said = error.read(LONGEST_ANSWER).decode("utf-8", "replace")
        told = json.loads(said)
    except (OSError, HTTPException, ValueError):
        return ""
    inner = told.get("error", told) if isinstance(told, dict) else told
    message = inner.get("message") if isinstance(inner, dict) else inner
    return " ".join(str(message or "").split())[:TOLD]
