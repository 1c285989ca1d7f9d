"""Rating in a real Chromium against real servers: by keyboard, undone, by two, and killed."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.rate import chromium
from tests.rate.chromium import Browser, Page, browser
from tests.rate.conftest import jsonl, made, opinion
from tests.rate.served import Server
from truthscore.rate.store import Rating, Store

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
pytestmark = pytest.mark.skipif(chromium.found() is None, reason="no Chromium on this machine")

ITEMS = made(40)
SHOWN = "document.getElementById('place').dataset.shown"
ITEM = "document.getElementById('item').dataset.item"
SECRET = "DIT-MAG-NIEMAND-ZIEN"
#: Of every server here; a test of the scorer itself stands in test_views.py.
OPTIONS = ("--no-scores", "--overlap", "1")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


class Room:
    """Answers, a database, and the servers of a test."""

    def __init__(self, folder: Path, servers: ExitStack) -> None:
        self.db = folder / "ratings.sqlite"
        self._answers = jsonl(folder / "answers.jsonl", ITEMS)
        self._servers = servers

    def server(self, *more: str, options: tuple[str, ...] = OPTIONS) -> Server:
        made = Server(self._answers, self.db, *options, *more)
        self._servers.callback(made.kill)
        return made

    def ratings(self, rater: str) -> list[Rating]:
        with Store(self.db, ITEMS).reading() as state:
            return list(state.history[rater])


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as servers:
        yield Room(tmp_path, servers)


def begin(opened: Browser, server: Server, rater: str) -> Page:
    page = opened.page()
    page.go(f"{server.address}rate?rater={rater}")
    page.until(SHOWN)
    return page


def then(page: Page, *keys: str) -> None:
    """Press keys of which the last one brings another answer, and wait for it."""
    before = page.ask(SHOWN)
    page.press(*keys)
    page.until(f"{SHOWN} !== {before!r}")


def test_rating_with_the_keyboard_alone(opened: Browser, room: Room) -> None:
    server = room.server()
    page = opened.page()
    page.go(server.address)
    page.until("document.activeElement.name === 'rater'")
    page.type("anna")
    page.press("Enter")
    page.until(SHOWN)
    first = page.ask(ITEM)
    page.press("m", "m", " ", "e", "5", "3", "t", "t", "f", "c")
    page.type("niet 12 maar 10 MB; 3 u, 1 e")  # no key is a command here
    page.press("Escape", "2", "?", "Escape", "r")
    assert page.ask("document.getElementById('rubric').open")
    then(page, "Enter")
    then(page, "0", "Enter")
    one, two = room.ratings("anna")
    assert (one.item, one.truth, one.relatedness, one.completeness) == (first, 2, 5, 3)
    assert (one.message_type, one.flag) == ("general", True)
    assert one.comment == "niet 12 maar 10 MB; 3 u, 1 e"
    answer = ITEMS[first].example.answer
    assert [answer[start:end] for start, end in one.untrue] == [
        "Kies **Opslaan** als u klaar bent."
    ]
    assert (two.truth, two.comment, two.untrue) == (None, "", ())
    page.press("Enter")  # no stars are given yet
    page.until("!document.getElementById('message').hidden")
    assert len(room.ratings("anna")) == 2


def test_a_sentence_is_marked_by_a_click_or_a_selection(opened: Browser, room: Room) -> None:
    page = begin(opened, room.server(), "anna")
    page.click(".s")
    page.until("document.querySelectorAll('.s[aria-pressed=true]').length === 1")
    page.click(".s")
    page.until("document.querySelectorAll('.s[aria-pressed=true]').length === 0")
    page.ask(
        "getSelection().selectAllChildren(document.querySelector('.answer')); "
        "document.dispatchEvent(new MouseEvent('mouseup'))"
    )
    page.until("document.querySelectorAll('.s[aria-pressed=true]').length === 2")


def test_undo_brings_back_what_was_said(opened: Browser, room: Room) -> None:
    page = begin(opened, room.server(), "anna")
    first = page.ask(ITEM)
    page.press("c")
    page.type("eerst")
    page.press("Escape")
    then(page, "1", "Enter")
    second = page.ask(ITEM)
    then(page, "u")
    assert page.ask(ITEM) == first
    assert page.ask("document.querySelector('[name=truth]:checked').value") == "1"
    assert page.ask("document.querySelector('textarea').value") == "eerst"
    then(page, "4", "Enter")
    assert page.ask(ITEM) == second
    [rating] = room.ratings("anna")
    assert (rating.item, rating.truth, rating.comment) == (first, 4, "eerst")
    rows = sqlite3.connect(room.db).execute("SELECT kind FROM events ORDER BY seq").fetchall()
    assert [kind for (kind,) in rows] == ["asked", "rating", "asked", "undo", "rating"]


def test_two_raters_at_once_by_two_servers_and_one(opened: Browser, room: Room) -> None:
    """anna and bert by a server each, carla by bert's: one file."""
    servers = room.server("--rater", "anna"), room.server()
    pages = {
        "anna": begin(opened, servers[0], "anna"),
        "bert": begin(opened, servers[1], "bert"),
        "carla": begin(opened, servers[1], "carla"),
    }
    given: dict[str, dict[str, float]] = {name: {} for name in pages}
    for turn in range(8):
        for place, (name, page) in enumerate(pages.items()):
            star = 1 + (turn + place) % 5
            given[name][page.ask(ITEM)] = star
            then(page, str(star), "Enter")
    for name, stars in given.items():
        assert {each.item: each.truth for each in room.ratings(name)} == stars
        assert len(stars) == 8
    pages["bert"].go(f"{servers[1].address}progress?rater=bert")
    told = pages["bert"].ask("document.body.innerText")
    assert "anna, bert" in told
    assert "bert, carla" in told


