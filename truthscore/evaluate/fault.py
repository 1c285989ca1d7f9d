"""Whose fault a low answer is: the retriever's, the page's or the model's. Without labels.

Looked for is the passage of the help centre that says most of what question and answer say (BM25
with the paper's k1 and b, *Ask Me Anything* §2.2, by what a passage with all of their words had).
Does the best one hold enough, and more than the next ones do, its page answers the question: if the
chatbot was given it, the model said otherwise; if not, the retriever missed it. Else no page has
got it. A wrong answer says most of what its page says, so it finds its page too; one that was made
up from nothing finds it by the question alone, and is told less surely.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument

#: The model said otherwise; the retriever missed a page; no page has got it.
Cause = Literal["model", "retriever", "page"]
MODEL: Cause = "model"
RETRIEVER: Cause = "retriever"
PAGE: Cause = "page"
CAUSES: tuple[Cause, ...] = (MODEL, RETRIEVER, PAGE)

#: BM25's settings of the paper (§2.2).
K1, B = 1.0, 0.5
#: Words of a passage, and after how many the next one begins: half of one, so that no two sentences
#: that stand together are parted in all of them.
LENGTH, STEP = 150, 75
#: Pages that the best one must stand out from.
NEXT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """From which strength a page is taken to answer: one that was given, one that was not; and how
    many times more a page that was not given must hold than those that were.

    The defaults are those with which `python -m replication.fault --fit` is right most often on the
    half of its answers that may be read.
    """

    given: float = 0.20
    missed: float = 0.60
    margin: float = 1.0
    #: Less of question and answer than this says nothing, however far it stands out: in a help
    #: centre of a few pages every page does. Set by hand, below all but few pages that answer.
    least: float = 0.20


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Whose fault it is. `page`: the id of the page that answers, or comes nearest; None without
    any. `strength`: how much of question and answer it holds (0 to 1) times how far it stands out
    from the next pages; `given`: whether the chatbot had it."""

    cause: Cause
    page: str | None
    strength: float
    given: bool


class Library:
    """The passages of a help centre, to be searched by words. Immutable once made."""

    def __init__(self, pages: Iterable[ContextDocument]) -> None:
        """`pages`: all pages that the chatbot could have been given, each with its own id."""
        self._texts: dict[str, str] = {}
        self._passages: list[tuple[str, Counter[str], int]] = []
        for page in pages:
            self._texts[page.id] = page.text
            self._passages += [(page.id, words, n) for words, n in _passages(page)]
        self._rows: dict[str, list[int]] = defaultdict(list)
        for at, (_, words, _) in enumerate(self._passages):
            for word in words:
                self._rows[word].append(at)
        self._mean = sum(n for _, _, n in self._passages) / max(1, len(self._passages))

    def blame(
        self, question: str, answer: str, context: Sequence[ContextDocument],
        limits: Limits = Limits(), *, without: str | None = None,
    ) -> Fault:  # fmt: skip
        """Whose fault a low answer is. `without`: a page that counts as not there."""
        words = sorted(set(_words(f"{question} {answer}")))
        weights = {word: self._weight(word) for word in words}
        whole = math.fsum(weights.values())
        if not whole:
            return Fault(cause=PAGE, page=None, strength=0.0, given=False)
        given = {page.id: self._fit(page, weights) / whole for page in context}
        known = {page.text for page in context}
        missed = {
            page: held / whole
            for page, held in self._search(weights).items()
            if page not in given and page != without and self._texts[page] not in known
        }
        return _decided(given, missed, limits)

    def _search(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Of each page with one of the words the score of its best passage."""
        places = sorted({at for word in weights for at in self._rows.get(word, ())})
        best: dict[str, float] = {}
        for at in places:
            page, words, length = self._passages[at]
            best[page] = max(best.get(page, 0.0), self._score(words, length, weights))
        return best

    def _fit(self, page: ContextDocument, weights: Mapping[str, float]) -> float:
        found = [self._score(words, length, weights) for words, length in _passages(page)]
        return max(found, default=0.0)

    def _score(self, words: Counter[str], length: int, weights: Mapping[str, float]) -> float:
        norm = K1 * (1 - B + B * length / self._mean) if self._mean else K1
        return math.fsum(
            weight * words[word] * (K1 + 1) / (words[word] + norm)
            for word, weight in weights.items()
            if word in words
        )

    def _weight(self, word: str) -> float:
        n, found = len(self._passages), len(self._rows.get(word, ()))
        return math.log(1 + (n - found + 0.5) / (found + 0.5))


def _decided(given: Mapping[str, float], missed: Mapping[str, float], limits: Limits) -> Fault:
    every = sorted(
        [(-held, page, True) for page, held in given.items()]
        + [(-held, page, False) for page, held in missed.items()]
    )
    if not every:
        return Fault(cause=PAGE, page=None, strength=0.0, given=False)
    in_context = max(given.values(), default=0.0)
    held, page, was_given = -every[0][0], every[0][1], every[0][2]
    if not was_given and held <= in_context * limits.margin:
        held, page = max((held, page) for page, held in given.items())
        was_given = True
    others = [-each[0] for each in every if each[1] != page][:NEXT]
    usual = math.fsum(others) / len(others) if others else 0.0
    strength = held * held / usual if usual else held
    enough = held >= limits.least and strength >= (limits.given if was_given else limits.missed)
    cause = PAGE if not enough else MODEL if was_given else RETRIEVER
    return Fault(cause=cause, page=page, strength=round(strength, 6), given=was_given)


def _passages(page: ContextDocument) -> list[tuple[Counter[str], int]]:
    """The words of each passage, with those of the page's title, and how many they are."""
    title, words = _words(page.title), _words(page.text)
    starts = range(0, max(1, len(words) - STEP), STEP)
    found = [[*title, *words[start : start + LENGTH]] for start in starts]
    return [(Counter(each), len(each)) for each in found if each]


def _words(text: str) -> list[str]:
    return [match.group().lower() for match in WORD.finditer(text)]
