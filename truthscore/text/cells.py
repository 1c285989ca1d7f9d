"""The cells of a table that say yes or no to what stands before their row and over their column.

"| Export | no | yes |" under "| | Basic | Plus |" says that there is no export in Basic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.labels import Words
from truthscore.text.model import ParsedText, is_word
from truthscore.text.rows import rows


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that says yes or no, by what stands before its row and over its column: each word by
    its form and lemma."""

    label: tuple[Words, ...]
    heading: tuple[Words, ...]

    def is_named(self, words: AbstractSet[str]) -> bool:
        """Whether all of its label and of its heading is among some words."""
        return not any(word.isdisjoint(words) for word in (*self.label, *self.heading))


def cells(parsed: ParsedText, language: LanguagePack) -> Iterator[Cell]:
    """The cells of a page's tables that say yes or no, in text order."""
    for place, row in rows(parsed).items():
        if row.heading is None or row.is_head:
            continue
        block = parsed.blocks[place]
        if not _says(parsed.text[block.start : block.end], language):
            continue
        label, heading = _title(parsed, row.label), _title(parsed, row.heading)
        if label and heading:
            yield Cell(label, heading)


def _says(text: str, language: LanguagePack) -> bool:
    said = text.strip(" *_`.").lower()
    answers = (
        language.replies.cell_yes,
        language.replies.yes,
        language.replies.cell_no,
        language.replies.no,
    )
    return any(said in each for each in answers)


def _title(parsed: ParsedText, tokens: Iterable[int]) -> tuple[Words, ...]:
    return tuple(
        frozenset(parsed.words_at((t,)))
        for t in tokens
        if not parsed.stops[t] and is_word(parsed.lowers[t])
    )
