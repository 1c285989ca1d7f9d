"""A folder of parsed documents, so that a page is parsed once in its life and not once per process.

Content-addressed: a file's name is the hash of the page and of everything its parse and indexes
depend on, so nothing in it can be out of date, several processes may write at once, and deleting
files is always safe. A file that is torn or was changed is not believed: its checksum says so.

A file is data (`page_format`): whoever may write in the folder can change what pages say, but can
neither run code nor fill the memory of those who read it.
"""

from __future__ import annotations

import hashlib
import os
import threading
import zlib
from contextlib import suppress
from pathlib import Path

from truthscore import regular_file
from truthscore.errors import InputError
from truthscore.features import IndexedDocument
from truthscore.page_format import decode, encode

#: Bytes a folder may grow to before the documents that were not used longest go (a page of 700
#: words takes about 60 kB).
MAX_BYTES = 2_000_000_000
#: What is kept of the limit when it was passed, so that not every write has to clean up.
KEEP = 0.9
#: Documents written between two looks at the folder's size.
LOOK_EVERY = 256
#: First bytes of a file: its format; another format is a page that is not there.
MAGIC = b"truthscore-11\n"
#: zlib's fastest: half the time of its default for 10 % more bytes.
LEVEL = 1
ENDING = ".page"
#: Bytes of a page, packed and unpacked, above which it is neither kept nor read: 500,000 characters
#: of help pages take 4 and 12 million.
MAX_PACKED = 12_000_000
MAX_UNPACKED = 24_000_000


class DocumentStore:
    """Parsed documents in a folder; threads and processes may share it."""

    def __init__(self, folder: str | Path, *, max_bytes: int = MAX_BYTES) -> None:
        """Raises InputError when `folder` cannot be made or written to."""
        self.folder = Path(folder)
        self._max_bytes = max_bytes
        self._written = 0
        self._lock = threading.Lock()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            probe = self.folder / f".probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise InputError(
                f"{folder}: documents cannot be kept there: {error.strerror}"
            ) from error

    def get(self, key: str) -> IndexedDocument | None:
        """The document of `key`; None when it is not there or not whole."""
        path = self._path(key)
        try:
            found = decode(read(path, MAGIC))
        except (OSError, ValueError):
            return None
        with suppress(OSError):  # somebody may clean up between the two
            os.utime(path)  # used now: the last to go
        return found

    def put(self, key: str, document: IndexedDocument) -> None:
        """Keep a document. A folder that is full or gone costs time, never an answer."""
        try:
            written = encode(document)
        except ValueError:
            return  # what cannot be written is parsed again
        try:
            if not write(self._path(key), MAGIC, written):
                return
        except OSError:
            return
        with self._lock:
            self._written += 1
            look = self._written % LOOK_EVERY == 0
        if look:
            self.clean()

    def clean(self) -> int:
        """Delete what was used least recently until the folder is within its size; bytes left."""
        files = []
        for path in self.folder.glob(f"*/*{ENDING}*"):
            try:
                found = path.stat()
            except OSError:
                continue  # another process cleans too
            files.append((found.st_mtime_ns, found.st_size, path))
        total = sum(size for _, size, _ in files)
        if total <= self._max_bytes:
            return total
        for _, size, path in sorted(files, key=lambda each: each[:2]):
            if total <= KEEP * self._max_bytes:
                break
            path.unlink(missing_ok=True)
            total -= size
        return total

    def __len__(self) -> int:
        return sum(1 for _ in self.folder.glob(f"*/*{ENDING}"))

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}{ENDING}"


def write(path: Path, magic: bytes, data: bytes) -> bool:
    """Write a file of a format, whole or not at all; False: it is too long to be kept.

    Raises OSError when it cannot be written.
    """
    packed = zlib.compress(data, LEVEL)
    if len(data) > MAX_UNPACKED or len(packed) > MAX_PACKED:
        return False
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        path.parent.mkdir(exist_ok=True)
        _write_new(part, magic + hashlib.sha256(packed).digest() + packed)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    return True


def read(path: Path, magic: bytes) -> bytes:
    """What `write` was given. Raises ValueError for another format, a torn file and one that is too
    long, OSError when there is none."""
    head = len(magic)
    body = head + hashlib.sha256().digest_size
    raw = regular_file.contents(path, body + MAX_PACKED)
    if raw[:head] != magic or hashlib.sha256(raw[body:]).digest() != raw[head:body]:
        raise ValueError("no page in this format, or not whole")
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(raw[body:], MAX_UNPACKED)
    except zlib.error as error:
        raise ValueError(f"not packed as a page is: {error}") from error
    if not reader.eof:
        raise ValueError("too long for a page, or cut off")
    return found


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that must not be there yet, not even as a link to another."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | regular_file.AS_IT_IS, 0o666)
    with open(handle, "wb") as file:
        file.write(data)
