"""Who or where, told with what the pages say of something else: "the service desk handles
complaints", where the ombudsman does, and the service desk forwards messages.

Every word stands on the page, in the sentence beside the right one, and nothing there is denied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import clauses
from truthscore.text.model import NOUNS, VERBS, ParsedText, Written
from truthscore.text.phrases import Phrase, phrases
from truthscore.text.reply import asking
from truthscore.text.rows import kind_at
from truthscore.text.values import values
from truthscore.types import Evidence

#: Label of the one who does what a verb says.
_DOER = "nsubj"
#: Parts of speech that tell which thing a question is about.
_TELLING = NOUNS | {"ADJ"}
#: And of what a page says of something else.
_CLAIMING = NOUNS | {"VERB"}
#: Blocks that hold no sentences.
_NO_TEXT = frozenset({"heading", "cell"})
#: Before a thing's name and its preposition.
_BEFORE_NAME = frozenset({"DET", "PRON"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question for who does something or where something is: the words that say of what, and
    for each of its verbs the words of those that are as good."""

    kind: Literal["who", "where"]
    things: tuple[Written, ...]
    verbs: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class _Named:
    """Who or where a sentence says it is: document, sentence, and the nouns of the name."""

    place: int
    sentence: int
    name: tuple[Written, ...]


