"""Who does it, the reader or somebody else: "you have to fix them yourself", "the technician fixes
them"; "we request it for you", "you request it yourself"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import (
    ByItself,
    said_by_itself,
    shared_words,
    things_of,
)
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.antecedents import verbs_of
from truthscore.text.clauses import Clause, clauses, limits, phrases_at
from truthscore.text.doings import doings
from truthscore.text.model import ParsedText
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class ByOthers:
    """That others than the reader do a thing: who (`token`), the verbs of the clause and its nouns,
    each form and lemma."""

    token: int
    verbs: tuple[tuple[str, str], ...]
    things: tuple[tuple[str, str], ...]


def by_others(parsed: ParsedText, sentence: int, language: LanguagePack) -> Iterator[ByOthers]:
    """What a sentence says that we or other people do, without a limit or a case."""
    start, end = parsed.sentences[sentence]
    ours = language.speakers - language.single_speakers
    people = {each.token for each in doings(parsed, sentence, language) if not each.denied}
    if not people and ours.isdisjoint(parsed.lowers[start:end]):
        return  # most
    if limits(parsed, start, end, language):
        return
    for part in clauses(parsed, start, end, language):
        who = [t for t in part.tokens if t in people or parsed.lowers[t] in ours]
        oneself = phrases_at(parsed, part.start, part.end, language.oneself)
        if not who or oneself or part.denied or part.conditional:
            continue
        if _names_reader(parsed, part, language):
            continue  # "we ask you to renew it"
        nouns = things_of(parsed, part, range(who[0], who[0] + 1), language)
        verb = parsed.heads[who[0]]
        if nouns and verb in verbs_of(parsed, part.tokens, language):
            yield ByOthers(who[0], (parsed.written(verb),), nouns)


def _names_reader(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause has the reader in it, other than behind a preposition ("for you")."""
    words = language.address_pronouns | language.selves
    return any(parsed.lowers[t] in words and parsed.pos[t - 1 : t] != ("ADP",) for t in part.tokens)


def done_by_another(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says that the reader does what only others do by the pages, or the reverse."""
    answer, language = inputs.answer, inputs.language
    lowers = answer.lowers[slice(*unit.tokens)]
    if lowers[-1] == "?" or not (language.near_negations - language.only).isdisjoint(lowers):
        return  # "instead of repairing it yourself"
    theirs, readers = inputs.once((NAME, "by whom"), lambda: _by_whom(inputs))
    if not (theirs or readers):
        return  # most pages
    for mine in said_by_itself(inputs, unit) if theirs else ():
        if _by_reader(answer, mine, language):
            told = next((t for t in theirs if _same(inputs, mine, t[2])), None)
            if told is not None and not any(_same(inputs, mine, each) for _, _, each in readers):
                place, number, _ = told
                start = mine.tokens.start
                yield against(inputs, (start, start + 1), "done by others", place, number)
    done = {form for _, _, each in readers for verb in each.verbs for form in verb}
    if done.isdisjoint(answer.words_at(range(*unit.tokens))):
        return
    for other in by_others(answer, sentence_of(answer, unit.tokens[0]), language):
        told_reader = next((t for t in readers if _same(inputs, other, t[2])), None)
        if answer.lemmas[other.token] in language.readers:
            continue  # "users renew it": the reader is one
        if told_reader is not None and not any(_same(inputs, other, each) for _, _, each in theirs):
            place, number, _ = told_reader
            yield against(inputs, (other.token, other.token + 1), "done by oneself", place, number)


def _by_whom(
    inputs: Inputs,
) -> tuple[Sequence[tuple[int, int, ByOthers]], Sequence[tuple[int, int, ByItself]]]:
    """What the pages say that others do, and what the reader does: document, sentence, which."""
    language = inputs.language
    asked = inputs.question.words_at(range(len(inputs.question.lowers)))
    theirs = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].by_others
        # "I am the buyer, do I report it?": then the buyer is the reader
        if asked.isdisjoint(indexed.document.parsed.written(each.token))
        or not language.speakers.isdisjoint(indexed.document.parsed.written(each.token))
    ]
    readers = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].by_itself
        if _by_reader(indexed.document.parsed, each, language)
        # "If you move in with somebody, you cancel it yourself": in that case
        and not any(part.conditional for part in indexed.indexes[NAME].clauses[number])
    ]
    return theirs, readers


def _by_reader(parsed: ParsedText, said: ByItself, language: LanguagePack) -> bool:
    """Whether it is "yourself" that says that a thing is done by hand."""
    return not said.automatic and parsed.lowers[said.tokens.start] in language.oneself


def _same(inputs: Inputs, mine: ByItself | ByOthers, theirs: ByItself | ByOthers) -> bool:
    """Whether two statements have a verb and a thing in common."""
    return bool(
        shared_words(inputs, mine.verbs, theirs.verbs)
        and shared_words(inputs, mine.things, theirs.things)
    )
