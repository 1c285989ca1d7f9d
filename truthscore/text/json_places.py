"""The values of a JSON text with their places: a page that is a record as an API gives it."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass

import regex

#: Names of objects and numbers of rows (from 1) that lead to a value.
Path = tuple[str | int, ...]
#: Objects and lists in one another, at most: what lies deeper is no row of a table.
DEEPEST_JSON = 12
#: Pages of which the places are kept: each answer asks twice for those of its pages.
KEPT = 64
_TOKEN = regex.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_OPENING, _CLOSING = frozenset("{["), frozenset("}]")


@dataclass(frozen=True, slots=True)
class Place:
    """A value that is no object, and its characters (half-open; those of a text without quotes):
    `start` is that of its name. `rows`: of a list, how many it has; its characters are what is in
    it, or none where that is objects."""

    path: Path
    start: int
    value_start: int
    end: int
    rows: int | None = None


@functools.lru_cache(maxsize=KEPT)
def places(text: str) -> tuple[Place, ...]:
    """The values of a JSON object, or of a list of one, in text order; none of any other text."""
    try:
        decoded = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    listed = isinstance(decoded, list) and len(decoded) == 1
    if not isinstance(decoded[0] if listed else decoded, dict):
        return ()
    tokens = [(match.start(), match.group()) for match in _TOKEN.finditer(text)]
    depth = deepest = 0
    for _, sign in tokens:
        depth += (sign in _OPENING) - (sign in _CLOSING)
        deepest = max(deepest, depth)
    return tuple(_Walk(tokens[listed:]).object(())) if deepest <= DEEPEST_JSON else ()


class _Walk:
    """One walk over the tokens of a JSON text that is known to be sound."""

    def __init__(self, tokens: list[tuple[int, str]]) -> None:
        self._tokens, self._next = tokens, 0

    def _take(self) -> tuple[int, str]:
        self._next += 1
        return self._tokens[self._next - 1]

    def _sign(self) -> str:
        return self._tokens[self._next][1]

    def object(self, path: Path) -> Iterator[Place]:
        """The values of the object whose brace is next."""
        self._take()
        while self._sign() != "}":
            start, name = self._take()
            self._take()  # the colon
            yield from self._value((*path, json.loads(name)), start + 1, start + len(name) - 1)
            if self._sign() == ",":
                self._take()
        self._take()

    def _value(self, path: Path, start: int, name_end: int) -> Iterator[Place]:
        if self._sign() == "{":
            yield from self.object(path)
        elif self._sign() == "[":
            yield from self._list(path, start, name_end)
        else:
            at, said = self._take()
            quoted = said.startswith('"')
            yield Place(path, start, at + quoted, at + len(said) - quoted)

    def _list(self, path: Path, start: int, name_end: int) -> Iterator[Place]:
        """A list, before the values of the objects in it."""
        opens, _ = self._take()
        rows, plain = 0, True
        inside: list[Place] = []
        while self._sign() != "]":
            rows += 1
            is_object = self._sign() == "{"
            plain = plain and self._sign() not in _OPENING
            found = tuple(self._value((*path, rows), start, name_end))
            inside += found if is_object else ()
            if self._sign() == ",":
                self._take()
        closes, _ = self._take()
        at = (opens + 1, closes) if rows and plain else (name_end, name_end)
        yield Place(path, start, *at, rows)
        yield from inside
