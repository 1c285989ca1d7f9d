"""Feedback for the documentation team (§8.2): pages that bad answers rest on, and what is missing.

A page answers for an answer that rests on it or contradicts it, not for one beside which it was
only retrieved (`lines.pages_of`). How bad a page is, is its share of low answers beside that of all
others, drawn towards it where answers are few. The same page with other stars for another wording
of the question tells which wordings the chatbot does not understand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from truthscore.evaluate.lines import LOW, ScoredLine, invented, is_low, pages_of
from truthscore.evaluate.rated import RatedRow
from truthscore.page_name import over_rows

#: Answers that a page needs before its share is more than chance; with fewer it is told.
ENOUGH = 20
#: How many answers of the usual share each page is given before its own: a page with three low
#: answers of three is no worse than one with thirty of forty.
USUAL = 20
#: The lowest answers that are named for each page.
WORST = 3
#: Answers that a wording needs to be set beside the others of its page.
WORDED = 5
#: Words that stand for a wording: a pattern may match dozens.
WORDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """What is read of one answer. `pages` are ids; `wording` is the pattern that told the message
    type, `words` what it matched in the question, as "kan"; `pageless`: there was no document to
    hold it against."""

    id: str
    score: float | None
    rating: float | None = None
    pages: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()
    question: str = ""
    wording: str = ""
    words: str = ""
    pageless: bool = False

    @property
    def is_low(self) -> bool:
        """Whether the answer counts against its pages."""
        return is_low(self.score, self.rating)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Questions of one page that are worded alike: how many, and the mean stars of the answers.

    `words`: the most frequent words that the pattern matched in them, none where the questions are
    not known.
    """

    pattern: str
    words: tuple[str, ...]
    answers: int
    mean_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """One page and the answers that rest on it or contradict it.

    `low` of its `answers` are below 3 stars or rated at most 2; `usual` is the share among all
    other answers, `extra` how many more are low than with that share, `share` its own share drawn
    towards it; `enough` whether there are `ENOUGH` answers. `worst`: ids of the lowest. `invented`:
    (name, count), most frequent first: names that exist nowhere; the page may lack a step, or call
    it something else. `wordings`: the same page by the wording of the question, lowest first.
    """

    id: str
    title: str
    answers: int
    low: int
    usual: float
    extra: float
    share: float
    enough: bool
    mean_score: float | None
    mean_rating: float | None
    worst: tuple[str, ...]
    invented: tuple[tuple[str, int], ...]
    wordings: tuple[Wording, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFeedback:
    """Pages, those with most extra low answers first; and the questions without a document."""

    answers: int
    low: int
    documents: tuple[DocumentRow, ...]
    without_document: tuple[tuple[str, str], ...]


def feedback(rows: Iterable[PageAnswer], titles: Mapping[str, str]) -> DocumentFeedback:
    """What the documentation team works from. `titles`: of pages by id, where they are known."""
    every = list(rows)
    using: dict[str, list[PageAnswer]] = defaultdict(list)
    for row in every:
        for page in row.pages:
            using[page].append(row)
    held = [row for row in every if row.pages]
    low = sum(row.is_low for row in held)
    found = [
        _document(page, titles.get(page) or page, mine, len(held), low)
        for page, mine in using.items()
    ]
    found.sort(key=lambda each: (-each.extra, -each.low, each.id))
    return DocumentFeedback(
        answers=len(every),
        low=sum(row.is_low for row in every),
        documents=tuple(found),
        without_document=tuple((row.id, row.question) for row in every if row.pageless),
    )


def page_answer(line: ScoredLine, question: str = "") -> PageAnswer:
    """What is read of a scored line; `question` (NFC) is empty where it is not known."""
    rule = line.message_type_rule
    return PageAnswer(
        id=str(line.id),
        score=line.score,
        pages=pages_of(line),
        invented=invented(line),
        question=question,
        wording="" if rule is None else rule.pattern,
        words="" if rule is None else rule.words(question),
        pageless=line.reason == "no_context",
    )


def of_rated(rows: Iterable[RatedRow]) -> DocumentFeedback:
    """The feedback of rows that people rated."""
    kept = [(row, dict(row.documents)) for row in rows]
    titles = {
        over_rows(id_, name): name for _, names in kept for id_, name in names.items() if name
    }
    return feedback(
        (
            PageAnswer(
                id=row.id, score=row.score, rating=row.rating,
                pages=tuple(over_rows(page, names.get(page) or page) for page in row.pages),
                invented=row.missing, question=row.question, wording=row.wording,
                words=row.words, pageless=row.reason == "no_context",
            )
            for row, names in kept
        ),
        titles,
    )  # fmt: skip


def _document(
    id_: str, title: str, rows: Sequence[PageAnswer], answers: int, all_low: int
) -> DocumentRow:
    n, low = len(rows), sum(row.is_low for row in rows)
    others = answers - n
    usual = (all_low - low) / others if others else 0.0
    scores = [row.score for row in rows if row.score is not None]
    ratings = [row.rating for row in rows if row.rating is not None]
    names = Counter(label for row in rows for label in dict.fromkeys(row.invented))
    worst = sorted(
        (row for row in rows if row.is_low),
        key=lambda row: (LOW if row.score is None else row.score, row.id),
    )
    return DocumentRow(
        id=id_,
        title=title,
        answers=n,
        low=low,
        usual=usual,
        extra=low - n * usual,
        share=(low + USUAL * usual) / (n + USUAL),
        enough=n >= ENOUGH,
        mean_score=sum(scores) / len(scores) if scores else None,
        mean_rating=sum(ratings) / len(ratings) if ratings else None,
        worst=tuple(row.id for row in worst[:WORST]),
        invented=tuple(sorted(names.items(), key=lambda item: (-item[1], item[0]))),
        wordings=_wordings(rows),
    )


def _wordings(rows: Sequence[PageAnswer]) -> tuple[Wording, ...]:
    """The wordings that have enough answers; none where there is only one to tell."""
    scores: dict[str, list[float]] = defaultdict(list)
    words: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row.wording and row.score is not None:
            scores[row.wording].append(row.score)
            words[row.wording].update([row.words] if row.words else [])
    made = [
        Wording(
            pattern=pattern,
            words=tuple(word for word, _ in words[pattern].most_common(WORDS)),
            answers=len(found),
            mean_score=sum(found) / len(found),
        )
        for pattern, found in scores.items()
        if len(found) >= WORDED
    ]
    if len(made) < 2:
        return ()
    return tuple(sorted(made, key=lambda each: (each.mean_score, each.pattern)))
