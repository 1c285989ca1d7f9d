"""What every retriever promises: only what the asker may see, the best first, ties by id."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from truthscore.retrieve.chunk import Chunk

#: Chunks that are found when nobody says how many (A §2.3: twenty are found, three are given).
TOP = 20


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
