"""The evaluator in the real Phoenix evals."""

from __future__ import annotations

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

pytest.importorskip("phoenix.evals")

import pandas as pd
from phoenix.evals import bind_evaluator, evaluate_dataframe

from truthscore.integrations.phoenix import truth_evaluator


def row(case: dict[str, Any], **more: Any) -> dict[str, Any]:
    context = "\n\n".join(case["context"])
    return {"input": case["question"], "output": case["answer"], "context": context, **more}


def test_three_answers(judge: Judge) -> None:
    evaluator = truth_evaluator(judge)
    made = [evaluator.evaluate(row(case))[0] for case in (ALLOWED, BLOCKED, BARE)]
    assert [each.label for each in made] == ["allow", "block", "review"]
    assert made[0].score >= SENT_FROM
    assert made[1].score == 0.0
    assert "Salarisrun" in made[1].explanation
    assert (made[2].score, made[2].explanation) == (None, NO_CONTEXT)
    assert {(each.name, each.kind, each.direction) for each in made} == {
        ("truthscore", "code", "maximize")
    }


def test_a_list_of_documents(judge: Judge) -> None:
    [made] = truth_evaluator(judge).evaluate(row(BLOCKED) | {"context": BLOCKED["context"]})
    assert made.explanation == REASON


def test_a_data_frame(judge: Judge) -> None:
    frame = pd.DataFrame([row(case) for case in (ALLOWED, BLOCKED, BARE)])
    made = evaluate_dataframe(dataframe=frame, evaluators=[truth_evaluator(judge)])
    labels = [each["label"] for each in made["truthscore_score"]]
    assert labels == ["allow", "block", "review"]


def test_other_column_names(judge: Judge) -> None:
    evaluator = bind_evaluator(
        evaluator=truth_evaluator(judge),
        input_mapping={"input": "question", "output": "answer", "context": "context"},
    )
    [made] = evaluator.evaluate(dict(ALLOWED))
    assert made.label == "allow"


def test_an_error_has_no_score(broken: Judge) -> None:
    [made] = truth_evaluator(broken).evaluate(row(ALLOWED))
    assert (made.score, made.label) == (None, "review")


def test_a_chat_as_the_input(listening: Any) -> None:
    [made] = truth_evaluator(listening.judge).evaluate(row({**BLOCKED, "question": CHAT}))
    assert (made.label, listening.questions) == ("block", [READ_AS])
