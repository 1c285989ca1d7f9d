"""What a regular file holds: neither what a link leads to, nor what never ends."""

from __future__ import annotations

import os
import stat
from pathlib import Path

#: A file is opened as it stands: without waiting for the other end of a pipe, and without handing
#: it to another program. (Windows has no such waiting.)
_WAITLESS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
#: And not through a link. (Windows has no such flag.)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
#: Flags for one that is made.
AS_IT_IS = _WAITLESS | _NO_LINK


def contents(path: str | Path, most: int, *, follow: bool = False) -> bytes:
    """The bytes of a file, at most `most`. `follow`: also what a link leads to.

    Raises ValueError for what is no regular file, and for one that is longer; OSError when it is
    not there, is a link, or may not be read.
    """
    handle = os.open(path, os.O_RDONLY | _WAITLESS | (0 if follow else _NO_LINK))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise ValueError("is no regular file (a folder, a pipe, a socket or a device)")
        if found.st_size > most:
            raise ValueError(f"is {found.st_size:,} bytes long; expected at most {most:,}")
        data = file.read(most + 1)
    if len(data) > most:  # it grew meanwhile, or does not say how long it is
        raise ValueError(f"is longer than {most:,} bytes; expected at most that")
    return data
