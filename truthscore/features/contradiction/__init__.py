"""Answer contradiction (Table 2): the answer says the opposite of its passage, or of itself.

Each clause of the answer is held against the clause of its passage that says most of the same
words. A negation on one side only, or two words that exclude each other, turn it round; both at
once cancel out. "Ja" and "nee" are held against the passage that answers the question. What
clauses do not show is looked for in what changed places (text/exchange), in what is said of what
(`said`, text/predicates), and in what a page forbids, calls optional, leaves out, says to happen by
itself or has in a cell of a table (`FINDERS`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from truthscore.features.base import Feature, IndexedDocument, Inputs
from truthscore.features.contradiction.absent import Absent, absent, told_of_what_is_not
from truthscore.features.contradiction.again import DeniedAgain, denied_again, said_again
from truthscore.features.contradiction.alone import denied_alone, denied_yes
from truthscore.features.contradiction.but_not import (
    LeftOut,
    left_out,
    told_of_what_is_left_out,
)
from truthscore.features.contradiction.by_itself import ByItself, automatic_otherwise, by_itself
from truthscore.features.contradiction.by_whom import ByOthers, by_others, done_by_another
from truthscore.features.contradiction.degrees import Degree, degree_otherwise, degrees
from truthscore.features.contradiction.excused import (
    denied_of_some,
    denies_others,
    done_by_hand,
    done_by_others,
    done_in_time,
    done_without,
    leaves_verb_out,
    may_not_stay,
    no_longer,
    nobody_needs_to,
    not_so,
    not_yet,
    stays,
)
from truthscore.features.contradiction.from_start import FromStart, from_start, on_otherwise
from truthscore.features.contradiction.how_many import HowMany, counted_otherwise, how_many
from truthscore.features.contradiction.impossible import (
    Impossible,
    done_though_impossible,
    impossible,
)
from truthscore.features.contradiction.named_row import NAME, beside_named, named_rows
from truthscore.features.contradiction.optional import Needed, needed, required_otherwise
from truthscore.features.contradiction.roles import denied_role
from truthscore.features.contradiction.said import (
    Stated,
    agrees,
    denied_predicates,
    said_otherwise,
    told_not_to,
)
from truthscore.features.contradiction.slots import other_thing
from truthscore.features.contradiction.statuses import Status, status_otherwise, statuses
from truthscore.features.contradiction.tables import cell_of_asker, cell_otherwise
from truthscore.features.contradiction.undone import Undone, undone, undone_otherwise
from truthscore.features.contradiction.which_ones import same_ones, tells_which
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import REACH, Passage, Unit, sentence_of, sentence_span, weight
from truthscore.text.cells import Cell, cells
from truthscore.text.clauses import (
    Clause,
    behind_short_question,
    clauses,
    limits,
    phrases_at,
    replies,
    statement,
)
from truthscore.text.doings import Doing, doings
from truthscore.text.exchange import (
    Stretch,
    exchanged,
    half_exchanged,
    order_exchanged,
    rivals_exchanged,
)
from truthscore.text.labels import Labelled, labelled
from truthscore.text.model import NOUNS, VERBS, ParsedDocument, ParsedText
from truthscore.text.opposition import bearing, opposed, overlap
from truthscore.text.predicates import Predicate
from truthscore.text.refusal import declines
from truthscore.text.reply import sharing
from truthscore.text.rows import kind_at, rows
from truthscore.types import ANSWER, Evidence, Measurement, Span


@dataclass(frozen=True, slots=True)
class _Match:
    """A passage clause, how much of the answer clause's weight it has, and where it stands.

    `back` is the reverse: how much of the passage clause's weight the answer clause has.
    """

    overlap: float
    back: float
    shared: int
    clause: Clause
    parsed: ParsedText
    source: str


#: What a reader of sentences finds.
_Found = TypeVar("_Found")
#: A clause and the document it stands in.
_Part = tuple[IndexedDocument, Clause]


@dataclass(frozen=True, slots=True)
class PageIndex:
    """The clauses of each sentence of a page, (sentence, predicate) of what it denies, (sentence,
    thing) of what it leaves out, of what it says is required or not and of what happens by itself
    or by hand, its rows with a label, the cells that say yes or no, and what was read of what it
    states."""

    clauses: tuple[tuple[Clause, ...], ...]
    denied: tuple[tuple[int, Predicate], ...]
    left_out: tuple[tuple[int, LeftOut], ...]
    needed: tuple[tuple[int, Needed], ...]
    by_itself: tuple[tuple[int, ByItself], ...]
    from_start: tuple[tuple[int, FromStart], ...]
    undone: tuple[tuple[int, Undone], ...]
    how_many: tuple[tuple[int, HowMany], ...]
    absent: tuple[tuple[int, Absent], ...]
    degrees: tuple[tuple[int, Degree], ...]
    statuses: tuple[tuple[int, Status], ...]
    impossible: tuple[tuple[int, Impossible], ...]
    by_others: tuple[tuple[int, ByOthers], ...]
    doings: tuple[tuple[int, Doing], ...]
    denied_again: tuple[tuple[int, DeniedAgain], ...]
    rows: tuple[Labelled, ...]
    cells: tuple[Cell, ...]
    stated: Stated = field(compare=False)


#: What is looked for in a unit of the answer where its clauses show nothing, in this order: what
#: the first one finds is the untruth.
FINDERS: Sequence[Callable[[Inputs, Unit], Iterable[Evidence]]] = (
    said_otherwise,
    told_not_to,
    required_otherwise,
    told_of_what_is_left_out,
    automatic_otherwise,
    on_otherwise,
    undone_otherwise,
    counted_otherwise,
    told_of_what_is_not,
    done_though_impossible,
    status_otherwise,
    degree_otherwise,
    cell_otherwise,
    cell_of_asker,
    denied_role,
    said_again,
    done_by_another,
    other_thing,
)
#: Parts of speech of what is said of a subject.
PREDICATES = frozenset({"VERB", "ADJ"})
#: Tokens at the beginning of a clause among which a word says that it tells which one.
OPENS = 2
#: Labels of nouns that a verb needs.
ARGUMENTS = ("nsubj", "obj")
#: What leads a noun or belongs to it says nothing of it by itself.
DESCRIBING = frozenset({"amod", "compound", "nmod:poss"})
#: How far sums of the same weights in another order may be apart.
ROUNDING = 1e-9


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
    stating = [
        (number, tokens)
        for number, tokens in enumerate(parsed.sentences)
        if tokens[0] not in heads and parsed.lowers[tokens[1] - 1] != "?"
    ]
    return PageIndex(
        clauses=tuple(
            ()
            if tokens[0] in heads or _titles(parsed, tokens, language)
            else tuple(clauses(parsed, *tokens, language))
            for tokens in parsed.sentences
        ),
        denied=denied_predicates(parsed, language),
        left_out=_read(left_out, parsed, enumerate(parsed.sentences), language),
        needed=_read(
            needed,
            parsed,
            [each for each in enumerate(parsed.sentences) if each[1][0] not in heads],
            language,
        ),
        by_itself=_read(by_itself, parsed, stating, language),
        from_start=_read(from_start, parsed, stating, language),
        undone=_read(undone, parsed, stating, language),
        how_many=_read(how_many, parsed, stating, language),
        impossible=_read(impossible, parsed, stating, language),
        statuses=_read(statuses, parsed, stating, language),
        degrees=_read(degrees, parsed, stating, language),
        absent=_read(absent, parsed, stating, language),
        doings=tuple(
            (number, each)
            for number, tokens in stating
            for each in doings(parsed, number, language)
        ),
        by_others=tuple(
            (number, each)
            for number, tokens in stating
            for each in by_others(parsed, number, language)
        ),
        denied_again=tuple(
            (number, each)
            for number, tokens in stating
            for each in denied_again(parsed, number, language)
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
    return tuple(
        (number, each) for number, tokens in sentences for each in reader(parsed, *tokens, language)
    )


def _titles(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence is a heading that states nothing: "Approving hours"."""
    return kind_at(parsed, tokens[0]) == "heading" and language.negations.isdisjoint(
        parsed.lowers[slice(*tokens)]
    )


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw) - doubt; raw = number of contradictions found.

    Where answer and context have few sentences (`doubt_units`), a short one (up to `short`
    tokens) that is denied where its passage is not, but resembles it less (from `doubt_overlap`),
    is no finding, only a doubt: it takes off up to `doubt` of the value, by its overlap. None when
    nothing is alike enough to be compared.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    found: dict[tuple[int, int], Evidence] = {}
    compared = 0
    doubts: list[float] = []
    mine: list[Clause] = []
    # With so few sentences on either side there is no question which passage is meant.
    sentences = sum(len(document.words) for document in inputs.aligned.documents)
    few = max(len(inputs.aligned.units), sentences) <= settings.doubt_units
    for number, unit in enumerate(inputs.aligned.units):
        parts = _compared(inputs, unit)
        # A question asserts nothing, nor does "it depends on whether it is paid", and what who asks
        # has not done yet no page can deny.
        asserts = (
            answer.lowers[unit.tokens[1] - 1] != "?"
            and not not_yet(inputs, unit.tokens)
            and inputs.language.depending.isdisjoint(answer.lemmas[slice(*unit.tokens)])
            and inputs.language.guessing.isdisjoint(answer.lowers[slice(*unit.tokens)])
        )
        if asserts:
            mine.extend(part for part, _ in parts if len(part.content) >= settings.min_shared)
        if few:
            doubt = _plain_doubt(inputs, unit)
            compared += doubt is not None
            doubts.append(doubt or 0.0)
        for clause, matches in parts if asserts else ():
            if not matches:
                continue
            compared += 1
            matches = _of_named_rows(inputs, matches) or list(_in_named_rows(inputs, clause))
            best = max((match.overlap for match in matches), default=0.0)
            near = [match for match in matches if match.overlap >= best - settings.tie]
            place = answer.starts[clause.start]
            turned = inputs.once(
                (NAME, "turned", place), partial(_all_turned, inputs, unit, clause, near)
            )
            if (
                turned
                and not any(_told_beside(inputs, clause, label) for _, label in turned)
                and not _said_elsewhere(inputs, unit, clause, best)
                and not _about_sources(inputs, unit.tokens)
            ):
                match, label = min(turned, key=lambda each: -each[0].overlap)
                span = _focus(inputs, clause, match)
                if label != "negation" or not (
                    _of_other_cases(inputs, unit, match) or _agrees(inputs, unit, clause, match)
                ):
                    found.setdefault((span.start, span.end), _evidence(span, label, match))
        # What changed its place is no second untruth beside the word that shows it.
        more = [
            each
            for each in _exchanged(inputs, number)
            if not any(start < each.span.end and each.span.start < end for start, end in found)
        ]
        if asserts:
            more.extend(denied for part, _ in parts if (denied := _denied(inputs, unit, part)))
        start, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
        if asserts and not more and not any(start <= at < end for at, _ in found):
            more.extend(inputs.once((NAME, "found", start), partial(_found, inputs, unit)))
        compared += bool(more)
        for each in more:
            found.setdefault((each.span.start, each.span.end), each)
    for first, second in _against_itself(inputs, mine):
        span = _span(ANSWER, answer, second)
        key = (span.start, span.end)
        match_span = _span(ANSWER, answer, first)
        found.setdefault(
            key, Evidence(span=span, role="contradicts", label="itself", match=match_span)
        )
    for each in denied_alone(inputs):
        found.setdefault((each.span.start, each.span.end), each)
    yes_no = _yes_no(inputs)
    if yes_no is not None:
        compared += 1
        if isinstance(yes_no, Evidence):
            found.setdefault((yes_no.span.start, yes_no.span.end), yes_no)
    if not found:
        found.update({(each.span.start, each.span.end): each for each in denied_yes(inputs)})
    if not compared and not found:
        return Measurement(value=None, note="no clause is close enough to a passage")
    evidence = tuple(found[key] for key in sorted(found))
    raw = float(len(evidence))
    value = 1.0 / (1.0 + raw)
    if not evidence:
        value -= settings.doubt * max(doubts, default=0.0)
    return Measurement(value=round(max(0.0, value), 6), raw=raw, evidence=evidence)