def told_of_another(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that names somebody or a place to "who" or "where", whom or which the pages name of
    something else only, where they name another one of what was asked."""
    asked = inputs.once((NAME, "asked of another"), lambda: _asked(inputs))
    if asked is None or not _is_plain(inputs, unit):
        return  # most
    answer = inputs.answer
    mine = _mine(inputs, unit, asked)
    if mine is None:
        return
    telling = _telling(inputs, asked)
    said = inputs.words_there(answer, range(len(answer.lowers)))
    if not telling or any(not any(said.isdisjoint(word) for word in each.name) for each in telling):
        return
    nouns = [t for t in range(mine.start, mine.end) if answer.pos[t] in NOUNS]
    own = [answer.written(t) for t in nouns]
    same = inputs.language.same_people
    if any(same.get(own[-1][1], "") == same.get(each.name[-1][1], " ") for each in telling):
        return
    if _stands_beside(inputs, asked, own):
        first = telling[0]
        label = f"{own[-1][1]} / {first.name[-1][1]}"
        yield against(inputs, (nouns[0], nouns[-1] + 1), label, first.place, first.sentence)


def _asked(inputs: Inputs) -> _Asked | None:
    """What the question asks, if it is who or where; it is parsed without a tree."""
    question, language = inputs.question, inputs.language
    for start, end in asking(question):
        lowers = frozenset(question.lowers[start:end])
        if not language.where.isdisjoint(lowers) and language.no_place.isdisjoint(lowers):
            kind: Literal["who", "where"] = "where"
        elif not language.who.isdisjoint(lowers):
            kind = "who"
        else:
            continue
        tokens = [t for t in range(start, end) if is_claim(question, t, language)]
        things = tuple(question.written(t) for t in tokens if question.pos[t] in _TELLING)
        doing = [t for t in range(start, end) if question.pos[t] in VERBS]
        doing = [t for t in doing if not question.stops[t]] or doing  # "where *do* I find it?"
        verbs = tuple(_as_good(inputs, question.written(t), kind) for t in doing)
        if any(question.pos[t] in NOUNS for t in tokens) and verbs:
            return _Asked(kind, things, verbs)
    return None


def _as_good(inputs: Inputs, verb: Written, kind: str) -> frozenset[str]:
    """A verb of the question, the pages' words for it, and those that say as much of a place."""
    words = frozenset((*verb, *inputs.aligned.context.family(verb)))
    groups = inputs.language.whereabouts if kind == "where" else ()
    return words.union(*(group for group in groups if not group.isdisjoint(verb)))


def _is_plain(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit says something without a doubt, a limit or a case."""
    answer, language = inputs.answer, inputs.language
    turning = language.negations | language.limiting | {"?"}
    if not turning.isdisjoint(answer.lowers[slice(*unit.tokens)]):
        return False
    if VERBS.isdisjoint(answer.pos[slice(*unit.tokens)]):
        return True  # "bij de balie" is no case
    return not any(part.conditional for part in clauses(answer, *unit.tokens, language))


def _mine(inputs: Inputs, unit: Unit, asked: _Asked) -> Phrase | None:
    """The one that a unit names, and nothing else that was not asked about."""
    answer = inputs.answer
    known = inputs.words_there(inputs.question, range(len(inputs.question.lowers)))
    new = [
        each
        for each in phrases(answer, *unit.tokens, inputs.language)
        if any(
            known.isdisjoint(inputs.words_there(answer, (t,)))
            for t in range(each.start, each.end)
            if answer.pos[t] in NOUNS
        )
    ]
    if len(new) != 1 or any(
        new[0].start < value.tokens[1] and value.tokens[0] < new[0].end
        for value in values(answer, inputs.language)
    ):
        return None
    alone = VERBS.isdisjoint(answer.pos[slice(*unit.tokens)])
    if not alone and not _is_named(answer, new[0].end - 1, asked, inputs.language):
        return None
    return new[0]


def _is_named(parsed: ParsedText, noun: int, asked: _Asked, language: LanguagePack) -> bool:
    """Whether a noun tells who does it, or where."""
    led = _leading(parsed, noun)
    if asked.kind == "where":
        return led in language.place_prepositions
    return parsed.deps[noun] == _DOER or led in language.done_by


def _leading(parsed: ParsedText, noun: int) -> str:
    """The preposition before a noun and the words of its name, or ""."""
    at = noun - 1
    while at >= 0 and (parsed.pos[at] in _BEFORE_NAME or parsed.pos[at] in _TELLING):
        at -= 1
    return parsed.lowers[at] if at >= 0 and parsed.pos[at] == "ADP" else ""


def _telling(inputs: Inputs, asked: _Asked) -> Sequence[_Named]:
    """Who or where the pages name in the statements of what was asked; nothing where one of them
    is denied or holds in a case."""
    language, family = inputs.language, inputs.aligned.context.family
    things = [frozenset((*word, *family(word))) for word in asked.things]
    known = frozenset().union(*things)
    found = []
    for place, document in enumerate(inputs.aligned.documents):
        page = document.parsed
        numbers = {at for word in things[0] for at in document.postings.get(word, ())}
        for number in sorted(numbers):
            start, end = page.sentences[number]
            words = page.words_at(range(start, end))
            if any(words.isdisjoint(each) for each in things) or kind_at(page, start) in _NO_TEXT:
                continue
            if all(words.isdisjoint(each) for each in asked.verbs):
                continue
            parts = clauses(page, start, end, language)
            if any(part.denied or part.conditional for part in parts):
                return ()
            times = {t for each in values(page, language) for t in range(*each.tokens)}
            for each in phrases(page, start, end, language):
                nouns = [t for t in range(each.start, each.end) if page.pos[t] in NOUNS]
                name = tuple(page.written(t) for t in nouns)
                if (
                    times.isdisjoint(nouns)
                    and not any(not known.isdisjoint(word) for word in name)
                    and _is_named(page, nouns[-1], asked, language)
                ):
                    found.append(_Named(place, number, name))
    return found


def _stands_beside(inputs: Inputs, asked: _Asked, own: Sequence[Written]) -> bool:
    """Whether the pages name it of another thing, and nowhere in a sentence with what was asked, in
    a heading, or beside a word that may stand for that."""
    language, family = inputs.language, inputs.aligned.context.family
    things = [frozenset((*word, *family(word))) for word in asked.things]
    found = False
    for document in inputs.aligned.documents:
        page = document.parsed
        first = frozenset((*own[-1], *family(own[-1])))
        for number in {at for word in first for at in document.postings.get(word, ())}:
            start, end = page.sentences[number]
            words = page.words_at(range(start, end))
            if any(words.isdisjoint((*each, *family(each))) for each in own):
                continue
            named = any(not words.isdisjoint(each) for each in things)
            if named or kind_at(page, start) in _NO_TEXT:
                return False
            standing = language.pronouns.keys() | language.there
            if any(
                page.lowers[t] in standing and page.pos[t] in ("PRON", "ADV")
                for t in range(start, end)
            ):
                return False
            found = found or any(
                page.pos[t] in _CLAIMING and first.isdisjoint(page.written(t))
                for t in range(start, end)
                if is_claim(page, t, language)
            )
    return found
