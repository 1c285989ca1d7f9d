"""A guardrail with the profile `grounded` and the bundled pipelines, shared by these tests."""

from __future__ import annotations

import pytest

from truthscore.guard.guardrail import Guardrail
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer


@pytest.fixture(scope="session")
def guardrail(grounded: TruthScorer) -> Guardrail:
    # without the clock, which on a machine with other work decides for itself
    return Guardrail(grounded, with_policy(grounded.profile.policy, time_budget_ms=0.0))
