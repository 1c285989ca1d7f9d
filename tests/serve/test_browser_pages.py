"""The pages for people: in their language, with the report's card, and safe to open."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import tomllib
from pathlib import Path

import pytest

import truthscore.serve.browser_pages as pages
from tests.serve.conftest import TOKEN, Service, Start, held
from truthscore.decisions import DECISIONS, named
from truthscore.report import page
from truthscore.report.page import source

OWN = {"origin": "http://localhost", "host": "localhost"}
ATTACK = "</textarea><script>alert(1)</script>"


def sent(service: Service, code: str, asked: dict[str, str], **headers: str) -> str:
    response = service("POST", f"/?lang={code}", data=asked, headers={**OWN, **headers})
    assert response.status_code == 200, response.text
    return str(response.text)


@pytest.mark.parametrize("code", ["nl", "en"])
def test_the_examples_are_told_as_the_report_tells_them(code: str, service: Service) -> None:
    decided = []
    for number, each in enumerate(page.words(pages.FOLDER, code)["example"], start=1):
        shown = html.unescape(service("GET", f"/?lang={code}&example={number}").text)
        assert f'<html lang="{code}">' in shown
        assert each["answer"] in shown
        made = html.unescape(sent(service, code, pages.example(code, str(number))))
        card = re.search(r"<article.*</article>", made, re.DOTALL)
        assert card is not None
        decided.append(re.search(r'class="decided \w+">([^<]+)<', card[0])[1])  # type: ignore[index]
        assert 'id="page-' in made  # the page stands beside it
    words = [named(each, code) for each in DECISIONS.values()]
    assert decided == [words[1], words[0], words[2]]


def test_what_is_pasted_runs_nothing_and_only_our_script_may(service: Service) -> None:
    response = service(
        "POST", "/", data=dict.fromkeys(("question", "answer", "page"), ATTACK), headers=OWN
    )
    assert "<script>alert" not in response.text
    scripts = re.findall(r"<script>(.*?)</script>", response.text, re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policy = response.headers["content-security-policy"].split("; ")
    assert f"script-src 'sha256-{digest}'" in policy
    assert {"default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert response.headers["referrer-policy"] == "same-origin"
    assert not re.search(r'(src|href)="(?!/|data:,)', response.text)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://localhost:9"},
        {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"},
    ],
)
def test_a_form_of_another_site_is_refused(headers: dict[str, str], service: Service) -> None:
    response = service("POST", "/", data={"answer": "Ja."}, headers={**OWN, **headers})
    assert response.status_code == 403


def test_the_language_is_the_browser_s_unless_one_is_chosen(service: Service) -> None:
    for wanted, query, code in (
        ("nl-NL,nl;q=0.9", "", "nl"), ("de", "", "en"), ("", "", "en"), ("nl", "?lang=en", "en"),
    ):  # fmt: skip
        response = service("GET", f"/{query}", headers={"accept-language": wanted})
        assert f'<html lang="{code}">' in response.text


def test_a_page_that_is_too_long_is_told_on_the_page(start: Start) -> None:
    service = start(max_document_chars=1_000)
    made = sent(service, "en", {"question": "", "answer": "Yes.", "page": "x" * 1_001})
    assert "a document may have 1000 characters" in made
    assert "<article" not in made


def test_a_browser_logs_in_with_a_token_on_pages_only(start: Start) -> None:
    service = start(tokens=held(TOKEN, scopes=("check",)))
    basic = {"authorization": "Basic " + base64.b64encode(f"anna:{TOKEN}".encode()).decode()}
    for path in ("/", "/docs"):
        asked = service("GET", path)
        assert asked.status_code == 401
        assert asked.headers["www-authenticate"].startswith("Basic ")
        assert service("GET", path, headers=basic).status_code == 200
    for wrong in ("Basic !", "Basic " + base64.b64encode(b"anna:wrong").decode(), "Basic"):
        assert service("GET", "/", headers={"authorization": wrong}).status_code == 401
    refused = service("POST", "/v1/check", json={"question": "", "answer": ""}, headers=basic)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer ")
    metrics = start(tokens=held(TOKEN, scopes=("metrics",)))
    assert metrics("GET", "/", headers=basic).status_code == 403


def test_the_docs_are_for_the_address_they_are_asked_at(service: Service) -> None:
    told = service("GET", "/docs", headers={"host": "localhost:9191"}).text
    assert "TRUTHSCORE=http://localhost:9191" in told
    secure = {"host": "localhost", "x-forwarded-proto": "https"}
    assert "TRUTHSCORE=https://localhost" in service("GET", "/docs", headers=secure).text


def test_both_languages_have_the_same_words_and_each_is_used() -> None:
    data = tomllib.loads((Path(pages.FOLDER) / "words.toml").read_text(encoding="utf-8"))
    assert set(data["nl"]) == set(data["en"])
    templates = [path.name for path in sorted(Path(pages.FOLDER).glob("*.html.jinja"))]
    used = {
        name
        for template in templates
        for name in re.findall(r"\bw\.(\w+)", source(template, pages.FOLDER))
    }
    assert used | set(pages.SAID) == set(data["nl"])
    assert not [name for name in data["nl"] if hasattr(dict, name)]  # a template would find that
    assert [set(each) for each in data["nl"]["example"]] == [
        set(each) for each in data["en"]["example"]
    ]
