"""What people call a page: its title, else its id, else how its text begins.

A page that comes as a bare text has an id after its place beside one answer ("doc1"). That says
nothing to a reader, and over many answers it would be one name for many pages.
"""

from __future__ import annotations

import re

from truthscore.types import ContextDocument

#: Characters of a text's first line that stand for it: about a title's length.
LONGEST = 60
_BY_PLACE = re.compile(r"doc\d+(?:#\d+)?")
#: What Markdown writes around a heading.
_MARKS = "#*_ \t"


def by_place(place: int) -> str:
    """The id of a document that came without one; `place` counts from 1."""
    return f"doc{place}"


def page_name(page: ContextDocument) -> str:
    """Its title; without one its id; of an id `by_place` the first line, cut at a word."""
    if page.title:
        return page.title
    if not _BY_PLACE.fullmatch(page.id):
        return page.id
    lines = (line.strip(_MARKS) for line in page.text.splitlines())
    first = next(filter(None, lines), page.id)
    if len(first) <= LONGEST:
        return first
    return f"{first[:LONGEST].rpartition(' ')[0] or first[:LONGEST]} …"


def over_rows(id_: str, name: str) -> str:
    """What stands for a page in figures over many rows: its id, or its name where the id is
    `by_place`."""
    return name if _BY_PLACE.fullmatch(id_) else id_
