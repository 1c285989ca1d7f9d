"""What can be undone and what is final: "this cannot be reversed", "you can get it back".

A page and an answer say it with different verbs; which one they say it of is the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, sentence_of, weight
from truthscore.text.clauses import Clause, clauses, denies_by_itself, limits
from truthscore.text.model import NOUNS, VERBS, ParsedText, Written
from truthscore.text.people import names_people
from truthscore.text.values.value import LASTING
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class Undone:
    """That something can be undone (`possible`) or not, the token that says so, and the words that
    tell of what (`about`); `reader`: whether who reads it would do so, `people`: or others."""

    token: int
    possible: bool
    about: tuple[Written, ...]
    reader: bool
    people: bool


def undone(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Undone]:
    """What the sentence from token `start` to `end` says can be undone or not: not what it limits,
    and not within a period ("after 30 days"), which may be over or not."""
    lowers, lemmas = parsed.lowers[start:end], parsed.lemmas[start:end]
    telling = language.undoing | language.final | language.undone_with.keys()
    if (telling.isdisjoint(lowers) and telling.isdisjoint(lemmas)) or lowers[-1] == "?":
        return  # most
    if limits(parsed, start, end, language):
        return
    parts = clauses(parsed, start, end, language)
    periods = {word for name in LASTING for word in language.values["units"][name]}
    cases = [t for part in parts if part.conditional for t in part.tokens]
    for part in parts:
        words = set(parsed.lowers[part.start : part.end])
        timed = any(
            parsed.pos[t] == "NUM" and {*parsed.written(t + 1)} & periods
            for t in part.tokens
            if t + 1 < part.end
        )
        if part.conditional or timed or words & (language.limiting | language.only):
            continue
        if denies_by_itself(parsed, part, language):
            continue
        for token in part.tokens:
            possible = _says(parsed, token, part, language)
            if possible is not None:
                yield Undone(
                    token=token,
                    possible=possible,
                    about=_about(parsed, token, part, cases, language),
                    reader=not language.address_pronouns.isdisjoint(words),
                    people=any(names_people(parsed, t, language) for t in part.tokens),
                )
                break


def _says(parsed: ParsedText, token: int, part: Clause, language: LanguagePack) -> bool | None:
    """Whether a token says that something can be undone; None when it says nothing of that."""
    lower, lemma = parsed.lowers[token], parsed.lemmas[token]
    words = {*parsed.lowers[part.start : part.end], *parsed.lemmas[part.start : part.end]}
    if lower in language.final or lemma in language.final:
        gone = {word for word, what in language.outcomes.items() if what == "removed"}
        said = parsed.pos[token] not in NOUNS and (
            not words.isdisjoint(gone) or not words.isdisjoint(language.copulas)
        )
        followed = parsed.pos[token + 1 : token + 2]
        return part.denied if said and followed and followed[0] not in NOUNS else None
    particle = language.undone_with.get(lemma)
    if not (
        lower in language.undoing
        or lemma in language.undoing
        or (particle is not None and particle in parsed.lowers[token : part.end])
    ):
        return None
    if not part.denied and not words.isdisjoint(language.needs):
        return None  # "you have to restore it"
    cannot = not words.isdisjoint(language.cannot)
    return part.denied == cannot  # "not impossible" is possible


def _about(
    parsed: ParsedText, token: int, part: Clause, cases: Sequence[int], language: LanguagePack
) -> tuple[Written, ...]:
    """The words that tell what it is said of: of the clause, of the case it is said of, of what its
    pronouns stand for and of the clause before one without a noun ("Wissen is mogelijk, maar dat is
    definitief")."""
    inside = [t for t in (*cases, *part.tokens, *part.meant) if t != token]
    nouns = [t for t in inside if parsed.pos[t] in NOUNS]
    number = sentence_of(parsed, part.start)
    if not nouns:
        first = parsed.sentences[number][0]
        before = range(first, part.start)
        if not any(parsed.pos[t] in NOUNS for t in before) and number:
            before = range(*parsed.sentences[number - 1])
        inside = [*before, *inside]
    said = language.undoing | language.final
    return tuple(
        parsed.written(t)
        for t in inside
        if parsed.pos[t] in NOUNS | VERBS | {"ADJ"}
        and is_claim(parsed, t, language)
        and said.isdisjoint(parsed.written(t))
        and not {*parsed.written(t)} & (language.modals | language.negations)
    )


def undone_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing that it can be undone, where the pages only say that it cannot.

    Not the other way round: what can be undone mostly cannot in some case.
    """
    answer, question = inputs.answer, inputs.question
    for mine in undone(answer, *unit.tokens, inputs.language):
        if not mine.possible:
            continue
        asked = tuple(question.written(t) for t in range(len(question.lowers)))
        told = [
            (place, number, each)
            for place, indexed in enumerate(inputs.documents)
            for number, each in indexed.indexes[NAME].undone
            if _is_same((*mine.about, *asked), inputs, each)
            and not (each.reader and mine.people)  # "you cannot, but your manager can"
        ]
        if not told or any(each.possible for _, _, each in told):
            continue
        place, number, _ = told[0]
        yield against(inputs, (mine.token, mine.token + 1), "can be undone", place, number)


def _is_same(words: tuple[Written, ...], inputs: Inputs, theirs: Undone) -> bool:
    """Whether those words tell most of what the page says it of."""
    code = inputs.language.code
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    whole = math.fsum(weight(lower, code) for lower, _ in theirs.about)
    both = math.fsum(
        weight(each[0], code) for each in theirs.about if shared_words(inputs, words, (each,))
    )
    return whole > 0.0 and both >= settings.told_denied * whole
