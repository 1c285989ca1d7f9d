"""The policy as settings: where its thresholds come from, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from truthscore import profile
from truthscore.errors import ProfileError
from truthscore.profile import Policy, with_policy

POLICY: Policy = profile.load("grounded").policy
EXTENDS = 'name = "acme"\nextends = "grounded"\n\n'


def loaded(path: Path, text: str) -> profile.Profile:
    file = path / "acme.toml"
    file.write_text(EXTENDS + text, encoding="utf-8")
    return profile.load(str(file))


def test_thresholds_are_those_of_decision_where_a_type_has_none(tmp_path: Path) -> None:
    made = loaded(
        tmp_path,
        "[decision]\nsend_from = 4.5\nblock_below = 2.5\n"
        "[policy.thresholds]\nbinary = { send_from = 4.8, block_below = 3.0 }\n",
    )
    assert made.policy.thresholds["other"] == made.decision
    assert made.policy.thresholds["binary"].send_from == 4.8
    assert set(made.policy.thresholds) == {"other", "binary"}


def test_thresholds_for_others_may_be_given_outright(tmp_path: Path) -> None:
    made = loaded(tmp_path, "[policy.thresholds]\nother = { send_from = 3.0, block_below = 1.5 }\n")
    assert made.policy.thresholds["other"].send_from == 3.0
    assert made.decision.send_from == 4.0


def test_a_policy_changes_no_signature_of_a_score(tmp_path: Path) -> None:
    plain = loaded(tmp_path, "")
    (tmp_path / "other").mkdir()
    lax = loaded(tmp_path / "other", '[policy]\nerror = "allow"\n[serve]\nthreads = 2\n')
    assert plain.digest == lax.digest
    assert plain.policy.digest != lax.policy.digest


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mode": "off"}, "key 'mode' is 'off'"),
        ({"error": "send"}, "key 'error' is 'send'"),
        ({"over_budget": "allow"}, "key 'over_budget' is 'allow'"),  # never, in any words
        ({"not_permitted": "allow"}, "key 'not_permitted' is 'allow'"),
        ({"time_budget_ms": -1.0}, "key 'time_budget_ms' is -1.0"),
        ({"workers": 0}, "key 'workers' is 0"),
        ({"held_for": ("bad",)}, "key 'held_for.0' is 'bad'"),
        ({"hold_for": ()}, "unknown key 'hold_for'; did you mean 'held_for'"),
        ({"not_scored": {"refusals": "allow"}}, "unknown key 'not_scored.refusals'; did you mean"),
        (
            {"thresholds": {"binry": {"send_from": 4.0, "block_below": 2.0}}},
            "did you mean 'binary'",
        ),
        ({"thresholds": {"binary": {"send_from": 2.0, "block_below": 4.0}}}, "must not be above"),
        ({"trimming": {"min_left": 1.5}}, "key 'trimming.min_left' is 1.5"),
        ({"verify_loop": {"pass_mark": 5.0}}, "last_pass_mark must not be above pass_mark"),
        ({"verify_loop": {"iterations": 0}}, "key 'verify_loop.iterations' is 0"),
        ({"citations": {"patterns": ("(",)}}, "does not compile"),
        ({"citations": {"patterns": ("a",)}}, "has no group named numbers or name"),
        ({"citations": {"patterns": ()}}, "key 'citations.patterns'"),
        ({"citations": {"wrong_citation": "allow"}}, "key 'citations.wrong_citation' is 'allow'"),
    ],
)
def test_a_policy_that_cannot_work_says_where(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ProfileError, match=r"^policy: .*") as error:
        with_policy(POLICY, **changes)
    assert message in str(error.value)


def test_a_change_leaves_the_rest() -> None:
    changed = with_policy(POLICY, not_scored={"refusal": "allow"}, workers=4)
    assert changed.not_scored.refusal == "allow"
    assert changed.not_scored.no_context == POLICY.not_scored.no_context
    assert with_policy(changed, not_scored={"refusal": "review"}, workers=2) == POLICY


def test_a_wrong_policy_in_a_profile_names_file_and_key(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"acme\.toml: unknown key 'policy\.mod'.*'mode'"):
        loaded(tmp_path, '[policy]\nmod = "monitor"\n')
