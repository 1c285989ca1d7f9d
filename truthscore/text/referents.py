"""What pronouns stand for: "Final invoices are fixed. You cannot change *them*".

Told without a tree, by where the nouns stand: of the statement before, in the same sentence or in
the one before it, the first for a pronoun that opens its statement, else the last one. Nouns behind
a preposition are passed over, and so is whatever is not one or many as the pronoun is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from truthscore.language import LanguagePack
from truthscore.text.model import ParsedText
from truthscore.text.phrases import phrases
from truthscore.text.segments import borders

#: Signs behind which another statement explains the one before: "Sent offers are fixed: you cannot
#: change them".
_EXPLAINS = frozenset({":", "–", "—"})
#: Tokens of a statement among which a pronoun opens it: "They", "Daarna worden ze".
OPENING = 2
#: Tokens behind "it is" among which "to" or "that" tells what "it" only announces.
ANNOUNCED = 3


def referents(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Mapping[int, range]:
    """The pronouns among tokens `start` to `end` of a sentence, each with the tokens of the noun
    that it stands for; none for a pronoun whose noun cannot be told."""
    known = language.pointing.pronouns
    if known.keys().isdisjoint(parsed.lowers[start:end]):
        return {}  # most
    found = {}
    for token in range(start, end):
        number = known.get(parsed.lowers[token])
        if number is not None and _is_pronoun(parsed, token, end, number, language):
            noun = _noun(parsed, token, number, language)
            if noun is not None:
                found[token] = noun
    return found


def _is_pronoun(
    parsed: ParsedText, token: int, end: int, number: str, language: LanguagePack
) -> bool:
    """Whether the word stands for a thing: "these" before no noun, "it" that announces nothing."""
    if parsed.pos[token] != "PRON" or parsed.pos[token + 1 : token + 2] == ("NOUN",):
        return False
    if parsed.lowers[token] in language.pointing.done_to and parsed.deps[token] != "obj":
        return False
    ahead = parsed.lowers[token + 1 : min(end, token + 2 + ANNOUNCED)]
    return number != "one" or language.pointing.announcing.isdisjoint(ahead)


def _noun(parsed: ParsedText, token: int, number: str, language: LanguagePack) -> range | None:
    sentence = bisect_right(parsed.sentences, (token, len(parsed.lowers))) - 1
    start = parsed.sentences[sentence][0]
    explained = [at for at in range(start + 1, token) if parsed.lowers[at] in _EXPLAINS]
    signs = sorted([*borders(parsed, start + 1, token + 1, language), *explained])
    opens = token - max(signs, default=start) < OPENING
    scopes = [(start, signs[-1])] if signs else []
    if sentence and _block(parsed, start) == _block(parsed, parsed.sentences[sentence - 1][0]):
        scopes.append(parsed.sentences[sentence - 1])
    for scope in scopes:
        fit = [
            each
            for each in phrases(parsed, *scope, language)
            if each.plain and number in ("any", "many" if each.many else "one")
        ]
        if fit:
            noun = fit[0] if opens else fit[-1]
            return range(noun.start, noun.end)
    return None


def _block(parsed: ParsedText, token: int) -> int:
    return bisect_right([each.start for each in parsed.blocks], parsed.starts[token])
