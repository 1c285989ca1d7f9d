"""One look-up for all checks: how near each part of the pages stands to each word of an answer.

A word stands in a part, in the rest of its sentence, in what that sentence stands under (heading,
lead-in, row and column, title, the question that it answers), or beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from truthscore.features.base import IndexedDocument
from truthscore.text.alignment import Context, sentence_span
from truthscore.text.model import ParsedText, Written
from truthscore.text.scopes import PageParts
from truthscore.types import Span

Floats = NDArray[np.float64]

#: How near a word is that stands in the part itself, elsewhere in its sentence, in what the
#: sentence stands under, and in the sentence before or behind.
IN_PART, IN_SENTENCE, IN_SCOPE, BESIDE = 1.0, 0.8, 0.6, 0.4
#: Parts that may all be the passage of a statement.
MOST_NEAREST = 8
#: The same of a word that its sentence leaves out: "daily, except on *Thursday*".
LEFT_OUT = 0.2


class Lookup:
    """The parts of a row's pages in one line, and where words stand in them."""

    def __init__(
        self,
        pages: Sequence[tuple[ParsedText, PageParts]],
        titles: Sequence[frozenset[str]],
        context: Context,
    ) -> None:
        """`titles`: the words of each page's title."""
        self._pages = [parts for _, parts in pages]
        self.parsed = [parsed for parsed, _ in pages]
        self._context = context
        self._titles = titles
        self._rows: dict[Written, Floats | None] = {}
        first_sentence, begins = 0, [0]
        sentences: list[int] = []
        documents: list[int] = []
        scopes: list[tuple[int, ...]] = []
        named: list[tuple[int, ...]] = []
        page_of: list[int] = []
        states: list[bool] = []
        apart: list[bool] = []
        denied: list[bool] = []
        for number, page in enumerate(self._pages):
            sentences += [first_sentence + s for _, _, s in page.parts]
            documents += [number] * len(page.parts)
            states += [page.states[s] for _, _, s in page.parts]
            apart += page.apart
            denied += page.denied
            for under, names in zip(page.scopes, page.named, strict=True):
                scopes.append(tuple(first_sentence + s for s in under))
                named.append(tuple(first_sentence + s for s in names))
                page_of.append(number)
            first_sentence += len(page.scopes)
            begins.append(begins[-1] + len(page.parts))
        self.begins = begins
        self.sentence = np.array(sentences, dtype=np.intp)
        self.document = np.array(documents, dtype=np.intp)
        self.states = np.array(states, dtype=bool)
        self.denied = tuple(denied)
        self._apart = np.array(apart, dtype=bool)
        self._page_of = np.array(page_of, dtype=np.intp)
        self._scopes = _table(scopes)
        self._named = _table(named)
        self.names = frozenset(self._names())

    def _names(self) -> Iterator[str]:
        """The names of rows and columns that are one word: "M", "Free". Whoever says one says which
        row is meant, though the word alone says nothing."""
        for parsed, page in zip(self.parsed, self._pages, strict=True):
            for number in {each for names in page.named for each in names}:
                words = parsed.spoken(parsed.sentences[number])
                if len(words) == 1 and words[0].isalpha():
                    yield words[0]

    @property
    def size(self) -> int:
        """How many parts there are."""
        return len(self.sentence)

    def is_cell(self, part: int) -> bool:
        """Whether a part is of a cell that its row or column names."""
        sentence = self.sentence[part]
        return bool((self._named[sentence] < len(self._named)).any())

    def best(self, near: Floats) -> int:
        """The part that states something and stands nearest; of equals the first."""
        return int(np.where(self.states, near, -1.0).argmax())

    def nearest(self, near: Floats, share: float) -> list[int]:
        """The parts that state something and stand at least `share` times as near as the nearest,
        in the order of the pages, `MOST_NEAREST` at most."""
        open_to = np.where(self.states, near, -1.0)
        found: list[int] = np.nonzero(open_to >= share * open_to.max())[0].tolist()
        return found[:MOST_NEAREST]

    def place(self, part: int) -> tuple[int, int, int, int]:
        """Document, first token, the token behind the last, and sentence of a part."""
        document = int(self.document[part])
        start, end, sentence = self._pages[document].parts[part - self.begins[document]]
        return document, start, end, sentence

    def sentence_at(self, part: int, documents: Sequence[IndexedDocument]) -> Span:
        """The place of the sentence that a part is of."""
        document, _, _, sentence = self.place(part)
        return self.sentence_span(document, sentence, documents)

    def sentence_span(
        self, document: int, sentence: int, documents: Sequence[IndexedDocument]
    ) -> Span:
        """The place of a sentence of a document."""
        start, end = sentence_span(self.parsed[document], sentence)
        return Span(source=documents[document].document.source, start=start, end=end)

    def part_at(self, document: int, token: int) -> int:
        """The part of a document that holds a token."""
        page = self._pages[document].parts
        low, high = 0, len(page) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if page[middle][0] <= token:
                low = middle
            else:
                high = middle - 1
        return self.begins[document] + low

    def forms(self, word: Written) -> frozenset[str]:
        """The words of the pages that count as a word."""
        return frozenset(self._context.family(word))

    def near(self, word: Written) -> Floats | None:
        """How near each part stands to a word, 0 to 1; None for one that no page has."""
        if word not in self._rows:
            self._rows[word] = self._near(word)
        return self._rows[word]

    def _near(self, word: Written) -> Floats | None:
        forms = self._context.family(word)
        titled = [not title.isdisjoint((*word, *forms)) for title in self._titles]
        if not forms and not any(titled):
            return None
        inside: list[int] = []
        for begin, page in zip(self.begins, self._pages, strict=False):
            for form in forms:
                inside += [begin + part for part in page.postings.get(form, ())]
        count = len(self._scopes)
        found = np.zeros(self.size)
        told = np.zeros(count + 1)
        for part in inside:
            sentence = self.sentence[part]
            said = LEFT_OUT / IN_SENTENCE if self._apart[part] else 1.0
            told[sentence] = max(told[sentence], said)
        beside = np.zeros(count)
        if count > 1:
            same = self._page_of[1:] == self._page_of[:-1]
            beside[1:] = told[:-2] * same
            beside[:-1] = np.maximum(beside[:-1], told[1:-1] * same)
        level = np.maximum(BESIDE * beside, IN_SENTENCE * told[:-1])
        if self._named.shape[1]:
            level = np.maximum(level, IN_SENTENCE * told[self._named].max(axis=1))
        if self._scopes.shape[1]:
            level = np.maximum(level, IN_SCOPE * told[self._scopes].max(axis=1))
        if any(titled):
            level = np.maximum(level, IN_SCOPE * np.array(titled, dtype=float)[self._page_of])
        found = level[self.sentence]
        if inside:
            found[inside] = IN_PART
        return found


def _table(numbers: Sequence[tuple[int, ...]]) -> NDArray[np.intp]:
    """A row a sentence, with the numbers of other sentences; what is shorter than the longest is
    filled up with the number behind the last, of a sentence that has no word."""
    width = max((len(each) for each in numbers), default=0)
    found = np.full((len(numbers), width), len(numbers), dtype=np.intp)
    for at, each in enumerate(numbers):
        found[at, : len(each)] = each
    return found
