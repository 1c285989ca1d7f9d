"""Translations on disk by what was asked: a second run asks nothing.

One small file per text, named by the hash of provider, languages and text, written whole or not at
all; several runs may share a folder, and deleting files is always safe.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from truthscore.errors import InputError

ENDING = ".json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What a provider made of a text, and on which day (ISO 8601)."""

    text: str
    date: str


class Memory:
    """The translations of one provider and pair of languages; in memory only without a folder."""

    def __init__(self, folder: Path | None, *, provider: str, source: str, target: str) -> None:
        """Raises InputError when `folder` cannot be made."""
        self._folder = folder
        self._asked = (provider, source, target)
        self._known: dict[str, Remembered] = {}
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(
                    f"{folder}: no folder for translations: {error.strerror}"
                ) from error

    def get(self, text: str) -> Remembered | None:
        """The translation of `text`; None when it was not asked, or its file is torn."""
        found = self._known.get(text)
        if found is None and self._folder is not None:
            with suppress(OSError, ValueError, KeyError, TypeError):
                line = json.loads(_path(self._folder, self._asked, text).read_bytes())
                if line["source"] == text:
                    found = Remembered(text=str(line["text"]), date=str(line["date"]))
                    self._known[text] = found
        return found

    def put(self, text: str, made: Remembered) -> None:
        """Remember a translation. Raises InputError when the disk does not take it."""
        self._known[text] = made
        if self._folder is None:
            return
        path = _path(self._folder, self._asked, text)
        part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
        line = {"source": text, "text": made.text, "date": made.date}
        try:
            path.parent.mkdir(exist_ok=True)
            part.write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
            os.replace(part, path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise InputError(
                f"{path}: cannot be written: {error.strerror}; make room and go on with --resume"
            ) from error


def _path(folder: Path, asked: tuple[str, ...], text: str) -> Path:
    """The file of a text's translation; `asked` are the provider and the languages."""
    parts = "\0".join((*asked, text)).encode("utf-8", "surrogatepass")
    name = hashlib.sha256(parts).hexdigest()
    return folder / name[:2] / (name + ENDING)
