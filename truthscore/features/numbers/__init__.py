"""Numbers that appear out of nothing (Table 2): every value must stand in the context.

A value holds when the context has it, in whatever notation, beside a word that the answer says it
of: "7 dagen" is no support for a term because some page says that a week has them. So does one that
the answer works out from values that hold (`worked_out`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.numbers.claims import (
    NAME,
    asked_values,
    asked_words,
    claims_of,
    counted,
    holds,
    is_asked_in_words,
    is_of_the_desk,
    placed_values,
    said_values,
    unit_of,
)
from truthscore.features.numbers.places import Placed, placed
from truthscore.features.numbers.worked_out import worked_out
from truthscore.language import LanguagePack
from truthscore.profile import Numbers, Profile
from truthscore.text.alignment import Passage, Unit, sentence_of
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import NOUNS, ParsedDocument, ParsedText
from truthscore.text.referents import referents
from truthscore.text.reply import asking
from truthscore.text.values.bounds import bound_of
from truthscore.text.values.value import (
    CALENDAR,
    Value,
    same,
    same_measure,
    same_number,
)
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Role, Span

#: The unit of "één keer": as much a manner of speaking as a bare "één"; "vier herinneringen" may be
#: "vier keer een herinnering".
TIMES = "time"
#: Words before a value among which one may say that it is the least.
LED = 2
#: How many of the next smaller unit make one.
SMALLER = {"week": "7", "day": "24", "year": "12"}
#: Kinds that say which one, and are wrong only where the context has another one.
_WHICH = frozenset({"ordinal", "weekday", "month"})
#: Kinds that a bare number may stand for: a table has the unit in its heading.
_COUNTABLE = frozenset({"number", "amount", "percent", "quantity"})
#: What a list stands behind that is counted before: "three forks: ...", "two plans (...)".
_OPENS_LIST = frozenset({":", "("})


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


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the values that do not hold count (`base.measured`).

    Right values make no wrong one better: a copied table would hide it. Each distinct value counts
    once, where it is first claimed; those of the question count where the page has another one, and
    counts of the answer's own parts ("in drie stappen") claim nothing. None when no value is left.
    """
    settings = inputs.profile.features.numbers
    evidence = []
    for value, unit, repeated in claimed(inputs):
        if repeated:
            if (other := _granted(inputs, settings, value, unit)) is not None:
                evidence.append(_evidence(value, "contradicts", other))
            continue
        held, match = _support(inputs, settings, value, unit)
        if held:
            evidence.append(_evidence(value, "supports", match))
            continue
        terms = worked_out(inputs, value, unit)
        rival = _in_own_unit(inputs, value, match, _rival(inputs, settings, value, unit))
        if terms is not None:
            evidence.append(_evidence(value, "supports", terms))
            continue
        if rival is None and (value.article or value.kind in _WHICH):
            continue  # "binnen een week", "de derde keer" may be a manner of speaking
        evidence.append(_evidence(value, "contradicts" if rival else "unsupported", rival))
    if not evidence:
        return Measurement(value=None, note="the answer claims no number, date or amount")
    return measured(inputs, evidence)


def _granted(inputs: Inputs, settings: Numbers, value: Value, unit: Unit) -> Span | None:
    """The page's smaller value of the same thing, where the question asks about one and the answer
    grants it: "May a file be 25 MB?" "A file may be 25 MB." None where it says "no" to it, where
    the question only tells of it ("I owe 22 euros. ..."), and where the page has a least value: a
    smaller one may be allowed too, and a larger one than the least is.
    """
    language, question = inputs.language, inputs.question
    no = language.replies.no | language.opposing.too
    said = inputs.answer.lowers[slice(*unit.tokens)]
    if _is_turned(inputs, unit) or not no.isdisjoint(said):
        return None
    places = [range(*sentence) for sentence in asking(question)]
    if not any(
        holds(value, each) and any(each.tokens[0] in place for place in places)
        for each in asked_values(inputs)
    ):
        return None
    held, _ = _support(inputs, settings, value, unit)
    rival = None if held else _rival(inputs, settings, value, unit)
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
    settings = inputs.profile.features.numbers
    key = (NAME, "claimed", inputs.answer.text)
    return inputs.once(key, lambda: list(_claims(inputs, settings)))


def _claims(inputs: Inputs, settings: Numbers) -> Iterator[tuple[Value, Unit, bool]]:
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
        if unit is None or _counts_own_parts(value, inputs, settings):
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


def _counts_own_parts(value: Value, inputs: Inputs, settings: Numbers) -> bool:
    """Whether a bare number counts what the answer itself lists, or is a word like "twee" that
    bounds nothing ("at least two" does)."""
    # "één uur 's middags" is a time, which no number of parts is
    small = value.worded and value.number.isdecimal() and int(value.number) < settings.min_worded
    if small and value.unit in (None, TIMES):
        bounds = inputs.language.values["bounds"]
        return bound_of(inputs.answer, value, bounds) not in CLOSED
    listed = _listed(value, inputs, settings)
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


