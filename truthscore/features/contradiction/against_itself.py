"""Two clauses of the answer that say the same words, one of them denied."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.contradiction.denied import denies_same, has_subject
from truthscore.text.alignment import sentence_of
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import is_word
from truthscore.text.opposition import bearing, opposed, overlap


def against_itself(inputs: Inputs, mine: list[Clause]) -> Iterator[tuple[Clause, Clause]]:
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
            if not all(has_subject(inputs.language, answer, each) for each in (first, second)):
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
                denies_same(answer, second, answer, first)
                or denies_same(answer, first, answer, second)
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
