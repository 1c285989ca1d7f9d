"""Which texts have the question's words, or words that stand for them: BM25 over groups of words.

A word of the question is asked as a group of words of the texts: itself, in Dutch every word of its
stem, across languages the words that a table has for it, and those whose vectors
(`text/vectors.py`) are nearest, which count less. Of a group, occurrences and texts are summed by
what each word counts (as synonyms are in Turtle and Croft's inference networks), so that a rare
synonym does not outweigh the word that was asked. What each part finds: `replication/ama`.
"""

from __future__ import annotations

import functools
import math
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import Stemmer
import wordfreq
from numpy.typing import NDArray

from truthscore import resources
from truthscore.text import vectors
from truthscore.text.markup import normalise
from truthscore.text.pieces import words
from truthscore.text.vectors import Floats, Vectors, unit

#: BM25's settings, for whole pages; A (§2.2) has 1.0 and 0.5, for chunks of like length.
K1, B = 2.0, 0.9
#: Power of the rarity of a group: rare words of long questions outweigh the others less.
RARITY = 0.7
#: Words of this Zipf frequency and more say nothing of what is asked ("how", "the").
COMMON = 6.0
#: The Snowball stemmer of each language in which stems find more.
STEMMERS: Mapping[str, str] = MappingProxyType({"nl": "dutch"})
#: Words of the other language that a word is asked in, the likeliest first.
TRANSLATED = 4
#: The nearest words by vectors that a group has, the cosine that each needs, and what it counts.
NEAREST, NEAR, NEAR_COUNTS = 20, 0.3, 0.2
#: Scores are rounded to this many places before they are compared.
DECIMALS = 5
#: Words whose frequency is kept, and groups of an index.
_KEPT = 100_000
KEPT_GROUPS = 5_000
_local = threading.local()

#: Of the words of an index, by their numbers, what each counts.
Group = Mapping[int, float]


def rare(text: str, lang: str | None) -> list[str]:
    """The words of a text in small letters, the common ones of its language left out; all of them
    where that is not known."""
    return [each for each in words(normalise(text)) if not _is_common(each, lang)]


@functools.lru_cache(maxsize=_KEPT)
def _is_common(word: str, lang: str | None) -> bool:
    return lang is not None and wordfreq.zipf_frequency(word, lang) >= COMMON


def in_language(question: str, asked: str | None, code: str | None) -> str:
    """A question in the words of another language, for a search that knows no groups; as it is
    where no table has the two."""
    if asked is None or code is None or asked == code or code not in resources.languages():
        return question
    joint = vectors.load(asked, code)
    if joint is None:
        return question
    side = joint.sides[asked]
    return " ".join(
        other
        for word in rare(question, asked)
        for other in ([each for each, _ in side.of(word)[:TRANSLATED]] or [word])
    )  # fmt: skip


