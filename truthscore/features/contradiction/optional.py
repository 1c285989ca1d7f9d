"""Required for optional, and the other way round: "Add a note if you like", "a note is required".

Told by the nouns that no preposition leads, in the segment with the word that says so: what is
required of what is seldom where a parse puts it ("naast Achternaam is ook E-mail een verplicht
veld").
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.contradiction.excused import done_without
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_span
from truthscore.text.clauses import clauses, limits, verb_first
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.phrases import phrases
from truthscore.types import ANSWER, Evidence, Span

#: Signs between two statements.
_APART = frozenset({";", ":"})


@dataclass(frozen=True, slots=True)
class Needed:
    """That things (forms and lemmas of their nouns) are required or not, and where it says so."""

    token: int
    required: bool
    things: AbstractSet[str]


def needed(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Needed]:
    """What the sentence from token `start` to `end` says of how needed things are; nothing for one
    that sets a case or a limit."""
    lowers = parsed.lowers
    words = set(lowers[start:end])
    if words & language.only:
        return
    strictly = language.strictly | language.needless | language.at_will | language.needs
    if words.isdisjoint(strictly) or lowers[end - 1] == "?":
        return  # most
    cases = language.conditions_weak - language.times
    if limits(parsed, start, end, language) or verb_first(parsed, start, end, language):
        return
    borders = [t for t in range(start, end) if lowers[t] in _APART]
    for first, last in zip([start, *borders], [*borders, end], strict=True):
        inside = set(lowers[first:last])
        if inside & (language.limiting | cases):
            continue
        said = _says(parsed, first, last, language)
        if said is None:
            continue
        token, required = said
        things: set[str] = set()
        for each in phrases(parsed, first, last, language):
            if each.plain:
                things |= parsed.words_at(range(each.end - 1, each.end))
        if things:
            yield Needed(token, required, frozenset(things))


def _says(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> tuple[int, bool] | None:
    """The word that says whether something is required, and whether it is; None where there is
    none, or several that do not agree."""
    lowers = parsed.lowers
    denials = [t for part in clauses(parsed, start, end, language) for t in part.negations]
    found: list[tuple[int, bool]] = []
    for token in range(start, end):
        # "is required and cannot be turned off" denies the other thing
        near = [
            t
            for t in denials
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
        elif denied and lowers[token] in language.needs:
            found.append((token, False))
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
        if not told or any(each.required == mine.required for _, _, each in told):
            continue
        place, number, _ = told[0]
        source = inputs.documents[place].document
        start, end = sentence_span(source.parsed, number)
        yield Evidence(
            span=Span(source=ANSWER, start=answer.starts[mine.token], end=answer.ends[mine.token]),
            role="contradicts",
            label="required" if mine.required else "not required",
            match=Span(source=source.source, start=start, end=end),
        )
