"""What was tried after the words and is left out, for it found no more: two lists of pages as one,
and a second look at what was found, by a linear ranker that is learnt from questions with a right
page. `retrieval.py` has their figures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from truthscore.retrieve import Found
from truthscore.retrieve.words import in_language, rare
from truthscore.text import langid
from truthscore.text.vectors import Floats

#: Pages that each list has and the fused one keeps, and chunks that a ranker looks at.
DEPTH = 50
#: What is added to each place (Cormack et al., SIGIR 2009), so that the first do not decide alone.
ADDED = 60
#: What a linear ranker looks at: the retriever's score beside its best one, the share of the
#: question's words in the chunk and in its title and headings, the share of the title's words that
#: were asked, and the chunk's length (logarithm of its words, a tenth).
FEATURES = ("score", "chunk", "named", "title", "length")
#: How strongly weights are held near 0, and steps of Newton's method, far beyond what it takes.
HELD, STEPS = 1.0, 25
#: Places that weights and scores are rounded to.
DECIMALS = 6


def fused(*lists: Sequence[str]) -> dict[str, float]:
    """The `DEPTH` best pages by 1 / (60 + place), added over lists of pages, the best first."""
    scores: defaultdict[str, float] = defaultdict(float)
    for pages in lists:
        for place, page in enumerate(pages, 1):
            scores[page] += 1 / (ADDED + place)
    return dict(sorted(scores.items(), key=lambda each: (-each[1], each[0]))[:DEPTH])


def reranked(
    weights: Floats, question: str, found: Sequence[Found], lang: str
) -> Mapping[str, float]:
    """The pages of what was found with a linear ranker's scores."""
    rows = features(question, found, lang)
    return {
        each.chunk.origin: round(float(row @ weights), DECIMALS)
        for each, row in zip(found, rows, strict=True)
    }


def features(question: str, found: Sequence[Found], lang: str) -> Floats:
    """(len(found), 5): what is told of each chunk, in the order of `FEATURES`, each from 0."""
    asked = langid.code(lang)
    best = max((each.score for each in found), default=0.0) or 1.0
    rows: list[tuple[float, ...]] = []
    for each in found:
        code = each.chunk.lang
        mine = frozenset(rare(in_language(question, asked, code), code))
        words = rare(each.chunk.text, code)
        title = frozenset(rare(each.chunk.title, code))
        named = title | frozenset(rare(" ".join(each.chunk.headings), code))
        rows.append((
            each.score / best,
            _share(mine, frozenset(words)),
            _share(mine, named),
            _share(title, mine),
            math.log1p(len(words)) / 10.0,
        ))  # fmt: skip
    return np.array(rows, np.float64).reshape(-1, len(FEATURES))


def _share(words: frozenset[str], among: frozenset[str]) -> float:
    """Share of some words that are among others; 0 of none."""
    return len(words & among) / len(words) if words else 0.0


def learn(judged: Iterable[tuple[str, Sequence[Found], str, str]]) -> Floats:
    """The weights of `FEATURES` that put the right page before the others most often.

    `judged`: a question, what was found for it, the id of the right page, and the question's
    language. A question whose page was not found teaches nothing. Logistic regression over pairs of
    right and other page (as in RankNet, Burges et al. 2005), by Newton's method from 0.
    """
    pairs: list[NDArray[np.float64]] = []
    for question, found, page, lang in judged:
        right = [each.chunk.origin == page for each in found]
        if any(right):
            rows = features(question, found, lang)
            pairs += [rows[right.index(True)] - row for row, is_ in zip(rows, right, strict=True)
                      if not is_]  # fmt: skip
    given = np.array(pairs).reshape(-1, len(FEATURES))
    weights = np.zeros(len(FEATURES))
    for _ in range(STEPS):
        missed = 1.0 / (1.0 + np.exp(np.clip(given @ weights, -30.0, 30.0)))
        slope = given.T @ missed - HELD * weights
        curve = (given.T * (missed * (1.0 - missed))) @ given + HELD * np.eye(len(FEATURES))
        weights = weights + np.linalg.solve(curve, slope)
    return weights.round(DECIMALS)
