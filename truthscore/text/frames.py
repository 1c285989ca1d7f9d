"""What a sentence says, slot by slot. A page is read so once in its life, an answer once per row.

`features/compare` holds the frames of an answer against those of its passage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.alignment import is_claim
from truthscore.text.amounts import Amount, amounts
from truthscore.text.cases import Cases, cases_of
from truthscore.text.cells import Cell, cells
from truthscore.text.clauses import Clause, clauses
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import ParsedText
from truthscore.text.rows import kind_at, rows


@dataclass(frozen=True, slots=True)
class Frame:
    """The slots of one sentence.

    `clauses`: its statements, each with what denies it and whether it sets a case; empty where it
    states nothing, as a heading does.
    `cases`: which of its words are said under which conditions, None for a sentence without.
    `amounts`: how many of what. `people`: its tokens for a role.
    """

    clauses: tuple[Clause, ...]
    cases: Cases | None
    amounts: tuple[Amount, ...]
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PageFrames:
    """The frame of each sentence of a page, its rows with a label, and its cells that say yes or
    no to their row and column."""

    sentences: tuple[Frame, ...]
    rows: tuple[Labelled, ...]
    cells: tuple[Cell, ...]


def frame(
    parsed: ParsedText,
    tokens: tuple[int, int],
    language: LanguagePack,
    claims: Sequence[int] | None = None,
    *,
    states: bool = True,
) -> Frame:
    """The frame of a sentence (`tokens`: its first one, and the one behind it).

    `claims`: those of its tokens that claim something, where that is known. `states`: whether it
    states anything.
    """
    if claims is None:
        claims = [t for t in range(*tokens) if is_claim(parsed, t, language)]
    lowers, lemmas, roles = parsed.lowers, parsed.lemmas, language.persons.roles
    return Frame(
        clauses=tuple(clauses(parsed, *tokens, language, claims)) if states else (),
        cases=cases_of(parsed, tokens, language, claims),
        amounts=tuple(amounts(parsed, tokens, language)),
        people=tuple(t for t in range(*tokens) if lowers[t] in roles or lemmas[t] in roles),
    )


def page_frames(parsed: ParsedText, language: LanguagePack) -> PageFrames:
    """The frames of a page's sentences, with its rows and cells."""
    silent = _heads(parsed) | _listed_cases(parsed, language)
    return PageFrames(
        sentences=tuple(
            frame(
                parsed,
                tokens,
                language,
                states=tokens[0] not in silent and not _titles(parsed, tokens, language),
            )
            for tokens in parsed.sentences
        ),
        rows=labelled(parsed),
        cells=tuple(cells(parsed, language)),
    )


def _heads(parsed: ParsedText) -> frozenset[int]:
    """The tokens of what stands over a column or before a row: "Referral needed" over a table with
    "no" in it states nothing."""
    return frozenset(
        t
        for row in rows(parsed).values()
        if row.is_head or (row.heading is not None and row.label != row.tokens)
        for t in (row.tokens if row.is_head else row.label)
    )


def _listed_cases(parsed: ParsedText, language: LanguagePack) -> frozenset[int]:
    """The first tokens of bullets that only set a case: "You can close it if this is true:"."""
    found: set[int] = set()
    within = False
    for start, end in parsed.sentences:
        if kind_at(parsed, start) == "bullet":
            if within:
                found.add(start)
        else:
            within = parsed.lowers[end - 1] == ":" and any(
                part.conditional for part in clauses(parsed, start, end, language)[-1:]
            )
    return frozenset(found)


def _titles(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence is a heading that states nothing: "Approving hours", or the trouble of who
    reads on: "My songs do not show up"."""
    if kind_at(parsed, tokens[0]) != "heading":
        return False
    said = parsed.lowers[slice(*tokens)]
    return not language.persons.first_person.isdisjoint(said) or language.negations.isdisjoint(said)
