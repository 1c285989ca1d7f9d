"""The evaluator function in the real LangSmith, without its service."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.integrations.cases import (
    ALLOWED,
    BARE,
    BLOCKED,
    CHAT,
    NO_CONTEXT,
    READ_AS,
    REASON,
    SENT_FROM,
)
from truthscore.integrations.judge import Judge
from truthscore.integrations.langsmith import truth_evaluator

pytest.importorskip("langsmith")

from langsmith.evaluation import EvaluationResult, run_evaluator
from langsmith.schemas import Example, Run


@pytest.fixture(autouse=True)
def no_tracing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


def evaluated(judge: Judge, inputs: dict[str, Any], outputs: dict[str, Any]) -> EvaluationResult:
    now = datetime.now(UTC)
    run = Run(
        id=uuid.uuid4(), name="bot", start_time=now, run_type="chain", inputs=inputs,
        outputs=outputs, trace_id=uuid.uuid4(),
    )  # fmt: skip
    example = Example(id=uuid.uuid4(), inputs=inputs, outputs={}, dataset_id=uuid.uuid4())
    made = run_evaluator(truth_evaluator(judge)).evaluate_run(run, example)
    assert isinstance(made, EvaluationResult)
    return made


@pytest.mark.parametrize(
    ("case", "value", "reason"),
    [(ALLOWED, "allow", None), (BLOCKED, "block", REASON), (BARE, "review", NO_CONTEXT)],
)
def test_three_answers(judge: Judge, case: dict[str, Any], value: str, reason: str | None) -> None:
    made = evaluated(
        judge,
        {"question": case["question"]},
        {"answer": case["answer"], "context": case["context"]},
    )
    assert (made.key, made.value) == ("truthscore", value)
    assert reason is None or made.comment == reason
    assert made.score == {"allow": made.score, "block": 0.0, "review": None}[value]


def test_other_names_and_places(judge: Judge) -> None:
    made = evaluated(
        judge,
        {"input": ALLOWED["question"], "documents": ALLOWED["context"]},
        {"output": ALLOWED["answer"]},
    )
    assert made.value == "allow"
    assert made.score is not None
    assert made.score >= SENT_FROM


@pytest.mark.parametrize("outputs", [{}, {"answer": None}, {"bot_reply": "Ja."}])
def test_an_answer_that_is_not_there_does_not_pass(judge: Judge, outputs: dict[str, Any]) -> None:
    assert evaluated(judge, {"question": "Hoe?"}, outputs).value == "block"


def test_an_error_is_no_score(broken: Judge) -> None:
    made = evaluated(broken, {"question": "Hoe?"}, {"answer": "Zo.", "context": ["Zo."]})
    assert (made.score, made.value) == (None, "review")


@pytest.mark.parametrize("name", ["messages", "input", "question"])
def test_a_chat(listening: Any, name: str) -> None:
    answer = {"role": "assistant", "content": BLOCKED["answer"]}
    for outputs in (
        {"answer": BLOCKED["answer"]}, {"messages": [answer]}, {"messages": [*CHAT, answer]},
    ):  # fmt: skip
        made = evaluated(listening.judge, {name: CHAT}, outputs | {"context": BLOCKED["context"]})
        assert made.value == "block"
    assert listening.questions == [READ_AS] * 3
