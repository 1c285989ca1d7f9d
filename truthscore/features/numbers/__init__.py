"""Numbers that appear out of nothing (Table 2): every value must stand in the context.

A value holds when the context has it, in whatever notation, beside a word that the answer says it
of: "7 dagen" is no support for a term because some page says that a week has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from truthscore.features.base import Feature, Inputs
from truthscore.features.numbers.places import Placed, day, placed
from truthscore.language import LanguagePack
from truthscore.profile import Numbers, Profile
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.model import ParsedDocument, ParsedText, is_word
from truthscore.text.values import (
    CALENDAR,
    Known,
    Value,
    days_of,
    holds_day,
    same,
    same_measure,
    same_number,
    values,
)
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Role, Span

NAME = "numbers"
#: The unit of "één keer": as much a manner of speaking as a bare "één"; "vier herinneringen" may be
#: "vier keer een herinnering".
TIMES = "time"
#: Kinds that say which one, and are wrong only where the context has another one.
_WHICH = frozenset({"ordinal", "weekday", "month"})
#: Kinds that a bare number may stand for: a table has the unit in its heading.
_COUNTABLE = frozenset({"number", "amount", "percent", "quantity"})


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> tuple[Placed, ...]:
    """The document's values and what they are told of."""
    del profile
    return placed(document.parsed, language)


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + `each` x values that do not hold); raw = their number.

    Right values make no wrong one better: a copied table would hide it. Each distinct value counts
    once, where it is first claimed; those of the question and counts of the answer's own parts
    ("in drie stappen") claim nothing. None when no value is left.
    """
    settings = inputs.profile.features.numbers
    assert settings is not None  # the profile has checked that a feature in use has its settings
    evidence = []
    wrong = 0
    for value, unit in _claims(inputs, settings):
        holds, match = _support(inputs, settings, value, unit)
        nearer = None
        if holds:
            nearer = _nearer(inputs, settings, value, unit) or _of_another(inputs, value, unit)
        if nearer is not None:
            holds, match = False, nearer
        if holds:
            evidence.append(_evidence(value, "supports", match))
            continue
        rival = match or _rival(inputs, settings, value, unit)
        if rival is None and (value.article or value.kind in _WHICH):
            continue  # "binnen een week", "de derde keer" may be a manner of speaking
        wrong += 1
        evidence.append(_evidence(value, "contradicts" if rival else "unsupported", rival))
    if not evidence:
        return Measurement(value=None, note="the answer claims no number, date or amount")
    return Measurement(
        value=round(1.0 / (1.0 + settings.each * wrong), 6),
        raw=float(wrong),
        evidence=tuple(evidence),
    )


def _evidence(value: Value, role: Role, match: Span | None) -> Evidence:
    return Evidence(
        span=Span(source=ANSWER, start=value.start, end=value.end),
        role=role,
        label=value.normal,
        match=match,
    )


def _claims(inputs: Inputs, settings: Numbers) -> Iterator[tuple[Value, Unit]]:
    asked = _asked_values(inputs)
    seen: list[Value] = []
    for value in _said(inputs):
        unit = _unit_of(value, inputs.aligned.units)
        if value.kind == "weekday" and value.worded:
            continue  # "doordeweeks" is as loose as "twee"
        if unit is None or _counts_own_parts(value, inputs, settings):
            continue
        if any(_holds(value, other) for other in asked) or any(same(value, one) for one in seen):
            continue
        seen.append(value)
        yield value, unit


def _asked_values(inputs: Inputs) -> tuple[Value, ...]:
    """The values of the question."""
    return inputs.once((NAME, QUESTION), lambda: values(inputs.question, inputs.language))


def _said(inputs: Inputs) -> tuple[Value, ...]:
    """The values of the answer."""
    answer = inputs.answer
    lines: Known = inputs.once((NAME, ANSWER), dict)
    return inputs.once((NAME, ANSWER, answer.text), lambda: values(answer, inputs.language, lines))


def _unit_of(value: Value, units: Iterable[Unit]) -> Unit | None:
    for unit in units:
        if unit.tokens[0] <= value.tokens[0] < unit.tokens[1]:
            return unit
    return None


def _counts_own_parts(value: Value, inputs: Inputs, settings: Numbers) -> bool:
    """Whether a bare number counts what the answer itself lists, or is a word like "twee"."""
    if value.worded and value.unit in (None, TIMES) and float(value.number) < settings.min_worded:
        return True
    if value.kind != "number":
        return False
    answer = inputs.answer
    after = answer.lowers[value.tokens[1] : value.tokens[1] + settings.part_reach]
    if any(word in inputs.language.values["answer_parts"] for word in after):
        return True
    line = answer.text[value.end :].partition("\n")[0].rstrip("* _")
    return line.endswith(":") and "." not in line


def _holds(claim: Value, source: Value) -> bool:
    """Whether a value of a source bears a claimed one out."""
    if claim.kind == "number" and source.kind == "date":
        return claim.number == source.number.partition("-")[0]
    if claim.kind == "ordinal" and source.kind == "date":
        return source.number.endswith(f"-{int(claim.number):02}")
    if {claim.kind, source.kind} == {"ordinal", "number"}:
        return claim.number == source.number  # "day 25", "the 25th"
    if claim.kind == "month" and source.kind == "date" and claim.number in CALENDAR["month"]:
        return source.number[5:7] == f"{CALENDAR['month'].index(claim.number) + 1:02}"
    if claim.kind == "frequency" and source.kind == "weekday":
        return claim.normal == "1 week" == f"1 {source.unit}"  # "wekelijks", "elke dinsdag"
    return (
        same(claim, source)
        or holds_day(source, claim)
        or _same_hours(claim, source)
        or _same_hours(source, claim)
    )


def _same_hours(lasting: Value, time: Value) -> bool:
    """Dutch has one word for both: "tot 24 uur van tevoren" is no time of the day."""
    hours = lasting.kind == "quantity" and lasting.unit == "hour" and lasting.number.isdigit()
    return hours and time.kind == "time" and time.number == f"{int(lasting.number):02}:00"


def _support(
    inputs: Inputs, settings: Numbers, value: Value, unit: Unit
) -> tuple[bool, Span | None]:
    """Whether the context has the value beside the same thing, and where.

    A bare number may stand for one with a unit: a table has the unit in its heading. It does not
    where the same number has another unit, which is then shown.
    """
    said = _words(inputs, value, unit)
    beside = _beside(inputs, value, unit)
    bare: Span | None = None
    conflict: Span | None = None
    for place, indexed in enumerate(inputs.documents):
        passages = inputs.aligned.documents[place]
        for each in indexed.indexes[NAME]:
            other, sentence = each.value, each.sentence
            if not _holds(value, other) and not same_number(value, other):
                continue
            near = range(
                max(0, sentence - settings.reach),
                min(len(passages.words), sentence + settings.reach + 1),
            )
            if (
                said
                and not any(word in passages.words[at] for at in near for word in said)
                and not _stands_near(sentence, beside, indexed.indexes[NAME], settings.reach)
            ):
                continue
            here = Span(source=indexed.document.source, start=other.start, end=other.end)
            if _holds(value, other):
                return True, here
            if not {value.kind, other.kind} <= _COUNTABLE:
                continue
            if TIMES not in (value.unit, other.unit) and (
                (value.unit and other.unit)
                or _other_thing(inputs, settings, value, passages.parsed, other)
            ):
                conflict = conflict or here
            else:
                bare = bare or here
    if conflict is None and bare is not None:
        return True, bare
    return False, conflict


def _nearer(inputs: Inputs, settings: Numbers, value: Value, unit: Unit) -> Span | None:
    """Another value of the same measure that the context has of just what the answer says its own
    of, where no sentence with the answer's value says anything of that.

    "Deleted folders are kept for 14 days", "access ends after 30 days": access does not end after
    14, although it stands there.
    """
    if value.unit is None or value.kind not in _COUNTABLE:
        return None
    said = _words_of_unit(inputs, unit)
    own, beside = _said(inputs), _beside(inputs, value, unit)
    best: tuple[int, Span] | None = None
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        for each in indexed.indexes[NAME]:
            other, sentence = each.value, each.sentence
            shared = sum(not words.isdisjoint(passages.words[sentence]) for words in said)
            if _holds(value, other) or same_number(value, other):
                if shared or _stands_near(sentence, beside, indexed.indexes[NAME], settings.reach):
                    return None
            elif (
                shared >= settings.nearer
                and other.kind == value.kind
                and same_measure(value, other)
                and not any(_holds(mine, other) for mine in own)
                and (best is None or shared > best[0])
            ):
                here = Span(source=indexed.document.source, start=other.start, end=other.end)
                best = shared, here
    return None if best is None else best[1]


def _of_another(inputs: Inputs, value: Value, unit: Unit) -> Span | None:
    """The value that the page has of what was asked, where the answer took that of the thing
    beside it: the wrong row of a table, "the grey bin" of two.

    Each place with the answer's value must be such a row or part: another one with a value of the
    same kind is told of all that question and answer name of this one, and of more.
    """
    own = _said(inputs)
    found: Span | None = None
    for indexed in inputs.documents:
        index: Sequence[Placed] = indexed.indexes[NAME]
        for here in index:
            if not _holds(value, here.value):
                continue
            beside = [
                each
                for each in index
                if each.among == here.among
                and each.part != here.part
                and _comparable(indexed.document.parsed, each, here, inputs)
                and not any(_holds(mine, each.value) for mine in own if mine.kind == value.kind)
            ]
            if not beside:
                return None
            told_of = [here.told_of, *(each.told_of for each in beside)]
            named = _named(inputs, value, unit, frozenset().union(*told_of))
            rivals = [each for each in beside if here.told_of & named < each.told_of & named]
            if not rivals:
                return None
            if found is None:
                best = max(rivals, key=lambda each: len(each.told_of & named)).value
                found = Span(source=indexed.document.source, start=best.start, end=best.end)
    return found


def _comparable(page: ParsedText, one: Placed, two: Placed, inputs: Inputs) -> bool:
    """Whether a value of a page may be taken for another one: "om de week", "elke dinsdag".

    Bare numbers of a sentence need the same word before or behind them: "from 9", "3 users".
    """
    left, right = one.value, two.value
    often = (each.kind == "frequency" or each.unit == "week" for each in (left, right))
    if {left.kind, right.kind} == {"frequency", "weekday"}:
        return all(often)
    if left.kind != right.kind or not same_measure(left, right):
        return False
    if left.kind != "number" or one.among < 0:
        return True
    before = {page.lowers[max(0, each.tokens[0] - 1)] for each in (left, right)}
    behind = [_counted(page, each, inputs) for each in (left, right)]
    return (len(before) == 1 and all(map(is_word, before))) or bool(behind[0] & behind[1])


def _named(inputs: Inputs, value: Value, unit: Unit, words: frozenset[str]) -> frozenset[str]:
    """Which of a page's words the question or the statement names; words that only count as one of
    them ("incassodatum" for "datum") where none of them is that word."""
    asked, answer = inputs.question, inputs.answer
    taken = {t for each in _said(inputs) for t in range(*each.tokens)}
    said = [
        *((asked.lowers[t], asked.lemmas[t]) for t in _claims_of(inputs, asked)),
        *((answer.lowers[t], answer.lemmas[t]) for t in unit.content if t not in taken),
    ]
    found = {
        day(name)
        for each in (*_asked_values(inputs), *_said(inputs))
        if each.kind in CALENDAR and each is not value
        for name in days_of(each)
    }
    for word in said:
        exact = words.intersection(word)
        found |= exact or words.intersection(inputs.aligned.context.family(word))
    return frozenset(found)


def _stands_near(
    sentence: int, beside: Sequence[Value], theirs: Iterable[Placed], reach: int
) -> bool:
    """Whether a page has one of some values so many sentences around one of its own."""
    return bool(beside) and any(
        abs(each.sentence - sentence) <= reach and any(_holds(one, each.value) for one in beside)
        for each in theirs
    )


def _words_of_unit(inputs: Inputs, unit: Unit) -> list[frozenset[str]]:
    """Of each content word of the unit, but for its values: its forms and the context's."""
    answer = inputs.answer
    figures = [each.tokens for each in _said(inputs)]
    return [
        frozenset({word[0], word[1], *inputs.aligned.context.family(word)})
        for token in unit.content
        for word in ((answer.lowers[token], answer.lemmas[token]),)
        if not any(start <= token < end for start, end in figures)
        and not any(map(str.isdigit, word[0]))
    ]


