"""Context limitation (Table 2): what is asked about stands nowhere in the context.

Then the search has missed, and whatever the answer says, it does not say it from the documents.
"""

from __future__ import annotations

import math

from truthscore.features.base import Feature, Inputs
from truthscore.text.alignment import PassageIndex, is_claim, relatives, weight
from truthscore.types import QUESTION, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = share of the weight of the question's content words that the context has.

    raw = the number of distinct ones it lacks; each is evidence in the question. A word of
    `part_length` letters also stands in a compound that begins or ends with it, and the other way
    round. None when the question has no content words.
    """
    settings = inputs.profile.features.context_limitation
    assert settings is not None  # the profile has checked that a feature in use has its settings
    question = inputs.question
    asked: dict[str, int] = {}
    for token in range(len(question.lowers)):
        if is_claim(question, token, inputs.language):
            asked.setdefault(question.lemmas[token], token)
    if not asked:
        return Measurement(value=None, note="the question has no content words")
    weights = {
        lemma: weight(question.lowers[at], inputs.language.code) for lemma, at in asked.items()
    }
    lacking = {
        lemma: at
        for lemma, at in asked.items()
        if not any(
            lemma in page.vocabulary
            or question.lowers[at] in page.vocabulary
            or _within(question.lowers[at], page, settings.part_length)
            for page in inputs.aligned.documents
        )
    }
    lost = math.fsum(weights[lemma] for lemma in lacking)
    evidence = tuple(
        Evidence(
            span=Span(source=QUESTION, start=question.starts[at], end=question.ends[at]),
            role="unsupported",
            label=lemma,
        )
        for lemma, at in lacking.items()
    )
    value = 1.0 - lost / math.fsum(weights.values())
    return Measurement(value=round(value, 6), raw=float(len(lacking)), evidence=evidence)


def _within(word: str, page: PassageIndex, length: int) -> bool:
    return len(word) >= length and next(relatives(word, page, length), None) is not None


CONTEXT_LIMITATION = Feature(
    name="context_limitation",
    title="words of the question that the context has",
    section="4.3",
    measure=measure,
    needs_alignment=True,
)
