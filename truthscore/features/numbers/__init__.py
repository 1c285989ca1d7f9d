"""Numbers that appear out of nothing (Table 2): every value must stand in the context.

A value holds when the context has it, in whatever notation, beside a word that the answer says it
of: "7 dagen" is no support for a term because some page says that a week has them. So does one that
the answer works out from values that hold (`worked_out`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.numbers.claims import (
    NAME,
    asked_values,
    counted,
    holds,
    is_asked_in_words,
    is_of_the_desk,
    said_values,
    unit_of,
)
from truthscore.features.numbers.support import (
    TIMES,
    WHICH,
    in_own_unit,
    index,
    is_turned,
    rival_of,
    support_of,
)
from truthscore.features.numbers.worked_out import worked_out
from truthscore.profile import Numbers
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.reply import asking
from truthscore.text.values.bounds import bound_of
from truthscore.text.values.value import Value, same, same_number
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span

#: Words before a value among which one may say that it is the least.
LED = 2
#: What a list stands behind that is counted before: "three forks: ...", "two plans (...)".
_OPENS_LIST = frozenset({":", "("})


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the values that do not hold count (`base.measured`).

    Right values make no wrong one better: a copied table would hide it. Each distinct value counts
    once, where it is first claimed; those of the question count where the page has another one, and
    counts of the answer's own parts ("in drie stappen") claim nothing. None when no value is left.
    """
    evidence = []
    for value, unit, repeated in claimed(inputs):
        if repeated:
            if (other := _granted(inputs, value, unit)) is not None:
                evidence.append(_evidence(value, "contradicts", other))
            continue
        held, match = support_of(inputs, value, unit)
        if held:
            evidence.append(_evidence(value, "supports", match))
            continue
        terms = worked_out(inputs, value, unit)
        rival = in_own_unit(inputs, value, match, rival_of(inputs, value, unit))
        if terms is not None:
            evidence.append(_evidence(value, "supports", terms))
            continue
        if rival is None and (value.article or value.kind in WHICH):
            continue  # "binnen een week", "de derde keer" may be a manner of speaking
        evidence.append(_evidence(value, "contradicts" if rival else "unsupported", rival))
    if not evidence:
        return Measurement(value=None, note="the answer claims no number, date or amount")
    return measured(inputs, evidence)


