"""What a reader sees of an HTML page, without what stands around its text on every page."""

from __future__ import annotations

import codecs
import copy
import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import regex

from truthscore.text.unseen import ELEMENTS, is_unseen

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

#: Parts of an HTML page that its reader does not see or sees struck out, or that lead to other
#: pages.
UNSEEN = (*sorted(ELEMENTS), "nav")
#: What every page of a site has at its top and bottom, where it is no part of its text.
SURROUNDING, TEXT = ("header", "footer"), ("main", "article")
#: The same by ARIA's names of landmarks, and what lies over a page or searches the site.
SURROUNDING_ROLES = ("banner", "contentinfo", "navigation", "search", "dialog", "alertdialog")
#: Ids and classes of notices of cookies, which have no tag of their own, and of a page's path.
_AROUND = regex.compile(
    r"cookie[-_]?\w*(?:banner|bar|box|consent|dialog|law|message|modal|notice|overlay|popup|wall)"
    r"|cookiebot|cookieyes|consent[-_]?(?:banner|bar|dialog|modal|overlay|popup)|onetrust"
    r"|usercentrics|didomi|breadcrumb",
    regex.IGNORECASE,
)
#: What holds a whole page, whatever it is called: sites note consent there too.
_WHOLE = ("html", "body", "form", *TEXT)
#: A cell over several rows stands in each of them, where it is no longer than so many characters.
LONGEST_REPEATED = 200
#: More cells than this are not written into the tables of a page: a small file may ask for
#: millions.
MOST_REPEATED = 10_000
#: Settings of a macro and the state of a task, which no reader sees as text.
_SETTINGS = ("ac:task-id", "ac:task-uuid", "ac:task-status", "ac:placeholder")
#: The one setting that stands above what is in a macro.
_SHOWN = "title"
#: Marks of a file in UTF-16.
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: What text of western Europe is in that is no UTF-8, and the largest share of its bytes that are
#: beyond ASCII: "één café" has 38 %, text in other letters more than half.
WESTERN, MOST_HIGH = "windows-1252", 0.4
#: Bytes that no text in it has.
_NO_TEXT = regex.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]")
#: A page that says by itself who may see it, in a way that is not read.
NAMES_ROLES = regex.compile(r"<meta\s[^>]{0,500}\bname\s*=\s*[\"']?\s*roles\b", regex.IGNORECASE)
#: Latin-1 of a page is read as browsers read it.
_AS_BROWSERS = {"iso8859-1": "cp1252", "ascii": "cp1252"}


def text_of(
    data: bytes, encoding: str | None = None, noted: Callable[[str], None] | None = None
) -> str:
    """A file as NFC text: in `encoding`; None: in UTF-8, UTF-16 that says so, or, where `noted` can
    be told, windows-1252 if that is likely. Raises ValueError for another."""
    if encoding is not None:
        return _decoded(data, encoding, f"it is not in {encoding}, as --encoding says")
    coding = "utf-16" if data.startswith(_UTF16) else "utf-8-sig"
    try:
        return unicodedata.normalize("NFC", data.decode(coding))
    except UnicodeDecodeError as error:
        if noted is not None and coding != "utf-16" and _is_western(data):
            noted(f"is no UTF-8 (byte {error.start}); read as {WESTERN}, --encoding says another")
            return _decoded(data, WESTERN, "it is not")
        name = coding.removesuffix("-sig").upper()
        raise ValueError(
            f"not {name} (byte {error.start}); save it as UTF-8, or say its --encoding"
        ) from error


def html_of(
    data: bytes, encoding: str | None = None, noted: Callable[[str], None] | None = None
) -> str:
    """An HTML file as NFC text, in the character set that it names where it is no UTF-8.

    `encoding` and `noted` as `text_of` has them. Raises ValueError for one that is neither.
    """
    from bs4.dammit import EncodingDetector

    if encoding is None:
        try:
            return text_of(data)
        except ValueError:
            named = EncodingDetector.find_declared_encoding(data, is_html=True)
        if named:
            return _decoded(
                data, named, f"it says that its character set is {named}, and is not in it"
            )
    return text_of(data, encoding, noted)


def _decoded(data: bytes, name: str, otherwise: str) -> str:
    """Bytes in a character set as NFC text. Raises ValueError where they are not in it."""
    try:
        coding = codecs.lookup(name).name
        text = data.decode(_AS_BROWSERS.get(coding, coding))
    except (LookupError, ValueError) as error:  # no such set, one of bytes, or not in it
        raise ValueError(f"{otherwise}; save it as UTF-8") from error
    return unicodedata.normalize("NFC", text)


def _is_western(data: bytes) -> bool:
    """Whether bytes are likely text in windows-1252: few are beyond ASCII, and none is a sign that
    no text has. Other sets of one byte write other letters there, and text that needs many of them
    is none in a language of western Europe."""
    high = sum(each > 127 for each in data)
    return high <= MOST_HIGH * len(data) and not _NO_TEXT.search(data)


