"""Numbers that appear out of nothing (Table 2): every value must stand in the context.

A value holds when the context has it, in whatever notation, beside a word that the answer says it
of: "7 dagen" is no support for a term because some page says that a week has them. So does one that
the answer works out from values that hold (`worked_out`, or `derived` for a question with figures).
It does not where the context has another one of just that, in the row that was asked about
(`beside`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from truthscore.features.base import Feature, Inputs, weighed
from truthscore.features.numbers.beside import Index, of_another_row
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
)
from truthscore.features.numbers.places import Placed, placed
from truthscore.features.numbers.terms import counts_things, unit_of
from truthscore.features.numbers.worked_out import worked_out
from truthscore.language import LanguagePack
from truthscore.profile import Numbers, Profile
from truthscore.text.alignment import Passage, Unit, sentence_of
from truthscore.text.labels import labelled
from truthscore.text.model import NOUNS, ParsedDocument, ParsedText, is_word
from truthscore.text.referents import referents
from truthscore.text.values.value import (
    CALENDAR,
    Value,
    days_of,
    same,
    same_measure,
    same_number,
)
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Role, Span

#: The unit of "één keer": as much a manner of speaking as a bare "één"; "vier herinneringen" may be
#: "vier keer een herinnering".
TIMES = "time"
#: How many of the next smaller unit make one.
SMALLER = {"week": "7", "day": "24", "year": "12"}
#: Words behind "before" and "after" that tell of what: "after *the date of delivery*".
SIDE = 4
#: Kinds that say which one, and are wrong only where the context has another one.
_WHICH = frozenset({"ordinal", "weekday", "month"})
#: Kinds that a bare number may stand for: a table has the unit in its heading.
_COUNTABLE = frozenset({"number", "amount", "percent", "quantity"})
#: What a list stands behind that is counted before: "three forks: ...", "two plans (...)".
_OPENS_LIST = frozenset({":", "("})


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Index:
    """The document's values and what they are told of."""
    del profile
    found = placed(document.parsed, language)
    return Index(found, labelled(document.parsed) if found else ())


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what the values that do not hold count (`base.weighed`).

    Right values make no wrong one better: a copied table would hide it. Each distinct value counts
    once, where it is first claimed; those of the question and counts of the answer's own parts
    ("in drie stappen") claim nothing. None when no value is left.
    """
    settings = inputs.profile.features.numbers
    evidence = []
    for value, unit in _claims(inputs, settings):
        held, match = _support(inputs, settings, value, unit)
        nearer = None
        if held:
            nearer = _nearer(inputs, settings, value, unit) or of_another_row(inputs, value, unit)
        if nearer is not None:
            held, match = False, nearer
        if held:
            evidence.append(_evidence(value, "supports", match))
            continue
        terms = worked_out(inputs, value, unit) if nearer is None else None
        rival = _in_own_unit(inputs, value, match, _rival(inputs, settings, value, unit))
        if terms is not None:
            evidence.append(_evidence(value, "supports", terms))
            continue
        if rival is None and (value.article or value.kind in _WHICH):
            continue  # "binnen een week", "de derde keer" may be a manner of speaking
        if value.kind == "frequency" and _is_of_new_rate(inputs, value):
            continue
        evidence.append(_evidence(value, "contradicts" if rival else "unsupported", rival))
    if not evidence:
        return Measurement(value=None, note="the answer claims no number, date or amount")
    found, raw = weighed(inputs, evidence)
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=found)


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


def _claims(inputs: Inputs, settings: Numbers) -> Iterator[tuple[Value, Unit]]:
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
        if any(holds(value, other) for other in asked) or any(same(value, one) for one in seen):
            continue
        bare = value.kind == "number" and not counted(inputs.answer, value, inputs)
        if any(
            same_number(value, other)
            and (
                bare
                or _is_sum_asked(inputs, value, other)
                or (other.kind == "number" and not counted(inputs.question, other, inputs))
            )
            for other in asked
        ):
            continue  # "how do I keep it at 21?", "set 21 °C"; "works 60%", "enter 60"
        seen.append(value)
        yield value, unit


def _is_sum_asked(inputs: Inputs, value: Value, asked: Value) -> bool:
    """Whether an amount is one that the question has without its currency: "it was 1800 new"."""
    bare = asked.kind == "number" and not counts_things(inputs.question, asked)
    return bare and value.kind == "amount"


def _counts_own_parts(value: Value, inputs: Inputs, settings: Numbers) -> bool:
    """Whether a bare number counts what the answer itself lists, or is a word like "twee"."""
    small = value.worded and float(value.number) < settings.min_worded
    if small and value.unit in (None, TIMES) and not _is_whole_reply(value, inputs):
        return True
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
    if value.worded and _is_whole_reply(value, inputs):
        return False
    return any(question.pos[t] in NOUNS for t in claims_of(inputs, question)) or any(
        answer.pos[t] in NOUNS for t in unit.content if t not in range(*value.tokens)
    )


def _is_whole_reply(value: Value, inputs: Inputs) -> bool:
    """Whether the answer is nothing but the value: "Three."."""
    lowers = inputs.answer.lowers
    return not any(is_word(lowers[t]) for t in range(len(lowers)) if t not in range(*value.tokens))


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
    side, _ = _side(inputs, inputs.answer, value)
    loose: Span | None = None
    turned: Span | None = None
    bare: Span | None = None
    conflict: Span | None = None
    for place, indexed in enumerate(inputs.documents):
        passages = inputs.aligned.documents[place]
        for each in indexed.indexes[NAME].values:
            other, sentence = each.value, each.sentence
            if not holds(value, other) and not _same_bare(value, other):
                continue
            near = {
                *range(
                    max(0, sentence - settings.reach),
                    min(len(passages.words), sentence + settings.reach + 1),
                ),
                *_in_row(indexed.indexes[NAME], passages.parsed, other),
            }
            if (
                said.isdisjoint(each.told_of)
                and said
                and not any(word in passages.words[at] for at in near for word in said)
                and not _stands_near(sentence, beside, indexed.indexes[NAME].values, settings.reach)
                and not _only_one(inputs, value)
            ):
                continue
            here = Span(source=indexed.document.source, start=other.start, end=other.end)
            if _other_side(inputs, value, passages.parsed, other):
                turned = turned or here
                continue
            if holds(value, other):
                if side is None or _side(inputs, passages.parsed, other)[0] == side:
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
    # "A month before it" is borne out by "a month" of anything, unless a page has one after it.
    if loose is not None and turned is None:
        return True, loose
    conflict = turned or conflict
    if conflict is None and bare is not None:
        return True, bare
    together = None
    if value.kind in CALENDAR:
        together = _days_together(inputs, value)
    elif value.kind == "date":
        together = _date_together(inputs, value)
    return (True, together) if together is not None else (False, conflict)


def _only_one(inputs: Inputs, value: Value) -> bool:
    """Whether the question has a value of the same measure, and the context one only: "we are 2.10
    m high" asks for it, whatever words stand beside it."""
    if value.kind != "quantity" or not any(
        each.kind == value.kind and same_measure(each, value) for each in asked_values(inputs)
    ):
        return False
    known = {
        each.value.normal
        for each, _ in placed_values(inputs)
        if each.value.kind == value.kind and same_measure(each.value, value)
    }
    return len(known) == 1


