"""On or off from the start: "notifications are off by default", "they are already on".

What a thing is before anybody touches it decides whether a customer has to do something. It is said
as a state ("staat standaard uit") or as what must be done first ("turn it on before you begin").
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.clauses import Clause, clauses, limits, phrases_at, stretches
from truthscore.text.model import NOUNS, PARTICLE, VERBS, ParsedText, Written, is_word
from truthscore.text.opposition import PHRASES
from truthscore.text.phrases import capitals, led, named, phrases
from truthscore.types import Evidence

#: Letters of the shortest noun that may be the head of a compound.
SHORTEST_HEAD = 5
#: Labels of what is turned on.
_OBJECTS = frozenset({"obj", "dobj", "nsubj:pass", "nsubjpass"})
#: Parts of speech of "aan" and "off" when they say how something is.
_PARTICLES = frozenset({"ADP", "ADV", "PART", "SCONJ"})
#: Parts of speech between which something may or must be done: "is on *and* can be turned off".
_BORDERS = frozenset({"CCONJ", "PUNCT", "SCONJ"})


@dataclass(frozen=True, slots=True)
class FromStart:
    """That a thing is `on` or off from the start, and the token that says so.

    `things`: nouns that it is said of; `cases`: those behind a preposition ("off *for guests*").
    `told`: as a state; otherwise it is told to be turned on first, and so is off, or that nobody
    has to. `step`: only as a step of a page, which an answer may tell for its own reasons.
    """

    token: int
    on: bool
    things: tuple[Written, ...]
    cases: tuple[Written, ...]
    told: bool
    step: bool = False


def from_start(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[FromStart]:
    """What the sentence from token `start` to `end` says to be on or off from the start; nothing
    for one that asks, sets a limit, or tells it of one case only."""
    lowers = parsed.lowers[start:end]
    states = language.is_on | language.is_off
    verbs = language.turning_on | language.turned_on_with.keys()
    stateless = states.isdisjoint(lowers) or not phrases_at(parsed, start, end, language.from_start)
    if stateless and verbs.isdisjoint(parsed.lemmas[start:end]):
        return  # most
    if lowers[-1] == "?" or limits(parsed, start, end, language):
        return
    for first, last in stretches(parsed, start, end):
        parts = clauses(parsed, first, last, language)
        cases = [part for part in parts if part.conditional]
        marked = [
            t
            for t in phrases_at(parsed, first, last, language.from_start)
            if not any(t in part.tokens for part in cases)
        ]
        found = [
            t for t in range(first, last)
            if parsed.lowers[t] in states
            and _is_state(parsed, first, t, last, language)
            and not any(t in part.tokens for part in cases)
        ]  # fmt: skip
        if found and marked:
            yield from _told(parsed, (first, last), found, parts, language)
        elif told := _turned(parsed, first, parts, language):
            yield told


def of_the_item(parsed: ParsedText, found: FromStart, language: LanguagePack) -> FromStart:
    """The same of what stands above, where a page only says "*this option* is off": the item of the
    list, or the heading, that it explains."""
    kinds = _kinds(language)
    sentence = parsed.sentences[sentence_of(parsed, found.token)][0]
    if not any(
        parsed.lowers[t] in kinds and t > sentence and parsed.lowers[t - 1] in language.that
        for t in range(sentence, found.token)
    ):
        return found
    above = bisect_right([block.start for block in parsed.blocks], parsed.starts[sentence]) - 1
    for block in reversed(parsed.blocks[: above + 1]):
        tokens = parsed.tokens_within(block.start, block.end)
        if block.kind == "heading" or (
            block.kind == "bullet" and parsed.lowers[tokens[-1]] == ":" and sentence not in tokens
        ):
            words = [t for t in tokens if not parsed.stops[t] and is_word(parsed.lowers[t])]
            return replace(found, things=tuple(map(parsed.written, words)))
    return found


def _kinds(language: LanguagePack) -> frozenset[str]:
    """Nouns that only say what kind of thing is named: "option", "setting"."""
    return frozenset(language.components["words"]["cue_noun"])


def _is_state(parsed: ParsedText, start: int, token: int, end: int, language: LanguagePack) -> bool:
    """Whether a word says how a thing is: "is *on* by default", not "on the page", "active users"
    or the switch "Active"."""
    if token > start and parsed.text[parsed.starts[token]].isupper():
        return False
    if token > start and parsed.lowers[token - 1] in language.next:
        return False  # "from then on"
    if token + 1 < end and (
        parsed.pos[token + 1] in NOUNS
        or parsed.lowers[token + 1] in language.infinitive_marks  # "is aan te raden"
        or (parsed.pos[token] in _PARTICLES and parsed.pos[token + 1] in PHRASES)
    ):
        return False
    if parsed.deps[token] == PARTICLE and parsed.heads[token] < token:
        verb = parsed.heads[token]
        if parsed.lemmas[verb] not in language.copulas | language.standing:
            return False  # "gaat elke maandag *uit*"
    before = token - 1
    while before >= start and parsed.pos[before] not in _BORDERS:
        if parsed.lowers[before] in language.modals | language.needs | language.must_do:
            return False  # "and cannot be turned off"
        before -= 1
    return any(
        parsed.lemmas[t] in language.copulas or parsed.lemmas[t] in language.standing
        for t in range(start, end)
    )


def _told(
    parsed: ParsedText,
    stretch: tuple[int, int],
    states: Sequence[int],
    parts: Sequence[Clause],
    language: LanguagePack,
) -> Iterator[FromStart]:
    """The states of a stretch; of each those cases that stand behind it: "on for A, off for B"."""
    nouns = list(phrases(parsed, *stretch, language))
    meant = [t for part in parts for t in part.meant if parsed.pos[t] in NOUNS]
    before = [each for each in nouns if each.start < states[0] or len(states) == 1]
    marks = {w for each in language.from_start.values() for words in each for w in words}
    things = tuple(
        parsed.written(t) for t in (*meant, *named(parsed, before)) if parsed.lowers[t] not in marks
    )
    for place, token in enumerate(states):
        end = _own_end(parsed, token, states[place + 1] if states[place + 1 :] else stretch[1])
        inside = range(token if len(states) > 1 else stretch[0], end)
        cases = led([each for each in nouns if each.start in inside])
        of_case = tuple(parsed.written(t) for t in cases if parsed.lowers[t] not in marks)
        part = next(part for part in parts if token in part.tokens)
        denied = sum(t < token for t in part.negations) % 2 == 1
        yield FromStart(
            token=token,
            on=(parsed.lowers[token] in language.is_on) is not denied,
            things=things or of_case,  # "recording on motion is off"
            cases=of_case,
            told=True,
        )


def _own_end(parsed: ParsedText, token: int, end: int) -> int:
    """Where what is said with a state ends: before "and can be turned off for each member"."""
    borders = [t for t in range(token + 1, end) if parsed.pos[t] in _BORDERS]
    return next((t for t in borders if not VERBS.isdisjoint(parsed.pos[t:end])), end)


def _turned(
    parsed: ParsedText, start: int, parts: Sequence[Clause], language: LanguagePack
) -> FromStart | None:
    """That something must be turned on first, or need not be."""
    for number, part in enumerate(parts):
        verbs = [t for t in part.tokens if _turns_on(parsed, t, part, language)]
        words = set(parsed.lowers[part.start : part.end])
        must = bool(words & (language.needs | language.must_do))
        first = bool(words & language.first)
        step = verbs[:1] == [start] and not first  # "Turn on the switch"
        again = words & language.again
        if part.conditional or not verbs or again or not (must or step or first):
            continue
        meant = [t for t in part.meant if parsed.pos[t] in NOUNS]
        nouns = list(phrases(parsed, part.start, part.end, language))
        # the switch "Visible" is no noun to a pipeline
        things = {*named(parsed, nouns), *capitals(parsed, part.start, part.end)} - {*led(nouns)}
        if not meant and not _has_object(parsed, verbs[0], part):
            # "Texts cost 10p and must first be turned on"
            meant = _named_before(parsed, parts[:number], language)
        return FromStart(
            token=verbs[0],
            on=must and part.denied,
            things=tuple(parsed.written(t) for t in (*meant, *sorted(things))),
            cases=tuple(parsed.written(t) for t in led(nouns)),
            told=False,
            step=step,
        )
    return None


def _has_object(parsed: ParsedText, verb: int, part: Clause) -> bool:
    """Whether a clause names what its verb does something to."""
    return any(
        parsed.heads[t] == verb and parsed.deps[t] in _OBJECTS and parsed.pos[t] in NOUNS
        for t in part.tokens
    )


def _named_before(parsed: ParsedText, parts: Sequence[Clause], language: LanguagePack) -> list[int]:
    """What the last of some clauses that names something is about."""
    for part in reversed(parts):
        nouns = [*phrases(parsed, part.start, part.end, language)]
        if found := sorted({*named(parsed, nouns)} - {*led(nouns)}):
            return found[:1]
    return []


def _turns_on(parsed: ParsedText, token: int, part: Clause, language: LanguagePack) -> bool:
    """Whether a verb turns something on, by itself or with its particle: "schakel ... in"."""
    lemma = parsed.lemmas[token]
    if lemma in language.turning_on:
        return True
    particle = language.turned_on_with.get(lemma)
    return particle is not None and any(
        parsed.lowers[t] == particle
        and (t == token + 1 or t + 1 == part.end or parsed.pos[t + 1] not in PHRASES)
        for t in range(token + 1, part.end)
    )


def on_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing that it is on from the start, where the pages only say that it is
    off, or the other way round."""
    answer = inputs.answer
    for mine in from_start(answer, *unit.tokens, inputs.language):
        told = None if mine.step else _otherwise(inputs, unit, mine)
        if told is None:
            continue
        place, number = told
        label = "on from the start" if mine.on else "off from the start"
        yield against(inputs, (mine.token, mine.token + 1), label, place, number)


