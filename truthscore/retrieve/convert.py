"""HTML, DOCX and PDF as Markdown, by mammoth, markdownify and pypdf (the extra `documents`)."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import regex

from truthscore.errors import InputError, install_hint
from truthscore.retrieve import docx_page, front_matter, html_page, pdf_text
from truthscore.retrieve.archive import Archive
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument

#: The address of a picture that stands in the page itself, as those of DOCX do.
_INSIDE = "data:"
#: What programs put before the title of a PDF that they print, and leave behind it.
_PRINTED = regex.compile(r"Microsoft (?:Word|PowerPoint) - (.*?)(?:\.(?:docx?|pptx?))?")
#: The name of a document, which Word has a style for, is its first heading.
_STYLES = "p[style-name='Title'] => h1:fresh"
PDF = ".pdf"
Made = TypeVar("Made")


def page_of(
    path: Path, data: bytes, encoding: str | None, noted: Callable[[str], None]
) -> ContextDocument | None:
    """The page of what a file holds, by the ending of its name; None for a draft. `encoding` and
    `noted` as `html_page.text_of` has them.

    Raises InputError for a file that is not what its name says, for a DOCX or PDF without text,
    and where it is unknown who may see the page.
    """
    kind = path.suffix.lower()
    if kind not in _BINARY:
        return _html(path, data, encoding, noted)
    title, text = _told(path, kind.removeprefix(".").upper(), lambda: _BINARY[kind](data, path))
    if not WORD.search(text):
        hint = (
            "a scan needs text recognition (OCR) first" if kind == PDF else "the page is left out"
        )
        raise InputError(f"{path}: found no text; expected some: {hint}")
    return ContextDocument(id=str(path), title=title, text=text)


def _html(
    path: Path, data: bytes, encoding: str | None, noted: Callable[[str], None]
) -> ContextDocument | None:
    try:
        html = html_page.html_of(data, encoding, noted)
    except ValueError as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    if html_page.NAMES_ROLES.search(html):
        raise InputError(
            f"{path}: found <meta name=roles>; expected `roles` between two lines `---` on top of "
            "the file: the page is left out"
        )
    told: Mapping[str, Any] = {}
    if front_matter.begins(html):
        told, html = front_matter.split(str(path), html)
    title, text = _told(path, "HTML", lambda: markdown_of_html(html))
    return front_matter.made(str(path), told, title, text)


def markdown_of_page(html: str, where: str) -> str:
    """The Markdown of HTML that stands in a field of a file. Raises InputError where it is none."""
    return _told(where, "HTML", lambda: markdown_of_html(html)[1])


def _told(where: Path | str, kind: str, read: Callable[[], Made]) -> Made:
    """What `read` makes; what goes wrong in it is told with its place."""
    try:
        return read()
    except InputError:
        raise
    except ImportError as error:
        raise InputError(
            f"{where}: HTML, DOCX and PDF are read with {error.name}: {install_hint('documents')}"
        ) from error
    except Exception as error:  # each library has its own errors, some have none of their own
        raise InputError(
            f"{where}: found a file that cannot be read as {kind} ({_first_line(error)}); expected "
            "a whole one: save it again, or leave it out"
        ) from error


def markdown_of_html(html: str) -> tuple[str, str]:
    """The title and the Markdown of an HTML page, without what its reader does not see."""
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    soup = BeautifulSoup(html, "html.parser")
    html_page.from_confluence(soup)
    html_page.leave_seen(soup)
    named = soup.title.get_text(" ", strip=True) if soup.title else ""
    if soup.head:
        soup.head.decompose()
    html_page.leave_text(soup)
    html_page.escape_bars(soup)
    html_page.repeat_cells(soup)
    for picture in soup.find_all("img"):
        if str(picture.get("src", "")).lstrip().startswith(_INSIDE):
            picture.replace_with(str(picture.get("alt", "")))
    first = soup.find("h1")
    title = first.get_text(" ", strip=True) if first else named
    # A page is read as it stands, not shown: "user\\_id" is no name of a field.
    converter = MarkdownConverter(
        heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False
    )
    return title, converter.convert_soup(html_page.text_part(soup)).strip() + "\n"


def _docx(data: bytes, path: Path) -> tuple[str, str]:
    import mammoth

    if zipfile.is_zipfile(io.BytesIO(data)):  # as any other it may be a bomb
        Archive(path, io.BytesIO(data)).close()
    shown = docx_page.seen(data)
    html = mammoth.convert_to_html(io.BytesIO(shown), style_map=_STYLES).value
    title, text = markdown_of_html(html)
    return title or path.stem, text


def _pdf(data: bytes, path: Path) -> tuple[str, str]:
    import pypdf

    with _silent("pypdf"):
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError(
                f"{path}: found a PDF with a password; expected one without: remove it"
            )
        named = str((reader.metadata and reader.metadata.title) or "").strip()
        printed = _PRINTED.fullmatch(named)
        title = (printed[1] if printed else named) or path.stem
        pages = [page.extract_text() or "" for page in reader.pages]
    return title, pdf_text.joined(pages).strip() + "\n"


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """What is wrong with a file is told by our own error, with its name, not by a library's log."""
    log = logging.getLogger(name)
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


#: How a file that is no text is read, by its ending.
_BINARY: Mapping[str, Callable[[bytes, Path], tuple[str, str]]] = MappingProxyType(
    {".docx": _docx, PDF: _pdf}
)
