"""Required for optional, and the other way round: "Add a note if you like", "a note is required".

Told by the nouns that no preposition leads, in the segment with the word that says so: what is
required of what is seldom where a parse puts it ("naast Achternaam is ook E-mail een verplicht
veld").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.excused import denies_case, done_without
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.clauses import clauses, limits, stretches, verb_first
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people
from truthscore.text.phrases import phrases
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class Needed:
    """That things (forms and lemmas of their nouns) are required or not, and where it says so.

    `plainly`: in so many words ("required", "optional"), not "you must" or "you need" of one step.
    """

    token: int
    required: bool
    things: frozenset[str]
    plainly: bool


def needed(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Needed]:
    """What the sentence from token `start` to `end` says of how needed things are; nothing for one
    that sets a case or a limit."""
    lowers = parsed.lowers
    words = set(lowers[start:end])
    strictly = language.strictly | language.needless | language.at_will | language.needs
    if words.isdisjoint(strictly) or lowers[end - 1] == "?":
        return  # most
    cases = language.conditions_weak - language.times
    if limits(parsed, start, end, language) or verb_first(parsed, start, end, language):
        return
    for first, last in stretches(parsed, start, end):
        inside = set(lowers[first:last])
        if inside & (language.limiting | language.only | cases):
            continue
        said = _says(parsed, first, last, language)
        if said is None:
            continue
        token, required = said
        things = _things(parsed, first, _purpose(parsed, first, last, language), language)
        named = any(parsed.pos[t] in NOUNS for t in range(first, last))
        if not things and not named and not language.that.isdisjoint(lowers[first:last]):
            # "Add a photo. This is recommended, but not required."
            things = _things(parsed, *_before(parsed, start), language)
        if things:
            plainly = not required or lowers[token] in language.strictly
            yield Needed(token, required, frozenset(things), plainly)


def _things(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> set[str]:
    """The nouns that no preposition leads, each by its form and lemma."""
    found = phrases(parsed, start, end, language)
    return parsed.words_at(each.end - 1 for each in found if each.plain)


def _purpose(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> int:
    """Where it is told what something is needed for: "an account *to add a note*", "a code is
    required *to add one*"; what people are "required to add" is needed itself."""
    marks = language.infinitive_marks | language.in_order
    things = [t for t in range(start, end) if parsed.pos[t] in NOUNS]
    of_thing = bool(things) and not names_people(parsed, things[0], language)
    return next(
        (
            t
            for t in range(start + 1, end)
            if parsed.lowers[t] in language.in_order
            or (
                parsed.lowers[t] in marks
                and (
                    parsed.pos[t - 1] in NOUNS
                    or (
                        of_thing and things[0] < t - 1 and parsed.lowers[t - 1] in language.strictly
                    )
                )
            )
        ),
        end,
    )


def _before(parsed: ParsedText, start: int) -> tuple[int, int]:
    """The sentence before the one that begins at `start`, if both stand in one block."""
    number = sentence_of(parsed, start)
    if not number:
        return start, start
    before = parsed.sentences[number - 1]
    between = parsed.text[parsed.ends[before[1] - 1] : parsed.starts[start]]
    return (start, start) if "\n" in between else before


def _says(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> tuple[int, bool] | None:
    """The word that says whether something is required, and whether it is; None where there is
    none, or several that do not agree."""
    lowers = parsed.lowers
    parts = clauses(parsed, start, end, language)
    found: list[tuple[int, bool]] = []
    for token in range(start, end):
        # "is required and cannot be turned off" denies the other thing
        near = [
            t
            for part in parts
            if token in part.tokens
            for t in part.negations
            if language.clause_words.isdisjoint(lowers[min(t, token) + 1 : max(t, token)])
        ]
        denied = len(near) % 2 == 1
        if lowers[token] in language.strictly:
            if _is_said(parsed, token, start, end, language):
                found.append((token, not denied))
        elif lowers[token] in language.needless | language.at_will:
            if denied:
                return None
            found.append((token, False))
        elif lowers[token] in language.needs:
            found.append((token, not denied))
    if not found or len({required for _, required in found}) > 1:
        return None
    return found[0]


def _is_said(parsed: ParsedText, token: int, start: int, end: int, language: LanguagePack) -> bool:
    """Whether a word says that something is required: not "the required access", "the documents
    required"."""
    if parsed.pos[token + 1 : token + 2] and parsed.pos[token + 1] in NOUNS:
        return parsed.lowers[token - 1] in language.values["articles"]  # "is a required field"
    return any(parsed.lemmas[t] in language.copulas for t in range(start, end))


def required_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing that it is required, where the pages only say that it is not, or
    the other way round."""
    answer, language = inputs.answer, inputs.language
    for mine in needed(answer, *unit.tokens, language):
        if not mine.required and done_without(inputs, unit.tokens):
            continue
        told = [
            (place, number, each)
            for place, indexed in enumerate(inputs.documents)
            for number, each in indexed.indexes[NAME].needed
            if each.things & mine.things
        ]
        if any(each.required == mine.required for _, _, each in told):
            continue
        told = [
            each
            for each in told
            if _excludes(inputs, mine, each[2])
            and (mine.required or not denies_case(inputs, range(*unit.tokens), *each[:2]))
        ]
        if not told:
            continue
        place, number, _ = told[0]
        label = "required" if mine.required else "not required"
        yield against(inputs, (mine.token, mine.token + 1), label, place, number)


def _excludes(inputs: Inputs, mine: Needed, theirs: Needed) -> bool:
    """Whether one says plainly that the other is not so; "you need to", only of all that the page
    calls optional."""
    if mine.plainly:
        return theirs.plainly
    asked = inputs.question.words_at(range(len(inputs.question.lowers)))
    return theirs.plainly and theirs.things <= mine.things | asked
