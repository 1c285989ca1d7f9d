"""The page about the addresses: all of them, examples that work, and nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import shlex
from itertools import pairwise

import pytest

from tests.serve.conftest import TOKEN, Start
from truthscore.serve.api_page import kind

OPENED = {"authorization": f"Bearer {TOKEN}"}


def test_every_address_and_object_is_on_it_and_it_needs_a_token_like_openapi(start: Start) -> None:
    service = start(tokens=(TOKEN,))
    assert service("GET", "/docs").status_code == 401
    response = service("GET", "/docs", headers=OPENED)
    assert (response.status_code, response.headers["content-type"]) == (
        200,
        "text/html; charset=utf-8",
    )
    page = html.unescape(response.text)
    told = service("GET", "/openapi.json", headers=OPENED).json()
    assert len(told["paths"]) > 5
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            section = page.partition(f'id="{operation["operationId"]}"')[2].partition("</section")[
                0
            ]
            assert f">{method.upper()}<" in section
            assert f">{path}<" in section
            for status, response in operation["responses"].items():
                assert f"<code>{status}</code>" in section
                assert status < "400" or response["description"] in section
            for requirement in operation.get("security", []):
                assert f"<code>{requirement['token'][0]}</code>" in section
    for name, schema in told["components"]["schemas"].items():
        section = page.partition(f'id="{name}"')[2].partition("</section")[0]
        for field, about in schema["properties"].items():
            assert f"<code>{field}</code>" in section
            assert about.get("description", "").partition("`")[0] in section


def test_its_examples_are_answered(start: Start) -> None:
    service = start()
    page = html.unescape(service("GET", "/docs").text)
    commands = re.findall(r"<pre>(curl .*?)</pre>", page, re.DOTALL)
    assert len(commands) == 12
    for command in commands:
        words = shlex.split(command.replace("\\\n", " "))
        given = dict(pairwise(words))
        headers = {}
        if "-H" in given:
            headers = dict([given["-H"].split(": ")])
        path = words[3].removeprefix("$TRUTHSCORE")
        body = given.get("--data-binary")
        response = service(given["-X"], path, content=body, headers=headers)
        assert response.status_code in (200, 201, 204), (command, response.text)


def test_nothing_is_loaded_and_the_policy_allows_only_its_own_style(start: Start) -> None:
    response = start()("GET", "/docs")
    for foreign in (
        r"<(script|link|img|iframe|form|object)",
        r"url\(|@import",
        r" (on\w+|style|src)=",
    ):
        assert not re.search(foreign, response.text)
    assert set(re.findall(r'href="([^"#]+)"', response.text)) == {"/", "/openapi.json"}
    [style] = re.findall(r"<style>(.*?)</style>", response.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = response.headers["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in response.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/docs", 200), ("GET", "/healthz", 200), ("GET", "/metrics", 200),
     ("POST", "/v1/check", 422), ("GET", "/nowhere", 404), ("GET", "/docs/", 307)],
)  # fmt: skip
def test_every_answer_has_the_safe_headers(
    start: Start, method: str, path: str, status: int
) -> None:
    response = start()(method, path)
    assert response.status_code == status
    assert response.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cache-control"] == "no-store"


def test_types_are_told_in_words() -> None:
    assert kind({"type": "array", "items": {"$ref": "#/components/schemas/Row"}}) == "list of Row"
    assert kind({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]}) == (
        "text, 0 to 9 characters or null"
    )
    assert kind({"enum": ["page", "prompt"]}) == '"page" | "prompt"'
    assert kind({"type": "boolean"}) == "true | false"
