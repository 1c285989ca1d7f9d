"""Relative clauses: "shipments *that are not invoiced*" are some shipments; nothing is denied."""

from __future__ import annotations

from truthscore.text.clauses import Clause
from truthscore.text.model import ParsedText

#: Label of the verb of a clause that tells which ones are meant.
_RELATIVE = ("acl:relcl", "relcl")


def tells_which(parsed: ParsedText, verb: int) -> bool:
    """Whether a verb is that of a relative clause, or joined to it."""
    while parsed.deps[verb] == "conj" and parsed.heads[verb] != verb:
        verb = parsed.heads[verb]
    return parsed.deps[verb] in _RELATIVE


def same_ones(
    one: ParsedText, clause: Clause, two: ParsedText, other: Clause
) -> tuple[frozenset[int], frozenset[int]]:
    """The negations of two clauses with which both tell of the same ones: "that are not invoiced"
    here and there. They turn neither round."""
    mine, theirs = _restricting(one, clause), _restricting(two, other)
    shared = mine.keys() & theirs.keys()
    return (
        frozenset(mine[verb] for verb in shared),
        frozenset(theirs[verb] for verb in shared),
    )


def _restricting(parsed: ParsedText, clause: Clause) -> dict[str, int]:
    """The negations of a clause that stand in a relative one, by the lemma of its verb."""
    found = {}
    for token in clause.negations:
        head = parsed.heads[token]
        if head in clause.tokens and tells_which(parsed, head):
            found[parsed.lemmas[head]] = token
    return found
