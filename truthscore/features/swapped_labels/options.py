"""A value that a field does not have: "set **Interval** to **Daily**", where the page says what may
be chosen there, and "daily" only of something else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import regex

from truthscore.features.base import Inputs
from truthscore.text.alignment import sentence_of
from truthscore.text.choices import Choice, choices, picked
from truthscore.text.model import Block, ParsedDocument, ParsedText
from truthscore.types import ANSWER, Evidence, Span

#: Sentences before and behind one with the name of a field that tell what may be chosen there.
BEFORE, BEHIND = 1, 3


def no_options(inputs: Inputs) -> Iterator[Evidence]:
    """The values to which the answer sets a field where the pages name others, and this one
    nowhere near the field."""
    for choice in choices(inputs.answer.text, inputs.language):
        found = _instead(inputs, choice)
        if found is not None:
            document, start, end = found
            other = document.parsed.text[start:end]
            yield Evidence(
                span=Span(source=ANSWER, start=choice.start, end=choice.end),
                role="contradicts",
                label=f"{choice.field}: {choice.value} / {other.lower()}",
                match=Span(source=document.source, start=start, end=end),
            )


def _instead(inputs: Inputs, choice: Choice) -> tuple[ParsedDocument, int, int] | None:
    """What a page says may be chosen in the field; None where one has the value beside it."""
    named, value = _pattern(choice.field), _pattern(choice.value)
    places = []
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        for match in named.finditer(parsed.text):
            start, end = _around(parsed, match.start())
            if value.search(parsed.text, start, end):
                return None
            places.append((indexed.document, match.end(), end))
    for document, start, end in places:
        text = document.parsed.text
        for place in picked(text, start, end, choice.field, inputs.language):
            return document, *place
    return None


def _around(parsed: ParsedText, at: int) -> tuple[int, int]:
    """The sentences around a character that stand on its line, and the bullets below it, which may
    be what it announces."""
    text, blocks = parsed.text, parsed.blocks
    start, end = parsed.line_at(at)
    behind = bisect_right(blocks, end, key=_start)
    here = blocks[bisect_left(blocks, start, key=_start) : behind]
    tokens = range(bisect_left(parsed.starts, at), bisect_left(parsed.starts, end))
    if tokens:
        sentence = sentence_of(parsed, tokens[0])
        first = parsed.sentences[max(0, sentence - BEFORE)][0]
        last = parsed.sentences[min(len(parsed.sentences) - 1, sentence + BEHIND)][1]
        start, end = max(start, parsed.starts[first]), min(end, parsed.ends[last - 1])
    if any(block.kind == "bullet" for block in here) and text[start:end].rstrip()[-1:] != ":":
        return start, end
    for block in blocks[behind:]:
        if block.kind != "bullet":
            break
        end = block.end
    return start, end


def _start(block: Block) -> int:
    return block.start


def _pattern(name: str) -> regex.Pattern[str]:
    """A name in any capitals, with any endings: "Item" in "items"."""
    words = r"\s+".join(regex.escape(word) for word in name.split())
    return regex.compile(rf"(?<!\w){words}", regex.IGNORECASE)
