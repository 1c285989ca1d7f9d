"""Words as pieces of a list: the longest piece first, from the left.

The list is learned (`replication/vectors`); what is read here is the same in training and in use.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

import regex

#: The sign before a piece that begins a word.
BEGINS = "▁"
#: A word: letters with what joins them to letters, or figures. Signs carry no meaning here.
WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\p{N}+")
#: Words kept with their pieces: they recur on every page.
KEPT = 50_000


def words(text: str) -> list[str]:
    """The words of a text, in small letters, composed (NFC), in text order."""
    return WORD.findall(unicodedata.normalize("NFC", text).lower())


class Pieces:
    """A list of pieces, and words cut into them."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._places: Mapping[str, int] = {piece: at for at, piece in enumerate(pieces)}
        self._longest = max(map(len, self._places), default=0)
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def of(self, word: str) -> tuple[int, ...]:
        """The places in the list of a word's pieces; a letter that no piece has is left out."""
        found = self._known.get(word)
        if found is None:
            found = tuple(self._cut(BEGINS + word))
            if len(self._known) < KEPT:
                self._known[word] = found
        return found

    def _cut(self, marked: str) -> Iterator[int]:
        start = 0
        while start < len(marked):
            for end in range(min(len(marked), start + self._longest), start, -1):
                place = self._places.get(marked[start:end])
                if place is not None:
                    yield place
                    start = end
                    break
            else:
                start += 1
