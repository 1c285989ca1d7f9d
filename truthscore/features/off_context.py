"""Off-context slips (Table 2): the wrong person, a condition dropped or added.

The sentence stands in the context, but with another role ("gebruiker" for "beheerder"), without
the condition that limits it ("alleen als ..."), or with one that the context does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Feature, Inputs
from truthscore.text.alignment import REACH, Unit, is_claim, sentence_span
from truthscore.text.clauses import clauses, limits
from truthscore.types import ANSWER, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = number of slips. None when no sentence has a close passage."""
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    units = inputs.aligned.units
    close = [
        (place, unit)
        for place, unit in enumerate(units)
        if unit.passage is not None and unit.support >= settings.min_support
    ]
    if not close:
        return Measurement(value=None, note="no sentence is close enough to a passage")
    evidence: list[Evidence] = []
    for place, unit in close:
        evidence.extend(_roles(inputs, unit))
        evidence.extend(_conditions(inputs, place, unit))
    raw = float(len(evidence))
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=tuple(evidence))


def _window(inputs: Inputs, unit: Unit) -> tuple[range, int]:
    assert unit.passage is not None  # only close units come here
    document = inputs.aligned.documents[unit.passage.document]
    last = len(document.words) - 1
    at = unit.passage.sentence
    return range(max(0, at - REACH), min(last, at + REACH) + 1), at


def _roles(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals = inputs.answer, inputs.language.roles
    assert unit.passage is not None  # only close units come here
    document = inputs.aligned.documents[unit.passage.document]
    window, at = _window(inputs, unit)
    theirs = frozenset().union(*(document.words[number] for number in window))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in range(*unit.tokens):
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in document.words[at]]
        instead = [rival for rival in instead if rival not in ours]
        if instead:
            yield _evidence(inputs, unit, token, token + 1, f"{role} / {instead[0]}")


def _conditions(inputs: Inputs, place: int, unit: Unit) -> Iterator[Evidence]:
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    assert unit.passage is not None  # only close units come here
    answer, language = inputs.answer, inputs.language
    weak = language.conditions_weak
    document = inputs.aligned.documents[unit.passage.document]
    parsed = document.parsed
    window, at = _window(inputs, unit)
    start, end = parsed.sentences[at]
    theirs = limits(parsed, start, end, language)
    ours = limits(answer, *unit.tokens, language)
    units = inputs.aligned.units
    around = units[max(0, place - 1) : place + 2]
    said = {answer.lemmas[t] for each in around for t in range(*each.tokens)}
    said |= {answer.lowers[t] for each in around for t in range(*each.tokens)}
    said |= set(inputs.question.lemmas) | set(inputs.question.lowers)
    marked = any(
        answer.lowers[t] in weak or limits(answer, t, t + 1, language)
        for each in around
        for t in range(*each.tokens)
    )
    if not marked and unit.exact >= settings.min_support:
        cases = [(limit, range(limit + 1, end)) for limit in theirs[:1]]
        cases += [
            (clause.start, range(clause.start + 1, clause.end))
            for clause in clauses(parsed, start, end, language)
            if clause.conditional and len(clause.content) >= settings.min_condition
        ]
        for limit, words in cases:
            tail = [t for t in words if is_claim(parsed, t, language)]
            lost = [
                t for t in tail if parsed.lemmas[t] not in said and parsed.lowers[t] not in said
            ]
            if tail and len(lost) / len(tail) >= settings.lost_share:
                label = f"condition dropped: {parsed.lowers[limit]}"
                yield _evidence(inputs, unit, *unit.tokens, label)
                break
    nearby = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    limited = any(parsed.lowers[t] in weak for t in nearby) or limits(
        parsed, nearby.start, nearby.stop, language
    )
    if ours and not limited and unit.support >= settings.added_support:
        limit = ours[0]
        label = f"condition added: {answer.lowers[limit]}"
        yield _evidence(inputs, unit, limit, limit + 1, label)


def _evidence(inputs: Inputs, unit: Unit, start: int, end: int, label: str) -> Evidence:
    assert unit.passage is not None  # only close units come here
    indexed = inputs.documents[unit.passage.document]
    place = sentence_span(indexed.document.parsed, unit.passage.sentence)
    answer = inputs.answer
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
        role="contradicts",
        label=label,
        match=Span(source=indexed.document.source, start=place[0], end=place[1]),
    )


OFF_CONTEXT = Feature(
    name="off_context",
    title="roles and conditions other than the passage's",
    section="4.3",
    measure=measure,
    needs_alignment=True,
)
