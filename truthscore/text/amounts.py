"""How many of what a sentence tells: "alle gebruikers", "one of the lines"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.model import NOUNS, ParsedText

#: How far before a noun the word stands that says how many: "all of the open lines".
BEFORE_NOUN = 4
#: Parts of speech between the two; "all your devices" has a pronoun.
_BETWEEN = frozenset({"ADJ", "ADP", "DET", "NUM", "PRON", "VERB"})


@dataclass(frozen=True, slots=True)
class Amount:
    """A noun by its lemma, how many of it ("one", "all", "this", ...), and the tokens from the word
    that says so to the noun."""

    noun: str
    many: str
    tokens: tuple[int, int]


def amounts(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack
) -> Iterator[Amount]:
    """The amounts of a sentence. A negation in front turns one into none of ours: "niet alle", "not
    one"."""
    start, end = tokens
    if language.amounts.quantities.keys().isdisjoint(parsed.lowers[start:end]):
        return  # most sentences
    for noun in range(start, end):
        if parsed.pos[noun] not in NOUNS or parsed.lemmas[noun] in language.amounts.occasions:
            continue  # "in any case" tells of no cases
        for token in range(noun - 1, max(start, noun - BEFORE_NOUN) - 1, -1):
            group = language.amounts.quantities.get(parsed.lowers[token])
            if group is not None:
                more = parsed.lowers[max(start, token - 2) : token] in language.amounts.more_than
                denied = token > start and parsed.lowers[token - 1] in language.negations
                if not denied and not more:  # "more than one" is no one
                    yield Amount(parsed.lemmas[noun], group, (token, noun + 1))
                if group != "this":
                    break
            elif parsed.pos[token] not in _BETWEEN:
                break