def _found(inputs: Inputs, unit: Unit) -> Sequence[Evidence]:
    """What the first of `FINDERS` that finds something in a unit finds.

    Asked once per row: a sentence is the same one among the answer's own words.
    """
    return next(filter(None, (tuple(find(inputs, unit)) for find in FINDERS)), ())


def _agrees(inputs: Inputs, unit: Unit, clause: Clause, match: _Match) -> bool:
    """Whether a denial on one side excludes nothing on the other: by the predicates of both, or
    because it is about others or said elsewhere in other words (`excused`)."""
    sources = [each.document.source for each in inputs.documents]
    document = sources.index(match.source)
    mine, theirs = ((each.start, each.end) for each in (clause, match.clause))
    restricting, _ = same_ones(inputs.answer, clause, match.parsed, match.clause)
    if len({*clause.negations} - restricting) % 2 and (
        denies_others(inputs, unit, match.parsed, match.clause.start) or done_without(inputs, mine)
    ):
        return True
    page = match.parsed, match.clause
    if nobody_needs_to(inputs, clause, *page) or done_by_others(inputs, clause, *page):
        return True
    if done_in_time(inputs, unit, *page) or done_by_hand(inputs, mine, *page):
        return True
    if stays(inputs, clause, *page) or denied_of_some(inputs, *page):
        return True
    if may_not_stay(inputs, clause, *page):
        return True
    if not_so(inputs, clause, *page) or no_longer(inputs, unit, clause, *page):
        return True
    return agrees(inputs, unit, mine, document, theirs)


