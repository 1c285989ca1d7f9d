"""Documents as the commands take them: text files, folders of them, JSONL with a field `text`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthscore.types import ContextDocument

#: Endings read as plain documents in a folder.
TEXT_ENDINGS = (".md", ".txt", ".rst", ".adoc")


def read_documents(places: Iterable[str]) -> Iterator[ContextDocument]:
    """The documents of files and folders, in a fixed order; "-" is JSONL on standard input.

    Raises InputError for a place that is not there and for a row without `text`.
    """
    for place in places:
        yield from _documents(place)


def _documents(place: str) -> Iterator[ContextDocument]:
    from truthscore import resources
    from truthscore.errors import InputError
    from truthscore.example import language_of
    from truthscore.formats import STDIN, read_rows
    from truthscore.types import ContextDocument

    path = Path(place)
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix.lower() in TEXT_ENDINGS and file.is_file():
                yield ContextDocument(id=str(file), text=resources.read_text(file))
        return
    if path.suffix.lower() in TEXT_ENDINGS:
        yield ContextDocument(id=place, text=resources.read_text(path))
        return
    if place != STDIN and not path.exists():
        raise InputError(f"{place}: no such file or folder")
    for row in read_rows(place):
        if row.data is None:
            raise InputError(f"{row.where}: {row.error}")
        text, title = row.data.get("text"), row.data.get("title")
        if not isinstance(text, str):
            raise InputError(f"{row.where}: field 'text' is missing; expected one document per row")
        name = row.data.get("id")
        yield ContextDocument(
            id=row.where if name is None else str(name),
            text=text,
            title=title if isinstance(title, str) else "",
            lang=language_of(row.data.get("lang") or row.data.get("language"), row.where),
        )
