"""The time until which work is worth doing: who waits for it may have given up.

A thread cannot be ended from outside, so the work looks at the clock itself, between its steps:
`check` costs next to nothing where no deadline is set. It holds for the context (`contextvars`)
that set it, so that no function between has to hand it on. Nothing is ever made shorter by it: the
work is done in full or ends with `OverBudget`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from truthscore.errors import OverBudget


class Deadline:
    """A time of the monotonic clock, in seconds; threads may share it."""

    __slots__ = ("_at",)

    def __init__(self, seconds: float) -> None:
        """So many seconds from now."""
        self._at = monotonic() + seconds

    def expire(self) -> None:
        """End the work at its next step: nobody waits for it any more."""
        self._at = float("-inf")

    @property
    def expired(self) -> bool:
        """Whether the time is over."""
        return monotonic() >= self._at


_current: ContextVar[Deadline | None] = ContextVar("truthscore_deadline", default=None)


@contextmanager
def until(deadline: Deadline | None) -> Iterator[None]:
    """Let `check` raise once `deadline` is over, within this; None: never."""
    token = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(token)


def check() -> None:
    """Raise OverBudget when the deadline is over."""
    deadline = _current.get()
    if deadline is not None and deadline.expired:
        raise OverBudget("the time for this work is over")
