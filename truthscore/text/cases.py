"""Under which conditions a sentence says what: "als ...", "provided that ...", "unless ..."."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.clauses import opens_case, verb_first
from truthscore.text.model import ParsedText

#: Signs behind which what is said stands outside the condition again.
_COMMAS = frozenset({",", ";", ":", "(", ")"})


@dataclass(frozen=True, slots=True)
class Cases:
    """The conditions of a sentence, each by the token that opens it and those in it that claim
    something; and those that claim something beside them."""

    conditions: tuple[tuple[int, tuple[int, ...]], ...]
    rest: tuple[int, ...]


def cases_of(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack, claims: Collection[int]
) -> Cases | None:
    """The cases of a sentence, None without any: a condition opens a clause and goes on to the next
    comma. `claims`: the tokens that claim something."""
    start, end = tokens
    cases: list[tuple[int, list[int]]] = []
    rest: list[int] = []
    inside = verb_first(parsed, start, end, language)  # "Werkt u met btw, dan ..."
    if inside:
        cases.append((start, []))
    for token in range(start, end):
        before = parsed.lowers[token - 1] if token > start else ","
        if before in _COMMAS and token > start:
            inside = False
        if (before in _COMMAS or _opens_clause(parsed, token, language)) and opens_case(
            parsed, token, language
        ):
            cases.append((token, []))
            inside = True
        if token in claims:
            (cases[-1][1] if inside else rest).append(token)
    if not cases:
        return None  # most sentences
    return Cases(tuple((opens, tuple(said)) for opens, said in cases), tuple(rest))


def _opens_clause(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a clause may begin with a word in the middle of a sentence: "... *once* it is paid",
    "... *as long as* it is valid"."""
    word = parsed.lowers[token]
    return (
        word in language.clause_words
        or word in language.cases.lasting
        or (word in language.cases.conditions_weak and parsed.pos[token] == "SCONJ")
    )
