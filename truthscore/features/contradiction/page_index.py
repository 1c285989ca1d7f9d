"""What is read of a page once, for all that looks for contradictions with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from truthscore import deadline
from truthscore.features.contradiction.absent import Absent, absent
from truthscore.features.contradiction.again import DeniedAgain, denied_again
from truthscore.features.contradiction.and_or import Joined, joined
from truthscore.features.contradiction.asked_whether import AskedWhether, asked_whether
from truthscore.features.contradiction.at_once import periodically
from truthscore.features.contradiction.but_not import LeftOut, left_out
from truthscore.features.contradiction.by_itself import ByItself, by_itself
from truthscore.features.contradiction.by_whom import ByOthers, by_others
from truthscore.features.contradiction.degrees import Degree, degrees
from truthscore.features.contradiction.excepted import Excepted, excepted
from truthscore.features.contradiction.from_start import FromStart, from_start, of_the_item
from truthscore.features.contradiction.halves import Half, halves
from truthscore.features.contradiction.how_many import HowMany, how_many
from truthscore.features.contradiction.impossible import Impossible, impossible
from truthscore.features.contradiction.in_that_case import DeniedCase, denied_cases
from truthscore.features.contradiction.optional import Needed, needed
from truthscore.features.contradiction.other_name import Named, named_behind
from truthscore.features.contradiction.parallel import Like, like_sentences
from truthscore.features.contradiction.said import Stated, denied_predicates
from truthscore.features.contradiction.statuses import Status, statuses
from truthscore.features.contradiction.undone import Undone, undone
from truthscore.features.contradiction.who_pays import Paid, paid
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.cells import Cell, cells
from truthscore.text.clauses import Clause, clauses
from truthscore.text.doings import Doing, doings
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.moments import Moment, moments
from truthscore.text.predicates import Predicate
from truthscore.text.rows import kind_at, rows

#: What a reader of sentences finds.
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class PageIndex:
    """The clauses of each sentence of a page, (sentence, predicate) of what it denies, (sentence,
    case) of those in which something cannot be done, (sentence, thing) of what it leaves out or
    excepts, of the names behind its prepositions, of its halves and pairs, of what it says is
    required or not, of what happens by itself or by hand and of what it says of a time before or
    after an event, its like sentences, its rows with a label, the cells that say yes or no, and
    what was read of what it states."""

    clauses: tuple[tuple[Clause, ...], ...]
    denied: tuple[tuple[int, Predicate], ...]
    denied_cases: tuple[tuple[int, DeniedCase], ...]
    left_out: tuple[tuple[int, LeftOut], ...]
    excepted: tuple[tuple[int, Excepted], ...]
    named: tuple[tuple[int, Named], ...]
    halves: tuple[tuple[int, tuple[Half, Half]], ...]
    joined: tuple[tuple[int, Joined], ...]
    like: tuple[Like, ...]
    needed: tuple[tuple[int, Needed], ...]
    by_itself: tuple[tuple[int, ByItself], ...]
    from_start: tuple[tuple[int, FromStart], ...]
    undone: tuple[tuple[int, Undone], ...]
    how_many: tuple[tuple[int, HowMany], ...]
    absent: tuple[tuple[int, Absent], ...]
    asked_whether: tuple[tuple[int, AskedWhether], ...]
    periodically: tuple[tuple[int, tuple[int, ...]], ...]
    degrees: tuple[tuple[int, Degree], ...]
    paid: tuple[tuple[int, Paid], ...]
    statuses: tuple[tuple[int, Status], ...]
    impossible: tuple[tuple[int, Impossible], ...]
    by_others: tuple[tuple[int, ByOthers], ...]
    doings: tuple[tuple[int, Doing], ...]
    denied_again: tuple[tuple[int, DeniedAgain], ...]
    moments: tuple[tuple[int, Moment], ...]
    rows: tuple[Labelled, ...]
    cells: tuple[Cell, ...]
    stated: Stated = field(compare=False)


def index(document: ParsedDocument, language: LanguagePack, _profile: Profile) -> PageIndex:
    """What the answer is held against."""
    parsed = document.parsed
    # "Referral needed" over a table with "no" in it states nothing, nor does it before a row.
    heads = frozenset(
        t
        for row in rows(parsed).values()
        if row.is_head or (row.heading is not None and row.label != row.tokens)
        for t in (row.tokens if row.is_head else row.label)
    )
    cases = _listed_cases(parsed, language)
    stating = [
        (number, tokens)
        for number, tokens in enumerate(parsed.sentences)
        if tokens[0] not in heads and number not in cases and parsed.lowers[tokens[1] - 1] != "?"
    ]
    said = tuple(
        ()
        if tokens[0] in heads or number in cases or _titles(parsed, tokens, language)
        else tuple(clauses(parsed, *tokens, language))
        for number, tokens in enumerate(parsed.sentences)
    )
    return PageIndex(
        clauses=said,
        denied_cases=tuple(
            (number, each)
            for number, parts in enumerate(said)
            for each in denied_cases(parsed, parts, language)
        ),
        denied=denied_predicates(parsed, language),
        left_out=_read(left_out, parsed, enumerate(parsed.sentences), language),
        excepted=_read(excepted, parsed, enumerate(parsed.sentences), language),
        named=_read(named_behind, parsed, stating, language),
        halves=_read(halves, parsed, stating, language),
        joined=_read(joined, parsed, stating, language),
        like=tuple(like_sentences(parsed, language)),
        needed=_read(
            needed,
            parsed,
            [each for each in enumerate(parsed.sentences) if each[1][0] not in heads],
            language,
        ),
        by_itself=_read(
            by_itself,
            parsed,
            # "Locking the screen automatically" tells what there is to read
            [each for each in stating if kind_at(parsed, each[1][0]) != "heading"],
            language,
        ),
        from_start=tuple(
            (number, of_the_item(parsed, each, language))
            for number, each in _read(from_start, parsed, stating, language)
        ),
        undone=_read(undone, parsed, stating, language),
        how_many=_read(how_many, parsed, stating, language),
        impossible=_read(impossible, parsed, stating, language),
        statuses=_read(statuses, parsed, stating, language),
        periodically=_read(periodically, parsed, stating, language),
        degrees=_read(degrees, parsed, stating, language),
        paid=_read(paid, parsed, stating, language),
        absent=_read(absent, parsed, stating, language),
        asked_whether=_read(asked_whether, parsed, stating, language),
        doings=_read_sentences(doings, parsed, stating, language),
        by_others=_read_sentences(by_others, parsed, stating, language),
        denied_again=_read_sentences(denied_again, parsed, stating, language),
        moments=tuple(
            (number, each)
            for number, each in moments(parsed, language)
            if parsed.lowers[each.end - 1] != "?"
        ),
        rows=tuple(each for each in labelled(document) if each.kind == "row"),
        cells=tuple(cells(parsed, language)),
        stated=Stated(),
    )


def _read(
    reader: Callable[[ParsedText, int, int, LanguagePack], Iterable[_Found]],
    parsed: ParsedText,
    sentences: Iterable[tuple[int, tuple[int, int]]],
    language: LanguagePack,
) -> tuple[tuple[int, _Found], ...]:
    """What a reader finds in each of some sentences, with the number of the sentence."""
    deadline.check()
    return tuple(
        (number, each) for number, tokens in sentences for each in reader(parsed, *tokens, language)
    )


def _read_sentences(
    reader: Callable[[ParsedText, int, LanguagePack], Iterable[_Found]],
    parsed: ParsedText,
    sentences: Iterable[tuple[int, tuple[int, int]]],
    language: LanguagePack,
) -> tuple[tuple[int, _Found], ...]:
    """The same for a reader that is given the number of a sentence."""
    return tuple(
        (number, each) for number, _ in sentences for each in reader(parsed, number, language)
    )


def _listed_cases(parsed: ParsedText, language: LanguagePack) -> frozenset[int]:
    """The sentences of bullets that only set a case: "You can close it if this is true:"."""
    found: set[int] = set()
    within = False
    for number, (start, end) in enumerate(parsed.sentences):
        if kind_at(parsed, start) == "bullet":
            if within:
                found.add(number)
        else:
            within = parsed.lowers[end - 1] == ":" and any(
                part.conditional for part in clauses(parsed, start, end, language)[-1:]
            )
    return frozenset(found)


def _titles(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence is a heading that states nothing: "Approving hours"."""
    return _tells_trouble(parsed, tokens, language) or (
        kind_at(parsed, tokens[0]) == "heading"
        and language.negations.isdisjoint(parsed.lowers[slice(*tokens)])
    )


def _tells_trouble(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a heading tells the trouble of who reads on: "My songs do not show up"."""
    return not language.first_person.isdisjoint(parsed.lowers[slice(*tokens)]) and (
        kind_at(parsed, tokens[0]) == "heading"
    )
