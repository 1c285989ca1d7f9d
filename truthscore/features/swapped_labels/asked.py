"""The row that was asked about, told with what the page says in another one.

"What is support like with Plus?", "By telephone, day and night", which is the row of another plan:
the answer names nothing, so only the question tells which row, item or section it should be. Plain
sentences are not held against each other so: the one behind the thing often tells more of it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.profile import SwappedLabels
from truthscore.text.alignment import Unit, is_claim, weight
from truthscore.text.definitions import MAX_WORDS
from truthscore.text.model import ParsedText, is_word
from truthscore.text.rows import Row, rows, sections

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row, item or section with a label, from token `start` to `end`.

    `among`: the same for those beside it. `label`: the words of the label, each by its form and
    lemma; `words`: those of the whole row, in one set. `section`: whether it is one.
    """

    among: int
    start: int
    end: int
    label: tuple[Words, ...]
    words: Words
    section: bool


def labelled(parsed: ParsedText) -> tuple[Labelled, ...]:
    """The rows and items with a label that say something of it, and the sections, in text order."""
    of_blocks = dict.fromkeys(row for row in rows(parsed).values() if not row.is_head)
    found = [
        *(_labelled(parsed, row, section=False) for row in of_blocks),
        *(_labelled(parsed, row, section=True) for row in sections(parsed)),
    ]
    told = {(each.start, each.section): each for each in found if each is not None}
    return tuple(told[key] for key in sorted(told))


def _labelled(parsed: ParsedText, row: Row, *, section: bool) -> Labelled | None:
    label = tuple(_words(parsed, [t]) for t in row.label if _tells(parsed, t))
    words = _words(parsed, row.tokens)
    said = sum(is_word(parsed.lowers[t]) for t in row.label)
    if not label or said > MAX_WORDS or not words.difference(*label):
        return None
    return Labelled(row.among, row.tokens.start, row.tokens.stop, label, words, section)


def _tells(parsed: ParsedText, token: int) -> bool:
    return not parsed.stops[token] and is_word(parsed.lowers[token])


def _words(parsed: ParsedText, tokens: Iterable[int]) -> Words:
    return frozenset(
        word for t in tokens if _tells(parsed, t) for word in (parsed.lowers[t], parsed.lemmas[t])
    )


@dataclass(frozen=True, slots=True)
class Mistaken:
    """What the answer says, the row that was asked about, and the one that is told.

    `document`: the number of their page. `told` is None where the statement is not from another
    row.
    """

    said: tuple[Unit, ...]
    document: int
    asked: Labelled
    told: Labelled | None


def mistaken(
    inputs: Inputs, pages: Sequence[Sequence[Labelled]], settings: SwappedLabels
) -> Mistaken | None:
    """The row that the question names, and the one that the answer tells: its first statement, or
    all of them.

    None when the question names no row of `pages`, or as much of several.
    """
    if not any(pages):
        return None
    asked = _asked(inputs)
    units = [unit for unit in inputs.aligned.units if unit.content]
    found: Mistaken | None = None
    for document, page in enumerate(pages):
        groups: defaultdict[tuple[bool, int], list[Labelled]] = defaultdict(list)
        for row in page:
            groups[row.section, row.among].append(row)
        for group in groups.values():
            meant = _meant(group, asked)
            if meant is None:
                continue
            found = found or Mistaken((), document, meant, None)
            # The answer may begin with what another section says of all of them.
            for said in (units,) if meant.section else (units[:1], units):
                told = _told(inputs, said, asked, group, meant, settings)
                if told is not None:
                    return Mistaken(tuple(said), document, meant, told)
    return found


def _asked(inputs: Inputs) -> Words:
    """What the question names, in the words of the pages."""
    asked = inputs.question
    found: set[str] = set()
    for token, lower in enumerate(asked.lowers):
        code = any(map(str.isdigit, lower))  # "A2" is a name as well
        if code or is_claim(asked, token, inputs.language):
            word = lower, asked.lemmas[token]
            found.update(word, inputs.aligned.context.family(word))
    return frozenset(found)


def _family(inputs: Inputs, token: int) -> Words:
    answer = inputs.answer
    return frozenset(inputs.aligned.context.family((answer.lowers[token], answer.lemmas[token])))


def _meant(group: Sequence[Labelled], asked: Words) -> Labelled | None:
    """The row whose label has all that the question names of any label beside it, and more; of a
    section it names all: a heading may be about anything."""
    named = [frozenset().union(*row.label) & asked for row in group]
    most = max(range(len(group)), key=lambda place: len(named[place]))
    others = (each for place, each in enumerate(named) if place != most)
    if len(group) < 2 or not all(each < named[most] for each in others):
        return None
    meant = group[most]
    whole = not any(word.isdisjoint(asked) for word in meant.label)
    return meant if whole or not meant.section else None


def _told(
    inputs: Inputs,
    said: Sequence[Unit],
    asked: Words,
    group: Sequence[Labelled],
    meant: Labelled,
    settings: SwappedLabels,
) -> Labelled | None:
    """The other row that tells what is said, where the one that is meant does not."""
    code, lowers = inputs.language.code, inputs.answer.lowers
    families = {token: _family(inputs, token) for unit in said for token in unit.content}
    own = {t: forms for t, forms in families.items() if forms and forms.isdisjoint(asked)}
    weights = {token: weight(lowers[token], code) for token in own}
    total = math.fsum(weights.values())
    if total < settings.asked_weight:
        return None
    here = {token for token, forms in own.items() if not forms.isdisjoint(meant.words)}
    best: tuple[float, Labelled] | None = None
    for row in group:
        there = {token for token, forms in own.items() if not forms.isdisjoint(row.words)}
        if row is meant or not here < there:
            continue
        share, lead = (
            math.fsum(weights[token] for token in tokens) / total
            for tokens in (there, there - here)
        )
        if share >= settings.verbatim and lead >= settings.lead and (not best or share > best[0]):
            best = share, row
    return None if best is None else best[1]
