"""Refusals: an answer that as a whole says it has no answer.

Such an answer claims nothing that could be true or untrue, so it gets no stars. A negative answer
("Nee, dat kan niet") is none, and neither is an answer with a reservation in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import filled, kept
from truthscore.text import markup
from truthscore.types import ANSWER, Span

_SENTENCE = regex.compile(r"\S[^.!?\n]*(?:[.!?](?=\w)[^.!?\n]*)*[.!?]*")
_WORD = regex.compile(r"[\p{L}\d]+(?:['’-][\p{L}\d]+)*")

_FLAGS = regex.IGNORECASE


@dataclass(frozen=True, slots=True)
class _Rules:
    """A language's refusals: what declines, what goes with it, how much may stand beside it.

    `reservations` speak of a gap in the sources and make no refusal. `asides` find a sentence
    that goes with a refusal by one word of it ("sorry", "ticket"), `beside` one that tells what
    the sources do have. A courtesy (`courtesy.py`) has
    all its words on a list: "De helpdesk belt." is none, and "the right to sign" is no aside.
    """

    patterns: tuple[regex.Pattern[str], ...]
    reservations: tuple[regex.Pattern[str], ...]
    asides: regex.Pattern[str]
    beside: regex.Pattern[str]
    but: regex.Pattern[str]
    max_claims: int
    min_words: int


def refusal(answer: str, question: str, language: LanguagePack) -> Span | None:
    """The sentence in which the answer as a whole declines; None when it answers.

    It declines when a pattern holds in one of its sentences, nothing with content stands before
    that, and at most `max_claims` sentences with content behind it. Content is `min_words` words
    that are no aside and not all from the question, also behind a "but" that follows.
    """
    rules = _rules(language)
    asked = frozenset(_WORD.findall(question.lower()))
    first: tuple[int, int] | None = None
    claims = 0
    announced = (
        False  # "The answer to your question is:" says nothing before a sentence that declines
    )
    for text, start, end in _sentences(answer):
        found = next((m for pattern in rules.patterns if (m := pattern.search(text))), None)
        if announced and found is None and first is None:
            return None
        announced = False
        if found is not None:
            first = first or (start, end)
        said = _WORD.findall(_behind(text, found, rules).lower())
        repeats = not set(said) - asked
        goes_with = rules.asides.search(text) or rules.beside.search(text)
        content = len(said) >= rules.min_words and not repeats and not goes_with
        if first is None:
            announced = content and text.endswith(":")
            if content and not announced:
                return None
        claims += content and not announced
    if first is None or claims > rules.max_claims:
        return None
    return Span(source=ANSWER, start=first[0], end=first[1])


def claims_nothing(sentence: str, language: LanguagePack, *, known: bool) -> bool:
    """Whether a sentence of an answer that declines tells nothing that could be untrue.

    It declines, asks, sends its reader elsewhere or is short; or it only tells what the sources are
    about, and all its words are theirs or the question's (`known`).
    """
    rules = _rules(language)
    patterns = rules.patterns + rules.reservations
    found = next((m for pattern in patterns if (m := pattern.search(sentence))), None)
    few = len(_WORD.findall(_behind(sentence, found, rules))) < rules.min_words
    if few or sentence.rstrip().endswith("?"):
        return True
    if rules.beside.search(sentence):
        return known
    return bool(rules.asides.search(sentence))


def _behind(text: str, found: regex.Match[str] | None, rules: _Rules) -> str:
    """What a sentence says besides declining: all of it, or what stands behind a "but"."""
    if found is None:
        return text
    but = rules.but.search(text, found.end())
    return text[but.end() :] if but else ""


def declines(sentence: str, language: LanguagePack) -> bool:
    """Whether one sentence says that the sources do not have something, or declines."""
    rules = _rules(language)
    return any(pattern.search(sentence) for pattern in rules.patterns + rules.reservations)


def _sentences(text: str) -> Iterator[tuple[str, int, int]]:
    """The sentences of a text without its markup, and where they stand."""
    for block in markup.each_block(text):
        part = markup.plain(text, block.start, block.end)
        for match in _SENTENCE.finditer(part.text):
            if match[0].strip():
                end = match.start() + len(match[0].rstrip())
                yield match[0], part.offsets[match.start()], part.offsets[end - 1] + 1


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.refusal, f"wordlists/{language.code}/refusal.toml"
    macros = data.get("macros", {})
    try:
        with kept(language.code, "refusal") as compiled:

            def ready(each: Mapping[str, Any]) -> regex.Pattern[str]:
                return compiled(filled(each["pattern"], macros, where), _FLAGS)

            return _Rules(
                patterns=tuple(map(ready, data["patterns"])),
                reservations=tuple(map(ready, data["reservations"])),
                asides=compiled("|".join(f"(?:{each})" for each in data["asides"]), _FLAGS),
                beside=compiled("|".join(f"(?:{each})" for each in data["beside"]), _FLAGS),
                but=compiled(data["but"], _FLAGS),
                max_claims=data["max_claims"],
                min_words=data["min_words"],
            )
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
