"""What a page tells under which conditions and in which tables, read once."""

from __future__ import annotations

from dataclasses import dataclass

from truthscore.text.cells import Cell

#: The conditions of a sentence (first token, content) and the content of the rest.
Cases = tuple[list[tuple[int, list[int]]], list[int]]


@dataclass(frozen=True, slots=True)
class Index:
    """Of each sentence its conditions, None for one without; and the cells that say yes or no."""

    cases: tuple[Cases | None, ...]
    cells: tuple[Cell, ...]
