"""The files of a zip archive, read in memory and never unpacked onto a disk.

An archive is what somebody else made: one that would take all memory, or has names that lead out of
it, is refused before a byte of it is unpacked.
"""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import regex

from truthscore.errors import InputError

#: Files that an archive may have, bytes of one, and bytes of all of them.
MOST, LARGEST, ALL = 100_000, 64_000_000, 1_000_000_000
#: How many times the archive's own size its files may be, where they are more than so many bytes:
#: text shrinks to a third or a tenth, an archive that is made to be a bomb to a thousandth.
RATIO, SMALL = 100, 10_000_000
_OUTSIDE = regex.compile(r"/|[A-Za-z]:|(?:.*/)?\.\.(?:/|$)", regex.DOTALL)
#: What zipfile raises for data that is not as it says; a password is a RuntimeError.
BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError,
    RuntimeError, ValueError,
)  # fmt: skip


class Archive:
    """A zip archive. Raises InputError for one that is broken, a bomb, or leads out of itself."""

    def __init__(self, path: Path, stream: IO[bytes] | None = None) -> None:
        """`stream`: what it holds, where `path` is only its name."""
        self._path = path
        try:
            self._zip = zipfile.ZipFile(stream or path)
            size = path.stat().st_size if stream is None else stream.seek(0, io.SEEK_END)
        except BROKEN as error:
            raise InputError(
                f"{path}: found a file that cannot be read as ZIP ({error}); expected a whole "
                "archive: save it again, or leave it out"
            ) from error
        try:
            self._check(size)
        except InputError:
            self.close()
            raise

    def __iter__(self) -> Iterator[str]:
        """The names of its files, in order; those that a person does not see are left out."""
        for name in sorted(self._zip.NameToInfo):
            info = self._zip.NameToInfo[name]
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            parts = name.split("/")
            hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
            if not (info.is_dir() or is_link or hidden):
                yield name

    def read(self, name: str) -> bytes:
        """What a file holds. Raises InputError for one that is torn or has a password."""
        try:
            with self._zip.open(name) as stream:
                data = stream.read(LARGEST + 1)
        except BROKEN as error:
            raise InputError(
                f"{self._path}/{name}: cannot be unpacked ({error}); expected a whole file without "
                "a password: make the archive again"
            ) from error
        if len(data) > LARGEST:
            raise InputError(
                f"{self._path}/{name}: is longer than {LARGEST / 1e6:.0f} MB; expected a page: "
                "leave it out"
            )
        return data

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def _check(self, size: int) -> None:
        infos = self._zip.infolist()
        if len(infos) > MOST:
            raise InputError(f"{self._path}: has {len(infos)} files; expected at most {MOST}")
        for each in infos:
            if _OUTSIDE.match(each.filename.replace("\\", "/")):
                raise InputError(
                    f"{self._path}: has the name {each.filename!r}, which leads out of the "
                    "archive; expected names inside it: nothing of it was read"
                )
        total = sum(each.file_size for each in infos)
        if total > ALL or (total > SMALL and total > RATIO * size):
            raise InputError(
                f"{self._path}: would unpack to {total / 1e6:.0f} MB, {total / max(size, 1):.0f} "
                f"times its size; expected at most {ALL / 1e6:.0f} MB and {RATIO} times: nothing "
                "of it was read"
            )
