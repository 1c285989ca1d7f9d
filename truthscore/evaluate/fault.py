"""Whose fault a low answer is: the retriever's, the page's or the model's. Without labels.

Looked for is the passage of the help centre that says most of what question and answer say (BM25
with the paper's k1 and b, *Ask Me Anything* §2.2, by what a passage with all of their words had).
Does the best one hold enough, and more than the next ones do, its page answers the question: if the
chatbot was given it, the model said otherwise; if not, the retriever missed it. Else no page has
got it. A wrong answer says most of what its page says, so it finds its page too; one that was made
up from nothing does not. So a page that was given, and that the question alone points at, answers
too.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from truthscore.errors import InputError
from truthscore.text.pieces import WORD
from truthscore.text.sentences import sentences
from truthscore.types import ContextDocument, Span

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
#: A text that was given is a page of the help centre, or a part of it, where it has so many
#: stretches of three words, and this share of them, or of the page's, are in both.
STRETCH, STRETCHES, PART = 3, 12, 0.5
#: It holds what the page holds from this share on: it may be cut, or lack a heading. Less is
#: another part of the page, which the search missed.
SAME = 0.9
#: Scores that are added up in another order differ by less.
NOISE = 1e-9
#: The words of a passage with those of its title, and how many they are.
Passage = tuple[Counter[str], int]
#: Words that stand together.
Stretch = tuple[str, ...]
#: The passages that have a word, and how many times each.
Row = tuple[NDArray[np.int32], NDArray[np.float64]]


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
    #: From which strength by the question alone a page that was given answers: the lowest at which
    #: no answer of the same half is told less rightly.
    asked: float = 1.20


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
        """`pages`: all pages that the chatbot could have been given.

        Raises InputError where two of them have one id.
        """
        self._pages: dict[str, ContextDocument] = {}
        self._passages: list[Passage] = []
        self._starts: list[int] = []  # of each page with words its first passage, and one more
        self._worded: list[str] = []
        for page in pages:
            if page.id in self._pages:
                raise InputError(f"page {page.id!r} is there twice; expected an id for each page")
            self._pages[page.id] = page
            if found := _passages(page):
                self._worded.append(page.id)
                self._starts.append(len(self._passages))
                self._passages += found
        self._starts.append(len(self._passages))
        self._mean = sum(n for _, n in self._passages) / max(1, len(self._passages))
        self._norms = np.array([self._norm(n) for _, n in self._passages])
        self._rows = _rows(self._passages)

    def blame(
        self, question: str, answer: str, context: Sequence[ContextDocument],
        limits: Limits = Limits(), *, without: str | None = None,
    ) -> Fault:  # fmt: skip
        """Whose fault a low answer is. `context`: the pages that the chatbot was given; what is
        there of another kind is passed by. `without`: a page that counts as not there."""
        own = [page for page in context if page.kind == "page"]
        found = self._told(f"{question} {answer}", own, limits, without)
        if found.cause == PAGE and own:
            alone = replace(limits, given=limits.asked, missed=math.inf)
            asked = self._told(question, own, alone, without)
            return asked if asked.cause == MODEL else found
        return found

    def _told(
        self, text: str, own: Sequence[ContextDocument], limits: Limits, without: str | None
    ) -> Fault:
        """Whose fault it is by the words of a text; `own`: the pages that were given."""
        weights = self._weights(text)
        whole = math.fsum(weights.values())
        if not whole:
            return Fault(cause=PAGE, page=None, strength=0.0, given=False)
        given = {page.id: self._fit(_passages(page), weights) / whole for page in own}
        texts = {page.text for page in own}
        hidden = {name for name, page in self._pages.items() if page.text in texts}
        hidden.update(given, [] if without is None else [without])
        cut = [(page, _stretches(page.text)) for page in own]
        while True:
            missed = {page: held / whole for page, held in self._search(weights, hidden).items()}
            found = set()
            for name, held in missed.items():
                parts = self._parts(name, cut)
                text = "\n".join(page.text for page in parts)
                again = self._fit(_passages(replace(self._pages[name], text=text)), weights) / whole
                if parts and again >= SAME * held:
                    best = max(parts, key=lambda page: given[page.id])
                    given[best.id] = max(given[best.id], again)
                    found.add(name)
            if not found:
                return _decided(given, missed, limits)
            hidden |= found

    def _parts(
        self, name: str, cut: Sequence[tuple[ContextDocument, frozenset[Stretch]]]
    ) -> list[ContextDocument]:
        """Which texts that were given, with their stretches, are a page of this library or a part
        of it: chatbots are given chunks, and pages that another program converted."""
        if not any(len(stretches) >= STRETCHES for _, stretches in cut):
            return []
        whole = _stretches(self._pages[name].text)
        return [
            page for page, stretches in cut
            if min(len(stretches), len(whole)) >= STRETCHES
            and len(stretches & whole) >= PART * min(len(stretches), len(whole))
        ]  # fmt: skip

    def page(self, name: str) -> ContextDocument | None:
        """The page of that id; None where there is none."""
        return self._pages.get(name)

    def passage(self, name: str, question: str, answer: str) -> Span:
        """The sentence of a page of this library that says the largest shares of question and of
        answer, of equal ones the first. Shares, so that the longer one counts no more."""
        text = self._pages[name].text
        asked, said = self._weights(question), self._weights(answer)
        best, held = (0, len(text)), 0.0
        for start, end in sentences(text):
            words = Counter(_words(text[start:end]))
            score = math.fsum(
                self._score(words, words.total(), weights) / math.fsum(weights.values())
                for weights in (asked, said)
                if weights
            )
            if score > held:
                best, held = (start, end), score
        return Span(source=name, start=best[0], end=best[1])

    def _weights(self, text: str) -> dict[str, float]:
        return {word: self._weight(word) for word in sorted(set(_words(text)))}

    def _search(self, weights: Mapping[str, float], hidden: Container[str]) -> dict[str, float]:
        """Of the pages with one of the words that score best, and are not hidden, the score of
        their best passage: as many as a decision asks for."""
        if not self._passages:
            return {}
        about = np.zeros(len(self._passages))
        for word, weight in weights.items():
            if (row := self._rows.get(word)) is not None:
                at, times = row
                about[at] += weight * times * (K1 + 1) / (times + self._norms[at])
        pages = np.maximum.reduceat(about, self._starts[:-1])
        best: dict[str, float] = {}
        least = 0.0
        for at in np.argsort(-pages, kind="stable").tolist():
            if pages[at] <= 0.0 or (len(best) > NEXT and pages[at] < least - NOISE):
                break
            if (name := self._worded[at]) in hidden:
                continue
            # Added up exactly, so that a page and its copy under another id come out alike.
            passages = self._passages[self._starts[at] : self._starts[at + 1]]
            best[name] = self._fit(passages, weights)
            if len(best) <= NEXT + 1:
                least = float(pages[at])
        return best

    def _fit(self, passages: Sequence[Passage], weights: Mapping[str, float]) -> float:
        found = [self._score(words, length, weights) for words, length in passages]
        return max(found, default=0.0)

    def _norm(self, length: int) -> float:
        return K1 * (1 - B + B * length / self._mean) if self._mean else K1

    def _score(self, words: Counter[str], length: int, weights: Mapping[str, float]) -> float:
        norm = self._norm(length)
        return math.fsum(
            weight * words[word] * (K1 + 1) / (words[word] + norm)
            for word, weight in weights.items()
            if word in words
        )

    def _weight(self, word: str) -> float:
        row = self._rows.get(word)
        n, found = len(self._passages), 0 if row is None else len(row[0])
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


def _rows(passages: Sequence[Passage]) -> dict[str, Row]:
    """Of each word the passages that have it, and how many times."""
    found: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for at, (words, _) in enumerate(passages):
        for word, times in words.items():
            row = found[word]
            row[0].append(at)
            row[1].append(times)
    return {
        word: (np.array(at, np.int32), np.array(times, np.float64))
        for word, (at, times) in found.items()
    }


def _passages(page: ContextDocument) -> list[Passage]:
    """The words of each passage, with those of the page's title, and how many they are."""
    title, words = _words(page.title), _words(page.text)
    starts = range(0, max(1, len(words) - STEP), STEP)
    found = [[*title, *words[start : start + LENGTH]] for start in starts]
    return [(Counter(each), len(each)) for each in found if each]


def _stretches(text: str) -> frozenset[Stretch]:
    words = _words(text)
    return frozenset(zip(*(words[at:] for at in range(STRETCH)), strict=False))


def _words(text: str) -> list[str]:
    return [match.group().lower() for match in WORD.finditer(text)]
