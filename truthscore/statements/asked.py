"""Values of the question that an answer takes over: a yes or no to one, and one that it repeats.

"Kan ik € 700 opnemen?" "Ja.": the customer brought the value, so no page need have it; but what a
page bounds it by must let it be.
"""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import (
    asked_values,
    holds,
    placed_values,
    said_values,
)
from truthscore.rules import REPLY
from truthscore.text.model import ParsedText
from truthscore.text.reply import asking, opening
from truthscore.text.values.answering import (
    COMPARED,
    answers,
    bound_and_ahead,
    bounds_of,
    rivals_of,
)
from truthscore.text.values.value import CALENDAR, Value
from truthscore.types import ANSWER, Evidence, Span


def unheard_reply(inputs: Inputs, tokens: tuple[int, int]) -> Evidence | None:
    """The yes with which a statement begins, where nobody can see whether it is so: to a question
    with a value that no page has, and that neither a value of a page nor one beside the reply
    answers so; or a no, where that value says yes. None where there is none."""
    replies = inputs.language.replies
    first = opening(inputs.answer, replies.yes | replies.no)
    if first is None or not tokens[0] <= first < tokens[1]:
        return None
    answer, heard = inputs.answer, inputs.reply
    answered = None if heard is None else heard.value
    said_yes = answer.lowers[first] in replies.yes
    unheard = any(
        value != answered
        and not any(holds(value, each.value) for each, _ in placed_values(inputs))
        and (_told_beside(inputs, value) is True) is not said_yes
        for value in _brought(inputs)
    )
    span = Span(source=ANSWER, start=answer.starts[first], end=answer.ends[first])
    label = answer.lowers[first]
    return Evidence(span=span, role="unsupported", label=label, rule=REPLY) if unheard else None


def _told_beside(inputs: Inputs, asked: Value) -> bool | None:
    """What the answer's own values say to one of the question, None where they do not tell."""
    if asked.kind in CALENDAR or asked.kind == "time":
        return _lies_within(asked, [v for v in said_values(inputs) if v.kind == asked.kind])
    if asked.kind not in COMPARED:
        return None
    question, answer, language = inputs.question, inputs.answer, inputs.language
    rivals = rivals_of(question, asked, answer, said_values(inputs))
    if len(rivals) != 1:
        return None  # "No, children from 4 to 11 pay half" says nothing of a child of 3
    may = not language.modals.isdisjoint(question.lowers)
    return answers(question, asked, answer, rivals[0], bounds_of(inputs.language), may=may)


def _lies_within(asked: Value, told: Sequence[Value]) -> bool | None:
    """Whether a day lies among days, or a time between two; None of no days, or other times."""
    if asked.kind in CALENDAR:
        return any(holds(asked, each) for each in told) if told else None
    if len(told) != 2:
        return None
    return told[0].number <= asked.number <= told[1].number


def _brought(inputs: Inputs) -> list[Value]:
    """The values in the sentences of a question that ask, or else before them; "two" as a word
    counts what somebody has."""
    told = [
        each
        for each in asked_values(inputs)
        if not (each.worded and each.kind in ("number", "weekday"))
    ]
    places = [range(*sentence) for sentence in asking(inputs.question)]
    here = [each for each in told if any(each.tokens[0] in place for place in places)]
    return here or told


def is_let(inputs: Inputs, value: Value, page: ParsedText, told: Value) -> bool:
    """Whether a value that the answer takes over from the question, without a bound of its own, is
    one that the bound of a page's value lets be; or is no claim about that: of another measure, or
    denied."""
    answer, language = inputs.answer, inputs.language
    if value.kind not in COMPARED or not rivals_of(answer, value, page, [told]):
        return True
    lowers = next(
        (
            answer.lowers[slice(*each)]
            for each in answer.sentences
            if value.tokens[0] in range(*each)
        ),
        (),
    )
    denying = language.negations | language.replies.no | language.opposing.too
    if not denying.isdisjoint(lowers):
        return True
    bounds = bounds_of(inputs.language)
    if bound_and_ahead(answer, value, bounds)[0] is not None:
        return False  # "at most 8" where the page has "at most 10"
    return answers(answer, value, page, told, bounds, may=True) is True
