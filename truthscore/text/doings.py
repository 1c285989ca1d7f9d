"""Who does what: "managers can view the bin but not restore", "not even by support"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.alignment import is_claim
from truthscore.text.antecedents import antecedent, stands_in, verbs_of
from truthscore.text.clauses import Clause, clauses, limits
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people

#: Parts of speech between a preposition and its noun: "by *the* support", "als *de* beheerder".
_INSIDE = frozenset({"DET", "PRON", "ADJ", "NUM", "NOUN", "PROPN"})
#: Labels of a noun that is not the one who does it.
_NO_DOER = frozenset({"obj", "dobj", "iobj", "nsubj:pass", "nsubjpass", "nmod", "nmod:poss"})


@dataclass(frozen=True, slots=True)
class Doing:
    """What people do, or not: the token of their noun, its lemma, the lemmas of the verbs, whether
    that is `denied`, and the words that tell what it is done to; `narrowed`: those of them behind a
    preposition of its own ("cannot do that *on behalf of a colleague*")."""

    token: int
    role: str
    verbs: frozenset[str]
    denied: bool
    about: frozenset[str]
    narrowed: frozenset[str]


def doings(
    parsed: ParsedText, sentence: int, language: LanguagePack, *, anyhow: bool = False
) -> Iterator[Doing]:
    """What a sentence says that people do, where it sets no limit and no case; `anyhow`: also
    where it does."""
    start, end = parsed.sentences[sentence]
    if not any(names_people(parsed, t, language) for t in range(start, end)):
        return  # most
    parts = clauses(parsed, start, end, language)
    cases = [each for each in parts if each.conditional and not _names_role(parsed, each, language)]
    if not anyhow and (cases or limits(parsed, start, end, language)):
        return  # "Managers can, once an admin allows it"
    for clause in parts:
        if clause in cases:
            continue
        for token in clause.tokens:
            if names_people(parsed, token, language) and _acts(parsed, token, language):
                yield from _does(parsed, sentence, clause, token, language)


def _names_role(parsed: ParsedText, clause: Clause, language: LanguagePack) -> bool:
    """Whether a clause opens with a role and not with a case: "Als beheerder koppelt u ...", not
    "Als beheerders koppelen"."""
    noun = clause.start + 1
    return (
        parsed.lowers[clause.start] in language.in_role
        and noun < clause.end
        and names_people(parsed, noun, language)
        and parsed.lowers[noun] == parsed.lemmas[noun]
    )


def _acts(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether people do something there: "by support", "as a manager", or as the subject."""
    before = _before(parsed, token)
    if before >= 0 and parsed.lowers[before] in language.done_by | language.in_role:
        return True
    if before >= 0 and parsed.pos[before] == "ADP":
        return False
    return parsed.deps[token] not in _NO_DOER


def _is_done_by(parsed: ParsedText, verb: int, doer: int, language: LanguagePack) -> bool:
    """Whether it is those people who do it: not "support helps you *reset* it"."""
    if parsed.deps[doer] not in language.subject_labels:
        return True  # "by support", "as a manager"
    while parsed.heads[doer] != verb:
        if parsed.deps[verb] != "conj" or parsed.heads[verb] == verb:
            return False
        verb = parsed.heads[verb]  # "can view and restore"
    return True


def _before(parsed: ParsedText, token: int) -> int:
    """The token before a noun and the words of its phrase."""
    before = token - 1
    while before >= 0 and parsed.pos[before] in _INSIDE:
        before -= 1
    return before


def _does(
    parsed: ParsedText, sentence: int, clause: Clause, token: int, language: LanguagePack
) -> Iterator[Doing]:
    borders = [t for t in clause.tokens if parsed.lowers[t] in language.but and t > clause.start]
    parts = list(itertools.pairwise([clause.start, *borders, clause.end]))
    own = next(number for number, part in enumerate(parts) if token < part[1])
    # "cannot be undone, not by staff": whatever the verb says
    before = _before(parsed, token)
    left_out = not language.negations.isdisjoint(parsed.lowers[max(0, before - 1) : before + 1])
    told = []
    for number, part in enumerate(parts[own:], own):
        no = sum(part[0] <= t < part[1] for t in clause.negations) % 2 == 1
        if number > own and language.negations.isdisjoint(parsed.lowers[part[0] + 1 : part[0] + 2]):
            break  # others do that: "but support can"
        if number > own and parsed.pos[part[0] + 2 : part[0] + 3] == ("ADP",):
            return  # "print, but not in colour"
        verbs = [
            verb
            for verb in verbs_of(parsed, range(*part), language)
            if number > own or _is_done_by(parsed, verb, token, language)
        ]
        if number > own and not verbs:  # "view but not restore", whatever the pipeline calls it
            verbs = [t for t in range(*part) if is_claim(parsed, t, language)][:1]
        told += [(parsed.lemmas[verb], no or left_out) for verb in verbs]
    said = [*clause.said]
    if not told and stands_in(parsed, range(*parts[own]), language):
        no = sum(parts[own][0] <= t < parts[own][1] for t in clause.negations) % 2 == 1
        meant: Sequence[int] = range(clause.start, parts[own][0])
        if not verbs_of(parsed, meant, language):
            other = antecedent(parsed, sentence, clause.start, language)
            meant = other.said if other is not None else ()
        told = [(parsed.lemmas[verb], no) for verb in verbs_of(parsed, meant, language)]
        said += meant
    nouns = [t for t in said if t != token and parsed.pos[t] in NOUNS]
    behind = [
        t for t in nouns if t in range(*parts[own]) and parsed.pos[_before(parsed, t)] == "ADP"
    ]
    nouns = [t for t in nouns if is_claim(parsed, t, language)]
    about, narrowed = parsed.words_at(nouns), parsed.words_at(behind)
    for denied in (False, True):
        done = frozenset(verb for verb, no in told if no == denied)
        if done:
            yield Doing(
                token, parsed.lemmas[token], done, denied, frozenset(about), frozenset(narrowed)
            )
