"""Pages as Confluence stores them: macros, tasks and links in tags of its own (`ac:`, `ri:`), and
dates in an attribute.

What a macro is set to ("language: sql") is no text of the page; code, which stands in CDATA, is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

#: Settings of a macro and the state of a task, which no reader sees as text.
_SETTINGS = ("ac:task-id", "ac:task-uuid", "ac:task-status", "ac:placeholder")
#: The one setting that stands above what is in a macro.
_SHOWN = "title"


def to_html(soup: BeautifulSoup) -> None:
    """Turns Confluence's own tags into HTML, in place; a page without any stays as it is."""
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
