"""Which pages a question is about, in its own language or another: by vectors, without a network.

`truthscore index` keeps the vectors of every page beside its parse; here they are made, kept, read
and searched. A page is as near to a question as its title and what it begins with are together.
Nothing here scores an answer, and scoring reads none of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np
from numpy.typing import NDArray

from truthscore import resources
from truthscore.errors import InputError
from truthscore.roles import named, permitted
from truthscore.store import DocumentStore, read, write
from truthscore.text import langid, vectors
from truthscore.text.markup import normalise, whole_characters
from truthscore.text.pieces import WORD
from truthscore.text.sentences import sentences
from truthscore.text.vectors import Floats, Vectors, unit
from truthscore.types import ContextDocument, Span

#: First bytes of a file: its format; another format is a page that is not there.
MAGIC = b"truthscore-vectors-2\n"
ENDING = ".vectors"
#: Pages that are found when nobody says how many.
TOP = 5
#: Lines of a page that say what it is about.
FIRST = 40
#: Places that scores are rounded to before they are compared.
DECIMALS = 6
#: The largest number of a sentence's vector: one byte with a sign.
LARGEST = 127


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A page that was found. `score`: how near it lies to the question, -1 to 1; `span`: the
    sentence of it that lies nearest, in the characters of its text."""

    document_id: str
    score: float
    span: Span


class _Entry(msgspec.Struct, array_like=True, frozen=True):
    """A page as it is kept. `fingerprint`: of the weights that its vectors were made with.

    `about`: the vectors of its title and of what it begins with, of two bytes a number. `spans`:
    start and end of each sentence. `levels`: of each sentence its vector, of one byte a number.
    """

    id: str
    title: str
    text: str
    lang: str | None
    fingerprint: str
    about: bytes
    spans: bytes
    levels: bytes
    roles: tuple[str, ...] | None

    def is_of(self, page: ContextDocument, joint: Vectors) -> bool:
        """Whether this is `page`, and need not be made again."""
        mine = (self.title, self.text, self.lang, self.roles, self.fingerprint)
        return mine == (page.title, page.text, page.lang, page.roles, joint.fingerprint)


class Shelf:
    """Pages in memory, to be searched. Immutable; threads may share it.

    `documents`: the pages by id.
    """

    def __init__(self, entries: Iterable[_Entry]) -> None:
        """Use `of` or `read`."""
        self._entries = tuple(sorted(entries, key=lambda each: each.id))
        self.documents: Mapping[str, ContextDocument] = MappingProxyType({
            each.id: ContextDocument(
                id=each.id, title=each.title, text=each.text, lang=each.lang, roles=each.roles
            )
            for each in self._entries
        })  # fmt: skip
        self._roles = named(self._entries)
        told = [np.frombuffer(each.about, "<f2").astype(np.float64) for each in self._entries]
        halves = [each.reshape(2, -1) for each in told]
        self._about = np.array([(title + text) / 2.0 for title, text in halves])

    @classmethod
    def of(cls, pages: Iterable[ContextDocument]) -> Shelf:
        """Pages as they are given; one in a language that no vectors read is left out."""
        return cls(_entry(page, joint) for page, joint in _readable(_named(pages, {})))

    @classmethod
    def read(cls, folder: str | Path) -> Shelf:
        """The pages that `truthscore index` kept in a folder.

        Raises InputError where there are none, and where other weights than these made them.
        """
        found = []
        for path in sorted(Path(folder).glob(f"*/*{ENDING}")):
            with suppress(OSError, ValueError):  # a torn file is a page that is not there
                found.append(_decoded(read(path, MAGIC)))
        if not found:
            raise InputError(
                f"{folder}: no pages to search in; make them with `truthscore index DOCS -o "
                f"{folder}`"
            )
        known = _asked(None, None)
        for each in found:
            if each.fingerprint != known.fingerprint or len(each.about) != 4 * known.size:
                raise InputError(
                    f"{folder}: page {each.id!r} was indexed with vectors {each.fingerprint}; "
                    f"expected {known.fingerprint}, which this version has: index into a new folder"
                )
        return cls(found)

    def search(
        self, question: str, *, lang: str | None = None, top: int | None = TOP,
        roles: Collection[str] = (),
    ) -> tuple[Hit, ...]:  # fmt: skip
        """The `top` pages (None: all) that lie nearest to a question, the nearest first; of equal
        ones the first id. A question without a word finds nothing. `roles`: of who asks; found are
        the pages that everybody may see, and theirs; roles none of which a page names find nothing.

        `lang`: its language; None: one that is read. Raises InputError for one that is not.
        """
        joint = _asked(lang, top)
        text = normalise(question)
        if not self._entries or not WORD.search(text):
            return ()
        if roles and self._roles.isdisjoint(roles):
            return ()
        [asked] = unit(joint.sums([text]))
        scores = np.round(self._about @ asked, DECIMALS) + 0.0  # no -0.0
        order = np.argsort(-scores, kind="stable")  # they stand in the order of their ids
        best = [at for at in order.tolist() if permitted(self._entries[at], roles)][:top]
        return tuple(
            Hit(
                document_id=self._entries[at].id,
                score=float(scores[at]),
                span=_nearest(self._entries[at], asked),
            )
            for at in best
        )


