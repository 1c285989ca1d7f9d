"""Citations of an answer: asked for, held against their pages, and led to the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truthscore import Guardrail
from truthscore.guard.citation_rail import CitationRail, RailDecision
from truthscore.guard.workers import Workers
from truthscore.retrieve import Chunk

#: The first document is [Document1], so that [Document0] names none.
FIRST = 1


@dataclass(frozen=True)
class Citation:
    """Where an answer has it from: characters `start` to `end` of a page, which are `text`.

    `number` is what the reader sees; two that lead to the same sentence have the same. `at`: the
    character of the answer that it stands behind.
    """

    number: int
    page: str
    title: str
    start: int
    end: int
    text: str
    at: int


class Citer:
    """A guardrail with the citation rail of the desk. Threads may share it."""

    def __init__(self, guardrail: Guardrail) -> None:
        self.guardrail = guardrail
        # of the questions: those of the guardrail do the checks that one of these waits for
        self.workers = Workers[Any](guardrail.policy.workers, guardrail.policy.waiting)
        rule = guardrail.policy.citations.model_copy(update={"numbered_from": FIRST})
        self.rail = CitationRail(guardrail, rule)

    def citations(self, railed: RailDecision, chunks: Sequence[Chunk]) -> tuple[Citation, ...]:
        """Those that a chunk says; `chunks` are the first documents that were checked with."""
        numbers: dict[tuple[str, int, int], int] = {}
        made = []
        for each in railed.citations:
            if each.match is None or each.place is None or each.place >= len(chunks):
                continue
            chunk = chunks[each.place]
            start = chunk.span.start + each.match.start
            end = chunk.span.start + each.match.end
            number = numbers.setdefault((chunk.origin, start, end), len(numbers) + 1)
            text = chunk.text[each.match.start : each.match.end]
            made.append(Citation(number, chunk.origin, chunk.title, start, end, text, each.at))
        return tuple(made)


def documents(chunks: Sequence[Chunk]) -> list[dict[str, Any]]:
    """Chunks as the model and the guardrail get them, the best first, named by their place."""
    return [
        {"id": f"Document{number}", "title": each.title, "text": each.text, "lang": each.lang,
         "roles": None if each.roles is None else list(each.roles)}
        for number, each in enumerate(chunks, start=FIRST)
    ]  # fmt: skip
