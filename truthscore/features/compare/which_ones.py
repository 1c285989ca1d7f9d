"""Negations that only tell which ones are meant, or in what case: "shipments *that are not
invoiced*" are some shipments, and nothing is denied; so is "without a password"."""

from __future__ import annotations

from truthscore.text.clauses import Clause
from truthscore.text.model import ParsedText

#: Label of the verb of a clause that tells which ones are meant.
_RELATIVE = ("acl:relcl", "relcl")
#: Label of a preposition: "*without* a password".
LEADING = "case"


def tells_which(parsed: ParsedText, verb: int) -> bool:
    """Whether a verb is that of a relative clause, or joined to it."""
    while parsed.deps[verb] == "conj" and parsed.heads[verb] != verb:
        verb = parsed.heads[verb]
    return parsed.deps[verb] in _RELATIVE


def same_ones(
    one: ParsedText, clause: Clause, two: ParsedText, other: Clause
) -> tuple[frozenset[int], frozenset[int]]:
    """The negations of two clauses with which both tell of the same ones, or of the same case:
    "that are not invoiced", "without a password" here and there. They turn neither round."""
    mine, theirs = _restricting(one, clause), _restricting(two, other)
    shared = mine.keys() & theirs.keys()
    return (
        frozenset(mine[verb] for verb in shared),
        frozenset(theirs[verb] for verb in shared),
    )


def _restricting(parsed: ParsedText, clause: Clause) -> dict[str, int]:
    """The negations of a clause that stand in a relative one, by the lemma of its verb, and those
    that lead a noun, by its lemma."""
    found = {}
    for token in clause.negations:
        head = parsed.heads[token]
        if head not in clause.tokens:
            continue
        if tells_which(parsed, head) or parsed.deps[token] == LEADING:
            found[parsed.lemmas[head]] = token
    return found
