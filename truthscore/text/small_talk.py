"""Small talk: an answer that only greets, thanks, wishes well, or asks back.

Such an answer claims nothing that could be true or untrue, so it gets no stars. Every sentence must
be small talk as a whole ("Goedemorgen! Waarmee kan ik u helpen?"): one statement, and it is none.

A name in it ("u spreekt met Noor", "my colleague Aylin") is any word with a capital, where a
pattern has a place for one: what somebody is called is neither true nor untrue of a product.

A courtesy (`courtesy.py`) stands beside other sentences and may mean yes ("Absolutely."). Alone
that is an answer, so small talk is told by whole sentences of a strict list, not by words.
"""

from __future__ import annotations

from dataclasses import dataclass

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import filled, kept
from truthscore.text import markup

_SENTENCE = regex.compile(r"[^.!?;:…\n]+")
_WORD = regex.compile(r"[\p{L}\d]+(?:['’-][\p{L}\d]+)*")
#: Words of a stretch of small talk, at most: "if you have any other questions, please just let me
#: know" has twelve.
LONGEST = 20
#: A word of a name.
_NAME_WORD = r"\p{Lu}[\p{L}\d'-]*"
#: Stands for a name in a pattern until the whole row is put together: no text has this sign.
_NAME = "\0"


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a stretch of a sentence must match: its first, and each behind that, with a space and
    perhaps a joining word before it; and how many words an answer may have."""

    first: regex.Pattern[str]
    next: regex.Pattern[str]
    max_words: int


def is_small_talk(answer: str, language: LanguagePack) -> bool:
    """Whether every sentence of an answer is small talk, and there is one."""
    rules = _rules(language)
    if len(answer.split()) > rules.max_words:
        return False  # most
    sentences = [
        _WORD.findall(each.replace("’", "'"))
        for part in _parts(answer)
        for each in _SENTENCE.findall(part)
    ]
    said = [each for each in sentences if each]
    return bool(said) and all(_claims_nothing(each, rules) for each in said)


def _claims_nothing(words: list[str], rules: _Rules) -> bool:
    """Whether a sentence is a row of stretches of small talk. In one that is all capitals no word
    is told for a name.

    Each stretch is looked for by itself: a pattern of the whole row would try all ways in which
    words can be shared out among patterns.
    """
    if all(word.isupper() for word in words):
        words = [word.casefold() for word in words]
    reached = {0}
    for start in range(len(words)):
        if start not in reached:
            continue
        for end in range(start + 1, min(len(words), start + LONGEST) + 1):
            if end in reached:
                continue
            piece = " ".join(words[start:end])
            fits = rules.next.fullmatch(f" {piece}") if start else rules.first.fullmatch(piece)
            if fits:
                reached.add(end)
    return len(words) in reached


def _parts(answer: str) -> list[str]:
    """The lines of an answer without their markup."""
    return [
        markup.plain(answer, block.start, block.end).text for block in markup.each_block(answer)
    ]


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.small_talk, f"wordlists/{language.code}/small_talk.toml"
    try:
        macros = {**data.get("macros", {}), "name": _NAME}
        for words in ("talk", "serving"):
            macros[words] = f"(?:{'|'.join(data[words])})(?= |$)"
        between = "|".join(data["name_particles"])
        name = rf"(?-i:{_NAME_WORD}(?:(?: (?:{between}))* {_NAME_WORD})?)"
        each = "|".join(f"(?:{filled(one['pattern'], macros, where)})" for one in data["patterns"])
        first = f"(?i:{each})".replace(_NAME, name)
        following = f"(?i:{data['joins']} (?:{each}))".replace(_NAME, name)
        with kept(language.code, "small_talk") as compiled:
            return _Rules(
                first=compiled(first), next=compiled(following), max_words=data["max_words"]
            )
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
