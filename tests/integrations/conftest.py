"""One guardrail for all adapters, on the bundled pipelines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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


@dataclass
class Listening:
    """A judge, and the questions that it read."""

    judge: Judge
    questions: list[Any]


@pytest.fixture
def listening(guardrail: Guardrail) -> Listening:
    questions: list[Any] = []
    return Listening(Judge(guardrail, on_held=lambda asked, *_: questions.append(asked)), questions)


@pytest.fixture(scope="session")
def broken(guardrail: Guardrail) -> Judge:
    return Judge(Broken(guardrail.policy))