def _granted(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The page's smaller value of the same thing, where the question asks about one and the answer
    grants it: "May a file be 25 MB?" "A file may be 25 MB." None where it says "no" to it, where
    the question only tells of it ("I owe 22 euros. ..."), and where the page has a least value: a
    smaller one may be allowed too, and a larger one than the least is.
    """
    language, question = inputs.language, inputs.question
    no = language.replies.no | language.opposing.too
    said = inputs.answer.lowers[slice(*unit.tokens)]
    if is_turned(inputs, unit) or not no.isdisjoint(said):
        return None
    places = [range(*sentence) for sentence in asking(question)]
    if not any(
        holds(value, each) and any(each.tokens[0] in place for place in places)
        for each in asked_values(inputs)
    ):
        return None
    held, _ = support_of(inputs, value, unit)
    rival = None if held else rival_of(inputs, value, unit)
    if rival is None:
        return None
    for indexed in inputs.documents:
        for each in indexed.indexes[NAME].values:
            other, page = each.value, indexed.document.parsed
            if (indexed.document.source, other.start, other.end) != (
                rival.source, rival.start, rival.end,
            ):  # fmt: skip
                continue
            led = page.lowers[max(0, other.tokens[0] - LED) : other.tokens[0]]
            least = not set(inputs.language.values["at_least"]).isdisjoint(led)
            return None if least or _amount(value) <= _amount(other) else rival
    return None


def _amount(value: Value) -> float:
    """The number of a value; 0 where it has none, as a weekday."""
    try:
        return float(value.number)
    except ValueError:
        return 0.0


#: The rule behind a value that does not hold, by the role of the finding.
_RULES: Mapping[Role, str] = {"unsupported": "value.nowhere", "contradicts": "value.other"}


def _evidence(value: Value, role: Role, match: Span | None) -> Evidence:
    return Evidence(
        span=Span(source=ANSWER, start=value.start, end=value.end),
        role=role,
        label=value.normal,
        match=match,
        rule=_RULES.get(role),
    )


def claimed(inputs: Inputs) -> Sequence[tuple[Value, Unit, bool]]:
    """The values that the answer claims, with the unit of each, and whether the question has it."""
    key = (NAME, "claimed", inputs.answer.text)
    return inputs.once(key, lambda: list(_claims(inputs)))


def _claims(inputs: Inputs) -> Iterator[tuple[Value, Unit, bool]]:
    asked = asked_values(inputs)
    seen: list[Value] = []
    for value in said_values(inputs):
        unit = unit_of(inputs, value)
        if value.kind == "weekday" and value.worded:
            continue  # "doordeweeks" is as loose as "twee"
        if inputs.prompts and is_of_the_desk(inputs, value):
            continue
        if is_asked_in_words(inputs, value):
            continue
        if unit is None or _counts_own_parts(value, inputs):
            continue
        if any(same(value, one) for one in seen):
            continue
        if any(holds(value, other) for other in asked):
            seen.append(value)
            yield value, unit, True
            continue
        bare = value.kind == "number" and not counted(inputs.answer, value, inputs)
        if any(
            same_number(value, other)
            and (bare or (other.kind == "number" and not counted(inputs.question, other, inputs)))
            for other in asked
        ):
            continue  # "how do I keep it at 21?", "set 21 °C"; "works 60%", "enter 60"
        seen.append(value)
        yield value, unit, False


#: The bounds that hold of a number that is in a rule, and of hardly any other.
CLOSED = frozenset({"most", "least"})


def _counts_own_parts(value: Value, inputs: Inputs) -> bool:
    """Whether a bare number counts what the answer itself lists, or is a word like "twee" that
    bounds nothing ("at least two" does)."""
    settings = inputs.profile.features.numbers
    # "één uur 's middags" is a time, which no number of parts is
    small = value.worded and value.number.isdecimal() and int(value.number) < settings.min_worded
    if small and value.unit in (None, TIMES):
        bounds = inputs.language.values["bounds"]
        return bound_of(inputs.answer, value, bounds) not in CLOSED
    listed = _listed(value, inputs)
    if listed > 1 and value.number == str(listed):
        return True  # also with a unit: "three days: the 1st, the 15th or the 27th"
    if value.kind != "number":
        return False
    answer = inputs.answer
    after = answer.lowers[value.tokens[1] : value.tokens[1] + settings.part_reach]
    if any(word in inputs.language.values["answer_parts"] for word in after):
        return True
    line = answer.text[value.end :].partition("\n")[0].rstrip("* _")
    return line.endswith(":") and "." not in line


def _listed(value: Value, inputs: Inputs) -> int:
    """How many things the sentence lists behind a number: "three forks: the west, the middle and
    the east fork"; none where it lists nothing."""
    lowers = inputs.answer.lowers
    joining = inputs.language.clause.conjunctions | inputs.language.denying.either
    end = inputs.answer.sentences[sentence_of(inputs.answer, value.tokens[0])][1]
    behind = value.tokens[1]
    opening = next((t for t in range(behind, end) if lowers[t] in _OPENS_LIST), end)
    if opening > behind + inputs.profile.features.numbers.part_reach:
        return 0
    ends = [t for t in range(opening + 1, end) if lowers[t] in joining | {","}]
    return 1 + sum(t - 1 not in ends for t in ends)  # ", and" is one


NUMBERS = Feature(
    name=NAME,
    title="numbers, dates and amounts that the context has",
    section="4.4.2",
    settings=Numbers,
    index=index,
    measure=measure,
    needs_alignment=True,
)
