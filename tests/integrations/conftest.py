"""One guardrail for all adapters, on the bundled pipelines."""

from __future__ import annotations

import pytest

from tests.integrations.cases import Broken
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import Judge
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer


@pytest.fixture(scope="session")
def guardrail(grounded: TruthScorer) -> Guardrail:
    # without the clock, which on a machine with other work decides for itself
    return Guardrail(grounded, with_policy(grounded.profile.policy, time_budget_ms=0.0))


@pytest.fixture(scope="session")
def judge(guardrail: Guardrail) -> Judge:
    return Judge(guardrail)


@pytest.fixture(scope="session")
def broken(guardrail: Guardrail) -> Judge:
    return Judge(Broken(guardrail.policy))
