"""A text that was edited: each character of it knows which of the given text it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import regex

from truthscore.types import Span

#: How patterns of what is edited are written.
FLAGS = regex.VERBOSE | regex.VERSION1 | regex.MULTILINE
WORD = regex.compile(r"[\p{L}\p{M}]++")


@dataclass(frozen=True, slots=True)
class Readable:
    """Plain text; character i of it stands for `starts[i]` to `ends[i]` of the given text.

    Both are empty where the text stands as it was given. `unseen`: whether words are left out that
    are struck out or hidden.
    """

    text: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    unseen: bool = False

    def original(self, span: Span) -> Span:
        """The same span in the given text."""
        if not self.starts or span.end <= span.start:
            return span
        return Span(source=span.source, start=self.starts[span.start], end=self.ends[span.end - 1])


#: Characters `start` to `end` give way to `by`.
Edit = tuple[int, int, str]


def edited(given: Readable, edits: Iterable[Edit]) -> Readable:
    """A text with some edits, which are in its order and do not overlap."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for start, end, by in edits:
        pieces += (given.text[position:start], by)
        starts += given.starts[position:start]
        ends += given.ends[position:start]
        if by and len(by) == end - start:
            starts += given.starts[start:end]
            ends += given.ends[start:end]
        elif by:
            last = max(start, end - 1) if start < end else max(0, start - 1)
            first = start if start < end else last
            starts += [given.starts[first]] * len(by)
            ends += [given.ends[last]] * len(by)
        position = end
    if not pieces:
        return given
    pieces.append(given.text[position:])
    starts += given.starts[position:]
    ends += given.ends[position:]
    return Readable("".join(pieces), tuple(starts), tuple(ends))
