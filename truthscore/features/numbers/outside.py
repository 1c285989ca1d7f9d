"""What holds only within a bound, said of who is outside it, or denied of who is within: "shipping
is free for orders over $50", for an order of $30; "children under 12 travel free", for one of 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from truthscore.features.base import Inputs, against
from truthscore.features.numbers.claims import NAME, asked_values, counted, holds, said_values
from truthscore.features.numbers.places import Placed
from truthscore.features.numbers.scales import SIZED, end_of_range
from truthscore.text.alignment import Unit, is_claim, sentence_of, share_of
from truthscore.text.clauses import replies
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.reply import asking, opening
from truthscore.text.rows import kind_at
from truthscore.text.values.value import TIME, Value, measure_of, size_of
from truthscore.types import Evidence

#: Share, by weight, of what holds within a bound that question and answer have.
SAME = 0.6
#: Parts of speech of what is said, for answers that do not reply with a yes or a no.
_SAYING = frozenset({"VERB", "ADJ", "ADV"})
#: The sign between two cells.
CELLS = "|"
#: Tokens behind a value among which it is told that it lies before something.
AHEAD = 2
#: Tokens in which it is told from when it is counted.
FROM = 5
#: Tokens before a value in which the noun stands that it bounds: "*orders* over $50".
BOUND = 3


@dataclass(frozen=True, slots=True)
class Bounded:
    """A value of a page that is the end of a range, which end, and what holds within the range:
    tokens of its sentence. `noun`: the one that it bounds, if there is one; `ahead`: whether it
    lies before something ("up to 48 hours before arrival"); `lasts`: whether it is how long
    something is so ("is valid for 24 hours")."""

    placed: Placed
    end: Literal["up_to", "from_on"]
    said: tuple[int, ...]
    noun: int | None
    ahead: bool
    lasts: bool


def outside_bound(inputs: Inputs) -> Iterator[Evidence]:
    """What an answer grants to who is outside the bound a page sets, and denies to who is within.

    One value of the question decides, where only one has the bound's measure and the pages set one
    bound only to what is said; an answer that tells of the bound itself leaves it open.
    """
    asked = [each for each in asked_values(inputs) if each.kind in SIZED and not each.article]
    if not asked:
        return  # most
    language = inputs.language
    if not language.who.isdisjoint(inputs.question.lowers):
        return  # the one who approves $500 may have to approve $800 too
    said = said_values(inputs)
    known = [
        (place, bounded)
        for place, indexed in enumerate(inputs.documents)
        for bounded in _bounds(inputs, place, indexed.indexes[NAME].values)
    ]
    for unit in inputs.aligned.units:
        asserted = _asserts(inputs, unit)
        if asserted is None:
            continue
        replied = opening(inputs.answer, language.yes | language.no) is not None
        told = []
        for place, each in known:
            if each.lasts and not replied:
                continue
            mine = [value for value in asked if _same_measure(inputs, place, value, each)]
            if len(mine) != 1 or not _is_said(inputs, place, each, asserted[1]):
                continue
            told.append((place, each, _is_within(mine[0], each)))
        if not told or any(within is not told[0][2] for _, _, within in told):
            continue  # none, or one of several that a case decides
        place, each, within = told[0]
        if within is None or any(holds(value, each.placed.value) for value in said):
            continue
        page = inputs.aligned.documents[place].parsed
        denied = _denies(page, each, inputs)
        if (within is not denied) is not asserted[0]:
            label = f"{'within' if within else 'outside'}: {each.placed.value.normal}"
            yield against(inputs, unit.tokens, label, place, each.placed.sentence)
            return


def _bounds(inputs: Inputs, place: int, known: Sequence[Placed]) -> Iterator[Bounded]:
    """The values of a page that are one end of a range, alone of their measure in a sentence."""
    language = inputs.language
    page = inputs.aligned.documents[place].parsed
    for each in known:
        value = each.value
        if value.kind not in SIZED or value.article:
            continue
        start, stop = page.sentences[each.sentence]
        ahead = _is_ahead(page, value, language.values)
        end = end_of_range(page, value, language.values)
        if ahead and _begins(page, value, language.values["until"], start):
            end = "from_on"  # "until 48 hours before" it is 48 hours or more
        lasting = page.words_at(range(start, stop)) & set(language.values["lasts"])
        lasts = end is None and measure_of(value) in TIME and bool(lasting)
        if lasts:
            end = "up_to"
        if end is None:
            continue
        if any(
            other is not each
            and not other.value.article
            and other.sentence == each.sentence
            and other.value.kind == value.kind
            and measure_of(other.value) == measure_of(value)
            for other in known
        ):
            continue
        if page.lowers[stop - 1] == "?" or kind_at(page, start) in ("heading", "cell"):
            continue
        if CELLS in page.lowers[start:stop]:
            continue  # a row of a table that is not marked as one
        noun = [
            t for t in range(max(start, value.tokens[0] - BOUND), value.tokens[0])
            if page.pos[t] in NOUNS
        ][-1:]  # fmt: skip
        since = _since(page, value.tokens[1], stop, language.values)
        inside = {*range(*value.tokens), *noun, *since}
        said = tuple(
            t
            for t in range(start, stop)
            if t not in inside
            and is_claim(page, t, language)
            and not (lasts and not lasting.isdisjoint(page.words_at((t,))))
        )
        if said:
            yield Bounded(each, end, said, next(iter(noun), None), ahead, lasts)


def _since(page: ParsedText, token: int, stop: int, facts: Mapping[str, Any]) -> range:
    """The tokens behind a length of time that tell from when it is counted: "30 days *of
    delivery*"."""
    words = {*facts["since"], *facts["sides"]["before"], *facts["sides"]["after"]}
    if words.isdisjoint(page.lowers[token : token + 1]):
        return range(0)
    reach = range(token, min(stop, token + FROM))
    return range(token, next((t + 1 for t in reach if page.pos[t] in NOUNS), token))


