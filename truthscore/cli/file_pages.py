"""The pages of one file of any kind that is read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truthscore.errors import InputError, TruthscoreError
from truthscore.example import language_of
from truthscore.formats import Row, read_rows
from truthscore.open_files import UTF8
from truthscore.regular_file import contents
from truthscore.text.markup import whole_characters
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument

if TYPE_CHECKING:
    from truthscore.profile import Documents
    from truthscore.retrieve.archive import Archive

#: Endings read as plain documents in a folder.
TEXT_ENDINGS = (".md", ".markdown", ".txt", ".rst", ".adoc")
#: Endings that are converted (`truthscore.retrieve.convert`).
OTHER_ENDINGS = (".docx", ".htm", ".html", ".pdf", ".xhtml")
#: Endings of an archive of such files, and of an export, which is told by what it holds.
ARCHIVE, EXPORT = ".zip", ".json"
#: Endings that are read from a folder; a table of pages is named by itself.
READ = (*TEXT_ENDINGS, *OTHER_ENDINGS, ARCHIVE, EXPORT)

#: What is told of a page that nothing can be found on.
WORDLESS = "found no word; expected some text: the page is left out"
#: What is told of a page that says of itself that it is not published.
DRAFT = "found a draft; expected a page that is published: the page is left out"
#: What is told of JSON that is no export.
NO_EXPORT = (
    "found JSON without articles; expected Zendesk's export of a help centre (`articles`, "
    "`article`, a list of them): the file is skipped"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that pages are read from. `member`: the name of one within an archive. `rows`: it is a
    table, of a page a row, and may be anything that can be read to its end. `follow`: somebody
    named it, so that it may be a link."""

    path: str
    member: str | None = None
    rows: bool = False
    follow: bool = False

    @property
    def name(self) -> str:
        """What its page is called."""
        return self.path if self.member is None else f"{self.path}/{self.member}"

    @property
    def ending(self) -> str:
        """Its ending in small letters, with the dot; "" without one."""
        return Path(self.member or self.path).suffix.lower()


def pages_of(
    source: Source, limits: Documents, encoding: str | None, refused: Callable[[str], None]
) -> Iterator[ContextDocument]:
    """The pages of a file; `refused` is told of one that cannot be read, and why.

    `encoding`: of its text; None: UTF-8, UTF-16 with a mark, what HTML says of itself, else
    windows-1252, which is told.
    """
    try:
        for page in _pages(source, limits, encoding, refused):
            if page is None:
                refused(f"{source.name}: {DRAFT}")
            elif len(page.text) > limits.max_page_chars:
                refused(
                    f"{page.id}: has {len(page.text):,} characters; expected at most "
                    f"{limits.max_page_chars:,} ([documents] max_page_chars of the profile): the "
                    "page is left out"
                )
            elif not WORD.search(page.text):
                refused(f"{page.id}: {WORDLESS}")
            else:
                yield page
    except TruthscoreError as error:
        refused(str(error))
    except MemoryError:
        refused(f"{source.name}: takes more memory than a file may: the file is left out")
    except Exception as error:  # whatever a file does to a reader, it costs that file alone
        told = str(error).strip().partition("\n")[0] or type(error).__name__
        refused(f"{source.name}: cannot be read: {told}")


def members_of(path: str) -> tuple[str, ...]:
    """The names of the files in an archive. Raises InputError for one that is not read."""
    return tuple(_archive(path))


def _pages(
    source: Source, limits: Documents, encoding: str | None, refused: Callable[[str], None]
) -> Iterator[ContextDocument | None]:
    from truthscore.retrieve import front_matter, html_page, zendesk
    from truthscore.retrieve.convert import page_of

    if source.rows:
        yield from _rows(source.path, encoding, refused)
        return
    data = _contents(source, limits)
    if source.ending in TEXT_ENDINGS:
        text = html_page.text_of(data, encoding, _noted(source, refused))
        yield front_matter.page_of(source.name, text.replace("\r\n", "\n").replace("\r", "\n"))
    elif source.ending == EXPORT:
        articles = zendesk.exported(data)
        if articles is not None:
            yield from zendesk.pages(articles, source.name, refused)
        elif source.follow:
            yield from _rows(source.path, encoding, refused)
        else:
            refused(f"{source.name}: {NO_EXPORT}")
    else:
        yield page_of(Path(source.name), data, encoding, _noted(source, refused))


def _noted(source: Source, refused: Callable[[str], None]) -> Callable[[str], None]:
    return lambda told: refused(f"{NOTE}{source.name}: {told}")


#: What a line begins with that tells of a page which is read all the same.
NOTE = "note: "


def _contents(source: Source, limits: Documents) -> bytes:
    try:
        if source.member is not None:
            data = _archive(source.path).read(source.member)
            if len(data) > limits.max_file_bytes:
                raise ValueError(f"is longer than {limits.max_file_bytes:,} bytes")
            return data
        return contents(source.path, limits.max_file_bytes, follow=source.follow)
    except OSError as error:
        raise InputError(f"{source.name}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise InputError(f"{source.name}: {error}: the file is left out") from error


@functools.lru_cache(maxsize=1)
def _archive(path: str) -> Archive:
    """The archive whose files are read one after the other."""
    from truthscore.retrieve.archive import Archive

    return Archive(Path(path))


def _rows(
    place: str, encoding: str | None, refused: Callable[[str], None]
) -> Iterator[ContextDocument]:
    """A page for each row of a table; a row that cannot be read costs itself."""
    for row in read_rows(place, encoding=encoding or UTF8):
        try:
            page = _of_row(row)
        except InputError as error:
            refused(str(error))
        else:
            if page is not None:
                yield page


def _of_row(row: Row) -> ContextDocument | None:
    """The page of a row; None for a draft of a help centre. Raises InputError for one without
    text, and one of which it is unknown who may see it."""
    from truthscore.retrieve import front_matter, zendesk

    if row.data is None:
        raise InputError(f"{row.where}: {row.error}")
    article = zendesk.article_of(row.data)
    if article is not None and "text" not in row.data:
        return zendesk.page(article, row.where)
    data: Mapping[str, Any] = row.data
    text, title, name = data.get("text"), data.get("title"), data.get("id")
    if not isinstance(text, str):
        raise InputError(f"{row.where}: field 'text' is missing; expected one document per row")
    if not WORD.search(text):
        raise InputError(f"{row.where}: {WORDLESS}")
    id_ = whole_characters(row.where if name is None else str(name))
    return ContextDocument(
        id=id_,
        text=text,
        title=title if isinstance(title, str) else "",
        roles=front_matter.roles_told(
            {key: value for key, value in data.items() if value is not None},
            f"{row.where}, {id_}",
        ),
        lang=language_of(data.get("lang") or data.get("language"), row.where),
    )
