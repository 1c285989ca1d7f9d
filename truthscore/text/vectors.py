"""Sentences of two languages as vectors, and which word of one stands for which of the other.

Joint vectors of word pieces (`replication/vectors`): a sentence is the sum of the vectors of its
pieces, and lies beside its translation. Read from one file when first asked for, and never changed.
They tell what a sentence is about; not who does what, and not whether it is denied.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from truthscore import resources
from truthscore.signature import digest
from truthscore.text.pieces import Pieces, words

#: Vectors in use: scales have 11 bits and levels 4, so a sum of them is exact, on every machine.
Floats = NDArray[np.float64]
#: What a share of 1 is in the file.
WHOLE = 255


class Side:
    """The word table read from one language: which words of the other one a word stands for."""

    def __init__(
        self, words_: Sequence[str], others: Sequence[str], mine: NDArray[np.uint32],
        theirs: NDArray[np.uint32], shares: NDArray[np.uint8],
    ) -> None:  # fmt: skip
        order = np.argsort(mine, kind="stable")
        self._places: Mapping[str, int] = MappingProxyType(
            {word: at for at, word in enumerate(words_)}
        )
        self._others = others
        self._theirs = theirs[order]
        self._shares = shares[order]
        self._ends = np.cumsum(np.bincount(mine, minlength=len(words_)))

    def of(self, word: str) -> tuple[tuple[str, float], ...]:
        """Words of the other language with their shares (0 to 1), the likeliest first; of equal
        ones the first in the alphabet."""
        at = self._places.get(word)
        if at is None:
            return ()
        start = int(self._ends[at - 1]) if at else 0
        found = [
            (self._others[other], share / WHOLE)
            for other, share in zip(
                self._theirs[start : self._ends[at]].tolist(),
                self._shares[start : self._ends[at]].tolist(),
                strict=True,
            )
        ]
        return tuple(sorted(found, key=lambda each: (-each[1], each[0])))


class Vectors:
    """The weights of two languages, in use. Immutable; threads may share it.

    `size`: numbers of a vector. `fingerprint`: changes with the file. `sides`: the word table by
    the code of the language that is read.
    """

    def __init__(self, path: Path) -> None:
        """Read a file that `save` wrote."""
        self.fingerprint = digest([path.read_bytes()])
        with np.load(path, allow_pickle=False) as file:
            packed, scales = file["packed"], file["scales"]
            pieces, first, second = (_lines(file[name]) for name in ("pieces", "first", "second"))
            entries, shares = file["entries"], file["shares"]
        levels = np.empty((len(packed), packed.shape[1] * 2), dtype=np.int8)
        levels[:, 0::2] = packed >> 4
        levels[:, 1::2] = packed & 15
        levels -= 8
        levels.flags.writeable = False
        self.size = levels.shape[1]
        self._levels = levels
        self._scales = scales.astype(np.float64)
        self._pieces = Pieces(pieces)
        one, other = path.stem.split("-")
        self.sides: Mapping[str, Side] = MappingProxyType({
            one: Side(first, second, entries[:, 0], entries[:, 1], shares),
            other: Side(second, first, entries[:, 1], entries[:, 0], shares),
        })  # fmt: skip

    def sums(self, texts: Sequence[str]) -> Floats:
        """The vector of each text, len(texts) x `size`, of no set length: the longer it is, the
        more the text says. Vectors of texts add up to that of the texts together."""
        found = np.zeros((len(texts), self.size))
        for row, text in zip(found, texts, strict=True):
            at = [piece for word in words(text) for piece in self._pieces.of(word)]
            if at:
                row += self._scales[at] @ self._levels[at]
        return found


def unit(sums: Floats) -> Floats:
    """Each row made to length 1; a row of zeros stays one."""
    lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True))
    made: Floats = sums / np.maximum(lengths, 1e-6)
    return made


def load(one: str, other: str) -> Vectors | None:
    """The vectors of two languages, read once; None where there are none of these two."""
    path = resources.vectors(one, other)
    return None if path is None else _read(path)


def reading(lang: str | None) -> Vectors | None:
    """The first vectors that read a language (None: whichever they read), read once; None where
    there are none."""
    for pair in itertools.combinations(resources.languages(), 2):
        if (lang is None or lang in pair) and (found := load(*pair)) is not None:
            return found
    return None


@functools.cache
def _read(path: Path) -> Vectors:
    return Vectors(path)


def _lines(data: NDArray[np.uint8]) -> list[str]:
    return data.tobytes().decode().split("\n")
