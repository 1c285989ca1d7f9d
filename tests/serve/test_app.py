"""The service, request by request."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, SALARY, TRUE, WRONG_NUMBER
from tests.serve.conftest import TOKEN, Service, Start
from truthscore.guard.decision import to_dict
from truthscore.guard.guardrail import Guardrail
from truthscore.scorer import TruthScorer
from truthscore.serve.problem import MEDIA_TYPE, PREFIX
from truthscore.verdict_line import to_dict as verdict_to_dict

PAGES = [LEAVE, ADDRESS]
PROFILE = 'name = "acme"\nextends = "grounded"\n\n[decision]\nsend_from = 5.0\nblock_below = 5.0\n'
TOML = {"content-type": "application/toml"}


def body(answer: str = TRUE, **more: Any) -> dict[str, Any]:
    return {"question": QUESTION, "answer": answer, "context": PAGES, **more}


def is_problem(response: Any, status: int, kind: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    told: dict[str, Any] = response.json()
    assert told["type"] == PREFIX + kind
    assert told["status"] == status
    assert told["title"]
    assert told["detail"]
    return told


@pytest.mark.parametrize("answer", [TRUE, MISSING, WRONG_NUMBER, "Ja.", ""])
def test_check_decides_as_the_guardrail_does(
    service: Service, grounded: TruthScorer, answer: str
) -> None:
    response = service("POST", "/v1/check", json=body(answer, id="a17"))
    assert response.status_code == 200
    told = response.json()
    assert told.pop("elapsed_ms") > 0.0
    assert told.pop("review") is None  # nothing is kept
    decision = Guardrail(grounded).check(**body(answer), id="a17")
    expected = json.loads(json.dumps(to_dict(decision)))
    del expected["elapsed_ms"]
    for each in (told, expected):  # the service has a time budget, so another policy
        each["signature"] = each["signature"].partition("|policy:")[0]
    assert told == expected
    assert len(response.headers["x-request-id"]) == 32


def test_one_text_as_context_is_one_page(service: Service) -> None:
    page = LEAVE if isinstance(LEAVE, str) else LEAVE["text"]
    one, many = (
        service("POST", "/v1/check", json={**body(), "context": given}).json()["action"]
        for given in (page, [page])
    )
    assert one == many


def test_a_trimmed_answer_is_made_when_it_is_asked_for(service: Service) -> None:
    assert service("POST", "/v1/check", json=body(WRONG_NUMBER)).json()["trimmed"] is None
    told = service("POST", "/v1/check", json=body(WRONG_NUMBER, trim=True)).json()
    assert told["trimmed"].startswith("U vraagt verlof aan op het Urenbord. Uw teamleider")


def test_score_gives_the_verdict_that_scoring_gives(
    service: Service, grounded: TruthScorer
) -> None:
    expected = verdict_to_dict(grounded.score(**body(MISSING), id="a"))
    expected = json.loads(json.dumps(expected))
    assert service("POST", "/v1/score", json=body(MISSING, id="a")).json() == expected
    batch = {"rows": [body(MISSING, id="a"), body("", id="b"), body(MISSING, id="a")]}
    verdicts = service("POST", "/v1/score", json=batch).json()["verdicts"]
    assert verdicts[0] == verdicts[2] == expected
    assert (verdicts[1]["id"], verdicts[1]["reason"]) == ("b", "empty_answer")


def test_documents_are_registered_once_and_named_by_id(service: Service) -> None:
    page = {name: value for name, value in LEAVE.items() if name != "id"}
    made = service("PUT", "/v1/documents/verlof", json=page)
    assert (made.status_code, made.json()["id"]) == (201, "verlof")
    assert service("PUT", "/v1/documents/verlof", json=page).status_code == 200
    assert service("GET", "/v1/documents/verlof").json() == made.json()
    asked = {"question": QUESTION, "answer": TRUE, "documents": ["verlof"]}
    told = service("POST", "/v1/check", json=asked).json()
    assert told["action"] == "allow"
    supported = told["verdict"]["features"]["components_defined"]["evidence"]
    assert supported[0]["match"][0] == "verlof"
    changed = page | {"text": "Verlof vraagt u aan bij de balie."}
    assert service("PUT", "/v1/documents/verlof", json=changed).status_code == 200
    assert service("POST", "/v1/check", json=asked).json()["action"] == "review"
    assert service("DELETE", "/v1/documents/verlof").status_code == 204
    is_problem(service("DELETE", "/v1/documents/verlof"), 404, "not_found")
    is_problem(service("GET", "/v1/documents/verlof"), 404, "not_found")
    told = is_problem(service("POST", "/v1/check", json=asked), 404, "not_found")
    assert told["errors"][0]["loc"] == ["body", "documents", 0]


def test_another_worker_sees_what_was_registered(start: Start) -> None:
    one, other = start(), start()
    one("PUT", "/v1/documents/a", json={"text": "Klik op **Opslaan**."})
    assert other("GET", "/v1/documents/a").json()["text"] == "Klik op **Opslaan**."
    one("PUT", "/v1/documents/a", json={"text": "Klik op **Sluiten**."})
    assert other("GET", "/v1/documents/a").json()["text"] == "Klik op **Sluiten**."
    one("PUT", "/v1/profiles/acme", content=PROFILE, headers=TOML)
    assert other("POST", "/v1/check", json=body(profile="acme")).json()["action"] == "block"
    one("DELETE", "/v1/documents/a")
    assert other("GET", "/v1/documents/a").status_code == 404


@pytest.mark.parametrize("id_", ["../../etc/passwd", "..", ".", "a/b", "é ü", "%00", "x" * 201])
def test_no_id_leads_out_of_the_folder(service: Service, tmp_path: Any, id_: str) -> None:
    from urllib.parse import quote

    before = {path for path in tmp_path.parent.rglob("*") if path.is_file()}
    address = "/v1/documents/" + quote(id_, safe="")
    response = service("PUT", address, json={"text": "a"})
    assert response.status_code in (201, 404, 405, 422), response.text
    new = {path for path in tmp_path.parent.rglob("*") if path.is_file()} - before
    assert all(path.parent == tmp_path / "documents" for path in new)
    if response.status_code == 201:
        assert service("GET", address).status_code == 200


def test_profiles_are_registered_and_named(service: Service) -> None:
    made = service("PUT", "/v1/profiles/acme", content=PROFILE, headers=TOML)
    assert (made.status_code, made.json()["name"]) == (201, "acme")
    assert service("PUT", "/v1/profiles/acme", content=PROFILE, headers=TOML).status_code == 200
    other = service("PUT", "/v1/profiles/acme", content=PROFILE + "#\n", headers=TOML)
    assert other.json() == made.json()  # the same settings
    told = service("POST", "/v1/check", json=body(profile="acme")).json()
    assert told["action"] == "block"
    assert f"profile:acme@{made.json()['digest']}" in told["signature"]
    assert service("POST", "/v1/check", json=body()).json()["action"] == "allow"
    assert service("POST", "/v1/check", json=body(profile="paper")).status_code == 200
    is_problem(service("POST", "/v1/check", json=body(profile="nobody")), 404, "not_found")
    is_problem(service("POST", "/v1/score", json=body(profile="nobody")), 404, "not_found")


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("name = ", "not TOML"),
        ('name = "x"', "'extends' must be one of grounded, grounded-encoder, paper"),
        ('name = "x"\nextends = "/etc/passwd"', "'extends' must be one of"),
        ('name = "x"\nextends = 5', "'extends' must be one of"),
        ('name = "x"\nextends = "paper"\n[pipelines]\nnl = "/tmp"', "is chosen when the service"),
        ('name = "x"\nextends = "paper"\n[features.company_terms]\nterms_file = "/etc/passwd"',
         "terms_file cannot be used"),
        ('name = "x"\nextends = "paper"\n[decision]\nsend_form = 4.0', "did you mean 'send_from'"),
        ('name = "x"\nextends = "paper"\n[detector]\norder = ["nobody"]', "nobody"),
        ('name = "x"\nextends = "paper"\n[policy]\nreason_language = "xx"', "reason_language"),
    ],
)  # fmt: skip
def test_a_profile_that_cannot_work_is_refused(service: Service, toml: str, message: str) -> None:
    told = is_problem(
        service("PUT", "/v1/profiles/acme", content=toml, headers=TOML), 422, "invalid"
    )
    assert message in told["errors"][0]["msg"]
    assert "/tmp/" not in told["errors"][0]["msg"]
    is_problem(service("POST", "/v1/check", json=body(profile="acme")), 404, "not_found")


def test_profiles_that_ship_keep_their_names(service: Service) -> None:
    for name in ("paper", "grounded", "grounded-encoder"):
        response = service("PUT", f"/v1/profiles/{name}", content=PROFILE, headers=TOML)
        is_problem(response, 409, "conflict")
    is_problem(service("PUT", "/v1/profiles/a", json={}), 415, "media_type")
    is_problem(
        service("PUT", "/v1/profiles/a", content=b"\xff\xfe", headers=TOML), 400, "malformed"
    )


@pytest.mark.parametrize(
    ("content", "status", "kind"),
    [
        (b"", 422, "invalid"),
        (b"{", 400, "malformed"),
        (b"[" * 100_000, 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b'"text"', 422, "invalid"),
        (b"[]", 422, "invalid"),
        (b"{}", 422, "invalid"),
        (b'{"question": "a", "answer": 5}', 422, "invalid"),
        (b'{"question": "a", "answer": null}', 422, "invalid"),
        (b'{"question": "a", "answer": "\\ud800"}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "anwser": "c"}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "context": {"text": "c"}}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "context": [{"text": 5}]}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "documents": [""]}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "id": NaN}', 422, "invalid"),
        (b'{"question": "a", "answer": "b", "profile": "../x"}', 422, "invalid"),
    ],
)
@pytest.mark.parametrize("path", ["/v1/check", "/v1/score"])
def test_a_bad_body_is_a_problem_that_repeats_nobody(
    service: Service, path: str, content: bytes, status: int, kind: str
) -> None:
    response = service("POST", path, content=content, headers={"content-type": "application/json"})
    told = is_problem(response, status, kind)
    assert all(set(each) == {"loc", "msg", "type"} for each in told.get("errors", []))


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", ""])
def test_a_body_that_is_not_said_to_be_json_is_told_which_header_to_send(
    service: Service, kind: str
) -> None:
    content = json.dumps(body()).encode()
    response = service("POST", "/v1/check", content=content, headers={"content-type": kind})
    assert "'Content-Type: application/json'" in is_problem(response, 422, "invalid")["detail"]


def test_what_a_customer_wrote_is_not_in_a_problem(service: Service) -> None:
    asked = body() | {"answer": ["geheim"], "roles": "geheim", "id": {"geheim": 1}}
    assert "geheim" not in service("POST", "/v1/check", json=asked).text


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/v1/check", 405, "method"),
        ("DELETE", "/v1/score", 405, "method"),
        ("POST", "/v1/documents/a", 405, "method"),
        ("GET", "/redoc", 404, "not_found"),
        ("TRACE", "/healthz", 405, "method"),
    ],
)
def test_addresses_and_methods(
    service: Service, method: str, path: str, status: int, kind: str
) -> None:
    response = service(method, path)
    is_problem(response, status, kind)
    if status == 405:
        expected = {"/v1/check": "POST", "/v1/score": "POST", "/healthz": "GET"}
        assert response.headers["allow"] == expected.get(path, "DELETE, GET, PUT")


def test_a_large_body_is_refused_whether_it_says_so_or_not(start: Start) -> None:
    service = start(max_body_bytes=5_000)
    told = is_problem(service("POST", "/v1/check", json=body("x" * 6_000)), 413, "too_large")
    assert told["limit"] == 5_000

    async def pieces() -> Any:
        for _ in range(20):
            yield b"x" * 1_000

    is_problem(service("POST", "/v1/check", content=pieces()), 413, "too_large")
    assert service("POST", "/v1/check", json=body()).status_code == 200


def test_long_documents_and_large_batches_are_refused(start: Start) -> None:
    service = start(max_document_chars=1_000, max_documents=2, max_batch=2)
    long = {"text": "x" * 1_001}
    is_problem(service("PUT", "/v1/documents/a", json=long), 413, "too_large")
    is_problem(service("POST", "/v1/check", json=body() | {"context": [long]}), 413, "too_large")
    is_problem(service("POST", "/v1/check", json=body() | {"context": ["a"] * 3}), 413, "too_large")
    is_problem(service("POST", "/v1/score", json={"rows": [body()] * 3}), 413, "too_large")
    is_problem(service("POST", "/v1/score", json={"rows": []}), 422, "invalid")
    assert service("POST", "/v1/score", json={"rows": [body()] * 2}).status_code == 200


def test_no_more_documents_than_may_be_registered(start: Start) -> None:
    service = start(max_registered=2)
    for name in ("a", "b"):
        assert service("PUT", f"/v1/documents/{name}", json={"text": "x"}).status_code == 201
    is_problem(service("PUT", "/v1/documents/c", json={"text": "x"}), 507, "full")
    assert service("PUT", "/v1/documents/a", json={"text": "y"}).status_code == 200


def test_a_slow_body_is_refused(start: Start) -> None:
    service = start(body_seconds=0.1)

    async def pieces() -> Any:
        yield b'{"question": "a", '
        await asyncio.sleep(1.0)
        yield b'"answer": "b"}'

    started = time.perf_counter()
    is_problem(service("POST", "/v1/check", content=pieces()), 408, "slow")
    assert time.perf_counter() - started < 0.9


def test_tokens(start: Start) -> None:
    service = start(tokens=(TOKEN, "another-token-that-is-long"))
    for headers in (
        {}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN},
        {"authorization": f"Basic {TOKEN}"}, {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": "Bearer "}, {"authorization": "Bearer \u00e9".encode("latin-1")},
    ):  # fmt: skip
        for path in ("/v1/check", "/v1/score", "/metrics", "/openapi.json", "/nowhere"):
            response = service("POST", path, json=body(), headers=headers)
            is_problem(response, 401, "unauthorised")
            assert response.headers["www-authenticate"].startswith("Bearer")
    for token in (TOKEN, "another-token-that-is-long"):
        headers = {"authorization": f"Bearer {token}"}
        assert service("POST", "/v1/check", json=body(), headers=headers).status_code == 200
    assert service("GET", "/healthz").status_code == 200
    assert service("GET", "/readyz").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "10.0.0.1", "", "localhost.nl"]
)
def test_without_a_token_no_other_name_is_served(start: Start, host: str) -> None:
    is_problem(start()("POST", "/v1/check", json=body(), headers={"host": host}), 421, "host")
    for name in ("localhost:8080", "127.0.0.1", "[::1]:8080"):
        response = start()("POST", "/v1/check", json=body(), headers={"host": name})
        assert response.status_code == 200
    headers = {"host": host or "x", "authorization": f"Bearer {TOKEN}"}
    guarded = start(tokens=(TOKEN,))
    assert guarded("POST", "/v1/check", json=body(), headers=headers).status_code == 200


def test_a_document_may_say_its_language(service: Service) -> None:
    page = {"text": "Choose **Post**.", "lang": "en"}
    assert service("PUT", "/v1/documents/post", json=page).status_code == 201
    assert service("GET", "/v1/documents/post").json()["lang"] == "en"
    asked = {"question": "Hoe?", "answer": "Kies de actie **Boeken**.", "lang": "nl"}
    for pages in ({"context": [page]}, {"documents": ["post"]}):
        told = service("POST", "/v1/score", json=asked | pages | {"profile": "grounded"}).json()
        assert told["override"] == "other_language"


def test_roles(service: Service) -> None:
    secret = SALARY | {"roles": ["hr"]}
    asked = {
        "question": "Wat verdient een teamleider?",
        "answer": "Een teamleider verdient in schaal 9 minstens 4.200 euro bruto.",
        "context": [LEAVE, secret],
    }
    assert service("POST", "/v1/check", json=asked | {"roles": ["hr"]}).json()["action"] == "allow"
    told = service("POST", "/v1/check", json=asked | {"roles": []}).json()
    assert (told["action"], told["cause"]) == ("block", "not_permitted")
    assert "schalen" not in json.dumps(told).lower()


def test_health_and_metrics(service: Service) -> None:
    for path in ("/healthz", "/readyz"):
        assert service("GET", path).json() == {"status": "ok"}
    service("POST", "/v1/check", json=body(MISSING))
    service("GET", "/nowhere/with/a/secret")
    text = service("GET", "/metrics").text
    assert 'truthscore_decisions_total{cause="missing_component",decided="block"} 1.0' in text
    assert 'route="/v1/check",status="200"' in text
    assert "secret" not in text


def test_clients_cannot_make_labels(service: Service) -> None:
    def labels() -> set[str]:
        text = service("GET", "/metrics").text
        return {line.rpartition(" ")[0] for line in text.splitlines() if line[:1] != "#"}

    def ask(number: int) -> None:
        for path in ("/healthz", "/v1/check", f"/nowhere/{number}", f"/v1/documents/{number}"):
            service(f"M{number}", path)
            service("PATCH", path)
        service("GET", f"/v1/documents/{number}")
        service("DELETE", f"/v1/documents/{number}/")
        service("POST", "/v1/check", json=body(lang=f"x-{number}", id=f"{number}"))
        service("POST", "/v1/check", json=body(profile=f"p{number}"))
        service("POST", "/v1/score", json=body(lang=f"x-{number}", id=f"{number}"))

    labels()  # the first one is no figure yet
    ask(0)
    before = labels()
    assert any('method="other"' in each for each in before)
    for number in range(1, 10):
        ask(number)
    assert labels() == before


def hanging(monkeypatch: pytest.MonkeyPatch, release: threading.Event) -> None:
    """Make every scoring wait for `release`."""
    real = TruthScorer._prepare

    def slow(self: TruthScorer, example: Any) -> Any:
        release.wait(30.0)
        return real(self, example)

    monkeypatch.setattr(TruthScorer, "_prepare", slow)


def test_a_hanging_check_is_reviewed_and_a_hanging_score_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, release = start(request_seconds=0.2), threading.Event()
    hanging(monkeypatch, release)
    try:
        told = service("POST", "/v1/check", json=body()).json()
        assert (told["action"], told["cause"]) == ("review", "over_budget")
        is_problem(service("POST", "/v1/score", json=body()), 504, "over_time")
        busy = service("POST", "/v1/score", json=body())
        assert busy.status_code in (503, 504)
        assert service("GET", "/healthz").status_code == 200
    finally:
        release.set()


def test_more_than_may_wait_is_told(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    service, release = start(waiting=1), threading.Event()
    hanging(monkeypatch, release)
    responses: list[Any] = []
    threads = [
        threading.Thread(target=lambda: responses.append(service("POST", "/v1/score", json=body())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    release.set()
    for thread in threads:
        thread.join(20)
    statuses = sorted(response.status_code for response in responses)
    assert statuses[0] == 200
    assert statuses[-1] == 503
    assert set(statuses) == {200, 503}
    refused = next(response for response in responses if response.status_code == 503)
    assert refused.headers["retry-after"] == "1"
    is_problem(refused, 503, "busy")


def test_an_error_nobody_expected_is_a_problem_and_its_words_are_not_logged(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("wachtwoord van de klant")

    monkeypatch.setattr(TruthScorer, "score_many", broken)
    with caplog.at_level(logging.DEBUG):
        response = service("POST", "/v1/score", json=body())
    told = is_problem(response, 500, "internal")
    assert "wachtwoord" not in json.dumps(told)
    assert "wachtwoord" not in caplog.text
    assert [
        record.__dict__["error"] for record in caplog.records if "error" in record.__dict__
    ] == ["RuntimeError"]


def test_logs_say_what_happened_without_a_customer_s_word(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    from truthscore.serve.logs import JsonFormatter

    with caplog.at_level(logging.DEBUG, logger="truthscore"):
        service("POST", "/v1/check", json=body(MISSING, id="klant 12"))
        service(
            "PUT", "/v1/documents/verlofpagina", json={"text": "besloten", "roles": ["directie"]}
        )
    lines = [JsonFormatter().format(record) for record in caplog.records]
    told = [json.loads(line) for line in lines]
    request = next(each for each in told if each.get("route") == "/v1/check")
    assert (request["status"], request["method"]) == (200, "POST")
    assert request["ms"] > 0.0
    decided = next(each for each in told if "decided" in each)
    assert (decided["decided"], decided["cause"]) == ("block", "missing_component")
    for word in ("Salarisrun", "verlof aan", "Verlof", "besloten", "directie", "klant"):
        assert not any(word in line for line in lines)


def test_a_foreign_log_line_keeps_its_words(caplog: pytest.LogCaptureFixture) -> None:
    from truthscore.serve.logs import JsonFormatter

    try:
        raise ValueError("geheim")
    except ValueError:
        logging.getLogger("foreign").exception("customer said %s", "geheim")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    lines = [JsonFormatter().format(record) for record in caplog.records]
    assert not any("geheim" in line for line in lines)
    assert all(json.loads(line)["error"] == "ValueError" for line in lines)


def test_what_is_closed_is_closed_down_with_the_application(start: Start) -> None:
    service = start()

    async def live() -> list[str]:
        sent: list[str] = []
        events = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, str]:
            return {"type": next(events)}

        async def send(message: Any) -> None:
            sent.append(message["type"])

        await service.app({"type": "lifespan", "state": {}}, receive, send)
        return sent

    assert asyncio.run(live()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
