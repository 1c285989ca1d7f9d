"""What people call a page: its title, else its id, else how its text begins.

A page that comes as a bare text has an id after its place beside one answer ("doc1"). That says
nothing to a reader, and over many answers it would be one name for many pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from truthscore.types import ContextDocument

#: Characters of a text's first line that stand for it: about a title's length.
LONGEST = 60
_BY_PLACE = re.compile(r"doc\d+(?:#\d+)?")
#: What Markdown writes around a heading.
_MARKS = "#*_ \t"


def by_place(place: int) -> str:
    """The id of a document that came without one; `place` counts from 1."""
    return f"doc{place}"


def is_by_place(id_: str) -> bool:
    """Whether an id is of a place: in every row another page."""
    return _BY_PLACE.fullmatch(id_) is not None


def page_name(page: ContextDocument) -> str:
    """Its title; without one its id; of an id `by_place` the first line, cut at a word."""
    if page.title:
        return page.title
    if not is_by_place(page.id):
        return page.id
    lines = (line.strip(_MARKS) for line in page.text.splitlines())
    first = next(filter(None, lines), page.id)
    if len(first) <= LONGEST:
        return first
    return f"{first[:LONGEST].rpartition(' ')[0] or first[:LONGEST]} …"


def over_rows(id_: str, name: str) -> str:
    """What stands for a page in figures over many rows: its id, or its name where the id is
    `by_place`."""
    return name if is_by_place(id_) else id_


def named_by_place(pages: Iterable[ContextDocument]) -> dict[str, str]:
    """What the pages of one row that came without an id are called over many rows, by their id."""
    return {page.id: page_name(page) for page in pages if is_by_place(page.id)}


def told_apart(pages: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The pages of one row by names that are theirs over many rows. One that came without an id and
    has no name is left out: its id is that of another page in the next row."""
    called = (names.get(page, page) for page in pages)
    return tuple(dict.fromkeys(page for page in called if not is_by_place(page)))


#: What is told where pages are left out for that.
NO_NAMES = (
    "pages came without an id, as 'doc1', which is another page in each row, and are left out; "
    "give --answers, where their texts are, or ids to the pages of the context"
)
