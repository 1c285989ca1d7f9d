"""Warnings at the steps of a guide: "Let op: ...", "> [!WARNING]", "Note: ..." (paper, §8.3: side
effects of a solution, which people overlook too).
"""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import regex

from truthscore.text.guides import Guide
from truthscore.text.model import ITEMS, Block, ParsedText

#: Blocks that a step or another part of the page begins with.
_ENDS = frozenset({"heading", "cell", "code"})
#: What may stand before the word that warns: a quotation mark of Markdown, marks, "[!".
_MARKS = r"[>*_\s]*(?:\[!)?[*_]*"

_WORD = regex.compile(r"\w")


def at_steps(
    parsed: ParsedText, guide: Guide, cues: frozenset[str]
) -> Iterator[tuple[int, int, int]]:
    """The warnings of a guide: number of the step, from 0, and the characters of each.

    A warning begins with one of `cues` (in small letters). It stands at the step that it is in, or
    behind; before the first step it is of that one, and what follows the last step, to the next
    heading, is of the last.
    """
    warns = _pattern(cues)
    steps = guide.steps
    above = _before(parsed, steps[0].start) if steps else ()
    yield from ((0, *found) for found in _told(parsed, above, warns))
    for number, step in enumerate(steps):
        last = number + 1 == len(steps)
        end = len(parsed.text) if last else steps[number + 1].start
        at = bisect_right(parsed.sentences, step.start, key=lambda each: parsed.starts[each[0]])
        for sentence in range(at, len(parsed.sentences)):
            first, ends = parsed.sentences[sentence]
            start = parsed.starts[first]
            if start >= step.end:
                break
            if warns.match(parsed.text, start):
                yield number, start, parsed.ends[ends - 1]
        behind = list(_behind(parsed, step.end, end))
        yield from ((number, *found) for found in _told(parsed, behind, warns, step.end))


def _told(
    parsed: ParsedText,
    blocks: Sequence[Block],
    warns: regex.Pattern[str],
    before: int | None = None,
) -> Iterator[tuple[int, int]]:
    """The characters of the warnings among blocks that follow one another. `before`: where the text
    in front of the first one begins."""
    begun = None  # a line that is only a cue: "**Let op!**"
    for block in blocks:
        since = block.start if before is None else before
        if any(map(warns.match, parsed.text[since : block.start].splitlines())):
            begun = block.start  # "> [!WARNING]" is no block
        before = block.end
        cue = warns.match(parsed.text, block.start, block.end)
        if cue is not None and not _WORD.search(parsed.text, cue.end(), block.end):
            begun = block.start
        elif cue is not None or begun is not None:
            yield block.start if begun is None else begun, block.end
            begun = None


def _before(parsed: ParsedText, start: int) -> Sequence[Block]:
    """The blocks above the first step, from the heading on."""
    found: list[Block] = []
    for at in range(_first_from(parsed, start) - 1, -1, -1):
        if parsed.blocks[at].kind in _ENDS or parsed.blocks[at].kind in ITEMS:
            break
        found.append(parsed.blocks[at])
    return found[::-1]


def _behind(parsed: ParsedText, start: int, end: int) -> Iterator[Block]:
    """The blocks from `start` that end before `end` or another part of the page."""
    for at in range(_first_from(parsed, start), len(parsed.blocks)):
        block = parsed.blocks[at]
        if block.start >= end or block.kind in _ENDS or block.kind == "step":
            return
        yield block


def _first_from(parsed: ParsedText, start: int) -> int:
    """Which block is the first that does not begin before a character."""
    return bisect_left(parsed.blocks, start, key=lambda block: block.start)


@functools.cache
def _pattern(cues: frozenset[str]) -> regex.Pattern[str]:
    words = "|".join(regex.escape(each) for each in sorted(cues, key=lambda w: (-len(w), w)))
    return regex.compile(rf"{_MARKS}(?:{words})(?:\]|[ ]?[:!.–-]|[*_]+:?)", regex.IGNORECASE)
