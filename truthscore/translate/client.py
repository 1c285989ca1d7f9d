"""Asking a provider for many texts: in chunks, at its pace, and again when it fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from truthscore.text import langid
from truthscore.translate.memory import Memory, Remembered
from truthscore.translate.providers import Connection, ProviderError, is_notice
from truthscore.translate.sentences import short

#: Times one request is made at most, and the seconds before the second one; they double.
TRIES = 5
FIRST_WAIT = 1.0
#: No wait is longer, whatever a provider asks for: then the text fails and `--resume` goes on.
LONGEST_WAIT = 60.0
#: Requests that fail for good, one behind the other, after which the provider is down.
DOWN_AFTER = 3
#: Words in lower case from which a text that comes back as it was is no name.
UNCHANGED_WORDS = 4


class StoppedError(Exception):
    """No further text will be translated in this run: why."""


class TextFailedError(Exception):
    """This text was not translated: why. Others may be."""


class Client:
    """Translations from memory, else from a provider; each text is asked for once."""

    def __init__(
        self,
        connection: Connection,
        memory: Memory,
        *,
        source: str,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], str] = lambda: datetime.now(UTC).date().isoformat(),
    ) -> None:
        self._connection = connection
        self._memory = memory
        self._source = source
        self._sleep, self._clock, self._today = sleep, clock, today
        self._next = 0.0
        self._failed = 0
        self.requests = 0

    def known(self, text: str) -> Remembered:
        """The translation of a text that `learn` has seen."""
        found = self._remembered(text)
        if found is None:
            raise TextFailedError(f"not translated: {text[:40]!r}")
        return found

    def learn(self, texts: Sequence[str]) -> None:
        """Have all `texts` translated; what was asked before is not asked again.

        Raises TextFailedError for the first text that failed (the others are kept), StoppedError
        when the provider takes no more.
        """
        lacking = [text for text in dict.fromkeys(texts) if self._remembered(text) is None]
        failed: TextFailedError | None = None
        for chunk in self._chunks(lacking):
            try:
                for text, translation in self._lines(chunk):
                    if self._is_unchanged(text, translation):
                        failed = failed or TextFailedError(
                            f"the provider returned the text unchanged: {text[:60]!r}"
                        )
                    else:
                        self._memory.put(text, Remembered(text=translation, date=self._today()))
            except TextFailedError as error:
                failed = failed or error
        if failed is not None:
            raise failed

    def _remembered(self, text: str) -> Remembered | None:
        """What memory has of a text; a notice that an earlier version kept is no translation."""
        found = self._memory.get(text)
        return None if found is None or is_notice(text, found.text) else found

    def _chunks(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Texts that are sent together, as lines; one alone where a provider folds lines."""
        provider = self._connection.provider
        chunk: list[str] = []
        for text in texts:
            together = provider.lines and provider.fits("\n".join([*chunk, text]))
            if chunk and not together:
                yield chunk
                chunk = []
            chunk.append(text)
        if chunk:
            yield chunk

    def _lines(self, chunk: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Each text with its translation; one by one when the lines do not come back as lines."""
        if len(chunk) > 1:
            lines = [line.strip() for line in self._ask("\n".join(chunk)).strip().split("\n")]
            if len(lines) == len(chunk) and all(lines):
                yield from zip(chunk, lines, strict=True)
                return
        for text in chunk:
            yield text, self._one(text)

    def _one(self, text: str) -> str:
        parts = short(text, self._connection.provider.fits)
        return " ".join(" ".join(self._ask(part).split()) for part in parts)

    def _is_unchanged(self, text: str, translation: str) -> bool:
        words = [word for word in text.split() if word[0].islower()]
        same = translation.strip() == text.strip()
        return same and len(words) >= UNCHANGED_WORDS and langid.identify(text) == self._source

    def _ask(self, text: str) -> str:
        """One request, tried again while that may help."""
        said = ""
        for attempt in range(TRIES):
            self._pace()
            self.requests += 1
            try:
                made = self._connection.ask(text)
                if is_notice(text, made):
                    raise ProviderError(
                        "later", f"a page or a notice instead of a translation: {made[:40]!r}"
                    )
            except ProviderError as error:
                said = str(error)
                if error.failure in ("key", "quota", "pair", "address"):
                    raise StoppedError(said) from error
                if error.failure == "text":
                    self._failed = 0
                    raise TextFailedError(said) from error
                if attempt + 1 < TRIES:
                    wait = FIRST_WAIT * 2**attempt if error.wait is None else error.wait
                    self._sleep(min(max(0.0, wait), LONGEST_WAIT))
                continue
            self._failed = 0
            return made
        self._failed += 1
        if self._failed >= DOWN_AFTER:
            raise StoppedError(f"the provider is down: {said}, {DOWN_AFTER} times {TRIES} tries")
        raise TextFailedError(f"{said}, {TRIES} tries")

    def _pace(self) -> None:
        now = self._clock()
        if now < self._next:
            self._sleep(self._next - now)
            now = self._next
        self._next = now + 1.0 / self._connection.provider.per_second
