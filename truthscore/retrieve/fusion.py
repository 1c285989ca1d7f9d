"""Two or more retrievers as one, by reciprocal ranks (Cormack, Clarke, Büttcher, SIGIR 2009)."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from truthscore.errors import InputError
from truthscore.retrieve.retriever import TOP, Found, Retriever, check_top, ranked

#: What is added to each place, of that paper: the first places do not decide alone.
ADDED = 60
#: Places of each retriever that count.
DEPTH = 50


@dataclass(frozen=True, slots=True)
class Fused:
    """A `Retriever` that adds 1 / (60 + place) of a page over its retrievers.

    A page counts at its best place in each; its chunk is that of the retriever which has it
    earliest, of equal ones the first. Scores of the retrievers do not count, so they need not
    compare.
    """

    retrievers: tuple[Retriever, ...]
    depth: int = DEPTH

    def __post_init__(self) -> None:
        if not self.retrievers or self.depth < 1:
            raise InputError(
                f"{len(self.retrievers)} retrievers to a depth of {self.depth}; expected 1 or more"
            )

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`, of each page one chunk; roles are those of each retriever."""
        check_top(top)
        places: dict[str, list[int]] = {}
        chosen: dict[str, tuple[int, Found]] = {}
        for retriever in self.retrievers:
            found = retriever.search(question, roles=roles, top=max(top, self.depth), lang=lang)
            met: set[str] = set()
            for place, each in enumerate(found, 1):
                page = each.chunk.origin
                if page in met:
                    continue
                met.add(page)
                places.setdefault(page, []).append(place)
                if page not in chosen or place < chosen[page][0]:
                    chosen[page] = (place, each)
        made = (
            Found(chunk=each.chunk, score=math.fsum(1 / (ADDED + at) for at in places[page]))
            for page, (_, each) in chosen.items()
        )
        return ranked(made, top)