def test_what_was_not_saved_survives_a_reload_and_a_dead_browser_loses_no_rating(
    opened: Browser, room: Room, tmp_path: Path
) -> None:
    server = room.server()
    page = begin(opened, server, "anna")
    page.press("3", "m", " ", "c")
    page.type("half af")
    page.send("Page.reload")
    page.until("document.readyState === 'complete' && document.querySelector('textarea')?.value")
    assert page.ask("document.querySelector('textarea').value") == "half af"
    assert page.ask("document.querySelector('[name=truth]:checked').value") == "3"
    assert page.ask("document.querySelectorAll('.s[aria-pressed=true]').length") == 1
    with browser(tmp_path / "another") as mortal:
        theirs = begin(mortal, server, "bert")
        for star in "42":
            then(theirs, star, "Enter")
    assert [each.truth for each in room.ratings("bert")] == [4, 2]


def test_a_killed_server_loses_nothing_and_the_page_goes_on(opened: Browser, room: Room) -> None:
    server = room.server()
    page = begin(opened, server, "anna")
    rng = random.Random(0)
    given = {}
    for _ in range(10):
        given[page.ask(ITEM)] = star = rng.randint(1, 5)
        before = page.ask(SHOWN)
        page.press(str(star), "Enter")
        time.sleep(rng.random() * 0.08)  # wherever the server is by now:
        server.kill()
        server.start()
        page.until(f"{SHOWN} !== {before!r}")
    assert len(given) == 10
    assert {each.item: each.truth for each in room.ratings("anna")} == given
    assert page.ask("document.getElementById('message').hidden")