def _of_other_cases(inputs: Inputs, unit: Unit, match: _Match) -> bool:
    """Whether both sentences set a case, and not the same one: "If you are the only manager, you
    can approve it" beside "You cannot approve it if you made it"."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    page = [each for each in _of_page(inputs, match) if each.conditional]
    theirs = {word for each in page for word in match.parsed.words_at(each.said)}
    ours = [part for part, _ in _compared(inputs, unit) if part.conditional and part.content]

    def shares(words: AbstractSet[str]) -> list[float]:
        return [overlap(inputs.language, inputs.answer, part, words)[0] for part in ours]

    if not ours or not theirs:
        return False
    if all(each < settings.min_back for each in shares(theirs)):
        return True
    # "It is taken off, unless we made the mistake", "where we made it, it is not taken off"
    excepting = inputs.language.negations & inputs.language.clause_words
    excepted = [each for each in page if match.parsed.lowers[each.start] in excepting]
    words = {word for each in excepted for word in match.parsed.words_at(each.said)}
    return any(each >= settings.min_back for each in shares(words))


def _compared(inputs: Inputs, unit: Unit) -> Sequence[tuple[Clause, Sequence[_Match]]]:
    """The clauses of a unit, each with the clauses of its passage that are alike.

    Looked up once per row: a sentence is the same one among the answer's own words.
    """
    answer, start = inputs.answer, unit.tokens[0]

    def compare() -> tuple[int, Sequence[tuple[Clause, Sequence[_Match]]]]:
        parts = clauses(answer, *unit.tokens, inputs.language, unit.content)
        return start, [(part, list(_matches(inputs, unit, part))) for part in parts]

    before, found = inputs.once((NAME, answer.starts[start]), compare)
    if start == before:
        return found  # mostly: only own words have other numbers
    return [(_moved(part, start - before), matches) for part, matches in found]


def _moved(clause: Clause, by: int) -> Clause:
    """The same clause where all tokens have a number that is higher `by` so much."""
    if not by:
        return clause
    return replace(
        clause,
        start=clause.start + by,
        end=clause.end + by,
        content=tuple(token + by for token in clause.content),
        negations=tuple(token + by for token in clause.negations),
        meant=(),  # it may be among what was left out
    )


def _plain_doubt(inputs: Inputs, unit: Unit) -> float | None:
    """Overlap with the passage of a short sentence that is turned round; 0.0 when it agrees,
    or all of it stands in a clause of the passage that does.

    None when either is longer than `short` tokens (then a negation may stand anywhere) or they
    have too little in common.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    if unit.passage is None or unit.exact < settings.doubt_overlap:
        return None
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    passage = parsed.sentences[unit.passage.sentence]
    if max(unit.tokens[1] - unit.tokens[0], passage[1] - passage[0]) > settings.short:
        return None
    answer, language = inputs.answer, inputs.language
    ours = _negations(clauses(answer, *unit.tokens, language))
    theirs = clauses(parsed, *passage, language)
    if ours % 2 == _negations(theirs) % 2:
        return 0.0
    for clause in theirs:
        there = parsed.words_at(clause.tokens)
        if ours % 2 == clause.denied and all(
            not there.isdisjoint(answer.written(token)) for token in unit.content
        ):
            return 0.0  # "they are final" of "they are final: you cannot change them"
    return unit.exact


