"""What an answer says in its own words: the answer without what it copies.

A copied sentence is true and proves nothing about the sentence beside it. An answer that hides a
lie among pasted pages must not be judged by the pages.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from truthscore.text.model import ParsedText

#: The words of a sentence, without signs.
_Words = tuple[str, ...]


def own_words(answer: ParsedText, sources: Iterable[ParsedText]) -> ParsedText | None:
    """`answer` without the sentences that stand word for word in one of `sources`.

    Offsets stay those of the answer's text. None when nothing is copied; a text without sentences
    when everything is.
    """
    known = {_words(each, *sentence) for each in sources for sentence in each.sentences}
    known.add(())  # signs alone say nothing
    kept = [sentence for sentence in answer.sentences if _words(answer, *sentence) not in known]
    if len(kept) == len(answer.sentences):
        return None
    return _only(answer, kept)


def _words(parsed: ParsedText, start: int, end: int) -> _Words:
    return tuple(word for word in parsed.lowers[start:end] if any(map(str.isalnum, word)))


def _only(parsed: ParsedText, kept: list[tuple[int, int]]) -> ParsedText:
    tokens = [token for sentence in kept for token in range(*sentence)]
    place = {token: new for new, token in enumerate(tokens)}
    starts = [parsed.starts[token] for token in tokens]
    return ParsedText(
        text=parsed.text,
        starts=tuple(starts),
        ends=tuple(parsed.ends[token] for token in tokens),
        lowers=tuple(parsed.lowers[token] for token in tokens),
        lemmas=tuple(parsed.lemmas[token] for token in tokens),
        pos=tuple(parsed.pos[token] for token in tokens),
        deps=tuple(parsed.deps[token] for token in tokens),
        # A head in a sentence that was left out: the token heads itself.
        heads=tuple(place.get(parsed.heads[token], place[token]) for token in tokens),
        stops=tuple(parsed.stops[token] for token in tokens),
        sentences=tuple((place[start], place[end - 1] + 1) for start, end in kept),
        blocks=tuple(
            block
            for block in parsed.blocks
            if (at := bisect_left(starts, block.start)) < len(starts) and starts[at] < block.end
        ),
    )
