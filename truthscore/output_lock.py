"""An output file is written by one process at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from truthscore.errors import InputError

#: Bytes of a lock file that are read: the number of a process.
_LONGEST = 20


@contextmanager
def locked(path: str | Path) -> Iterator[None]:
    """Keep others from writing `path` meanwhile; a lock that a killed process left is none.

    A file beside it, `.NAME.lock`, has the number of the process. Where none can be made, as for a
    device, nothing is kept. Raises InputError when another process writes it, with its number.
    """
    target = Path(path).resolve()
    lock = target.with_name(f".{target.name}.lock")
    if target.exists() and not target.is_file():
        yield
        return
    handle = _opened(lock)
    if handle is None:
        yield
        return
    try:
        if not _locked(handle) or not _stands(lock, handle):
            holder = os.read(handle, _LONGEST).decode("ascii", "replace").strip()
            raise InputError(
                f"{path}: process {holder or '(unknown)'} is writing it; expected a file of this "
                "run alone: wait for that run, or give the output another name"
            )
        os.ftruncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()
    finally:
        os.close(handle)


def _opened(lock: Path) -> int | None:
    """The open lock file; None where there can be none."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        return os.open(lock, flags, 0o644)
    except OSError:
        return None


def _stands(lock: Path, handle: int) -> bool:
    """Whether the open file has its name still: who had it may just have taken it away."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except OSError:
        return False


def _locked(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
