"""Files that are opened for reading and writing: packed ones, and standard input and output."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from truthscore.errors import InputError
from truthscore.output_lock import locked
from truthscore.shown import Shown

STDIN = "-"
UTF8 = "utf-8"


@contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """A file for reading bytes; "-" is standard input, `.gz` is unpacked on the way.

    Raises InputError naming the file and the reason.
    """
    import sys

    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream: IO[bytes] = Path(path).open("rb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    with stream:
        if path.endswith(".gz"):
            import gzip

            with gzip.GzipFile(fileobj=stream) as unpacked:
                yield unpacked  # type: ignore[misc]
        else:
            yield stream


def count_lines(path: str) -> int | None:
    """How many lines a JSONL file has (for the progress bar); None when that is not cheap."""
    if path == STDIN or Path(path).suffix.lower() not in {".jsonl", ".ndjson"}:
        return None
    with open_input(path) as stream:
        return sum(1 for line in stream if line.strip())


@contextmanager
def open_output(
    path: str, *, append: bool = False, binary: bool = False, alone: bool = True
) -> Iterator[Any]:
    """A file for writing UTF-8 text or bytes, anew or behind what it has; "-" is standard output.

    `alone`: no other process may write it meanwhile; False where the caller sees to that.

    Raises InputError when it cannot be written, before any work is done.
    """
    import sys

    if path == STDIN:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding=UTF8, newline="\n")
        # what a person sees of it is shown, what a program reads is as it is
        yield Shown(sys.stdout) if sys.stdout.isatty() and not binary else sys.stdout
        return
    with locked(path) if alone else nullcontext():
        try:
            mode = "a" if append else "w"
            stream: IO[Any] = (
                Path(path).open(f"{mode}b")  # noqa: SIM115
                if binary
                else Path(path).open(mode, encoding=UTF8, newline="\n")  # noqa: SIM115
            )
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error
        with stream:
            yield stream
