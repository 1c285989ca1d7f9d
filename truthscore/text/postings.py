"""Where each word of a text stands, in a few bytes per word: thousands of pages are kept at once.

A dict of tuples costs several times as much, and the words that begin alike could not be found in
it without looking at all of them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain

from truthscore.text.model import Numbers, shared

#: Between words where they are written down: no word has it.
_BETWEEN = "\n"


class Postings:
    """The words of a text, sorted, and the places of each. Not changed after it is made."""

    __slots__ = ("_ends", "_places", "words")

    def __init__(self, found: Mapping[str, Sequence[int]]) -> None:
        """`found`: word → its places, 0 or more (below 2**31)."""
        self.words = shared(sorted(found))
        self._ends = array("i", accumulate(len(found[word]) for word in self.words))
        self._places = array("i", chain.from_iterable(found[word] for word in self.words))

    def of(self, word: str) -> Sequence[int]:
        """The places of `word`; none when the text does not have it."""
        at = bisect_left(self.words, word)
        there = at < len(self.words) and self.words[at] == word
        return self._at(at, at + 1) if there else ()

    def of_all(self, start: str) -> Sequence[int]:
        """The places of all words that begin with `start`."""
        first = last = bisect_left(self.words, start)
        while last < len(self.words) and self.words[last].startswith(start):
            last += 1
        return self._at(first, last)

    def beginning_with(self, start: str) -> Iterator[str]:
        """The words that begin with `start`, sorted."""
        for at in range(bisect_left(self.words, start), len(self.words)):
            if not self.words[at].startswith(start):
                return
            yield self.words[at]

    def _at(self, first: int, last: int) -> Sequence[int]:
        begin = self._ends[first - 1] if first else 0
        return self._places[begin : self._ends[last - 1]] if last > first else ()

    def packed(self) -> tuple[str, Numbers, Numbers]:
        """What `unpacked` makes the same postings of: few values, for a file."""
        return _BETWEEN.join(self.words), self._ends, self._places

    @classmethod
    def unpacked(cls, words: str, ends: Numbers, places: Numbers) -> Postings:
        """The postings that were `packed`."""
        made = cls({})
        made.words = shared(words.split(_BETWEEN)) if ends else ()
        made._ends, made._places = ends, places
        return made
