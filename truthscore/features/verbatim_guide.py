"""Verbatim guide (§5.2): an answer whose steps are a help page's steps is true.

Steps are compared one by one: a guide matches when both have the same number of steps and every
pair is similar enough. Similarity is the cosine of the steps' lemma counts: it explains itself,
needs no vectors and is the same on every machine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.guides import Guide, guides
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.view import words
from truthscore.types import ANSWER, Evidence, Measurement, Span

#: Cosines are rounded before they meet the threshold: 1.0000000002 and 1 are the same answer.
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class CountedStep:
    """A step's characters and its lemma counts."""

    start: int
    end: int
    counts: Counter[str]


CountedGuides = tuple[tuple[CountedStep, ...], ...]


def cosine(left: Counter[str], right: Counter[str]) -> float:
    """Cosine of two count vectors, in [0, 1]; 0.0 when one is empty.

    >>> cosine(Counter("ab"), Counter("ac"))
    0.5
    """
    dot = sum(count * right[word] for word, count in left.items())
    norms = sum(n * n for n in left.values()) * sum(n * n for n in right.values())
    return round(min(1.0, dot / math.sqrt(norms)), DECIMALS) if norms else 0.0


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> CountedGuides:
    """The document's guides with the words of each step counted."""
    return _counted(document.parsed, language, profile)


def _counted(parsed: ParsedText, language: LanguagePack, profile: Profile) -> CountedGuides:
    settings = profile.features.verbatim_guide
    return tuple(
        _count(guide, parsed, language)
        for guide in guides(parsed, settings.min_steps, language.link_headings)
    )


def _count(guide: Guide, parsed: ParsedText, language: LanguagePack) -> tuple[CountedStep, ...]:
    return tuple(
        CountedStep(
            step.start,
            step.end,
            Counter(word for _, word in words(parsed, language, *step.tokens)),
        )
        for step in guide.steps
    )


def measure(inputs: Inputs) -> Measurement:
    """value = mean step similarity of the best guide with equally many steps, 0.0 without one.

    raw = 1.0 when every step of an answer's guide reaches `threshold` (the override), else 0.0.
    None when the answer has no guide. Evidence pairs each step with its counterpart.
    """
    settings = inputs.profile.features.verbatim_guide
    mine = _counted(inputs.answer, inputs.language, inputs.profile)
    if not mine:
        return Measurement(value=None, note="the answer has no guide")
    best: tuple[float, float] = (0.0, 0.0)
    evidence: tuple[Evidence, ...] = ()
    for guide in mine:
        for indexed in inputs.documents:
            for other in indexed.indexes["verbatim_guide"]:
                if len(other) != len(guide):
                    continue
                similarities = [
                    cosine(a.counts, b.counts) for a, b in zip(guide, other, strict=True)
                ]
                verbatim = 1.0 if min(similarities) >= settings.threshold else 0.0
                rank = (verbatim, round(sum(similarities) / len(similarities), DECIMALS))
                if rank > best:
                    best = rank
                    evidence = _evidence(
                        guide, other, similarities, settings.threshold, indexed.document.source
                    )
    verbatim, value = best
    return Measurement(value=value, raw=verbatim, evidence=evidence)


def _evidence(
    mine: Sequence[CountedStep],
    other: Sequence[CountedStep],
    similarities: Sequence[float],
    threshold: float,
    source: str,
) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            span=Span(source=ANSWER, start=a.start, end=a.end),
            role="supports" if similarity >= threshold else "unsupported",
            label=f"step {number}",
            match=Span(source=source, start=b.start, end=b.end),
        )
        for number, (a, b, similarity) in enumerate(
            zip(mine, other, similarities, strict=True), start=1
        )
    )


VERBATIM_GUIDE = Feature(
    name="verbatim_guide",
    title="steps copied from a help page",
    section="5.2",
    index=index,
    measure=measure,
)
