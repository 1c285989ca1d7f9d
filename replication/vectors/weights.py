"""Vectors as the small whole numbers of the file that ships, and that file written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from truthscore.text.vectors import WHOLE

#: The largest number of a weight: four bits with a sign.
LARGEST = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the file holds. `levels`: a row of `size` whole numbers, -7 to 7, for each piece;
    `scales`: what 1 of them is worth. `table`: word, word of the other language, share (0 to 1)."""

    pieces: Sequence[str]
    levels: NDArray[np.int8]
    scales: NDArray[np.float16]
    table: Sequence[tuple[str, str, float]]


def weights(
    pieces: Sequence[str], vectors: NDArray[np.float32], table: Sequence[tuple[str, str, float]]
) -> Weights:
    """Vectors as small whole numbers; the length of each row stays what it was."""
    largest = np.abs(vectors).max(axis=1, keepdims=True) + np.float32(1e-12)
    levels = np.rint(vectors / largest * LARGEST).astype(np.int8)
    was = np.sqrt((vectors * vectors).sum(axis=1))
    now = np.sqrt((levels.astype(np.float32) ** 2).sum(axis=1)) + np.float32(1e-12)
    scales = (was / now).astype(np.float16)
    return Weights(pieces=pieces, levels=levels, scales=scales, table=table)


def save(path: Path, made: Weights) -> None:
    """Write the file; the same weights give the same bytes."""
    sides = (
        sorted({one for one, _, _ in made.table}),
        sorted({other for _, other, _ in made.table}),
    )
    at = [{word: place for place, word in enumerate(side)} for side in sides]
    shifted = (made.levels + 8).astype(np.uint8)
    packed = shifted[:, 0::2] << 4 | shifted[:, 1::2]
    with path.open("wb") as stream:
        np.savez_compressed(
            stream,
            pieces=_bytes(made.pieces),
            packed=packed,
            scales=made.scales,
            first=_bytes(sides[0]),
            second=_bytes(sides[1]),
            entries=np.array([(at[0][one], at[1][other]) for one, other, _ in made.table], "<u4"),
            shares=np.array([round(share * WHOLE) for _, _, share in made.table], np.uint8),
        )


def _bytes(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), dtype=np.uint8)