def _same_bare(value: Value, other: Value) -> bool:
    """Whether the numbers are the same. "A week" is no 1, but the 7 of "set the days: 7"."""
    if value.article:
        return other.unit is None and other.number == SMALLER.get(value.unit or "")
    return same_number(value, other)


def _days_together(inputs: Inputs, value: Value) -> Span | None:
    """The first of the days in one sentence that are a row together: "Tuesday to Friday from 10 to
    18, Saturday from 9" is open "from Tuesday to Saturday"."""
    if len(days_of(value)) == 1:
        return None
    for indexed in inputs.documents:
        by_sentence: dict[int, list[Value]] = {}
        for each in indexed.indexes[NAME].values:
            if each.value.kind == value.kind:
                by_sentence.setdefault(each.sentence, []).append(each.value)
        for told in by_sentence.values():
            if {*days_of(value)} <= {day for each in told for day in days_of(each)}:
                return Span(source=indexed.document.source, start=told[0].start, end=told[0].end)
    return None


def _date_together(inputs: Inputs, value: Value) -> Span | None:
    """The date of a page that another one of that page completes: "on September 20 ... in November
    1814" is September 1814. Not where it says itself what the answer adds."""
    said = value.number.split("-")
    for indexed in inputs.documents:
        known = [
            (each.value, each.value.number.split("-"))
            for each in indexed.indexes[NAME].values
            if each.value.kind == "date"
        ]
        for other, parts in known:
            pairs = list(zip(said, parts, strict=True))
            shared = [(a, b) for a, b in pairs if "*" not in (a, b)]
            missing = [place for place, (a, b) in enumerate(pairs) if b == "*" != a]
            if (
                shared
                and all(a == b for a, b in shared)
                and all(any(said[at] == more[at] for _, more in known) for at in missing)
            ):
                return Span(source=indexed.document.source, start=other.start, end=other.end)
    return None


