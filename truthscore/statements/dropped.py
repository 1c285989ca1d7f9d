"""What a statement leaves out of its passage, without which it says more than the page.

"Delivery costs are refunded *only if you return all of it*", "*in October* webmail moves", "*you*
unlock the domain" (and not we): who drops the limit, the time or the person tells something else.
"""

from __future__ import annotations

from truthscore.features.numbers.claims import NAME as VALUES
from truthscore.features.numbers.claims import asked_values, said_values
from truthscore.language import LanguagePack
from truthscore.statements.read import LESS, Read, nearness
from truthscore.text.clauses import limits, phrases_at
from truthscore.text.model import NOUNS, SUBJECTS, ParsedText
from truthscore.text.scopes import denials
from truthscore.text.values.value import Value

#: Kinds of values that tell when something is so.
WHEN = frozenset({"date", "month"})
#: Parts of speech of what a limit speaks of.
TELLING = NOUNS | {"ADJ"}
#: Digits of a year, and those with which one begins.
YEAR, CENTURIES = 4, frozenset({"19", "20"})


def drops(read: Read, passage: int) -> bool:
    """Whether a statement leaves out what limits its passage, the part `passage`, when that is so,
    or who does it."""
    answer, language = read.inputs.answer, read.inputs.language
    own = nearness(read.said, read.lookup) + LESS * read.near
    document, start, end, number = read.lookup.place(
        read.lookup.best(own) if read.said else passage
    )
    page = read.lookup.parsed[document]
    if _another_person(read, page, (start, end)):
        return True
    if denials(answer, read.tokens, language):
        return False
    sentence = page.sentences[number]
    return _limit_dropped(read, page, sentence, (start, end)) or _time_dropped(
        read, document, (start, end)
    )


def _another_person(read: Read, page: ParsedText, part: tuple[int, int]) -> bool:
    """Whether the statement says of us what the passage says of you, or the reverse."""
    mine, theirs = (
        _persons(read, text, tokens)
        for text, tokens in ((read.inputs.answer, read.tokens), (page, part))
    )
    return len(mine) == len(theirs) == 1 and mine != theirs


def _persons(read: Read, parsed: ParsedText, tokens: tuple[int, int]) -> set[bool]:
    """Whether who speaks is a subject, and whether who is spoken to is one."""
    persons = read.inputs.language.persons
    subjects = {parsed.lowers[t] for t in range(*tokens) if parsed.deps[t] in SUBJECTS}
    told = {True: persons.speakers, False: persons.addressed}
    return {speaks for speaks, words in told.items() if not words.isdisjoint(subjects)}


def _limit_dropped(
    read: Read, page: ParsedText, sentence: tuple[int, int], part: tuple[int, int]
) -> bool:
    """Whether the passage says "only if" or "only the manager", and the statement no such thing and
    not all that it says."""
    language, answer = read.inputs.language, read.inputs.answer
    if _only(answer, read.tokens, language) or limits(answer, *read.tokens, language):
        return False
    whole = language.amounts.everyone | language.amounts.always
    if not whole.isdisjoint(answer.lowers[slice(*read.tokens)]) and whole.isdisjoint(
        page.lowers[slice(*part)]
    ):
        return True  # "free for everyone", of "free for customers over 70"
    limited = limits(page, *sentence, language) or _only(page, part, language)
    known = answer.words_at(range(*read.tokens))
    return bool(limited) and any(
        page.pos[t] in TELLING and known.isdisjoint(page.words_at((t,))) for t in range(*sentence)
    )


def _only(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a word says "only"; "pas" is a card, too."""
    return any(
        parsed.lowers[t] in language.only and parsed.pos[t] not in NOUNS for t in range(*tokens)
    )


def _time_dropped(read: Read, document: int, part: tuple[int, int]) -> bool:
    """Whether the passage tells when something will be so, and neither the statement nor the
    question does: "in the autumn there will be a night bus"."""
    language, inputs = read.inputs.language, read.inputs
    planned = language.order.planned
    page, answer, question = read.lookup.parsed[document], inputs.answer, inputs.question
    known = {*answer.lowers[slice(*read.tokens)], *question.lowers}
    if any(page.lowers[t] not in known for t in phrases_at(page, *part, planned)):
        return True
    told = any(
        _tells_when(each.value) and part[0] <= each.value.tokens[0] < part[1]
        for each in inputs.documents[document].indexes[VALUES].values
    )
    mine = [v for v in said_values(inputs) if read.tokens[0] <= v.tokens[0] < read.tokens[1]]
    return told and not any(map(_tells_when, (*mine, *asked_values(inputs))))


def _tells_when(value: Value) -> bool:
    """Whether a value is a day, a month or a year."""
    year = value.kind == "number" and len(value.number) == YEAR and value.number[:2] in CENTURIES
    return value.kind in WHEN or year
