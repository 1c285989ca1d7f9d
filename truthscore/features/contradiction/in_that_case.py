"""A "yes" to somebody who is in the case in which a page says that it cannot be done: "If your
account is of the type Standard, you cannot change this"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import sentence_span, share_of
from truthscore.text.clauses import Clause, clauses, denied_words, limits, phrases_at
from truthscore.text.model import ParsedText
from truthscore.text.reply import asking, opening
from truthscore.types import ANSWER, Evidence, Span

#: Share of a case, by weight, that the question tells, and of what cannot be done in it, that
#: question and answer name.
CASE, DEED = 0.5, 0.4
#: Letters of a part of a compound.
SHORTEST_PART = 4


@dataclass(frozen=True, slots=True)
class DeniedCase:
    """The tokens of a case, and of what cannot be done in it."""

    case: tuple[int, ...]
    deed: tuple[int, ...]


def denied_cases(
    parsed: ParsedText, parts: Sequence[Clause], language: LanguagePack
) -> Iterator[DeniedCase]:
    """What the clauses of a sentence say cannot be done in what case, if they do."""
    denied = [each for each in parts if _cannot(parsed, each, language)]
    cases = [each for each in parts if each not in denied and _sets(parsed, each, language)]
    if denied and cases:
        yield DeniedCase(
            case=tuple(t for each in cases for t in each.content),
            deed=tuple(t for each in denied for t in each.content),
        )


def denied_in_that_case(inputs: Inputs) -> Iterator[Evidence]:
    """The yes, where question and answer tell the case and the deed of a page's "cannot"."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    pages = [each for each in inputs.documents if each.indexes[NAME].denied_cases]
    yes = opening(answer, language.yes) if pages else None
    if yes is None or _asks_whether_not(question, language):
        return
    asked = inputs.words_there(question, range(len(question.lowers)))
    said = asked | inputs.words_there(answer, _first_units(inputs))
    denied = denied_words(question, language)
    for indexed in pages:
        parsed = indexed.document.parsed
        for number, each in indexed.indexes[NAME].denied_cases:
            if (
                share_of(parsed, each.case, _joined(parsed, each.case, asked), language.code) < CASE
                or share_of(parsed, each.deed, said, language.code) < DEED
                or not denied.isdisjoint(parsed.words_at(each.case))
                or _tells_own_case(inputs, asked)
                or _knows(inputs, parsed.words_at(each.deed))
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


def _joined(parsed: ParsedText, tokens: Iterable[int], words: AbstractSet[str]) -> AbstractSet[str]:
    """Some words, and those of a page that are two of them in one: "accounttype"."""
    return words | {
        word
        for word in (parsed.lowers[t] for t in tokens)
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
        if word[:at] in words and word[at:] in words
    }


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
    )


def _sets(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause sets a case, or tells of the time behind an event."""
    if not part.content or not language.negations.isdisjoint(parsed.lowers[part.start : part.end]):
        return False
    if parsed.lowers[part.start] in language.excluding:
        return False  # "..., except for assistance dogs": it can be done then
    return part.conditional or part.start in phrases_at(
        parsed, part.start, part.end, language.moments.after
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
        for part in inputs.parts(unit)
    )


def _knows(inputs: Inputs, deed: AbstractSet[str]) -> bool:
    """Whether the answer says somewhere that such a thing cannot be done."""
    answer, language = inputs.answer, inputs.language
    return any(
        _cannot(answer, part, language)
        and not deed.isdisjoint(inputs.words_there(answer, part.content))
        for unit in inputs.aligned.units
        for part in inputs.parts(unit)
    )
