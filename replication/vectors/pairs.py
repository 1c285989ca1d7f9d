"""Aligned sentences of two languages, as they are read for training.

One line a pair: source tag, kind, and the sentence in each language, divided by tabs. Lines that
follow each other stand on the same page: they are each other's nearest wrong answers.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from truthscore.text.pieces import words

#: Words of a sentence that are read: two in a thousand have more.
LONGEST = 64


@dataclass(frozen=True, slots=True)
class Pairs:
    """The words of the sentences of both languages; place i holds the two sides of a pair."""

    first: Sequence[Sequence[str]]
    second: Sequence[Sequence[str]]

    def __len__(self) -> int:
        return len(self.first)


def read(path: Path, without: Sequence[str] = ()) -> Pairs:
    """The pairs of a file, but for those whose source tag begins with one of `without`.

    Pairs without a word on a side are left out. Raises ValueError for a line that has no four
    columns.
    """
    first: list[Sequence[str]] = []
    second: list[Sequence[str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for number, line in enumerate(stream, start=1):
            columns = line.rstrip("\n").split("\t")
            if len(columns) != 4:
                raise ValueError(f"{path.name}:{number}: expected 4 columns, found {len(columns)}")
            tag, _, one, other = columns
            if without and tag.startswith(tuple(without)):
                continue
            sides = words(one)[:LONGEST], words(other)[:LONGEST]
            if all(sides):
                first.append(sides[0])
                second.append(sides[1])
    return Pairs(first, second)
