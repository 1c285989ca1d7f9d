"""What every retriever finds and promises: only what the asker may see, the best first, ties by id.

Chunks are pieces of pages, small enough to be found and given to a model (A §2.1).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from truthscore.errors import InputError
from truthscore.types import Span

#: Chunks that are found when nobody says how many (A §2.3: twenty are found, three are given).
TOP = 20


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


def check_top(top: int) -> None:
    """Raises InputError for a number of chunks that nobody can be given."""
    if top < 1:
        raise InputError(f"top is {top}; expected a number of chunks from 1")
