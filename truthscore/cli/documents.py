"""Documents as the commands take them: text files, folders of them, JSONL with a field `text`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthscore.types import ContextDocument

#: Endings read as plain documents in a folder.
TEXT_ENDINGS = (".md", ".txt", ".rst", ".adoc")
#: Endings that are converted, where that is asked for (`truthscore.retrieve.convert`).
OTHER_ENDINGS = (".docx", ".htm", ".html", ".pdf")


def read_documents(
    places: Iterable[str], refused: Callable[[str], None] | None = None
) -> Iterator[ContextDocument]:
    """The documents of files and folders, in a fixed order; "-" is JSONL on standard input.

    With `refused`, HTML, DOCX and PDF are read as well, and it is told of each that cannot be.
    Raises InputError for a place that is not there and for a row without `text`.
    """
    for place in places:
        yield from _documents(place, refused)


def _converted(path: Path, refused: Callable[[str], None]) -> Iterator[ContextDocument]:
    from truthscore.errors import InputError
    from truthscore.retrieve.convert import converted
    from truthscore.types import ContextDocument

    try:
        title, text = converted(path)
    except InputError as error:
        refused(str(error))
        return
    yield ContextDocument(id=str(path), title=title, text=text)


def _documents(place: str, refused: Callable[[str], None] | None) -> Iterator[ContextDocument]:
    from truthscore import resources
    from truthscore.errors import InputError
    from truthscore.example import language_of, roles_of
    from truthscore.formats import STDIN, read_rows
    from truthscore.types import ContextDocument

    path = Path(place)
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix.lower() in TEXT_ENDINGS and file.is_file():
                yield ContextDocument(id=str(file), text=resources.read_text(file))
            elif refused and file.suffix.lower() in OTHER_ENDINGS and file.is_file():
                yield from _converted(file, refused)
        return
    if refused and path.suffix.lower() in OTHER_ENDINGS:
        yield from _converted(path, refused)
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
        id_ = row.where if name is None else str(name)
        yield ContextDocument(
            id=id_,
            text=text,
            title=title if isinstance(title, str) else "",
            roles=roles_of(row.data.get("roles"), f"{row.where}, {id_}"),
            lang=language_of(row.data.get("lang") or row.data.get("language"), row.where),
        )
