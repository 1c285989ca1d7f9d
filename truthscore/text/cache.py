"""Documents by content: a help page recurs in thousands of rows and is parsed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A bounded least-recently-used map that several threads may share."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._items: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value of `key`; None when it is not there. It counts as used."""
        with self._lock:
            if key not in self._items:
                return None
            self._items.move_to_end(key)
            return self._items[key]

    def get_all(self, keys: Sequence[K], make: Callable[[list[K]], list[V]]) -> dict[K, V]:
        """The values of `keys`; `make` computes those that are not there, in one call.

        Two threads that miss the same key both compute it: cheaper than making one wait.
        """
        distinct = list(dict.fromkeys(keys))
        found: dict[K, V] = {}
        with self._lock:
            for key in distinct:
                if key in self._items:
                    self._items.move_to_end(key)
                    found[key] = self._items[key]
        lacking = [key for key in distinct if key not in found]
        if lacking:
            made = dict(zip(lacking, make(lacking), strict=True))
            found.update(made)
            with self._lock:
                self._items.update(made)
                while len(self._items) > self._max_size:
                    self._items.popitem(last=False)
        return found
