"""The page for agents in a real Chromium: by keyboard, a source on hover, a thumb, no script."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import uvicorn

from examples.desk import help_pages
from examples.desk.models import Replay
from tests.desk.conftest import TOKEN, Client
from tests.rate import chromium
from tests.rate.chromium import Browser, Page, browser
from truthscore.types import ContextDocument

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium.found() is None, reason="no Chromium on this machine"),
]

#: Whether the marked sentence stands in what is seen of the page beside the answer.
SEEN = """(() => {
  const panel = document.getElementById("source"), mark = document.getElementById("cited");
  if (!mark || panel.scrollHeight <= panel.clientHeight) return false;
  const [around, inner] = [panel, mark].map(each => each.getBoundingClientRect());
  return inner.top >= around.top && inner.bottom <= around.bottom;
})()"""
SENT = "Hoe dien ik een bon in via de browser?"
WAITING = "Wie keurt mijn bonnen goed?"
MARKED = "document.querySelector('#source #cited')"
EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@contextmanager
def served(client: Client) -> Iterator[str]:
    """The application of a client on loopback; its address."""
    server = uvicorn.Server(uvicorn.Config(client.app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


def said(page: Page) -> list[str]:
    """What the browser complains of or is asked by a script, filled as it comes."""
    told: list[str] = []
    page.send("Log.enable")

    def hear(event: dict[str, Any]) -> None:
        if event.get("sessionId") != page.session:
            return
        if event["method"] == "Log.entryAdded":
            told.append(event["params"]["entry"]["text"])
        if event["method"] == "Page.javascriptDialogOpening":
            told.append("a dialog")

    page.hear(hear)
    return told


def begin(opened: Browser, address: str, who: str = "W-101", lang: str = "nl") -> Page:
    page = opened.page()
    page.go(f"{address}?lang={lang}")
    page.ask(
        f"(() => {{ const w = document.getElementById('who'); w.value = {who!r}; "
        "w.dispatchEvent(new Event('change')); document.getElementById('question').focus(); })()"
    )
    return page


def ask(page: Page, question: str) -> None:
    page.ask("document.getElementById('question').select()")
    page.type(question)
    page.press("Enter")
    page.until(f"document.querySelector('#answer .asked').textContent === {question!r}")
    page.until("document.getElementById('message').hidden")


def refused(page: Page, question: str) -> str:
    """What the page says of a question that cannot be read."""
    page.ask("document.getElementById('question').select()")
    page.type(question)
    page.press("Enter")
    page.until("document.getElementById('message').innerText.includes('.')")
    return str(page.ask("document.getElementById('message').innerText"))


def hover(page: Page, selector: str) -> None:
    x, y = page.ask(
        f"(() => {{ const r = document.querySelector({selector!r}).getBoundingClientRect(); "
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)


@pytest.mark.parametrize("width", [1280, 500])
def test_the_sentence_is_in_sight_each_time_its_citation_is_looked_at(
    opened: Browser, start: Callable[..., Client], width: int
) -> None:
    with served(start(Replay(), DEMO="1")) as address:
        page = begin(opened, address)
        page.size(width, 360)
        ask(page, SENT)
        page.until(SEEN)
        for _ in range(2):
            page.ask("document.getElementById('question').focus()")
            page.ask("document.querySelector('.sources a').focus()")
            time.sleep(0.2)  # the panel is filled again
            assert page.ask(SEEN)


def test_asked_by_keyboard_with_the_sentence_beside_the_answer(
    opened: Browser, start: Callable[..., Client]
) -> None:
    client = start(Replay(), DEMO="1")
    with served(client) as address:
        page = begin(opened, address)
        told = said(page)
        assert page.ask("document.activeElement.id") == "question"
        ask(page, SENT)
        assert page.ask("document.getElementById('status').innerText") == "Verstuurd"
        assert "[" not in page.ask("document.querySelector('#answer .text').innerText")
        assert page.ask("document.querySelector('#answer .text b').innerText") == "Tijd"
        assert "★" in page.ask("document.getElementById('evidence').innerText")
        assert refused(page, "?!").startswith("Hier staat geen vraag die te lezen is.")
        page.ask("document.getElementById('source').replaceChildren()")
        hover(page, ".cite")
        page.until(MARKED)
        assert page.ask(f"{MARKED}.innerText") == "Een bon mag maximaal 8 MB groot zijn."
        page.ask("document.getElementById('source').replaceChildren()")
        page.ask("document.activeElement.blur()")
        page.ask("document.querySelector('#answer .cite').focus()")
        page.until(MARKED)
        inside = page.ask(
            f"(() => {{ const a = {MARKED}.getBoundingClientRect(), "
            "b = document.getElementById('source').getBoundingClientRect(); "
            "return a.top >= b.top && a.bottom <= b.bottom; })()"
        )
        assert inside
        page.press("+")
        page.until("document.getElementById('thanks').innerText")
        page.press("-")
        page.until("document.querySelector('[data-thumb=\"-1\"]').ariaPressed === 'true'")
        row = client.get("/experiment/log", **TOKEN).json()
        assert (row["agent"], row["thumb"], row["escalated"]) == ("W-101", -1, 1)
        page.go(page.ask("document.querySelector('.sources a').href"))
        assert page.ask("document.getElementById('cited').innerText").startswith("Een bon mag")
        assert not told


def test_what_waits_and_what_is_refused_is_told_in_words_in_both_languages(
    opened: Browser, start: Callable[..., Client]
) -> None:
    with served(start(Replay(), DEMO="1")) as address:
        page = begin(opened, address)
        ask(page, WAITING)
        assert page.ask("document.getElementById('status').innerText") == "Wacht op een collega"
        assert page.ask("document.getElementById('evidence').hidden")
        assert page.ask("document.querySelectorAll('.cite').length") == 0
        assert "receptie" not in page.ask("document.body.innerText")
    with served(start(DEMO="1")) as address:
        page = begin(opened, address, lang="en")
        ask(page, "Approve expense B-302.")
        assert page.ask("document.getElementById('status').innerText") == "Refused"
        assert "You may not change this." in page.ask("document.body.innerText")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 500])
def test_nothing_is_wider_than_the_screen_and_dark_is_dark(
    opened: Browser, start: Callable[..., Client], width: int, dark: bool
) -> None:
    with served(start(Replay(), DEMO="1")) as address:
        page = begin(opened, address)
        page.size(width)
        page.dark(dark)
        ask(page, SENT)
        page.until(MARKED)
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.ask(wide)
        ground = "getComputedStyle(document.body).backgroundColor"
        assert page.ask(ground) == ("rgb(20, 22, 24)" if dark else "rgb(244, 244, 242)")


def test_no_script_of_a_page_a_model_or_a_question_runs(
    opened: Browser, start: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    title = f"Bonnen {EVIL}"
    text = f"# {title}\n\nEen bon {EVIL} mag maximaal 8 MB groot zijn."
    evil = ContextDocument(id=f"nl/{EVIL}", title=title, text=text, lang="nl")
    other = ContextDocument(id="other", title="Iets", text="# Iets\n\nEen verhaal.", lang="nl")
    monkeypatch.setattr(help_pages, "read", lambda _: {"nl": help_pages.cut([evil, other])})
    with served(start(DEMO="1")) as address:
        page = begin(opened, address)
        told = said(page)
        ask(page, f"Hoe groot mag een bon zijn? {EVIL}")
        page.until(MARKED)
        for place in (".asked", ".text", ".sources", "#source"):
            shown = page.ask(f"(document.querySelector('#answer {place}') || "
                             f"document.querySelector('{place}')).innerText")  # fmt: skip
            assert EVIL in shown, place
        assert page.ask("document.images.length") == 0
        page.go(page.ask("document.querySelector('.sources a').href"))
        assert page.ask("document.images.length") == 0
        assert EVIL in page.ask("document.body.innerText")
        assert not told
