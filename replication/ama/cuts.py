"""What cutting help pages into chunks leaves whole, for each column of the paper's Table 1.

    python -m replication.ama.cuts --data ../shared/data

Tables and numbered steps are found here by reading lines, apart from the chunker. A table is a run
of lines that begin with `|`; a step is a line that begins with a number and a dot or bracket, with
the lines indented below it up to a table or code. Printed for each help centre and preset: chunks;
tables that a chunk has room for, and how many of them stand whole in no chunk; the same of steps;
chunks whose span does not slice their page. The last figures of the three must be 0; the exit code
is 1 where one is not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from replication.ama.retrieval import CENTRES, read_pages
from replication.folders import folder_with
from truthscore.retrieve.chunking import PRESETS, Cutting, chunks
from truthscore.retrieve.retriever import Chunk
from truthscore.text.markup import normalise
from truthscore.text.pieces import words
from truthscore.types import ContextDocument

#: Signs by which a line stands further in than its step; with one sign, Markdown has it stand below
#: the list.
BELOW = 2
#: How a line of code is told.
CODE = "```"
_ROW = re.compile(r"\s*\|")
_FENCE = re.compile(r"\s*(```|~~~)")
_OTHER = re.compile(r"\s*(\||```)")
_STEP = re.compile(r"(\s*)\d{1,3}[.)]\s+\S")

Stretch = tuple[int, int]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("helpcentre/*.jsonl.gz"), required=True)
    args = parser.parse_args()
    print(
        f"{'':<20}{'preset':>7}{'pages':>7}{'chunks':>8}"
        f"{'tables':>8}{'cut':>5}{'steps':>8}{'cut':>5}{'odd spans':>11}"
    )
    wrong = 0
    for lang in ("nl", "en"):
        for name in CENTRES:
            pages = [page for page in read_pages(args.data, lang) if page.id.startswith(name)]
            for preset, cutting in PRESETS.items():
                found = [counted(page, cutting) for page in pages]
                total = [sum(column) for column in zip(*found, strict=True)]
                cut, tables, torn, steps, torn_steps, odd = total
                wrong += torn + torn_steps + odd
                print(
                    f"{f'{name}_{lang}':<20}{preset:>7}{len(pages):>7}{cut:>8}"
                    f"{tables:>8}{torn:>5}{steps:>8}{torn_steps:>5}{odd:>11}",
                    flush=True,
                )
    return int(wrong > 0)


def counted(page: ContextDocument, cutting: Cutting) -> tuple[int, int, int, int, int, int]:
    """The figures of one page, as they are printed."""
    text = normalise(page.text)
    cut = list(chunks(page, cutting))
    odd = sum(text[each.span.start : each.span.end] != each.text for each in cut)
    tables = [each for each in tables_of(text) if fits(text, each, cutting)]
    steps = [each for each in steps_of(text) if fits(text, each, cutting)]
    return len(cut), len(tables), torn(tables, cut), len(steps), torn(steps, cut), odd


def fits(text: str, stretch: Stretch, cutting: Cutting) -> bool:
    """Whether a chunk of its own has room for it."""
    start, end = stretch
    return end - start <= cutting.characters and len(words(text[start:end])) <= cutting.words


def torn(stretches: Sequence[Stretch], cut: Sequence[Chunk]) -> int:
    """How many stretches stand whole in no chunk."""
    spans = [(each.span.start, each.span.end) for each in cut]
    return sum(
        not any(first <= start and end <= last for first, last in spans) for start, end in stretches
    )


def lines_of(text: str) -> list[tuple[int, int, str]]:
    """Start and end of each line, without the space at its end, and the line; of code the sign that
    it begins with."""
    found, at, fenced = [], 0, False
    for line in text.splitlines(keepends=True):
        fence = bool(_FENCE.match(line))
        said = CODE if fence or fenced else line.rstrip()
        fenced ^= fence
        found.append((at, at + len(line.rstrip()), said))
        at += len(line)
    return found


def tables_of(text: str) -> Iterator[Stretch]:
    for is_row, lines in groupby(lines_of(text), lambda each: bool(_ROW.match(each[2]))):
        if is_row:
            kept = list(lines)
            yield kept[0][0], kept[-1][1]


def steps_of(text: str) -> Iterator[Stretch]:
    """Each numbered line with what is indented more than it below, tables and code left out."""
    lines = lines_of(text)
    for at, (start, end, said) in enumerate(lines):
        step = _STEP.match(said)
        if not step:
            continue
        for _, last, below in lines[at + 1 :]:
            if not below.strip():
                continue
            if len(below) - len(below.lstrip()) < len(step[1]) + BELOW or _OTHER.match(below):
                break
            end = last
        yield start, end


if __name__ == "__main__":
    sys.exit(main())