def _negations(parts: Iterable[Clause]) -> int:
    return sum(len(clause.negations) for clause in parts)


def _matches(inputs: Inputs, unit: Unit, clause: Clause) -> Iterator[_Match]:
    if unit.passage is None:
        return
    indexed = inputs.documents[unit.passage.document]
    parsed = indexed.document.parsed
    last = len(parsed.sentences) - 1
    window = range(
        max(0, unit.passage.sentence - REACH), min(last, unit.passage.sentence + REACH) + 1
    )
    for sentence in window:
        if parsed.lowers[parsed.sentences[sentence][1] - 1] == "?":
            continue  # a question asserts nothing
        words = inputs.aligned.documents[unit.passage.document].words[sentence]
        if not _may_overlap(inputs, clause, words):
            continue
        for other in indexed.indexes[NAME].clauses[sentence]:
            match = _match(inputs, clause, parsed, other, indexed.document.source)
            if match is not None:
                yield match


def _may_overlap(inputs: Inputs, clause: Clause, words: AbstractSet[str]) -> bool:
    """Whether a clause of a sentence with `words` may have enough of the clause to be like it.

    Most sentences have not, and to look at each of their clauses takes longer.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, opposed = inputs.answer, inputs.language.opposites
    both = lacking = 0.0
    for token in clause.content:
        lemma, lower = answer.lemmas[token], answer.lowers[token]
        if lemma in words or lower in words:
            both += weight(lower, inputs.language.code)
        elif lemma not in opposed and lower not in opposed:  # else it may be left out
            lacking += weight(lower, inputs.language.code)
    return both > 0.0 and both >= (settings.min_overlap - ROUNDING) * (both + lacking)


def _match(
    inputs: Inputs, clause: Clause, parsed: ParsedText, other: Clause, source: str
) -> _Match | None:
    """The clause's match, if both say so much of the same that they can contradict each other.

    One shared word will do when there is no other ("U kunt meerdere codes hebben").
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    forth, shared = overlap(inputs.language, inputs.answer, clause, parsed.words_at(other.said))
    if forth < settings.min_overlap:
        return None  # most
    back, _ = overlap(inputs.language, parsed, other, inputs.answer.words_at(clause.said))
    enough = shared >= settings.min_shared or min(forth, back) >= 1.0
    if back < settings.min_back or not enough:
        return None
    return _Match(forth, back, shared, other, parsed, source)


def _told_beside(inputs: Inputs, clause: Clause, label: str) -> bool:
    """Whether the answer has the passage's word too, of the same thing: "Open the lid" before,
    "Close the lid" after. Then the passage is told there, and this is another step or case."""
    if label == "negation":
        return False
    answer = inputs.answer
    rival = label.partition(" / ")[2]
    same = {answer.lemmas[token] for token in clause.content}
    for start, end in answer.sentences:
        if start <= clause.start < end:
            continue
        words = {*answer.lowers[start:end], *answer.lemmas[start:end]}
        if rival in words and not same.isdisjoint(words):
            return True
    return False


def _denied(inputs: Inputs, unit: Unit, clause: Clause) -> Evidence | None:
    """The clause of the context that denies the clause's statement, or states what it denies.

    All that the one says must be in the other ("Land is not depreciated" / "Land is depreciated
    every month"), wherever in the context it stands, and no clause as alike may bear the answer
    out. Looked for once per row: a sentence is the same one among the answer's own words.
    """
    answer = inputs.answer
    place = answer.starts[clause.start], answer.ends[clause.end - 1]
    return inputs.once((NAME, "denied", place), lambda: _denial(inputs, unit, clause))


def _denial(inputs: Inputs, unit: Unit, clause: Clause) -> Evidence | None:
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, language = inputs.answer, inputs.language
    if clause.conditional or len(clause.content) < settings.min_shared:
        return None
    if clause.start > unit.tokens[0] and not language.relative.isdisjoint(
        answer.lowers[clause.start : clause.start + OPENS]
    ):
        return None  # "the pane, *from which* you can publish them": of that one
    # Against a clause that denies nothing only one that does can stand: most clauses end here.
    rivals = _sharing_parts(inputs, clause) if clause.negations else _denying(inputs, clause)
    same = list(_of_the_same(inputs, clause, rivals))
    if not same or not _has_subject(language, answer, clause):
        return None
    best: _Match | None = None
    for match in same:
        if (
            (best is None or match.overlap + match.back > best.overlap + best.back)
            and _turned(inputs, unit, clause, match) == "negation"
            and (
                _denies_same(answer, clause, match.parsed, match.clause)
                or _denies_same(match.parsed, match.clause, answer, clause)
            )
            and not limits(match.parsed, *_around(match), language)
        ):
            best = match
    if best is None or limits(answer, *unit.tokens, language):
        return None
    if _about_sources(inputs, unit.tokens) or _agrees(inputs, unit, clause, best):
        return None
    for match in _of_the_same(inputs, clause, _sharing_parts(inputs, clause)):
        if (
            match.overlap + match.back >= best.overlap + best.back
            and _turned(inputs, unit, clause, match) != "negation"
        ):
            ours = bearing(inputs.language, answer, clause, match.parsed, match.clause)
            theirs = bearing(inputs.language, match.parsed, match.clause, answer, clause)
            if len(ours) % 2 == len(theirs) % 2:
                return None  # it is said there as well
    return _evidence(_focus(inputs, clause, best), "denied", best)


