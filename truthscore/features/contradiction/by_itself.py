"""By itself or by hand: "reminders do not go out by themselves", "the program sends a reminder
automatically".

A page and an answer say it in many ways and with other verbs; what they say it of is the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.excused import denies_others
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, weight
from truthscore.text.clauses import Clause, clauses, limits, phrases_at, stretches
from truthscore.text.model import NOUNS, ParsedText, Written
from truthscore.text.phrases import capitals, led, phrases
from truthscore.text.reply import asking, opening, plurals
from truthscore.types import Evidence


@dataclass(frozen=True, slots=True)
class ByItself:
    """That something happens by itself (`automatic`) or by hand, the words (`tokens`) that say so,
    the verbs of that clause, the nouns (`things`) that it is said of and the words behind its
    prepositions or of a condition (`cases`); the nouns of that condition (`conditions`)."""

    tokens: range
    automatic: bool
    verbs: tuple[Written, ...]
    things: tuple[Written, ...]
    cases: tuple[Written, ...]
    conditions: tuple[Written, ...]


def by_itself(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[ByItself]:
    """What the sentence from token `start` to `end` says to happen by itself or by hand; nothing of
    what it only says to be possible, in some case or with a limit."""
    telling = (language.doing.automatically, language.doing.by_hand, language.doing.oneself)
    lowers = parsed.lowers[start:end]
    if all(each.keys().isdisjoint(lowers) for each in telling):
        return  # most
    if limits(parsed, start, end, language) or any(
        one in language.only and two in language.cases.conditions_weak
        for one, two in pairwise(lowers)
    ):
        return
    parts = [
        (stretch, part)
        for stretch in stretches(parsed, start, end)
        for part in clauses(parsed, *stretch, language)
    ]
    for number, ((first, last), part) in enumerate(parts):
        said = _says(parsed, part, language)
        others = not language.amounts.rest.isdisjoint(parsed.lowers[part.start : part.end])
        # "Bij het heropenen wordt hij automatisch ..." tells when, and is no clause of its own
        case = part.conditional and parsed.pos[part.start] != "ADP"
        if said is None or case or others:
            continue
        words, automatic = said
        things: tuple[Written, ...] = ()
        for _, before in reversed(parts[: number + 1]):  # "...: you confirm each one yourself"
            things = things or things_of(parsed, before, words, language)
        cases = {*led(phrases(parsed, first, last, language)), *capitals(parsed, first, last)}
        cases.update(t for _, each in parts if each.conditional for t in each.content)
        conditions = [
            t
            for _, each in parts
            if each.conditional and parsed.pos[each.start] != "ADP"
            for t in each.content
            if parsed.pos[t] in NOUNS
        ]
        yield ByItself(
            tokens=words,
            automatic=automatic,
            verbs=tuple(_verbs(parsed, part)),
            things=things,
            cases=tuple(parsed.written(t) for t in sorted(cases)),
            conditions=tuple(map(parsed.written, conditions)),
        )


def _verbs(parsed: ParsedText, part: Clause) -> Iterator[Written]:
    """The verbs of a clause; not those that stand for a noun or before one: "na het bevestigen",
    "goedgekeurde uren"."""
    for token in part.tokens:
        if parsed.pos[token] != "VERB" or parsed.deps[token] == "amod":
            continue
        if parsed.pos[token - 1] != "DET":
            yield parsed.written(token)


def _says(parsed: ParsedText, part: Clause, language: LanguagePack) -> tuple[range, bool] | None:
    """The words with which a clause says that something happens by itself, or not, and which."""
    words = parsed.lowers[part.start : part.end]
    may = not language.modals.isdisjoint(words)
    # "automatically, without a letter" happens by itself, and so does "mostly not, it is then done
    # automatically"
    denials = [
        t
        for t in part.negations
        if parsed.lowers[t] not in language.opposing.before_same_word
        and parsed.lowers[t + 1 : t + 2] != (",",)
    ]
    denied = len(denials) % 2 == 1
    # "Verstuur de factuur dan zelf" addresses the reader without a pronoun
    told = not language.address_pronouns.isdisjoint(words) or parsed.pos[part.start] == "VERB"
    for phrases_of, automatic in (
        (language.doing.automatically, True),
        (language.doing.by_hand, False),
        (language.doing.oneself if told else {}, False),
    ):
        for at in phrases_at(parsed, part.start, part.end, phrases_of):
            size = max(
                len(words)
                for words in phrases_of[parsed.lowers[at]]
                if parsed.lowers[at : at + len(words)] == words
            )
            if parsed.pos[at + size : at + size + 1] and parsed.pos[at + size] in NOUNS:
                continue  # "manual payments", of which something else is said
            if may and not (automatic and denied):
                continue
            if any(t < at for t in part.negations if t not in denials):
                continue  # "payments without a number": only of those
            if automatic or not denied:
                return range(at, min(at + size, part.end)), automatic and not denied
    return None


def things_of(
    parsed: ParsedText, part: Clause, words: range, language: LanguagePack
) -> tuple[Written, ...]:
    """The nouns of a clause that no preposition leads, other than that of `words`, and those that
    its pronouns stand for."""
    sides = [(part.start, part.end)]
    if words.start in part.tokens:
        sides = [(part.start, words.start), (words.stop, part.end)]
    nouns = [
        each.end - 1 for side in sides for each in phrases(parsed, *side, language) if each.plain
    ]
    nouns += [t for t in part.meant if parsed.pos[t] in NOUNS]
    return tuple(parsed.written(t) for t in nouns if parsed.lowers[t] not in language.amounts.ones)


def said_by_itself(inputs: Inputs, unit: Unit) -> Sequence[ByItself]:
    """What a unit says to happen by itself or by hand; read once, as more than one asks for it."""
    return inputs.once(
        (NAME, "by itself", unit.tokens, inputs.answer.text),
        lambda: tuple(by_itself(inputs.answer, *unit.tokens, inputs.language)),
    )


def automatic_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing that it happens by itself, where the pages only say that it does
    not, or the other way round."""
    answer = inputs.answer
    if answer.lowers[unit.tokens[1] - 1] == "?":
        return
    asked = _asked(inputs, unit)
    found = said_by_itself(inputs, unit)
    for mine in (*found, *([asked] if asked is not None and not found else ())):
        if not mine.things and any(_is_it(answer, t) for t in range(*unit.tokens)):
            mine = replace(mine, things=_nouns_of(inputs.question))
        told = _told(inputs, unit, mine)
        if told is None:
            continue
        if not mine.automatic and _is_told_beside(inputs, unit, mine):
            continue  # "It locks by itself. With Super+L you lock it at once"
        place, number = told
        label = "by itself" if mine.automatic else "by hand"
        tokens = mine.tokens.start, mine.tokens.stop
        yield against(inputs, tokens, label, place, number, rule="facet.automatic")


