"""Prompt overlap (§5.2): words of the question that come back in the answer.

Overlap between prompt and answer goes with better answers (Kumar et al. 2019).
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs
from truthscore.profile import PromptOverlap
from truthscore.text.model import ParsedText
from truthscore.text.view import content_words, same_family, words
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = min(1, raw / `full_at`); raw = share of the question's content lemmas in the answer.

    A lemma comes back as itself, as a form or part of a longer word, or in a misspelt question
    (`same_family`). With `words` = "view" all words of the language's view count, not those of
    content alone. None when the question has fewer than `min_words` of them.
    """
    settings = inputs.profile.features.prompt_overlap
    question, answer = inputs.question, inputs.answer
    asked: dict[str, int] = {}
    chosen = words if settings.words == "view" else content_words
    for token, lemma in chosen(question, inputs.language):
        asked.setdefault(lemma, token)
    if len(asked) < settings.min_words:
        return Measurement(value=None, note="the question has no content words")
    said = _first_places(answer)
    evidence = []
    for lemma, token in asked.items():
        place = said.get(lemma)
        if place is None:
            family = (
                at
                for word, at in said.items()
                if same_family(lemma, word, part=settings.part_length, ratio=settings.fuzzy_ratio)
            )
            place = min(family, default=None)
        if place is not None:
            evidence.append(
                Evidence(
                    span=Span(source=ANSWER, start=answer.starts[place], end=answer.ends[place]),
                    role="supports",
                    label=lemma,
                    match=Span(
                        source=QUESTION, start=question.starts[token], end=question.ends[token]
                    ),
                )
            )
    evidence.sort(key=lambda each: (each.span.start, each.label))
    share = len(evidence) / len(asked)
    return Measurement(
        value=min(1.0, share / settings.full_at), raw=share, evidence=tuple(evidence)
    )


def _first_places(answer: ParsedText) -> dict[str, int]:
    """Lemma or word as written → the first token that has it."""
    places: dict[str, int] = {}
    for token, lemma in enumerate(answer.lemmas):
        places.setdefault(lemma, token)
        places.setdefault(answer.lowers[token], token)
    return places


PROMPT_OVERLAP = Feature(
    name="prompt_overlap",
    title="question words that come back in the answer",
    section="5.2",
    settings=PromptOverlap,
    measure=measure,
)