def _around(match: _Match) -> tuple[int, int]:
    """The tokens of the sentence that the match stands in."""
    return match.parsed.sentences[sentence_of(match.parsed, match.clause.start)]


def _of_the_same(inputs: Inputs, clause: Clause, parts: Iterable[_Part]) -> Iterator[_Match]:
    """The parts that say all that the clause says, or of which it says all."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    own = inputs.answer.words_at(clause.said)
    for indexed, part in parts:
        parsed = indexed.document.parsed
        forth, shared = overlap(inputs.language, inputs.answer, clause, parsed.words_at(part.said))
        if shared < settings.min_shared:
            continue
        back, _ = overlap(inputs.language, parsed, part, own)
        if max(forth, back) >= settings.whole and min(forth, back) >= settings.part:
            yield _Match(forth, back, shared, part, parsed, indexed.document.source)


def _parts(inputs: Inputs, indexed: IndexedDocument, sentence: int) -> Iterator[_Part]:
    """The clauses of a page's sentence that say of something that it is so."""
    parsed = indexed.document.parsed
    parts: tuple[Clause, ...] = indexed.indexes[NAME].clauses[sentence]
    if parsed.lowers[parsed.sentences[sentence][1] - 1] == "?":
        return
    if any(part.conditional for part in parts):
        return  # it is so in a case
    for part in parts:
        if _has_subject(inputs.language, parsed, part):
            yield indexed, part


def _sharing_parts(inputs: Inputs, clause: Clause) -> Iterator[_Part]:
    """The parts of all sentences that share enough words with the clause."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    shared = sharing(inputs.aligned.documents, inputs.answer, clause)
    for indexed, counts in zip(inputs.documents, shared, strict=True):
        for sentence in sorted(counts):
            if counts[sentence] >= settings.min_shared:
                yield from _parts(inputs, indexed, sentence)


def _denying(inputs: Inputs, clause: Clause) -> Iterator[_Part]:
    """The parts of the context that deny something and share enough words with the clause."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    parts, places = inputs.once((NAME, "denying"), lambda: _all_denying(inputs))
    if not parts:
        return
    counts: dict[int, int] = {}
    for token in clause.content:
        lemma, lower = answer.lemmas[token], answer.lowers[token]
        found: AbstractSet[int] = places.get(lemma, frozenset())
        for number in found if lemma == lower else found | places.get(lower, frozenset()):
            counts[number] = counts.get(number, 0) + 1
    for number in sorted(counts):
        if counts[number] >= settings.min_shared:
            yield parts[number]


def _all_denying(inputs: Inputs) -> tuple[list[_Part], dict[str, set[int]]]:
    """The parts of the context that deny something and share a word with a claim of the answer, and
    which of them have which word."""
    parts: list[_Part] = []
    places: dict[str, set[int]] = {}
    claims = itertools.chain.from_iterable(unit.content for unit in inputs.aligned.units)
    claimed = inputs.answer.words_at(claims)
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        denying = {
            sentence
            for word in inputs.language.negations
            for sentence in passages.postings.get(word, ())
        }
        for sentence in sorted(denying):
            if claimed.isdisjoint(passages.words[sentence]):
                continue
            for each in _parts(inputs, indexed, sentence):
                if each[1].negations:
                    for word in indexed.document.parsed.words_at(each[1].tokens):
                        places.setdefault(word, set()).add(len(parts))
                    parts.append(each)
    return parts, places


def _exchanged(inputs: Inputs, number: int) -> Iterator[Evidence]:
    """Two words of a unit, or of it and the next one, that have changed places (text/exchange).

    Looked for once per row: the same sentences stand among the answer's own words.
    """
    starts, units = inputs.answer.starts, inputs.aligned.units
    for told in (units[number : number + 1], units[number : number + 2]):
        place = tuple(starts[each.tokens[0]] for each in told)
        found = inputs.once((NAME, "exchanged", *place), partial(_exchange, inputs, told))
        if found is not None:
            yield found
            return


def _exchange(inputs: Inputs, told: Sequence[Unit]) -> Evidence | None:
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, language, unit = inputs.answer, inputs.language, told[0]
    if unit.passage is None:
        return None
    indexed = inputs.documents[unit.passage.document]
    page = indexed.document.parsed
    found = None
    if len(told) == 1 and unit.exact >= settings.min_overlap:
        at = page.sentences[unit.passage.sentence]
        family = inputs.aligned.context.family
        found = (
            rivals_exchanged(answer, unit.tokens, page, at, language)
            or order_exchanged(answer, unit.tokens, page, at, language)
            or half_exchanged(
                answer, unit.tokens, page, at,
                lambda t: family((answer.lowers[t], answer.lemmas[t])), language,
            )
        )  # fmt: skip
    passages = _passages(inputs, told) if found is None else ()  # mostly none
    begins = [clause.start for each in told if passages for clause, _ in _compared(inputs, each)]
    if len(begins) > 1:  # else both stand in one clause
        stretch = Stretch([each.tokens for each in told], begins)
        content = [token for each in told for token in each.content]
        for passage in passages:
            found = exchanged(
                answer, stretch, content, page, _stretch(indexed, passage),
                lambda t: inputs.aligned.context.family((answer.lowers[t], answer.lemmas[t])),
                language,
            )  # fmt: skip
            if found is not None:
                break
    if found is None:
        return None
    one, two = sorted(found)
    if _in_that_order(inputs, unit, page, one, two):
        return None
    start, end = sentence_span(page, unit.passage.sentence)
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[one], end=answer.ends[two]),
        role="contradicts",
        label=f"{answer.lowers[one]} <-> {answer.lowers[two]}",
        match=Span(source=indexed.document.source, start=start, end=end),
    )


