"""Where the context has a value of the answer beside the same thing, and which other it has."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.numbers.claims import (
    NAME,
    asked_words,
    claims_of,
    counted,
    holds,
    placed_values,
    said_values,
)
from truthscore.features.numbers.places import Placed, placed
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import Passage, Unit, sentence_of
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import NOUNS, ParsedDocument, ParsedText, is_word
from truthscore.text.referents import referents
from truthscore.text.values.value import CALENDAR, Value, same_measure, same_number
from truthscore.types import QUESTION, Span

#: The unit of "één keer": as much a manner of speaking as a bare "één"; "vier herinneringen" may be
#: "vier keer een herinnering".
TIMES = "time"
#: How many of the next smaller unit make one.
SMALLER = {"week": "7", "day": "24", "year": "12"}
#: Kinds that say which one, and are wrong only where the context has another one.
WHICH = frozenset({"ordinal", "weekday", "month"})
#: Kinds that a bare number may stand for: a table has the unit in its heading.
_COUNTABLE = frozenset({"number", "amount", "percent", "quantity"})


@dataclass(frozen=True, slots=True)
class Index:
    """The values of a page, and its rows with a label."""

    values: tuple[Placed, ...]
    rows: tuple[Labelled, ...]


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Index:
    """The document's values and what they are told of."""
    del profile
    found = placed(document.parsed, language)
    return Index(found, labelled(document.parsed) if found else ())


def _names_a_thing(inputs: Inputs, value: Value, unit: Unit) -> bool:
    """Whether the question, or the unit beside the value, names a thing that it may be told of;
    "three" alone may be told of another one: "how many tries?", "after three mistakes"."""
    question, answer = inputs.question, inputs.answer
    return any(question.pos[t] in NOUNS for t in claims_of(inputs, question)) or any(
        answer.pos[t] in NOUNS for t in unit.content if t not in range(*value.tokens)
    )


def support_of(inputs: Inputs, value: Value, unit: Unit) -> tuple[bool, Span | None]:
    """Whether the context has the value beside the same thing, and where.

    A bare number may stand for one with a unit: a table has the unit in its heading. It does not
    where the same number has another unit, which is then shown, but in the passage of the value:
    "life spans of 90 are common".
    """
    said = _words(inputs, value, unit)
    if not _names_a_thing(inputs, value, unit) and not any(
        word in each.vocabulary for each in inputs.aligned.documents for word in said
    ):
        said = frozenset()  # "how soon do I hear?": what no page has cannot stand beside it
    beside = _beside(inputs, value, unit)
    side = _side(inputs, inputs.answer, value)
    loose: Span | None = None
    bare: Span | None = None
    conflict: Span | None = None
    for place, indexed in enumerate(inputs.documents):
        passages = inputs.aligned.documents[place]
        for each in indexed.indexes[NAME].values:
            other, sentence = each.value, each.sentence
            if not holds(value, other) and not _same_bare(value, other):
                continue
            if said and not _told_of(inputs, place, each, said, beside):
                continue
            here = Span(source=indexed.document.source, start=other.start, end=other.end)
            if holds(value, other):
                if side is None or _side(inputs, passages.parsed, other) == side:
                    return True, here
                if other.kind == value.kind:  # "a month before" is not "per month"
                    loose = loose or here
                continue
            if not {value.kind, other.kind} <= _COUNTABLE:
                continue
            if TIMES not in (value.unit, other.unit) and (
                (value.unit and other.unit) or _other_thing(inputs, value, passages.parsed, other)
            ):
                conflict = conflict or here
            else:
                bare = bare or here
                if unit.passage == Passage(place, sentence):
                    return True, here
    # "A month before it" is borne out by "a month" of anything.
    if loose is not None:
        return True, loose
    return (True, bare) if conflict is None and bare is not None else (False, conflict)


