"""What one clause has of another, and what in it turns the other round.

Clauses are compared by the weight of their words. A negation that bears on a shared word, or a word
that excludes one of the other's ("inschakelen" / "uitschakelen"), makes them opposites.
"""

from __future__ import annotations

import functools
from collections.abc import Set as AbstractSet

from truthscore.language import LanguagePack
from truthscore.text.alignment import weight
from truthscore.text.clauses import Clause
from truthscore.text.model import ParsedText

#: Parts of speech of what stands behind a preposition.
PHRASES = frozenset({"DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ"})
#: Labels of nouns that only tell how or of what: "with no contract".
ASIDE = ("obl", "nmod", "pobj")
#: Labels of "no" and "without" before such a noun.
_LEADING = ("det", "case")
#: How far before a noun the preposition stands that leads it: "with an individual refund".
LED = 3
#: Letters behind such a beginning, at least: "uit" is of no "in".
SHORTEST_REST = 4
#: Words of which it is kept: more than a help centre has.
KEPT = 50_000
#: How far before a word the verb stands that it goes with: "is standaard aan", "kost u dan niets".
BESIDE = 5


def overlap(
    language: LanguagePack, one: ParsedText, clause: Clause, theirs: AbstractSet[str]
) -> tuple[float, int]:
    """Share of the clause's weight that the words of another have, opposites left out; and how many
    words they share."""
    rivals, code = language.opposing.opposites, language.code
    lemmas, lowers = one.lemmas, one.lowers
    total = both = 0.0
    shared = 0
    # What a pronoun stands for need not be said again: it only counts where it is.
    named = [t for t in clause.meant if lemmas[t] in theirs or lowers[t] in theirs]
    for token in (*clause.content, *named):
        lemma, lower = lemmas[token], lowers[token]
        value = weight(lower, code)
        if lemma in theirs or lower in theirs:
            both += value
            shared += 1
        elif (lemma in rivals or lower in rivals) and not theirs.isdisjoint(
            rivals.get(lemma, ()) + rivals.get(lower, ())
        ):
            continue  # the word in question must not count against the match
        elif not theirs.isdisjoint(turned_at_start(lower, language.opposing.opposite_beginnings)):
            continue
        total += value
    return (both / total if total else 0.0), shared


def bearing(
    language: LanguagePack,
    one: ParsedText,
    clause: Clause,
    two: ParsedText,
    other: Clause,
    also: AbstractSet[str] = frozenset(),
) -> list[int]:
    """The negations of a clause that bear on words the other clause shares, or that are in `also`.

    A negation bears on the content words next to it: "kan *niet* worden **gewijzigd**", "**opent**
    *niet*"; "pay with *no* **contract**" denies nothing that is said of paying.
    """
    if not clause.negations:
        return []
    shared = two.words_at(other.said) | also
    found = []
    for token in clause.negations:
        before = [t for t in clause.content if t < token][-1:]
        if before and not language.clause_words.isdisjoint(one.lowers[before[0] : token]):
            before = []  # "is verplicht en kan niet uit": another thing is denied
        noun = one.heads[token]
        if one.deps[token] in _LEADING and one.deps[noun].startswith(ASIDE):
            before = []
        # "can no *longer* be changed": the adverb only says since when
        after = [t for t in clause.content if t > token and one.pos[t] != "ADV"][:2]
        if token != clause.start or one.pos[after[0] if after else token] != "VERB":
            after = after[:1]  # else "Never send details": it bears on more than its verb
        if any(
            not language.opposing.unaffected.isdisjoint(one.words_at((t,)))
            and shared.isdisjoint(one.words_at((t,)))
            for t in after[:1]
        ):
            continue  # "is not affected by the battery": it "works at any battery level"
        near = before + after
        denied = one.words_at(range(max(clause.start, token - BESIDE), min(clause.end, token + 2)))
        if (
            not shared.isdisjoint(language.opposing.free)
            and denied.isdisjoint(language.opposing.free)
            and not language.opposing.costs.isdisjoint(denied)
        ):
            continue  # "cancelling costs nothing": it is free
        if any(one.pos[t] == "VERB" and _is_led(two, other, one.lemmas[t]) for t in after):
            continue
        if any(_is_too_much(language, two, other, one.lemmas[t]) for t in after):
            continue  # "may not be larger": it "is too large"
        if any(one.lemmas[t] in shared or one.lowers[t] in shared for t in near):
            found.append(token)
    return found


