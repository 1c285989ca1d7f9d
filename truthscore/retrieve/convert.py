"""HTML, DOCX and PDF as Markdown, by mammoth, markdownify and pypdf (the extra `documents`)."""

from __future__ import annotations

import io
import logging
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from truthscore.errors import InputError, install_hint
from truthscore.text.pieces import WORD

#: Parts of an HTML page that its reader does not see, or that lead to other pages.
UNSEEN = ("script", "style", "template", "noscript", "nav")
#: What every page of a site has at its top and bottom, where it is no part of its text.
SURROUNDING, TEXT = ("header", "footer"), ("main", "article")
#: Attributes and styles that hide one.
_HIDDEN = ("display:none", "visibility:hidden")
#: The address of a picture that stands in the page itself, as those of DOCX do.
_INSIDE = "data:"
Made = TypeVar("Made")


def converted(path: Path, data: bytes | None = None) -> tuple[str, str]:
    """The title and the Markdown of a file, which must end as one of `CONVERTED` does. `data`: what
    it holds, where `path` is only its name.

    Raises InputError for a file that cannot be read, is not what its name says, or has no text.
    """
    kind = path.suffix.lower()

    def read() -> tuple[str, str]:
        return CONVERTED[kind](path.read_bytes() if data is None else data, path)

    title, text = _told(path, kind.removeprefix(".").upper(), read)
    if not WORD.search(text):
        raise InputError(
            f"{path}: found no text; expected some: a scan needs text recognition (OCR) first"
        )
    return title, text


def markdown_of_page(html: str, where: str) -> str:
    """The Markdown of HTML that stands in a field of a file. Raises InputError as `converted`."""
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


def text_of(data: bytes) -> str:
    """A file in UTF-8 as NFC text. Raises ValueError for another."""
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 (byte {error.start}); save it as UTF-8") from error


def markdown_of_html(html: str) -> tuple[str, str]:
    """The title and the Markdown of an HTML page, without what its reader does not see."""
    from bs4 import BeautifulSoup, Comment
    from markdownify import MarkdownConverter

    soup = BeautifulSoup(html, "html.parser")
    for each in soup.find_all(UNSEEN):
        each.decompose()
    for each in soup.find_all(_is_hidden):
        if not each.decomposed:
            each.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    named = soup.title.get_text(" ", strip=True) if soup.title else ""
    if soup.head:
        soup.head.decompose()
    for each in soup.find_all(SURROUNDING):
        if not each.decomposed and not each.find_parent(TEXT):
            each.decompose()
    for picture in soup.find_all("img"):
        if str(picture.get("src", "")).lstrip().startswith(_INSIDE):
            picture.replace_with(str(picture.get("alt", "")))
    first = soup.find("h1")
    title = first.get_text(" ", strip=True) if first else named
    # A page is read as it stands, not shown: "user\\_id" is no name of a field.
    converter = MarkdownConverter(
        heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False
    )
    return title, converter.convert_soup(soup.main or soup.body or soup).strip() + "\n"


def _is_hidden(tag: object) -> bool:
    attributes: Mapping[str, object] = getattr(tag, "attrs", None) or {}
    style = str(attributes.get("style", "")).replace(" ", "").lower()
    return "hidden" in attributes or any(each in style for each in _HIDDEN)


def _html(data: bytes, path: Path) -> tuple[str, str]:
    del path
    return markdown_of_html(text_of(data))


def _docx(data: bytes, path: Path) -> tuple[str, str]:
    import mammoth

    html = mammoth.convert_to_html(io.BytesIO(data)).value
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
        title = str((reader.metadata and reader.metadata.title) or path.stem)
        pages = [page.extract_text() or "" for page in reader.pages]
    return title, "\n\n".join(pages).strip() + "\n"


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


#: How a file is read, by its ending.
CONVERTED: Mapping[str, Callable[[bytes, Path], tuple[str, str]]] = MappingProxyType({
    ".docx": _docx, ".htm": _html, ".html": _html, ".pdf": _pdf,
})  # fmt: skip
