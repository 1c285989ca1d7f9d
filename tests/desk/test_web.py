"""The page for agents and the help pages: who sees what, and that every text stays a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("fastapi")

from examples.desk import help_pages, web
from examples.desk.wording import WORDING
from tests.desk.conftest import Client
from truthscore.types import ContextDocument

EVIL = '<img src=x onerror="alert(1)">'
HIDDEN = "/pages/nl/loonrun-terugdraaien"


def test_a_page_is_for_who_may_see_it(client: Client) -> None:
    assert "Declareren" in client.get("/pages/nl/bonnenbak").text
    for who in (None, "W-101", "W-999"):
        told = client.get(HIDDEN, who)
        assert told.status_code == 404
        assert "loonrun" not in told.text
        assert told.json() == client.get("/pages/nl/not-there", who).json()
    assert "Een loonrun terugdraaien" in client.get(HIDDEN, "W-104").text


def test_who_asks_is_chosen_in_a_demo_only(start: Callable[..., Client]) -> None:
    usual = start()
    assert usual.get(f"{HIDDEN}?who=W-104").status_code == 404
    assert "Ada Prins" not in usual.get("/").text
    demo = start(DEMO="1")
    assert demo.get(f"{HIDDEN}?who=W-104").status_code == 200
    assert demo.get(f"{HIDDEN}?who=W-104", "W-101").status_code == 404  # a login comes first
    assert "Ada Prins" in demo.get("/").text


def test_the_sentence_is_marked(client: Client) -> None:
    page = help_pages.own()["nl"].page("nl/bonnenbak", ())
    assert page is not None
    said = "Een bon mag maximaal 8 MB groot zijn."
    start = page.text.index(said)
    shown = client.get(f"/pages/{page.id}?start={start}&end={start + len(said)}").text
    assert shown.count("<mark") == 1
    assert f'<mark class="near" id="cited">{said}</mark>' in shown
    row = page.text.index("meer dan € 500,00")
    shown = client.get(f"/pages/{page.id}?start={row}&end={row + 5}").text
    assert '<div class="row near" id="cited">' in shown
    assert "<mark" not in client.get(f"/pages/{page.id}?start=9&end=2").text
    assert client.get(f"/pages/{page.id}?start=-1").status_code == 422


def test_the_page_has_every_word_in_both_languages() -> None:
    nl, en = (flat(WORDING["page"][lang]) for lang in ("nl", "en"))
    assert nl.keys() == en.keys()
    same = {name for name in nl if nl[name] == en[name]}
    assert same == set()


def flat(words: dict[str, Any], under: str = "") -> dict[str, str]:
    made: dict[str, str] = {}
    for name, value in words.items():
        if isinstance(value, dict):
            made |= flat(value, f"{under}{name}.")
        else:
            made[under + name] = value
    return made


def test_the_page_speaks_the_browser_s_language(client: Client) -> None:
    dutch = client.get("/", **{"accept-language": "nl-BE,nl;q=0.9,en;q=0.8"}).text
    assert '<html lang="nl">' in dutch
    assert '<html lang="en">' in client.get("/", **{"accept-language": "fr"}).text
    assert '<html lang="en">' in client.get("/?lang=en", **{"accept-language": "nl"}).text


def test_only_files_of_our_own_may_run(client: Client) -> None:
    for path in ("/", "/pages/nl/bonnenbak", "/desk.js", "/desk.css"):
        got = client.get(path)
        assert got.status_code == 200
        policy = got.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert got.headers["x-content-type-options"] == "nosniff"
    page = client.get("/").text
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/desk.js">']
    assert not re.findall(r"<style|style=| on\w+=|https?://", page)
    script = (web.HERE / "desk.js").read_text(encoding="utf-8") + page
    assert "http://" not in script
    assert "https://" not in script
    assert client.get("/desk.py").status_code == 404


def test_every_text_stays_a_text(
    start: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"# {EVIL}\n\n{EVIL} Een bon mag 8 MB zijn.\n\n| {EVIL} | **{EVIL}** |\n| --- | --- |"
    evil = ContextDocument(id='"><b>', title=EVIL, text=text, lang="nl")
    monkeypatch.setattr(help_pages, "read", lambda _: {"nl": help_pages.cut([evil])})
    client = start(DEMO="1")
    for more in ("", "&part=true"):
        shown = client.get(f"/pages/%22%3E%3Cb%3E?start=0&end=80{more}").text
        assert "<img" not in shown
        assert shown.count("&lt;img") >= 3
    asked = client.post("/ask", {"question": f"Hoe groot mag een bon zijn? {EVIL}"}, "W-101")
    assert asked.headers["content-type"] == "application/json"


def test_no_word_of_a_language_is_in_the_script() -> None:
    script = (web.HERE / "desk.js").read_text(encoding="utf-8")
    shown = [text for text in flat(WORDING["page"]["nl"]).values() if len(text) > 5]
    assert [text for text in shown if text in script] == []
