"""The guardrail in the real LiteLLM: its own translation layer, and its proxy with a fake model."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, NO_CONTEXT, REASON
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import Judge

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it would fetch a list of prices
pytest.importorskip("litellm")

from litellm.exceptions import GuardrailRaisedException

from truthscore.integrations.litellm import TruthGuardrail


def request(case: dict[str, Any]) -> dict[str, Any]:
    messages = [{"role": "user", "content": case["question"]}]
    messages += [{"role": "tool", "content": text} for text in case["context"]]
    return {"messages": messages, "metadata": {}}


def applied(judge: Judge, case: dict[str, Any], asked: dict[str, Any], **more: Any) -> Any:
    guardrail = TruthGuardrail(judge, guardrail_name="truthscore", event_hook="post_call")
    return asyncio.run(
        guardrail.apply_guardrail(
            inputs={"texts": [case["answer"]]},
            request_data=asked,
            input_type=more.get("input_type", "response"),
        )
    )


def test_an_allowed_answer_passes(judge: Judge) -> None:
    assert applied(judge, ALLOWED, request(ALLOWED)) == {"texts": [ALLOWED["answer"]]}


@pytest.mark.parametrize(("case", "reason"), [(BLOCKED, REASON), (BARE, NO_CONTEXT)])
def test_a_held_answer_is_refused(judge: Judge, case: dict[str, Any], reason: str) -> None:
    with pytest.raises(GuardrailRaisedException) as raised:
        applied(judge, case, request(case))
    assert raised.value.message == reason
    assert raised.value.status_code == 400
    assert raised.value.blocked_content


def test_a_question_that_asks_on_is_read_with_the_one_before(guardrail: Guardrail) -> None:
    questions: list[str] = []
    judge = Judge(guardrail, on_held=lambda question, *_: questions.append(question))
    asked = request(BLOCKED)
    asked["messages"] += [
        {"role": "assistant", "content": BLOCKED["answer"]},
        {"role": "user", "content": "En voor een dag?"},
    ]
    with pytest.raises(GuardrailRaisedException):
        applied(judge, BLOCKED, asked)
    assert questions == [f"{BLOCKED['question']}\nEn voor een dag?"]


def test_an_error_is_refused(broken: Judge) -> None:
    with pytest.raises(GuardrailRaisedException) as raised:
        applied(broken, ALLOWED, request(ALLOWED))
    assert not raised.value.blocked_content


@pytest.mark.parametrize("where", ["metadata", "litellm_metadata"])
def test_documents_in_the_metadata(judge: Judge, where: str) -> None:
    asked = {**request(BARE), where: {"truthscore_context": ALLOWED["context"]}}
    assert applied(judge, ALLOWED, asked)
    nested = {where: {"requester_metadata": {"truthscore_context": ALLOWED["context"]}}}
    assert applied(judge, ALLOWED, {**request(BARE), **nested})


def test_questions_are_not_judged(judge: Judge) -> None:
    assert applied(judge, BLOCKED, request(BARE), input_type="request")


CONFIG = """
model_list:
{models}
guardrails:
  - guardrail_name: truthscore
    litellm_params:
      guardrail: truthscore.integrations.litellm.TruthGuardrail
      mode: post_call
      default_on: true
"""
MODEL = """  - model_name: {name}
    litellm_params: {{model: openai/fake, api_key: none, mock_response: {answer}}}
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The proxy in this process, as a configuration file makes it; its models say their answer."""
    pytest.importorskip("litellm.proxy.proxy_server")
    from fastapi.testclient import TestClient
    from litellm.proxy import proxy_server

    folder: Path = tmp_path_factory.mktemp("proxy")
    models = "".join(
        MODEL.format(name=name, answer=json.dumps(case["answer"]))
        for name, case in (("honest", ALLOWED), ("inventive", BLOCKED))
    )
    (folder / "config.yaml").write_text(CONFIG.format(models=models), encoding="utf-8")
    asyncio.run(proxy_server.initialize(config=str(folder / "config.yaml")))
    return TestClient(proxy_server.app, raise_server_exceptions=False)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("model", "case", "reason"),
    [("honest", ALLOWED, None), ("inventive", BLOCKED, REASON), ("honest", BARE, NO_CONTEXT)],
)
def test_through_the_proxy(
    client: Any, model: str, case: dict[str, Any], reason: str | None, stream: bool
) -> None:
    messages = request(case)["messages"]
    for number, each in enumerate(messages[1:]):
        each["tool_call_id"] = f"call{number}"
    made = client.post(
        "/v1/chat/completions", json={"model": model, "messages": messages, "stream": stream}
    )
    if not stream:
        told = made.json()
        if reason is None:
            assert told["choices"][0]["message"]["content"] == case["answer"]
        else:
            assert made.status_code == 400, told
            assert reason in told["error"]["message"]
            assert case["answer"] not in made.text
        return
    said = ""
    for line in made.text.splitlines():
        if line.startswith("data: {"):
            for choice in json.loads(line[6:]).get("choices", []):
                said += choice["delta"].get("content") or ""
    assert said == (case["answer"] if reason is None else "")
