"""What can be told of an answer whose pages are in another language.

Words of one language do not stand on pages of another, so most features do not apply. These do,
each in the view that it has from there: sentences by vectors and the word table (`text/across`),
labels by both, numbers and codes as they are, and whether a clause is denied and steps are in order
by the passages that they lie nearest to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import regex

from truthscore import deadline
from truthscore.features.base import DECIMALS, Inputs, against, measured
from truthscore.language import LanguagePack
from truthscore.profile import Across as Settings
from truthscore.profile import Profile
from truthscore.text.across import Meaning, likeness, meaning_of, said
from truthscore.text.alignment import Unit, sentence_of, sentence_span
from truthscore.text.clauses import Clause, clauses
from truthscore.text.component_lists import rules_for
from truthscore.text.components import Component, extract
from truthscore.text.guides import guides
from truthscore.text.keys import are_keys
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.pieces import words
from truthscore.text.values import values
from truthscore.text.values.value import Value, same, same_measure, same_number
from truthscore.text.vectors import Floats, Vectors, unit
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span

#: Steps of a list, at least, before their order is one.
MIN_STEPS = 2
#: Kinds of values that say which one of several: as loose as an order, or a manner of speaking.
LOOSE = frozenset({"ordinal", "weekday", "month", "frequency"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as answers in another language read it.

    `labels`: the names of buttons, menus and fields on it, and `label_units` their vectors (of
    length 1). `steps`: the numbered guides, of each step its sentence, and their vectors.
    """

    meaning: Meaning
    labels: tuple[Component, ...]
    label_units: Floats
    values: tuple[Value, ...]
    steps: tuple[tuple[tuple[int, ...], Floats], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossed:
    """An answer and its pages: `inputs` in the answer's language, with documents in `theirs`.
    `named`: see `named_in_both`."""

    inputs: Inputs
    pages: tuple[Page, ...]
    theirs: LanguagePack
    vectors: Vectors
    settings: Settings
    named: Mapping[str, frozenset[str]]


def named_in_both(profile: Profile) -> Mapping[str, frozenset[str]]:
    """A company's labels with what they are called in the other language, from either side."""
    found: dict[str, frozenset[str]] = {}
    for one, others in profile.labels.items():
        for other in (others,) if isinstance(others, str) else others:
            for label, there in ((one, other), (other, one)):
                key = _key(label)
                found[key] = found.get(key, frozenset()) | {_key(there)}
    return found


def _key(label: str) -> str:
    """A label without what ends it ("Opslaan als…")."""
    return label.casefold().strip(" .…:")


def index(
    document: ParsedDocument, language: LanguagePack, profile: Profile, vectors: Vectors
) -> Page:
    """What answers in another language ask of a page; made once in its life."""
    parsed = document.parsed
    labels = extract(parsed.text, rules_for(language, profile))
    deadline.check()
    lists = []
    for guide in guides(parsed, MIN_STEPS, language.link_headings):
        if guide.numbered:
            tokens = [step.tokens for step in guide.steps if step.tokens[0] < step.tokens[1]]
            texts = [said(parsed, each) for each in tokens]
            places = tuple(sentence_of(parsed, each[0]) for each in tokens)
            lists.append((places, unit(vectors.sums(texts))))
    return Page(
        meaning=meaning_of(parsed, vectors),
        labels=labels,
        label_units=unit(vectors.sums([each.label for each in labels])),
        values=values(parsed, language),
        steps=tuple(lists),
    )


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


def _components(crossed: Crossed) -> Measurement:
    """value = how well the pages have the names of buttons, menus and fields, on the mean.

    1 for one that a page has as it is, as the company calls it there or word for word in its own
    language, else the likeness of the nearest label as a share of `same_label`; 0 for one that the
    company calls otherwise there. Below `told_from` of that it is told as unsupported:
    none is surely missing, for a label may be translated as nobody would. raw = how many are.
    """
    inputs = crossed.inputs
    named = [each for each in inputs.components if not are_keys(each.label, inputs.language)]
    if not named:
        return Measurement(value=None, note="the answer names no component")
    asked = inputs.question.text.casefold()
    texts = [
        f"{page.document.title}\n{page.document.parsed.text}".casefold()
        for page in inputs.documents
    ]
    exists: dict[str, float] = {}
    evidence = []
    for each in named:
        deadline.check()
        key = each.label.casefold()
        share, match = _there(crossed, each, (asked, *texts))
        there = share >= crossed.settings.told_from
        if each.weak and not there:
            continue
        exists[key] = max(exists.get(key, 0.0), share)
        evidence.append(
            Evidence(
                span=Span(source=ANSWER, start=each.start, end=each.end),
                role="supports" if there else "unsupported",
                label=each.label,
                match=match if there else None,
                rule=None if there else "label.nowhere",
            )
        )
    if not exists:
        return Measurement(value=None, note="the answer names no component for certain")
    return Measurement(
        value=round(math.fsum(exists.values()) / len(exists), DECIMALS),
        raw=float(sum(share < crossed.settings.told_from for share in exists.values())),
        evidence=tuple(evidence),
    )


def _there(
    crossed: Crossed, component: Component, texts: Sequence[str]
) -> tuple[float, Span | None]:
    """How well a page has a name (0 to 1), and where; `texts`: question and pages, casefolded."""
    called = crossed.named.get(_key(component.label))
    if called is None:
        near, match = _label_near(crossed, component)
        share = min(1.0, max(0.0, near) / crossed.settings.same_label)
        as_said = share < 1.0 and _is_worded(crossed, component)
    else:
        match = _label_called(crossed, called)
        share = float(match is not None)
        as_said = any(_stands(name, text) for name in called for text in texts)
    if share < 1.0 and (
        as_said or any(_stands(component.label.casefold(), text) for text in texts)
    ):
        return 1.0, None
    return share, match


def _label_near(crossed: Crossed, component: Component) -> tuple[float, Span | None]:
    """The label of a page that is nearest to a name, and how near."""
    [asked] = unit(crossed.vectors.sums([component.label]))
    best: tuple[float, Span | None] = (-1.0, None)
    for page, indexed in zip(crossed.pages, crossed.inputs.documents, strict=True):
        if not page.labels:
            continue
        near = np.round(page.label_units @ asked, DECIMALS)
        at = int(near.argmax())
        if near[at] > best[0]:
            label = page.labels[at]
            place = Span(source=indexed.document.source, start=label.start, end=label.end)
            best = (float(near[at]), place)
    return best


def _label_called(crossed: Crossed, called: frozenset[str]) -> Span | None:
    """Where a page has a label that is called so."""
    for page, indexed in zip(crossed.pages, crossed.inputs.documents, strict=True):
        for label in page.labels:
            if _key(label.label) in called:
                return Span(source=indexed.document.source, start=label.start, end=label.end)
    return None


def _is_worded(crossed: Crossed, component: Component) -> bool:
    """Whether one sentence of a page has a word for each word of a name."""
    context = crossed.inputs.aligned.context
    named = [(word, word) for word in words(component.label)]
    if not named:
        return True
    context.look_up(named)
    table = context.rows(named)[:, context.size :]
    return bool(table.all(axis=0).any())


def _stands(wanted: str, text: str) -> bool:
    """Whether a text has these characters, not within a longer word."""
    at = text.find(wanted)
    while at >= 0:
        around = text[at - 1 : at], text[at + len(wanted) : at + len(wanted) + 1]
        if not any(map(str.isalnum, around)):
            return True
        at = text.find(wanted, at + 1)
    return False


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
                there = _stands(code.casefold(), text)
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
                        inputs, told[at + 1].tokens, "order of steps", place, sentences[second],
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
    "components_defined": _components,
    "statements": _statements,
    "numbers": _numbers,
    "error_codes": _error_codes,
    "contradiction": _contradiction,
    "guide_fidelity": _guide_fidelity,
}
