"""What every retriever finds and promises: only what the asker may see, the best first, ties by id.

Chunks are pieces of pages, small enough to be found and given to a model (A §2.1).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Generic, Protocol, TypeVar

from truthscore.errors import InputError
from truthscore.roles import named, permitted
from truthscore.types import Span

#: Chunks that are found when nobody says how many (A §2.3: twenty are found, three are given).
TOP = 20
#: Sets of roles whose pages are kept ready.
READY = 32

View = TypeVar("View")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a page.

    `origin`: the id of its page; `local`: its number on the page, from 0. `headings`: the headings
    above it, the outermost first, without the title. `span`: its characters in the text of the
    page, of which `text` is the slice. `roles` and `lang` as `ContextDocument` has them: roles None
    is everybody, empty nobody.
    """

    origin: str
    local: int
    title: str
    headings: tuple[str, ...]
    text: str
    span: Span
    roles: tuple[str, ...] | None = None
    lang: str | None = None

    @property
    def id(self) -> str:
        """Its page and its number there: `page#3`."""
        return f"{self.origin}#{self.local}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A chunk that was found and how well it fits; scores of two retrievers do not compare."""

    chunk: Chunk
    score: float


class Retriever(Protocol):
    """Finds chunks for a question."""

    def search(
        self,
        question: str,
        *,
        roles: Collection[str] | None = (),
        top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:
        """At most `top` chunks, the best first; equal scores in the order of their ids.

        `roles`: those of the asker. Chunks that the asker may not see are left out before anything
        is ranked, so that they change no score either. Empty: what everybody may see; roles none
        of which the index knows: nothing. None: no filter, for tests and measures.
        `lang`: the question's language; None: it is recognised.
        """
        ...


class ByRoles(Generic[View]):
    """What is made of the chunks that roles may see, kept ready. Threads may share it."""

    def __init__(self, chunks: Sequence[Chunk], view: Callable[[list[int]], View]) -> None:
        """`chunks`: by page and place. `view` is given the places of those that may be seen.

        Raises InputError for two chunks with one id.
        """
        for one, two in itertools.pairwise(chunks):
            if one.id == two.id:
                raise InputError(f"chunk {one.id!r} is there twice; expected an id for each")
        self._known = named(chunks)
        self._lock = Lock()

        @functools.lru_cache(maxsize=READY)
        def ready(roles: frozenset[str] | None) -> View:
            return view([
                at for at, each in enumerate(chunks) if roles is None or permitted(each, roles)
            ])  # fmt: skip

        self._ready = ready

    def of(self, roles: Collection[str] | None) -> View | None:
        """The view of some roles. None where no chunk names one of them: a misspelt role is no
        guest, and does not even see what everybody may."""
        mine = None if roles is None else self._known.intersection(roles)
        if roles and not mine:
            return None
        with self._lock:  # the same view is not made twice
            return self._ready(mine)


def page_starts(chunks: Sequence[Chunk]) -> list[int]:
    """The places at which the pages of chunks begin."""
    return [
        at for at, each in enumerate(chunks) if not at or chunks[at - 1].origin != each.origin
    ]  # fmt: skip


def check_top(top: int) -> None:
    """Raises InputError for a number of chunks that nobody can be given."""
    if top < 1:
        raise InputError(f"top is {top}; expected a number of chunks from 1")


def ranked(found: Iterable[Found], top: int | None = None) -> tuple[Found, ...]:
    """The `top` best, equal scores in the order of their ids."""
    return tuple(sorted(found, key=lambda each: (-each.score, each.chunk.id))[:top])
