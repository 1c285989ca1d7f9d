"""From a verdict to an action: the policy's thresholds, and what is never let through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.guard.decision import NOT_SCORED
from truthscore.profile import OTHER_TYPES, Policy
from truthscore.rules import HINTS, REPLY
from truthscore.stars import HIGHEST, LOWEST, UNSEEN
from truthscore.types import ANSWER, REFUSAL, Action, Evidence, Role, StatementKind, Verdict

#: Which evidence names the cause, worst first: cause, feature, roles.
FINDINGS: tuple[tuple[str, str, tuple[Role, ...]], ...] = (
    ("missing_component", "components_defined", ("missing",)),
    ("record", "records", ("contradicts",)),
    ("error_code", "error_codes", ("contradicts", "missing", "unsupported")),
    ("number", "numbers", ("contradicts", "missing", "unsupported")),
    ("contradiction", "contradiction", ("contradicts",)),
    ("off_context", "off_context", ("contradicts",)),
    ("swapped_label", "swapped_labels", ("contradicts",)),
    ("step_order", "guide_fidelity", ("contradicts",)),
    ("citation", "citations", ("missing", "contradicts", "unsupported")),
    ("unsupported", "statements", ("unsupported",)),
)

#: Roles of evidence that condemn a sentence.
BAD: frozenset[Role] = frozenset({"missing", "contradicts", "unsupported"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """An action, its cause, and the evidence that names it."""

    action: Action
    cause: str
    evidence: tuple[Evidence, ...] = ()


def judge(verdict: Verdict, policy: Policy) -> Judgement:
    """What `policy` does with `verdict`. Whatever it does not know, it does not allow."""
    if verdict.status == "not_scored":
        cause = verdict.reason if verdict.reason in NOT_SCORED else "other"
        return Judgement(action=getattr(policy.not_scored, cause or "other"), cause=cause)
    if verdict.override == REFUSAL:  # its stars say what people think of it, not what is true
        return Judgement(action=policy.not_scored.refusal, cause=REFUSAL)
    score = verdict.score
    if verdict.status != "scored" or score is None or not LOWEST <= score <= HIGHEST:
        return Judgement(action=policy.error, cause="error")
    thresholds = policy.thresholds[OTHER_TYPES]
    if verdict.detection is not None:
        thresholds = policy.thresholds.get(verdict.detection.type, thresholds)
    if score < thresholds.block_below:
        return _low("block", verdict)
    if score < thresholds.send_from:
        return _low("review", verdict)
    for role in policy.held_for:
        held = tuple(each for each in _evidence(verdict) if each.role == role)
        if held:
            found = _finding(verdict, policy.held_for)
            return found or Judgement(action="review", cause="finding", evidence=held)
    if sum(found.value is not None for found in verdict.features.values()) < policy.min_features:
        return Judgement(action="review", cause="little_evidence")
    return Judgement(action="allow", cause="supported")


def findings(verdict: Verdict) -> Iterator[Judgement]:
    """Everything found against an answer, the worst first: one per place in the answer."""
    for cause, feature, roles in FINDINGS:
        measured = verdict.features.get(feature)
        for each in measured.evidence if measured is not None else ():
            if each.role in roles:
                yield Judgement(action="review", cause=cause, evidence=(each,))


def _low(action: Action, verdict: Verdict) -> Judgement:
    found = _finding(verdict)
    if verdict.override == UNSEEN:
        return Judgement(action=action, cause=UNSEEN)
    if found is None:
        untold = tuple(_untold(verdict, ("not_found",)))
        if untold:
            cause = "unheard" if untold[0].rule == REPLY else "unsupported"
            return Judgement(action=action, cause=cause, evidence=untold[:1])
        weak = tuple(_untold(verdict, ("contradicted", "supported"))) or tuple(_unsaid(verdict))
        return Judgement(action=action, cause="low_score", evidence=weak[:1])
    return Judgement(action=action, cause=found.cause, evidence=found.evidence)


def _unsaid(verdict: Verdict) -> Iterator[Evidence]:
    """What no page says in these words, where an answer is judged as a whole."""
    for found in verdict.features.values():
        for each in found.evidence:
            if each.role == "unsupported" and each.span.source == ANSWER:
                yield each


def _untold(verdict: Verdict, kinds: tuple[StatementKind, ...]) -> Iterator[Evidence]:
    """The statements of these kinds, those of the fewest stars first."""
    found = [each for each in verdict.statements if each.verdict in kinds]
    for each in sorted(found, key=lambda each: each.stars or HIGHEST):
        yield Evidence(
            span=each.span,
            role="unsupported",
            label=each.verdict,
            match=each.passage,
            rule=REPLY if REPLY in each.rules else "sentence.unsupported",
        )


def _finding(verdict: Verdict, only: tuple[Role, ...] = ()) -> Judgement | None:
    """The worst finding in the verdict's evidence (of the roles in `only`, if given)."""
    for cause, feature, roles in FINDINGS:
        measured = verdict.features.get(feature)
        if measured is None:
            continue
        mine = tuple(
            each
            for each in measured.evidence
            if each.role in roles and (not only or each.role in only)
        )
        if mine:
            return Judgement(action="review", cause=cause, evidence=mine)
    return None


def _evidence(verdict: Verdict) -> Iterator[Evidence]:
    """What may hold an answer back: all evidence but hints."""
    for found in verdict.features.values():
        for each in found.evidence:
            if each.rule not in HINTS:
                yield each


def tells(seen: Verdict, everything: Verdict, features: Sequence[str]) -> bool:
    """Whether something in the answer stands only in documents that were left out of `seen`.

    `seen` is the verdict with the documents the user may see, `everything` the one with all. What
    the first finds fault with and the second does not stands only in the others.
    """
    return bool(_faults(seen, features) - _faults(everything, features))


def _faults(verdict: Verdict, features: Sequence[str]) -> set[tuple[str, int, int]]:
    return {
        (name, each.span.start, each.span.end)
        for name in features
        if name in verdict.features
        for each in verdict.features[name].evidence
        if each.role in BAD and each.span.source == ANSWER
    }
