"""Measurements that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from truthscore.types import Measurement


class Lazily(Mapping[str, Measurement]):
    """Measurements by feature name, in the given order; each is made once, at the first look.

    Of an answer's own words only the question is asked whether they are worth more than the middle
    star, and a few features mostly tell.
    """

    def __init__(self, measure: Mapping[str, Callable[[], Measurement]]) -> None:
        self._measure = measure
        self._made: dict[str, Measurement] = {}

    def __getitem__(self, name: str) -> Measurement:
        if name not in self._made:
            self._made[name] = self._measure[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._measure)

    def __len__(self) -> int:
        return len(self._measure)
