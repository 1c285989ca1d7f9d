"""Which passage of the context each sentence of the answer stands on.

A *unit* is a sentence, list item or table cell of the answer. Its content words carry weight by
how rare they are in general language; its *passage* is the sentence of a document that, with its
neighbours, has most of that weight. Computed once per answer and shared by all features that read
it. Talk ("volgens de documentatie", "I hope this helps") carries no weight: it claims nothing.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from truthscore.language import LanguagePack
from truthscore.profile import Alignment as Settings
from truthscore.text.model import ParsedText


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
    """The units of an answer in text order, and the documents' sentence indexes."""

    units: tuple[Unit, ...]
    documents: tuple[PassageIndex, ...]


#: Neighbouring sentences that count as the same passage: a claim and its condition often stand in
#: two sentences.
REACH = 1
#: `found` of a word that only another part of the context has.
ELSEWHERE = 0.5
#: Signs that follow the number of an item.
_AFTER_NUMBER = frozenset({".", ")", ":"})
#: Values are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6


def index_passages(parsed: ParsedText) -> PassageIndex:
    """The sentence index of one document."""
    words = []
    postings: dict[str, list[int]] = {}
    for number, (start, end) in enumerate(parsed.sentences):
        mine = frozenset(parsed.lemmas[start:end]) | frozenset(parsed.lowers[start:end])
        words.append(mine)
        for word in mine:
            postings.setdefault(word, []).append(number)
    return PassageIndex(
        parsed=parsed,
        words=tuple(words),
        postings={word: tuple(at) for word, at in postings.items()},
        ordered=tuple(sorted(postings)),
        mirrored=tuple(sorted(word[::-1] for word in postings)),
    )


def align(
    answer: ParsedText,
    documents: Sequence[PassageIndex],
    language: LanguagePack,
    settings: Settings,
) -> Alignment:
    """The units of `answer` with the passages they stand on.

    The same whatever the order of `documents` but for ties, which go to the earlier one.
    """
    units = []
    families: dict[tuple[str, str], tuple[str, ...]] = {}
    for start, end in answer.sentences:
        content = tuple(token for token in range(start, end) if is_claim(answer, token, language))
        if not content:
            continue
        weights = tuple(weight(answer.lowers[token], language.code) for token in content)
        forms = []
        for token in content:
            key = (answer.lowers[token], answer.lemmas[token])
            if key not in families:
                families[key] = family(*key, documents, settings)
            forms.append(families[key])
        units.append(_unit((start, end), content, weights, forms, documents))
    return Alignment(tuple(units), tuple(documents))


def is_claim(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a token says something checkable: a content word or number that is no talk."""
    lower = parsed.lowers[token]
    if not any(map(str.isalnum, lower)):
        return False
    if lower.isdigit():
        return not _enumerates(parsed, token, language)
    if len(lower) == 1:
        return False  # "°F", "q:", "x"
    if parsed.pos[token] not in language.content_pos or parsed.stops[token]:
        return lower[0].isdigit()
    return lower not in language.talk_words and parsed.lemmas[token] not in language.talk_words


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

    return max(0.5, round(7.0 - float(wordfreq.zipf_frequency(word, lang)), 2))


def family(
    lower: str, lemma: str, documents: Sequence[PassageIndex], settings: Settings
) -> tuple[str, ...]:
    """The words of the documents that count as this one: itself, else forms and compounds of it."""
    same = tuple(
        form
        for form in dict.fromkeys((lower, lemma))
        if any(form in document.postings for document in documents)
    )
    if same or len(lower) < settings.part_length:
        return same
    if any(map(str.isdigit, lower)):
        return ()  # 2024 is not nearly 2023
    found: set[str] = set()
    for document in documents:
        found.update(_relatives(lower, document, settings))
    return tuple(sorted(found))


def _relatives(lower: str, document: PassageIndex, settings: Settings) -> Iterator[str]:
    """The words of a document that are of one family with `lower` (see `view.same_family`)."""
    part = settings.part_length
    for size in range(part, len(lower)):  # what `lower` begins or ends with
        for piece in (lower[:size], lower[-size:]):
            if piece in document.postings:
                yield piece
    yield from _beginning_with(lower, document.ordered)
    yield from (word[::-1] for word in _beginning_with(lower[::-1], document.mirrored))
    alike = process.extract(
        lower, document.ordered, scorer=fuzz.ratio, score_cutoff=settings.fuzzy_ratio, limit=None
    )
    yield from (word for word, _, _ in alike if len(word) >= part)


def _beginning_with(start: str, ordered: Sequence[str]) -> Iterator[str]:
    for place in range(bisect_left(ordered, start), len(ordered)):
        if not ordered[place].startswith(start):
            return
        yield ordered[place]


def _unit(
    tokens: tuple[int, int],
    content: tuple[int, ...],
    weights: tuple[float, ...],
    forms: Sequence[tuple[str, ...]],
    documents: Sequence[PassageIndex],
) -> Unit:
    total = math.fsum(weights)
    scores: defaultdict[tuple[int, int], float] = defaultdict(float)
    own: defaultdict[tuple[int, int], float] = defaultdict(float)
    for value, family in zip(weights, forms, strict=True):
        near: set[tuple[int, int]] = set()
        here: set[tuple[int, int]] = set()
        for place, document in enumerate(documents):
            last = len(document.words) - 1
            for form in family:
                for sentence in document.postings.get(form, ()):
                    here.add((place, sentence))
                    near.update(
                        (place, other)
                        for other in range(
                            max(0, sentence - REACH), min(last, sentence + REACH) + 1
                        )
                    )
        for at in near:
            scores[at] += value
        for at in here:
            own[at] += value
    if not scores:
        return Unit(tokens, content, weights, tuple(0.0 for _ in content), 0.0, 0.0, None)
    # Most weight with the neighbours, then most by itself, then the earlier one.
    best = min(scores, key=lambda at: (-round(scores[at], DECIMALS), -round(own[at], DECIMALS), at))
    document = documents[best[0]]
    window = range(max(0, best[1] - REACH), min(len(document.words) - 1, best[1] + REACH) + 1)
    found = []
    for family in forms:
        if any(form in document.words[number] for form in family for number in window):
            found.append(1.0)
        else:
            found.append(ELSEWHERE if family else 0.0)
    return Unit(
        tokens,
        content,
        weights,
        tuple(found),
        round(scores[best] / total, DECIMALS),
        round(own[best] / total, DECIMALS),
        Passage(*best),
    )


def sentence_span(parsed: ParsedText, sentence: int) -> tuple[int, int]:
    """The characters of sentence number `sentence`."""
    start, end = parsed.sentences[sentence]
    return parsed.starts[start], parsed.ends[end - 1]


def sentence_of(parsed: ParsedText, token: int) -> int:
    """The number of the sentence that holds `token`."""
    return bisect_left(parsed.sentences, (token + 1, 0)) - 1
