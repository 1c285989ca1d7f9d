"""What can be told of an answer whose pages are in another language.

Words of one language do not stand on pages of another, so most features do not apply. These do,
each in the view that it has from there: sentences by vectors and the word table (`text/across`),
labels by both, numbers and codes as they are, and whether a clause is denied and steps are in order
by the passages that they lie nearest to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import regex

from truthscore import deadline
from truthscore.features.across.labels import components, stands
from truthscore.features.across.pages import MIN_STEPS, Crossed
from truthscore.features.base import DECIMALS, Inputs, against, measured
from truthscore.text.across import likeness, said
from truthscore.text.alignment import Unit, sentence_of, sentence_span
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import ParsedText
from truthscore.text.values import values
from truthscore.text.values.value import Value, same, same_measure, same_number
from truthscore.text.vectors import unit
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span

#: Kinds of values that say which one of several: as loose as an order, or a manner of speaking.
LOOSE = frozenset({"ordinal", "weekday", "month", "frequency"})


def _statements(crossed: Crossed) -> Measurement:
    """value = the mean support of the sentences, each by what it claims; raw = how many are weak.

    The lowest do not count once more, as they do within a language: another wording lowers one as
    an untruth does. Every sentence is evidence, with its passage.
    """
    inputs = crossed.inputs
    settings = inputs.profile.features.statements
    units = inputs.aligned.units
    if not units:
        return Measurement(value=None, note="the answer claims nothing")
    weights = [math.fsum(each.weights) for each in units]
    claimed = [each.support * w for each, w in zip(units, weights, strict=True)]
    value = math.fsum(claimed) / math.fsum(weights)
    weak = [each.support < settings.supported_from for each in units]
    return Measurement(
        value=round(min(1.0, value), DECIMALS),
        raw=float(weak.count(True)),
        evidence=tuple(
            Evidence(
                span=_of_answer(inputs, *each.tokens),
                role="unsupported" if below else "supports",
                label=f"{each.support:.0%} supported",
                match=_passage(inputs, each),
                rule="sentence.unsupported" if below else None,
            )
            for each, below in zip(units, weak, strict=True)
        ),
    )


def _numbers(crossed: Crossed) -> Measurement:
    """Each value must stand on a page or in the question, in whatever notation."""
    inputs = crossed.inputs
    asked = values(inputs.question, inputs.language)
    settings = inputs.profile.features.numbers
    evidence = []
    for value in values(inputs.answer, inputs.language):
        few = value.worded and value.number.isdigit() and int(value.number) < settings.min_worded
        if value.article or few or value.kind in LOOSE or _counts_parts(inputs, value):
            continue
        if any(_is_same(value, other) for other in asked):
            continue
        rival = _rival(crossed, value)
        held = _held(crossed, value, near_only=rival is not None)
        rival = None if held is not None else rival
        span = Span(source=ANSWER, start=value.start, end=value.end)
        role: Role = "unsupported" if rival is None else "contradicts"
        rule = "value.nowhere" if rival is None else "value.other"
        evidence.append(
            Evidence(
                span=span,
                role=role if held is None else "supports",
                label=value.normal,
                match=held or rival,
                rule=rule if held is None else None,
            )
        )
    if not evidence:
        return Measurement(value=None, note="the answer claims no number, date or amount")
    return measured(inputs, evidence)


def _counts_parts(inputs: Inputs, value: Value) -> bool:
    """Whether a number counts parts of the answer itself: "in drie stappen"."""
    after = inputs.answer.lowers[value.tokens[1] : value.tokens[1] + 1]
    return value.kind == "number" and any(
        word in inputs.language.values["answer_parts"] for word in after
    )


def _is_same(one: Value, other: Value) -> bool:
    """Whether values are equal; a bare number may stand for one with a unit."""
    return same(one, other) or (None in (one.unit, other.unit) and same_number(one, other))


def _held(crossed: Crossed, value: Value, *, near_only: bool) -> Span | None:
    """Where the pages have a value; `near_only`: about the passage that its sentence stands on."""
    told = _unit_of(crossed.inputs, value)
    for place, (page, indexed) in enumerate(
        zip(crossed.pages, crossed.inputs.documents, strict=True)
    ):
        for other in page.values:
            if not _is_same(value, other):
                continue
            far = _far(told, place, indexed.document.parsed, other)
            if not near_only or (far is not None and far <= crossed.settings.reach):
                return Span(source=indexed.document.source, start=other.start, end=other.end)
    return None


def _rival(crossed: Crossed, value: Value) -> Span | None:
    """Another value of the same measure in the passage that the value's sentence stands on. A word
    may be no number ("om zes uur"), and a bare number may count anything."""
    told = _unit_of(crossed.inputs, value)
    if value.unit is None or value.worded:
        return None
    for place, (page, indexed) in enumerate(
        zip(crossed.pages, crossed.inputs.documents, strict=True)
    ):
        for other in page.values:
            far = _far(told, place, indexed.document.parsed, other)
            if far is None or far > crossed.settings.beside:
                continue
            if other.unit is None or other.kind != value.kind:
                continue
            if not _is_same(value, other) and same_measure(value, other):
                return Span(source=indexed.document.source, start=other.start, end=other.end)
    return None


def _unit_of(inputs: Inputs, value: Value) -> Unit | None:
    return next(
        (each for each in inputs.aligned.units if value.tokens[0] in range(*each.tokens)), None
    )


def _far(told: Unit | None, place: int, page: ParsedText, value: Value) -> int | None:
    """Sentences between a value of document number `place` and the passage of a unit; None on
    another page."""
    if told is None or told.passage is None or told.passage.document != place:
        return None
    return abs(sentence_of(page, value.tokens[0]) - told.passage.sentence)


def _error_codes(crossed: Crossed) -> Measurement:
    """Each code must stand on a page or in the question."""
    inputs = crossed.inputs
    settings = inputs.profile.features.error_codes
    texts = [inputs.question.text, *(page.document.parsed.text for page in inputs.documents)]
    text = "\n".join(texts).casefold()
    evidence = {}
    for pattern in settings.patterns:
        for match in regex.finditer(
            pattern, inputs.answer.text, timeout=inputs.profile.limits.pattern_seconds
        ):
            code, (start, end) = match["code"], match.span("code")
            if not code.startswith(settings.not_codes):
                there = stands(code.casefold(), text)
                evidence[start] = Evidence(
                    span=Span(source=ANSWER, start=start, end=end),
                    role="supports" if there else "missing",
                    label=code,
                    rule=None if there else "code.nowhere",
                )
    if not evidence:
        return Measurement(value=None, note="the answer names no error code")
    return measured(inputs, [evidence[start] for start in sorted(evidence)])


def _contradiction(crossed: Crossed) -> Measurement:
    """Clauses that are denied where the clause of the page that lies nearest is not, or the
    reverse. Where another one that lies as near agrees, nothing is found."""
    inputs = crossed.inputs
    answer = inputs.answer
    found = []
    for told in inputs.aligned.units:
        mine = [
            each for each in clauses(answer, *told.tokens, inputs.language, told.content)
            if len(each.content) >= crossed.settings.min_content and each.asserts and not each.asked
        ]  # fmt: skip
        if not mine:
            continue
        deadline.check()
        asked = unit(crossed.vectors.sums([said(answer, (e.start, e.end)) for e in mine]))
        theirs = list(_clauses_near(crossed, told))
        if not theirs:
            continue
        texts = [
            said(inputs.documents[place].document.parsed, (clause.start, clause.end))
            for place, _, clause in theirs
        ]
        table = np.round(asked @ unit(crossed.vectors.sums(texts)).T, DECIMALS)
        for clause, near in zip(mine, table, strict=True):
            best = float(near.max())
            if best < crossed.settings.same_clause:
                continue
            alike = [at for at in range(len(theirs)) if near[at] >= best - crossed.settings.tie]
            if any(theirs[at][2].denied == clause.denied for at in alike):
                continue
            place, sentence, _ = theirs[int(near.argmax())]
            tokens = (clause.start, clause.end)
            found.append(against(inputs, tokens, "negation", place, sentence, rule="denied"))
    return measured(inputs, found)


def _clauses_near(crossed: Crossed, told: Unit) -> Iterator[tuple[int, int, Clause]]:
    """The clauses of the sentences that lie nearest to a unit: document, sentence, clause."""
    inputs = crossed.inputs
    [asked] = unit(crossed.vectors.sums([said(inputs.answer, told.tokens)]))
    likely = []
    for place, page in enumerate(crossed.pages):
        alone, _ = likeness(page.meaning, asked)
        likely += [(-float(near), place, at) for at, near in enumerate(alone)]
    for _, place, sentence in sorted(likely)[: crossed.settings.nearest]:
        parsed = inputs.documents[place].document.parsed
        for each in clauses(parsed, *parsed.sentences[sentence], crossed.theirs):
            if len(each.content) >= crossed.settings.min_content and each.asserts:
                yield place, sentence, each


def _guide_fidelity(crossed: Crossed) -> Measurement:
    """Neighbouring steps of the answer that fit a guide of a page better the other way round."""
    inputs = crossed.inputs
    answer, settings = inputs.answer, crossed.settings
    told = inputs.aligned.units
    if len(told) < MIN_STEPS or not any(page.steps for page in crossed.pages):
        return Measurement(value=None, note="no guide on the pages")
    asked = unit(crossed.vectors.sums([said(answer, each.tokens) for each in told]))
    found, compared = [], False
    for place, page in enumerate(crossed.pages):
        for sentences, steps in page.steps:
            if len(sentences) < MIN_STEPS:
                continue
            near = np.round(asked @ steps.T, DECIMALS)
            for at in range(len(told) - 1):
                one, other = near[at], near[at + 1]
                first, second = int(one.argmax()), int(other.argmax())
                if min(one[first], other[second]) < settings.same_step:
                    continue
                compared = True
                if first <= second:
                    continue
                # the best that the two reach in the order of the answer
                ordered = float((np.maximum.accumulate(one) + other).max())
                if one[first] + other[second] - ordered < settings.order:
                    continue
                found.append(
                    against(
                        inputs, told[at + 1].tokens, "order of steps", place, sentences[first],
                        rule="step.order",
                    )
                )  # fmt: skip
    if not compared:
        return Measurement(value=None, note="the answer tells no steps of a guide")
    return measured(inputs, found)


def _of_answer(inputs: Inputs, start: int, end: int) -> Span:
    answer = inputs.answer
    return Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1])


def _passage(inputs: Inputs, told: Unit) -> Span | None:
    if told.passage is None:
        return None
    document = inputs.documents[told.passage.document].document
    start, end = sentence_span(document.parsed, told.passage.sentence)
    return Span(source=document.source, start=start, end=end)


#: What each feature tells from here, in the order in which features are told.
VIEWS: Mapping[str, Callable[[Crossed], Measurement]] = {
    "components_defined": components,
    "statements": _statements,
    "numbers": _numbers,
    "error_codes": _error_codes,
    "contradiction": _contradiction,
    "guide_fidelity": _guide_fidelity,
}
