"""Where a clause that is turned round against its match contradicts nothing all the same."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.contradiction.excepted import names_excepted
from truthscore.features.contradiction.excused import (
    denied_elsewhere,
    denied_of_some,
    denies_others,
    done_by_hand,
    done_by_others,
    done_in_time,
    done_without,
    not_so,
)
from truthscore.features.contradiction.matches import Match, clauses_around, pairs_of
from truthscore.features.contradiction.said import agrees
from truthscore.features.contradiction.which_ones import same_ones
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.clauses import Clause
from truthscore.text.opposition import overlap
from truthscore.text.refusal import declines


def excludes_nothing(inputs: Inputs, unit: Unit, clause: Clause, match: Match) -> bool:
    """Whether a denial on one side excludes nothing on the other: by the predicates of both, or
    because it is about others or said elsewhere in other words (`excused`)."""
    sources = [each.document.source for each in inputs.documents]
    document = sources.index(match.source)
    mine, theirs = ((each.start, each.end) for each in (clause, match.clause))
    at = sentence_of(match.parsed, match.clause.start)
    if not inputs.language.denying.guessing.isdisjoint(
        match.parsed.lowers[slice(*match.parsed.sentences[at])]
    ):
        return True  # "perhaps it is not installed"
    if names_excepted(inputs, unit, document, at):
        return True
    restricting, _ = same_ones(inputs.answer, clause, match.parsed, match.clause)
    if len({*clause.negations} - restricting) % 2 and (
        denies_others(inputs, unit, match.parsed, match.clause.start)
        or done_without(inputs, mine)
        or denied_elsewhere(inputs, clause.content, document, at)
    ):
        return True
    page = match.parsed, match.clause
    return (
        done_by_others(inputs, clause, *page)
        or done_in_time(inputs, unit, *page)
        or done_by_hand(inputs, mine, *page)
        or denied_of_some(inputs, *page)
        or not_so(inputs, clause, *page)
        or agrees(inputs, unit, mine, document, theirs)
    )


def of_other_cases(inputs: Inputs, unit: Unit, match: Match) -> bool:
    """Whether both sentences set a case, and not the same one: "If you are the only manager, you
    can approve it" beside "You cannot approve it if you made it". "Such a one" is in a case that
    was told before."""
    settings = inputs.profile.features.contradiction
    page = [each for each in clauses_around(inputs, match) if each.conditional]
    theirs = {word for each in page for word in match.parsed.words_at(each.said)}
    if theirs and not inputs.language.pointing.such.isdisjoint(
        inputs.answer.lowers[slice(*unit.tokens)]
    ):
        return True
    ours = [part for part, _ in pairs_of(inputs, unit) if part.conditional and part.content]

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


def about_sources(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether the answer speaks of its sources there: "the passages do not mention X"."""
    answer = inputs.answer
    start, end = answer.starts[tokens[0]], answer.ends[tokens[1] - 1]
    return declines(answer.text[start:end], inputs.language)
