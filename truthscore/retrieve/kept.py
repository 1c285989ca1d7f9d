"""Pages and their chunks in two JSONL files, as `truthscore index --chunks` keeps them."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import regex

from truthscore.errors import InputError
from truthscore.retrieve.chunk import Chunk
from truthscore.retrieve.chunking import DEFAULT, PRESETS, Cutting, chunks
from truthscore.text import langid
from truthscore.text.markup import normalise, whole_characters
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument, Span

PAGES, CHUNKS = "pages.jsonl", "chunks.jsonl"
#: The heading that a page begins with.
_HEAD = regex.compile(r"\s*#\s+(\S.*?)\s*#*\s*(?:\n|$)")


def keep(
    folder: str | Path, pages: Iterable[ContextDocument], cutting: Cutting = PRESETS[DEFAULT]
) -> tuple[int, int]:
    """Write pages and their chunks, by id and place; how many of each. What was there is replaced
    when all is written. A page without title or language gets those that its text shows.

    Raises InputError where one id has two texts, no page has a word, or nothing can be written.
    """
    kept: dict[str, ContextDocument] = {}
    for page in map(_whole, pages):
        known = kept.setdefault(page.id, page)
        if known != page:
            raise InputError(
                f"page {page.id!r} is there twice, and not alike; expected an id for each page"
            )
    found = [kept[name] for name in sorted(kept) if WORD.search(kept[name].text)]
    if not found:
        raise InputError(f"{folder}: found no page with a word; expected one at least")
    cut = [each for page in found for each in chunks(page, cutting)]
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, rows in ((PAGES, map(_page, found)), (CHUNKS, map(_chunk, cut))):
            beside = Path(folder, f"{name}.new")
            with beside.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        for name in (PAGES, CHUNKS):
            os.replace(Path(folder, f"{name}.new"), Path(folder, name))
    except OSError as error:
        raise InputError(f"{folder}: chunks cannot be kept there: {error.strerror}") from error
    return len(found), len(cut)


def _whole(page: ContextDocument) -> ContextDocument:
    """A page as a file can hold it, with a title and a language where it shows them."""
    text = normalise(page.text)
    title = normalise(title_of(page))
    lang = page.lang or langid.of_page(text)
    return replace(page, id=whole_characters(page.id), title=title, text=text, lang=lang)


def title_of(page: ContextDocument) -> str:
    """The title of a page, or else the heading that it begins with; empty where it has neither."""
    head = None if page.title else _HEAD.match(page.text)
    return head[1] if head else page.title


def read(folder: str | Path) -> tuple[Mapping[str, ContextDocument], tuple[Chunk, ...]]:
    """The pages by id and the chunks of a folder, with the text that the spans are of.

    Raises InputError where there are none, and for a line that is torn or does not fit its page.
    """
    pages = {}
    for where, row in _rows(Path(folder, PAGES)):
        try:
            page = ContextDocument(
                id=str(row["id"]), text=str(row["text"]), title=str(row["title"]),
                roles=None if row["roles"] is None else tuple(map(str, row["roles"])),
                lang=row["lang"],
            )  # fmt: skip
        except (KeyError, TypeError) as error:
            raise InputError(f"{where}: no page as `index --chunks` writes one: {error}") from error
        pages[page.id] = page
    found = []
    for where, row in _rows(Path(folder, CHUNKS)):
        try:
            start, end = map(operator.index, row["span"])
            page = pages[row["origin"]]
            found.append(
                Chunk(
                    origin=page.id, local=int(row["local"]), title=page.title,
                    headings=tuple(map(str, row["headings"])), text=str(row["text"]),
                    span=Span(source=page.id, start=start, end=end),
                    roles=page.roles, lang=page.lang,
                )
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{where}: no chunk of a page that is there: {error}; index again"
            ) from error
        if page.text[start:end] != found[-1].text:
            raise InputError(f"{where}: its text is not that of its page; index again")
    return pages, tuple(found)


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: cannot be read; expected what `truthscore index --chunks DOCS -o "
            f"{path.parent}` writes"
        ) from error
    *lines, rest = text.split("\n")
    for number, line in enumerate([*lines, *filter(None, [rest])], 1):
        where = f"{path}, line {number}"
        if number > len(lines):
            raise InputError(f"{where}: the line is torn (it has no end); index again")
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"{where}: the line is torn ({error}); index again") from error
        if not isinstance(row, dict):
            raise InputError(f"{where}: found {line[:40]!r}; expected an object; index again")
        yield where, row


def _page(page: ContextDocument) -> dict[str, Any]:
    return {
        "id": page.id, "title": page.title, "text": page.text, "roles": page.roles,
        "lang": page.lang,
    }  # fmt: skip


def _chunk(each: Chunk) -> dict[str, Any]:
    return {
        "id": each.id, "origin": each.origin, "local": each.local, "title": each.title,
        "headings": each.headings, "text": each.text, "span": [each.span.start, each.span.end],
        "roles": each.roles, "lang": each.lang,
    }  # fmt: skip
