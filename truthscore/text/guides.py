"""Guides: the numbered, bulleted and inline steps by which texts tell how to do something."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import regex

from truthscore.text.model import ITEMS, Block, ParsedText

#: The number of a step behind another mark: "## 2. Klik ...", "- 2) Klik ...", "| 2. Klik ... |";
#: what follows it must be a sentence, for headings and cells that number themselves do no steps.
_NUMBER = regex.compile(r"(\d{1,2})[.)]\s+(?=\S)")
_SENTENCE_ENDS = (".", "!", ".*", ".**")
#: `1. … 2. … 3. …` or `1) … 2) …` inside one paragraph.
_INLINE = regex.compile(r"(?:(?<=^)|(?<=[\s(]))(\d{1,2})[.)]\s+(?=\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Characters `start` to `end` of one step, marker left out, and the tokens within them."""

    start: int
    end: int
    tokens: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """Steps in order; `numbered` is False for bullets."""

    steps: tuple[Step, ...]
    numbered: bool


def guides(parsed: ParsedText, min_steps: int, link_headings: frozenset[str]) -> tuple[Guide, ...]:
    """The guides of a text with at least `min_steps` steps, in text order.

    A list below a heading of `link_headings` ("zie ook", "see also") is a list of links, not a
    guide. Explanations indented below a step, or between two steps that number on, belong to the
    guide but are no step.
    """
    found = []
    for numbered, spans in _runs(parsed, link_headings):
        steps = tuple(
            Step(start=start, end=end, tokens=_tokens(parsed, start, end)) for start, end in spans
        )
        if len(steps) >= min_steps:
            found.append(Guide(steps=steps, numbered=numbered))
    return tuple(found)


def _runs(
    parsed: ParsedText, link_headings: frozenset[str]
) -> Iterator[tuple[bool, list[tuple[int, int]]]]:
    run: list[Block] = []
    links = False
    for block in map(partial(_as_step, parsed.text), parsed.blocks):
        if block.kind == "bullet" and (inline := _inline(parsed.text, block)):
            if run:
                yield _spans(run)
                run = []
            yield True, inline
            continue
        if block.kind in ITEMS:
            if run and not _continues(run, block):
                if block.level > run[-1].level:
                    continue  # a list below a step explains that step
                yield _spans(run)
                run = []
            if not links:
                run.append(block)
            continue
        written = parsed.text[block.start : block.end].strip("*_# ")
        if written.rstrip(":*_ ").casefold() in link_headings:
            links = True
        elif block.kind == "heading" or written.endswith(":"):
            links = False
        if block.kind == "paragraph":
            inline = _inline(parsed.text, block)
            if inline:
                if run:
                    yield _spans(run)
                    run = []
                yield True, inline
                continue
        if run and (block.kind == "heading" or run[-1].kind == "bullet"):
            yield _spans(run)
            run = []
    if run:
        yield _spans(run)


def _as_step(text: str, block: Block) -> Block:
    """A heading, cell or bullet that is a numbered sentence is a step in another dress."""
    if block.kind not in {"heading", "cell", "bullet"}:
        return block
    number = _NUMBER.match(text, block.start, block.end)
    if number is None or not text.endswith(_SENTENCE_ENDS, number.end(), block.end):
        return block
    return replace(block, kind="step", start=number.end(), level=0, number=int(number[1]))


def _continues(run: list[Block], block: Block) -> bool:
    last = run[-1]
    if block.kind != last.kind or block.level != last.level:
        return False
    if block.number is None or last.number is None:
        return True
    # Markdown lets every step say `1.`; otherwise numbers go up by one.
    return block.number == last.number + 1 or (
        block.number == 1 and run[0].number == 1 == last.number
    )


def _spans(run: list[Block]) -> tuple[bool, list[tuple[int, int]]]:
    return run[0].kind == "step", [(block.start, block.end) for block in run]


def _inline(text: str, block: Block) -> list[tuple[int, int]]:
    marks: list[regex.Match[str]] = []
    for match in _INLINE.finditer(text, block.start, block.end):
        if int(match[1]) == len(marks) + 1:
            marks.append(match)
    if len(marks) < 2:
        return []
    ends = [mark.start() for mark in marks[1:]] + [block.end]
    return [
        (mark.end(), mark.end() + len(text[mark.end() : end].rstrip()))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _tokens(parsed: ParsedText, start: int, end: int) -> tuple[int, int]:
    return bisect_left(parsed.starts, start), bisect_left(parsed.starts, end)
