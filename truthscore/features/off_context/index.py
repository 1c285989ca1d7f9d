"""What a page tells under which conditions and in which tables, read once."""

from __future__ import annotations

from dataclasses import dataclass

from truthscore.text.cells import Cell

#: The conditions of a sentence (first token, content) and the content of the rest.
Cases = tuple[list[tuple[int, list[int]]], list[int]]


@dataclass(frozen=True, slots=True)
class Reserved:
    """What holds only of some: `first` is the noun for them, `holders` the forms and lemmas of all
    of them, `claims` the tokens that say it. `people`: whether it is somebody who does something.
    """

    only: int
    first: int
    holders: frozenset[str]
    claims: tuple[int, ...]
    people: bool


@dataclass(frozen=True, slots=True)
class Index:
    """Of each sentence its conditions, None for one without; the cells that say yes or no; and
    (sentence, what holds only of some)."""

    cases: tuple[Cases | None, ...]
    cells: tuple[Cell, ...]
    reserved: tuple[tuple[int, Reserved], ...]
