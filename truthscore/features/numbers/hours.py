"""A yes or a no to a day or an hour that was asked about: "Are you open at 6 pm?", "Yes", where the
page says "open from 9 am to 5 pm on weekdays"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from truthscore.features.base import Inputs, against
from truthscore.features.numbers.claims import NAME, asked_values, holds, said_values
from truthscore.text.alignment import is_claim
from truthscore.text.clauses import clauses
from truthscore.text.reply import asking, opening
from truthscore.text.values.value import Value, holds_day
from truthscore.types import Evidence

#: Tokens between the two ends of a range of hours, at most: "from 9 to 17", "9 am until 5 pm".
BETWEEN = 2
#: Parts of speech of what is so at those hours.
_SAYING = frozenset({"VERB", "ADJ"})


@dataclass(frozen=True, slots=True)
class Hours:
    """When a sentence of a page says that something is so: its days and its ranges of hours."""

    document: int
    sentence: int
    days: tuple[Value, ...]
    ranges: tuple[tuple[str, str], ...]


def outside_hours(inputs: Inputs) -> Iterator[Evidence]:
    """What an answer grants or denies with a yes or a no of one day or hour of the question, by
    the only hours that the pages tell; nothing where it tells hours of its own."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    asked = [each for each in asked_values(inputs) if each.kind in ("time", "weekday")]
    first = opening(answer, language.yes | language.no) if len(asked) == 1 else None
    if first is None or not language.only.isdisjoint(answer.lowers):
        return  # most
    (value,) = asked
    own = [each for each in said_values(inputs) if each.kind in ("time", "weekday")]
    asks = [t for each in asking(question) for t in range(*each)]
    if any(not holds(each, value) for each in own) or not language.negations.isdisjoint(
        question.lowers[t] for t in asks
    ):
        return
    if value.kind == "weekday" and "-" in value.number:
        return
    known = list(_hours(inputs))
    told = [each for each in known if (each.days if value.kind == "weekday" else each.ranges)]
    inside = {_is_inside(value, each) for each in told}
    if len(inside) != 1 or None in inside:
        return  # none, or it depends on something else
    (within,) = inside
    if within is not (answer.lowers[first] in language.yes):
        place = told[0]
        label = f"{'within' if within else 'outside'}: {value.normal}"
        yield against(inputs, (first, first + 1), label, place.document, place.sentence)


def _hours(inputs: Inputs) -> Iterator[Hours]:
    """The hours of the sentences that say something of the question's words, without a case."""
    language, question = inputs.language, inputs.question
    words = inputs.words_there(question, range(len(question.lowers)))
    shut = {*language.values["shut"]} | language.negations | language.cannot
    for place, indexed in enumerate(inputs.documents):
        page = inputs.aligned.documents[place].parsed
        by_sentence: dict[int, list[Value]] = {}
        for each in indexed.indexes[NAME].values:
            if each.value.kind in ("time", "weekday"):
                by_sentence.setdefault(each.sentence, []).append(each.value)
        for number, values in sorted(by_sentence.items()):
            start, end = page.sentences[number]
            said = page.words_at(
                t
                for t in range(start, end)
                if page.pos[t] in _SAYING and is_claim(page, t, language)
            )
            inside = page.words_at(range(start, end))
            if said.isdisjoint(words) or not shut.isdisjoint(inside) or page.lowers[end - 1] == "?":
                continue
            if any(part.conditional for part in clauses(page, start, end, language)):
                continue
            times = [each for each in values if each.kind == "time"]
            ranges = tuple(
                (one.number, two.number)
                for one, two in pairwise(times)
                if 0 < two.tokens[0] - one.tokens[1] <= BETWEEN
            )
            if len(times) != 2 * len(ranges):
                continue  # "at 9, 12 and 17"
            days = tuple(each for each in values if each.kind == "weekday")
            yield Hours(place, number, days, ranges)


def _is_inside(value: Value, hours: Hours) -> bool | None:
    """Whether a day or an hour is among those of a sentence; None on the end of a range."""
    if value.kind == "weekday":
        return any(holds_day(each, value) for each in hours.days)
    found = [_is_between(value.number, *each) for each in hours.ranges]
    return None if None in found else any(found)


def _is_between(time: str, first: str, last: str) -> bool | None:
    if time in (first, last):
        return None
    if first < last:
        return first < time < last
    return time > first or time < last  # "between 10 pm and 6 am"