def _told_of(
    inputs: Inputs, place: int, each: Placed, said: frozenset[str], beside: Sequence[Value]
) -> bool:
    """Whether a value of document number `place` is told of one of the words `said`, or stands near
    another value of the answer's sentence (`beside`)."""
    passages = inputs.aligned.documents[place]
    index: Index = inputs.documents[place].indexes[NAME]
    if not said.isdisjoint(each.told_of):
        return True
    reach = inputs.profile.features.numbers.reach
    first, last = each.sentence - reach, each.sentence + reach
    near = {
        *range(max(0, first), min(len(passages.words), last + 1)),
        *_in_row(index, passages.parsed, each.value),
    }
    return any(not said.isdisjoint(passages.words[at]) for at in near) or _stands_near(
        each.sentence, beside, index.values, reach
    )


def _same_bare(value: Value, other: Value) -> bool:
    """Whether the numbers are the same. "A week" is no 1, but the 7 of "set the days: 7"."""
    if value.article:
        return other.unit is None and other.number == SMALLER.get(value.unit or "")
    return same_number(value, other)


def _in_row(index: Index, page: ParsedText, value: Value) -> Sequence[int]:
    """The sentences of the row, item or cells beside which a value stands."""
    row = next(
        (each for each in index.rows if each.start <= value.tokens[0] < each.end),
        None,
    )
    if row is None:
        return ()
    return range(sentence_of(page, row.start), sentence_of(page, row.end - 1) + 1)


def _side(inputs: Inputs, parsed: ParsedText, value: Value) -> str | None:
    """Whether "before" or "after" stands behind a value."""
    at = value.tokens[1]
    word = parsed.lowers[at] if at < len(parsed.lowers) else ""
    sides = inputs.language.values["sides"]
    return next((name for name, words in sides.items() if word in words), None)


def _stands_near(
    sentence: int, beside: Sequence[Value], theirs: Iterable[Placed], reach: int
) -> bool:
    """Whether a page has one of some values so many sentences around one of its own."""
    return bool(beside) and any(
        abs(each.sentence - sentence) <= reach and any(holds(one, each.value) for one in beside)
        for each in theirs
    )


def _beside(inputs: Inputs, value: Value, unit: Unit) -> list[Value]:
    """The other values of the sentence, but for bare numbers: where the context has both near each
    other, they are said of the same thing."""
    return [
        each
        for each in said_values(inputs)
        if each is not value
        and each.kind != "number"
        and each.kind not in WHICH
        and unit.tokens[0] <= each.tokens[0] < unit.tokens[1]
    ]


def _other_thing(inputs: Inputs, value: Value, source: ParsedText, other: Value) -> bool:
    """Whether the bare one of two equal numbers counts something that is not the other's unit.

    "20 regels" is not "20 tekens", but "20 losse tekens" may be; so may "25 mi" and "25 miles",
    since a short word may be a unit that the language's list does not have.
    """
    answer = inputs.answer
    if value.unit:
        bare, near, named, far = other, source, value, answer
    else:
        bare, near, named, far = value, answer, other, source
    if all(
        len(word) < inputs.profile.features.numbers.min_noun for word in counted(near, bare, inputs)
    ):
        return False
    after = slice(bare.tokens[1], bare.tokens[1] + inputs.profile.features.numbers.part_reach)
    unit = slice(*named.tokens)
    return {*near.lowers[after], *near.lemmas[after]}.isdisjoint(
        {*far.lowers[unit], *far.lemmas[unit]}
    )


