"""What is read of a page once, for all that looks for contradictions with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from truthscore import deadline
from truthscore.features.contradiction.other_name import Named, named_behind
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.clauses import Clause, clauses
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.rows import kind_at, rows

#: What a reader of sentences finds.
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class PageIndex:
    """The clauses of each sentence of a page, (sentence, names) of those behind its prepositions,
    and its rows with a label."""

    clauses: tuple[tuple[Clause, ...], ...]
    named: tuple[tuple[int, Named], ...]
    rows: tuple[Labelled, ...]


def index(document: ParsedDocument, language: LanguagePack, _profile: Profile) -> PageIndex:
    """What the answer is held against."""
    parsed = document.parsed
    # "Referral needed" over a table with "no" in it states nothing, nor does it before a row.
    heads = frozenset(
        t
        for row in rows(parsed).values()
        if row.is_head or (row.heading is not None and row.label != row.tokens)
        for t in (row.tokens if row.is_head else row.label)
    )
    cases = _listed_cases(parsed, language)
    stating = [
        (number, tokens)
        for number, tokens in enumerate(parsed.sentences)
        if tokens[0] not in heads and number not in cases and parsed.lowers[tokens[1] - 1] != "?"
    ]
    said = tuple(
        ()
        if tokens[0] in heads or number in cases or _titles(parsed, tokens, language)
        else tuple(clauses(parsed, *tokens, language))
        for number, tokens in enumerate(parsed.sentences)
    )
    return PageIndex(
        clauses=said,
        named=_read(named_behind, parsed, stating, language),
        rows=labelled(parsed),
    )


def _read(
    reader: Callable[[ParsedText, int, int, LanguagePack], Iterable[_Found]],
    parsed: ParsedText,
    sentences: Iterable[tuple[int, tuple[int, int]]],
    language: LanguagePack,
) -> tuple[tuple[int, _Found], ...]:
    """What a reader finds in each of some sentences, with the number of the sentence."""
    found: list[tuple[int, _Found]] = []
    for number, tokens in sentences:
        deadline.check()
        found += ((number, each) for each in reader(parsed, *tokens, language))
    return tuple(found)


def _listed_cases(parsed: ParsedText, language: LanguagePack) -> frozenset[int]:
    """The sentences of bullets that only set a case: "You can close it if this is true:"."""
    found: set[int] = set()
    within = False
    for number, (start, end) in enumerate(parsed.sentences):
        if kind_at(parsed, start) == "bullet":
            if within:
                found.add(number)
        else:
            within = parsed.lowers[end - 1] == ":" and any(
                part.conditional for part in clauses(parsed, start, end, language)[-1:]
            )
    return frozenset(found)


def _titles(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence is a heading that states nothing: "Approving hours"."""
    return _tells_trouble(parsed, tokens, language) or (
        kind_at(parsed, tokens[0]) == "heading"
        and language.negations.isdisjoint(parsed.lowers[slice(*tokens)])
    )


def _tells_trouble(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a heading tells the trouble of who reads on: "My songs do not show up"."""
    return not language.persons.first_person.isdisjoint(parsed.lowers[slice(*tokens)]) and (
        kind_at(parsed, tokens[0]) == "heading"
    )
