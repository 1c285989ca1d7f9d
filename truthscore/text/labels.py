"""What the rows and items of a context are called: what holds for one does not for the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.text.model import ParsedText, is_word
from truthscore.text.rows import Row, rows

Words = frozenset[str]

#: What stands before a name that is marked as one.
MARKS = frozenset("*_`\"'“‘„«")
#: A label with more words is a sentence.
MOST_WORDS = 9


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row or item with a label, from token `start` to `end`.

    `among`: the same for those beside it on the page. `label`: each of its words by form and lemma.
    """

    among: int
    start: int
    end: int
    label: tuple[Words, ...]


def labelled(parsed: ParsedText) -> tuple[Labelled, ...]:
    """The rows and items with a label that say something of it."""
    found = {
        row.tokens.start: _labelled(parsed, row) for row in rows(parsed).values() if not row.is_head
    }
    return tuple(each for _, each in sorted(found.items()) if each is not None)


def _labelled(parsed: ParsedText, row: Row) -> Labelled | None:
    label = tuple(_words(parsed, t) for t in row.label if _tells(parsed, t))
    said = len([t for t in row.label if is_word(parsed.lowers[t])])
    tells = any(_tells(parsed, t) for t in row.tokens if t not in row.label)
    if not label or said > MOST_WORDS or not tells:
        return None
    return Labelled(row.among, row.tokens.start, row.tokens.stop, label)


def _tells(parsed: ParsedText, token: int) -> bool:
    return not parsed.stops[token] and is_word(parsed.lowers[token])


def _words(parsed: ParsedText, token: int) -> Words:
    return frozenset(parsed.words_at((token,)))


@dataclass(frozen=True, slots=True)
class Place:
    """A row or item, and the number of its document."""

    document: int
    row: Labelled

    def has(self, document: int, token: int) -> bool:
        """Whether a token of a document stands in it."""
        return document == self.document and self.row.start <= token < self.row.end


def groups(pages: Sequence[Sequence[Labelled]]) -> list[list[Place]]:
    """The rows of one table, and the items of one list."""
    found: defaultdict[tuple[int, int], list[Place]] = defaultdict(list)
    for document, page in enumerate(pages):
        for row in page:
            found[document, row.among].append(Place(document, row))
    return [group for group in found.values() if len(group) > 1]
