"""Who may ask what: token files, scopes, roles, and the line that every change leaves."""

from __future__ import annotations

import hmac
import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from tests.guard.cases import LEAVE, QUESTION, SALARY, TRUE
from tests.serve.conftest import Service, Start
from tests.serve.test_app import PROFILE, TOML, is_problem
from truthscore.errors import ServeError
from truthscore.serve import tokens as module
from truthscore.serve.logs import JsonFormatter
from truthscore.serve.tokens import NEEDED, PAGES, SCOPES, Tokens, needed, read_tokens

LONG = "0123456789abcdef"
#: One token for each scope, and one that an old file has.
FILE = f"""# who: secret, and what it may do
bot: {LONG}-bot check
sync: {LONG}-sync write
boss: {LONG}-boss admin write
prometheus: {LONG}-prometheus metrics

{LONG}-old
"""
NAMES = ("bot", "sync", "boss", "prometheus", "old")


def header(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {LONG}-{name}"}


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    path = tmp_path / "tokens"
    path.write_text(FILE, encoding="ascii")
    return read_tokens(str(path))


@pytest.fixture
def service(start: Start, tokens: Tokens) -> Service:
    return start(tokens=tokens)


def test_a_line_is_a_name_a_secret_and_scopes(tokens: Tokens) -> None:
    found = [tokens.holder(header(name)["authorization"].encode()) for name in NAMES]
    assert [(each.name, set(each.scopes)) for each in found if each] == [
        ("bot", {"check"}),
        ("sync", {"write"}),
        ("boss", {"admin", "write"}),
        ("prometheus", {"metrics"}),
        ("line7", {"check"}),  # as files were before there were scopes
    ]
    assert LONG not in repr(found)


def test_a_token_without_scopes_may_only_check_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"{LONG}\nbot: {LONG}2\n", encoding="ascii")
    with caplog.at_level(logging.WARNING, logger="truthscore"):
        tokens = read_tokens(str(path))
    assert [f"line {n} names no scope" in each for n, each in enumerate(caplog.messages, 1)] == [
        True,
        True,
    ]
    assert LONG not in caplog.text
    for secret in (LONG, LONG + "2"):
        token = tokens.holder(f"Bearer {secret}".encode())
        assert token is not None
        assert token.scopes == {"check"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no token"),
        ("\n \n# nobody\n", "has no token"),
        ("short", "line 1 has a secret that is too short"),
        (f"{LONG}\na: short check", "line 2 has a secret that is too short"),
        (f"{LONG} {LONG}", "line 1 cannot be used"),
        (f"a b: {LONG} check", "line 1 cannot be used"),
        (f"a: {LONG} chekc", "line 1 has an unknown scope; expected some of check, write, admin"),
        (f"a: check {LONG}", "line 1 has a secret that is too short"),
        (f"a: {LONG} check\na: {LONG}2 check", "line 2 has a name or secret once more"),
        (f"a: {LONG} check\nb: {LONG} admin", "line 2 has a name or secret once more"),
        ("é" * 20, "it is not ASCII"),
    ],
)
def test_a_token_file_that_cannot_work(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tokens"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ServeError, match=message) as error:
        read_tokens(str(path))
    assert LONG not in str(error.value)
    with pytest.raises(ServeError, match="cannot be read"):
        read_tokens(str(tmp_path / "nowhere"))


def test_tokens_are_compared_whole(tokens: Tokens) -> None:
    secret = f"{LONG}-bot"
    assert tokens.holder(f"Bearer {secret}".encode())
    assert tokens.holder(f"bearer  {secret} ".encode())
    for value in (None, b"", b"Bearer", f"Bearer {LONG}".encode(), f"Basic {secret}".encode()):
        assert tokens.holder(value) is None
    anybody = Tokens().holder(None)
    assert anybody is not None
    assert anybody.scopes == set(SCOPES)


def test_tokens_are_compared_in_constant_time(
    tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every token is compared, by hmac.compare_digest, whether an earlier one fits or not."""
    compared: list[bytes] = []
    real = hmac.compare_digest

    def spy(given: bytes, token: bytes) -> bool:
        compared.append(token)
        return real(given, token)

    monkeypatch.setattr(hmac, "compare_digest", spy)
    tokens.holder(header("bot")["authorization"].encode())
    assert compared == [f"{LONG}-{name}".encode() for name in NAMES]


def test_a_changed_file_is_taken_over_and_a_broken_one_is_not(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.0)
    path = tmp_path / "tokens"
    path.write_text(f"one: {LONG}-one check\n", encoding="ascii")
    service = start(tokens=read_tokens(str(path)))

    def statuses() -> list[int]:
        return [
            service("POST", "/v1/check", json={}, headers=header(name)).status_code
            for name in ("one", "two")
        ]

    assert statuses() == [422, 401]
    path.write_text(f"two: {LONG}-two check\n", encoding="ascii")
    assert statuses() == [401, 422]
    for broken in ("two: short check\n", "", None):
        with caplog.at_level(logging.ERROR, logger="truthscore"):
            caplog.clear()
            if broken is None:
                os.unlink(path)
            else:
                path.write_text(broken, encoding="ascii")
            assert statuses() == [401, 422]
        assert len(caplog.messages) == 1  # and not one for each request
        assert caplog.messages[0].startswith("the tokens stay as they were: token file ")
    path.write_text(f"one: {LONG}-one check\n", encoding="ascii")
    assert statuses() == [422, 401]


def test_every_address_but_those_about_life_and_the_api_needs_a_scope(service: Service) -> None:
    told = service("GET", "/openapi.json", headers=header("bot")).json()
    assert {path for path in told["paths"] if not needed(path)} == {"/healthz", "/readyz"}
    told_of = [each for each in NEEDED if each not in (*PAGES, "/v1/reviews")]  # reviews are off
    assert all(any(path.startswith(each) for path in told["paths"]) for each in told_of)


@pytest.mark.parametrize(
    ("method", "path", "content", "may"),
    [
        ("POST", "/v1/check", {}, {"bot", "old"}),
        ("POST", "/v1/score", {}, {"bot", "old"}),
        ("PUT", "/v1/documents/a", {}, {"sync", "boss"}),
        ("GET", "/v1/documents/a", None, {"sync", "boss"}),
        ("DELETE", "/v1/documents/a", None, {"sync", "boss"}),
        ("PUT", "/v1/profiles/a", {}, {"boss"}),
        ("GET", "/metrics", None, {"prometheus"}),
        ("GET", "/openapi.json", None, set(NAMES)),
        ("GET", "/healthz", None, set(NAMES)),
    ],
)
def test_a_token_opens_its_scopes_and_nothing_else(
    service: Service, method: str, path: str, content: Any, may: set[str]
) -> None:
    for name in NAMES:
        response = service(method, path, json=content, headers=header(name))
        if name in may:
            assert response.status_code not in (401, 403)
        else:
            told = is_problem(response, 403, "forbidden")
            assert "it needs the scope" in told["detail"]


def put(service: Service, name: str, **document: Any) -> int:
    response = service(
        "PUT", "/v1/documents/pay", json={"text": SALARY["text"], **document}, headers=header(name)
    )
    return int(response.status_code)


def test_only_an_admin_changes_or_removes_roles_and_reads_behind_them(service: Service) -> None:
    at = "/v1/documents/pay"

    def status(method: str, name: str) -> int:
        return int(service(method, at, headers=header(name)).status_code)

    assert put(service, "sync", roles=["hr", "board"]) == 201  # new: whoever brings it, closes it
    assert put(service, "sync", roles=["board", "hr"], text="newer") == 200  # the same roles
    for roles in (None, [], ["hr"], ["hr", "board", "bot"]):
        assert put(service, "sync", roles=roles) == 403
    assert put(service, "sync") == 403  # a field that was forgotten opens nothing
    assert status("DELETE", "sync") == 403  # and registered anew it would have none
    assert status("GET", "sync") == 403
    assert service("GET", at, headers=header("boss")).json()["text"] == "newer"
    assert put(service, "boss", roles=None) == 200
    assert status("GET", "sync") == 200
    assert put(service, "sync", roles=["hr"]) == 403
    assert put(service, "boss", roles=[]) == 200
    assert status("GET", "sync") == 403
    assert status("DELETE", "boss") == 204
    assert put(service, "sync") == 201
    assert status("DELETE", "sync") == 204


def test_score_measures_with_what_the_user_may_see(start: Start) -> None:
    service = start()
    closed = SALARY | {"roles": ["hr"]}
    asked = {
        "question": "Wat verdient een teamleider?",
        "answer": "Een teamleider verdient in schaal 9 minstens 4.200 euro bruto.",
        "context": [closed],
    }
    assert service("POST", "/v1/score", json=asked | {"roles": ["hr"]}).json()["score"] > 3.0
    told = service("POST", "/v1/score", json={"rows": [asked | {"roles": ["sales"]}]})
    assert told.json()["verdicts"][0]["reason"] == "no_context"


@pytest.mark.parametrize("path", ["/v1/check", "/v1/score"])
def test_roles_that_were_forgotten_are_refused_where_they_are_required(
    start: Start, path: str
) -> None:
    asked = {"question": QUESTION, "answer": TRUE, "context": [LEAVE]}
    service = start(require_roles=True)
    for forgotten in (asked, asked | {"roles": None}):
        told = is_problem(service("POST", path, json=forgotten), 422, "invalid")
        assert told["errors"][0]["loc"] == ["body", "roles"]
    for roles in ([], ["hr"]):
        assert service("POST", path, json=asked | {"roles": roles}).status_code == 200
    assert start()("POST", path, json=asked).status_code == 200


def test_roles_are_required_of_every_row(start: Start) -> None:
    row = {"question": QUESTION, "answer": TRUE, "context": [LEAVE]}
    rows = {"rows": [row | {"roles": []}, row]}
    told = is_problem(start(require_roles=True)("POST", "/v1/score", json=rows), 422, "invalid")
    assert told["errors"][0]["loc"] == ["body", "rows", 1, "roles"]


@pytest.mark.parametrize("needed", [True, False])
def test_every_change_leaves_a_line(
    start: Start, tokens: Tokens, caplog: pytest.LogCaptureFixture, needed: bool
) -> None:
    service = start(tokens=tokens if needed else ())
    with caplog.at_level(logging.INFO, logger="truthscore"):
        for roles in (["hr"], ["hr"], None):
            assert put(service, "boss", roles=roles) < 300
        service("DELETE", "/v1/documents/pay", headers=header("boss"))
        service("PUT", "/v1/profiles/acme", content=PROFILE, headers=TOML | header("boss"))
        service("PUT", "/v1/profiles/acme", content="x =", headers=TOML | header("boss"))
    lines = [JsonFormatter().format(record) for record in caplog.records]
    told = [each for each in map(json.loads, lines) if each["message"] == "changed"]
    by = "boss" if needed else None
    assert [(each["event"], each["token"]) for each in told] == [
        ("document.put", by), ("document.put", by), ("document.put", by), ("document.delete", by),
        ("profile.put", by),
    ]  # fmt: skip
    assert [each.get("roles_changed") for each in told] == [False, False, True, None, None]
    assert {each["document"] for each in told[:4]} == {"pay"}
    assert told[4]["profile"] == "acme"
    digests = [each.get("digest") for each in told]
    assert digests[0] == digests[1] != digests[2]
    assert (digests[3], len(digests[0])) == (None, 64)
    assert SALARY["text"][:20] not in "".join(lines)
    assert LONG not in "".join(lines)