def _begins(page: ParsedText, value: Value, phrases: Sequence[str], start: int) -> bool:
    """Whether one of some phrases stands right before a value."""
    before = page.lowers[max(start, value.tokens[0] - BOUND) : value.tokens[0]]
    return any(" ".join(before[at:]) in phrases for at in range(len(before)))


def _is_ahead(page: ParsedText, value: Value, facts: Mapping[str, Any]) -> bool:
    """Whether a length of time lies before something: "48 hours before", "2 days in advance"."""
    ahead = {*facts["sides"]["before"], *facts["in_advance"]}
    end = value.tokens[1]
    return not ahead.isdisjoint(page.lowers[end : end + AHEAD])


def _same_measure(inputs: Inputs, place: int, value: Value, bounded: Bounded) -> bool:
    """Whether a value of the question measures what a bound does: both are times, or of one unit;
    of two bare numbers, that count one thing, or the question's nothing: it is an age."""
    other = bounded.placed.value
    if value.kind != other.kind:
        return False
    if measure_of(value) in TIME and measure_of(other) in TIME:
        # "I bought it 3 days ago", "I leave in 3 days"; not "it is 3 years old"
        return _is_reckoned(inputs.question, value, bounded.ahead, inputs.language.values)
    if measure_of(value) != measure_of(other):
        return False
    if value.unit is not None or value.kind != "number":
        return value.unit is not None
    mine = counted(inputs.question, value, inputs)
    theirs = counted(inputs.aligned.documents[place].parsed, other, inputs)
    return not mine.isdisjoint(theirs) or (not mine and bounded.noun is not None)


def _is_reckoned(question: ParsedText, value: Value, ahead: bool, facts: Mapping[str, Any]) -> bool:
    """Whether a length of time of the question is one until something happens (`ahead`), or since
    something has."""
    before = question.lowers[max(0, value.tokens[0] - 1) : value.tokens[0]]
    behind = question.lowers[value.tokens[1] : value.tokens[1] + 1]
    if ahead:
        return not {*facts["to_come"]}.isdisjoint(before) or _is_ahead(question, value, facts)
    after = facts["sides"]["after"]
    return not {*facts["ago"]}.isdisjoint(behind) or not {*after}.isdisjoint((*before, *behind))


def _is_within(value: Value, bounded: Bounded) -> bool | None:
    """Whether a value lies within a bound; None for the bound itself."""
    mine, theirs = _size(value), _size(bounded.placed.value)
    if mine == theirs:
        return None
    return (mine < theirs) is (bounded.end == "up_to")


def _size(value: Value) -> Decimal:
    return size_of(value) * TIME.get(measure_of(value), 1)


def _asserts(inputs: Inputs, unit: Unit) -> tuple[bool, frozenset[str]] | None:
    """Whether a unit grants or denies, and the words of what: with a yes or a no what was asked,
    else what it says itself. None where neither is plain."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    tokens = range(*unit.tokens)
    if answer.lowers[tokens[-1]] == "?" or not language.only.isdisjoint(
        answer.lowers[slice(*unit.tokens)]
    ):
        return None
    if any(part.conditional for part in inputs.parts(unit)):
        return None
    first = opening(answer, language.yes | language.no)
    if first is not None and first in tokens:
        asks = [t for each in asking(question) for t in range(*each)]
        if not language.negations.isdisjoint(question.lowers[t] for t in asks):
            return None
        words = inputs.words_there(question, range(len(question.lowers)))
        return answer.lowers[first] in language.yes, words | inputs.words_there(answer, tokens)
    turning = [
        t
        for t in tokens
        if (
            answer.lowers[t] in language.negations and not replies(answer, t, tokens.stop, language)
        )
        or not language.cannot.isdisjoint(answer.words_at((t,)))
    ]
    if len(turning) > 1:
        return None
    return not turning, inputs.words_there(answer, tokens)


def _is_said(inputs: Inputs, place: int, bounded: Bounded, words: frozenset[str]) -> bool:
    """Whether a unit tells of what holds within a bound: with most of its words, the question's
    among them, and with one that says something of its things."""
    page, language = inputs.aligned.documents[place].parsed, inputs.language
    question = inputs.question
    ours = words | inputs.words_there(question, range(len(question.lowers)))
    saying = [t for t in bounded.said if page.pos[t] in _SAYING]
    return share_of(page, bounded.said, ours, language.code) >= SAME and (
        bounded.lasts or any(not page.words_at((t,)).isdisjoint(words) for t in saying)
    )


def _denies(page: ParsedText, bounded: Bounded, inputs: Inputs) -> bool:
    """Whether a page denies what it says within a bound."""
    language = inputs.language
    start, end = page.sentences[sentence_of(page, bounded.placed.value.tokens[0])]
    turning = [
        t
        for t in range(start, end)
        if page.lowers[t] in language.negations
        or not language.cannot.isdisjoint(page.words_at((t,)))
    ]
    return len(turning) % 2 == 1
