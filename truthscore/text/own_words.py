"""What an answer says in its own words: the answer without what it copies.

A copied sentence is true and proves nothing about the sentence beside it. An answer that hides a
lie among pasted pages must not be judged by the pages.
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from truthscore.text.model import ParsedText

#: Words from which a sentence counts as copied wherever they stand in a row; a shorter one must be
#: a whole sentence of the source ("Ja" stands somewhere on every page).
MIN_RUN = 4
#: Words of a line from which it can be told whether a source's words stand in it in no order.
MIN_SHUFFLED = 4
#: What a product of shares may be off by.
_ROUNDING = 1e-9
#: What is quoted as one thing, whatever full stops stand in it: a message of the program.
_QUOTED = re.compile(r'"[^"\n]{1,300}"|“[^“”\n]{1,300}”|„[^“”„\n]{1,300}[“”]|«[^«»\n]{1,300}»')
#: The words of a token that holds signs: "doen**|**zie", "u.s.".
_PIECES = re.compile(r"[^\W_]+")
#: The number of a step that is told within a line; on the page it stands before the sentence.
_NUMBER = re.compile(r"^ \d{1,3} ")
#: What names a source in an answer; no word of what is said.
_CITATION = re.compile(r"\[\^?\d{1,3}\](?!\()")


@dataclass(frozen=True, slots=True)
class Said:
    """What a source says, in words without signs: its short sentences, and all of it in a row."""

    short: frozenset[str]
    running: str


def said(source: ParsedText) -> Said:
    """What can be copied from a source; made once for a page."""
    sentences = (_words(source, *sentence) for sentence in source.sentences)
    short = frozenset(each for each in sentences if not _is_run(each))
    return Said(short, _words(source, 0, len(source.lowers)))


def _is_run(words: str) -> bool:
    return words.count(" ") > MIN_RUN  # one more space than words


def _is_letter(words: str) -> bool:
    """Whether they are one letter, which says nothing: it heads a column or marks an item."""
    word = words.strip()
    return len(word) == 1 and word.isalpha()


def own_words(
    answer: ParsedText, sources: Sequence[Said], shuffled_pairs: float
) -> ParsedText | None:
    """`answer` without the sentences that stand word for word in one of `sources`.

    A line of a source's words in no order is copied too: whoever shuffles what is true says nothing
    of his own. Less than `shuffled_pairs` (a share, 0 to 1) of its pairs of neighbours are
    neighbours there; a sentence put in other words keeps more of them, or has words of its own.
    Offsets stay those of the answer's text, in which the copied sentences are blank. None when
    nothing is copied; a text without sentences when everything is.
    """
    known = {" ": True}  # signs alone say nothing

    def copied(words: str) -> bool:
        if words not in known:
            long = _is_run(words)
            known[words] = _is_letter(words) or any(
                words in (source.running if long else source.short) for source in sources
            )
        return known[words]

    cited = _cited(answer)

    def is_copied(start: int, end: int) -> bool:
        if copied(_once(_NUMBER.sub(" ", _words(answer, start, end)))):
            return True
        bare = [token for token in range(start, end) if token not in cited]
        return len(bare) < end - start and copied(
            _NUMBER.sub(" ", _told(answer.lowers[token] for token in bare))
        )

    own = [each for each in answer.sentences if not is_copied(*each)]
    shuffled = {
        each
        for line in _lines(answer, own)
        if _is_shuffled(
            [word for each in line for word in _words(answer, *each).split()],
            sources,
            shuffled_pairs,
        )
        for each in line
    }
    own = [each for each in own if each not in shuffled]
    kept = _with_quotes(answer, own)
    return None if len(kept) == len(answer.sentences) else _only(answer, kept)


def _lines(answer: ParsedText, own: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The sentences of `own` that stand on one line together."""
    line: list[tuple[int, int]] = []
    for each in own:
        if line and "\n" in answer.text[answer.ends[line[-1][1] - 1] : answer.starts[each[0]]]:
            yield line
            line = []
        line.append(each)
    if line:
        yield line


def _is_shuffled(line: Sequence[str], sources: Sequence[Said], shuffled_pairs: float) -> bool:
    """Whether a line has the words of one source, and not their order."""
    return len(line) >= MIN_SHUFFLED and any(
        all(f" {word} " in source.running for word in line)
        and not _has(source.running, [*map(" ".join, itertools.pairwise(line))], shuffled_pairs)
        for source in sources
    )


