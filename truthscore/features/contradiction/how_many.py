"""One only or several: "you can have one key card only", "a member can have several key cards".

Whether a second one is possible decides what a customer buys, and an answer that says so wrongly
has all the words of its page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause, clauses, limits, phrase_end, phrases_at
from truthscore.text.model import NOUNS, ParsedText, Written
from truthscore.text.people import names_people
from truthscore.text.phrases import phrases
from truthscore.text.reply import asking
from truthscore.types import Evidence

#: Tokens that may stand between the word that says how many and its noun: "one free *spot*".
BETWEEN = 2
#: Tokens before "one" in which the word stands that makes it no more than one: "have only one".
LIMITING = 3
#: What is no more than one, in figures and in words.
ONE = frozenset({"0", "1", "één", "een", "one", "zero", "nul"})
#: Labels of the one who does what a verb says.
DOERS = frozenset({"nsubj"})
#: Parts of speech between the two.
_DESCRIBING = frozenset({"ADJ", "ADV", "NUM", "PROPN", "VERB", "X"})


@dataclass(frozen=True, slots=True)
class HowMany:
    """That there are or may be `several` of a noun, or one at most; the token that says so, and the
    other nouns of that clause (`about`)."""

    token: int
    several: bool
    noun: Written
    about: tuple[Written, ...]


def how_many(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[HowMany]:
    """Of what the sentence from token `start` to `end` says that there is one only, or several;
    nothing for one that asks, sets a limit, or says it of a case."""
    lowers = parsed.lowers[start:end]
    if language.several.keys().isdisjoint(lowers) and language.single.keys().isdisjoint(lowers):
        return  # most
    if lowers[-1] == "?" or limits(parsed, start, end, language):
        return
    for part in clauses(parsed, start, end, language):
        if part.conditional:
            continue
        for at, several in _marks(parsed, part, language):
            noun = _noun(parsed, at, part, language)
            if noun is None:
                continue
            signs = [t for t in part.tokens if parsed.pos[t] == "PUNCT"]
            first = max((t + 1 for t in signs if t < at), default=part.start)
            last = min((t for t in signs if t > noun), default=part.end)
            others = [
                parsed.written(t)
                for each in phrases(parsed, first, last, language)
                for t in range(each.start, each.end)
                if t != noun
                and parsed.pos[t] in NOUNS
                and parsed.lowers[t - 1] not in language.values["each"]  # "per company"
                # "*guests* may bring one dog": who asks is one
                and not (parsed.deps[t] in DOERS and names_people(parsed, t, language))
            ]
            yield HowMany(at, several, parsed.written(noun), tuple(others))


def _marks(parsed: ParsedText, part: Clause, language: LanguagePack) -> Iterator[tuple[int, bool]]:
    """The tokens behind which the noun stands, and whether there are several of it."""
    # "not only one" says neither
    denials = [t for t in part.negations if parsed.lowers[t] not in language.before_same_word]
    for at in phrases_at(parsed, part.start, part.end, language.several):
        denied = sum(t < at for t in denials) % 2 == 1
        yield phrase_end(parsed, at, language.several) - 1, not denied
    for at in phrases_at(parsed, part.start, part.end, language.single):
        before = range(max(part.start, at - LIMITING), at)
        limiting = phrases_at(parsed, before.start, before.stop, language.at_most)
        only = limiting or _may_have_one(parsed, at, part, language)
        if only and not any(t < (*limiting, at)[0] for t in denials):
            yield phrase_end(parsed, at, language.single) - 1, False


def _may_have_one(parsed: ParsedText, at: int, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause says that there may be one, and stresses it: "er kan één code zijn"; not "in
    één scherm", and not one of each for several others."""
    return (
        parsed.lowers[at] in language.stressed_one
        and not language.modals.isdisjoint(parsed.lowers[part.start : part.end])
        and (at == part.start or parsed.pos[at - 1] != "ADP")
        and not phrases_at(parsed, part.start, part.end, language.several)
    )


def _noun(parsed: ParsedText, at: int, part: Clause, language: LanguagePack) -> int | None:
    """The noun of which a word says how many; no measure ("only one day")."""
    units = {word for words in language.values["units"].values() for word in words}
    for token in range(at + 1, min(at + BETWEEN + 2, part.end)):
        if parsed.pos[token] in NOUNS:
            while token + 1 < part.end and parsed.pos[token + 1] in NOUNS:
                token += 1  # "key cards"
            return None if units & {*parsed.written(token)} else token
        if parsed.pos[token] not in _DESCRIBING:
            return None
    return None


def counted_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says that there is one of a thing only, where the pages only tell of several of
    it, or the other way round."""
    answer, question = inputs.answer, inputs.question
    for mine in how_many(answer, *unit.tokens, inputs.language):
        said = [
            *(answer.written(t) for t in range(*unit.tokens)),
            *(question.written(t) for t in range(len(question.lowers))),
        ]
        yield from _otherwise(inputs, mine, mine.token, said)


def granted_otherwise(inputs: Inputs) -> Iterator[Evidence]:
    """A "yes" that grants several of what the pages say is one only: "Can we have two admins?"."""
    said, question, language = inputs.reply, inputs.question, inputs.language
    if said is None or inputs.answer.lowers[said.token] not in language.yes:
        return  # most
    spoken = [question.written(t) for t in range(len(question.lowers))]
    for start, end in asking(question):
        for part in clauses(question, start, end, language):
            if part.negations:
                continue  # "Can't we have two?", "Yes, only one"
            counts = {
                t
                for t in part.tokens
                if question.pos[t] == "NUM"
                and language.numbers_spelled.get(question.lowers[t], "1") not in ONE
            }
            counts.update(phrases_at(question, part.start, part.end, language.several))
            for at in sorted(counts):
                noun = _noun(question, at, part, language)
                if noun is not None:
                    mine = HowMany(at, True, question.written(noun), ())
                    yield from _otherwise(inputs, mine, said.token, spoken)


def _otherwise(
    inputs: Inputs, mine: HowMany, token: int, said: Sequence[Written]
) -> Iterator[Evidence]:
    """Where the pages only tell the other of something, and of nothing that was not spoken of."""
    told = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].how_many
        if shared_words(inputs, (mine.noun,), (each.noun,))
    ]
    if any(each.several == mine.several for _, _, each in told):
        return
    for place, number, each in told:
        if all(shared_words(inputs, said, (about,)) for about in each.about):
            label = "several" if mine.several else "one only"
            yield against(inputs, (token, token + 1), label, place, number)
            return
