"""A "yes" to somebody who is in the case in which a page says that it cannot be done: "If your
account is of the type Standard, you cannot change this"."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import sentence_span, weight
from truthscore.text.clauses import Clause, clauses, limits, phrases_at
from truthscore.text.model import ParsedText
from truthscore.text.reply import asking, opening
from truthscore.types import ANSWER, Evidence, Span

#: Share of a case, by weight, that the question tells, and of what cannot be done in it, that
#: question and answer name.
CASE, DEED = 0.5, 0.4
#: Letters of a part of a compound.
SHORTEST_PART = 4


def denied_in_that_case(inputs: Inputs) -> Iterator[Evidence]:
    """The yes, where question and answer tell the case and the deed of a page's "cannot"."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    yes = opening(answer, language.yes)
    if yes is None or _asks_whether_not(question, language):
        return
    asked = inputs.words_there(question, range(len(question.lowers)))
    denied_there = frozenset(
        question.words_at(
            t
            for tokens in question.sentences
            for part in clauses(question, *tokens, language)
            if part.denied
            for t in part.content
        )
    )
    said = asked | inputs.words_there(answer, _first_units(inputs))
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        for number, parts in enumerate(indexed.indexes[NAME].clauses):
            denied = [each for each in parts if _cannot(parsed, each, language)]
            cases = [each for each in parts if each not in denied and _sets(parsed, each, language)]
            if not denied or not cases:
                continue
            case = [t for each in cases for t in each.content]
            deed = [t for each in denied for t in each.content]
            if (
                _share(parsed, case, asked, language) < CASE
                or _share(parsed, deed, said, language) < DEED
                or not denied_there.isdisjoint(parsed.words_at(case))
                or _tells_own_case(inputs, asked)
                or _knows(inputs, parsed.words_at(deed))
            ):
                continue
            start, end = sentence_span(parsed, number)
            yield Evidence(
                span=Span(source=ANSWER, start=answer.starts[yes], end=answer.ends[yes]),
                role="contradicts",
                label="yes / no",
                match=Span(source=indexed.document.source, start=start, end=end),
            )
            return


def _asks_whether_not(question: ParsedText, language: LanguagePack) -> bool:
    """Whether a question denies what it asks: "So I can't cancel it?"."""
    parts = [part for each in asking(question) for part in clauses(question, *each, language)]
    main = max(parts, key=lambda part: len(part.content), default=None)
    return main is not None and (
        main.denied or not language.cannot.isdisjoint(question.lowers[main.start : main.end])
    )


def _first_units(inputs: Inputs) -> Sequence[int]:
    """The tokens of the first two sentences of the answer: what the yes is said of."""
    return [t for start, end in inputs.answer.sentences[:2] for t in range(start, end)]


def _cannot(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause says that something cannot or may not be done."""
    words = {*parsed.lowers[part.start : part.end], *parsed.lemmas[part.start : part.end]}
    return (
        not part.conditional
        and part.asserts
        and bool(part.content)
        and (
            not language.cannot.isdisjoint(words)
            or (part.denied and not language.modals.isdisjoint(words))
        )
        and (language.needs | language.must_do | language.only).isdisjoint(words)
    )


def _sets(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause sets a case, or tells of the time behind an event."""
    if not part.content or not language.negations.isdisjoint(parsed.lowers[part.start : part.end]):
        return False
    return part.conditional or part.start in phrases_at(
        parsed, part.start, part.end, language.moments.after
    )


def _share(
    parsed: ParsedText, tokens: Sequence[int], words: AbstractSet[str], language: LanguagePack
) -> float:
    weights = [weight(parsed.lowers[t], language.code) for t in tokens]
    told = [
        each
        for t, each in zip(tokens, weights, strict=True)
        if not words.isdisjoint(parsed.words_at((t,))) or _is_made_of(parsed.lowers[t], words)
    ]
    return math.fsum(told) / math.fsum(weights) if weights else 0.0


def _is_made_of(word: str, words: AbstractSet[str]) -> bool:
    """Whether a word is two of some words in one: "accounttype"."""
    return any(
        word[:at] in words and word[at:] in words
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    )


def _tells_own_case(inputs: Inputs, asked: AbstractSet[str]) -> bool:
    """Whether the answer sets the asker's case beside what holds for others: "If there is only one
    administrator, that rule can be turned off"."""
    answer, language = inputs.answer, inputs.language
    return any(
        part.conditional
        and not limits(answer, part.start, part.end, language)
        and not asked.isdisjoint(answer.words_at(part.content))
        for unit in inputs.aligned.units
        if not language.modals.isdisjoint(answer.lowers[slice(*unit.tokens)])
        for part in clauses(answer, *unit.tokens, language)
    )


def _knows(inputs: Inputs, deed: AbstractSet[str]) -> bool:
    """Whether the answer says somewhere that such a thing cannot be done."""
    answer, language = inputs.answer, inputs.language
    return any(
        _cannot(answer, part, language)
        and not deed.isdisjoint(inputs.words_there(answer, part.content))
        for unit in inputs.aligned.units
        for part in clauses(answer, *unit.tokens, language)
    )
