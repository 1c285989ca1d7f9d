"""What accepted answers add to a verdict: a page always goes before them (paper, §8.3).

A row with documents of kind "answer" is scored by its pages, and again with those answers among
them. The second reading may lift the stars, where a sentence or word that stands on no page stands
in an accepted answer, and neither a page nor an accepted answer speaks against it. It never lowers
them: that people accepted another value is told. An answer that names no bound where a page sets
one (`scoring/bounds.py`) is not lifted either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from truthscore.features.new_words import NEW_WORDS
from truthscore.features.statements import STATEMENTS
from truthscore.rules import HINTS
from truthscore.scoring import bounds
from truthscore.types import ANSWER, ContextDocument, Evidence, Example, Measurement, Verdict

#: Name under which it stands among the features of a verdict. It has no value: it weighs nothing.
NAME = "accepted_answers"
#: Label of what people accepted.
ACCEPTED = "accepted answer"
NOTE_LIFTED = "what no page has stands in an accepted answer"
NOTE_SAME = "accepted answers change nothing"
NOTE_OTHER = "people accepted another answer to this question"
NOTE_BOUNDED = "a page sets a bound that the accepted answer leaves out"
_AGAINST = ("contradicts", "missing")


def answers_of(example: Example) -> tuple[ContextDocument, ...]:
    """The accepted answers among the context of a row."""
    return tuple(each for each in example.context if each.kind == "answer" and each.text.strip())


def without(example: Example) -> Example:
    """The row with its pages and prompts alone."""
    return replace(example, context=tuple(e for e in example.context if e.kind != "answer"))


def as_pages(example: Example) -> Example:
    """The row with its accepted answers read like pages."""
    context = tuple(
        replace(each, kind="page") if each.kind == "answer" else each for each in example.context
    )
    return replace(example, context=context)


def joined(alone: Verdict, both: Verdict, example: Example) -> Verdict:
    """The verdict by the pages `alone`, with what that by pages and accepted answers (`both`) adds.

    A finding against the answer is told where an accepted answer alone makes it: a place that a
    page supports is the page's.
    """
    if alone.score is None or both.score is None:
        return alone
    ids = {each.id for each in answers_of(example)}
    held = [
        (each.span.start, each.span.end)
        for each in _evidence(alone)
        if each.role == "supports" and each.span.source == ANSWER
    ]
    other, stands = [], []
    for each in _evidence(both):
        if each.match is None or each.match.source not in ids:
            continue
        if each.role in _AGAINST:
            other.append(each)
        elif each.role == "supports" and each.span.source == ANSWER:
            stands.append(replace(each, label=ACCEPTED))
    spoken = any(each.role in _AGAINST for each in _evidence(alone))
    fewer = _untold(both) < _untold(alone)
    pages = [each.text for each in example.context if each.kind == "page"]
    bounded = bounds.outweighed(example.answer, pages, example.lang)
    better = fewer and not spoken and not other and both.score > alone.score
    lifted = better and not bounded
    told = [
        Evidence(span=each.span, role="contradicts", label=each.label, match=each.match)
        for each in other
        if not any(start <= each.span.start and each.span.end <= end for start, end in held)
    ]
    note = NOTE_OTHER if other else NOTE_LIFTED if lifted else NOTE_SAME
    note = NOTE_BOUNDED if better and bounded else note
    new = [each for each in stands if not _stood(each, alone)] if lifted else []
    measured = Measurement(value=None, note=note, evidence=(*told, *new))
    features = {**alone.features, NAME: measured}
    if lifted:
        return replace(
            alone, score=both.score, base_score=both.base_score, override=both.override,
            features=features,
        )  # fmt: skip
    return replace(alone, features=features)


def _evidence(verdict: Verdict) -> Iterator[Evidence]:
    for found in verdict.features.values():
        yield from (each for each in found.evidence if each.rule not in HINTS)


def _untold(verdict: Verdict) -> int:
    """How many sentences and words of the answer nothing has."""
    found = (verdict.features.get(name) for name in (STATEMENTS.name, NEW_WORDS.name))
    evidence = (each for one in found if one is not None for each in one.evidence)
    return sum(each.role == "unsupported" for each in evidence)


def _stood(each: Evidence, alone: Verdict) -> bool:
    """Whether a page already bears out this place."""
    return any(one.role == "supports" and one.span == each.span for one in _evidence(alone))
