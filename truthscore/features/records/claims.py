"""What a sentence of an answer says of the fields of a record, and whether they say so.

A sentence tells of a field when it has the words of one of its labels, or when the question has
them and the sentence answers it. What it says is then a value, that there is none, yes or no, or a
role. Where no field is told of, nothing is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truthscore.features.records.derived import derived
from truthscore.features.records.fields import Told
from truthscore.features.records.sentence import (
    ONE,
    TELLS,
    ZERO,
    Candidate,
    Finding,
    Sentence,
    holds_value,
    is_zero,
    values_of,
)
from truthscore.features.records.worded import texts_told
from truthscore.text.values.value import Value

#: Kinds of fields that hold a number of something, of which there may be none.
_NUMBERS = frozenset({"count", "amount", "list"})


def findings(sentence: Sentence) -> list[Finding]:
    """What the sentence says of the fields it tells of."""
    if sentence.conditional:
        return []
    found = list(_values(sentence)) or list(_none(sentence))
    taken = {t for each in found for t in each.label}
    found += [each for each in _flags(sentence) if not taken or not taken >= set(each.label)]
    return found or list(_there(sentence)) or list(texts_told(sentence))


def _values(sentence: Sentence) -> Iterator[Finding]:
    here = [each for each in values_of(sentence.inputs) if sentence.has(each)]
    told: set[tuple[int, bool]] = set()  # of a moment, the day and the hour
    wrong: list[tuple[Value, list[Candidate]]] = []
    for value in here:
        able = [
            each for each in sentence.candidates if value.kind in TELLS.get(each.field.kind, ())
        ]
        held = [each for each in able if holds_value(value, each.field)]
        if held:
            told.update(_part(each.field, value) for each in held)
            yield _of(sentence, value, held[0], holds=True)
        elif not any(each.sure for each in able):
            yield from _by_value(sentence, value)
        elif not sentence.is_of_a_field(value) and derived(sentence.inputs, value) is not None:
            continue
        elif not value.article and (blamed := [e for e in able if _may_blame(sentence, value, e)]):
            wrong.append((value, blamed))
    for value, able in wrong:
        left = [each for each in able if _part(each.field, value) not in told]
        spoken = value.worded and float(value.number or 0) < sentence.settings.min_worded
        if not left or spoken:
            continue
        best = _nearest(sentence, value, left)
        if best.field.kind == "none" and best.asked:
            continue
        told.add(_part(best.field, value))
        yield _of(sentence, value, best, holds=False)


def _may_blame(sentence: Sentence, value: Value, told: Candidate) -> bool:
    """Whether another value than that of a field is a wrong one."""
    field = told.field
    if not told.sure:
        return False
    if field.kind == "list":
        more = value.number.isdecimal() and int(value.number) > int(field.values[0].number)
        spared = value.number in field.sums or sentence.other_with(value, field) is not None
        spared = spared or any(value.number in word for word in field.words)
        return (
            not spared and not sentence.is_needed(told.here) and (more or sentence.names_only(told))
        )
    if value.kind == "time":
        return any(each.kind == "time" for each in field.values)
    if field.kind == "count" and value.kind == "amount":
        return sentence.other_with(value, field) is not None
    return True


def _by_value(sentence: Sentence, value: Value) -> Iterator[Finding]:
    """Of a sentence that names no field in words that are known: a value that only one field
    has, and that is no small number, is told of that field. Nothing is blamed."""
    mine = [
        (document, field)
        for document, field in sentence.fields
        if value.kind in TELLS.get(field.kind, ()) and holds_value(value, field)
    ]
    small = value.kind == "number" and len(value.number) == 1
    if len(mine) == 1 and not small and mine[0][1].kind != "none":
        [(document, field)] = mine
        yield _of(sentence, value, Candidate(field, document, 0.0, (), True), holds=True)


def _nearest(sentence: Sentence, value: Value, able: Sequence[Candidate]) -> Candidate:
    """Of the fields that a value may tell of, that with most of its label, nearest to it."""

    def distance(each: Candidate) -> int:
        return min((abs(t - value.tokens[0]) for t in each.here), default=len(sentence.tokens))

    return max(able, key=lambda each: (each.share, len(each.here), -distance(each)))


def _of(sentence: Sentence, value: Value, told: Candidate, *, holds: bool) -> Finding:
    beside, rule = None, ""
    if not holds:
        beside = sentence.other_with(value, told.field)
        nothing = told.field.kind == "none" or is_zero(told.field) or value.number == ZERO
        rule = "record.none" if nothing else "record.field" if beside else "record.value"
    return Finding(
        start=value.start, end=value.end, field=told.field, document=told.document,
        holds=holds, rule=rule, beside=beside, label=told.here,
    )  # fmt: skip


def _none(sentence: Sentence) -> Iterator[Finding]:
    """A sentence that says there is none, or a "no" to a question after a number."""
    if any(sentence.has(each) for each in values_of(sentence.inputs)):
        return
    able = [each for each in sentence.candidates if each.field.kind in {*_NUMBERS, "none"}]
    inside = sentence.tokens[1:] if sentence.reply is not None else sentence.tokens
    lowers = {sentence.parsed.lowers[t] for t in inside}
    if not able or not sentence.negations or lowers.isdisjoint(sentence.language.records["none"]):
        return
    best = max(able, key=lambda each: (each.share, len(each.here)))
    if best.asked and sentence.reply is None:
        return
    if best.field.kind == "list" and not sentence.names_only(best):
        return
    if not best.sure and not all(each.field.kind == "none" or is_zero(each.field) for each in able):
        return
    at = sorted({sentence.negations[0], *best.here})
    yield sentence.finding(at, best, holds=best.field.kind == "none" or is_zero(best.field),
                     rule="record.none")  # fmt: skip


def _flags(sentence: Sentence) -> Iterator[Finding]:
    able = [each for each in sentence.candidates if each.field.kind == "flag"]
    if not able:
        return
    best = max(able, key=lambda each: (each.share, len(each.here)))
    turned = any(sentence.is_turned(t, best.field) for t in best.here)
    near = sentence.negations_with(best.here)
    denied = (len(near) % 2 == 1) != turned
    if best.asked:
        if sentence.reply is None or len(sentence.tokens) > sentence.settings.short:
            return
        denied = not sentence.reply
    elif sentence.is_limited() or sentence.is_needed(best.here):
        return
    at = sorted({*near, *best.here, *(sentence.tokens[:1] if best.asked else ())})
    holds = best.field.flag != denied
    if best.sure or (holds and len({each.field.flag for each in able}) == 1):
        yield sentence.finding(at, best, holds=holds, rule="record.flag")


def _there(sentence: Sentence) -> Iterator[Finding]:
    """A sentence without a number about a field that holds one: there is some or none of it, or
    it is a yes or no that is kept as 1 or 0."""
    able = [each for each in sentence.candidates if each.field.kind in {*_NUMBERS, "none"}]
    if not able or any(sentence.has(each) for each in values_of(sentence.inputs)):
        return
    best = max(able, key=lambda each: (each.share, len(each.here)))
    if best.asked and (sentence.reply is None or len(sentence.tokens) > sentence.settings.short):
        return
    near = sentence.negations_with(best.here)
    turned = any(sentence.is_turned(t, best.field) for t in best.here)
    denied = not sentence.reply if best.asked else (len(near) % 2 == 1) != turned
    none = best.field.kind == "none" or is_zero(best.field)
    at = sorted({*near, *best.here, *(sentence.tokens[:1] if best.asked else ())})
    if not best.sure or not sentence.names_only(best, with_question=False):
        return
    if none == denied:
        if sentence.reply is not None or near:
            yield sentence.finding(at, best, holds=True, rule="record.none")
    elif _may_be_flag(best) and sentence.names_only(best) and not sentence.is_needed(best.here):
        yield sentence.finding(at, best, holds=False, rule="record.flag")


def _may_be_flag(told: Candidate) -> bool:
    """Whether a number may be a yes or no, and the sentence says which."""
    numbers = {each.number for each in told.field.values}
    return told.field.kind == "count" and numbers <= {ZERO, ONE}


def _part(field: Told, value: Value) -> tuple[int, bool]:
    return id(field), value.kind == "time"
