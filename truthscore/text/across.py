"""Which passage of a page in another language each sentence of the answer stands on.

Two witnesses are asked. The word table says which words of the passage stand for words of the
sentence, and names, codes and figures stand for themselves: that is exact, and knows no other
wording. The vectors say how near the two sentences lie: that knows other wordings, and nothing of
who does what. A passage is as good as both find it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.profile import Across as Settings
from truthscore.profile import Alignment as AlignmentSettings
from truthscore.text.alignment import (
    DECIMALS,
    ELSEWHERE,
    Alignment,
    Context,
    PassageIndex,
    Unit,
    is_claim,
    weight,
)
from truthscore.text.model import ParsedText, Written
from truthscore.text.vectors import Floats, Vectors, unit

#: Sentences beside one another that are read as one, at most: a sentence of an answer often tells
#: what a page tells in two.
LONGEST = 3


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the sentences of a page mean: `sums[i]` is the vector of sentence i (not of length 1);
    `lengths[n][i]` is the length of those of the n + 1 sentences from i on together."""

    sums: Floats
    lengths: tuple[Floats, ...]


def meaning_of(parsed: ParsedText, vectors: Vectors) -> Meaning:
    """The vectors of a page's sentences: once in a page's life."""
    sums = vectors.sums([said(parsed, sentence) for sentence in parsed.sentences])
    lengths = []
    together = sums
    for more in range(LONGEST):
        if more:
            together = together[:-1] + sums[more:]
        lengths.append(np.maximum(np.sqrt((together * together).sum(axis=1)), 1e-6))
        if len(together) <= 1:
            break
    return Meaning(sums, tuple(lengths))


def likeness(meaning: Meaning, asked: Floats) -> tuple[Floats, Floats]:
    """How near each sentence of a page lies to a vector of length 1, by itself and with those
    beside it (the best of up to `LONGEST` sentences that hold it); -1 to 1, rounded."""
    alone = meaning.sums @ asked
    found = alone / meaning.lengths[0]
    best = found.copy()
    together = alone
    for more, lengths in enumerate(meaning.lengths[1:], start=1):
        together = together[:-1] + alone[more:]
        windows = together / lengths
        for shift in range(more + 1):
            here = best[shift : shift + len(windows)]
            np.maximum(here, windows, out=here)
    return np.round(found, DECIMALS), np.round(best, DECIMALS)


class Translated(Context):
    """The words of a page that stand for a word of the answer: those of the word table, and the
    word itself, for a name, a code or a figure is the same in every language."""

    def __init__(
        self, documents: Sequence[PassageIndex], language: LanguagePack,
        settings: AlignmentSettings, vectors: Vectors,
    ) -> None:  # fmt: skip
        super().__init__(documents, language, settings)
        self._side = vectors.sides[language.code]

    def look_up(self, words: Iterable[Written]) -> None:
        """Find the families of `words` (see `Context.look_up`)."""
        for word in words:
            if word not in self._families:
                entries = itertools.chain(self._side.of(word[0]), self._side.of(word[1]))
                forms = dict.fromkeys((*word, *(other for other, _ in entries)))
                self._families[word] = tuple([form for form in forms if self._has(form)])

    def spread(self, values: Sequence[Floats]) -> Floats:
        """A value for each sentence of each document as one line; -1 between documents."""
        line = np.full(self.size, -1.0)
        for begin, mine in zip(self._begins, values, strict=True):
            line[begin : begin + len(mine)] = mine
        return line


def cross(
    answer: ParsedText, documents: Sequence[PassageIndex], meanings: Sequence[Meaning],
    language: LanguagePack, vectors: Vectors, alignment: AlignmentSettings, settings: Settings,
) -> Alignment:  # fmt: skip
    """The units of `answer` with the passages they stand on in pages of another language.

    Support is `settings.meant` x nearness (0 at a likeness of `far`, 1 at `near`) + the rest x the
    share of the weight that the word table finds in the passage or beside it.
    """
    context = Translated(documents, language, alignment, vectors)
    claims = [
        (sentence, content)
        for sentence in answer.sentences
        if (content := tuple(t for t in range(*sentence) if is_claim(answer, t, language)))
    ]
    asked = unit(vectors.sums([said(answer, sentence) for sentence, _ in claims]))
    units = []
    for (sentence, content), mine in zip(claims, asked, strict=True):
        deadline.check()
        likely = [likeness(meaning, mine) for meaning in meanings]
        alone, best = (context.spread([each[at] for each in likely]) for at in (0, 1))
        words = [answer.written(token) for token in content]
        weights = tuple([weight(lower, language.code) for lower, _ in words])
        context.look_up(words)
        table = context.rows(words)
        shares = np.add.reduce(table * np.array(weights)[:, None], axis=0) / math.fsum(weights)
        covered, exact = shares[: context.size], shares[context.size :]
        support = settings.meant * _nearness(best, settings) + (1.0 - settings.meant) * covered
        support = np.where(best < -0.5, -1.0, np.round(support, DECIMALS))
        own = settings.meant * _nearness(alone, settings) + (1.0 - settings.meant) * exact
        likely_places: list[int] = np.flatnonzero(support == support.max()).tolist()
        place = min(likely_places, key=lambda at: (-round(float(own[at]), DECIMALS), at))
        there = table[:, place]
        anywhere = np.logical_or.reduce(table[:, : context.size], axis=1)
        units.append(
            Unit(
                sentence, content, weights,
                tuple(1.0 if here else ELSEWHERE if else_ else 0.0
                      for here, else_ in zip(there.tolist(), anywhere.tolist(), strict=True)),
                float(support[place]), round(float(own[place]), DECIMALS), context.passage(place),
            )
        )  # fmt: skip
    return Alignment(tuple(units), tuple(documents), context)


def said(parsed: ParsedText, tokens: tuple[int, int]) -> str:
    """The characters of a range of tokens."""
    return parsed.text[parsed.starts[tokens[0]] : parsed.ends[tokens[1] - 1]]


def _nearness(likeness_: Floats, settings: Settings) -> Floats:
    return np.clip((likeness_ - settings.far) / (settings.near - settings.far), 0.0, 1.0)
