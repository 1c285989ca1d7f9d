"""What a page excepts from what it denies: "pets are not allowed, except for assistance dogs".

Those are allowed: who says so contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import NOUNS, VERBS, ParsedText

#: Tokens of what is excepted, at most: more is another statement.
LONGEST = 8
#: Parts of speech of what is said of a thing.
_SAYING = VERBS | {"ADJ"}


@dataclass(frozen=True, slots=True)
class Excepted:
    """The tokens of what a sentence excepts from a denial, and of what it denies of the rest."""

    things: tuple[int, ...]
    denied: tuple[int, ...]


def excepted(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[Excepted]:
    """What the sentence from token `start` to `end` excepts from what it denies."""
    lowers = parsed.lowers
    if language.cases.excluding.isdisjoint(lowers[start:end]) or lowers[end - 1] == "?":
        return  # most
    for sign in range(start, end - 1):
        if lowers[sign] not in language.cases.excluding:
            continue
        # "Except on holidays you cannot call": up to the verb
        ends = VERBS | {"PUNCT"} if sign == start else {"PUNCT"}
        stop = next((t for t in range(sign + 1, end) if parsed.pos[t] in ends), end)
        if stop - sign > LONGEST or any(parsed.pos[t] in VERBS for t in range(sign + 1, stop)):
            continue
        things = tuple(t for t in range(sign + 1, stop) if is_claim(parsed, t, language))
        rest = (*range(start, sign), *range(stop, end))
        turning = [t for t in rest if _turns(parsed, t, language)]
        denied = tuple(
            t for t in rest if parsed.pos[t] in _SAYING and is_claim(parsed, t, language)
        )
        if len(turning) == 1 and denied and any(parsed.pos[t] in NOUNS for t in things):
            yield Excepted(things, denied)


def _turns(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    return parsed.lowers[token] in language.negations or not language.cannot.isdisjoint(
        parsed.words_at((token,))
    )


def names_excepted(inputs: Inputs, unit: Unit, document: int, sentence: int) -> bool:
    """Whether a unit tells of what a sentence of a document excepts."""
    page = inputs.aligned.documents[document].parsed
    return any(
        number == sentence and _names(inputs, unit, page, each)
        for number, each in inputs.documents[document].indexes[NAME].excepted
    )


def _names(inputs: Inputs, unit: Unit, page: ParsedText, told: Excepted) -> bool:
    """Whether a unit names all that is excepted."""
    said = inputs.words_there(inputs.answer, range(*unit.tokens))
    return all(not said.isdisjoint(page.words_at((t,))) for t in told.things)
