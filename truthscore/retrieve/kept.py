"""Pages and their chunks in two JSONL files, as `truthscore index` keeps them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec
import regex

from truthscore.errors import InputError
from truthscore.retrieve.chunking import DEFAULT, PRESETS, Cutting, chunks
from truthscore.retrieve.retriever import Chunk
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
        _write(Path(folder), {PAGES: map(_of_page, found), CHUNKS: map(_of_chunk, cut)})
    except OSError as error:
        raise InputError(f"{folder}: chunks cannot be kept there: {error.strerror}") from error
    return len(found), len(cut)


def _write(folder: Path, files: Mapping[str, Iterable[msgspec.Struct]]) -> None:
    """Write all files of a folder beside those that are there, then put them in their place."""
    for name, rows in files.items():
        with Path(folder, f"{name}.new").open("w", encoding="utf-8", newline="\n") as stream:
            for row in rows:
                stream.write(json.dumps(msgspec.structs.asdict(row), ensure_ascii=False) + "\n")
    for name in files:
        os.replace(Path(folder, f"{name}.new"), Path(folder, name))


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
    pages = {
        row.id: ContextDocument(**msgspec.structs.asdict(row))
        for _, row in _rows(Path(folder, PAGES), _Page)
    }
    found = []
    for where, row in _rows(Path(folder, CHUNKS), _Cut):
        page, (start, end) = pages.get(row.origin), row.span
        if page is None:
            raise InputError(f"{where}: no chunk of a page that is there; index again")
        if page.text[start:end] != row.text:
            raise InputError(f"{where}: its text is not that of its page; index again")
        found.append(
            Chunk(
                origin=page.id, local=row.local, title=page.title, headings=row.headings,
                text=row.text, span=Span(source=page.id, start=start, end=end),
                roles=page.roles, lang=page.lang,
            )
        )  # fmt: skip
    return pages, tuple(found)


class _Page(msgspec.Struct):
    """A line of `PAGES`. What it lacks is not guessed at, least of all who may see the page."""

    id: str
    title: str
    text: str
    roles: tuple[str, ...] | None
    lang: str | None


class _Cut(msgspec.Struct):
    """A line of `CHUNKS`; title, roles and language are read of its page."""

    id: str
    origin: str
    local: int
    title: str
    headings: tuple[str, ...]
    text: str
    span: tuple[int, int]
    roles: tuple[str, ...] | None
    lang: str | None


def _of_page(page: ContextDocument) -> _Page:
    return _Page(page.id, page.title, page.text, page.roles, page.lang)


def _of_chunk(each: Chunk) -> _Cut:
    return _Cut(
        each.id, each.origin, each.local, each.title, each.headings, each.text,
        (each.span.start, each.span.end), each.roles, each.lang,
    )  # fmt: skip


_Row = TypeVar("_Row", _Page, _Cut)


def _rows(path: Path, kind: type[_Row]) -> Iterator[tuple[str, _Row]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: cannot be read; expected what `truthscore index DOCS -o {path.parent}` writes"
        ) from error
    *lines, rest = text.split("\n")
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number}"
        try:
            yield where, msgspec.json.decode(line, type=kind)
        except msgspec.ValidationError as error:
            raise InputError(
                f"{where}: is no line as `index` writes one ({error}); index again"
            ) from error
        except msgspec.DecodeError as error:
            raise InputError(f"{where}: the line is torn ({error}); index again") from error
    if rest:
        number = len(lines) + 1
        raise InputError(f"{path}, line {number}: the line is torn (it has no end); index again")
