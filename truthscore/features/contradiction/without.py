"""Without a thing in the answer that the page says is needed: "it also works without internet",
"you need an internet connection"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.features.contradiction.optional import Needed
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.model import NOUNS, ParsedText
from truthscore.types import Evidence

#: Words behind "without" to the thing: "without a working connection".
REACH = 3
#: Letters of a noun that may stand for a longer one: "internet" for "internetverbinding".
SHORTEST = 5


def without_the_needed(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says that something goes without what a page says is needed for it."""
    answer, language = inputs.answer, inputs.language
    tokens = range(*unit.tokens)
    left = _left_out(answer, tokens, language)
    if not left or answer.lowers[tokens[-1]] == "?":
        return  # most
    if not language.there.isdisjoint(answer.lowers[tokens.start : tokens.stop]):
        return  # "without rules there is no order": what comes of it
    signs = language.negations & language.before_same_word
    turning = (language.negations | language.cannot | language.only | language.needs) - signs
    if not turning.isdisjoint(answer.words_at(tokens[1:])):
        return  # "you cannot use it without"
    question = inputs.question
    ours = inputs.words_there(answer, tokens) | inputs.words_there(
        question, range(len(question.lowers))
    )
    for place, indexed in enumerate(inputs.documents):
        page = indexed.document.parsed
        told: Sequence[tuple[int, Needed]] = indexed.indexes[NAME].needed
        for number, each in told:
            if any(not one.required and _is_of(left, one.things) for _, one in told):
                continue
            inside = range(*page.sentences[number])
            about = page.words_at(t for t in inside if page.pos[t] in NOUNS) - each.things
            if each.required and _is_of(left, each.things) and not about.isdisjoint(ours - left):
                sign = next(t for t in tokens if answer.lowers[t] in signs)
                yield against(inputs, (sign, sign + 1), "needed", place, number)
                return


def _left_out(answer: ParsedText, tokens: range, language: LanguagePack) -> frozenset[str]:
    """Forms and lemmas of the nouns that a text says something goes without."""
    signs = language.negations & language.before_same_word
    return frozenset(
        word
        for sign in tokens
        if answer.lowers[sign] in signs
        for t in [
            t for t in range(sign + 1, min(sign + 1 + REACH, tokens.stop)) if answer.pos[t] in NOUNS
        ][:1]
        for word in answer.written(t)
    )


def _is_of(left: AbstractSet[str], things: AbstractSet[str]) -> bool:
    """Whether a noun is among the things, or begins one of them."""
    return any(
        thing == word or (len(word) >= SHORTEST and thing.startswith(word))
        for word in left
        for thing in things
    )
