"""Where the sentences of a text begin and end, by its lines and signs alone: nothing is parsed."""

from __future__ import annotations

import regex

from truthscore.text.pieces import WORD

#: Where a line is cut in sentences, and what stands before its first word.
_cut = regex.compile(r"(?<=[.!?…][\"”’')*_]*)\s+(?=[\p{Lu}\"“„‘'*_\[(`])")
_mark = regex.compile(r"\s*(?:(?:[#>*+|•-]+|\d{1,3}[.)])\s+)*")


def sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence with a word, without the marks of its line; one at least."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        begin = at + _mark.match(line).end()  # type: ignore[union-attr]  # it matches nothing too
        edges = [(each.start() + at, each.end() + at) for each in _cut.finditer(line)]
        ends = [*(start for start, _ in edges), at + len(line.rstrip())]
        starts = [begin, *(end for _, end in edges)]
        found += [
            (start, end)
            for start, end in zip(starts, ends, strict=True)
            if start < end and WORD.search(text, start, end)
        ]
        at += len(line)
    return found or [(0, len(text))]
