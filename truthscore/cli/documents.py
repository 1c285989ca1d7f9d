"""Documents as the commands take them: text files, folders of them, JSONL with a field `text`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthscore.types import ContextDocument

#: Endings read as plain documents in a folder.
TEXT_ENDINGS = (".md", ".markdown", ".txt", ".rst", ".adoc")
#: Endings that are converted, where that is asked for (`truthscore.retrieve.convert`).
OTHER_ENDINGS = (".docx", ".htm", ".html", ".pdf", ".xhtml")
#: Endings of an archive of such files, and of an export, which is told by what it holds.
ARCHIVE, EXPORT = ".zip", ".json"
#: Endings that are read from a folder; a table of pages is named by itself.
READ = (*TEXT_ENDINGS, *OTHER_ENDINGS, ARCHIVE, EXPORT)

#: What a file without an ending is told as.
NO_ENDING = "without an ending"
#: What is told of a page that nothing can be found on.
WORDLESS = "found no word; expected some text: the page is left out"
#: What is told of a page that says of itself that it is not published.
DRAFT = "found a draft; expected a page that is published: the page is left out"
#: What is told of places without any page.
NO_PAGES = (
    "found no page with a word; expected Markdown, text, HTML, Word or PDF, a folder or zip "
    "archive of them, JSONL with `id` and `text`, or an export with `articles`"
)


def read_documents(
    places: Iterable[str], refused: Callable[[str], None] | None = None
) -> Iterator[ContextDocument]:
    """The documents of files and folders, in a fixed order; "-" is JSONL on standard input.

    With `refused`, HTML, DOCX, PDF, zip archives and exports of a help centre are read as well, and
    it is told of each file that cannot be, and of each page without a word. Raises InputError for a
    place that is not there and for a row without `text`.
    """
    for place in places:
        yield from _documents(place, refused)


def read_help_centre(
    places: Iterable[str], refused: Callable[[str], None]
) -> list[ContextDocument]:
    """All pages of a help centre: of files and folders of any kind that is read, and of folders
    that `truthscore index` made, with `--chunks` or without. `refused` is told of each file that
    cannot be read.

    Raises InputError where no page has a word, and for one id with two texts.
    """
    from truthscore.errors import InputError
    from truthscore.text.pieces import WORD

    places = tuple(places)
    found: dict[str, ContextDocument] = {}
    for place in places:
        for page in _kept(place) or read_documents([place], refused):
            if page.id in found and found[page.id].text != page.text:
                raise InputError(
                    f"{place}: page id {page.id!r} stands twice with other texts; expected an id "
                    "for each page"
                )
            found[page.id] = page
    if not any(WORD.search(page.text) for page in found.values()):
        raise InputError(f"{', '.join(places)}: {NO_PAGES}, or a folder of `truthscore index`")
    return [*found.values()]


def _kept(place: str) -> Iterable[ContextDocument]:
    """The pages of a folder that `truthscore index` made; none of another place."""
    from truthscore.retrieve import ENDING, Shelf, kept

    folder = Path(place)
    if (folder / kept.PAGES).is_file():
        return kept.read(folder)[0].values()
    if folder.is_dir() and any(folder.glob(f"*/*{ENDING}")):
        return Shelf.read(folder).documents.values()
    return ()


def _converted(
    name: str, refused: Callable[[str], None], read: Callable[[], bytes]
) -> Iterator[ContextDocument]:
    """The pages of one file of any kind that is read; none of another kind."""
    from truthscore.errors import InputError
    from truthscore.retrieve import front_matter, zendesk
    from truthscore.retrieve.convert import converted
    from truthscore.retrieve.html_page import text_of
    from truthscore.text.pieces import WORD
    from truthscore.types import ContextDocument

    path = Path(name)
    ending = path.suffix.lower()
    try:
        if ending in TEXT_ENDINGS:
            page = front_matter.page_of(name, text_of(read()).replace("\r\n", "\n"))
            if page is None:
                raise InputError(f"{name}: {DRAFT}")
            if not WORD.search(page.text):
                raise InputError(f"{name}: {WORDLESS}")
            yield page
        elif ending in OTHER_ENDINGS:
            title, text = converted(path, read())
            yield ContextDocument(id=name, title=title, text=text)
        elif ending == EXPORT:
            articles = zendesk.exported(read())
            if articles is not None:
                yield from zendesk.pages(articles, name, refused)
    except InputError as error:
        refused(str(error))
    except (OSError, ValueError) as error:
        refused(f"{name}: cannot be read: {error}")


def _unpacked(path: Path, refused: Callable[[str], None]) -> Iterator[ContextDocument]:
    """The pages of an archive."""
    from truthscore.errors import InputError
    from truthscore.retrieve.archive import Archive

    try:
        archive = Archive(path)
    except InputError as error:
        refused(str(error))
        return
    with closing(archive):
        for name in archive:
            if name.lower().endswith(ARCHIVE):
                refused(f"{path}/{name}: an archive in an archive is not read; unpack it")
            yield from _converted(f"{path}/{name}", refused, partial(archive.read, name))


def _is_export(path: Path) -> bool:
    from truthscore.retrieve import zendesk

    if path.suffix.lower() != EXPORT:
        return False
    try:
        return zendesk.exported(path.read_bytes()) is not None
    except ValueError:  # who reads rows tells where it is torn
        return False


def _folder(path: Path, refused: Callable[[str], None] | None) -> Iterator[ContextDocument]:
    """The pages of a folder and those in it. With `refused` hidden files are passed by, as those of
    an archive are, and files of kinds that are not read are counted."""
    from truthscore import resources
    from truthscore.types import ContextDocument

    others: Counter[str] = Counter()
    for file in sorted(path.rglob("*")):
        ending = file.suffix.lower()
        if not file.is_file():
            continue
        if refused is None:
            if ending in TEXT_ENDINGS:
                yield ContextDocument(id=str(file), text=resources.read_text(file))
        elif any(part.startswith(".") for part in file.relative_to(path).parts):
            continue
        elif ending == ARCHIVE:
            yield from _unpacked(file, refused)
        elif ending in READ:
            yield from _converted(str(file), refused, file.read_bytes)
        else:
            others[ending or NO_ENDING] += 1
    if refused and others:
        told = ", ".join(f"{n} {ending}" for ending, n in sorted(others.items()))
        refused(f"{path}: files of other kinds are not read from a folder: {told}")


def _documents(place: str, refused: Callable[[str], None] | None) -> Iterator[ContextDocument]:
    from truthscore import resources
    from truthscore.errors import InputError
    from truthscore.example import language_of, roles_of
    from truthscore.formats import STDIN, read_rows
    from truthscore.text.pieces import WORD
    from truthscore.types import ContextDocument

    path = Path(place)
    if path.is_dir():
        yield from _folder(path, refused)
        return
    if refused and path.is_file():
        if path.suffix.lower() == ARCHIVE:
            yield from _unpacked(path, refused)
            return
        if path.suffix.lower() in (*TEXT_ENDINGS, *OTHER_ENDINGS) or _is_export(path):
            yield from _converted(place, refused, path.read_bytes)
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
        if refused and not WORD.search(text):
            refused(f"{row.where}: {WORDLESS}")
            continue
        name = row.data.get("id")
        id_ = row.where if name is None else str(name)
        yield ContextDocument(
            id=id_,
            text=text,
            title=title if isinstance(title, str) else "",
            roles=roles_of(row.data.get("roles"), f"{row.where}, {id_}"),
            lang=language_of(row.data.get("lang") or row.data.get("language"), row.where),
        )
