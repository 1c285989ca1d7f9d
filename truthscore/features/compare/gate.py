"""The gate: the clauses of a passage that are so alike to one of the answer that both are about the
same thing, and the sentences beside a passage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from truthscore.features.base import Inputs
from truthscore.features.compare.named_row import beside_named
from truthscore.text import retraction
from truthscore.text.alignment import REACH, Passage, Unit, sentence_of, weight
from truthscore.text.clauses import Clause
from truthscore.text.model import ParsedText
from truthscore.text.opposition import opposed, overlap, turned_at_start
from truthscore.text.refusal import declines
from truthscore.text.retraction import Retraction, retractions
from truthscore.types import ANSWER, Evidence, Span


@dataclass(frozen=True, slots=True)
class Match:
    """A passage clause, how much of the answer clause's weight it has, and where it stands.

    `back` is the reverse: how much of the passage clause's weight the answer clause has.
    """

    overlap: float
    back: float
    shared: int
    clause: Clause
    parsed: ParsedText
    source: str


#: How far sums of the same weights in another order may be apart.
ROUNDING = 1e-9


def states(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit says something that a page can deny, and does not take it back.

    A question that asks asserts nothing, nor does "it depends on whether it is paid", nor what says
    that the sources tell nothing of it.
    """
    return asserts(inputs, unit) and retraction_of(inputs, unit) is None


def asserts(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit says something that a page can deny, or takes that back."""
    answer, language = inputs.answer, inputs.language
    start, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
    return inputs.once(
        ("asserts", start, end),  # asked for each slot, and of its own words
        lambda: (
            retraction.states(answer, unit.tokens, language)
            and not declines(answer.text[start:end], language)
            and language.cases.depending.isdisjoint(answer.lemmas[slice(*unit.tokens)])
            and language.denying.guessing.isdisjoint(answer.lowers[slice(*unit.tokens)])
        ),
    )


def on_passage(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit stands on a passage and does more than announce what follows it."""
    return unit.passage is not None and inputs.answer.lowers[unit.tokens[1] - 1] != ":"


def close(inputs: Inputs, unit: Unit) -> bool:
    """Whether a unit stands on a passage that has most of what it says."""
    least = inputs.profile.features.off_context.min_support
    return on_passage(inputs, unit) and unit.support >= least


def retraction_of(inputs: Inputs, unit: Unit) -> Retraction | None:
    """What takes a unit back: "It is a myth that ..." (see text/retraction)."""
    answer = inputs.answer
    found = inputs.once(
        ("retractions", answer.text),
        lambda: {answer.starts[r.sentence[0]]: r for r in retractions(answer, inputs.language)},
    )
    return found.get(inputs.answer.starts[unit.tokens[0]])


def around(inputs: Inputs, passage: Passage) -> range:
    """The sentences of a page that are a passage or stand beside it."""
    last = len(inputs.aligned.documents[passage.document].words) - 1
    return range(max(0, passage.sentence - REACH), min(last, passage.sentence + REACH) + 1)


def pairs_of(inputs: Inputs, unit: Unit) -> Sequence[tuple[Clause, Sequence[Match]]]:
    """The clauses of a unit, each with the clauses of its passage that are alike.

    Looked up once per row: a sentence is the same one among the answer's own words.
    """
    answer, start = inputs.answer, unit.tokens[0]

    def compare() -> tuple[int, Sequence[tuple[Clause, Sequence[Match]]]]:
        return start, [
            (part, list(_matches(inputs, unit, part))) for part in inputs.frame(unit).clauses
        ]

    said = answer.starts[start], answer.ends[unit.tokens[1] - 1]
    before, found = inputs.once(("pairs", *said), compare)
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


def _matches(inputs: Inputs, unit: Unit, clause: Clause) -> Iterator[Match]:
    if unit.passage is None:
        return
    indexed = inputs.documents[unit.passage.document]
    parsed = indexed.document.parsed
    for sentence in around(inputs, unit.passage):
        if parsed.lowers[parsed.sentences[sentence][1] - 1] == "?":
            continue  # a question asserts nothing
        words = inputs.aligned.documents[unit.passage.document].words[sentence]
        if not _may_overlap(inputs, clause, words):
            continue
        for other in indexed.frames.sentences[sentence].clauses:
            match = matching(inputs, clause, parsed, other, indexed.document.source)
            if match is not None:
                yield match


def _may_overlap(inputs: Inputs, clause: Clause, words: AbstractSet[str]) -> bool:
    """Whether a clause of a sentence with `words` may have enough of the clause to be like it.

    Most sentences have not, and to look at each of their clauses takes longer.
    """
    settings = inputs.profile.features.contradiction
    answer, opposed = inputs.answer, inputs.language.opposing.opposites
    beginnings = inputs.language.opposing.opposite_beginnings
    both = lacking = 0.0
    for token in clause.content:
        lemma, lower = answer.lemmas[token], answer.lowers[token]
        if lemma in words or lower in words:
            both += weight(lower, inputs.language.code)
        elif (
            lemma not in opposed
            and lower not in opposed
            and words.isdisjoint(turned_at_start(lower, beginnings))
        ):  # else it may be left out
            lacking += weight(lower, inputs.language.code)
    return both > 0.0 and both >= (settings.min_overlap - ROUNDING) * (both + lacking)


def matching(
    inputs: Inputs, clause: Clause, parsed: ParsedText, other: Clause, source: str
) -> Match | None:
    """The clause's match, if both say so much of the same that they can contradict each other.

    One shared word will do when there is no other ("U kunt meerdere codes hebben").
    """
    settings = inputs.profile.features.contradiction
    forth, shared = overlap(inputs.language, inputs.answer, clause, parsed.words_at(other.said))
    if forth < settings.min_overlap:
        return None  # most
    back, _ = overlap(inputs.language, parsed, other, inputs.answer.words_at(clause.said))
    enough = shared >= settings.min_shared or min(forth, back) >= 1.0
    if back < settings.min_back or not enough:
        return None
    return Match(forth, back, shared, other, parsed, source)


def of_named_rows(inputs: Inputs, matches: Sequence[Match]) -> Sequence[Match]:
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


def clauses_around(inputs: Inputs, match: Match) -> Sequence[Clause]:
    """The clauses of the sentence that the match stands in."""
    document = next(each for each in inputs.documents if each.document.source == match.source)
    sentence = sentence_of(match.parsed, match.clause.start)
    return document.frames.sentences[sentence].clauses


def focus(inputs: Inputs, clause: Clause, match: Match) -> Span:
    """The words that make the difference: the negation or the opposite, else the clause."""
    answer = inputs.answer
    extra = [t for t in clause.negations if not match.clause.negations]
    opposite = opposed(
        inputs.language, answer, clause, match.parsed, match.clause, (clause.start, clause.end)
    )
    if opposite:
        word = opposite[0]
        extra = [
            token for token in clause.tokens if word in (answer.lowers[token], answer.lemmas[token])
        ]
    if extra:
        return Span(source=ANSWER, start=answer.starts[extra[0]], end=answer.ends[extra[0]])
    return span_of(ANSWER, answer, clause)


def span_of(source: str, parsed: ParsedText, clause: Clause) -> Span:
    """Where a clause stands."""
    return Span(source=source, start=parsed.starts[clause.start], end=parsed.ends[clause.end - 1])


def evidence_of(span: Span, label: str, match: Match, rule: str) -> Evidence:
    """The contradiction of a place of the answer with a match."""
    return Evidence(
        span=span,
        role="contradicts",
        label=label,
        match=span_of(match.source, match.parsed, match.clause),
        rule=rule,
    )
