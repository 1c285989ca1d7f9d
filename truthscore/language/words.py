"""The words that turn a statement round or make it another one, by what they are about.

They stand in `opposites.toml`, which says of each list what it is for.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from truthscore.language.declared import listed, of_table
from truthscore.language.kinds import (
    ByWord,
    Phrases,
    Words,
    both_ways,
    by_word,
    opposites,
    rivals,
)


def _people(turns: Mapping[str, Any]) -> Words:
    """The people there are, those among the roles too."""
    return frozenset(turns["people"]) | frozenset(itertools.chain(*turns["roles"]))


def _exceptions(turns: Mapping[str, Any]) -> Words:
    """What says that something is left out, or stands before it."""
    return frozenset(turns["exceptions"]) | frozenset(turns["excluding"])


def _split(phrases: list[str]) -> frozenset[tuple[str, ...]]:
    """Phrases as words."""
    return frozenset(tuple(each.split()) for each in phrases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposing:
    """Words that exclude each other, and where they do not."""

    opposites: ByWord = of_table(opposites)
    opposite_beginnings: tuple[tuple[str, str], ...] = listed(both_ways, key="beginnings")
    particles: Words
    before_same_word: Words
    unaffected: Words
    too: Words
    free: Words
    costs: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Denying:
    """What denies or takes something back beside the negations, and what only seems to."""

    no_negation: tuple[str, ...]
    near_negations: Words
    repeating: Words
    repeated: Words
    limiting: Words
    guessing: Words
    either: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """Words that set a condition or a case, lift it or leave one out."""

    conditions_strong: Phrases
    conditions_weak: Words
    condition_words: Words
    times: Words
    lasting: Words
    concessions: Phrases
    case_verbs: Words
    whoever: Words
    exceptions: Words = of_table(_exceptions)
    leaving_out: Phrases
    otherwise: Words
    depending: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseWords:
    """Words that open a clause, join two, or say no more than what depends on them."""

    infinitive_marks: Words
    likening: Words
    conjunctions: Words
    but: Words
    explaining: Words
    relative: Words
    whether: Words
    asking: Words
    verifying: Words
    verified: Words
    there: Words
    copulas: Words
    says_only_that: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Persons:
    """People, roles, and who speaks."""

    people: Words = of_table(_people)
    roles: ByWord = listed(rivals)
    in_role: Words
    others: Words
    nobody: Words
    speakers: Words
    addressed: Words
    first_person: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Of how many something is said."""

    quantities: Mapping[str, str] = listed(by_word)
    everyone: Words
    always: Words
    whichever: Words
    rest: Words
    ones: Words
    more_than: frozenset[tuple[str, ...]] = listed(_split)
    occasions: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What comes first, and what behind it; words behind which the earlier or the later of two
    events stands; verbs of what was so, words that help a verb of what was done, of whose it is,
    and by which who speaks tells what they did (`did`); phrases of what will be."""

    first: Words
    next: Words
    behind_earlier: Words
    behind_later: Words
    past: Words
    done: Words
    whose: Words
    did: Words
    formerly: Phrases
    planned: Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """Yes and no, also in the cell of a table.

    `agreeing`: words of a sentence that says "yes" and no more; `asks_if_true`: those by which a
    question asks whether something is so.
    """

    yes: Words
    no: Words
    agreeing: Words
    asks_if_true: Words
    cell_yes: Words
    cell_no: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Switched:
    """What is off, and how that is changed."""

    is_off: Words
    switches: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointing:
    """Words that point to what is said before, or to another page."""

    pronouns: Mapping[str, str]
    done_to: Words
    announcing: Words
    that: Words
    demonstratives: Words
