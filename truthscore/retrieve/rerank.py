"""A second look at what was found: a ranker that was learnt from questions with a right page.

A retriever that ranks all pages looks at words alone; a ranker looks at the few it found more
closely, and may be anything that gives each a number. The one that ships is linear and is learnt
offline (`learn`) from questions of which the right page is known, by people or by clicks. On our
own questions it found no more than the retriever alone, so nothing that ships has one
(`replication/ama/retrieval.py`): measure it on yours. Roles are the retriever's: a ranker sees only
what the asker may.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from truthscore.errors import InputError
from truthscore.retrieve.finder import in_language
from truthscore.retrieve.retriever import TOP, Found, Retriever, ranked
from truthscore.retrieve.words import told
from truthscore.text import langid

#: What a linear ranker looks at: the retriever's score beside its best one, the share of the
#: question's words in the chunk and in its title and headings, the share of the title's words that
#: were asked, and the chunk's length (logarithm of its words, a tenth).
FEATURES = ("score", "chunk", "named", "title", "length")
#: Chunks that are looked at.
CANDIDATES = 50
#: How strongly weights are held near 0, and steps of Newton's method, far beyond what it takes.
HELD, STEPS = 1.0, 25
#: Places that scores are rounded to before they are compared.
DECIMALS = 6


class Ranker(Protocol):
    """Gives each chunk that was found a number, the higher the better."""

    def __call__(
        self, question: str, found: Sequence[Found], lang: str | None = None, /
    ) -> Sequence[float]:
        """One number for each of `found`. `lang`: the question's language; None: recognised."""
        ...


@dataclass(frozen=True, slots=True)
class Reranked:
    """A `Retriever` whose first `candidates` chunks are put in the order of a ranker."""

    retriever: Retriever
    ranker: Ranker
    candidates: int = CANDIDATES

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`; the scores are the ranker's."""
        most = max(top, self.candidates)
        found = self.retriever.search(question, roles=roles, top=most, lang=lang)
        scores = self.ranker(question, found, lang)
        made = (
            Found(chunk=each.chunk, score=round(float(score), DECIMALS))
            for each, score in zip(found, scores, strict=True)
        )
        return ranked(made, top)


@dataclass(frozen=True, slots=True)
class LinearRanker:
    """A weight for each of `FEATURES`. A `Ranker`; deterministic."""

    weights: tuple[float, ...]

    def __call__(
        self, question: str, found: Sequence[Found], lang: str | None = None
    ) -> Sequence[float]:
        """As `Ranker`."""
        return [
            math.fsum(weight * value for weight, value in zip(self.weights, row, strict=True))
            for row in features(question, found, lang)
        ]


def features(
    question: str, found: Sequence[Found], lang: str | None = None
) -> list[tuple[float, ...]]:
    """What is told of each chunk, in the order of `FEATURES`."""
    asked = langid.code(lang) or langid.identify(question)
    best = max((each.score for each in found), default=0.0) or 1.0
    wanted: dict[str | None, frozenset[str]] = {}
    rows: list[tuple[float, ...]] = []
    for each in found:
        code = each.chunk.lang
        if code not in wanted:
            wanted[code] = frozenset(told(in_language(question, asked, code), code))
        mine = wanted[code]
        words = told(each.chunk.text, code)
        title = frozenset(told(each.chunk.title, code))
        named = title | frozenset(told(" ".join(each.chunk.headings), code))
        rows.append((
            each.score / best,
            _share(mine, frozenset(words)),
            _share(mine, named),
            _share(title, mine),
            math.log1p(len(words)) / 10.0,
        ))  # fmt: skip
    return rows


def _share(words: frozenset[str], among: frozenset[str]) -> float:
    """Share of some words that are among others; 0 of none."""
    return len(words & among) / len(words) if words else 0.0


def learn(judged: Iterable[tuple[str, Sequence[Found], str, str | None]]) -> LinearRanker:
    """The linear ranker that puts the right page before the others most often.

    `judged`: a question, what a retriever found for it, the id of the right page, and the
    question's language. A question whose page was not found teaches nothing. Logistic regression
    over pairs of right and other page (as in RankNet, Burges et al. 2005), by Newton's method from
    0: the same judgements give the same weights. Raises InputError where no page was found.
    """
    pairs: list[NDArray[np.float64]] = []
    for question, found, page, lang in judged:
        rows = np.array(features(question, found, lang))
        right = [each.chunk.origin == page for each in found]
        if any(right) and not all(right):
            pairs += [rows[right.index(True)] - row for row, is_ in zip(rows, right, strict=True)
                      if not is_]  # fmt: skip
    if not pairs:
        raise InputError("no question has its page among what was found; expected one or more")
    given = np.array(pairs)
    weights = np.zeros(len(FEATURES))
    for _ in range(STEPS):
        missed = 1.0 / (1.0 + np.exp(np.clip(given @ weights, -30.0, 30.0)))
        slope = given.T @ missed - HELD * weights
        curve = (given.T * (missed * (1.0 - missed))) @ given + HELD * np.eye(len(FEATURES))
        weights = weights + np.linalg.solve(curve, slope)
    return LinearRanker(tuple(round(float(each), DECIMALS) for each in weights))
