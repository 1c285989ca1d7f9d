"""Operations and records over HTTP."""

from __future__ import annotations

from typing import Any

from tests.serve.conftest import Start

CALLS = {"set_limit": {"own": True, "args": {"limit": {"type": "integer", "most": 200}}}}


def asked(**more: Any) -> dict[str, Any]:
    return {
        "question": "Please set my limit to 50.", "calls": CALLS, "actor": {"id": "u1"},
        "operation": {"name": "set_limit", "args": {"limit": 50}}, "lang": "en", **more,
    }  # fmt: skip


def test_a_call_is_decided(start: Start) -> None:
    service = start()
    told = service("POST", "/v1/operations/check", json=asked()).json()
    assert (told["action"], told["cause"]) == ("allow", "permitted")
    told = service("POST", "/v1/operations/check", json=asked(actor=None)).json()
    assert (told["action"], told["cause"]) == ("block", "unknown_actor")
    wrong = {"name": "set_limit", "args": {"limit": 70}}
    records = [{"fields": {"limit_wanted": 70}}]
    told = service("POST", "/v1/operations/check", json=asked(operation=wrong)).json()
    assert (told["action"], told["argument"]) == ("review", "limit")
    body = asked(operation=wrong, records=records)
    told = service("POST", "/v1/operations/check", json=body).json()
    assert (told["action"], told["argument"]) == ("review", "limit")  # the question says 50
    body["question"] = "Please set my limit as agreed."
    told = service("POST", "/v1/operations/check", json=body).json()
    assert told["action"] == "allow"
    told = service("POST", "/v1/operations/check", json=asked(calls={"a": {"b": 1}})).json()
    assert (told["action"], told["cause"]) == ("block", "invalid_input")


def test_a_report_is_decided(start: Start) -> None:
    body = {"answer": "Done, your limit is now 80.", "result": {"done": True, "values": {"l": 50}}}
    told = start()("POST", "/v1/operations/report", json={**body, "lang": "en"}).json()
    assert (told["action"], told["cause"], told["span"]) == (
        "block",
        "other_value",
        ["answer", 24, 26],
    )


def test_a_record_comes_along(start: Start) -> None:
    service = start()
    row: dict[str, Any] = {
        "question": "What is my limit?", "answer": "Your upload limit is 5.", "lang": "en",
        "context": [{"kind": "record", "fields": {"upload_limit": 100}}],
    }  # fmt: skip
    told = service("POST", "/v1/check", json=row).json()
    assert (told["action"], told["cause"]) == ("block", "record") or told["action"] == "review"
    assert service("POST", "/v1/score", json=row).json()["score"] < 3.0
    deep = {"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}
    row["context"] = [{"kind": "record", "fields": deep}]
    response = service("POST", "/v1/score", json=row)
    assert response.status_code == 422
    assert "a.b.c" in response.text
    row["context"] = [{"kind": "record"}]
    assert service("POST", "/v1/check", json=row).status_code == 422
