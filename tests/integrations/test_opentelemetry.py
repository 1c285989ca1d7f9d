"""Events through the real OpenTelemetry SDK, kept in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, REASON
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import Judge

pytest.importorskip("opentelemetry.sdk")

from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import (
    InMemoryLogRecordExporter,
    SimpleLogRecordProcessor,
)
from opentelemetry.sdk.trace import TracerProvider

from truthscore.integrations.opentelemetry import Observed


@pytest.fixture
def exporter() -> Any:
    return InMemoryLogRecordExporter()


@pytest.fixture
def logger(exporter: Any) -> Any:
    provider = LoggerProvider()
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    return provider.get_logger("support-backend")


def events(exporter: Any) -> list[Any]:
    return [each.log_record for each in exporter.get_finished_logs()]


def test_an_event_for_every_decision(guardrail: Guardrail, logger: Any, exporter: Any) -> None:
    observed = Observed(guardrail, logger)
    for number, case in enumerate((ALLOWED, BLOCKED, BARE)):
        assert observed.check(**case, id=f"resp-{number}") == guardrail.check(
            **case, id=f"resp-{number}"
        )
    made = events(exporter)
    assert [each.event_name for each in made] == ["gen_ai.evaluation.result"] * 3
    told = [dict(each.attributes) for each in made]
    assert [each["gen_ai.evaluation.score.label"] for each in told] == ["allow", "block", "review"]
    assert [each["gen_ai.response.id"] for each in told] == ["resp-0", "resp-1", "resp-2"]
    assert {each["gen_ai.evaluation.name"] for each in told} == {"truthscore"}
    assert told[1]["gen_ai.evaluation.score.value"] == 1.0
    assert "gen_ai.evaluation.score.value" not in told[2]
    assert not any("gen_ai.evaluation.explanation" in each for each in told)
    assert "Salarisrun" not in str(told)


def test_the_reason_only_when_asked_for(guardrail: Guardrail, logger: Any, exporter: Any) -> None:
    asyncio.run(Observed(guardrail, logger, explanation=True).acheck(**BLOCKED))
    [event] = events(exporter)
    assert event.attributes["gen_ai.evaluation.explanation"] == REASON


def test_an_event_stands_in_the_current_span(
    guardrail: Guardrail, logger: Any, exporter: Any
) -> None:
    with TracerProvider().get_tracer("backend").start_as_current_span("chat") as span:
        Observed(guardrail, logger).check(**ALLOWED)
    [event] = events(exporter)
    assert event.span_id == span.get_span_context().span_id


def test_a_logger_that_fails_costs_no_decision(guardrail: Guardrail) -> None:
    class Failing:
        def emit(self, record: Any) -> None:
            del record
            raise OSError("collector is down")

    assert Observed(guardrail, Failing()).check(**BLOCKED).action == "block"


def test_it_stands_where_a_guardrail_does(guardrail: Guardrail, logger: Any, exporter: Any) -> None:
    judge = Judge(Observed(guardrail, logger))
    decision = judge.judge(BLOCKED["question"], BLOCKED["answer"], BLOCKED["context"])
    assert (decision.action, len(events(exporter))) == ("block", 1)
    assert judge.held(decision)