def _has(running: str, pieces: Sequence[str], share: float) -> bool:
    """Whether so large a share of `pieces` stands in a text; looks no further than it takes."""
    lacking = math.floor((1.0 - share) * len(pieces) + _ROUNDING)
    for piece in pieces:
        if f" {piece} " not in running:
            lacking -= 1
            if lacking < 0:
                return False
    return True


def _with_quotes(answer: ParsedText, own: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """`own` and the sentences that stand in one quotation with one of them: half a message would
    be another message."""
    if len(own) == len(answer.sentences):
        return own
    kept = set(own)
    for quoted in _QUOTED.finditer(answer.text):
        inside = [
            (start, end)
            for start, end in answer.sentences
            if answer.starts[start] < quoted.end() and answer.ends[end - 1] > quoted.start()
        ]
        if not kept.isdisjoint(inside):
            kept.update(inside)
    return sorted(kept)


def _cited(parsed: ParsedText) -> frozenset[int]:
    """The tokens of citations like "[1]"."""
    if "[" not in parsed.text:
        return frozenset()
    spans = [match.span() for match in _CITATION.finditer(parsed.text)]
    return frozenset(
        token
        for start, end in spans
        for token in range(bisect_left(parsed.starts, start), bisect_left(parsed.starts, end))
    )


def _words(parsed: ParsedText, start: int, end: int) -> str:
    return _told(parsed.lowers[start:end])


def _told(forms: Iterable[str]) -> str:
    """The words without signs, a space around each."""
    words = list(filter(None, map(_plain, forms)))
    return f" {' '.join(words)} " if words else " "


def _plain(form: str) -> str:
    """The words of a token, "" for a sign; one with a figure stays as it is: "-5" is not "5"."""
    if form.isalnum() or any(map(str.isdigit, form)):
        return form  # most
    return " ".join(_PIECES.findall(form))


def _once(words: str) -> str:
    """What is said over and over again in one sentence, said once."""
    said = words.split()
    if not said:
        return words
    repeats = [0]  # per word, how long a row up to it repeats the beginning
    for word in said[1:]:
        long = repeats[-1]
        while long and word != said[long]:
            long = repeats[long - 1]
        repeats.append(long + (word == said[long]))
    period = len(said) - repeats[-1]
    return words if period * 2 > len(said) else f" {' '.join(said[:period])} "


def _only(parsed: ParsedText, kept: list[tuple[int, int]]) -> ParsedText:
    tokens = [token for sentence in kept for token in range(*sentence)]
    place = {token: new for new, token in enumerate(tokens)}
    starts = [parsed.starts[token] for token in tokens]
    blocks = [
        block
        for block in parsed.blocks
        if (at := bisect_left(starts, block.start)) < len(starts) and starts[at] < block.end
    ]
    return replace(
        parsed,
        text=_blanked(parsed, kept),
        starts=tuple(starts),
        ends=tuple(parsed.ends[token] for token in tokens),
        lowers=tuple(parsed.lowers[token] for token in tokens),
        lemmas=tuple(parsed.lemmas[token] for token in tokens),
        pos=tuple(parsed.pos[token] for token in tokens),
        deps=tuple(parsed.deps[token] for token in tokens),
        # A head in a sentence that was left out: the token heads itself.
        heads=tuple(place.get(parsed.heads[token], at) for at, token in enumerate(tokens)),
        stops=tuple(parsed.stops[token] for token in tokens),
        sentences=tuple((place[start], place[end - 1] + 1) for start, end in kept),
        blocks=tuple(blocks),
    )


def _blanked(parsed: ParsedText, kept: list[tuple[int, int]]) -> str:
    """The text with spaces for the sentences that were left out; lines stay lines."""
    left_out = sorted(set(parsed.sentences) - set(kept))
    pieces: list[str] = []
    position = 0
    for start, end in left_out:
        begin, stop = parsed.starts[start], parsed.ends[end - 1]
        pieces.append(parsed.text[position:begin])
        pieces.append("".join("\n" if each == "\n" else " " for each in parsed.text[begin:stop]))
        position = stop
    return "".join((*pieces, parsed.text[position:]))
