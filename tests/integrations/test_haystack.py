"""The components in a real Haystack pipeline."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.integrations.cases import (
    ALLOWED,
    BARE,
    BLOCKED,
    CHAT,
    HELD,
    NO_CONTEXT,
    READ_AS,
    REASON,
    SENT_FROM,
)  # fmt: skip
from truthscore.integrations.judge import Judge

pytest.importorskip("haystack")

from haystack import Document, Pipeline
from haystack.components.builders import ChatPromptBuilder
from haystack.dataclasses import ChatMessage, ToolCall
from haystack.evaluation import EvaluationRunResult

from truthscore.integrations.haystack import TruthEvaluator, TruthGuard

CASES = (ALLOWED, BLOCKED, BARE)
INPUTS = {
    "questions": [case["question"] for case in CASES],
    "contexts": [case["context"] for case in CASES],
    "predicted_answers": [case["answer"] for case in CASES],
}


def test_three_answers_in_a_pipeline(judge: Judge) -> None:
    pipeline = Pipeline()
    pipeline.add_component("truth", TruthEvaluator(judge))
    made = pipeline.run({"truth": INPUTS})["truth"]
    true, untrue, bare = made["individual_scores"]
    assert true >= SENT_FROM
    assert untrue == 0.0
    assert math.isnan(bare)
    assert made["score"] == true / 2
    assert [each["passed"] for each in made["results"]] == [True, False, False]
    assert [each["status"] for each in made["results"]] == ["scored", "scored", "not_scored"]
    assert [each["reason"] for each in made["results"][1:]] == [REASON, NO_CONTEXT]
    report = EvaluationRunResult("run", inputs=dict(INPUTS), results={"truth": made})
    assert report.aggregated_report(output_format="json")["score"] == [true / 2]


def test_lists_of_unequal_length_are_refused(judge: Judge) -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        TruthEvaluator(judge).run(questions=["Hoe?"], contexts=[], predicted_answers=["Zo."])


def test_an_error_has_no_score(broken: Judge) -> None:
    made = TruthEvaluator(broken).run(**{key: value[:1] for key, value in INPUTS.items()})
    assert math.isnan(made["score"])
    assert made["results"][0]["passed"] is False


@pytest.mark.parametrize(
    ("case", "told"), [(ALLOWED, ALLOWED["answer"]), (BLOCKED, HELD), (BARE, HELD)]
)
@pytest.mark.parametrize("chat", [True, False])
def test_the_guard_in_a_pipeline(judge: Judge, case: dict[str, Any], told: str, chat: bool) -> None:
    pipeline = Pipeline()
    pipeline.add_component("truth", TruthGuard(judge))
    reply = ChatMessage.from_assistant(case["answer"]) if chat else case["answer"]
    documents = [Document(content=text) for text in case["context"]]
    made = pipeline.run(
        {"truth": {"query": case["question"], "replies": [reply], "documents": documents}}
    )["truth"]
    [shown] = made["replies"]
    assert (shown.text if chat else shown) == told
    assert made["decisions"][0]["action"] in ("allow", "block", "review")


def test_the_guard_holds_after_an_error(broken: Judge) -> None:
    made = TruthGuard(broken).run(query="Hoe?", replies=[ALLOWED["answer"]], documents=[])
    assert made["replies"] == [HELD]


def test_pipelines_can_be_written(judge: Judge) -> None:
    pipeline = Pipeline()
    pipeline.add_component("truth", TruthGuard("grounded"))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["truthscore.integrations.haystack"])
    assert again.get_component("truth").judge == "grounded"
    with pytest.raises(ValueError, match="cannot be written"):
        TruthGuard(judge).to_dict()


def test_a_chat_in_a_pipeline(listening: Any) -> None:
    """As `ChatPromptBuilder` gives it, with what a tool brought."""
    call = ToolCall(tool_name="search", arguments={})
    brought = [ChatMessage.from_tool(text, origin=call) for text in BLOCKED["context"]]
    said = [ChatMessage.from_dict(each) for each in CHAT]
    pipeline = Pipeline()
    pipeline.add_component("prompt", ChatPromptBuilder(template=[*said, *brought]))
    pipeline.add_component("truth", TruthGuard(listening.judge))
    pipeline.connect("prompt.prompt", "truth.query")
    reply = ChatMessage.from_assistant(BLOCKED["answer"])
    made = pipeline.run({"truth": {"replies": [reply]}})["truth"]
    assert made["replies"][0].text == HELD
    assert made["decisions"][0]["cause"] == "missing_component"
    assert listening.questions == [READ_AS]


def test_chats_in_the_evaluator(listening: Any) -> None:
    said = [ChatMessage.from_dict(each) for each in CHAT]
    made = TruthEvaluator(listening.judge).run(
        questions=[said], contexts=[BLOCKED["context"]], predicted_answers=[BLOCKED["answer"]]
    )
    assert (made["score"], listening.questions) == (0.0, [READ_AS])
