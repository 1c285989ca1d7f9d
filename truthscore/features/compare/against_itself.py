"""Two clauses of the answer that say the same words, one of them denied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truthscore.features.base import Inputs
from truthscore.features.compare.gate import pairs_of, span_of, states
from truthscore.language import LanguagePack
from truthscore.text.alignment import sentence_of
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import NOUNS, ParsedText, is_word
from truthscore.text.opposition import bearing, opposed, overlap
from truthscore.types import ANSWER, Evidence

#: Parts of speech of what is said of a subject.
PREDICATES = frozenset({"VERB", "ADJ"})
#: Labels of nouns that a verb needs.
ARGUMENTS = ("nsubj", "obj")
#: What leads a noun or belongs to it says nothing of it by itself.
DESCRIBING = frozenset({"amod", "compound", "nmod:poss"})


def against_itself(inputs: Inputs) -> Iterator[Evidence]:
    """The clauses of the answer that deny an earlier one of its own."""
    settings = inputs.profile.features.contradiction
    mine = [
        part
        for unit in inputs.aligned.units
        if states(inputs, unit)
        for part, _ in pairs_of(inputs, unit)
        if len(part.content) >= settings.min_shared
    ]
    for first, second in _denying(inputs, mine):
        span, match = (span_of(ANSWER, inputs.answer, each) for each in (second, first))
        yield Evidence(span=span, role="contradicts", label="itself", match=match, rule="itself")


def _denying(inputs: Inputs, mine: Sequence[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """Pairs of clauses of the answer that say the same words in the same case, one of them
    denied."""
    settings = inputs.profile.features.contradiction
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
            opposite = opposed(
                inputs.language, answer, second, answer, first, (second.start, second.end)
            )
            # "not without" is "with": a word that has its opposite there is no negation as well
            pair = frozenset(opposite or ())
            ours, theirs = (
                [
                    token
                    for token in bearing(inputs.language, answer, *sides)
                    if pair.isdisjoint(answer.words_at((token,)))
                ]
                for sides in ((second, answer, first), (first, answer, second))
            )
            negated = len(ours) % 2 != len(theirs) % 2 and (
                _denies_same(answer, second, answer, first)
                or _denies_same(answer, first, answer, second)
            )
            if negated == bool(opposite):
                continue
            one, two = (
                answer.sentences[sentence_of(answer, each.start)] for each in (first, second)
            )
            if _cases(inputs, one) != _cases(inputs, two):
                continue  # "If it is up, ...; if it is down, ..."
            yield first, second


def _cases(inputs: Inputs, sentence: tuple[int, int]) -> list[set[str]]:
    """The words of each case that a sentence of the answer sets."""
    answer = inputs.answer
    return [
        {answer.lemmas[token] for token in part.tokens if is_word(answer.lowers[token])}
        for part in clauses(answer, *sentence, inputs.language)
        if part.conditional
    ]


def _has_subject(language: LanguagePack, parsed: ParsedText, clause: Clause) -> bool:
    """Whether a clause says of something that it is so."""
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
