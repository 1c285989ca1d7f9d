"""Which passage of the context each sentence of the answer stands on.

A *unit* is a sentence, list item or table cell of the answer. Its content words carry weight by
how rare they are in general language; its *passage* is the sentence of a document that, with its
neighbours, has most of that weight. Computed once per answer and shared by all features that read
it. Talk ("volgens de documentatie", "I hope this helps") carries no weight: it claims nothing.
"""

from __future__ import annotations

import functools
import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from operator import contains

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.profile import Alignment as Settings
from truthscore.text.model import ParsedText, Written, is_word
from truthscore.text.referents import referents


@dataclass(frozen=True, slots=True)
class PassageIndex:
    """The sentences of one document: `words[i]` are the lemmas and forms of sentence i.

    `postings` maps a word to the sentences that have it; `vocabulary` is every word. `ordered` are
    the words sorted, `mirrored` the words spelt backwards sorted: to find what begins or ends with
    a word without looking at all of them.
    """

    parsed: ParsedText
    words: tuple[frozenset[str], ...]
    postings: Mapping[str, tuple[int, ...]]
    ordered: tuple[str, ...]
    mirrored: tuple[str, ...]

    @property
    def vocabulary(self) -> Mapping[str, tuple[int, ...]]:
        """Every word of the document (the keys)."""
        return self.postings

    def having(self, words: Iterable[str]) -> set[int]:
        """The sentences that have one of some words."""
        return {number for word in words for number in self.postings.get(word, ())}

    def sharing(self, words: Iterable[Iterable[str]]) -> dict[int, int]:
        """How many of some words, each in its forms, a sentence has, for those that have any."""
        counts: dict[int, int] = {}
        for forms in words:
            for number in self.having(forms):
                counts[number] = counts.get(number, 0) + 1
        return counts


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentence `sentence` of document `document` (its place in the inputs)."""

    document: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the answer and what supports it.

    `tokens`: half-open range of answer tokens. `content`: the tokens that claim something, with
    `weights` (7 - zipf, at least 0.5) and `found` (1.0 in the passage or beside it, 0.5 only
    elsewhere in the context, 0.0 nowhere). `support`: share of the weight found in the passage
    and its neighbours, 0 to 1; `exact`: in the passage alone. `passage` is None when no content
    word occurs anywhere.
    """

    tokens: tuple[int, int]
    content: tuple[int, ...]
    weights: tuple[float, ...]
    found: tuple[float, ...]
    support: float
    exact: float
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class Alignment:
    """The units of an answer in text order, the documents' sentence indexes, and where words stand
    in them."""

    units: tuple[Unit, ...]
    documents: tuple[PassageIndex, ...]
    context: Context


#: Neighbouring sentences that count as the same passage: a claim and its condition often stand in
#: two sentences.
REACH = 1
_NEAR = b"\1" * (2 * REACH + 1)
#: `found` of a word that only another part of the context has: a mark between 0.0 and 1.0, which
#: nothing reckons with.
ELSEWHERE = 0.5
#: Signs that follow the number of an item.
_AFTER_NUMBER = frozenset({".", ")", ":"})
#: Values are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6

#: Letters of the shortest word before an ending that makes a noun of a verb.
SHORTEST_STEM = 3
#: What a pipeline calls signs and words that it does not know.
UNSURE = frozenset({"SYM", "X"})
#: What the most usual words weigh.
LEAST_WEIGHT = 0.5
#: Letters of the shortest part of a word with a hyphen that counts as it: "nl-bank", not "e-mail".
SHORTEST_PART = 2


def index_passages(parsed: ParsedText, language: LanguagePack) -> PassageIndex:
    """The sentence index of one document. What a pronoun stands for counts as said."""
    words = []
    for start, end in parsed.sentences:
        meant = itertools.chain(*referents(parsed, start, end, language).values())
        words.append(frozenset(parsed.words_at(range(start, end)) | parsed.words_at(meant)))
    return passage_index(parsed, tuple(words))


def passage_index(parsed: ParsedText, words: tuple[frozenset[str], ...]) -> PassageIndex:
    """The index of a document whose sentence i has `words[i]`."""
    postings: dict[str, list[int]] = {}
    for number, said in enumerate(words):
        for word in said:
            postings.setdefault(word, []).append(number)
    return PassageIndex(
        parsed=parsed,
        words=words,
        postings={word: tuple(at) for word, at in postings.items()},
        ordered=tuple(sorted(postings)),
        mirrored=tuple(sorted(word[::-1] for word in postings)),
    )


