"""The metric in the real DeepEval, which asks no language model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, NO_CONTEXT, REASON, SENT_FROM
from truthscore.integrations.judge import Judge

deepeval = pytest.importorskip("deepeval")

from deepeval.test_case import LLMTestCase, RetrievedContextData  # noqa: E402

from truthscore.integrations.deepeval import TruthMetric  # noqa: E402


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DeepEval writes into the working folder and tells its makers unless it is asked not to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")


def test_case(case: dict[str, Any]) -> LLMTestCase:
    return LLMTestCase(
        input=case["question"], actual_output=case["answer"], retrieval_context=case["context"]
    )


test_case.__test__ = False  # type: ignore[attr-defined]


def test_an_allowed_answer_succeeds(judge: Judge) -> None:
    metric = TruthMetric(judge)
    assert metric.measure(test_case(ALLOWED)) >= SENT_FROM
    assert metric.is_successful()
    assert metric.__name__ == "truthscore"


@pytest.mark.parametrize(("case", "reason"), [(BLOCKED, REASON), (BARE, NO_CONTEXT)])
def test_a_held_answer_does_not(judge: Judge, case: dict[str, Any], reason: str) -> None:
    metric = TruthMetric(judge)
    assert asyncio.run(metric.a_measure(test_case(case))) == 0.0
    assert not metric.is_successful()
    assert metric.reason == reason


def test_an_error_fails(broken: Judge) -> None:
    metric = TruthMetric(broken)
    assert metric.measure(test_case(ALLOWED)) == 0.0
    assert not metric.is_successful()


def test_documents_with_a_source(judge: Judge) -> None:
    metric = TruthMetric(judge)
    context = [RetrievedContextData(context=text, source="kb") for text in ALLOWED["context"]]
    metric.measure(test_case({**ALLOWED, "context": context}))
    assert metric.is_successful()


def test_in_evaluate(judge: Judge) -> None:
    from deepeval import assert_test, evaluate

    made = evaluate([test_case(case) for case in (ALLOWED, BLOCKED, BARE)], [TruthMetric(judge)])
    found = {each.actual_output: [] for each in made.test_results}
    for each in made.test_results:
        found[each.actual_output].append(each.success)
    assert found[BLOCKED["answer"]] == [False]
    assert sorted(found[ALLOWED["answer"]]) == [False, True]  # with and without context
    with pytest.raises(AssertionError, match="truthscore"):
        assert_test(test_case(BLOCKED), [TruthMetric(judge)])
