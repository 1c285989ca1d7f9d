"""The validator in the real Guardrails AI."""

from __future__ import annotations

from typing import Any

import pytest

from tests.guard.cases import WRONG_NUMBER
from tests.integrations.cases import ALLOWED, BARE, BLOCKED, CHAT, HELD, NO_CONTEXT, READ_AS, REASON
from truthscore.integrations.judge import Judge

pytest.importorskip("guardrails.validator_base")

from guardrails import Guard, OnFailAction
from guardrails.errors import ValidationError
from guardrails.settings import settings

from truthscore.integrations.guardrails import Truth


@pytest.fixture(autouse=True)
def tell_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guardrails AI would send traces of its own to its makers."""
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    monkeypatch.setattr(settings.rc, "enable_metrics", False)


def validated(judge: Judge, case: dict[str, Any], on_fail: Any = None) -> Any:
    metadata = {"question": case["question"], "contexts": case["context"]}
    return Guard().use(Truth(judge, on_fail=on_fail)).validate(case["answer"], metadata=metadata)


def test_an_allowed_answer_passes(judge: Judge) -> None:
    made = validated(judge, ALLOWED)
    assert made.validation_passed
    assert made.validated_output == ALLOWED["answer"]


@pytest.mark.parametrize(("case", "reason"), [(BLOCKED, REASON), (BARE, NO_CONTEXT)])
def test_a_held_answer_raises_unless_told_otherwise(
    judge: Judge, case: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValidationError) as raised:
        validated(judge, case)
    assert reason in str(raised.value)


def test_an_error_raises(broken: Judge) -> None:
    with pytest.raises(ValidationError):
        validated(broken, ALLOWED)


def test_what_noop_tells(judge: Judge) -> None:
    made = validated(judge, BLOCKED, OnFailAction.NOOP)
    assert not made.validation_passed
    [summary] = made.validation_summaries
    assert summary.failure_reason == REASON
    start, end = summary.error_spans[0].start, summary.error_spans[0].end
    assert BLOCKED["answer"][start:end].strip("*") == "Salarisrun"


def test_fixed_is_trimmed_or_held(judge: Judge) -> None:
    trimmed = validated(judge, {**ALLOWED, "answer": WRONG_NUMBER}, OnFailAction.FIX)
    assert "40 dagen" not in trimmed.validated_output
    assert trimmed.validated_output.startswith("U vraagt verlof aan op het Urenbord.")
    assert validated(judge, BLOCKED, OnFailAction.FIX).validated_output == HELD


def test_metadata_without_contexts_is_refused(judge: Judge) -> None:
    with pytest.raises(Exception, match="contexts"):
        Guard().use(Truth(judge)).validate(ALLOWED["answer"], metadata={})


def test_a_stream_is_judged_once_and_whole(judge: Judge) -> None:
    validator = Truth(judge, on_fail=OnFailAction.NOOP)
    metadata = {"question": ALLOWED["question"], "contexts": ALLOWED["context"]}
    pieces = ALLOWED["answer"].split(" ")
    made = [validator.validate_stream(f"{piece} ", metadata) for piece in pieces]
    assert set(made) == {None}
    last = validator.validate_stream("", metadata, remainder=True)
    assert last is not None
    assert last.outcome == "pass"


def test_a_chat_as_the_question(listening: Any) -> None:
    with pytest.raises(ValidationError):
        validated(listening.judge, {**BLOCKED, "question": CHAT}, OnFailAction.EXCEPTION)
    assert listening.questions == [READ_AS]
