"""What a negation denies: one that repeats, replies, corrects or is quoted denies nothing."""

from __future__ import annotations

import itertools

from truthscore.language import LanguagePack
from truthscore.text.alignment import UNSURE, sentence_of
from truthscore.text.model import NOUNS, VERBS, ParsedText

#: Signs that end a clause.
MARKS = frozenset({",", ";", ":", "(", ")", "—", "–", "-"})
#: Signs behind which another statement begins, however short: "een rijbewijs niet".
APART = frozenset({";"})
#: What stands on both sides of a word that is a name or a value; "**not**" is stressed, not quoted.
_QUOTES = frozenset("\"'“”‘’„«»`")
#: Tokens of each of two things of which it is one: "not *with us* but *with the sender*".
LONGEST_CORRECTED = 6
#: Parts of speech of what is left out: "not the staff", "not online".
_NAMING = NOUNS | UNSURE | {"ADJ", "ADV"}
#: Parts of speech of "not" itself, which "no" and "without" have not.
_PARTICLES = frozenset({"ADV", "PART"})
#: Tokens of a reply that is no "no", and what stands before its negation: "Mostly not, ...".
LONGEST_REPLY = 3
_REPLYING = frozenset({"ADV", "ADJ", "INTJ"})
#: Parts of speech that end the second of the two.
_PHRASE_ENDS = frozenset({"PUNCT", "CCONJ"})
#: Signs behind which a reply is explained: "You can't: a key is shown once".
EXPLAINS = frozenset({":"})
#: Signs that end a reply which the parser has joined to the sentence behind it.
STOPS = frozenset({".", "!"})


def denials(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> tuple[list[int], int]:
    """The negations among tokens `start` to `end`, and how many of the first deny nothing."""
    words = parsed.lowers[start:end]
    if language.negations.isdisjoint(words):
        return [], 0  # most
    found = [
        token
        for token, word in enumerate(words, start)
        if word in language.negations
        and not replies(parsed, token, end, language)
        and not _corrects(parsed, token, language)
        and not _leaves_out(parsed, token)
        and not _is_quoted(parsed, token)
    ]
    if not found:
        return [], 0
    found[1:] = [t for t in found[1:] if not _repeats(parsed, t, language)]
    # whole words: "niet onder" is not in "niet ondersteund"
    phrase = f" {' '.join(words)} "
    return found, sum(phrase.count(f" {each} ") for each in language.denying.no_negation)


def _repeats(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a negation behind another one only repeats it: "cannot be undone, *not even* now"."""
    around = parsed.lowers[token - 1], parsed.lowers[min(token + 1, len(parsed.lowers) - 1)]
    again = parsed.lowers[token] in language.denying.repeated
    return again or not language.denying.repeating.isdisjoint(around)


def _is_quoted(parsed: ParsedText, token: int) -> bool:
    """Whether a word stands alone between quotation marks: "set it to “No”"."""
    start, end = parsed.starts[token], parsed.ends[token]
    return parsed.text[start - 1 : start] in _QUOTES and parsed.text[end : end + 1] in _QUOTES


def _corrects(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a negation only says which of two it is: "not with us but with the sender"."""
    end = parsed.sentences[sentence_of(parsed, token)][1]
    if parsed.pos[token + 1 : token + 2] in ((), ("PUNCT",)):
        return False  # "you cannot, but ..."
    for but in range(token + 1, min(end, token + 1 + LONGEST_CORRECTED)):
        if parsed.pos[but] in VERBS or parsed.lowers[but] in APART | EXPLAINS:
            return False
        if parsed.lowers[but] in language.clause.but:
            behind = parsed.pos[but + 1 : min(end, but + 1 + LONGEST_CORRECTED)]
            phrase = itertools.takewhile(lambda pos: pos not in _PHRASE_ENDS, behind)
            return VERBS.isdisjoint(phrase)
    return False


def _leaves_out(parsed: ParsedText, token: int) -> bool:
    """Whether a negation only says who or what is not meant: "the manager decides, *not the
    staff*"."""
    if token == 0 or parsed.lowers[token - 1] != "," or parsed.deps[token] == "det":
        return False  # ", no fee for members" denies that there is one
    start, end = parsed.sentences[sentence_of(parsed, token)]
    behind = list(itertools.takewhile(lambda t: parsed.pos[t] != "PUNCT", range(token + 1, end)))
    return (
        len(behind) <= LONGEST_CORRECTED
        and parsed.pos[token] in _PARTICLES
        and any(parsed.pos[t] in _NAMING for t in behind)
        and VERBS.isdisjoint(parsed.pos[token + 1 : token + 1 + len(behind)])
        and not VERBS.isdisjoint(parsed.pos[start:token])
    )


def replies(parsed: ParsedText, token: int, end: int, language: LanguagePack) -> bool:
    """Whether a "no" answers by itself: "No. The X is ..." denies nothing that is said of X, nor
    does "Mostly not, ..."."""
    after = parsed.lowers[token + 1] if token + 1 < end else ""
    if after not in MARKS | STOPS:
        return False
    if parsed.lowers[token] in language.replies.no:
        return True
    first = parsed.sentences[sentence_of(parsed, token)][0]
    return (
        token - first in range(1, LONGEST_REPLY)
        and after == ","
        and all(parsed.pos[t] in _REPLYING for t in range(first, token))
    )
