"""The evaluator in the real LlamaIndex."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, NO_CONTEXT, REASON, SENT_FROM
from truthscore.integrations.judge import Judge

pytest.importorskip("llama_index.core")

from llama_index.core import Response
from llama_index.core.evaluation import BatchEvalRunner
from llama_index.core.schema import NodeWithScore, TextNode

from truthscore.integrations.llamaindex import TruthEvaluator


def evaluated(judge: Judge, case: dict[str, Any]) -> Any:
    return TruthEvaluator(judge).evaluate(
        query=case["question"], response=case["answer"], contexts=case["context"]
    )


def test_an_allowed_answer_passes(judge: Judge) -> None:
    made = evaluated(judge, ALLOWED)
    assert made.passing is True
    assert made.invalid_result is False
    assert made.score >= SENT_FROM


def test_an_untrue_answer_does_not(judge: Judge) -> None:
    made = evaluated(judge, BLOCKED)
    assert (made.passing, made.score, made.feedback) == (False, 0.0, REASON)


def test_no_context_is_an_invalid_result(judge: Judge) -> None:
    made = evaluated(judge, BARE)
    assert (made.passing, made.score, made.invalid_result) == (False, None, True)
    assert made.invalid_reason == NO_CONTEXT


def test_an_error_does_not_pass(broken: Judge) -> None:
    made = evaluated(broken, ALLOWED)
    assert (made.passing, made.score, made.invalid_result) == (False, None, True)


def test_nothing_at_all_does_not_pass(judge: Judge) -> None:
    assert TruthEvaluator(judge).evaluate().passing is False


def response(case: dict[str, Any]) -> Response:
    nodes = [NodeWithScore(node=TextNode(text=text), score=0.9) for text in case["context"]]
    return Response(response=case["answer"], source_nodes=nodes)


def test_a_response_with_its_nodes(judge: Judge) -> None:
    made = TruthEvaluator(judge).evaluate_response(
        query=BLOCKED["question"], response=response(BLOCKED)
    )
    assert (made.passing, made.feedback) == (False, REASON)


def test_in_the_batch_runner(judge: Judge) -> None:
    runner = BatchEvalRunner({"truth": TruthEvaluator(judge)}, workers=2)
    cases = (ALLOWED, BLOCKED, BARE)
    made = asyncio.run(
        runner.aevaluate_responses(
            queries=[case["question"] for case in cases],
            responses=[response(case) for case in cases],
        )
    )
    assert [each.passing for each in made["truth"]] == [True, False, False]
