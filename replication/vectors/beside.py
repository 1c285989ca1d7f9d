"""What stands beside our vectors: LSA on the same pairs, told the same way; recorded translations.

In LSA each pair is one document with the words of both sides: tf-idf, then the first singular
vectors (Deerwester et al. 1990; across languages Dumais et al. 1997). It is not shipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from replication.vectors.pairs import Pairs
from truthscore.text.pieces import words
from truthscore.text.vectors import Floats, unit
from truthscore.translate.protect import protect
from truthscore.translate.sentences import sentences

#: Pairs in which a word must stand to be read by LSA.
LEAST = 3
#: Lines of a page that say what it is about.
FIRST = 40
#: What the recorded provider has: sentences of the made-up company's pages.
MEMORY = Path(__file__).parents[2] / "examples" / "translation" / "nl-en.jsonl"


class Space(Protocol):
    """What gives texts of both languages vectors."""

    def sums(self, texts: Sequence[str]) -> Floats:
        """A row for each text, of no set length."""


@dataclass(frozen=True, slots=True)
class Lsa:
    """`terms`: what makes tf-idf rows of lists of words; `axes`: terms x numbers of a vector."""

    terms: Any
    axes: NDArray[np.float64]

    def sums(self, texts: Sequence[str]) -> Floats:
        """A row for each text."""
        found: Floats = self.terms.transform(map(words, texts)) @ self.axes
        return found


def lsa(pairs: Pairs, size: int, seed: int) -> Lsa:
    """LSA of some pairs; the same pairs and seed give the same one."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    terms = TfidfVectorizer(analyzer=list, min_df=LEAST, sublinear_tf=True)
    both = zip(pairs.first, pairs.second, strict=True)
    table = terms.fit_transform([*one, *other] for one, other in both)
    made = TruncatedSVD(size, random_state=seed).fit(table)
    return Lsa(terms, np.asarray(made.components_.T, np.float64))


def likeness(space: Space, answer: str, page: str) -> float | None:
    """How near the sentences of an answer lie to the nearest one of its pages, on average."""
    sides = [[each.text for each in sentences(text)] for text in (answer, page)]
    if not all(sides):
        return None
    mine, theirs = (unit(space.sums(each)) for each in sides)
    return float((mine @ theirs.T).max(axis=1).mean())


def nearness(space: Space, titles: Sequence[str], pages: Sequence[tuple[str, str]]) -> Floats:
    """How near each title lies to each page (title, text): to its title and first lines."""
    asked = unit(space.sums(titles))
    told = unit(np.array([_begins(space, text) for _, text in pages]))
    found: Floats = asked @ (unit(space.sums([title for title, _ in pages])) + told).T
    return found


def _begins(space: Space, text: str) -> Floats:
    lines = [line for line in text.splitlines() if words(line)][:FIRST]
    found: Floats = unit(space.sums(lines)).sum(axis=0)
    return found


def recorded(texts: Iterable[str]) -> tuple[int, int]:
    """Sentences of Dutch texts, and of how many the recorded provider has the translation."""
    with MEMORY.open(encoding="utf-8") as stream:
        known = {json.loads(line)["nl"] for line in stream}
    asked = [protect(each.text).text for text in texts for each in sentences(text)]
    return len(asked), sum(each in known for each in asked)
