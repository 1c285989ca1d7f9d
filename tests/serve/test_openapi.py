"""The OpenAPI document is true: whatever it allows is answered as it says, and never with a 5xx."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.serve.conftest import TOKEN, Start, held
from truthscore.scorer import TruthScorer
from truthscore.serve.app import application
from truthscore.serve.problem import KINDS, MEDIA_TYPE


def schema(start: Start, **more: Any) -> dict[str, Any]:
    service = start(**more)
    headers = {"authorization": f"Bearer {TOKEN}"}
    told: dict[str, Any] = service("GET", "/openapi.json", headers=headers).json()
    return told


def test_every_route_is_described_with_its_problems(start: Start) -> None:
    told = schema(start)
    assert set(told["paths"]) == {
        "/v1/check", "/v1/score", "/v1/operations/check", "/v1/operations/report",
        "/v1/documents/{id}", "/v1/profiles/{name}", "/healthz",
        "/readyz", "/metrics",
    }  # fmt: skip
    statuses = {str(status) for status, _ in KINDS.values()}
    for methods in told["paths"].values():
        for operation in methods.values():
            assert operation["description"]
            assert "500" in operation["responses"]
            for status, response in operation["responses"].items():
                if status >= "4":
                    assert status in statuses
                    assert list(response["content"]) == [MEDIA_TYPE]


def test_requests_have_examples_that_are_answered(start: Start) -> None:
    told = schema(start)
    service = start()
    schemas = told["components"]["schemas"]
    for path, name in (
        ("/v1/check", "CheckIn"),
        ("/v1/documents/a", "DocumentIn"),
        ("/v1/operations/check", "OperationCheckIn"),
        ("/v1/operations/report", "ReportIn"),
    ):
        for example in schemas[name]["examples"]:
            method = "PUT" if "documents" in path else "POST"
            assert service(method, path, json=example).status_code in (200, 201)
    examples = told["paths"]["/v1/score"]["post"]["requestBody"]["content"]["application/json"]
    for example in examples["examples"].values():
        assert service("POST", "/v1/score", json=example["value"]).status_code == 200
    profile = told["paths"]["/v1/profiles/{name}"]["put"]["requestBody"]["content"]
    for kind, example in profile.items():
        response = service(
            "PUT", "/v1/profiles/acme", content=example["example"], headers={"content-type": kind}
        )
        assert response.status_code in (200, 201), response.text


def test_a_token_is_described_where_it_is_needed(start: Start) -> None:
    told = schema(start, tokens=(TOKEN,))
    assert told["paths"]["/v1/check"]["post"]["security"] == [{"token": ["check"]}]
    told_of = told["paths"]["/v1/documents/{id}"]["delete"]
    assert told_of["security"] == [{"token": ["write"]}, {"token": ["admin"]}]
    assert {"401", "403"} <= set(told_of["responses"])
    assert "401" in told["paths"]["/v1/check"]["post"]["responses"]
    assert "security" not in told["paths"]["/healthz"]["get"]
    assert "401" not in schema(start)["paths"]["/v1/check"]["post"]["responses"]


def test_no_request_gets_a_5xx_or_an_answer_that_is_not_described(
    grounded: TruthScorer, tmp_path: Path
) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error, status_code_conformance, content_type_conformance,
        response_headers_conformance, response_schema_conformance,
    ]  # fmt: skip
    app = application(grounded, tmp_path, held(TOKEN))
    opened = {"authorization": f"Bearer {TOKEN}"}
    described = schemathesis.openapi.from_asgi("/openapi.json", app, headers=opened)
    seen: list[tuple[str, int]] = []

    def run(operation: Any, mode: Any) -> None:
        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=12, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def asked(case: Any) -> None:
            if case.media_type == "application/toml":
                case.media_type = "text/plain"  # the library writes no TOML
            response = case.call(headers=opened)
            case.validate_response(response, checks=checks)
            seen.append((operation.label, response.status_code))

        asked()

    for found in described.get_all_operations():
        operation = found.ok()
        run(operation, schemathesis.GenerationMode.POSITIVE)
        if operation.body or operation.path_parameters:
            run(operation, schemathesis.GenerationMode.NEGATIVE)
    assert {label for label, _ in seen} == {
        "POST /v1/check", "POST /v1/score", "POST /v1/operations/check",
        "POST /v1/operations/report", "PUT /v1/documents/{id}", "GET /v1/documents/{id}",
        "DELETE /v1/documents/{id}", "PUT /v1/profiles/{name}", "GET /healthz", "GET /readyz",
        "GET /metrics",
    }  # fmt: skip
    assert ("POST /v1/check", 200) in seen
    assert ("POST /v1/check", 422) in seen
    assert all(status < 500 for _, status in seen)
