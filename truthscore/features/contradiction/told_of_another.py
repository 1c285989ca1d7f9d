"""Who, where, how, when or what, told with what the pages say of something else: "the service desk
handles complaints", where the ombudsman does, and the service desk forwards messages.

Every word stands on the page, in the sentence beside the right one, and nothing there is denied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
#: Kinds of questions that a verb of being there asks as well as another.
_PLACES = frozenset({"where"})
#: Letters, at least, of a verb that a noun may be made of: "pay", "payment".
SHORTEST = 3
#: Words that say of what, at least, where no verb does.
FEWEST = 2
#: Blocks that hold no sentences.
_NO_TEXT = frozenset({"heading", "cell"})
#: Before a thing's name and its preposition.
_BEFORE_NAME = frozenset({"DET", "PRON"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question asks for (`kind`: "who", "where"), the words that say of what, and for each
    of its verbs the words of those that are as good."""

    kind: str
    things: tuple[Written, ...]
    verbs: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class _Named:
    """What a sentence names: document, sentence, and the nouns of the name."""

    place: int
    sentence: int
    name: tuple[Written, ...]


def told_of_another(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that names somebody to "who", a place to "where" or a thing to "what", which the pages
    name of something else only, where they name another one of what was asked."""
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
    """What the question asks, if that is one thing; it is parsed without a tree."""
    question, language = inputs.question, inputs.language
    found = [(each, _kind(question, *each, language)) for each in asking(question)]
    kinds = [(each, kind) for each, kind in found if kind is not None]
    if len(kinds) != 1:
        return None
    (start, end), kind = kinds[0]
    tokens = [t for t in range(start, end) if is_claim(question, t, language)]
    things = tuple(question.written(t) for t in tokens if question.pos[t] in _TELLING)
    doing = [t for t in range(start, end) if question.pos[t] in VERBS]
    doing = [t for t in doing if not question.stops[t]] or doing  # "where *do* I find it?"
    verbs = tuple(_as_good(inputs, question.written(t), kind) for t in doing)
    if not any(question.pos[t] in NOUNS for t in tokens):  # "how do I cancel?"
        things += tuple(question.written(t) for t in doing if not question.stops[t])
    copula = all(question.lemmas[t] in language.copulas for t in doing)
    if copula and not language.needs.isdisjoint(question.lowers[start:end]):
        copula, verbs = False, (language.needs,)  # "what do I need for it?"
    if not things or (kind not in _PLACES and copula and len(things) < FEWEST):
        return None  # "what is X?"
    return _Asked(kind, things, verbs)


def _kind(question: ParsedText, start: int, end: int, language: LanguagePack) -> str | None:
    """What a sentence asks for; None where it asks for nothing or for several things."""
    lowers = question.lowers[start:end]
    kinds = [kind for kind, words in language.asks.items() if not words.isdisjoint(lowers)]
    if len(kinds) != 1:
        return None
    if kinds[0] == "where" and not language.led_by["no_place"].isdisjoint(lowers):
        return None
    at = next(t for t in range(start, end) if question.lowers[t] in language.asks[kinds[0]])
    # "how long", "how many"
    measured = kinds[0] == "how" and question.pos[at + 1 : at + 2] in (("ADJ",), ("ADV",))
    return None if measured else kinds[0]


def _as_good(inputs: Inputs, verb: Written, kind: str) -> frozenset[str]:
    """A verb of the question, the pages' words for it, and those that say as much of a place."""
    words = frozenset((*verb, *inputs.aligned.context.family(verb)))
    groups = inputs.language.whereabouts if kind in _PLACES else ()
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
    return new[0] if _is_told_of(inputs, unit, new[0], asked) else None


def _is_told_of(inputs: Inputs, unit: Unit, mine: Phrase, asked: _Asked) -> bool:
    """Whether a unit tells what was asked: without a verb, or of the thing, or with its verb."""
    answer, tokens = inputs.answer, range(*unit.tokens)
    if VERBS.isdisjoint(answer.pos[tokens.start : tokens.stop]):
        return True
    if not _is_named(answer, mine.end - 1, asked, inputs.language):
        return False
    said = inputs.words_there(answer, tokens)
    doing = [t for t in tokens if answer.pos[t] == "VERB" and not answer.stops[t]]
    return any(not said.isdisjoint(word) for word in asked.things) or all(
        any(not inputs.words_there(answer, (t,)).isdisjoint(each) for each in asked.verbs)
        for t in doing
    )


def _is_named(parsed: ParsedText, noun: int, asked: _Asked, language: LanguagePack) -> bool:
    """Whether a noun tells what was asked for."""
    led = _leading(parsed, noun)
    if led in language.led_by[asked.kind]:
        return True
    if asked.kind == "who":
        return parsed.deps[noun] == _DOER
    return asked.kind == "what" and not led


def _leading(parsed: ParsedText, noun: int) -> str:
    """The preposition before a noun and the words of its name, or ""."""
    at = noun - 1
    while at >= 0 and (parsed.pos[at] in _BEFORE_NAME or parsed.pos[at] in _TELLING):
        at -= 1
    return parsed.lowers[at] if at >= 0 and parsed.pos[at] == "ADP" else ""


def _telling(inputs: Inputs, asked: _Asked) -> Sequence[_Named]:
    """What the pages name in the statements of what was asked; nothing where one of them is denied
    or holds in a case."""
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
    known = frozenset().union(*asked.verbs)
    # "payments are made by bank transfer" may be said of the invoice that one pays
    stems = tuple(word.removesuffix("en") for word in known if len(word) >= SHORTEST)
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
            others = known.union(*(family(word) for word in own), *own)
            found = found or any(
                page.pos[t] in NOUNS
                and others.isdisjoint(page.written(t))
                and not any(page.lemmas[t].startswith(stem) for stem in stems)
                for t in range(start, end)
            )
    return found
