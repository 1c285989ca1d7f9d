"""What is sent as one text: a sentence of a block, so that findings keep their place.

A sentence that an answer copies from a page is the same text, so it has the same translation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from truthscore.text.markup import blocks
from truthscore.translate.protect import has_letters, kept_spans

#: A sentence ends at its sign before white space and a capital or mark; not behind an
#: initial ("J."), a number ("1."), a word with a full stop inside ("o.a.") or one without vowels
#: ("bv.", "nr."): a sentence too long costs nothing, one cut in two its meaning.
_END = regex.compile(
    r"(?P<word>\S{1,40}?)(?P<sign>[.!?…]+)[\"”’')*_]*\s+(?=[\p{Lu}\"“„‘'*_\[(`¿¡])"
)
_NO_END = regex.compile(r"\W*(?:\p{L}|\d+|.*\.\p{L}+|[b-df-hj-np-tv-xz]+)", regex.IGNORECASE)
_SOFT = regex.compile(r"(?<=[;:,])\s+|\s+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters `start` to `end` of a text, and how they are sent: on one line."""

    start: int
    end: int
    text: str


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of the headings, steps, cells and paragraphs of `text`; code has none."""
    found = []
    for block in blocks(text):
        if block.kind == "code":
            continue
        for start, end in _cut(text[block.start : block.end]):
            written = text[block.start + start : block.start + end]
            if has_letters(written):
                flat = " ".join(written.split())
                found.append(Sentence(block.start + start, block.start + end, flat))
    return tuple(found)


def _cut(block: str) -> Iterator[tuple[int, int]]:
    kept = kept_spans(block)
    start = 0
    for match in _END.finditer(block):
        end = match.end("sign")
        while end < match.end() and not block[end].isspace():
            end += 1
        inside = any(first < end < last or first < match.end("sign") < last for first, last in kept)
        if inside or (match["sign"] == "." and _NO_END.fullmatch(match["word"])):
            continue
        yield start, end
        start = match.end()
    yield start, len(block.rstrip())


def short(text: str, fits: Callable[[str], bool]) -> list[str]:
    """`text` in parts that fit, cut behind a comma or at a space, else anywhere."""
    if fits(text):
        return [text]
    best = 0
    for match in _SOFT.finditer(text):
        if not fits(text[: match.start()]):
            break
        best = match.end()
    while best == 0:  # one word, longer than a provider takes
        best = len(text) // 2
        while best > 1 and not fits(text[:best]):
            best //= 2
        best = max(best, 1)
    return [text[:best].rstrip(), *short(text[best:], fits)]