def _words(inputs: Inputs, value: Value, unit: Unit) -> frozenset[str]:
    """What the unit says beside the value: forms and lemmas of its content words, and the
    words of the context that count as those ("datum" / "incassodatum"); those of the nouns that its
    pronouns stand for, and the question's too."""
    answer = inputs.answer
    meant = itertools.chain(*referents(answer, *unit.tokens, inputs.language).values())
    before = (*_told_before(inputs, unit), *_row_of(inputs, value))
    found: set[str] = set()
    for token in (*unit.content, *before, *(t for t in meant if not answer.stops[t])):
        word = answer.lowers[token], answer.lemmas[token]
        if value.tokens[0] <= token < value.tokens[1] or any(map(str.isdigit, word[0])):
            continue
        found.update(word)
        found.update(inputs.aligned.context.family(word))
    # The value is told of what was asked about.
    return inputs.once((NAME, QUESTION, "words"), lambda: asked_words(inputs)).union(found)


def _row_of(inputs: Inputs, value: Value) -> list[int]:
    """The tokens of the answer's own row or item that a value stands in, whose cells are units of
    their own."""
    rows = inputs.once((NAME, "rows", inputs.answer.text), lambda: labelled(inputs.answer))
    answer = inputs.answer
    return [
        token
        for row in rows
        if row.start <= value.tokens[0] < row.end
        for token in range(row.start, row.end)
        if not answer.stops[token] and is_word(answer.lowers[token])
    ]


def _told_before(inputs: Inputs, unit: Unit) -> Sequence[int]:
    """The content words of the sentence before one that opens with a pronoun: "You can ask for
    same-day handling. *It* adds £12"."""
    units, answer = inputs.aligned.units, inputs.answer
    place = units.index(unit)
    opens = answer.pos[unit.tokens[0]] == "PRON" and answer.deps[unit.tokens[0]] in (
        inputs.language.subject_labels
    )
    reader = inputs.language.address_pronouns | inputs.language.persons.speakers
    if not place or not opens or answer.lowers[unit.tokens[0]] in reader:
        return ()
    return units[place - 1].content


def rival_of(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The other value of the same kind and measure in the unit's passage, if it has one.

    Of several the one in the value's own unit, told of most of what the statement says, and the
    nearest.
    """
    if unit.passage is None or unit.support < inputs.profile.features.numbers.same_thing:
        return None
    indexed = inputs.documents[unit.passage.document]
    things = counted(inputs.answer, value, inputs)
    own = said_values(inputs)
    said = inputs.words_there(inputs.answer, unit.content)
    turned = is_turned(inputs, unit)
    rivals = []
    for each in indexed.indexes[NAME].values:
        other, sentence = each.value, each.sentence
        distance = abs(sentence - unit.passage.sentence)
        if distance > 1 or other.kind != value.kind or not same_measure(value, other):
            continue
        if any(holds(mine, other) for mine in own):
            continue  # the answer has that value too, of something else
        if value.kind == "number" and not things & counted(indexed.document.parsed, other, inputs):
            continue
        if value.kind in CALENDAR and other.number not in CALENDAR[value.kind] and turned:
            continue  # "closed on Sundays" is what "open from Monday to Friday" comes down to
        unlike = (other.unit != value.unit, -len(each.told_of & said), distance)
        rivals.append((unlike, other.start, other))
    if not rivals:
        return None
    other = min(rivals, key=lambda each: each[:2])[2]
    return Span(source=indexed.document.source, start=other.start, end=other.end)


def in_own_unit(
    inputs: Inputs, value: Value, match: Span | None, rival: Span | None
) -> Span | None:
    """Which of two places of a page to hold a value against: `match`, unless only `rival` has the
    value's own unit. "14 days" speaks against "30 days", not the "30 minutes" of something else."""
    if match is None or rival is None:
        return match or rival
    units = {place: each.value.unit for each, place in reversed(placed_values(inputs))}
    return rival if units.get(match) != value.unit == units.get(rival) else match


def is_turned(inputs: Inputs, unit: Unit) -> bool:
    """Whether a statement denies something, or says that a day is none ("gesloten")."""
    said = set(inputs.answer.lowers[slice(*unit.tokens)])
    language = inputs.language
    return not (said.isdisjoint(language.negations) and said.isdisjoint(language.values["shut"]))
