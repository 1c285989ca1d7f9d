"""New words: what the answer names and the context does not.

The sharpest single sign of invention on RAGTruth: the *amount* of content, by rarity,
that stands nowhere in the context or the question. A share would forgive a long answer its lie.
A new word in a sentence that a passage supports is mostly a synonym, one in a sentence without
support mostly is not, so each counts for what its sentence lacks.
"""

from __future__ import annotations

import math

from truthscore.features.base import Feature, Inputs
from truthscore.profile import NewWords
from truthscore.types import ANSWER, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw / half); raw = sum over distinct new words of their weight x
    (1 - support of their sentence); a word that is new twice counts where it weighs most.

    half = `half_at`, or `half_share` x the weight of all that the answer claims where that is less:
    one new word is all that "In de kelder." says.

    Words lighter than `min_weight` are too common to be anybody's invention. A figure counts
    nothing: whether it is right, or worked out from others, values tell by themselves. None when
    the answer claims nothing. Each new word is evidence at its first place.
    """
    settings = inputs.profile.features.new_words
    answer, units = inputs.answer, inputs.aligned.units
    if not units and inputs.replied:
        return Measurement(value=1.0, raw=0.0)
    if not units:
        return Measurement(value=None, note="the answer claims nothing")
    asked = frozenset(inputs.question.lemmas) | frozenset(inputs.question.lowers)
    new: dict[str, tuple[float, int]] = {}
    for unit in units:
        support = inputs.supports(unit)
        for token, weight, found in zip(unit.content, unit.weights, unit.found, strict=True):
            lemma = answer.lemmas[token]
            if (
                found == 0.0
                and weight >= settings.min_weight
                and lemma not in asked
                and answer.lowers[token] not in asked
            ):
                figure = not any(map(str.isalpha, lemma))
                lacking = 0.0 if figure else weight * (1.0 - support)
                if lemma not in new or lacking > new[lemma][0]:
                    new[lemma] = (lacking, token)
    raw = round(math.fsum(weight for weight, _ in new.values()), 6)
    whole = math.fsum(weight for unit in units for weight in unit.weights)
    half = min(settings.half_at, settings.half_share * whole)
    evidence = tuple(
        Evidence(
            span=Span(source=ANSWER, start=answer.starts[token], end=answer.ends[token]),
            role="unsupported",
            label=lemma,
            rule="word.new",
        )
        for lemma, (_, token) in sorted(new.items(), key=lambda item: item[1][1])
    )
    return Measurement(value=round(1.0 / (1.0 + raw / half), 6), raw=raw, evidence=evidence)


NEW_WORDS = Feature(
    name="new_words",
    title="content that stands nowhere in the context",
    section="4.4.2",
    settings=NewWords,
    measure=measure,
    needs_alignment=True,
)
