"""Words that a pipeline learns while it parses: kept up to a number, then while they are needed.

A pipeline keeps every word it ever met, so a service that runs for months or
a run over a year of chats would grow with every typing error. Behind the first `KEPT_WORDS`, which
are the frequent ones, it parses in memory zones: what is new in one is forgotten at its end. How a
word is parsed never depends on whether it was known.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

#: New strings (words, their shapes, beginnings and ends) that are kept.
KEPT_WORDS = 50_000
#: New strings in one zone before threads that come have to wait for its end.
ZONE_WORDS = 50_000


class Pipeline(Protocol):
    """What is used of spaCy's `Language` here."""

    @property
    def vocab(self) -> Any:
        """Holds `strings`, all that are known now."""

    @property
    def pipeline(self) -> Sequence[tuple[str, Any]]:
        """The components with their names."""

    def memory_zone(self) -> AbstractContextManager[object]:
        """What is learnt within is forgotten at its end."""


class Vocabulary:
    """The growing part of one pipeline, shared by threads."""

    def __init__(
        self, nlp: Pipeline, *, kept: int = KEPT_WORDS, in_a_zone: int = ZONE_WORDS
    ) -> None:
        self._nlp = nlp
        self._kept = len(nlp.vocab.strings) + kept
        self._in_a_zone = in_a_zone
        self._inside = 0
        self._zone: AbstractContextManager[object] | None = None
        self._changed = threading.Condition()

    @contextmanager
    def parsing(self) -> Iterator[None]:
        """Parse within this, and take nothing of spaCy's out of it.

        All threads that parse at a time share one zone, and the last one ends it: spaCy knows one
        zone at a time, and what one thread allocates in it another may use.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._zone is None or not self._is_full())
            if self._zone is None and len(self._nlp.vocab.strings) > self._kept:
                self._zone = self._nlp.memory_zone()
                self._zone.__enter__()
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                if not self._inside:
                    self._end()

    def _is_full(self) -> bool:
        return len(self._nlp.vocab.strings) > self._kept + self._in_a_zone

    def _end(self) -> None:
        zone, self._zone = self._zone, None
        if zone is not None:
            zone.__exit__(None, None, None)
            for _, component in self._nlp.pipeline:
                known = getattr(component, "cache", None)  # a rule lemmatizer's, by word
                if isinstance(known, dict) and len(known) > self._kept:
                    known.clear()
        self._changed.notify_all()