def _in_that_order(inputs: Inputs, unit: Unit, page: ParsedText, one: int, two: int) -> bool:
    """Whether another sentence of the page tells of both words in the order of the answer, and not
    when: "the board sees it *once* the treasurer has approved it" names the later one first."""
    assert unit.passage is not None  # only units with a passage come here
    language = inputs.language
    words = inputs.aligned.documents[unit.passage.document].words
    turning = language.sooner | language.later | language.condition_words
    first, second = (inputs.answer.words_at((t,)) for t in (one, two))
    for number, there in enumerate(words):
        if number == unit.passage.sentence or first.isdisjoint(there):
            continue
        start, end = page.sentences[number]
        if not turning.isdisjoint(there):
            continue
        told = [t for t in range(start, end) if not first.isdisjoint(page.words_at((t,)))]
        if told and not second.isdisjoint(page.words_at(range(told[0] + 1, end))):
            return True
    return False


def _stretch(indexed: IndexedDocument, passage: range) -> Stretch:
    sentences, parts = indexed.document.parsed.sentences, indexed.indexes[NAME].clauses
    return Stretch(
        [sentences[place] for place in passage],
        [clause.start for place in passage for clause in parts[place]],
    )


def _passages(inputs: Inputs, told: Sequence[Unit]) -> Sequence[range]:
    """The sentences of a page that the units together may stand on: few and short ones.

    In long ones two words stand together by chance.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    if told[-1].tokens[1] - told[0].tokens[0] > settings.told_tokens:
        return ()
    places: list[Passage] = []
    for each in told:
        if (
            each.passage is None
            or each.support < settings.told_support
            or (places and each.passage.document != places[0].document)
            or inputs.answer.lowers[each.tokens[1] - 1] == "?"  # it asserts nothing
        ):
            return ()
        places.append(each.passage)
    sentences = inputs.documents[places[0].document].document.parsed.sentences
    first, last = min(p.sentence for p in places), max(p.sentence for p in places)
    windows = [(first, last)]
    if first == last:
        windows += [(first, last + 1), (first - 1, last)]
    return [
        range(begin, end + 1)
        for begin, end in windows
        if begin >= 0
        and end < len(sentences)
        and end - begin <= REACH
        and sentences[end][1] - sentences[begin][0] <= settings.passage_tokens
    ]


def _about_sources(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether the answer speaks of its sources there: "the passages do not mention X"."""
    answer = inputs.answer
    start, end = answer.starts[tokens[0]], answer.ends[tokens[1] - 1]
    return declines(answer.text[start:end], inputs.language)


def _of_named_rows(inputs: Inputs, matches: Sequence[_Match]) -> Sequence[_Match]:
    """The matches but for those in rows beside one that the answer names."""
    if not any(match.clause.negations for match in matches):
        return matches  # mostly: then the rows agree
    sources = [each.document.source for each in inputs.documents]
    return [
        match
        for match in matches
        if not any(
            row.has(sources.index(match.source), match.clause.start) for row in beside_named(inputs)
        )
    ]


def _in_named_rows(inputs: Inputs, clause: Clause) -> Iterator[_Match]:
    """The clause's matches in the rows that the answer names, for one that has none elsewhere."""
    for place in named_rows(inputs):
        indexed = inputs.documents[place.document]
        parsed = indexed.document.parsed
        first, last = (sentence_of(parsed, t) for t in (place.row.start, place.row.end - 1))
        for sentence in range(first, last + 1):
            for other in indexed.indexes[NAME].clauses[sentence]:
                match = _match(inputs, clause, parsed, other, indexed.document.source)
                if match is not None:
                    yield match


def _said_elsewhere(inputs: Inputs, unit: Unit, clause: Clause, best: float) -> bool:
    """Whether another sentence of the context says what the clause says, the same way round.

    Pages describe several cases ("with a contract ...", "without one ..."): a clause that agrees
    with one of them contradicts none. It must be as alike as the best match (`best`).
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    shared = sharing(inputs.aligned.documents, answer, clause)
    for indexed, counts in zip(inputs.documents, shared, strict=True):
        parsed = indexed.document.parsed
        for sentence, count in counts.items():
            if count < settings.min_shared:
                continue
            for other in indexed.indexes[NAME].clauses[sentence]:
                if not other.asserts or other.conditional != clause.conditional:
                    continue
                match = _match(inputs, clause, parsed, other, indexed.document.source)
                if (
                    match is not None
                    and match.overlap >= best
                    and _of_named_rows(inputs, [match])
                    and _turned(inputs, unit, clause, match) is None
                ):
                    return True
    return False


def _turned(inputs: Inputs, unit: Unit, clause: Clause, match: _Match) -> str | None:
    """What turns the clause round against its match, or None when they agree or it is unclear."""
    if (clause.conditional, clause.asked) != (match.clause.conditional, match.clause.asked):
        return None
    if not clause.conditional and behind_short_question(match.parsed, match.clause.start):
        return None
    answer = inputs.answer
    opposite = opposed(inputs.language, answer, clause, match.parsed, match.clause, unit.tokens)
    if not (opposite or clause.negations or match.clause.negations):
        return None
    sentence = statement(match.parsed, match.clause)
    if opposite:
        # "niet voordat" is "pas nadat", "niet zonder" is "alleen met", "niet toegestaan" "verboden"
        pair = frozenset(opposite.split(" / "))
        unclear = (
            _turns(inputs, answer, unit.tokens, pair, cases=_beside(inputs, unit, clause))
            or _turns(inputs, match.parsed, sentence, pair)
            or _is_charged_later(inputs, clause, match)
            or _ends_then(inputs, clause, match, pair)
            or (
                not pair.isdisjoint(inputs.language.negations)
                and _count_others(inputs, clause, match)
            )
        )
        return None if unclear else opposite
    announces = clause.end == unit.tokens[1] and answer.lowers[clause.end - 1] == ":"
    if clause.negations and leaves_verb_out(answer, clause, inputs.language):
        return None  # "only the owner can; admins can't": what, is said before
    if announces or not (clause.asserts and match.clause.asserts) or _only_names(answer, clause):
        return None
    ours, theirs = same_ones(answer, clause, match.parsed, match.clause)
    denied = {*bearing(inputs.language, answer, clause, match.parsed, match.clause)} - ours
    denies = {*bearing(inputs.language, match.parsed, match.clause, answer, clause)} - theirs
    if len(denied) % 2 == len(denies) % 2:
        return None
    # Where the other side denies or limits something nearby, the negation may only stand elsewhere;
    # but what sets the case does not deny what follows from it.
    if denied:
        others = () if clause.conditional else _cases(_of_page(inputs, match))
        unclear = _turns(inputs, match.parsed, sentence, cases=(*others, tuple(theirs)))
        return None if unclear else "negation"
    cases = () if clause.conditional else _cases(part for part, _ in _compared(inputs, unit))
    # "We can't do that, but your administrator can": two statements
    beside = _beside(inputs, unit, clause)
    unclear = _turns(inputs, answer, unit.tokens, cases=(*cases, *beside, tuple(ours)))
    return None if unclear else "negation"


def _only_names(parsed: ParsedText, clause: Clause) -> bool:
    """Whether a clause before a comma has no verb but that of a relative clause: "For people *who
    live abroad*, ..." says nothing by itself."""
    verbs = [t for t in clause.tokens if parsed.pos[t] in VERBS]
    return parsed.lowers[clause.end - 1] == "," and all(
        tells_which(parsed, t) or tells_which(parsed, parsed.heads[t]) for t in verbs
    )


