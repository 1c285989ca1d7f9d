"""Small talk: an answer that only greets, thanks, wishes well, or asks back.

Such an answer claims nothing that could be true or untrue, so it gets no stars. Every sentence must
be small talk as a whole ("Goedemorgen! Waarmee kan ik u helpen?"): one statement, and it is none.

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


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a whole sentence must match, and how many words an answer may have."""

    row: regex.Pattern[str]
    max_words: int


def is_small_talk(answer: str, language: LanguagePack) -> bool:
    """Whether every sentence of an answer is small talk, and there is one."""
    rules = _rules(language)
    if len(answer.split()) > rules.max_words:
        return False  # most
    sentences = [_words(each) for part in _parts(answer) for each in _SENTENCE.findall(part)]
    said = [each for each in sentences if each]
    return bool(said) and all(rules.row.fullmatch(each) for each in said)


def _parts(answer: str) -> list[str]:
    """The lines of an answer without their markup."""
    return [
        markup.plain(answer, block.start, block.end).text for block in markup.each_block(answer)
    ]


def _words(sentence: str) -> str:
    return " ".join(_WORD.findall(sentence.casefold().replace("’", "'")))


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.small_talk, f"wordlists/{language.code}/small_talk.toml"
    macros = data.get("macros", {})
    try:
        each = "|".join(f"(?:{filled(one['pattern'], macros, where)})" for one in data["patterns"])
        row = f"(?:{each})(?:{data['joins']} (?:{each}))*"
        with kept(language.code, "small_talk") as compiled:
            return _Rules(row=compiled(row), max_words=data["max_words"])
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
