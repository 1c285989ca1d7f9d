"""ROUGE-L precision (Lin 2004): words of the answer that the documents have in the same order.

Words alone can be shuffled into a lie; in one order they are hard to come by without the page. The
common and the rare count alike here: how a page puts a thing is made of both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import LCSseq

from truthscore.features.base import Feature, Inputs
from truthscore.profile import RougeL
from truthscore.text.alignment import is_claim
from truthscore.text.model import ParsedText, is_word
from truthscore.types import Measurement

#: The first character that stands for a word: planes without surrogates begin here.
FIRST = 0x10000
#: Fewer words have no order.
MIN_WORDS = 2
#: Values are rounded to this many places.
DECIMALS = 6
#: A word as one character, so that a text of words is compared as a string is.
Alphabet = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages and their distinct sentences: of each, the words that the answer has too."""

    whole: tuple[str, ...]
    sentences: tuple[str, ...]
    found: dict[tuple[str, bool], tuple[str, float]] = field(default_factory=dict, compare=False)

    def best(self, sentence: str, texts: tuple[str, ...]) -> tuple[str, float]:
        """The first of the pages or of their sentences (`texts`) that have most of a sentence in
        order, and how many of its words; none of "" without texts. Asked again of the answer's own
        words."""
        key = sentence, texts is self.whole
        if key not in self.found:
            best = process.extractOne(sentence, texts, scorer=LCSseq.similarity, processor=None)
            self.found[key] = ("", 0.0) if best is None else (best[0], best[1])
        return self.found[key]


def measure(inputs: Inputs) -> Measurement:
    """value = raw = (1 - `in_sentences`) x pages + `in_sentences` x sentences, both shares of the
    answer's words as they are written, lower-cased:

    * pages: those that a page has in the answer's order, each sentence held against the page that
      has most of it in order;
    * sentences: those that a single sentence of a page has in the order of the answer's sentence.

    An answer may tell things in another order than a page, and from a whole page nearly any
    sentence can be made: the one is too strict, the other too mild. None for a single word, and for
    fewer than `short` that claim something: of "in Dublin" every page has the "in".
    """
    settings = inputs.profile.features.rouge_l
    answer = inputs.answer
    skipped = _replied(inputs)
    words = [
        [t for t in range(start, end) if is_word(answer.lowers[t]) and t not in skipped]
        for start, end in answer.sentences
    ]
    count = sum(len(mine) for mine in words)
    if count < MIN_WORDS:
        return Measurement(value=None, note="the answer is too short")
    if count < settings.short and any(is_claim(answer, t, inputs.language) for t in chain(*words)):
        return Measurement(value=None, note="the answer is too short")
    alphabet, pages = _written(inputs, answer)
    sentences = ["".join([alphabet[answer.lowers[t]] for t in mine]) for mine in words if mine]
    pages_share = _in_pages(sentences, pages) / count
    sentences_share = _in_sentences(sentences, pages) / count
    inside = settings.in_sentences
    share = round((1.0 - inside) * pages_share + inside * sentences_share, DECIMALS)
    return Measurement(value=share, raw=share)


def _replied(inputs: Inputs) -> range:
    """The sentence that says "ja" or "nee" in words of the question's, if that is right: no page
    has those words in a row."""
    reply = inputs.reply
    return range(*reply.tokens) if reply is not None and inputs.replied else range(0)


def _written(inputs: Inputs, answer: ParsedText) -> tuple[Alphabet, _Pages]:
    """A character for each word of the answer, and the pages in these characters."""
    distinct = dict.fromkeys(filter(is_word, answer.lowers))
    alphabet = {word: chr(FIRST + place) for place, word in enumerate(distinct)}
    pages = [_sentences(indexed.document.parsed, alphabet) for indexed in inputs.documents]
    sentences = dict.fromkeys(sentence for page in pages for sentence in page)
    return alphabet, _Pages(tuple(map("".join, pages)), tuple(sentences))


def _sentences(page: ParsedText, alphabet: Alphabet) -> list[str]:
    """The sentences of a page in these characters, without the words that the answer has not."""
    known = [alphabet.get(word, "") for word in page.lowers]
    return ["".join(known[start:end]) for start, end in page.sentences]


def _in_pages(sentences: Sequence[str], pages: _Pages) -> int:
    """Words in the order of the pages, each sentence against the page that has most of it."""
    told: dict[str, str] = {}
    for sentence in sentences:
        best, _ = pages.best(sentence, pages.whole)
        told[best] = told.get(best, "") + sentence
    return sum(LCSseq.similarity(mine, page) for page, mine in told.items())


def _in_sentences(sentences: Sequence[str], pages: _Pages) -> float:
    """Words of each sentence in the order of the one sentence of a page that has most of them."""
    return math.fsum(pages.best(mine, pages.sentences)[1] for mine in sentences)


ROUGE_L = Feature(
    name="rouge_l",
    title="words in the order of the documents",
    section="4.4.2",
    settings=RougeL,
    measure=measure,
)