def _is_charged_later(inputs: Inputs, clause: Clause, match: _Match) -> bool:
    """Whether the answer names a price that the page's sentence has beside what is free: "kept free
    for 14 days; after that it is £2 a day"."""
    language, page = inputs.language, match.parsed
    if language.free.isdisjoint(page.words_at(match.clause.tokens)):
        return False
    start, end = page.sentences[sentence_of(page, match.clause.start)]
    rest = {page.lowers[t] for t in range(start, end) if t not in match.clause.tokens}
    said = {inputs.answer.lowers[t] for t in clause.tokens if inputs.answer.pos[t] == "NUM"}
    return not language.costs.isdisjoint(rest) and not said.isdisjoint(rest)


def _ends_then(inputs: Inputs, clause: Clause, match: _Match, pair: AbstractSet[str]) -> bool:
    """Whether two words that exclude each other, one of them a verb, tell what ends a length of
    time and what lasts as long: "*expires after* 24 hours", "is *valid* for 24 hours"."""
    sides = (inputs.answer, clause), (match.parsed, match.clause)
    if not any(
        parsed.pos[t] == "VERB" and not pair.isdisjoint(parsed.written(t))
        for parsed, part in sides
        for t in part.tokens
    ):
        return False
    after = inputs.language.values["sides"]["after"]
    behind, lengths = [], []
    for parsed, tokens in ((inputs.answer, clause.tokens), (match.parsed, match.clause.tokens)):
        counts = [t for t in tokens if parsed.pos[t] == "NUM" and t + 1 < len(parsed.lowers)]
        lengths.append({(parsed.lowers[t], parsed.lemmas[t + 1]) for t in counts})
        behind.append(any(t and parsed.lowers[t - 1] in after for t in counts))
    return not lengths[0].isdisjoint(lengths[1]) and behind[0] is not behind[1]


def _count_others(inputs: Inputs, clause: Clause, match: _Match) -> bool:
    """Whether both clauses count, and not the same: "always gets exactly one", "never gets two"."""
    answer, page, several = inputs.answer, match.parsed, inputs.language.several
    mine, theirs = (
        {parsed.lowers[t] for t in each.tokens if parsed.pos[t] == "NUM"}
        for parsed, each in ((answer, clause), (page, match.clause))
    )
    more, most = (
        bool(phrases_at(parsed, each.start, each.end, several))
        for parsed, each in ((answer, clause), (page, match.clause))
    )
    return more != most or bool(mine and theirs and mine.isdisjoint(theirs))


def _beside(inputs: Inputs, unit: Unit, clause: Clause) -> Sequence[range]:
    """The tokens of the other statements of a unit, each with a subject of its own: "it is on by
    default, so *you need not turn it on*"; and all before "but" of a clause that has one."""
    answer, subjects = inputs.answer, inputs.language.subject_labels
    reader = inputs.language.address_pronouns

    def has_subject(part: Clause) -> bool:
        return not subjects.isdisjoint(answer.deps[part.start : part.end])

    def states(part: Clause) -> bool:
        # a pipeline may not find the verb of "daar hoef je niets voor te doen"
        addressed = not reader.isdisjoint(answer.lowers[part.start : part.end])
        return addressed or (part.asserts and has_subject(part))

    found = [
        part.tokens
        for part, _ in _compared(inputs, unit)
        if part.start != clause.start and not part.conditional and states(part)
    ]
    if answer.lowers[clause.start] in inputs.language.but and has_subject(clause):
        found.append(range(unit.tokens[0], clause.start))
    return found


def _of_page(inputs: Inputs, match: _Match) -> Sequence[Clause]:
    """The clauses of the sentence that the match stands in."""
    document = next(each for each in inputs.documents if each.document.source == match.source)
    found: Sequence[Clause] = document.indexes[NAME].clauses[
        sentence_of(match.parsed, match.clause.start)
    ]
    return found


