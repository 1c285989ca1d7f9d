"""A text's tokens in columns: out of spaCy's documents, of a block of a page, of all blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import regex

from truthscore.text.lemmas import Lemmas
from truthscore.text.markup import plain
from truthscore.text.model import Block, ParsedText, shared, shared_numbers

if TYPE_CHECKING:
    from spacy.tokens import Doc

#: Tokens after which a sentence ends, whatever stands there: nobody writes one as long, and what
#: reads sentences may take quadratic time over one.
LONGEST_SENTENCE = 256
#: A sentence may end only behind one of these: within a line, a parser that splits "Business |
#: Central" is wrong, and a heading or list item that ends without a mark is a block of its own.
_SENTENCE_ENDS = frozenset(".!?…:;)]}\"'”’»")
#: Tokens that a colon leads in from, if it is to end a sentence: what stands behind "Klik op:" and
#: "Purpose:" is what they say.
LEAD_IN = 4
#: A word at the end of a sentence with its dot: spaCy leaves it to what looks like a short form
#: ("hr.") and behind a capital that ends a word ("DigiD."). "z.o.z." keeps its dots.
_ENDED = regex.compile(r"\p{L}[\p{L}\p{M}\p{N}&'’-]+\.")
#: What is read of each token, in one call: an attribute at a time takes three times as long.
_READ: list[int | str] = [
    "IDX", "LENGTH", "LOWER", "LEMMA", "POS", "DEP", "HEAD", "SENT_START", "IS_SPACE", "IS_STOP",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParsedBlocks:
    """The blocks of a parsed text by what they say; `numbers` are places in `parsed.blocks`."""

    parsed: ParsedText
    numbers: Mapping[str, int]


def numbered_blocks(parsed: ParsedText) -> dict[str, int]:
    """The `numbers` of `ParsedBlocks`; made once for a page."""
    said = (plain(parsed.text, block.start, block.end).text for block in parsed.blocks)
    return {text: number for number, text in enumerate(said)}


def _may_end(lowers: Sequence[str], start: int, end: int) -> bool:
    """Whether a sentence that begins at token `start` may end before token `end`."""
    sign = lowers[end - 1][-1]
    return sign in _SENTENCE_ENDS and (sign != ":" or end - 1 - start >= LEAD_IN)


def columns(doc: Doc, mending: Lemmas | None, meant: Mapping[int, str]) -> ParsedText:
    """The tokens of a document. `mending`: of lemmas that a pipeline has wrong; `meant`: by the
    place of a name's first character the word that it is read as."""
    rows = doc.to_array(_READ).tolist() if len(doc) else []
    names = doc.vocab.strings
    keep = [token for token, row in enumerate(rows) if not row[8]]
    place = {token: index for index, token in enumerate(keep)}
    kept = [rows[token] for token in keep]
    lowers = [names[row[2]] for row in kept]
    lemmas = [names[row[3]].lower() or lower for row, lower in zip(kept, lowers, strict=True)]
    sentences: list[tuple[int, int]] = []
    for index, row in enumerate(kept):
        if (
            index == 0
            or (row[7] == 1 and _may_end(lowers, sentences[-1][0], index))
            or index - sentences[-1][0] >= LONGEST_SENTENCE
        ):
            sentences.append((index, index + 1))
        else:
            sentences[-1] = (sentences[-1][0], index + 1)
    for _, end in sentences:  # "Dat doet HR.", "met DigiD.": the dot is no part of the name
        if _ENDED.fullmatch(lowers[end - 1]):
            lowers[end - 1] = lowers[end - 1][:-1]
            lemmas[end - 1] = lemmas[end - 1].removesuffix(".")
    pos = [names[row[4]] for row in kept]
    deps = [names[row[5]] for row in kept]
    heads = [place.get(token + _signed(rows[token][6]), place[token]) for token in keep]
    if any(end - start == LONGEST_SENTENCE for start, end in sentences):  # a tree was cut
        heads = [
            heads[token] if start <= heads[token] < end else token
            for start, end in sentences
            for token in range(start, end)
        ]
    if mending is not None:
        mending.mend(lemmas, lowers, pos, sentences)
    for index, row in enumerate(kept if meant else ()):
        if row[0] in meant:
            lowers[index] = lemmas[index] = meant[row[0]]
            pos[index] = "NOUN"
    return ParsedText(
        text="",
        starts=tuple([row[0] for row in kept]),
        ends=tuple([row[0] + row[1] for row in kept]),
        lowers=tuple(lowers),
        lemmas=tuple(lemmas),
        pos=tuple(pos),
        deps=tuple(deps),
        heads=tuple(heads),
        stops=tuple([row[9] == 1 for row in kept]),
        sentences=tuple(sentences),
    )


def columns_of(page: ParsedBlocks, text: str) -> ParsedText:
    """A block of a page as it came out of the pipeline: the reverse of `assemble`."""
    parsed = page.parsed
    block = parsed.blocks[page.numbers[text]]
    offsets = plain(parsed.text, block.start, block.end).offsets
    first, end = bisect_left(parsed.starts, block.start), bisect_left(parsed.starts, block.end)
    return ParsedText(
        text="",
        starts=tuple([bisect_left(offsets, at) for at in parsed.starts[first:end]]),
        ends=tuple([bisect_left(offsets, at - 1) + 1 for at in parsed.ends[first:end]]),
        lowers=parsed.lowers[first:end],
        lemmas=parsed.lemmas[first:end],
        pos=parsed.pos[first:end],
        deps=tuple(parsed.deps[first:end]),
        heads=tuple([head - first for head in parsed.heads[first:end]]),
        stops=parsed.stops[first:end],
        sentences=tuple(
            (start - first, stop - first)
            for start, stop in parsed.sentences
            if first <= start < end
        ),
    )


def flat(parsed: ParsedText) -> ParsedText:
    """One sentence without a tree: every word is its own root."""
    words = len(parsed.starts)
    return replace(
        parsed,
        deps=("",) * words,
        heads=tuple(range(words)),
        sentences=((0, words),) if words else (),
    )


def _signed(value: int) -> int:
    """spaCy's arrays are unsigned: a head to the left is 2**64 minus its distance."""
    return value if value < 2**63 else value - 2**64


def assemble(
    text: str, layout: tuple[Block, ...], parts: Sequence[tuple[ParsedText, tuple[int, ...]]]
) -> ParsedText:
    """A text of its blocks: the tokens of each, and where its characters stand in `text`."""
    starts: list[int] = []
    ends: list[int] = []
    lowers: list[str] = []
    lemmas: list[str] = []
    pos: list[str] = []
    deps: list[str] = []
    heads: list[int] = []
    stops: list[bool] = []
    sentences: list[tuple[int, int]] = []
    for part, offsets in parts:
        base = len(starts)
        starts.extend(offsets[start] for start in part.starts)
        ends.extend(offsets[end - 1] + 1 for end in part.ends)
        lowers.extend(part.lowers)
        lemmas.extend(part.lemmas)
        pos.extend(part.pos)
        deps.extend(part.deps)
        heads.extend([head + base for head in part.heads])
        stops.extend(part.stops)
        sentences.extend((start + base, end + base) for start, end in part.sentences)
    return ParsedText(
        text=text,
        starts=shared_numbers(starts),
        ends=shared_numbers(ends),
        lowers=shared(lowers),
        lemmas=shared(lemmas),
        pos=shared(pos),
        deps=shared(deps),
        heads=shared_numbers(heads),
        stops=tuple(stops),
        sentences=tuple(sentences),
        blocks=layout,
    )