def _is_too_much(language: LanguagePack, parsed: ParsedText, clause: Clause, lemma: str) -> bool:
    """Whether a clause says that something is too much so: "too *large*"."""
    return any(
        parsed.lemmas[t] == lemma and parsed.lowers[t - 1] in language.opposing.too
        for t in clause.said
        if t > clause.start
    )


def _is_led(parsed: ParsedText, clause: Clause, lemma: str) -> bool:
    """Whether a clause has a word only as a noun behind a preposition: "with an individual
    *refund* the fee is kept" tells of a refund, and not that something is refunded."""
    places = [t for t in clause.said if parsed.lemmas[t] == lemma]
    return bool(places) and all(
        parsed.pos[t] == "NOUN" and "ADP" in parsed.pos[max(clause.start, t - LED) : t]
        for t in places
    )


def opposed(
    language: LanguagePack,
    one: ParsedText,
    clause: Clause,
    two: ParsedText,
    other: Clause,
    around: tuple[int, int],
) -> tuple[str, str] | None:
    """A word of one clause and its opposite, which the other has; None where there is no such word.

    `around`: the tokens of `one` among which the rival must not stand either.
    """
    rivals = [
        (token, word, rival)
        for token in clause.tokens
        for word in (one.lowers[token], one.lemmas[token])
        for rival in (
            *language.opposing.opposites.get(word, ()),
            *turned_at_start(word, language.opposing.opposite_beginnings),
        )
    ]
    if not rivals:
        return None  # most words have no opposite
    ours = one.words_at(range(*around))
    theirs = _places(two, other)
    for token, word, rival in rivals:
        if rival not in theirs or rival in ours:
            continue
        place = theirs[rival]
        if rival in language.negations and place not in bearing(language, two, other, one, clause):
            continue  # "a higher one may *well*", "may be higher, but *not* lower"
        if word in theirs and not (
            # "a higher score means a *higher* risk", where the page says "a lower risk"
            _same_next(one, token, two, place) and not _same_next(one, token, two, theirs[word])
        ):
            continue
        if word in language.opposing.particles and not (
            _is_particle(one, token) and _is_particle(two, place)
        ):
            continue
        if word in language.opposing.before_same_word and not _same_next(one, token, two, place):
            continue
        return word, rival
    return None


@functools.lru_cache(maxsize=KEPT)
def turned_at_start(word: str, beginnings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """What a word becomes with the opposite of its beginning: "linkerknop", "rechterknop"."""
    return tuple(
        other + word[len(one) :]
        for one, other in beginnings
        if word.startswith(one) and len(word) - len(one) >= SHORTEST_REST
    )


def _places(parsed: ParsedText, clause: Clause) -> dict[str, int]:
    places: dict[str, int] = {}
    for token in clause.tokens:
        places.setdefault(parsed.lowers[token], token)
        places.setdefault(parsed.lemmas[token], token)
    return places


def _is_particle(parsed: ParsedText, token: int) -> bool:
    """Whether "aan" or "off" belongs to a verb or says how something is: "is off by default"."""
    if not parsed.deps[token]:  # a question is not parsed: "Staat X aan?", "Is X on by default?"
        after = parsed.pos[token + 1 : token + 2]
        return PHRASES.isdisjoint(after)
    if parsed.deps[token].startswith(("compound:prt", "prt", "advmod")):
        return True
    if parsed.pos[token + 1 : token + 2] in (("ADP",), ("PUNCT",)):
        return True  # "on for groups and *off* for others"
    head = parsed.heads[token]
    if parsed.deps[token] != "case" or head > token:  # else it stands behind: "is standaard aan"
        head = token
    return any(
        parsed.heads[t] == head and parsed.deps[t] == "cop"
        for t in range(max(0, token - BESIDE), token)
    )


def _same_next(one: ParsedText, token: int, two: ParsedText, place: int) -> bool:
    """Whether the next content words are the same ("voor de boeking" / "na de boeking")."""
    return bool(_next_words(one, token) & _next_words(two, place))


def _next_words(parsed: ParsedText, token: int) -> set[str]:
    ahead = range(token + 1, min(token + 4, len(parsed.lowers)))
    return {parsed.lemmas[t] for t in ahead if not parsed.stops[t] and parsed.pos[t] != "PUNCT"}
