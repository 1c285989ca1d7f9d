"""What a page says that there is not: "there's no undo button", "codes by text are not supported".

Whoever is told to use it looks for it in vain. The answer has nearly all words of the page, and
often another verb, so that no clause of it looks like a denial turned round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import Clause, clauses, limits, verbless_denials
from truthscore.text.model import NOUNS, VERBS, ParsedText, Written
from truthscore.text.phrases import phrases
from truthscore.types import Evidence

#: Words of the name of what is not there, at least: of "a limit" a page may have another one.
MIN_NAMED = 2


@dataclass(frozen=True, slots=True)
class Absent:
    """What there is not: its noun and all words that tell which one, its own first."""

    noun: Written
    words: tuple[Written, ...]


def absent(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Absent]:
    """What the sentence from token `start` to `end` says that there is not; nothing for one that
    sets a limit, and no noun without a word that tells which one."""
    lowers = parsed.lowers[start:end]
    if language.negations.isdisjoint(lowers) or limits(parsed, start, end, language):
        return  # most
    for part in clauses(parsed, start, end, language):
        if part.conditional or not part.negations:
            continue
        known = list(phrases(parsed, part.start, part.end, language))
        for place, each in enumerate(known):
            if not _is_denied(parsed, each.start, part, language):
                continue
            told = [t for one in (each, *known[place + 1 :]) for t in range(one.start, one.end)]
            words = [t for t in told if is_claim(parsed, t, language)]
            noun = each.end - 1
            if noun in words and len(words) >= MIN_NAMED:
                rest = (parsed.written(t) for t in words if t != noun)
                yield Absent(parsed.written(noun), (parsed.written(noun), *rest))
            break


def _is_denied(parsed: ParsedText, first: int, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause says that what begins at a token is not there."""
    verbs = {
        parsed.lemmas[t]
        for t in part.tokens
        if parsed.pos[t] in {"VERB", "AUX"} and parsed.deps[t] != "amod"
    }
    # "there is no report printed" tells what becomes of it
    if first > part.start and first - 1 in part.negations and verbs and verbs <= language.being:
        return parsed.pos[first - 1] == "DET" or parsed.lowers[first - 1] in language.no
    return (
        part.denied
        and not verbs.isdisjoint(language.existing)
        and all(t >= first for t in part.negations)
    )


def told_of_what_is_not(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that tells of a thing that the pages say is not there, where none tells of it as if it
    were."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if limits(answer, *unit.tokens, language) or answer.lowers[unit.tokens[1] - 1] == "?":
        return
    known = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].absent
    ]
    if not known:
        return  # most
    if not language.existing.isdisjoint(_denied_verbs(inputs, unit)):
        return  # "you need software that is not supported here"
    own = [answer.written(t) for t in range(*unit.tokens)]
    said = [*own, *(question.written(t) for t in range(len(question.lowers)))]
    denied = {t for part in verbless_denials(answer, *unit.tokens, language) for t in part}
    for part in inputs.parts(unit):
        if (
            part.conditional
            or part.negations
            or not language.cannot.isdisjoint(answer.lowers[part.start : part.end])
        ):
            continue
        nouns = [t for t in part.tokens if answer.pos[t] in NOUNS and t not in denied]
        for place, number, each in known:
            named = [t for t in nouns if shared_words(inputs, (answer.written(t),), (each.noun,))]
            if (
                named
                # "Pick the CSV file", asked how to import an Excel file
                and len([word for word in each.words if shared_words(inputs, own, (word,))])
                >= MIN_NAMED
                and all(shared_words(inputs, said, (word,)) for word in each.words)
                and not _is_told(inputs, each, place, number)
            ):
                yield against(inputs, (named[0], named[0] + 1), "does not exist", place, number)
                return


def _denied_verbs(inputs: Inputs, unit: Unit) -> set[str]:
    answer = inputs.answer
    return {
        answer.lemmas[t]
        for part in inputs.parts(unit)
        if part.negations
        for t in part.tokens
        if answer.pos[t] in VERBS
    }


def _is_told(inputs: Inputs, thing: Absent, place: int, number: int) -> bool:
    """Whether another sentence of the context has all the words of a thing, and denies nothing."""
    return any(
        (at, sentence) != (place, number)
        and all(not words.isdisjoint(word) for word in thing.words)
        and inputs.language.negations.isdisjoint(words)
        for at, document in enumerate(inputs.aligned.documents)
        for sentence, words in enumerate(document.words)
    )
