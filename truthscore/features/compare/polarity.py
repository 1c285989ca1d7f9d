"""What turns a clause round against its match: a negation on one side only, or two words that
exclude each other; and where that is unclear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from truthscore.features.base import Inputs
from truthscore.features.compare.gate import (
    Match,
    clauses_around,
    evidence_of,
    focus,
    of_named_rows,
    pairs_of,
)
from truthscore.features.compare.which_ones import same_ones, tells_which
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause, statement
from truthscore.text.model import VERBS, ParsedText
from truthscore.text.negations import replies
from truthscore.text.opposition import bearing, opposed, overlap
from truthscore.types import Evidence


def turned(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """The clauses of a unit that are turned round against their passage."""
    settings = inputs.profile.features.contradiction
    for clause, matches in pairs_of(inputs, unit):
        if not matches:
            continue
        matches = of_named_rows(inputs, matches)
        best = max((match.overlap for match in matches), default=0.0)
        near = [match for match in matches if match.overlap >= best - settings.tie]
        found = inputs.once(
            ("turned", inputs.answer.starts[clause.start], inputs.answer.ends[unit.tokens[1] - 1]),
            partial(all_turned, inputs, unit, clause, near),
        )
        if not found:
            continue
        match, label = min(found, key=lambda each: -each[0].overlap)
        if label == "negation" and of_other_cases(inputs, unit, match):
            continue
        rule = "denied" if label == "negation" else "opposite"
        yield evidence_of(focus(inputs, clause, match), label, match, rule)


def turned_round(inputs: Inputs, unit: Unit, clause: Clause, match: Match) -> str | None:
    """What turns the clause round against its match, or None when they agree or it is unclear."""
    if (clause.conditional, clause.asked) != (match.clause.conditional, match.clause.asked):
        return None
    answer = inputs.answer
    opposite = opposed(inputs.language, answer, clause, match.parsed, match.clause, unit.tokens)
    if not (opposite or clause.negations or match.clause.negations):
        return None
    sentence = statement(match.parsed, match.clause)
    if opposite:
        # "niet voordat" is "pas nadat", "niet zonder" is "alleen met", "niet toegestaan" "verboden"
        pair = frozenset(opposite)
        unclear = _turns(
            inputs, answer, unit.tokens, pair, cases=_beside(inputs, unit, clause)
        ) or _turns(inputs, match.parsed, sentence, pair)
        return None if unclear else " / ".join(opposite)
    announces = clause.end == unit.tokens[1] and answer.lowers[clause.end - 1] == ":"
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
        others = () if clause.conditional else _cases(clauses_around(inputs, match))
        unclear = _turns(inputs, match.parsed, sentence, cases=(*others, tuple(theirs)))
        return None if unclear else "negation"
    cases = () if clause.conditional else _cases(part for part, _ in pairs_of(inputs, unit))
    # "We can't do that, but your administrator can": two statements
    beside = _beside(inputs, unit, clause)
    unclear = _turns(inputs, answer, unit.tokens, cases=(*cases, *beside, tuple(ours)))
    return None if unclear else "negation"


def all_turned(
    inputs: Inputs, unit: Unit, clause: Clause, matches: Iterable[Match]
) -> list[tuple[Match, str]]:
    """Each match with what turns the clause round against it; none when the clause agrees with one.

    Asked once per row: a sentence is the same one among the answer's own words.
    """
    found: list[tuple[Match, str]] = []
    for match in matches:
        label = turned_round(inputs, unit, clause, match)
        if not label:
            return []  # mostly
        found.append((match, label))
    return found


def _only_names(parsed: ParsedText, clause: Clause) -> bool:
    """Whether a clause before a comma has no verb but that of a relative clause: "For people *who
    live abroad*, ..." says nothing by itself."""
    verbs = [t for t in clause.tokens if parsed.pos[t] in VERBS]
    return parsed.lowers[clause.end - 1] == "," and all(
        tells_which(parsed, t) or tells_which(parsed, parsed.heads[t]) for t in verbs
    )


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
        for part, _ in pairs_of(inputs, unit)
        if part.start != clause.start and not part.conditional and states(part)
    ]
    if answer.lowers[clause.start] in inputs.language.clause.but and has_subject(clause):
        found.append(range(unit.tokens[0], clause.start))
    return found


def _cases(parts: Iterable[Clause]) -> Sequence[range]:
    """The tokens of the clauses that set a case."""
    return [part.tokens for part in parts if part.conditional]


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
        (word in language.negations or word in language.denying.near_negations)
        and word not in but
        and not any(token in case for case in cases)
        and not replies(parsed, token, tokens[1], language)
        for token, word in enumerate(parsed.lowers[slice(*tokens)], start=tokens[0])
    )


def of_other_cases(inputs: Inputs, unit: Unit, match: Match) -> bool:
    """Whether both sentences set a case, and not the same one: "If you are the only manager, you
    can approve it" beside "You cannot approve it if you made it"."""
    settings = inputs.profile.features.contradiction
    page = [each for each in clauses_around(inputs, match) if each.conditional]
    theirs = {word for each in page for word in match.parsed.words_at(each.said)}
    ours = [part for part, _ in pairs_of(inputs, unit) if part.conditional and part.content]
    return bool(ours and theirs) and all(
        overlap(inputs.language, inputs.answer, part, theirs)[0] < settings.min_back
        for part in ours
    )
