"""A column whose values are looked up one by one, when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Late(Sequence[T]):
    """Like a tuple of `size` values, of which `at` gives each; equal to that tuple."""

    __slots__ = ("_at", "_places")

    def __init__(self, size: int, at: Callable[[int], T]) -> None:
        self._places = range(size)
        self._at = at

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(map(self._at, self._places[place]))
        return self._at(self._places[place])

    def __iter__(self) -> Iterator[T]:
        return map(self._at, self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, Late) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[T, ...]], tuple[tuple[T, ...]]]:
        return tuple, (tuple(self),)
