"""Complex answer (§5.2): signal words of perspective, comparison, examples and reasoning.

An answer that weighs, compares, illustrates or reasons is more often true. A place counts for one
list: "net zoals" compares, and its "zoals" gives no example.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import regex

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import ComplexAnswer
from truthscore.types import ANSWER, Evidence, Measurement, Span


@functools.lru_cache(maxsize=16)
def _patterns(
    digest: str, lists: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, regex.Pattern[str]]:
    del digest  # part of the key only
    return {name: _pattern(words) for name, words in lists}


def _pattern(words: tuple[str, ...]) -> regex.Pattern[str]:
    # Longest first: "net zoals" must not be cut short by "net". "a … b" matches within a sentence.
    ordered = sorted(words, key=lambda word: (-len(word), word))
    parts = [
        r"(?![\w-])[^.!?\n]{1,200}?(?<![\w-])".join(
            r"\s+".join(map(regex.escape, half.split())) for half in halves
        )
        for halves in (word.split("…") for word in ordered)
    ]
    return regex.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])", regex.IGNORECASE)


def _compiled(language: LanguagePack) -> Mapping[str, regex.Pattern[str]]:
    lists = tuple(sorted(language.signal_words.items()))
    return _patterns(language.digest, lists)


def _hits(text: str, language: LanguagePack) -> list[tuple[int, int, str]]:
    """The signal words of a text in its order, with their lists, without those within a longer one.

    The two halves of "enerzijds ... anderzijds" are no longer one: others may stand between them.
    """
    found = sorted(
        (match.start(), match.end(), name)
        for name, pattern in _compiled(language).items()
        for match in pattern.finditer(text)
    )
    whole = frozenset(word for words in language.signal_words.values() for word in words)
    longer = [hit for hit in found if " ".join(text[hit[0] : hit[1]].lower().split()) in whole]
    return [
        (start, end, name)
        for start, end, name in found
        if not any(
            first <= start and end <= last and last - first > end - start
            for first, last, _ in longer
        )
    ]


def measure(inputs: Inputs) -> Measurement:
    """value = floor + (1 - floor) x min(1, raw / `full_at`); raw = lists (0-4) with a hit."""
    settings = inputs.profile.features.complex_answer
    evidence = [
        Evidence(span=Span(source=ANSWER, start=start, end=end), role="supports", label=name)
        for start, end, name in _hits(inputs.answer.text, inputs.language)
    ]
    raw = len({each.label for each in evidence})
    return Measurement(
        value=settings.floor + (1.0 - settings.floor) * min(1.0, raw / settings.full_at),
        raw=float(raw),
        evidence=tuple(evidence),
    )


COMPLEX_ANSWER = Feature(
    name="complex_answer",
    title="signal words from several lists",
    section="5.2",
    settings=ComplexAnswer,
    measure=measure,
)
