"""What happens by itself in the answer, and on the page only when its reader agrees: "the folders
are renamed automatically", "you are asked whether you want to rename the folders"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.clauses import clauses, phrases_at
from truthscore.text.model import NOUNS, ParsedText
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class AskedWhether:
    """What a page says that its reader is asked about: forms of the verbs and of the nouns."""

    verbs: frozenset[str]
    things: frozenset[str]


def asked_whether(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[AskedWhether]:
    """What the sentence from token `start` to `end` says that the program asks its reader."""
    if language.prompting.isdisjoint(parsed.lowers[start:end]):
        return  # most
    for part in clauses(parsed, start, end, language):
        if not part.asked or language.prompting.isdisjoint(parsed.lowers[start : part.start]):
            continue
        wishes = language.purposes | language.modals  # "whether you *want* to rename them"
        verbs = [
            t
            for t in part.content
            if parsed.pos[t] == "VERB" and wishes.isdisjoint(parsed.words_at((t,)))
        ]
        things = [t for t in part.content if parsed.pos[t] in NOUNS]
        if verbs and things:
            yield AskedWhether(
                frozenset(parsed.words_at(verbs)), frozenset(parsed.words_at(things))
            )


def done_unasked(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says that something is done automatically which the pages only say is asked."""
    answer, language = inputs.answer, inputs.language
    at = phrases_at(answer, *unit.tokens, language.automatically)
    known = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in (indexed.indexes[NAME].asked_whether if at else ())
    ]
    if not known or not language.prompting.isdisjoint(answer.lowers):
        return  # most
    if not language.negations.isdisjoint(answer.lowers[slice(*unit.tokens)]):
        return
    said = inputs.words_there(answer, range(*unit.tokens))
    about = said | inputs.words_there(inputs.question, range(len(inputs.question.lowers)))
    for place, number, each in known:
        if not each.verbs.isdisjoint(said) and not each.things.isdisjoint(about):
            yield against(inputs, (at[0], at[0] + 1), "asked first", place, number)
            return
