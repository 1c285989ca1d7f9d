"""How many lines of a large log were read, while it is read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from truthscore.shown import shown

#: Lines between two messages: a part of a second, so that telling costs nothing.
STEP = 5_000


@contextmanager
def counting(path: str) -> Iterator[Callable[[], None]]:
    """A function to call at each line of `path`; the count stands on stderr while the block lasts.

    It does nothing where stderr is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    count = 0

    def one() -> None:
        nonlocal count
        count += 1
        if count % STEP == 0:
            sys.stderr.write(f"\r{shown(path)}: {count:,} lines")
            sys.stderr.flush()

    try:
        yield one
    finally:
        if count >= STEP:
            sys.stderr.write("\r\x1b[K")  # the line is taken away again
            sys.stderr.flush()
