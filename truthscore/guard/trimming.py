"""The answer without its unsupported sentences, when what is left can stand by itself.

Sentences that carry bad evidence go, and with each the sentences behind it that lean on it
("Daarna ...", "It ...") and a line that only announces it (":"). Two things are never taken out: a
step of a guide, for a guide that lacks a step is another guide, and the first sentence, for it
answers the question and without it the rest answers another one.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from truthscore.guard.judgement import BAD
from truthscore.text.markup import blocks
from truthscore.types import ANSWER, Span, Verdict

_FIRST_WORD = regex.compile(r"[\p{L}\d]+(?:['’-][\p{L}\d]+)*")
_BLANK_LINES = regex.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LIST_MARK = regex.compile(r"[ \t]*(?:[-*+•–]|\d{1,3}[.)])?[ \t*_]*$")


def trim(
    answer: str,
    sentences: Sequence[Span],
    verdict: Verdict,
    *,
    features: Sequence[str],
    leaning: frozenset[str],
    min_left: float,
) -> str | None:
    """`answer` (normalised) without the sentences that the evidence of `features` condemns.

    None when nothing is condemned, a step or the first sentence would go, or less than `min_left`
    of it would be left.
    """
    condemned = [
        each.span
        for name in features
        if name in verdict.features
        for each in verdict.features[name].evidence
        if each.role in BAD and each.span.source == ANSWER
    ]
    bad = _leaning_too(answer, sentences, _hit(sentences, condemned), leaning)
    if not bad or 0 in bad:
        return None
    steps = [block for block in blocks(answer) if block.kind == "step"]
    for number in bad:
        if any(_overlap(sentences[number], step.start, step.end) for step in steps):
            return None
    kept = _without(answer, [sentences[number] for number in sorted(bad)])
    return kept if kept and len(kept) >= min_left * len(answer.strip()) else None


def _hit(sentences: Sequence[Span], condemned: Sequence[Span]) -> set[int]:
    return {
        number
        for number, sentence in enumerate(sentences)
        if any(_overlap(sentence, span.start, span.end) for span in condemned)
    }


def _overlap(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


def _leaning_too(
    answer: str, sentences: Sequence[Span], bad: set[int], leaning: frozenset[str]
) -> set[int]:
    """With the sentences that lean on one that goes, and the lines that announce one."""
    all_bad = set(bad)
    for number, sentence in enumerate(sentences):
        if number - 1 in all_bad:
            first = _FIRST_WORD.search(answer, sentence.start, sentence.end)
            if first is not None and first[0].lower() in leaning:
                all_bad.add(number)
    for number in range(len(sentences) - 1, -1, -1):
        text = answer[sentences[number].start : sentences[number].end].rstrip(" *_")
        if number + 1 in all_bad and text.endswith(":"):
            all_bad.add(number)
    return all_bad


def _without(answer: str, gone: Sequence[Span]) -> str:
    pieces: list[str] = []
    position = 0
    for span in gone:
        before = answer[position : span.start]
        line = before.rpartition("\n")[2]
        if _LIST_MARK.fullmatch(line):  # the mark of a list item goes with it
            before = before[: len(before) - len(line)] + (" " if not line.strip() and line else "")
        pieces.append(before)
        position = span.end
        while position < len(answer) and answer[position] in '*_`.!?…"”’» \t':
            position += 1
        if not before.rpartition("\n")[2].strip() and answer.startswith("\n", position):
            position += 1  # a line that is empty now is none
    pieces.append(answer[position:])
    lines = (line.rstrip() for line in "".join(pieces).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()
