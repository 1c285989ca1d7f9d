"""What a value bounds: "at most 5", "from 5 on"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truthscore.text.model import ParsedText
from truthscore.text.values.value import Value

#: Tokens before a value in which its bound stands, and behind it.
BEFORE, BEHIND = 5, 2


def bound_of(parsed: ParsedText, value: Value, bounds: Mapping[str, Sequence[str]]) -> str | None:
    """Whether a value is a most, a least, or what something is over or under; the longest of the
    phrases around it tells."""
    start, end = value.tokens
    before = f" {' '.join(parsed.lowers[max(0, start - BEFORE) : start])} "
    behind = f" {' '.join(parsed.lowers[end : end + BEHIND])} "
    found = [
        (len(phrase), name)
        for name, phrases in bounds.items()
        for phrase in phrases
        if before.endswith(f" {phrase} ") or behind.startswith(f" {phrase} ")
    ]
    return max(found)[1] if found else None
