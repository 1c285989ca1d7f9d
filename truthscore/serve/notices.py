"""Notices of answers that were held back, posted to an address of the profile (`[policy] notify`).

They leave in a thread of their own, behind a queue that has an end: a check neither waits for one
nor fails with it. Each is signed, tried again with longer and longer pauses, and then given up and
counted. What a customer wrote is in none, unless the profile says so.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

from truthscore.errors import ServeError
from truthscore.guard.decision import Decision
from truthscore.guard.workers import Busy, Workers
from truthscore.no_redirect import open_url
from truthscore.profile import Policy
from truthscore.serve.logs import LOG

#: Notices that wait at most, for each worker; the next is dropped and counted.
MOST = 1_000
#: Seconds before each new try.
PAUSES = (1.0, 4.0, 15.0, 60.0)
#: Seconds that one try may take.
TRY_SECONDS = 5.0
#: Seconds that a worker which ends gives to what still waits.
CLOSE_SECONDS = 5.0
#: Headers of a notice, by Standard Webhooks. Its id stays the same when it is tried again.
ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
#: In front of a secret that is written in base64, as services that make one write it.
_IN_BASE64 = "whsec_"
#: Answers of a receiver that may be others in a moment; any other refusal stays one.
_AGAIN = frozenset({408, 425, 429})
#: What becomes of a notice; the figure `truthscore_notices` counts each.
SENT, FAILED, DROPPED = OUTCOMES = ("sent", "failed", "dropped")


def signature(secret: str, id_: str, timestamp: str, body: bytes) -> str:
    """What a receiver computes and compares, by Standard Webhooks: any library of theirs does."""
    key = secret.encode()
    if secret.startswith(_IN_BASE64):
        key = base64.b64decode(secret.removeprefix(_IN_BASE64) + "==")
    made = hmac.new(key, b".".join((id_.encode(), timestamp.encode(), body)), hashlib.sha256)
    return f"v1,{base64.b64encode(made.digest()).decode()}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Target:
    """Where notices go. Its repr says nothing: the address may hold a secret too."""

    url: str
    secret: str
    with_text: bool = False


def target(policy: Policy) -> Target | None:
    """The target of a policy, None where it names no address.

    Raises ServeError when the secret is not in the environment: no notice is sent unsigned.
    """
    if not policy.notify:
        return None
    secret = os.environ.get(policy.notify_secret_env, "")
    if not secret:
        raise ServeError(
            f"[policy] notify is set, and the environment has no {policy.notify_secret_env}; "
            "expected the secret that signs each notice: set it, or name another variable in "
            "notify_secret_env"
        )
    return Target(url=policy.notify, secret=secret, with_text=policy.notify_text)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Notices:
    """The queue of one worker and the thread that empties it."""

    def __init__(
        self,
        to: Target,
        count: Callable[[str], None],
        *,
        most: int = MOST,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`count` is told what became of each notice: `SENT`, `FAILED` or `DROPPED`."""
        self._to = to
        self._count = count
        self._pauses = pauses
        self._closing = threading.Event()
        self._workers: Workers[None] = Workers(threads=1, waiting=most)

    def offer(self, decision: Decision, *, question: str, answer: str) -> None:
        """Tell of a decision that holds an answer back; other decisions are not told.

        Returns at once and never raises: a notice is worth less than a check.
        """
        if decision.action == "block":
            self._offer(lambda: self._body(decision, question, answer))

    def reviewed(self, id_: str, state: str) -> None:
        """Tell what became of an answer that people looked at; its text is asked for."""
        told = {"event": "reviewed", "time": _now(), "review": id_, "state": state}
        self._offer(lambda: json.dumps(told).encode())

    def _offer(self, make: Callable[[], bytes]) -> None:
        if self._closing.is_set():
            return
        try:
            self._workers.submit(partial(self._deliver, make()))
        except Exception as error:
            if not isinstance(error, Busy):
                LOG.error("a notice could not be made", extra={"error": type(error).__name__})
            self._told(DROPPED)

    def close(self, seconds: float) -> None:
        """Try what still waits once, for `seconds` at most; the rest is dropped and counted."""
        self._closing.set()
        for _ in range(self._workers.close(seconds)):
            self._told(DROPPED)

    def _told(self, outcome: str) -> None:
        with suppress(Exception):  # a figure may cost neither a check nor the thread
            self._count(outcome)

    def _body(self, decision: Decision, question: str, answer: str) -> bytes:
        verdict = decision.verdict
        told: dict[str, Any] = {
            "event": "held",
            "time": _now(),
            "id": verdict.id,
            "action": decision.action,
            "cause": decision.cause,
            "score": verdict.score,
            "message_type": verdict.detection.type if verdict.detection else None,
            "lang": verdict.lang,
            "signature": decision.signature,
        }
        if self._to.with_text:  # the reason quotes the answer
            told.update(question=question, answer=answer, reason=decision.reason)
        return json.dumps(told, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")

    def _deliver(self, body: bytes) -> None:
        """Send a notice until the receiver takes it, or there is no more trying."""
        number = uuid.uuid4().hex
        told: int | str = ""
        for pause in (*self._pauses, None):
            told = self._try(body, number)
            if told == SENT:
                self._told(SENT)
                return
            refused = isinstance(told, int) and told < 500 and told not in _AGAIN
            if refused or pause is None or self._closing.wait(pause):
                break
        LOG.warning("a notice was not taken", extra={"event": "notice", "error": str(told)})
        self._told(FAILED)

    def _try(self, body: bytes, number: str) -> int | str:
        """`SENT`, the status of a refusal, or the name of what went wrong."""
        timestamp = str(int(time.time()))
        request = Request(
            self._to.url,
            data=body,
            method="POST",
            headers={
                "Content-Type": "application/json; charset=utf-8",
                "User-Agent": "truthscore",
                ID: number,
                TIMESTAMP: timestamp,
                SIGNATURE: signature(self._to.secret, number, timestamp, body),
            },
        )
        try:
            with open_url(request, TRY_SECONDS):
                return SENT
        except HTTPError as error:
            error.close()
            return error.code
        except (OSError, HTTPException, ValueError) as error:
            return type(error).__name__
