"""The rail in the real NeMo Guardrails, without a language model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, CHAT, HELD, READ_AS, REASON
from truthscore.integrations.judge import Judge

pytest.importorskip("nemoguardrails")

from nemoguardrails import LLMRails, RailsConfig

from truthscore.integrations.nemo import COLANG, COLANG_2, register, truthscore_check

YAML = "models: []\nrails:\n  output:\n    flows: [truthscore check output]\n"


def rails(judge: Judge) -> Any:
    made = LLMRails(RailsConfig.from_content(yaml_content=YAML, colang_content=COLANG))
    register(made, judge)
    return made


def checked(judge: Judge, case: dict[str, Any]) -> Any:
    context = "\n\n".join(case["context"])
    messages = [{"role": "context", "content": {"relevant_chunks": context}}] if context else []
    messages += [
        {"role": "user", "content": case["question"]},
        {"role": "assistant", "content": case["answer"]},
    ]
    return rails(judge).check(messages=messages)


def test_an_allowed_answer_passes(judge: Judge) -> None:
    result = checked(judge, ALLOWED)
    assert result.status.value == "passed"
    assert result.content == ALLOWED["answer"]


@pytest.mark.parametrize("case", [BLOCKED, BARE])
def test_a_held_answer_is_replaced(judge: Judge, case: dict[str, Any]) -> None:
    result = checked(judge, case)
    assert result.status.value == "blocked"
    assert result.rail == "truthscore check output"
    assert result.content == HELD


def test_an_error_blocks(broken: Judge) -> None:
    result = checked(broken, ALLOWED)
    assert result.status.value == "blocked"
    assert ALLOWED["answer"] not in result.content


def test_the_outcome_says_why(judge: Judge) -> None:
    context = {
        "user_message": BLOCKED["question"],
        "bot_message": BLOCKED["answer"],
        "relevant_chunks": "not looked at",
        "relevant_chunks_sep": BLOCKED["context"],
    }
    outcome = asyncio.run(truthscore_check(judge)(context=context))
    assert outcome.is_blocked
    assert outcome.reason == REASON
    assert outcome.metadata["cause"] == "missing_component"


#: A bot that says what the context tells it, in Colang 2.
BOT_2 = """
import core
import guardrails

flow main
  activate answering

@active
flow answering
  global $case_answer
  user said something
  bot say $case_answer

flow output rails $output_text
  truthscore check output
"""


@pytest.mark.parametrize(
    ("case", "told"), [(ALLOWED, ALLOWED["answer"]), (BLOCKED, HELD), (BARE, HELD)]
)
def test_colang_2(judge: Judge, case: dict[str, Any], told: str) -> None:
    config = RailsConfig.from_content(
        yaml_content='colang_version: "2.x"\nmodels: []\n', colang_content=BOT_2 + COLANG_2
    )
    made = LLMRails(config)
    register(made, judge)
    known = {"relevant_chunks": "\n\n".join(case["context"]), "case_answer": case["answer"]}
    messages = [
        {"role": "context", "content": known},
        {"role": "user", "content": case["question"]},
    ]
    assert made.generate(messages=messages)["content"] == told


def test_a_question_that_asks_on_is_read_with_the_one_before(listening: Any) -> None:
    context = {"role": "context", "content": {"relevant_chunks": "\n\n".join(BLOCKED["context"])}}
    answer = {"role": "assistant", "content": BLOCKED["answer"]}
    result = rails(listening.judge).check(messages=[context, *CHAT, answer])
    assert result.content == HELD
    assert listening.questions == [READ_AS]