def _in_row(index: Index, page: ParsedText, value: Value) -> Sequence[int]:
    """The sentences of the row, item or cells beside which a value stands."""
    row = next(
        (each for each in index.rows if each.start <= value.tokens[0] < each.end),
        None,
    )
    if row is None:
        return ()
    return range(sentence_of(page, row.start), sentence_of(page, row.end - 1) + 1)


def _other_side(inputs: Inputs, value: Value, page: ParsedText, other: Value) -> bool:
    """Whether the one is so long before something, and the other so long after it."""
    sides = [_side(inputs, *each) for each in ((inputs.answer, value), (page, other))]
    (one, of), (two, behind) = sides
    return None not in (one, two) and one != two and not of.isdisjoint(behind)


def _side(inputs: Inputs, parsed: ParsedText, value: Value) -> tuple[str | None, frozenset[str]]:
    """Whether "before" or "after" stands behind a value, and the words behind that."""
    at = value.tokens[1]
    word = parsed.lowers[at] if at < len(parsed.lowers) else ""
    sides = inputs.language.values["sides"]
    side = next((name for name, words in sides.items() if word in words), None)
    behind = parsed.words_at(
        t for t in range(at + 1, min(at + 1 + SIDE, len(parsed.lowers))) if not parsed.stops[t]
    )
    return side, frozenset(behind) - {word} if side else frozenset()


def _nearer(inputs: Inputs, settings: Numbers, value: Value, unit: Unit) -> Span | None:
    """Another value of the same measure that the context has of just what the answer says its own
    of, where no sentence with the answer's value says anything of that.

    "Deleted folders are kept for 14 days", "access ends after 30 days": access does not end after
    14, although it stands there.
    """
    if value.unit is None or value.kind not in _COUNTABLE:
        return None
    said = _words_of_unit(inputs, unit)
    own, beside = said_values(inputs), _beside(inputs, value, unit)
    best: tuple[int, Span] | None = None
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        for each in indexed.indexes[NAME].values:
            other, sentence = each.value, each.sentence
            shared = sum(not words.isdisjoint(passages.words[sentence]) for words in said)
            if holds(value, other) or same_number(value, other):
                row = _in_row(indexed.indexes[NAME], passages.parsed, other)
                shared += sum(not w.isdisjoint(passages.words[at]) for at in row for w in said)
                if shared or _stands_near(
                    sentence, beside, indexed.indexes[NAME].values, settings.reach
                ):
                    return None
            elif (
                shared >= settings.nearer
                and other.kind == value.kind
                and same_measure(value, other)
                and not any(holds(mine, other) for mine in own)
                and (best is None or shared > best[0])
            ):
                here = Span(source=indexed.document.source, start=other.start, end=other.end)
                best = shared, here
    return None if best is None else best[1]


def _stands_near(
    sentence: int, beside: Sequence[Value], theirs: Iterable[Placed], reach: int
) -> bool:
    """Whether a page has one of some values so many sentences around one of its own."""
    return bool(beside) and any(
        abs(each.sentence - sentence) <= reach and any(holds(one, each.value) for one in beside)
        for each in theirs
    )


def _words_of_unit(inputs: Inputs, unit: Unit) -> list[frozenset[str]]:
    """Of each content word of the unit, but for its values: its forms and the context's."""
    answer = inputs.answer
    figures = [each.tokens for each in said_values(inputs)]
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
        if value.kind == "ordinal" and not _same_row(inputs, value, indexed.document.parsed, other):
            continue
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


def _is_of_new_rate(inputs: Inputs, value: Value) -> bool:
    """Whether a frequency stands right behind a value that no page has: "£300 *a year*" may be
    worked out, and if it is wrong, it is that value that is."""
    return any(
        each.tokens[1] == value.tokens[0]
        and each.unit != TIMES
        and not any(holds(each, other.value) for other, _ in placed_values(inputs))
        for each in said_values(inputs)
    )


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


NUMBERS = Feature(
    name=NAME,
    title="numbers, dates and amounts that the context has",
    section="4.4.2",
    settings=Numbers,
    index=index,
    measure=measure,
    needs_alignment=True,
)