class Keeper:
    """Keeps the vectors of pages in a folder: a file a page, named by its id.

    What is there already, of the same text, is not made again; another text under the same id takes
    its place. Two texts under one id in one run are two pages (`id` and `id#2`).
    """

    def __init__(self, folder: str | Path) -> None:
        """Raises InputError when `folder` cannot be made or written to."""
        self._folder = DocumentStore(folder).folder
        self._taken: dict[str, str] = {}

    def keep(self, pages: Iterable[ContextDocument]) -> int:
        """Keep some pages; how many of them can be searched. Raises InputError when one cannot be
        written."""
        count = 0
        for page, joint in _readable(_named(pages, self._taken)):
            name = hashlib.sha256(page.id.encode()).hexdigest()
            path = self._folder / name[:2] / f"{name}{ENDING}"
            count += 1
            with suppress(OSError, ValueError):
                if _decoded(read(path, MAGIC)).is_of(page, joint):
                    continue
            made = msgspec.msgpack.encode(_entry(page, joint))
            try:
                count -= not write(path, MAGIC, made)
            except OSError as error:
                raise InputError(
                    f"{path}: the vectors of page {page.id!r} cannot be kept there: "
                    f"{error.strerror}"
                ) from error
        return count


def _named(pages: Iterable[ContextDocument], taken: dict[str, str]) -> Iterator[ContextDocument]:
    """Pages with text, normalised, each with an id of its own; the same one twice is one."""
    for page in pages:
        text, title = normalise(page.text), normalise(page.title)
        if page.kind != "page" or not text.strip():
            continue
        given = hashlib.sha256(f"{title}\0{page.roles}\0{text}".encode()).hexdigest()
        first = whole_characters(page.id)
        name, number = first, 1
        while taken.get(name, given) != given:
            number += 1
            name = f"{first}#{number}"
        if name in taken:
            continue
        taken[name] = given
        yield replace(page, id=name, title=title, text=text)


def _readable(
    pages: Iterable[ContextDocument],
) -> Iterator[tuple[ContextDocument, Vectors]]:
    """Pages with the vectors that read them; a page that is surely in another language has none."""
    for page in pages:
        said = langid.code(page.lang)
        joint = vectors.reading(said or langid.of_page(page.text, langid.SURE_OF_A_PAGE))
        if joint is not None:
            yield page, joint


def _asked(lang: str | None, top: int | None) -> Vectors:
    """The vectors that read a question. Raises InputError for what cannot be asked."""
    if top is not None and top < 1:
        raise InputError(f"top is {top}; expected a number of pages from 1, or None for all")
    joint = vectors.reading(langid.code(lang))
    if joint is None:
        read_ = [code for code in resources.languages() if vectors.reading(code) is not None]
        raise InputError(
            f"lang is {lang!r}, which no vectors read; expected one of "
            f"{', '.join(read_) or '(none are there: reinstall truthscore)'}, or leave it out"
        )
    return joint


def _entry(page: ContextDocument, joint: Vectors) -> _Entry:
    lines = [line for line in page.text.splitlines() if WORD.search(line)][:FIRST]
    title = page.title if WORD.search(page.title) else "".join(lines[:1])
    told = unit(joint.sums([title, *lines]))
    [begins] = unit(told[1:].sum(axis=0, keepdims=True))
    spans = sentences(page.text)
    made = unit(joint.sums([page.text[start:end] for start, end in spans]))
    largest = np.maximum(np.abs(made).max(axis=1, keepdims=True, initial=0.0), 1e-6)
    return _Entry(
        id=page.id, title=page.title, text=page.text, lang=page.lang,
        fingerprint=joint.fingerprint,
        about=np.stack([told[0], begins]).astype("<f2").tobytes(),
        spans=np.array(spans, "<u4").tobytes(),
        levels=np.rint(made / largest * LARGEST).astype(np.int8).tobytes(), roles=page.roles,
    )  # fmt: skip


def _nearest(entry: _Entry, asked: Floats) -> Span:
    levels = np.frombuffer(entry.levels, np.int8).astype(np.float64).reshape(-1, len(asked))
    lengths = np.sqrt(np.einsum("ij,ij->i", levels, levels))  # of whole numbers: exact
    near = np.round(levels @ asked / np.maximum(lengths, 1.0), DECIMALS)
    start, end = np.frombuffer(entry.spans, "<u4").reshape(-1, 2)[int(near.argmax())].tolist()
    return Span(source=entry.id, start=start, end=end)


def _decoded(data: bytes) -> _Entry:
    """The page that was kept. Raises ValueError for bytes of anything else."""
    try:
        entry = msgspec.msgpack.decode(data, type=_Entry)
    except msgspec.DecodeError as error:
        raise ValueError(f"no vectors of a page: {error}") from error
    spans: NDArray[np.uint32] = np.frombuffer(entry.spans, "<u4").reshape(-1, 2)
    size, sentences = len(entry.about) // 4, len(spans)
    if not sentences or 4 * size != len(entry.about) or sentences * size != len(entry.levels):
        raise ValueError("no vectors of a page: its columns differ in length")
    if (spans[:, 0] > spans[:, 1]).any() or spans.max() > len(entry.text):
        raise ValueError("no vectors of a page: a sentence outside its text")
    return entry