def _names_a_thing(inputs: Inputs, value: Value, unit: Unit) -> bool:
    """Whether the question, or the unit beside the value, names a thing that it may be told of;
    "three" alone may be told of another one: "how many tries?", "after three mistakes"."""
    question, answer = inputs.question, inputs.answer
    return any(question.pos[t] in NOUNS for t in claims_of(inputs, question)) or any(
        answer.pos[t] in NOUNS for t in unit.content if t not in range(*value.tokens)
    )


def _listed(value: Value, inputs: Inputs, settings: Numbers) -> int:
    """How many things the sentence lists behind a number: "three forks: the west, the middle and
    the east fork"; none where it lists nothing."""
    lowers = inputs.answer.lowers
    joining = inputs.language.clause.conjunctions | inputs.language.denying.either
    end = inputs.answer.sentences[sentence_of(inputs.answer, value.tokens[0])][1]
    behind = value.tokens[1]
    opening = next((t for t in range(behind, end) if lowers[t] in _OPENS_LIST), end)
    if opening > behind + settings.part_reach:
        return 0
    ends = [t for t in range(opening + 1, end) if lowers[t] in joining | {","}]
    return 1 + sum(t - 1 not in ends for t in ends)  # ", and" is one


def _support(
    inputs: Inputs, settings: Numbers, value: Value, unit: Unit
) -> tuple[bool, Span | None]:
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
            if said and not _told_of(inputs, settings, place, each, said, beside):
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
                (value.unit and other.unit)
                or _other_thing(inputs, settings, value, passages.parsed, other)
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
    inputs: Inputs,
    settings: Numbers,
    place: int,
    each: Placed,
    said: frozenset[str],
    beside: Sequence[Value],
) -> bool:
    """Whether a value of document number `place` is told of one of the words `said`, or stands near
    another value of the answer's sentence (`beside`)."""
    passages = inputs.aligned.documents[place]
    index: Index = inputs.documents[place].indexes[NAME]
    if not said.isdisjoint(each.told_of):
        return True
    first, last = each.sentence - settings.reach, each.sentence + settings.reach
    near = {
        *range(max(0, first), min(len(passages.words), last + 1)),
        *_in_row(index, passages.parsed, each.value),
    }
    return any(not said.isdisjoint(passages.words[at]) for at in near) or _stands_near(
        each.sentence, beside, index.values, settings.reach
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
        and each.kind not in _WHICH
        and unit.tokens[0] <= each.tokens[0] < unit.tokens[1]
    ]


def _other_thing(
    inputs: Inputs, settings: Numbers, value: Value, source: ParsedText, other: Value
) -> bool:
    """Whether the bare one of two equal numbers counts something that is not the other's unit.

    "20 regels" is not "20 tekens", but "20 losse tekens" may be; so may "25 mi" and "25 miles",
    since a short word may be a unit that the language's list does not have.
    """
    answer = inputs.answer
    if value.unit:
        bare, near, named, far = other, source, value, answer
    else:
        bare, near, named, far = value, answer, other, source
    if all(len(word) < settings.min_noun for word in counted(near, bare, inputs)):
        return False
    after = slice(bare.tokens[1], bare.tokens[1] + settings.part_reach)
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
    before = _told_before(inputs, unit)
    found: set[str] = set()
    for token in (*unit.content, *before, *(t for t in meant if not answer.stops[t])):
        word = answer.lowers[token], answer.lemmas[token]
        if value.tokens[0] <= token < value.tokens[1] or any(map(str.isdigit, word[0])):
            continue
        found.update(word)
        found.update(inputs.aligned.context.family(word))
    # The value is told of what was asked about.
    return inputs.once((NAME, QUESTION, "words"), lambda: asked_words(inputs)).union(found)


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


def _rival(inputs: Inputs, settings: Numbers, value: Value, unit: Unit) -> Span | None:
    """The other value of the same kind and measure in the unit's passage, if it has one.

    Of several the one in the value's own unit, told of most of what the statement says, and the
    nearest.
    """
    if unit.passage is None or unit.support < settings.same_thing:
        return None
    indexed = inputs.documents[unit.passage.document]
    things = counted(inputs.answer, value, inputs)
    own = said_values(inputs)
    said = inputs.words_there(inputs.answer, unit.content)
    turned = _is_turned(inputs, unit)
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


def _in_own_unit(
    inputs: Inputs, value: Value, match: Span | None, rival: Span | None
) -> Span | None:
    """Which of two places of a page to hold a value against: `match`, unless only `rival` has the
    value's own unit. "14 days" speaks against "30 days", not the "30 minutes" of something else."""
    if match is None or rival is None:
        return match or rival
    units = {place: each.value.unit for each, place in reversed(placed_values(inputs))}
    return rival if units.get(match) != value.unit == units.get(rival) else match


def _is_turned(inputs: Inputs, unit: Unit) -> bool:
    """Whether a statement denies something, or says that a day is none ("gesloten")."""
    said = set(inputs.answer.lowers[slice(*unit.tokens)])
    language = inputs.language
    return not (said.isdisjoint(language.negations) and said.isdisjoint(language.values["shut"]))


NUMBERS = Feature(
    name=NAME,
    title="numbers, dates and amounts that the context has",
    section="4.4.2",
    settings=Numbers,
    index=index,
    measure=measure,
    needs_alignment=True,
)