def _are_of_kind(those: FromStart, these: FromStart) -> bool:
    """Whether what a page tells of is a kind of what the answer does: "pushmeldingen"."""
    kinds = tuple(lower for lower, _ in these.things if len(lower) >= SHORTEST_HEAD)
    return any(lower.endswith(kinds) for lower, _ in those.things)


def _otherwise(inputs: Inputs, unit: Unit, mine: FromStart) -> tuple[int, int] | None:
    """Document and sentence that say it otherwise; None where one says it as the answer does of the
    same case."""
    answer, question = inputs.answer, inputs.question
    said = [answer.written(t) for t in range(*unit.tokens)]
    asked = tuple(question.written(t) for t, pos in enumerate(question.pos) if pos in NOUNS)
    kinds = _kinds(inputs.language)
    of = tuple(each for each in mine.things if each[0] not in kinds) or mine.things
    about = (*of, *mine.cases, *asked)
    told = [
        (len(shared_words(inputs, about, each.cases)), place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].from_start
        if (each.told or mine.told)
        and (
            shared_words(inputs, of or asked, each.things)
            or (_are_of_kind(each, mine) and shared_words(inputs, about, each.cases))
        )
        # a step turns on what it names: another check box is another thing
        and not (each.step and any(not shared_words(inputs, said, (it,)) for it in each.things))
    ]
    same = [each for each in told if each[-1].on == mine.on]
    for case in mine.cases:  # "on, both for marks and for homework": one of them may be off
        of_case = [each for each in told if shared_words(inputs, (case,), each[-1].cases)]
        if of_case and not any(each in of_case or not each[-1].cases for each in same):
            return of_case[0][1], of_case[0][2]
    rivals = [
        each
        for each in told
        # "on for groups" is said of no others; "turn it on under Settings" of all
        if each[-1].on != mine.on and (each[0] or not each[-1].cases or not each[-1].told)
    ]
    if not rivals:
        return None
    best = max(rivals, key=lambda each: each[0])
    if same and max(each[0] for each in same) >= best[0]:
        return None
    return best[1], best[2]
