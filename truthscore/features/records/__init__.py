"""Records: what an answer tells of a customer's own data, held against the fields (CHOPS §3.1).

Another count, date, amount, role or name; the value of another field; a yes for a no; "none" for
some. What no field is told of is not judged: that is for the features that read pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.records.claims import findings
from truthscore.features.records.derived import derived
from truthscore.features.records.fields import NAME, Told, index
from truthscore.features.records.sentence import Finding, Sentence, holds_value, values_of
from truthscore.profile import Records
from truthscore.text.alignment import Unit
from truthscore.types import ANSWER, Evidence, Measurement, Span

#: Characters of the answer, each place from its first to behind its last.
Places = tuple[tuple[int, int], ...]


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the untrue findings count (`base.weighed`). 1.0 where the
    records bear out at least half of the sentences that claim something (`settings.half`), None
    where they say nothing of the answer, or too little."""
    fields = _fields(inputs)
    if not fields:
        return Measurement(value=None, note="no record among the pages")
    inputs = replace(inputs, borne_out=(), follows=())  # that is what is found here
    evidence, borne_out, claiming = _told(inputs, fields)
    made = measured(inputs, [*evidence, *_following(inputs, fields, evidence)])
    if made.raw:
        return made
    if claiming and borne_out >= inputs.profile.features.records.half * claiming:
        return Measurement(value=1.0, raw=0.0, evidence=made.evidence)
    return Measurement(
        value=None, evidence=made.evidence, note="the records say too little of this answer"
    )


def borne_out(inputs: Inputs) -> tuple[Places, Places, Places]:
    """The characters of the answer that say what a field says, and those of values that follow from
    fields: no page speaks against them. And those of values that a field has, which so stand
    somewhere."""
    fields = _fields(inputs)
    evidence, _, _ = _told(inputs, fields)
    told = [each for each in evidence if each.role == "supports"]
    first, second = (
        tuple((each.span.start, each.span.end) for each in some)
        for some in (told, _following(inputs, fields, evidence))
    )
    recorded = [v for v in values_of(inputs) if any(holds_value(v, field) for _, field in fields)]
    return first, second, tuple((each.start, each.end) for each in recorded)


def _fields(inputs: Inputs) -> list[tuple[int, Told]]:
    return [
        (number, field)
        for number, each in enumerate(inputs.documents)
        for field in each.indexes[NAME]
    ]


def _told(inputs: Inputs, fields: Sequence[tuple[int, Told]]) -> tuple[list[Evidence], int, int]:
    """What the sentences of the answer say of fields, and how many of those that claim something
    are borne out by them."""
    evidence: list[Evidence] = []
    borne_out = claiming = 0
    for unit in inputs.aligned.units or _replies(inputs):
        sentence = Sentence(inputs, unit, fields, claiming == 0)
        found = findings(sentence)
        claiming += 1 if unit.content or found else 0
        borne_out += bool(found) and all(each.holds for each in found)
        evidence += [_evidence(inputs, each, plain=sentence.is_plain(each)) for each in found]
    return evidence, borne_out, claiming


def _following(
    inputs: Inputs, fields: Sequence[tuple[int, Told]], told: Sequence[Evidence]
) -> Iterator[Evidence]:
    """The values that follow from fields, and are neither one's nor `told` of one."""
    for value in values_of(inputs):
        at = [each for each in told if each.span.start <= value.start < each.span.end]
        if any(each.role == "supports" for each in at):
            continue
        if any(holds_value(replace(value, below=None), field) for _, field in fields):
            continue  # nor does one follow from the same with the other sign
        match = derived(inputs, value)
        if match is not None:
            span = Span(source=ANSWER, start=value.start, end=value.end)
            yield Evidence(span=span, role="supports", label=value.normal, match=match, rule=None)


def _replies(inputs: Inputs) -> tuple[Unit, ...]:
    """The first sentence of an answer without a word that claims, such as "No, it isn't"."""
    nothing: tuple[float, ...] = ()
    return tuple(
        Unit(tokens, (), nothing, nothing, support=0.0, exact=0.0, passage=None)
        for tokens in inputs.answer.sentences[:1]
    )


def _evidence(inputs: Inputs, found: Finding, *, plain: bool) -> Evidence:
    """A finding with the field of its record: that which has the value, or should have. `plain`:
    whether its sentence says no more."""
    document = inputs.documents[found.document].document
    label = document.parsed.text[found.field.start : found.field.end]
    return Evidence(
        span=Span(source=ANSWER, start=found.start, end=found.end),
        role="supports" if found.holds else "contradicts",
        label=label,
        match=Span(source=document.source, start=found.field.start, end=found.field.end),
        rule=None if found.holds else found.rule,
        copied=None if found.holds else plain,
    )


RECORDS = Feature(
    name=NAME,
    title="what the customer's own data say",
    section="CHOPS 3.1",
    settings=Records,
    index=index,
    measure=measure,
    needs_alignment=True,
)
