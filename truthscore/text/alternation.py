"""A word list as a pattern that is fast to search with."""

from __future__ import annotations

from collections.abc import Iterable

import regex

#: A pattern that never matches.
NOTHING = "(?!)"


def alternation(words: Iterable[str]) -> str:
    """A pattern (in brackets) for any of `words`, the longest that fits first.

    Of no words it matches nothing. They are grouped by how they begin: `regex` tries alternatives
    one by one, and of two hundred words most differ from a text in their first letter.

    >>> alternation(["knop", "knoppen", "tab"])
    '(?:knop(?:pen|)|tab)'
    """
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return _branches(longest_first) if longest_first else NOTHING


def _branches(words: list[str]) -> str:
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[:1], []).append(word)
    return f"(?:{'|'.join(_branch(each) for each in groups.values())})"


def _branch(words: list[str]) -> str:
    """Words that begin alike."""
    shared = _common(words)
    start = regex.escape(shared, special_only=True)
    return start if len(words) == 1 else start + _branches([word[len(shared) :] for word in words])


def _common(words: list[str]) -> str:
    first, last = min(words), max(words)
    size = next((at for at, char in enumerate(first) if char != last[at]), len(first))
    return first[:size]
