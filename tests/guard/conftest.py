"""A guardrail with the profile `grounded` and the bundled pipelines, shared by these tests."""

from __future__ import annotations

import pytest

from truthscore.guard.guardrail import Guardrail
from truthscore.scorer import TruthScorer


@pytest.fixture(scope="session")
def guardrail(grounded: TruthScorer) -> Guardrail:
    return Guardrail(grounded)
