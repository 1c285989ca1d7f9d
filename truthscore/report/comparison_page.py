"""The page of a comparison: what changed between two versions of a chatbot, worst first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from truthscore.evaluate.compare import Change, Comparison, Difference
from truthscore.evaluate.figures import p_value, signed, two
from truthscore.report import markdown, page
from truthscore.report import texts as wordings
from truthscore.text.markup import normalise
from truthscore.types import Example

TEMPLATE = "comparison.html.jinja"
#: Rows shown of each kind; a browser stays quick, and nobody reads more.
MOST = 500


#: Answers that share less than this part of their words are shown without marks: nearly all of them
#: would be marked.
ALIKE = 0.5
#: Words of an answer above which nothing is marked: to lay two such texts side by side takes long.
MOST_WORDS = 2_000
_WORD = regex.compile(r"\s+|[\w'’-]+|[^\w\s]")
#: A stretch of an answer, and whether the other answer lacks it.
Piece = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Row:
    """One row that changed; texts are empty where only scores were given, and else in pieces: those
    that only one of the two answers has, and those of both."""

    change: Change
    question: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    told: tuple[str, ...]


def render(
    found: Comparison,
    *,
    name: str,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
    lang: str = "en",
) -> str:
    """The page as HTML text; `reasons` is what was found against the answers of the later side."""
    words = wordings.load(lang)
    t = words.comparison
    values = {
        "c": found,
        "name": name,
        "lang": lang,
        "t": t,
        "headline": _headline(found.whole, t),
        "types": words.types,
        "decisions": words.decisions,
        "groups": (
            (t["by_type"], words.types, found.by_type),
            (t["by_page"], {}, found.by_page),
            (t["by_version"], {}, found.by_version),
        ),
        "parts": tuple(
            (title, len(changes), [_row(each, texts, reasons) for each in changes[:MOST]])
            for title, changes in (
                (t["fell"], found.fell),
                (t["lost"], found.lost),
                (t["rose"], found.rose),
                (t["won"], found.won),
            )
        ),
    }
    return page.render(
        TEMPLATE,
        values,
        {
            "signed": signed,
            "p": p_value,
            "stars": lambda value: t["no_stars"] if value is None else two(value),
        },
    )


def _row(
    change: Change,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
) -> Row:
    before, after = (side.get(change.id) for side in texts)
    either = after or before
    sides = beside(*("" if each is None else _plain(each.answer) for each in (before, after)))
    return Row(
        change,
        "" if either is None else normalise(either.question),
        *sides,
        reasons.get(change.id, ()),
    )


def beside(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Two answers in pieces, with a mark on what the other one lacks; both whole and without marks
    where they have too little in common. Joined, the pieces are the answer."""
    mine, theirs = _WORD.findall(before), _WORD.findall(after)
    plain = tuple(((text, False),) if text else () for text in (before, after))
    if max(len(mine), len(theirs)) > MOST_WORDS:
        return plain[0], plain[1]
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    if matcher.ratio() < ALIKE:
        return plain[0], plain[1]
    one: list[Piece] = []
    other: list[Piece] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        for pieces, words in ((one, mine[i1:i2]), (other, theirs[j1:j2])):
            if words:
                pieces.append(("".join(words), tag != "equal" and not "".join(words).isspace()))
    return tuple(one), tuple(other)


def _headline(whole: Difference, t: Mapping[str, str]) -> str:
    """Whether the answers got better, in words: no interval, no verdict."""
    if whole.low is None or whole.high is None:
        return t["too_few"]
    return t["better" if whole.low > 0.0 else "worse" if whole.high < 0.0 else "alike"]


def _plain(answer: str) -> str:
    """An answer without the signs of its Markdown."""
    return "".join(markdown.readable(normalise(answer), 0, 0))
