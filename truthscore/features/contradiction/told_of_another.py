"""Who, where, how, when or what, told with what the pages say of something else: "the service desk
handles complaints", where the ombudsman does, and the service desk forwards messages.

Every word stands on the page, in the sentence beside the right one, and nothing there is denied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import clauses
from truthscore.text.model import NOUNS, VERBS, ParsedText, Written
from truthscore.text.phrases import phrases
from truthscore.text.reply import asking
from truthscore.text.rows import kind_at
from truthscore.text.values import in_tokens, values
from truthscore.text.values.value import CALENDAR, Value
from truthscore.types import Evidence

#: Label of the one who does what a verb says.
_DOER = "nsubj"
#: Parts of speech that tell which thing a question is about.
_TELLING = NOUNS | {"ADJ"}
#: Kinds of questions that a verb of being there asks as well as another.
_PLACES = frozenset({"where"})
#: Letters at the end of a long verb that a noun made of it may lack ("betal*en*", "betaling"), and
#: how many a long one has: "pay", "payment".
ENDING = 2
LONG = 6
#: Kinds of values that tell when something is.
_MOMENTS = frozenset({*CALENDAR, "date", "time", "ordinal"})
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
    if asked is None:
        return
    telling = inputs.once((NAME, "told of what was asked"), lambda: _telling(inputs, asked))
    if not telling or not _is_plain(inputs, unit):
        return  # most
    answer = inputs.answer
    parts = [range(part.start, part.end) for part in inputs.parts(unit)]
    mine = next(filter(None, (_mine(inputs, unit, part, asked) for part in parts)), ())
    if not mine:
        return
    said = inputs.words_there(answer, range(len(answer.lowers)))
    if any(not any(said.isdisjoint(word) for word in each.name) for each in telling):
        return
    own = [answer.written(t) for t in mine]
    same = inputs.language.same_people
    if any(same.get(own[-1][1], "") == same.get(each.name[-1][1], " ") for each in telling):
        return
    if _stands_beside(inputs, asked, own):
        first = telling[0]
        label = f"{own[-1][1]} / {first.name[-1][1]}"
        yield against(inputs, (mine[0], mine[-1] + 1), label, first.place, first.sentence)


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
    if not things or (copula and kind not in _PLACES):
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
    return not any(part.conditional for part in inputs.parts(unit))


def _mine(inputs: Inputs, unit: Unit, tokens: range, asked: _Asked) -> Sequence[int]:
    """The tokens of the one that a clause names, and nothing else that was not asked about."""
    answer = inputs.answer
    known = inputs.words_there(inputs.question, range(len(inputs.question.lowers)))
    new = [
        each
        for each in _names(answer, tokens, asked, inputs.language)
        if any(known.isdisjoint(inputs.words_there(answer, (t,))) for t in each)
    ]
    # "at a garage *from the list*" is one
    for one, other in pairwise(new):
        between = answer.pos[one[-1] + 1 : other[0]]
        if between[:1] != ("ADP",) or not _BEFORE_NAME.issuperset(between[1:]):
            return ()
    return new[0] if new and _is_told_of(inputs, unit, tokens, new[0], asked) else ()


def _names(
    parsed: ParsedText, tokens: range, asked: _Asked, language: LanguagePack
) -> list[tuple[int, ...]]:
    """The nouns of each noun phrase among some tokens; of "when", the days and times as well."""
    inside = _values(parsed, tokens, language)
    taken = {t for each in inside for t in range(*each.tokens)}
    named = [
        tuple(t for t in range(each.start, each.end) if parsed.pos[t] in NOUNS)
        for each in phrases(parsed, tokens.start, tokens.stop, language)
    ]
    moments = [each for each in inside if asked.kind == "when" and each.kind in _MOMENTS]
    return [
        *(each for each in named if taken.isdisjoint(each)),
        *(tuple(range(*each.tokens)) for each in moments),
    ]


def _values(parsed: ParsedText, tokens: range, language: LanguagePack) -> list[Value]:
    """The values among some tokens, read without the rest of their page."""
    first, last = parsed.starts[tokens.start], parsed.ends[tokens.stop - 1]
    found = values(parsed.text[first:last], language)
    return [
        in_tokens(parsed, replace(each, start=each.start + first, end=each.end + first))
        for each in found
    ]


def _is_told_of(
    inputs: Inputs, unit: Unit, tokens: range, mine: Sequence[int], asked: _Asked
) -> bool:
    """Whether a clause tells what was asked: of the thing, or with its verb; or its unit has no
    verb at all."""
    answer = inputs.answer
    if VERBS.isdisjoint(answer.pos[slice(*unit.tokens)]):
        return True
    if not _is_named(answer, mine, asked, inputs.language):
        return False
    said = inputs.words_there(answer, tokens)
    doing = [t for t in tokens if answer.pos[t] == "VERB" and not answer.stops[t]]
    return any(not said.isdisjoint(word) for word in asked.things) or all(
        any(not inputs.words_there(answer, (t,)).isdisjoint(each) for each in asked.verbs)
        for t in doing
    )


def _is_named(
    parsed: ParsedText, name: Sequence[int], asked: _Asked, language: LanguagePack
) -> bool:
    """Whether a name tells what was asked for."""
    led = _leading(parsed, name[0])
    if led in language.led_by[asked.kind]:
        return True
    if asked.kind == "who":
        return parsed.deps[name[-1]] == _DOER
    return asked.kind == "what" and not led


def _leading(parsed: ParsedText, token: int) -> str:
    """The preposition before the words of a name, or ""."""
    at = token - 1
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
            if any(document.words[number].isdisjoint(each) for each in things):
                continue  # most
            start, end = page.sentences[number]
            words = page.words_at(range(start, end))
            if kind_at(page, start) in _NO_TEXT:
                continue
            if all(words.isdisjoint(each) for each in asked.verbs):
                continue
            parts = clauses(page, start, end, language)
            if any(part.denied or part.conditional for part in parts):
                return ()
            for each in _names(page, range(start, end), asked, language):
                name = tuple(page.written(t) for t in each)
                new = not any(not known.isdisjoint(word) for word in name)
                if new and _is_named(page, each, asked, language):
                    found.append(_Named(place, number, name))
    return found


def _stands_beside(inputs: Inputs, asked: _Asked, own: Sequence[Written]) -> bool:
    """Whether the pages name it of another thing, and nowhere in a sentence with what was asked, in
    a heading, or beside a word that may stand for that."""
    language, family = inputs.language, inputs.aligned.context.family
    things = [frozenset((*word, *family(word))) for word in asked.things]
    known = frozenset().union(*asked.verbs)
    # "payments are made by bank transfer" may be said of the invoice that one pays
    stems = tuple(word[:-ENDING] if len(word) >= LONG else word for word in known)
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