class Bodies:
    """Reads every response that a page gets."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._asked: list[str] = []
        self._read: list[str] = []
        page.hear(self._hear)

    def _hear(self, event: dict[str, Any]) -> None:
        mine = event.get("sessionId") == self._page.session
        if mine and event["method"] == "Network.loadingFinished":
            self._asked.append(event["params"]["requestId"])

    def read(self) -> list[str]:
        """All so far; before the page is left, which forgets them."""
        while self._asked:
            asked = self._asked.pop(0)
            self._read.append(self._page.send("Network.getResponseBody", requestId=asked)["body"])
        return self._read


def test_no_response_before_saving_tells_a_verdict_or_another_s_rating(
    opened: Browser, room: Room
) -> None:
    store = Store(room.db, ITEMS)
    for item in ITEMS.values():
        data = opinion(1.2345, SECRET, passage=(item.pages[0], 12, 39))
        store.keep_opinion(item.digest, "s", data)
        with store.writing():
            said = {"truth": 1, "comment": SECRET, "reason": "random", "message_type": "error"}
            store.add("rating", "bert", item.id, said)
    page = opened.page()
    responses = Bodies(page)
    server = room.server()
    page.go(f"{server.address}rate?rater=anna")
    page.until(SHOWN)
    assert page.ask("document.getElementById('passage').innerText")
    page.press("?", "Escape", "v", "u")
    page.until("document.getElementById('message').innerText.includes('nothing to undo')")
    page.press("3")
    page.ask("fetch('/verdict?rater=anna&item=a0').then(answer => answer.text())")
    then(page, "Enter")
    responses.read()
    page.go(f"{server.address}progress?rater=anna")
    responses.read()
    page.go(f"{server.address}rate?rater=anna")
    page.until(SHOWN)
    bodies = responses.read()
    assert len(bodies) >= 7
    assert not [body for body in bodies if SECRET in body or "1.23" in body]
    page.press("v")
    page.until("document.getElementById('verdict').open")
    assert SECRET in page.ask("document.getElementById('verdict').innerText")
    assert SECRET not in server.said


def test_a_real_verdict_is_shown_after_saving(opened: Browser, room: Room) -> None:
    page = begin(opened, room.server(options=()), "anna")
    assert "10 MB" in page.ask("document.getElementById('passage').innerText")
    then(page, "5", "Enter")
    page.press("v")
    page.until("document.getElementById('verdict').open")
    told = page.ask("document.getElementById('verdict').innerText")
    assert "★" in told
    assert "10 MB" in told  # the answer says another number


def test_a_disagreement_is_decided_by_keys_and_counted(opened: Browser, room: Room) -> None:
    server = room.server("--adjudicate")
    for rater, star in (("anna", "1"), ("bert", "5")):
        page = begin(opened, server, rater)
        then(page, star, "Enter")
    page = opened.page()
    page.go(f"{server.address}adjudicate?rater=carla")
    page.until(SHOWN)
    disputed = page.ask(ITEM)
    page.press("0", "Enter")  # which decides nothing
    assert "1 to 5 stars" in page.ask("document.getElementById('message').textContent")
    then(page, "2", "Enter")
    assert page.ask(ITEM) == ""
    with Store(room.db, ITEMS).reading() as state:
        assert state.decisions[disputed].truth == 2
    page.go(f"{server.address}progress?rater=carla")
    told = page.ask("document.querySelector('main').innerText")
    assert "1 of 40 answers have stars, 1 of them from two raters" in told
    assert "0 that wait for a decision; 1 are decided" in told
    then_back = opened.page()
    then_back.go(f"{server.address}adjudicate?rater=carla")
    then_back.until(SHOWN)
    then(then_back, "u")
    assert then_back.ask(ITEM) == disputed


def test_every_page_fits_its_screen_and_its_paper(opened: Browser, room: Room) -> None:
    server = room.server("--adjudicate")
    for rater, star in (("a" * 64, "1"), ("bert", "5")):
        then(begin(opened, server, rater), star, "Enter")
    page = opened.page()
    for path in ("", "rate?rater=anna", "progress?rater=anna", "adjudicate?rater=anna"):
        page.go(server.address + path)
        for width, media in ((1280, "screen"), (500, "screen"), (700, "print")):
            page.size(width)
            page.send("Emulation.setEmulatedMedia", media=media)
            shown = page.ask("document.documentElement.scrollWidth")
            assert shown <= width, f"{path}: {shown - width} pixels stand out at {width}, {media}"


def test_nothing_is_refused_by_the_page_s_own_policy(opened: Browser, room: Room) -> None:
    page = opened.page()
    page.send("Log.enable")
    told: list[str] = []

    def hear(event: dict[str, Any]) -> None:
        if event["method"] == "Log.entryAdded" and event.get("sessionId") == page.session:
            told.append(event["params"]["entry"]["text"])

    page.hear(hear)
    server = room.server("--adjudicate")
    for path in ("", "rate?rater=anna", "progress?rater=anna", "adjudicate?rater=anna"):
        page.go(server.address + path)
        page.size(500)
        page.until("document.styleSheets.length === 1")
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.ask(wide), path
    assert not told
