"""Prompt overlap (§5.2): words of the question that come back in the answer.

Overlap between prompt and answer goes with better answers (Kumar et al. 2019).
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs
from truthscore.text.view import content_words
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = min(1, raw / `full_at`); raw = share of the question's content lemmas in the answer.

    None when the question has fewer than `min_words` content words.
    """
    question, answer = inputs.question, inputs.answer
    asked: dict[str, int] = {}
    for token, lemma in content_words(question, inputs.language):
        asked.setdefault(lemma, token)
    if len(asked) < inputs.profile.features.prompt_overlap.min_words:
        return Measurement(value=None, note="the question has no content words")
    found: dict[str, int] = {}
    for token, lemma in enumerate(answer.lemmas):
        if lemma in asked:
            found.setdefault(lemma, token)
    evidence = tuple(
        Evidence(
            span=Span(source=ANSWER, start=answer.starts[token], end=answer.ends[token]),
            role="supports",
            label=lemma,
            match=Span(
                source=QUESTION,
                start=question.starts[asked[lemma]],
                end=question.ends[asked[lemma]],
            ),
        )
        for lemma, token in sorted(found.items(), key=lambda item: item[1])
    )
    share = len(found) / len(asked)
    full_at = inputs.profile.features.prompt_overlap.full_at
    return Measurement(value=min(1.0, share / full_at), raw=share, evidence=evidence)


PROMPT_OVERLAP = Feature(
    name="prompt_overlap",
    title="question words that come back in the answer",
    section="5.2",
    measure=measure,
)