def _is_told_beside(inputs: Inputs, unit: Unit, mine: ByItself) -> bool:
    """Whether another sentence of the answer says that the same happens by itself."""
    return any(
        each.automatic
        and (shared_words(inputs, mine.things, each.things) or mine.verbs == each.verbs)
        for other in inputs.aligned.units
        if other is not unit
        for each in said_by_itself(inputs, other)
    )


def _asked(inputs: Inputs, unit: Unit) -> ByItself | None:
    """What a unit says with "yes" or "no" to a question whether something happens by itself."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    first = opening(answer, language.replies.yes | language.replies.no)
    if first is None or not unit.tokens[0] <= first < unit.tokens[1]:
        return None
    said = [
        each
        for start, end in asking(question)
        for each in by_itself(question, start, end, language)
        if each.automatic
    ]
    if len(said) != 1:
        return None
    # "my manager ignores my request, is it approved then?"
    things = said[0].things or _nouns_of(question)
    said_yes = answer.lowers[first] in language.replies.yes
    return replace(said[0], tokens=range(first, first + 1), automatic=said_yes, things=things)


def _is_it(answer: ParsedText, token: int) -> bool:
    """Whether a pronoun stands for what a deed is done to: "you install *it* yourself"."""
    return answer.pos[token] == "PRON" and answer.deps[token] == "obj"


def _nouns_of(parsed: ParsedText) -> tuple[Written, ...]:
    return tuple(parsed.written(t) for t, pos in enumerate(parsed.pos) if pos in NOUNS)


def _told(inputs: Inputs, unit: Unit, mine: ByItself) -> tuple[int, int] | None:
    """Document and sentence that say it otherwise; None where one says it as the answer does, of a
    case that is as much like it."""
    question = inputs.question
    asked = _nouns_of(question)
    about = (*mine.cases, *mine.things, *asked)
    said = [inputs.answer.written(t) for t in range(*unit.tokens)]
    without = inputs.language.negations & inputs.language.opposing.before_same_word
    if not without.isdisjoint(inputs.answer.lowers[slice(*unit.tokens)]):
        said, about = [], ()  # "without direct debit" is not the row of direct debit

    def alike(each: ByItself) -> int:
        return len(shared_words(inputs, about, each.cases))

    told = [
        (place, number, each, common)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].by_itself
        # A pipeline takes some nouns for verbs.
        if (common := shared_words(inputs, (*mine.things, *mine.verbs), each.things))
        or (alike(each) and (common := shared_words(inputs, mine.verbs, each.verbs)))
    ]
    for place, number, theirs, common in told:
        if theirs.automatic == mine.automatic or not _same_done(inputs, mine, theirs):
            continue
        if _is_of_another_case(inputs, mine, theirs):
            continue  # "cancelled in time, it is paid back by itself": in that case
        if any(
            row.start <= theirs.tokens.start < row.end
            and not all(
                shared_words(inputs, (*about, *said), [(form, form) for form in sorted(word)])
                for word in row.label
            )
            for row in inputs.documents[place].indexes[NAME].rows
        ):
            continue  # "Direct debit: your card is renewed by itself": in that case
        page = inputs.documents[place].document.parsed
        if not mine.automatic and denies_others(inputs, unit, page, theirs.tokens.start):
            continue
        if not any(
            each.automatic == mine.automatic
            and alike(each) >= alike(theirs)
            and (shared & common or shared_words(inputs, mine.verbs, each.verbs))
            for _, _, each, shared in told
        ):
            return place, number
    return None


def _is_of_another_case(inputs: Inputs, mine: ByItself, theirs: ByItself) -> bool:
    """Whether the page tells it of a case that the question or the answer says is not so ("I gave
    *no permission*"), or, where the answer denies that it happens by itself, does not tell of."""
    answer, language = inputs.answer, inputs.language
    words = [
        (parsed.written(t), before in language.negations)
        for parsed in (answer, inputs.question)
        for t, before in enumerate(("", *parsed.lowers[:-1]))
    ]
    told, denied = ([word for word, no in words if no is not_so] for not_so in (False, True))
    if shared_words(inputs, denied, theirs.conditions):
        return True
    if not phrases_at(answer, mine.tokens.start, mine.tokens.stop, language.doing.automatically):
        return False
    whole = math.fsum(weight(each[0], language.code) for each in theirs.conditions)
    both = math.fsum(
        weight(each[0], language.code)
        for each in theirs.conditions
        if shared_words(inputs, told, (each,))
    )
    return both * 2 < whole


def _same_done(inputs: Inputs, mine: ByItself, theirs: ByItself) -> bool:
    """Whether both do the same, or the page says no more than that it happens."""
    happens = inputs.language.doing.happens
    given, asked = (theirs, mine) if theirs.automatic else (mine, theirs)
    if _one_of(given.verbs, inputs.language.doing.getting) and _one_of(
        asked.verbs, inputs.language.doing.requesting
    ):
        return True  # "you get a voucher automatically", "you request the voucher yourself"
    return bool(shared_words(inputs, mine.verbs, theirs.verbs)) or all(
        not happens.isdisjoint(word) for word in theirs.verbs
    )


def _one_of(verbs: Iterable[Written], words: AbstractSet[str]) -> bool:
    return any(not words.isdisjoint(verb) for verb in verbs)


def shared_words(
    inputs: Inputs, mine: Iterable[Written], theirs: Sequence[Written]
) -> frozenset[Written]:
    """Which of some words of the answer are among those of a page."""
    forms = {form for word in theirs for form in (*word, *plurals(word[0], inputs.language))}
    family = inputs.aligned.context.family
    return frozenset(word for word in mine if not forms.isdisjoint((*word, *family(word))))
