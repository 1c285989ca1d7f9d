"""How far a command has come, while it works: on standard error, where that is a terminal."""

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


@contextmanager
def progress(
    total: int | None, *, hidden: bool = False, start: int = 0
) -> Iterator[Callable[[], None]]:
    """A function to call at each answer; a bar with count, rate and time left stands on stderr
    while the block lasts. It does nothing where stderr is no terminal."""
    if hidden or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("scoring"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("scoring", total=total, completed=start, rate="")

        def advance() -> None:
            bar.advance(task)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:.1f}/s" if speed else "")

        yield advance