def from_confluence(soup: BeautifulSoup) -> None:
    """Turns Confluence's own tags (`ac:`, `ri:`) into HTML, in place.

    What a macro is set to ("language: sql") is no text of it; code, which stands in CDATA, is.
    """
    for each in soup.find_all("ac:parameter"):
        if each.get("ac:name") == _SHOWN:
            each.name = "p"
        else:
            each.decompose()
    for each in soup.find_all(_SETTINGS):
        each.decompose()
    for each in soup.find_all("ac:plain-text-body"):
        code = soup.new_tag("pre")
        code.string = each.get_text()
        each.replace_with(code)
    for each in soup.find_all("ac:task-list"):
        each.name = "ul"
    for each in soup.find_all("ac:task"):
        each.name = "li"
    for each in soup.find_all("ac:link"):
        page = each.find("ri:page")
        if page is not None and not each.get_text(strip=True):  # it shows the name of its page
            each.replace_with(str(page.get("ri:content-title", "")))
    for each in soup.find_all("time", datetime=True):
        if not each.get_text(strip=True):  # it shows its date
            each.string = str(each["datetime"])


def leave_seen(soup: BeautifulSoup) -> None:
    """Takes out, in place, what is not the text of the page."""
    from bs4 import Comment

    for each in soup.find_all(UNSEEN):
        each.decompose()
    for each in soup.find_all(_is_hidden):
        if not each.decomposed:
            each.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()


def leave_text(soup: BeautifulSoup) -> None:
    """Takes out, in place, what stands around the text on every page of a site."""
    for each in soup.find_all(_is_around):
        if not each.decomposed and not each.find_parent(_is_text):
            each.decompose()


def text_part(soup: BeautifulSoup) -> Tag:
    """The part of a page that its text stands in."""
    return soup.main or soup.find(role="main") or soup.body or soup


def repeat_cells(soup: BeautifulSoup) -> None:
    """A cell that stands over several rows, in each of them: Markdown has no such cells, and a row
    without it would be read under the wrong headings."""
    left = MOST_REPEATED
    for table in soup.find_all("table"):
        rows = [each for each in table.find_all("tr") if each.find_parent("table") is table]
        cells = table.find_all(("td", "th"))
        asked = sum(_span(each, "rowspan", len(rows)) - 1 for each in cells)
        if asked > left:
            continue
        left -= asked
        over: dict[int, tuple[int, Tag]] = {}
        for row in rows:
            over = _filled(row, over, len(rows))


def escape_bars(soup: BeautifulSoup) -> None:
    """A bar in a cell would end it in Markdown."""
    for cell in soup.find_all(("td", "th")):
        for text in cell.find_all(string=True):
            if "|" in text and text.find_parent(("td", "th")) is cell:
                text.replace_with(text.replace("|", "\\|"))


def _filled(row: Tag, over: Mapping[int, tuple[int, Tag]], most: int) -> dict[int, tuple[int, Tag]]:
    """Puts the cells that reach into a row in their columns; those that reach into the next one."""
    below = {at: (left - 1, cell) for at, (left, cell) in over.items() if left > 1}
    column = 0
    for cell in row.find_all(("td", "th"), recursive=False):
        while column in over:
            cell.insert_before(copy.copy(over[column][1]))
            column += _span(over[column][1], "colspan", most)
        rows = _span(cell, "rowspan", most)
        if rows > 1:
            del cell["rowspan"]
            again = copy.copy(cell)
            if len(again.get_text()) > LONGEST_REPEATED:
                again.clear()
            below[column] = (rows - 1, again)
        column += _span(cell, "colspan", most)
    while column in over:
        row.append(copy.copy(over[column][1]))
        column += _span(over[column][1], "colspan", most)
    return below


def _span(cell: Tag, name: str, most: int) -> int:
    value = str(cell.get(name, "1")).strip()
    return max(1, min(int(value), most)) if value.isascii() and value.isdigit() else 1


def _is_hidden(tag: Tag) -> bool:
    return is_unseen(
        {
            name.lower(): " ".join(value) if isinstance(value, list) else str(value or "")
            for name, value in tag.attrs.items()
        }
    )


def _is_text(tag: Tag) -> bool:
    return tag.name in TEXT or tag.get("role") == "main"


def _is_around(tag: Tag) -> bool:
    if tag.name in _WHOLE:
        return False
    by_tag = tag.name in SURROUNDING or tag.get("role") in SURROUNDING_ROLES
    named = (str(tag.get("id", "")), *map(str, tag.get("class") or ()))
    return (by_tag or any(map(_AROUND.search, named))) and not tag.find(_is_text)
