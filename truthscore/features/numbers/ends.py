"""Two values of one sentence, each with its own noun behind it: "from 2 pm on the day of *arrival*
to 11 am on the day of *departure*"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import NAME, holds, said_values
from truthscore.features.numbers.places import Placed
from truthscore.text.alignment import is_claim
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.values.value import Value, same_measure
from truthscore.types import Span

#: Tokens behind a value among which the noun stands that it is told of.
REACH = 7
#: Kinds of the ends of a period or a range: "five pins" and "ten pins" are no ends of anything.
_KINDS = frozenset({"time", "date", "amount"})
#: What ends that: nothing behind it belongs to the value.
_ENDS = frozenset({",", ";", ":", ".", "(", ")"})


def of_the_other_end(inputs: Inputs, value: Value) -> Span | None:
    """The value of a page that stands before the noun which the answer has behind another one of
    the same sentence; None where a sentence has the answer's value before that noun."""
    if value.kind not in _KINDS:
        return None
    nouns = _behind(inputs, inputs.answer, value, said_values(inputs))
    found: Span | None = None
    for indexed in inputs.documents if nouns else ():
        parsed, known = indexed.document.parsed, indexed.indexes[NAME].values
        for each in known:
            if not holds(value, each.value):
                continue
            beside = [other for other in known if other.sentence == each.sentence]
            here = _behind(inputs, parsed, each.value, [other.value for other in beside])
            if nouns & here:
                return None
            found = found or _instead(inputs, parsed, each, beside, nouns, indexed.document.source)
    return found


def _instead(
    inputs: Inputs,
    parsed: ParsedText,
    placed: Placed,
    beside: Sequence[Placed],
    nouns: frozenset[str],
    source: str,
) -> Span | None:
    values = [other.value for other in beside]
    here = _behind(inputs, parsed, placed.value, values)
    for each in values:
        if each.kind != placed.value.kind or not same_measure(each, placed.value):
            continue
        if each is not placed.value and here and nouns <= _behind(inputs, parsed, each, values):
            return Span(source=source, start=each.start, end=each.end)
    return None


def _behind(
    inputs: Inputs, parsed: ParsedText, value: Value, beside: Iterable[Value]
) -> frozenset[str]:
    """Forms of the last noun behind a value, before the next one of them or a sign."""
    starts = {each.tokens[0] for each in beside}
    facts = inputs.language.values
    rating = {*facts["each"], *facts["articles"]}  # "£190 *a night*" tells how often
    last: int | None = None
    for token in range(value.tokens[1], min(value.tokens[1] + REACH, len(parsed.lowers))):
        if token in starts or parsed.lowers[token] in _ENDS:
            break
        if token == value.tokens[1] + 1 and parsed.lowers[token - 1] in rating:
            continue
        if parsed.pos[token] in NOUNS and is_claim(parsed, token, inputs.language):
            last = token
    return frozenset() if last is None else frozenset(parsed.words_at((last,)))
