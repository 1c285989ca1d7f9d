"""Feedback for the documentation team (§8.2): pages bad answers come from, and what is missing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.evaluate.rated import RatedRow

#: An answer scored below this, or rated at most 2, counts as low.
LOW_SCORE, LOW_RATING = 3.0, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """One context document: answers that used it, how many of them are low, what was invented.

    `invented`: (component, count), most frequent first: names that chatbots use near this page
    and that exist nowhere; the page may lack a step, or call it something else.
    """

    id: str
    title: str
    answers: int
    low: int
    mean_score: float | None
    mean_rating: float | None
    invented: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFeedback:
    """Documents, worst first, and the questions for which no document was found."""

    documents: tuple[DocumentRow, ...]
    without_document: tuple[tuple[str, str], ...]


def feedback(rows: Sequence[RatedRow]) -> DocumentFeedback:
    """What the documentation team works from, over rows that name their documents."""
    using: dict[str, list[RatedRow]] = defaultdict(list)
    titles: dict[str, str] = {}
    for row in rows:
        for id_, title in row.documents:
            using[id_].append(row)
            titles.setdefault(id_, title)
    found = [_document(id_, titles[id_], mine) for id_, mine in using.items()]
    found.sort(key=lambda each: (-each.low / each.answers, -each.low, each.id))
    nothing = tuple((row.id, row.question) for row in rows if row.reason == "no_context")
    return DocumentFeedback(documents=tuple(found), without_document=nothing)


def is_low(row: RatedRow) -> bool:
    """Whether an answer counts against its documents."""
    return (row.score is not None and row.score < LOW_SCORE) or (
        row.rating is not None and row.rating <= LOW_RATING
    )


def _document(id_: str, title: str, rows: Sequence[RatedRow]) -> DocumentRow:
    scores = [row.score for row in rows if row.score is not None]
    ratings = [row.rating for row in rows if row.rating is not None]
    invented = Counter(label for row in rows for label in dict.fromkeys(row.missing))
    ranked = sorted(invented.items(), key=lambda item: (-item[1], item[0]))
    return DocumentRow(
        id=id_,
        title=title,
        answers=len(rows),
        low=sum(map(is_low, rows)),
        mean_score=sum(scores) / len(scores) if scores else None,
        mean_rating=sum(ratings) / len(ratings) if ratings else None,
        invented=tuple(ranked),
    )
