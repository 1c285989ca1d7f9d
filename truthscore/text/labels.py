"""What the rows, items, sections and pages of a context are called, and which of them is asked for.

"Hoe installeer ik op Android?" names one of "## Android" and "## iPhone", "what does Plus cost?" a
row of a table. What holds for the one beside it does not hold for this one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal

from truthscore.text.model import ParsedDocument, ParsedText, is_word
from truthscore.text.rows import Row, rows, sections

Words = frozenset[str]
Kind = Literal["row", "section", "page"]

#: What stands before a name that is marked as one.
MARKS = frozenset("*_`\"'“‘„«")
#: A label with more words is a sentence.
MOST_WORDS = 9
#: A word of a title that is no longer than this may be a preposition or an article.
SHORT = 3


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row, item or section with a label, from token `start` to `end`, or a whole page.

    `among`: the same for those beside it on the page. `label`: each of its words by form and lemma.
    """

    kind: Kind
    among: int
    start: int
    end: int
    label: tuple[Words, ...]


def labelled(document: ParsedDocument) -> tuple[Labelled, ...]:
    """The rows and items with a label that say something of it, the sections, and the page by its
    title."""
    parsed = document.parsed
    of_blocks = dict.fromkeys(row for row in rows(parsed).values() if not row.is_head)
    parts = sections(parsed)
    found = [
        *(_labelled(parsed, row, "row") for row in of_blocks),
        *(_labelled(parsed, row, "section") for row in parts),
    ]
    whole = range(len(parsed.lowers))
    if parts and parts[0].tokens == whole:
        found.append(_labelled(parsed, parts[0], "page"))
    elif title := _title(document):
        found.append(Labelled("page", 0, whole.start, whole.stop, title))
    told = {(each.kind, each.start): each for each in found if each is not None}
    return tuple(told[key] for key in sorted(told))


def _labelled(parsed: ParsedText, row: Row, kind: Kind) -> Labelled | None:
    label = tuple(_words(parsed, t) for t in row.label if _tells(parsed, t))
    said = len([t for t in row.label if is_word(parsed.lowers[t])])
    tells = any(_tells(parsed, t) for t in row.tokens if t not in row.label)
    if not label or said > MOST_WORDS or not tells:
        return None
    return Labelled(kind, row.among, row.tokens.start, row.tokens.stop, label)


def _title(document: ParsedDocument) -> tuple[Words, ...]:
    """The words of a title, which is not parsed: the page knows the lemmas of most, and which say
    nothing; of the others, a short one in small letters does not ("van", "the")."""
    parsed = document.parsed
    places = {lower: token for token, lower in enumerate(parsed.lowers)}
    label = []
    for word in filter(is_word, document.title.split()):
        token = places.get(word.lower())
        if token is None and (len(word) > SHORT or not word.islower()):
            label.append(frozenset({word.lower()}))
        elif token is not None and _tells(parsed, token):
            label.append(_words(parsed, token))
    return tuple(label) if len(label) <= MOST_WORDS else ()


def _tells(parsed: ParsedText, token: int) -> bool:
    return not parsed.stops[token] and is_word(parsed.lowers[token])


def _words(parsed: ParsedText, token: int) -> Words:
    return frozenset(parsed.words_at((token,)))


@dataclass(frozen=True, slots=True)
class Place:
    """A row, section or page, and the number of its document."""

    document: int
    row: Labelled

    def has(self, document: int, token: int) -> bool:
        """Whether a token of a document stands in it."""
        return document == self.document and self.row.start <= token < self.row.end


def groups(pages: Sequence[Sequence[Labelled]]) -> list[list[Place]]:
    """The rows of one table, the items of one list, the sections of one section, and the pages."""
    found: defaultdict[tuple[str, int, int], list[Place]] = defaultdict(list)
    for document, page in enumerate(pages):
        for row in page:
            of = (0, 0) if row.kind == "page" else (document, row.among)
            found[row.kind, *of].append(Place(document, row))
    return [group for group in found.values() if len(group) > 1]


def all_meant(
    pages: Sequence[Sequence[Labelled]], asked: Set[str]
) -> list[tuple[list[Place], Place]]:
    """The groups of which the question names one row, section or page, and that one."""
    found = ((group, meant(group, asked)) for group in groups(pages))
    return [(group, place) for group, place in found if place is not None]


def meant(group: Sequence[Place], asked: Set[str]) -> Place | None:
    """The row whose label has all that the question names of any label beside it, and more, or the
    only one of whose label it names several words and all; of a section or page it names all: a
    heading may be about anything."""
    known = [each for each in group if is_whole(each.row, asked)]
    if len(known) == 1 and known[0].row.kind == "row":
        return known[0]  # "Loop detected" beside "Address in use", for an address
    named = [
        [word for word in label if not word.isdisjoint(asked)]
        for label in _alike([each.row.label for each in group])
    ]
    most = max(range(len(group)), key=lambda place: len(named[place]))
    for place, each in enumerate(named):
        if place != most and not (_has(named[most], each) and not _has(each, named[most])):
            return None
    best = group[most].row
    whole = not any(word.isdisjoint(asked) for word in best.label)
    return group[most] if whole or best.kind == "row" else None


def is_whole(row: Labelled, asked: Set[str]) -> bool:
    """Whether a label has several words, all among those asked."""
    return len(row.label) > 1 and not any(word.isdisjoint(asked) for word in row.label)


def _alike(labels: Sequence[Sequence[Words]]) -> list[list[Words]]:
    """The words of labels with the forms that the same word has in any of them: a pipeline finds
    the lemma of "Closed" in one and not in the next."""
    words = frozenset().union(*labels)
    return [
        [
            frozenset().union(*(each for each in words if not each.isdisjoint(word)))
            for word in label
        ]
        for label in labels
    ]


def _has(these: Sequence[Words], those: Sequence[Words]) -> bool:
    """Whether each of some words is among others."""
    return all(any(not one.isdisjoint(other) for other in these) for one in those)