class Words:
    """The words of texts of one language. Immutable; threads may share it."""

    def __init__(self, texts: Iterable[Sequence[str]], lang: str | None = None) -> None:
        """`texts`: the words that each is found by; `lang`: their language, None where that is not
        known, so that they are asked as they are."""
        self._lang = lang
        self._known: dict[str, int] = {}
        places: defaultdict[int, list[int]] = defaultdict(list)
        counts: defaultdict[int, list[int]] = defaultdict(list)
        lengths = []
        for place, text in enumerate(texts):
            lengths.append(len(text))
            for word, count in Counter(text).items():
                number = self._known.setdefault(word, len(self._known))
                places[number].append(place)
                counts[number].append(count)
        numbers = range(len(self._known))
        self._places = [np.array(places[number], np.int32) for number in numbers]
        self._counts = [np.array(counts[number], np.float64) for number in numbers]
        self._lengths = np.array(lengths, np.float64)
        self._mean = float(self._lengths.mean()) if lengths else 0.0
        self._stems: Mapping[str, list[int]] = self._by_stem()
        self._group = functools.lru_cache(maxsize=KEPT_GROUPS)(self._grouped)
        self._lock = threading.Lock()
        self._near: Floats | None = None

    def scores(self, asked: Sequence[str], lang: str | None = None) -> NDArray[np.float64]:
        """How well each text fits what is asked in a language, from 0: it has none of it."""
        found = np.zeros(len(self._lengths))
        norm = K1 * (1.0 - B + B * self._lengths / (self._mean or 1.0))
        for word in asked:
            group = self._group(word, lang)
            if group:
                times = np.zeros(len(found))
                for number, counted in group.items():
                    times[self._places[number]] += counted * self._counts[number]
                found += self._rarity(group) * times / (times + norm)
        return found.round(DECIMALS)

    def nearest(
        self, asked: Sequence[str], parts: Sequence[Sequence[str]], lang: str | None = None
    ) -> int:
        """Which of some parts of a text fits best what is asked, of equal ones the first: with the
        rarity of words in all texts, and the length of these parts."""
        mean = sum(map(len, parts)) / len(parts) or 1.0
        groups = [group for word in asked if (group := self._group(word, lang))]

        def score(part: Sequence[str]) -> float:
            counts = Counter(self._known[each] for each in part if each in self._known)
            norm = K1 * (1.0 - B + B * len(part) / mean)
            found = []
            for group in groups:
                times = math.fsum(counts[number] * counted for number, counted in group.items())
                found.append(self._rarity(group) * times / (times + norm))
            return round(math.fsum(found), DECIMALS)

        return min(range(len(parts)), key=lambda at: (-score(parts[at]), at))

    def _rarity(self, group: Group) -> float:
        texts = len(self._lengths)
        having = math.fsum(len(self._places[each]) * counted for each, counted in group.items())
        rarity: float = math.log1p((texts - min(texts, having) + 0.5) / (having + 0.5)) ** RARITY
        return rarity

    def _grouped(self, word: str, lang: str | None) -> Group:
        """The words of the texts that stand for one that is asked."""
        found: dict[int, float] = {}
        joint = vectors.reading(self._lang)
        there: tuple[tuple[str, float], ...] = ()
        abroad = lang is not None and self._lang is not None and lang != self._lang
        if lang is not None and self._lang is not None and abroad:
            joint = vectors.load(lang, self._lang)
            there = () if joint is None else joint.sides[lang].of(word)
        for other, share in there[:TRANSLATED]:
            if other in self._known:
                found[self._known[other]] = share
        if not there and word in self._known:
            found[self._known[word]] = 1.0
        if not abroad:
            for number in self._stems.get(_stem(word, self._lang), ()):
                found[number] = 1.0
        if joint is not None and self._lang is not None and self._known:
            for number, cosine in self._nearest(word, joint):
                found[number] = max(found.get(number, 0.0), round(NEAR_COUNTS * cosine, DECIMALS))
        return MappingProxyType(found)

    def _nearest(self, word: str, joint: Vectors) -> list[tuple[int, float]]:
        """The words of the texts nearest to a word, with their cosines."""
        with self._lock:  # made once, when first asked for
            if self._near is None:
                self._near = unit(joint.sums(list(self._known)))
        cosines = (self._near @ unit(joint.sums([word]))[0]).round(DECIMALS)
        best = np.argsort(-cosines, kind="stable")[:NEAREST].tolist()
        return [(number, float(cosines[number])) for number in best if cosines[number] >= NEAR]

    def _by_stem(self) -> Mapping[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        if self._lang in STEMMERS:
            for word, number in self._known.items():
                found[_stem(word, self._lang)].append(number)
        return MappingProxyType(dict(found))


def _stem(word: str, lang: str | None) -> str:
    """The stem of a word, where stems find more; else the word."""
    name = STEMMERS.get(lang or "")
    if name is None:
        return word
    known: dict[str, Any] = _local.__dict__  # one for each thread: it keeps words
    if name not in known:
        known[name] = Stemmer.Stemmer(name)
    stem: str = known[name].stemWord(word)
    return stem
