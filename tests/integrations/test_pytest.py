"""The assertion, in this very pytest and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, NO_CONTEXT, REASON
from truthscore.integrations.judge import Judge
from truthscore.integrations.pytest import assert_truthful

MODULE = """
from truthscore.integrations.pytest import assert_truthful
from tests.integrations.cases import ALLOWED, BLOCKED

def test_true():
    assert_truthful(**ALLOWED)

def test_untrue():
    assert_truthful(**BLOCKED)
"""


def test_an_allowed_answer_comes_back_decided(judge: Judge) -> None:
    assert assert_truthful(**ALLOWED, judge=judge).cause == "supported"


def test_an_untrue_answer_fails_with_its_reasons(judge: Judge) -> None:
    with pytest.raises(AssertionError) as failed:
        assert_truthful(**BLOCKED, judge=judge)
    assert str(failed.value).splitlines()[0] == (
        "not truthful (block: missing_component; stars: 1.0)"
    )
    assert f"  - {REASON}" in str(failed.value)


def test_no_context_fails(judge: Judge) -> None:
    with pytest.raises(AssertionError, match=NO_CONTEXT):
        assert_truthful(**BARE, judge=judge)


def test_an_error_fails(broken: Judge) -> None:
    with pytest.raises(AssertionError, match="review: error"):
        assert_truthful(**ALLOWED, judge=broken)


def test_more_stars_than_the_policy_asks(judge: Judge) -> None:
    stars = assert_truthful(**ALLOWED, judge=judge).verdict.score
    assert stars is not None
    assert_truthful(**ALLOWED, judge=judge, min_stars=stars)
    if stars < 5.0:
        with pytest.raises(AssertionError, match="at least 5 wanted"):
            assert_truthful(**ALLOWED, judge=judge, min_stars=5.0)


def test_in_a_pytest_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "test_chatbot.py").write_text(MODULE)
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull,
            str(tmp_path),
        ],
        capture_output=True, text=True, check=False, cwd=root, timeout=300,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert "1 failed, 1 passed" in done.stdout
    assert REASON in done.stdout
    assert "judge.py" not in done.stdout, "the trace ends at the test"
