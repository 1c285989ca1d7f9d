"""Verbatim guide (§5.2): an answer whose steps are a help page's steps is true.

Steps are compared one by one: a guide matches when both have the same number of steps and every
pair is similar enough. In a long step one word hardly moves the similarity, so numbers and
negations must also be the same (`same_values`): "niet groter dan 25 MB" copies nothing that says
10 MB. Similarity is the cosine of the steps' lemma counts: it explains itself,
needs no vectors and is the same on every machine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from truthscore.features.base import Feature, Inputs, judged
from truthscore.language import LanguagePack
from truthscore.profile import Profile, VerbatimGuide
from truthscore.text.guides import Step, guides
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.view import words
from truthscore.types import ANSWER, Evidence, Measurement, Span

NAME = "verbatim_guide"
#: Cosines are rounded before they meet the threshold: 1.0000000002 and 1 are the same answer.
DECIMALS = 6
#: Share of a cosine below which another one surely is, however both are rounded.
SURELY = 0.999


@dataclass(frozen=True, slots=True)
class CountedStep:
    """A step's characters, its lemma counts and the length squared of that vector, and its numbers
    and negations as written."""

    start: int
    end: int
    counts: Counter[str]
    norm: int
    values: Counter[str]


CountedGuides = tuple[tuple[CountedStep, ...], ...]


def cosine(left: Counter[str], right: Counter[str]) -> float:
    """Cosine of two count vectors, in [0, 1]; 0.0 when one is empty.

    >>> cosine(Counter("ab"), Counter("ac"))
    0.5
    """
    return _over(left, right, left.keys() & right.keys(), _norm(left) * _norm(right))


def _over(
    left: Counter[str], right: Counter[str], shared: Collection[str], norms: int, above: float = 0.0
) -> float:
    """The cosine, from the words that both have; one not above `above` may be given as 0.0."""
    dot = 0
    for word in shared:
        dot += left[word] * right[word]
    if dot * dot < (above * SURELY) ** 2 * norms:
        return 0.0  # no rounding brings it there
    return round(min(1.0, dot / math.sqrt(norms)), DECIMALS) if dot else 0.0


def _norm(counts: Counter[str]) -> int:
    return sum(count * count for count in counts.values())


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> CountedGuides:
    """The document's guides with the words of each step counted."""
    return _counted(document.parsed, language, profile)


def _counted(parsed: ParsedText, language: LanguagePack, profile: Profile) -> CountedGuides:
    settings = profile.features.verbatim_guide
    forms = parsed.lemmas if settings.similarity == "lemma_cosine" else parsed.lowers

    def counted(step: Step) -> CountedStep:
        counts = Counter(forms[token] for token, _ in words(parsed, language, *step.tokens))
        values = Counter(
            word
            for word in parsed.lowers[slice(*step.tokens)]
            if word in language.negations or (not word.isalpha() and any(map(str.isdigit, word)))
        )
        return CountedStep(step.start, step.end, counts, _norm(counts), values)

    return tuple(
        tuple(map(counted, guide.steps))
        for guide in guides(parsed, settings.min_steps, language.link_headings)
    )


def measure(inputs: Inputs) -> Measurement:
    """value = mean over the answer's steps of the best similarity to a step of a document.

    raw = 1.0 when a guide of the answer is a document's guide, step by step, each pair at least
    `threshold` similar and with the same values (the override), else 0.0. None when the answer has
    no guide. Evidence pairs each step with its best counterpart.
    """
    settings = inputs.profile.features.verbatim_guide
    mine = _counted(inputs.answer, inputs.language, inputs.profile)
    if not mine:
        return Measurement(value=None, note="the answer has no guide")
    theirs = [
        (indexed.document.source, guide)
        for indexed in inputs.documents
        for guide in indexed.indexes[NAME]
    ]
    verbatim = any(_same(guide, other, settings) for guide in mine for _, other in theirs)
    similarities: list[float] = []
    evidence: list[Evidence] = []
    for guide in mine:
        for number, step in enumerate(guide, start=1):
            # Once per row: most steps are the same among the answer's own words.
            words = (NAME, *step.counts.items())
            best, match = inputs.once(words, partial(_best, step, theirs))
            similarities.append(best)
            span = Span(source=ANSWER, start=step.start, end=step.end)
            holds = best >= settings.threshold
            evidence.append(
                judged(span, f"step {number}", match, holds=holds, rule="guide.differs")
            )
    value = round(math.fsum(similarities) / len(similarities), DECIMALS)
    return Measurement(value=value, raw=1.0 if verbatim else 0.0, evidence=tuple(evidence))


def _same(
    mine: Sequence[CountedStep], other: Sequence[CountedStep], settings: VerbatimGuide
) -> bool:
    return len(mine) == len(other) and all(
        cosine(a.counts, b.counts) >= settings.threshold
        and (a.values == b.values or not settings.same_values)
        for a, b in zip(mine, other, strict=True)
    )


def _best(
    step: CountedStep, theirs: Sequence[tuple[str, Sequence[CountedStep]]]
) -> tuple[float, Span | None]:
    best = 0.0
    match: tuple[str, CountedStep] | None = None
    words = step.counts.keys()
    for source, guide in theirs:
        for other in guide:
            shared = words & other.counts.keys()
            if not shared:
                continue  # most
            similarity = _over(step.counts, other.counts, shared, step.norm * other.norm, best)
            if similarity > best:
                best, match = similarity, (source, other)
    if match is None:
        return best, None
    source, other = match
    return best, Span(source=source, start=other.start, end=other.end)


VERBATIM_GUIDE = Feature(
    name=NAME,
    title="steps copied from a help page",
    section="5.2",
    settings=VerbatimGuide,
    index=index,
    measure=measure,
)
