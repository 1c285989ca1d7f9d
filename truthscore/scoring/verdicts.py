"""Verdicts on rows: from stars, and with every finding in the texts as they were given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from truthscore.features.statements import STATEMENTS
from truthscore.scoring.texts import Ready
from truthscore.stars import Stars
from truthscore.text.edits import Readable
from truthscore.types import REFUSAL, Measurement, Span, StatementVerdict, Verdict


def of_stars(
    row: Ready, stars: Stars, measured: Mapping[str, Measurement], signature: str
) -> Verdict:
    """The verdict on a row that was measured, with spans in the texts as they were read."""
    scored = stars.score is not None
    return Verdict(
        id=row.example.id,
        status="scored" if scored else "not_scored",
        reason=REFUSAL if row.declines else None if scored else "nothing_to_measure",
        lang=row.lang,
        detection=row.detection,
        score=stars.score,
        base_score=stars.base_score,
        override=stars.override,
        features=measured,
        signature=signature,
    )


def given_span(span: Span, changed: Mapping[str, Readable]) -> Span:
    """A place in a text as it is read, in the text as it was given."""
    return changed[span.source].original(span) if span.source in changed else span


def as_given(verdict: Verdict, changed: Mapping[str, Readable]) -> Verdict:
    """The verdict with its spans in the texts as they were given."""
    if not changed:
        return verdict

    def back(span: Span) -> Span:
        return given_span(span, changed)

    features = {name: moved(measured, back) for name, measured in verdict.features.items()}
    return replace(
        detected(verdict, back), features=features, statements=judged(verdict.statements, back)
    )


def judged(
    statements: Iterable[StatementVerdict], back: Callable[[Span], Span]
) -> tuple[StatementVerdict, ...]:
    """Statements with their places in another text."""
    return tuple(
        replace(
            each,
            span=back(each.span),
            passage=None if each.passage is None else back(each.passage),
        )
        for each in statements
    )


def detected(verdict: Verdict, back: Callable[[Span], Span]) -> Verdict:
    """The verdict with the place by which its message type was told in another text."""
    detection = verdict.detection
    if detection is None or detection.span is None:
        return verdict
    return replace(verdict, detection=replace(detection, span=back(detection.span)))


def moved(measured: Measurement, back: Callable[[Span], Span]) -> Measurement:
    """A finding in one text, shown on another."""
    evidence = tuple(
        replace(each, span=back(each.span), match=None if each.match is None else back(each.match))
        for each in measured.evidence
    )
    return replace(measured, evidence=evidence)


def noted(measured: Measurement, note: str) -> Measurement:
    """A finding with a note behind those it has."""
    return replace(measured, note=f"{measured.note}; {note}" if measured.note else note)


def nearer(own: Verdict, abroad: Verdict) -> Verdict:
    """Of the verdicts by pages in the answer's language and by those in another one that of the
    pages its sentences stand on better, and in doubt its own."""
    here, there = (
        (each.features[STATEMENTS.name].value if STATEMENTS.name in each.features else None) or 0.0
        for each in (own, abroad)
    )
    if there > here and abroad.score is not None:
        return abroad
    return replace(own, signature=abroad.signature)