def _cases(parts: Iterable[Clause]) -> Sequence[range]:
    """The tokens of the clauses that set a case."""
    return [part.tokens for part in parts if part.conditional]


def _all_turned(
    inputs: Inputs, unit: Unit, clause: Clause, matches: Iterable[_Match]
) -> list[tuple[_Match, str]]:
    """Each match with what turns the clause round against it; none when the clause agrees with one.

    Asked once per row: a sentence is the same one among the answer's own words.
    """
    found: list[tuple[_Match, str]] = []
    for match in matches:
        label = _turned(inputs, unit, clause, match)
        if not label:
            return []  # mostly
        found.append((match, label))
    return found


def _turns(
    inputs: Inputs,
    parsed: ParsedText,
    tokens: tuple[int, int],
    but: frozenset[str] = frozenset(),
    cases: Sequence[Sequence[int]] = (),
) -> bool:
    """Whether something in `tokens` denies or limits, other than the words in `but`, outside of
    `cases`."""
    language = inputs.language
    return any(
        (word in language.negations or word in language.near_negations)
        and word not in but
        and not any(token in case for case in cases)
        and not replies(parsed, token, tokens[1], language)
        for token, word in enumerate(parsed.lowers[slice(*tokens)], start=tokens[0])
    )


def _against_itself(inputs: Inputs, mine: list[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """Pairs of clauses of the answer that say the same words, one of them denied."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    said = [answer.words_at(clause.said) for clause in mine]
    # "Als X aan staat ...; als X niet aan staat ..." are two cases, and items of two lists
    # ("Contains carbon") may be about two things.
    fit = [place for place, clause in enumerate(mine) if not clause.conditional and clause.asserts]
    for number, place in enumerate(fit):
        second = mine[place]
        claimed = answer.words_at(second.content)
        for before in fit[:number]:
            if before < place - settings.look_back or claimed.isdisjoint(said[before]):
                continue
            first = mine[before]
            forth, shared = overlap(inputs.language, answer, second, said[before])
            if forth < settings.min_overlap_inside or shared < settings.min_shared:
                continue
            back, _ = overlap(inputs.language, answer, first, said[place])
            if back < settings.min_overlap_inside:
                continue
            if not all(_has_subject(inputs.language, answer, each) for each in (first, second)):
                continue
            ours = bearing(inputs.language, answer, second, answer, first)
            theirs = bearing(inputs.language, answer, first, answer, second)
            negated = len(ours) % 2 != len(theirs) % 2 and (
                _denies_same(answer, second, answer, first)
                or _denies_same(answer, first, answer, second)
            )
            opposite = opposed(
                inputs.language, answer, second, answer, first, (second.start, second.end)
            )
            if negated != bool(opposite) and not any(
                _about_sources(inputs, answer.sentences[sentence_of(answer, clause.start)])
                for clause in (first, second)
            ):
                yield first, second


def _has_subject(language: LanguagePack, parsed: ParsedText, clause: Clause) -> bool:
    deps = parsed.deps[clause.start : clause.end]
    return clause.asserts and not language.subject_labels.isdisjoint(deps)


def _denies_same(one: ParsedText, clause: Clause, two: ParsedText, other: Clause) -> bool:
    """Whether what a negation of the clause denies is a verb or adjective of the other one.

    "geen" and "no" deny what is said of their noun, if that is its subject or object.
    """
    # "**Deleted** projects" names a page and deletes nothing
    theirs = {two.lemmas[t] for t in other.tokens if two.deps[t] not in DESCRIBING}
    for token in clause.negations:
        head = one.heads[token]
        if one.pos[head] in NOUNS:
            if not one.deps[head].startswith(ARGUMENTS):
                continue
            head = one.heads[head]
        if one.pos[head] in PREDICATES and one.lemmas[head] in theirs:
            return True
    return False


def _yes_no(inputs: Inputs) -> Evidence | bool | None:
    """A contradiction between the answer's "ja"/"nee" and the passage; False when they agree."""
    reply = inputs.reply
    if reply is None or reply.best is None or not (reply.agrees or reply.contradicts):
        return None
    if reply.agrees:
        return False
    answer, best = inputs.answer, reply.best
    document = inputs.documents[best.document].document
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[reply.token], end=answer.ends[reply.token]),
        role="contradicts",
        label="yes / no",
        match=_span(document.source, document.parsed, best.clause),
    )


def _focus(inputs: Inputs, clause: Clause, match: _Match) -> Span:
    """The words that make the difference: the negation or the opposite, else the clause."""
    answer = inputs.answer
    extra = [t for t in clause.negations if not match.clause.negations]
    opposite = opposed(
        inputs.language, answer, clause, match.parsed, match.clause, (clause.start, clause.end)
    )
    if opposite:
        word = opposite.partition(" / ")[0]
        extra = [
            token for token in clause.tokens if word in (answer.lowers[token], answer.lemmas[token])
        ]
    if extra:
        return Span(source=ANSWER, start=answer.starts[extra[0]], end=answer.ends[extra[0]])
    return _span(ANSWER, answer, clause)


def _span(source: str, parsed: ParsedText, clause: Clause) -> Span:
    return Span(source=source, start=parsed.starts[clause.start], end=parsed.ends[clause.end - 1])


def _evidence(span: Span, label: str, match: _Match) -> Evidence:
    return Evidence(
        span=span,
        role="contradicts",
        label=label,
        match=_span(match.source, match.parsed, match.clause),
    )


CONTRADICTION = Feature(
    name=NAME,
    title="clauses that say the opposite of their passage or of each other",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
