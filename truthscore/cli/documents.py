"""Documents as the commands take them: files of pages, folders of them, and rows of a table."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from truthscore.cli.file_pages import ARCHIVE, NOTE, READ, Source, pages_of
from truthscore.cli.file_reader import FileReader
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.open_files import STDIN
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument

if TYPE_CHECKING:
    from truthscore.profile import Documents

#: What is told of files that have no ending, are hidden, are links, and are no files of text.
NO_ENDING, HIDDEN, LINK = "without an ending", "hidden", "links, which are not followed"
SPECIAL = "pipes, sockets and devices"
#: What is told of places without any page.
NO_PAGES = (
    "found no page with a word; expected Markdown, text, HTML, Word or PDF, a folder or zip "
    "archive of them, JSONL with `id` and `text`, or an export with `articles`"
)


class LeftOut:
    """Tells at once, on standard error, what is left out and why, and at the end how much."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, told: str) -> None:
        """Tell of one."""
        self._count += not told.startswith(NOTE)
        echo(told, err=True)

    @property
    def summary(self) -> str:
        """ "; 3 left out", or nothing."""
        return f"; {self._count} left out" if self._count else ""


def read_documents(
    places: Iterable[str],
    refused: Callable[[str], None],
    *,
    limits: Documents | None = None,
    encoding: str | None = None,
) -> Iterator[ContextDocument]:
    """The documents of files and folders, in a fixed order; "-" is JSONL on standard input.

    Read are Markdown, text, HTML, DOCX, PDF, zip archives of them, exports of a help centre, and
    tables with a field `text` that are named by themselves. `refused` is told of each file, row and
    page that cannot be read, with the reason, and of the files of a folder that are not, by kind;
    each costs itself. `limits`: what a file may cost; None: those of the shipped profile.
    `encoding` as `file_pages.pages_of` has it. Raises InputError for a place that is not there.
    """
    from truthscore import profile

    limits = limits or profile.load("paper").documents
    with FileReader(limits, encoding) as reader:
        for place in places:
            yield from _documents(place, refused, reader, limits, encoding)


def read_help_centre(
    places: Iterable[str], refused: Callable[[str], None]
) -> list[ContextDocument]:
    """All pages of a help centre: of files and folders of any kind that is read, and of folders
    that `truthscore index` made. `refused` is told of each file that cannot be read.

    Raises InputError where no page has a word, and for one id with two texts.
    """
    places = tuple(places)
    found: dict[str, ContextDocument] = {}
    for place in places:
        for page in _kept(place) or read_documents([place], refused):
            if page.id in found and found[page.id].text != page.text:
                raise InputError(
                    f"{place}: page id {page.id!r} stands twice with other texts; expected an id "
                    "for each page"
                )
            found[page.id] = page
    if not any(WORD.search(page.text) for page in found.values()):
        raise InputError(f"{', '.join(places)}: {NO_PAGES}, or a folder of `truthscore index`")
    return [*found.values()]


def _kept(place: str) -> Iterable[ContextDocument]:
    """The pages of a folder that `truthscore index` made; none of another place."""
    from truthscore.retrieve import kept

    return kept.read(place)[0].values() if Path(place, kept.PAGES).is_file() else ()


def _documents(
    place: str,
    refused: Callable[[str], None],
    reader: FileReader,
    limits: Documents,
    encoding: str | None,
) -> Iterator[ContextDocument]:
    if place == STDIN:  # no other process can read it
        yield from pages_of(Source(path=place, rows=True), limits, encoding, refused)
        return
    path = Path(place)
    if path.is_dir():
        yield from _folder(path, refused, reader)
        return
    if not path.exists():
        raise InputError(f"{place}: no such file or folder")
    if not path.is_file():
        raise InputError(
            f"{place}: is no regular file and no folder; expected one: what comes out of a pipe is "
            "read from - (standard input)"
        )
    rows = path.suffix.lower() not in READ
    yield from _file(Source(path=place, rows=rows, follow=True), refused, reader)


def _file(
    source: Source, refused: Callable[[str], None], reader: FileReader
) -> Iterator[ContextDocument]:
    """The pages of a file, and of each file of an archive."""
    if source.ending != ARCHIVE:
        yield from reader.pages(source, refused)
        return
    for name in reader.members(source, refused):
        member = Source(path=source.path, member=name)
        if member.ending == ARCHIVE:
            refused(f"{member.name}: an archive in an archive is not read; unpack it")
        elif member.ending in READ:
            yield from reader.pages(member, refused)


def _folder(
    path: Path, refused: Callable[[str], None], reader: FileReader
) -> Iterator[ContextDocument]:
    """The pages of the regular files of a folder and those in it; what is passed by is told by
    kind at the end."""
    passed: Counter[str] = Counter()
    for name in _walk(path, refused, passed):
        yield from _file(Source(path=name), refused, reader)
    if passed:
        told = ", ".join(f"{number} {kind}" for kind, number in sorted(passed.items()))
        refused(f"{path}: files of other kinds are not read from a folder: {told}")


def _walk(path: Path, refused: Callable[[str], None], passed: Counter[str]) -> Iterator[str]:
    """The files to read in a folder, in order; folders are gone through one by one, for they may
    stand deeper within each other than a function can call itself."""
    waiting = [(str(path), True)]
    while waiting:
        place, is_folder = waiting.pop()
        if not is_folder:
            yield place
            continue
        try:
            with os.scandir(place) as entries:
                found = sorted(entries, key=lambda each: each.name)
        except OSError as error:
            refused(f"{place}: cannot be read: {error.strerror}")
            continue
        inner = []
        for entry in found:
            ending = os.path.splitext(entry.name)[1].lower()
            if entry.name.startswith("."):
                passed[HIDDEN] += 1
            elif entry.is_symlink():
                passed[LINK] += 1
                if ending in READ:
                    refused(f"{entry.path}: is a link; expected a file of the folder: left out")
            elif entry.is_dir(follow_symlinks=False):
                inner.append((entry.path, True))
            elif not entry.is_file(follow_symlinks=False):
                passed[SPECIAL] += 1
            elif ending in READ:
                inner.append((entry.path, False))
            else:
                passed[ending or NO_ENDING] += 1
        waiting += reversed(inner)
