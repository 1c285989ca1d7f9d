"""The metrics in the real RAGAS, without a language model."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, NO_CONTEXT, REASON, SENT_FROM
from truthscore.integrations.judge import Judge

pytest.importorskip("ragas")

from ragas import EvaluationDataset, SingleTurnSample, evaluate

from truthscore.integrations.ragas import TruthMetric, truth_metric


@pytest.fixture(autouse=True)
def no_tracking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAS_DO_NOT_TRACK", "true")


def row(case: dict[str, Any]) -> dict[str, Any]:
    return {
        "user_input": case["question"],
        "response": case["answer"],
        "retrieved_contexts": case["context"],
    }


def test_one_sample_at_a_time(judge: Judge) -> None:
    scores = [
        TruthMetric(judge=judge).single_turn_score(SingleTurnSample(**row(case)))
        for case in (ALLOWED, BLOCKED, BARE)
    ]
    assert scores[0] >= SENT_FROM
    assert scores[1] == 0.0
    assert math.isnan(scores[2])


def test_in_evaluate(judge: Judge) -> None:
    dataset = EvaluationDataset.from_list([row(case) for case in (ALLOWED, BLOCKED, BARE)])
    made = evaluate(dataset, metrics=[TruthMetric(judge=judge)], show_progress=False)
    allowed, blocked, bare = made["truthscore"]
    assert allowed >= SENT_FROM
    assert blocked == 0.0
    assert math.isnan(bare)


def test_the_newer_metric_says_why(judge: Judge) -> None:
    metric = truth_metric(judge)
    allowed, blocked, bare = (metric.score(**row(case)) for case in (ALLOWED, BLOCKED, BARE))
    assert allowed.value >= SENT_FROM
    assert (blocked.value, blocked.reason) == (0.0, REASON)
    assert bare.value is None
    assert bare.reason.endswith(NO_CONTEXT)


def test_an_error_has_no_score(broken: Judge) -> None:
    assert truth_metric(broken).score(**row(ALLOWED)).value is None
    sample = SingleTurnSample(**row(ALLOWED))
    assert math.isnan(TruthMetric(judge=broken).single_turn_score(sample))
