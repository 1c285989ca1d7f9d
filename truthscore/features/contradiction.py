"""Answer contradiction (Table 2): the answer says the opposite of its passage, or of itself.

Each clause of the answer is held against the clause of its passage that says most of the same
words. A negation on one side only, or two words that exclude each other, turn it round; both at
once cancel out. "Ja" and "nee" are held against the passage that answers the question. Names are
held against those in the same place of the passage.
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs, weighed
from truthscore.features.compare.doubt import plain_doubt
from truthscore.features.compare.gate import asserts, pairs_of
from truthscore.features.compare.retracted import RULE
from truthscore.features.compare.table import differences
from truthscore.profile import Contradiction
from truthscore.types import Measurement

NAME = "contradiction"


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw) - doubt; raw = what the contradictions count (`base.weighed`).

    Where answer and context have few sentences (`doubt_units`), a short one (up to `short`
    tokens) that is denied where its passage is not, but resembles it less (from `doubt_overlap`),
    is no finding, only a doubt: it takes off up to `doubt` of the value, by its overlap. None when
    nothing is alike enough to be compared. sure = the statements of the page that are taken back.
    """
    settings = inputs.profile.features.contradiction
    units, aligned = inputs.aligned.units, inputs.aligned
    found = list(differences(inputs, NAME))
    # With so few sentences on either side there is no question which passage is meant.
    sentences = sum(len(document.words) for document in aligned.documents)
    few = max(len(units), sentences) <= settings.doubt_units
    doubts = [plain_doubt(inputs, unit) for unit in units] if few else []
    told = [each for each in doubts if each is not None]
    if not (found or told or _is_comparable(inputs)):
        return Measurement(value=None, note="no clause is close enough to a passage")
    evidence, raw = weighed(inputs, found, one_rule_a_sentence=True)
    value = 1.0 / (1.0 + raw)
    if not evidence:
        value -= settings.doubt * max(told, default=0.0)
    sure = float(sum(each.rule == RULE for each in evidence))
    return Measurement(value=round(max(0.0, value), 6), raw=raw, sure=sure, evidence=evidence)


def _is_comparable(inputs: Inputs) -> bool:
    """Whether a page has a clause that is like one of the answer's, or bears its reply out."""
    reply = inputs.reply
    if reply is not None and reply.best is not None and reply.agrees:
        return True
    return any(
        matches
        for unit in inputs.aligned.units
        if asserts(inputs, unit)
        for _, matches in pairs_of(inputs, unit)
    )


CONTRADICTION = Feature(
    name=NAME,
    title="clauses that say the opposite of their passage or of each other",
    section="4.4.2",
    settings=Contradiction,
    measure=measure,
    needs_alignment=True,
)
