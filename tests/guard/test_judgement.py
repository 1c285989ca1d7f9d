"""From a verdict to an action, by hand-made verdicts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore import profile
from truthscore.features import FEATURES
from truthscore.guard.decision import CAUSES, NOT_SCORED
from truthscore.guard.judgement import FINDINGS, findings, judge
from truthscore.profile import Policy, with_policy
from truthscore.types import ANSWER, Detection, Evidence, Measurement, Role, Span, Verdict

POLICY: Policy = profile.load("grounded").policy


def evidence(role: Role, start: int = 0) -> Evidence:
    return Evidence(span=Span(source=ANSWER, start=start, end=start + 3), role=role, label="abc")


def verdict(score: float | None, **features: Measurement) -> Verdict:
    fine = {"hal": Measurement(value=1.0), "rouge_l": Measurement(value=1.0)}
    return Verdict(
        id="", status="scored", score=score, features={**fine, **features},
        detection=Detection(type="binary"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("score", "action"),
    [(5.0, "allow"), (4.0, "allow"), (3.999999, "review"), (2.0, "review"), (1.999999, "block"),
     (1.0, "block")],
)  # fmt: skip
def test_the_thresholds(score: float, action: str) -> None:
    assert judge(verdict(score), POLICY).action == action


@pytest.mark.parametrize("reason", NOT_SCORED)
def test_every_reason_for_not_scoring_has_its_own_setting(reason: str) -> None:
    given_ = Verdict(id="", status="not_scored", reason=reason)
    for action in ("allow", "review", "block"):
        judged = judge(given_, with_policy(POLICY, not_scored={reason: action}))
        assert (judged.action, judged.cause) == (action, reason)


def test_nothing_that_is_not_scored_is_allowed_by_the_profiles_that_ship() -> None:
    for name in profile.names():
        policy = profile.load(name).policy
        actions = policy.not_scored.model_dump()
        assert actions.pop("small_talk") == "allow"  # it claims nothing, so nothing is untrue
        assert "allow" not in actions.values()
        assert policy.error != "allow"
        assert policy.mode == "enforce"


@pytest.mark.parametrize("role", ["missing", "contradicts"])
def test_a_finding_holds_a_high_score(role: Role) -> None:
    held = verdict(4.9, numbers=Measurement(value=0.5, evidence=(evidence(role),)))
    assert (judge(held, POLICY).action, judge(held, POLICY).cause) == ("review", "number")
    assert judge(held, with_policy(POLICY, held_for=())).action == "allow"


def test_a_finding_of_a_feature_nobody_knows_holds_too() -> None:
    held = verdict(4.9, new_feature=Measurement(value=0.9, evidence=(evidence("contradicts"),)))
    assert (judge(held, POLICY).action, judge(held, POLICY).cause) == ("review", "finding")


def test_word_pairs_that_are_not_found_hold_nothing() -> None:
    fine = verdict(4.5, hal=Measurement(value=0.8, evidence=(evidence("unsupported"),)))
    assert judge(fine, POLICY).action == "allow"


def test_too_little_evidence_is_not_allowed() -> None:
    little = Verdict(id="", status="scored", score=5.0, features={"hal": Measurement(value=1.0)})
    assert (judge(little, POLICY).action, judge(little, POLICY).cause) == (
        "review", "little_evidence",
    )  # fmt: skip
    assert judge(little, with_policy(POLICY, min_features=1)).action == "allow"


def test_the_worst_finding_names_the_cause() -> None:
    both = verdict(
        1.0,
        statements=Measurement(value=0.1, evidence=(evidence("unsupported", 9),)),
        components_defined=Measurement(value=0.0, raw=1.0, evidence=(evidence("missing"),)),
    )
    assert judge(both, POLICY).cause == "missing_component"
    assert [found.cause for found in findings(both)] == ["missing_component", "unsupported"]


def test_findings_name_features_that_exist() -> None:
    names = {feature.name for feature in FEATURES}
    assert {feature for _, feature, _ in FINDINGS} <= names
    assert {cause for cause, _, _ in FINDINGS} <= set(CAUSES)


@given(
    status=st.sampled_from(["scored", "not_scored", "error", "", "allow"]),
    reason=st.one_of(st.none(), st.text(max_size=8), st.sampled_from(NOT_SCORED)),
    score=st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True)),
)
def test_only_a_scored_answer_at_or_above_the_threshold_is_allowed(
    status: str, reason: str | None, score: float | None
) -> None:
    made = verdict(score)
    judged = judge(
        Verdict(
            id="",
            status=status,
            reason=reason,
            score=score,
            features=made.features,  # type: ignore[arg-type]
        ),
        POLICY,
    )
    good = status == "scored" and score is not None and 4.0 <= score <= 5.0
    nothing_said = status == "not_scored" and reason == "small_talk"
    assert (judged.action == "allow") == (good or nothing_said)
    assert judged.cause in CAUSES
