"""A folder of parsed documents, so that a page is parsed once in its life and not once per process.

Content-addressed: a file's name is the hash of the page and of everything its parse and indexes
depend on, so nothing in it can be out of date, several processes may write at once, and deleting
files is always safe. A file that is torn or was changed is not believed: its checksum says so.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import threading
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from truthscore.errors import InputError
from truthscore.features import IndexedDocument
from truthscore.text.model import shared, shared_numbers

#: Bytes a folder may grow to before the documents that were not used longest go (a page of 700
#: words takes about 60 kB).
MAX_BYTES = 2_000_000_000
#: What is kept of the limit when it was passed, so that not every write has to clean up.
KEEP = 0.9
#: Documents written between two looks at the folder's size.
LOOK_EVERY = 256
#: First bytes of a file: its format; another format is a page that is not there.
MAGIC = b"truthscore-10\n"
#: zlib's fastest: half the time of its default for 10 % more bytes.
LEVEL = 1
ENDING = ".page"

#: Modules whose classes may stand in a file. Reading a pickle runs what it names, so nothing else
#: is looked up: a file from elsewhere can at worst be a page that is not believed.
_MODULES = ("truthscore.text.", "truthscore.features.")
_PLAIN = {
    ("collections", "Counter"), ("numpy", "ndarray"), ("numpy", "dtype"),
    ("array", "array"), ("array", "_array_reconstructor"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy.core.multiarray", "_reconstruct"), ("numpy._core.numeric", "_frombuffer"),
    ("numpy.core.numeric", "_frombuffer"),
}  # fmt: skip


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
            raw = path.read_bytes()
        except OSError:
            return None
        head = len(MAGIC)
        if raw[:head] != MAGIC:
            return None
        checksum, packed = raw[head : head + 32], raw[head + 32 :]
        if hashlib.sha256(packed).digest() != checksum:
            return None
        try:
            found = _Reader(io.BytesIO(zlib.decompress(packed))).load()
            if not isinstance(found, IndexedDocument):
                return None
            found = _sharing(found)
        except (pickle.UnpicklingError, zlib.error, AttributeError, TypeError, ImportError):
            return None
        with suppress(OSError):  # somebody may clean up between the two
            os.utime(path)  # used now: the last to go
        return found

    def put(self, key: str, document: IndexedDocument) -> None:
        """Keep a document. A folder that is full or gone costs time, never an answer."""
        packed = zlib.compress(pickle.dumps(document, protocol=5), LEVEL)
        path = self._path(key)
        part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
        try:
            path.parent.mkdir(exist_ok=True)
            part.write_bytes(MAGIC + hashlib.sha256(packed).digest() + packed)
            os.replace(part, path)  # whole or not there
        except OSError:
            part.unlink(missing_ok=True)
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


def _sharing(document: IndexedDocument) -> IndexedDocument:
    """The document with words and numbers shared: a file has its own for every page."""
    parsed = document.document.parsed
    parsed = replace(
        parsed,
        starts=shared_numbers(parsed.starts),
        ends=shared_numbers(parsed.ends),
        heads=shared_numbers(parsed.heads),
        lowers=shared(parsed.lowers),
        lemmas=shared(parsed.lemmas),
        pos=shared(parsed.pos),
        deps=shared(parsed.deps),
    )
    return replace(document, document=replace(document.document, parsed=parsed))


class _Reader(pickle.Unpickler):
    """Reads what `put` writes and refuses to look anything else up."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _PLAIN and not module.startswith(_MODULES):
            raise pickle.UnpicklingError(f"{module}.{name} has no place in a parsed document")
        found = super().find_class(module, name)
        if module.startswith(_MODULES) and not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no class")
        return found