def _beside(inputs: Inputs, value: Value, unit: Unit) -> list[Value]:
    """The other values of the sentence, but for bare numbers: where the context has both near each
    other, they are said of the same thing."""
    return [
        each
        for each in _said(inputs)
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
    if all(len(word) < settings.min_noun for word in _counted(near, bare, inputs)):
        return False
    after = slice(bare.tokens[1], bare.tokens[1] + settings.part_reach)
    unit = slice(*named.tokens)
    return {*near.lowers[after], *near.lemmas[after]}.isdisjoint(
        {*far.lowers[unit], *far.lemmas[unit]}
    )


def _words(inputs: Inputs, value: Value, unit: Unit) -> frozenset[str]:
    """What the unit says beside the value: forms and lemmas of its content words, and the
    words of the context that count as those ("datum" / "incassodatum"); the question's too."""
    answer = inputs.answer
    found: set[str] = set()
    for token in unit.content:
        word = answer.lowers[token], answer.lemmas[token]
        if value.tokens[0] <= token < value.tokens[1] or any(map(str.isdigit, word[0])):
            continue
        found.update(word)
        found.update(inputs.aligned.context.family(word))
    # The value is told of what was asked about.
    return inputs.once((NAME, QUESTION, "words"), lambda: _asked(inputs)).union(found)


def _asked(inputs: Inputs) -> frozenset[str]:
    """Forms and lemmas of the question's content words."""
    asked = inputs.question
    tokens = _claims_of(inputs, asked)
    return frozenset(word for t in tokens for word in (asked.lowers[t], asked.lemmas[t]))


def _claims_of(inputs: Inputs, parsed: ParsedText) -> list[int]:
    return [t for t in range(len(parsed.lowers)) if is_claim(parsed, t, inputs.language)]


def _rival(inputs: Inputs, settings: Numbers, value: Value, unit: Unit) -> Span | None:
    """The other value of the same kind and measure in the unit's passage, if it has one."""
    if unit.passage is None or unit.support < settings.same_thing:
        return None
    indexed = inputs.documents[unit.passage.document]
    counted = _counted(inputs.answer, value, inputs)
    own = _said(inputs)
    turned = _is_turned(inputs, unit)
    rivals = []
    for each in indexed.indexes[NAME]:
        other, sentence = each.value, each.sentence
        distance = abs(sentence - unit.passage.sentence)
        if distance > 1 or other.kind != value.kind or not same_measure(value, other):
            continue
        if any(_holds(mine, other) for mine in own):
            continue  # the answer has that value too, of something else
        if value.kind == "number" and not counted & _counted(
            indexed.document.parsed, other, inputs
        ):
            continue
        if value.kind in CALENDAR and other.number not in CALENDAR[value.kind] and turned:
            continue  # "closed on Sundays" is what "open from Monday to Friday" comes down to
        if value.kind == "ordinal" and not _same_row(inputs, value, indexed.document.parsed, other):
            continue
        rivals.append((distance, other.start, other))
    if not rivals:
        return None
    other = min(rivals, key=lambda each: each[:2])[2]
    return Span(source=indexed.document.source, start=other.start, end=other.end)


def _is_turned(inputs: Inputs, unit: Unit) -> bool:
    """Whether a statement denies something, or says that a day is none ("gesloten")."""
    said = set(inputs.answer.lowers[slice(*unit.tokens)])
    language = inputs.language
    return not (said.isdisjoint(language.negations) and said.isdisjoint(language.values["shut"]))


def _same_row(inputs: Inputs, value: Value, page: ParsedText, other: Value) -> bool:
    """Whether two ordinals say which of the same: "the 25th" of nothing is a day of the month;
    "the third" needs what it is the third of."""
    one, two = (
        {parsed.lemmas[at] for at in (each.tokens[1],) if parsed.pos[at : at + 1] == ("NOUN",)}
        for parsed, each in ((inputs.answer, value), (page, other))
    )
    if value.worded or other.worded:
        return bool(one & two)
    return not (one and two) or one == two


def _counted(parsed: ParsedText, value: Value, inputs: Inputs) -> frozenset[str]:
    """The word right behind a bare number: what it counts."""
    after = value.tokens[1]
    if after >= len(parsed.lowers) or parsed.pos[after] not in inputs.language.content_pos:
        return frozenset()
    return frozenset({parsed.lowers[after], parsed.lemmas[after]})


NUMBERS = Feature(
    name=NAME,
    title="numbers, dates and amounts that the context has",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
