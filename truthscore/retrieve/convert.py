"""HTML, DOCX and PDF as Markdown, by mammoth, markdownify and pypdf (the extra `documents`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from truthscore import resources
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


def converted(path: Path) -> tuple[str, str]:
    """The title and the Markdown of a file, which must end as one of `CONVERTED` does.

    Raises InputError for a file that cannot be read, is not what its name says, or has no text.
    """
    try:
        title, text = CONVERTED[path.suffix.lower()](path)
    except InputError:
        raise
    except ImportError as error:
        raise InputError(
            f"{path}: HTML, DOCX and PDF are read with {error.name}: {install_hint('documents')}"
        ) from error
    except Exception as error:  # each library has its own errors, some have none of their own
        kind = path.suffix.lower().removeprefix(".").upper()
        raise InputError(
            f"{path}: found a file that cannot be read as {kind} ({_first_line(error)}); expected "
            "a whole one: save it again, or leave it out"
        ) from error
    if not WORD.search(text):
        raise InputError(
            f"{path}: found no text; expected some: a scan needs text recognition (OCR) first"
        )
    return title, text


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


def _html(path: Path) -> tuple[str, str]:
    return markdown_of_html(resources.read_text(path))


def _docx(path: Path) -> tuple[str, str]:
    import mammoth

    with path.open("rb") as stream:
        html = mammoth.convert_to_html(stream).value
    title, text = markdown_of_html(html)
    return title or path.stem, text


def _pdf(path: Path) -> tuple[str, str]:
    import pypdf

    reader = pypdf.PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(""):
        raise InputError(f"{path}: found a PDF with a password; expected one without: remove it")
    title = str((reader.metadata and reader.metadata.title) or path.stem)
    pages = [page.extract_text() or "" for page in reader.pages]
    return title, "\n\n".join(pages).strip() + "\n"


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


#: How a file is read, by its ending.
CONVERTED: Mapping[str, Callable[[Path], tuple[str, str]]] = MappingProxyType({
    ".docx": _docx, ".htm": _html, ".html": _html, ".pdf": _pdf,
})  # fmt: skip
