"""What backends register once: documents and profiles, as files that all workers share.

A file is written beside its place and moved there, so a reader sees the old one or the new one, and
a worker that dies leaves nothing half done. Names become hashes: no name leads out of the folder.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from truthscore.example import documents
from truthscore.serve.pages import Pages
from truthscore.serve.problem import Problem, forbidden, room
from truthscore.serve.tokens import ADMIN, file_version
from truthscore.types import ContextDocument

#: Registered documents that a worker keeps in memory; their parses have a cache of their own.
KEPT = 2_000

#: End of a name of a file that is being written.
PART = ".part"
#: Age from which a half-written file has no writer any more.
ABANDONED_SECONDS = 3_600.0

#: What is written to see whether there is room: a small document.
_PROBE = b"x" * 4_096


def write(place: Path, text: str) -> None:
    """Write a whole file beside its place and move it there; one that fails leaves nothing."""
    handle, written = tempfile.mkstemp(dir=place.parent, suffix=PART)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(written, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(written)
        raise


class Folder:
    """Named JSON values, one file each."""

    def __init__(self, path: Path, limit: int) -> None:
        path.mkdir(parents=True, exist_ok=True)
        for part in path.glob(f"*{PART}"):  # of a worker that was killed while it wrote
            with contextlib.suppress(OSError):
                if time.time() - part.stat().st_mtime > ABANDONED_SECONDS:
                    part.unlink()
        self._path = path
        self._limit = limit
        self._changing = threading.Lock()

    def put(self, name: str, value: Any) -> bool:
        """Keep `value` under `name`; whether the name is new. Raises Problem when it cannot."""
        place = self._place(name)
        new = not place.exists()
        if new and sum(1 for _ in self._path.glob("*.json")) >= self._limit:
            raise Problem("full", f"no more than {self._limit} can be registered")
        with room():
            write(place, json.dumps({"name": name, "value": value}))
        return new

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Hold off the changes of other threads and workers: what was read stays true meanwhile."""
        with self._changing, contextlib.ExitStack() as stack:
            with contextlib.suppress(ImportError, OSError):  # Windows; a file system without locks
                import fcntl

                folder = os.open(self._path, os.O_RDONLY)  # itself: a lock file may find no room
                stack.callback(os.close, folder)
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield

    def get(self, name: str) -> Any:
        """The value of `name`, or None."""
        place = self._place(name)
        version = file_version(place)
        try:
            return None if version is None else _value(place, version)
        except FileNotFoundError:
            return None

    def delete(self, name: str) -> bool:
        """Forget `name`; whether it was there."""
        try:
            self._place(name).unlink()
        except FileNotFoundError:
            return False
        return True

    def writable(self) -> bool:
        """Whether something can be written into the folder now."""
        try:
            with tempfile.TemporaryFile(dir=self._path) as stream:
                stream.write(_PROBE)
        except OSError:
            return False
        return True

    def _place(self, name: str) -> Path:
        return self._path / f"{hashlib.sha256(name.encode()).hexdigest()}.json"


@functools.lru_cache(maxsize=KEPT)
def _value(place: Path, version: tuple[int, int, int]) -> Any:  # noqa: ARG001 (is of the key)
    """What stands in a version of a file."""
    return json.loads(place.read_text(encoding="utf-8"))["value"]


def _roles(document: dict[str, Any]) -> frozenset[str] | None:
    roles = document.get("roles")
    return None if roles is None else frozenset(roles)


class Documents:
    """Registered context documents."""

    def __init__(self, path: Path, limit: int, pages: Pages | None = None) -> None:
        """`pages`: where their parses are kept; told which texts are registered, and which not."""
        self.folder = Folder(path, limit)
        self._pages = pages

    def put(
        self, id_: str, document: dict[str, Any], *, may_change_roles: bool = True
    ) -> tuple[bool, bool]:
        """Register a document; whether its id is new, and whether a known one's roles changed.

        Raises Problem where they would and may not.
        """
        with self.folder.changing():
            before = self.raw(id_)
            changed = before is not None and _roles(before) != _roles(document)
            if changed and not may_change_roles:
                raise forbidden(ADMIN)
            new = self.folder.put(id_, document)
        if self._pages is not None and before is not None and before["text"] != document["text"]:
            self._pages.forget(before["text"])
        return new, changed

    def raw(self, id_: str) -> dict[str, Any] | None:
        """A document as it was registered, or None."""
        found: dict[str, Any] | None = self.folder.get(id_)
        return found

    def get(self, id_: str) -> ContextDocument | None:
        """A document as scoring takes it, or None."""
        found = self.raw(id_)
        if found is None:
            return None
        [made] = documents([{**found, "id": id_}])
        if self._pages is not None:
            self._pages.registered(made.text)
        return made

    def delete(self, id_: str, *, may_change_roles: bool = True) -> bool:
        """Forget a document; whether it was there.

        Raises Problem for one with roles where they may not change: registered anew, it would have
        none.
        """
        with self.folder.changing():
            found = self.raw(id_)
            if found is not None and _roles(found) is not None and not may_change_roles:
                raise forbidden(ADMIN)
            deleted = self.folder.delete(id_)
        if self._pages is not None and found is not None:
            self._pages.forget(found["text"])
        return deleted
