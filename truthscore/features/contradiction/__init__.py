"""Answer contradiction (Table 2): the answer says the opposite of its passage, or of itself.

Each clause of the answer is held against the clause of its passage that says most of the same
words. A negation on one side only, or two words that exclude each other, turn it round; both at
once cancel out. "Ja" and "nee" are held against the passage that answers the question. Names are
held against those in the same place of the passage (`other_name`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from truthscore.features.base import Feature, Inputs, weighed
from truthscore.features.contradiction.against_itself import against_itself
from truthscore.features.contradiction.doubt import plain_doubt
from truthscore.features.contradiction.edited import edited
from truthscore.features.contradiction.matches import (
    Match,
    evidence_of,
    focus,
    of_named_rows,
    pairs_of,
    span_of,
)
from truthscore.features.contradiction.named_row import NAME
from truthscore.features.contradiction.other_name import another_name
from truthscore.features.contradiction.page_index import index
from truthscore.features.contradiction.scope import of_other_cases
from truthscore.features.contradiction.taken_back import RULE, taken_back, turned_by
from truthscore.features.contradiction.turned import all_turned
from truthscore.profile import Contradiction
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause
from truthscore.text.refusal import declines
from truthscore.text.retraction import states
from truthscore.types import ANSWER, Evidence, Measurement, Span


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw) - doubt; raw = what the contradictions count (`base.weighed`).

    Where answer and context have few sentences (`doubt_units`), a short one (up to `short`
    tokens) that is denied where its passage is not, but resembles it less (from `doubt_overlap`),
    is no finding, only a doubt: it takes off up to `doubt` of the value, by its overlap. None when
    nothing is alike enough to be compared. sure = the statements of the page that are taken back.
    """
    settings = inputs.profile.features.contradiction
    answer = inputs.answer
    found: list[Evidence] = []
    compared = 0
    doubts: list[float] = []
    mine: list[Clause] = []
    # With so few sentences on either side there is no question which passage is meant.
    sentences = sum(len(document.words) for document in inputs.aligned.documents)
    few = max(len(inputs.aligned.units), sentences) <= settings.doubt_units
    back = taken_back(inputs)
    for unit in inputs.aligned.units:
        parts = pairs_of(inputs, unit)
        asserts = _asserts(inputs, unit)
        retracted = back.get(answer.starts[unit.tokens[0]])
        if asserts and retracted is None:
            mine.extend(part for part, _ in parts if len(part.content) >= settings.min_shared)
        if few:
            doubt = plain_doubt(inputs, unit)
            compared += doubt is not None
            doubts.append(doubt or 0.0)
        told: list[Evidence] = []
        if asserts:
            compared += len([matches for _, matches in parts if matches])
            told.extend(_turned(inputs, unit, parts))
        more: list[Evidence] = []
        if asserts:
            start = answer.starts[unit.tokens[0]]
            more.extend(inputs.once((NAME, "found", start), partial(_found, inputs, unit)))
        told.extend(more)
        if asserts and not told:
            told.extend(edited(inputs, unit))
        if retracted is not None:
            more = told = list(turned_by(inputs, unit, retracted, told))
        compared += bool(more)
        found.extend(told)
    found.extend(_itself(inputs, mine))
    yes_no = _yes_no(inputs)
    if yes_no is not None:
        compared += 1
        if isinstance(yes_no, Evidence):
            found.append(yes_no)
    if not compared and not found:
        return Measurement(value=None, note="no clause is close enough to a passage")
    evidence, raw = weighed(inputs, found, one_rule_a_sentence=True)
    value = 1.0 / (1.0 + raw)
    if not evidence:
        value -= settings.doubt * max(doubts, default=0.0)
    sure = float(sum(each.rule == RULE for each in evidence))
    return Measurement(value=round(max(0.0, value), 6), raw=raw, sure=sure, evidence=evidence)


def _itself(inputs: Inputs, mine: list[Clause]) -> Iterator[Evidence]:
    for first, second in against_itself(inputs, mine):
        span, match = (span_of(ANSWER, inputs.answer, each) for each in (second, first))
        yield Evidence(span=span, role="contradicts", label="itself", match=match, rule="itself")


def _asserts(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit says something that a page can deny.

    A question that asks asserts nothing, nor does "it depends on whether it is paid",
    nor what says that the sources tell nothing of it.
    """
    answer, language = inputs.answer, inputs.language
    start, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
    return (
        states(answer, unit.tokens, language)
        and not declines(answer.text[start:end], language)
        and language.cases.depending.isdisjoint(answer.lemmas[slice(*unit.tokens)])
        and language.denying.guessing.isdisjoint(answer.lowers[slice(*unit.tokens)])
    )


def _turned(
    inputs: Inputs, unit: Unit, parts: Iterable[tuple[Clause, Sequence[Match]]]
) -> Iterator[Evidence]:
    """The clauses of a unit that are turned round against their passage."""
    settings = inputs.profile.features.contradiction
    for clause, matches in parts:
        if not matches:
            continue
        matches = of_named_rows(inputs, matches)
        best = max((match.overlap for match in matches), default=0.0)
        near = [match for match in matches if match.overlap >= best - settings.tie]
        turned = inputs.once(
            (NAME, "turned", inputs.answer.starts[clause.start]),
            partial(all_turned, inputs, unit, clause, near),
        )
        if not turned:
            continue
        match, label = min(turned, key=lambda each: -each[0].overlap)
        if label == "negation" and of_other_cases(inputs, unit, match):
            continue
        rule = "denied" if label == "negation" else "opposite"
        yield evidence_of(focus(inputs, clause, match), label, match, rule)


def _found(inputs: Inputs, unit: Unit) -> Sequence[Evidence]:
    """The names in a unit that stand for others of its passage.

    Asked once per row: a sentence is the same one among the answer's own words.
    """
    return tuple(another_name(inputs, unit))


def _yes_no(inputs: Inputs) -> Evidence | bool | None:
    """A contradiction between the answer's "ja"/"nee" and the passage; False when they agree."""
    reply = inputs.reply
    if reply is None or reply.best is None or not (reply.agrees or reply.contradicts):
        return None
    if reply.agrees:
        return False
    answer, best = inputs.answer, reply.best
    document = inputs.documents[best.document].document
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[reply.token], end=answer.ends[reply.token]),
        role="contradicts",
        label="yes / no",
        match=span_of(document.source, document.parsed, best.clause),
        rule="reply",
    )


CONTRADICTION = Feature(
    name=NAME,
    title="clauses that say the opposite of their passage or of each other",
    section="4.4.2",
    settings=Contradiction,
    index=index,
    measure=measure,
    needs_alignment=True,
)
