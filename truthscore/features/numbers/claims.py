"""What question and answer say in values, and which value of a page bears one out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from truthscore.features.base import Inputs
from truthscore.features.numbers.places import Placed
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import NOUNS, VERBS, ParsedText, is_word
from truthscore.text.values import in_tokens, values
from truthscore.text.values.notations import rules_of
from truthscore.text.values.value import CALENDAR, MEASURES, Value, holds_day, same
from truthscore.types import ANSWER, QUESTION, Span

NAME = "numbers"


def placed_values(inputs: Inputs) -> Sequence[tuple[Placed, Span]]:
    """The values of the pages, and where each stands."""

    def find() -> Sequence[tuple[Placed, Span]]:
        return [
            (each, Span(source=page.document.source, start=each.value.start, end=each.value.end))
            for page in inputs.documents
            for each in page.indexes[NAME].values
        ]

    return inputs.once((NAME, "placed"), find)


def asked_values(inputs: Inputs) -> tuple[Value, ...]:
    """The values of the question."""
    return inputs.once((NAME, QUESTION), lambda: values(inputs.question, inputs.language))


def is_asked_in_words(inputs: Inputs, value: Value) -> bool:
    """Whether a bare number is one that the question has as a word that is mostly no number: "can
    I refund only one of two mugs?"."""
    if value.kind != "number" or not value.number.isdecimal():
        return False  # most
    question, numbers = inputs.question, rules_of(inputs.language).lexicon.numbers
    return any(
        pos == "NUM" and numbers.get(word) == int(value.number)
        for word, pos in zip(question.lowers, question.pos, strict=True)
    )


def is_of_the_desk(inputs: Inputs, value: Value) -> bool:
    """Whether a system prompt has a value of the answer with the word before or behind it, of a
    bare number with a noun there: whom to call, on which number and when, is told there and claims
    nothing of the product."""
    answer = inputs.answer
    told = answer.text[value.start : value.end]
    patterns = []
    for token in (value.tokens[0] - 1, value.tokens[1]):
        word = answer.lowers[token] if 0 <= token < len(answer.lowers) else ""
        # the prompt's "at most 5 sentences" does not bear out "at most 5 users"
        if is_word(word) and (value.kind != "number" or answer.pos[token] in NOUNS):
            pair = (word, told) if token < value.tokens[0] else (told, word)
            patterns.append(r"(?<!\w){}\s*{}(?!\w)".format(*map(re.escape, pair)))
    return any(
        re.search(pattern, prompt, re.IGNORECASE)
        for pattern in patterns
        for prompt in inputs.prompts
    )


#: Kinds of which two values are equal only if their numbers are, or a second reading of one.
_PLAIN = frozenset({"number", "amount", "percent", "version"})


def said_values(inputs: Inputs) -> tuple[Value, ...]:
    """The values of the answer."""

    def find() -> tuple[Value, ...]:
        told = inputs.in_answer((NAME, ANSWER), lambda answer: values(answer, inputs.language))
        return tuple(in_tokens(inputs.answer, each) for each in told)

    return inputs.once((NAME, ANSWER, "tokens", inputs.answer.text), find)


def holds(claim: Value, source: Value) -> bool:
    """Whether a value of a source bears a claimed one out."""
    if (
        claim.kind == source.kind
        and claim.number != source.number
        and claim.kind in _PLAIN
        and claim.other is source.other is None
    ):
        return False  # most
    if claim.kind == "number" and source.kind == "date":
        return claim.number == source.number.partition("-")[0]
    if claim.kind == "ordinal" and source.kind == "date":
        return source.number.endswith(f"-{int(claim.number):02}")
    if claim.kind == "number" and source.kind == "time":
        # "between nine and eleven"
        return claim.worded and source.number in _hours(claim.number)
    if {claim.kind, source.kind} == {"ordinal", "number"}:
        return claim.number == source.number  # "day 25", "the 25th"
    if claim.kind == "month" and source.kind == "date" and claim.number in CALENDAR["month"]:
        return source.number[5:7] == f"{CALENDAR['month'].index(claim.number) + 1:02}"
    if claim.kind == "frequency" and source.kind == "weekday":
        return claim.normal == "1 week" == f"1 {source.unit}"  # "wekelijks", "elke dinsdag"
    if {claim.kind, source.kind} == {"frequency", "quantity"}:
        # "at least every two years": what expires after 24 months
        return _same_length(claim, source)
    return (
        same(claim, source)
        or holds_day(source, claim)
        or _same_hours(claim, source)
        or _same_hours(source, claim)
    )


def _hours(number: str) -> tuple[str, ...]:
    """The times that a number may tell: "four" is 04:00 and 16:00."""
    if not number.isdecimal() or int(number) > 24:
        return ()
    return tuple(f"{hour:02}:00" for hour in (int(number), int(number) + 12) if hour <= 24)


def _same_length(one: Value, other: Value) -> bool:
    """Whether two values of time, however often or long, come down to the same."""
    (measure, size), (second, other_size) = (
        MEASURES.get(each.unit or "", ("", 0)) for each in (one, other)
    )
    if not measure or measure != second:
        return False
    return Decimal(one.number) * size == Decimal(other.number) * other_size


def _same_hours(lasting: Value, time: Value) -> bool:
    """Dutch has one word for both: "tot 24 uur van tevoren" is no time of the day, but a day."""
    if lasting.kind != "quantity" or time.kind != "time":
        return False  # most
    measure, size = MEASURES.get(lasting.unit or "", ("", 0))
    if measure != MEASURES["hour"][0]:
        return False
    seconds = Decimal(lasting.number) * size
    if seconds > MEASURES["day"][1]:
        return False  # no hour of a day
    hours, rest = divmod(seconds, MEASURES["hour"][1])
    return not rest and time.number == f"{int(hours):02}:00"


def asked_words(inputs: Inputs) -> frozenset[str]:
    """Forms and lemmas of the question's content words."""
    asked = inputs.question
    return frozenset(asked.words_at(claims_of(inputs, asked)))


def claims_of(inputs: Inputs, parsed: ParsedText) -> Sequence[int]:
    """The tokens of the question or the answer that say something checkable."""
    return inputs.once(
        ("claims", parsed.text),
        lambda: [t for t in range(len(parsed.lowers)) if is_claim(parsed, t, inputs.language)],
    )


def counted(parsed: ParsedText, value: Value, inputs: Inputs) -> frozenset[str]:
    """The word right behind a bare number: what it counts; no verb ("ik heb er 51 *gereden*")."""
    after = value.tokens[1]
    counts = inputs.language.content_pos - VERBS
    if after >= len(parsed.lowers) or parsed.pos[after] not in counts:
        return frozenset()
    return frozenset(parsed.words_at((after,)))


def place_of(inputs: Inputs, term: Value) -> Span | None:
    """Where the context or the question has a value."""
    for each, place in placed_values(inputs):
        if holds(term, each.value):
            return place
    for asked in asked_values(inputs):
        if holds(term, asked):
            return Span(source=QUESTION, start=asked.start, end=asked.end)
    return None


def unit_of(inputs: Inputs, value: Value) -> Unit | None:
    """The sentence of the answer that a value stands in; None where that claims nothing."""
    units = inputs.aligned.units
    return next((u for u in units if u.tokens[0] <= value.tokens[0] < u.tokens[1]), None)