def derived(lemma: str, derivations: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What may be the noun of a verb and the verb of a noun: "uitbetaling", "uitbetalen".

    `derivations`: how verbs and the nouns made of them end (`LanguagePack.derivations`).
    """
    for verb, noun in derivations:
        for one, other in ((verb, noun), (noun, verb)):
            if lemma.endswith(one) and len(lemma) - len(one) >= SHORTEST_STEM:
                yield lemma[: len(lemma) - len(one)] + other


class Context:
    """The sentences of a row's documents in one line, and where words stand in them.

    A word is looked up once, however many sentences of the answer have it.
    """

    def __init__(
        self, documents: Sequence[PassageIndex], language: LanguagePack, settings: Settings
    ) -> None:
        self.documents = tuple(documents)
        self._postings = [document.postings for document in documents]
        self._settings = settings
        self._spelled = language.numbers_spelled
        self._derivations = language.derivations
        self._joined_verbs = language.joined_verbs
        self._synonyms = language.synonyms
        self._families: dict[Written, tuple[str, ...]] = {}
        #: Where each document begins. There is room for `REACH` between two, so that the sentences
        #: beside the first and the last of one are no sentences of another.
        self._begins: list[int] = []
        end = 0
        for document in documents:
            self._begins.append(end + REACH)
            end += REACH + len(document.words)
        self._size = end + REACH
        self._between = tuple(range(self._size - REACH, self._size)) + tuple(
            at for begin in self._begins for at in range(begin - REACH, begin)
        )

    def family(self, word: Written) -> tuple[str, ...]:
        """The words of the documents that count as this one: itself, else forms and compounds."""
        if word not in self._families:
            self.look_up([word])
        return self._families[word]

    def rows(self, words: Sequence[Written]) -> NDArray[np.uint8]:
        """Of each word, 1 for each sentence that has it or stands beside one; then for each that
        has it. The two halves of a row are `size` long."""
        width = 2 * self._size
        marks = bytearray(width * len(words))  # some bytes are set sooner than some numbers
        for begin, word in zip(range(0, len(marks), width), words, strict=True):
            for form in self.family(word):
                for first, postings in zip(self._begins, self._postings, strict=True):
                    for sentence in postings.get(form, ()):
                        at = begin + first + sentence
                        marks[at - REACH : at + REACH + 1] = _NEAR
                        marks[at + self._size] = 1
        table = np.frombuffer(marks, dtype=np.uint8).reshape(len(words), width)
        table[:, self._between] = 0
        return table

    @property
    def size(self) -> int:
        """The length of the line, with what is between documents."""
        return self._size

    def passage(self, place: int) -> Passage:
        """The sentence at a place in the line."""
        document = bisect_right(self._begins, place) - 1
        return Passage(document, place - self._begins[document])

    def _has(self, form: str) -> bool:
        """Whether a document has the form; asked of every word of an answer."""
        return any(map(contains, self._postings, itertools.repeat(form)))

    def look_up(self, words: Iterable[Written]) -> None:
        """Find the families of `words`: together, because to compare spellings singly is slow."""
        part = self._settings.part_length
        unknown: list[Written] = []
        for word in words:
            if word in self._families:
                continue
            forms = dict.fromkeys((*word, self._spelled.get(word[0], "")))
            same = tuple([form for form in forms if self._has(form)])
            if not same:  # "verhoging", "verhogen"
                same = tuple(
                    [form for form in derived(word[1], self._derivations) if self._has(form)]
                )
            if not same:
                same = tuple([form for form in self._synonyms.get(word[1], ()) if self._has(form)])
            self._families[word] = same
            if same or any(map(str.isdigit, word[0])):
                continue  # 2024 is not nearly 2023
            if max(map(len, word)) >= part:
                unknown.append(word)
            if SHORTEST_PART <= len(word[0]) < part:
                joined = {form for each in self.documents for form in hyphened(word[0], each)}
                self._families[word] = tuple(sorted(joined))
        # of "kost" the lemma is long enough to be told in a compound: "verzendkosten"
        longer = {word: word[0] if len(word[0]) >= part else word[1] for word in unknown}
        lowers = list(dict.fromkeys(longer.values()))
        found: dict[str, set[str]] = {lower: set() for lower in lowers}
        for document in self.documents if lowers else ():
            deadline.check()
            for lower in lowers:
                found[lower].update(relatives(lower, document, part))
            alike = process.cdist(
                lowers, document.ordered, scorer=fuzz.ratio,
                score_cutoff=self._settings.fuzzy_ratio,
            )  # fmt: skip
            for lower, other in zip(*np.nonzero(alike), strict=True):
                if len(document.ordered[other]) >= part:
                    found[lowers[lower]].add(document.ordered[other])
        for word in unknown:
            joined = {
                form
                for stem in self._stems(word[1])
                for document in self.documents
                for form in _beginning_with(stem, document.ordered)
            }
            joined.update(self._families[word], found[longer[word]])
            self._families[word] = tuple(sorted(joined))

    def _stems(self, lemma: str) -> list[str]:
        """What a verb is as the first part of a compound: "verzend" of "verzenden"."""
        stems = (lemma.removesuffix(ending) for ending in self._joined_verbs)
        return [each for each in stems if each != lemma and len(each) >= self._settings.part_length]


def is_claim(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a token says something checkable: a content word or number that is no talk."""
    lower = parsed.lowers[token]
    plain = parsed.pos[token] in language.content_pos or (
        parsed.pos[token] in UNSURE and lower.isalpha()  # "pdf", "paypal"
    )
    empty = (
        parsed.stops[token]
        or not plain
        or parsed.lemmas[token] in language.clause.copulas  # "hoe word het geïnd"
    )
    if empty and not any(map(str.isdigit, lower)):
        return False  # most; "f7" and "a2" are names, whatever the pipeline takes them for
    if not is_word(lower):
        return False
    if lower.isdigit():
        return not _enumerates(parsed, token, language)
    if len(lower) == 1:
        return False  # "°F", "q:", "x"
    return empty or not _is_talk(parsed, token, language)


def _is_talk(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word is one by which an answer speaks of itself: "*feel free* to ask"."""
    lower = parsed.lowers[token]
    if lower not in language.talk_words and parsed.lemmas[token] not in language.talk_words:
        return False  # most
    beside = language.claiming_alone.get(lower)
    if beside is not None:
        return not beside.isdisjoint(parsed.lowers[max(0, token - 1) : token + 2])
    return lower not in language.claiming


def _enumerates(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a number only counts off what is told: "passage 2", "stap 3", "1." before a text."""
    sentence = parsed.sentences[sentence_of(parsed, token)]
    before = parsed.lowers[token - 1] if token > sentence[0] else ""
    after = parsed.lowers[token + 1] if token + 1 < sentence[1] else ""
    return before in language.talk_words or (not before and after in _AFTER_NUMBER)


@functools.lru_cache(maxsize=100_000)
def weight(word: str, lang: str) -> float:
    """How much a word says: 7 minus its zipf frequency in general language, at least 0.5."""
    import wordfreq

    return max(LEAST_WEIGHT, round(7.0 - float(wordfreq.zipf_frequency(word, lang)), 2))


def share_of(
    parsed: ParsedText, tokens: Sequence[int], words: AbstractSet[str], lang: str
) -> float:
    """Share of the tokens' weight whose word is among `words`, 0 to 1."""
    weights = [weight(parsed.lowers[t], lang) for t in tokens]
    known = [
        value
        for t, value in zip(tokens, weights, strict=True)
        if parsed.lemmas[t] in words or parsed.lowers[t] in words
    ]
    return math.fsum(known) / math.fsum(weights) if weights else 0.0


def relatives(lower: str, document: PassageIndex, part: int) -> Iterator[str]:
    """The words of a document that begin or end with `lower`, or it with them.

    Those that are spelt nearly like it are of its family too (see `view.same_family`).
    """
    for size in range(part, len(lower)):  # what `lower` begins or ends with
        for piece in (lower[:size], lower[-size:]):
            if piece in document.postings:
                yield piece
    yield from _beginning_with(lower, document.ordered)
    yield from (word[::-1] for word in _beginning_with(lower[::-1], document.mirrored))


def hyphened(lower: str, document: PassageIndex) -> Iterator[str]:
    """The words of a document of which `lower`, however short, is the part before the first hyphen
    or behind the last one: "pdf" of "pdf-bestanden"."""
    yield from _beginning_with(f"{lower}-", document.ordered)
    yield from (word[::-1] for word in _beginning_with(f"{lower[::-1]}-", document.mirrored))


def _beginning_with(start: str, ordered: Sequence[str]) -> Iterator[str]:
    for place in range(bisect_left(ordered, start), len(ordered)):
        if not ordered[place].startswith(start):
            return
        yield ordered[place]


def sentence_span(parsed: ParsedText, sentence: int) -> tuple[int, int]:
    """The characters of sentence number `sentence`."""
    start, end = parsed.sentences[sentence]
    return parsed.starts[start], parsed.ends[end - 1]


def sentence_of(parsed: ParsedText, token: int) -> int:
    """The number of the sentence that holds `token`."""
    return bisect_left(parsed.sentences, (token + 1, 0)) - 1
