"""Complex answer (§5.2): signal words of perspective, comparison, examples and reasoning.

An answer that weighs, compares, illustrates or reasons is more often true.
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
        r"[^.!?\n]{1,200}?".join(r"\s+".join(map(regex.escape, half.split())) for half in halves)
        for halves in (word.split("…") for word in ordered)
    ]
    return regex.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])", regex.IGNORECASE)


def _compiled(language: LanguagePack) -> Mapping[str, regex.Pattern[str]]:
    lists = tuple(sorted(language.signal_words.items()))
    return _patterns(language.digest, lists)


def measure(inputs: Inputs) -> Measurement:
    """value = floor + (1 - floor) x min(1, raw / `full_at`); raw = lists (0-4) with a hit."""
    settings = inputs.profile.features.complex_answer
    evidence = []
    hit = set()
    for name, pattern in _compiled(inputs.language).items():
        for match in pattern.finditer(inputs.answer.text):
            hit.add(name)
            span = Span(source=ANSWER, start=match.start(), end=match.end())
            evidence.append(Evidence(span=span, role="supports", label=name))
    evidence.sort(key=lambda each: (each.span.start, each.span.end, each.label))
    raw = len(hit)
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
