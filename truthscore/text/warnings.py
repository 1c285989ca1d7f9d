"""Warnings at the steps of a guide: "Let op: ...", "> [!WARNING]", "Note: ..." (paper, §8.3: side
effects of a solution, which people overlook too).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import regex

from truthscore.text.guides import Guide
from truthscore.text.model import Block, ParsedText

#: Blocks that a step or another part of the page begins with.
_ENDS = frozenset({"heading", "cell", "code"})
#: What may stand before the word that warns: a quotation mark of Markdown, marks, "[!".
_MARKS = r"[>*_\s]*(?:\[!)?[*_]*"

_WORD = regex.compile(r"\w")


def at_steps(
    parsed: ParsedText, guide: Guide, cues: frozenset[str]
) -> Iterator[tuple[int, int, int]]:
    """The warnings of a guide: number of the step, from 0, and the characters of each.

    A warning stands at a step when it begins with one of `cues` (in small letters) and comes behind
    the step and before the next one; at the last step only when it is indented like what belongs
    to it: what follows at the margin is of the whole page.
    """
    warns = _pattern(cues)
    steps = guide.steps
    for number, step in enumerate(steps):
        last = number + 1 == len(steps)
        end = len(parsed.text) if last else steps[number + 1].start
        begun = None  # a line that is only a cue: "**Let op!**"
        before = step.end
        for block in _behind(parsed, step.end, end):
            if last and not _indented(parsed.text, block):
                break
            if any(map(warns.match, parsed.text[before : block.start].splitlines())):
                begun = block.start  # "> [!WARNING]" is no block
            before = block.end
            cue = warns.match(parsed.text, block.start, block.end)
            if cue is not None and not _WORD.search(parsed.text, cue.end(), block.end):
                begun = block.start
            elif cue is not None or begun is not None:
                yield number, block.start if begun is None else begun, block.end
                begun = None


def _behind(parsed: ParsedText, start: int, end: int) -> Iterator[Block]:
    """The blocks from `start` that end before `end` or another part of the page."""
    for block in parsed.blocks:
        if block.start < start:
            continue
        if block.start >= end or block.kind in _ENDS:
            return
        yield block


def _indented(text: str, block: Block) -> bool:
    line = text.rfind("\n", 0, block.start) + 1
    return text[line : block.start + 1][:1].isspace()


@functools.cache
def _pattern(cues: frozenset[str]) -> regex.Pattern[str]:
    words = "|".join(regex.escape(each) for each in sorted(cues, key=lambda w: (-len(w), w)))
    return regex.compile(rf"{_MARKS}(?:{words})(?:\]|[ ]?[:!.–-]|[*_]+:?)", regex.IGNORECASE)
