"""Guide fidelity: the steps of the answer against the steps of the page, in order.

Where `verbatim_guide` is all or nothing, this feature aligns step with step: a step the page does
not have is invented, a step before its predecessor is swapped.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import is_claim, weight
from truthscore.text.guides import guides
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import ANSWER, Evidence, Measurement, Span

#: Share of the best likeness from which another step of the page may be the one meant.
SAME = 0.7


@dataclass(frozen=True, slots=True)
class Step:
    """A step's characters and the weighted words it claims."""

    start: int
    end: int
    words: dict[str, float]


def index(
    document: ParsedDocument, language: LanguagePack, profile: Profile
) -> tuple[tuple[Step, ...], ...]:
    """The document's guides."""
    return _guides(document.parsed, language, profile)


def _guides(
    parsed: ParsedText, language: LanguagePack, profile: Profile
) -> tuple[tuple[Step, ...], ...]:
    settings = profile.features.guide_fidelity
    assert settings is not None  # the profile has checked that a feature in use has its settings
    return tuple(
        tuple(_step(parsed, each.start, each.end, each.tokens, language) for each in guide.steps)
        for guide in guides(parsed, settings.min_steps, language.link_headings)
        if guide.numbered
    )


def _step(
    parsed: ParsedText, start: int, end: int, tokens: tuple[int, int], language: LanguagePack
) -> Step:
    counts = Counter(
        parsed.lemmas[token] for token in range(*tokens) if is_claim(parsed, token, language)
    )
    return Step(start, end, {word: n * weight(word, language.code) for word, n in counts.items()})


def similarity(one: Step, two: Step) -> float:
    """Cosine of the weighted words, 0 to 1."""
    dot = sum(value * two.words.get(word, 0.0) for word, value in one.words.items())
    norm = math.sqrt(
        sum(v * v for v in one.words.values()) * sum(v * v for v in two.words.values())
    )
    return round(min(1.0, dot / norm), 6) if norm else 0.0


def measure(inputs: Inputs) -> Measurement:
    """value = steps that have a counterpart and stand in its order / steps.

    raw = invented + swapped steps. Only numbered guides count, each held against the page guide it
    resembles most; None when the answer has no numbered guide, or none resembles a page's.
    """
    settings = inputs.profile.features.guide_fidelity
    assert settings is not None  # the profile has checked that a feature in use has its settings
    theirs = [
        (indexed.document.source, guide)
        for indexed in inputs.documents
        for guide in indexed.indexes["guide_fidelity"]
    ]
    steps = bad = 0
    evidence: list[Evidence] = []
    for mine in _guides(inputs.answer, inputs.language, inputs.profile):
        best: tuple[float, str, Sequence[Step]] | None = None
        for source, guide in theirs:
            total = sum(max(similarity(step, other) for other in guide) for step in mine)
            if best is None or total > best[0]:
                best = (total, source, guide)
        if best is None or best[0] / len(mine) < settings.same_guide:
            continue
        found = _against(inputs, mine, best[1], best[2])
        steps += len(mine)
        bad += len(found)
        evidence.extend(found)
    if not steps:
        return Measurement(value=None, note="no numbered guide that a page also has")
    return Measurement(value=round(1.0 - bad / steps, 6), raw=float(bad), evidence=tuple(evidence))


def _against(
    inputs: Inputs, mine: Sequence[Step], source: str, guide: Sequence[Step]
) -> list[Evidence]:
    settings = inputs.profile.features.guide_fidelity
    assert settings is not None  # the profile has checked that a feature in use has its settings
    last = -1
    found = []
    for number, step in enumerate(mine, start=1):
        span = Span(source=ANSWER, start=step.start, end=step.end)
        likeness = [similarity(step, other) for other in guide]
        best = max(range(len(guide)), key=lambda at: (likeness[at], -at))
        if likeness[best] < settings.same_step:
            # Told in other words, or on another page: invented only when no passage supports it.
            if step.words and _support(inputs, step) < settings.invented_below:
                found.append(Evidence(span=span, role="unsupported", label=f"step {number} new"))
            continue
        # Of counterparts about as alike, one in order is meant: "Klik op OK" recurs.
        alike = [
            at for at, each in enumerate(likeness) if at >= last and each >= likeness[best] * SAME
        ]
        at = alike[0] if alike else best
        if at < last:
            match = Span(source=source, start=guide[at].start, end=guide[at].end)
            label = f"step {number} out of order"
            found.append(Evidence(span=span, role="contradicts", label=label, match=match))
            continue
        last = at
    return found


def _support(inputs: Inputs, step: Step) -> float:
    """The best support of the units within a step."""
    starts, ends = inputs.answer.starts, inputs.answer.ends
    return max(
        (
            unit.support
            for unit in inputs.aligned.units
            if starts[unit.tokens[0]] >= step.start and ends[unit.tokens[1] - 1] <= step.end
        ),
        default=0.0,
    )


GUIDE_FIDELITY = Feature(
    name="guide_fidelity",
    title="steps that the page has, in its order",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
