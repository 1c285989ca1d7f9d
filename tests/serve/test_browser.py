"""In a real browser: an answer is tried, a held one is taken, corrected and sent by keyboard."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rate.chromium import PATIENCE, Page, browser, found
from tests.rate.served import ROOT, free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(found() is None, reason="needs Debian's chromium"),
]
PAGE = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
LIE = "U kunt maximaal 5 bijlagen meesturen. Samen mogen die niet groter zijn dan 25 MB."
#: Widths of a screen and of a telephone.
WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    at = f"http://127.0.0.1:{(port := free_port())}"
    folder = tmp_path_factory.mktemp("data")
    command = ["-m", "truthscore", "serve", "--port", str(port), "--data-dir", str(folder)]
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stderr=subprocess.DEVNULL)
    ends = time.monotonic() + 4 * PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{at}/readyz")
            break
        except OSError:
            assert time.monotonic() < ends
            time.sleep(0.1)
    yield at
    process.terminate()
    process.wait(PATIENCE)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened.page()


def asked(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def fits(page: Page) -> bool:
    return bool(page.ask("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", ["nl", "en"])
def test_one_answer_is_tried(code: str, width: int, address: str, page: Page) -> None:
    page.size(width)
    page.go(f"{address}/?lang={code}&example=1")
    page.click("form button.main")
    page.until("document.querySelector('.pagebox mark')")
    assert page.ask("document.querySelector('.pagebox mark').textContent") == "10 MB"
    page.click("article .v-supported")  # its sentence, and its place on the page
    page.until("document.querySelector('.pagebox mark').textContent.length > 10")
    assert fits(page)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", ["nl", "en"])
def test_a_held_answer_is_corrected_and_sent_by_keyboard(
    code: str, width: int, address: str, page: Page
) -> None:
    context = [{"id": "bijlagen", "title": "Bijlagen", "text": PAGE}]
    question = "Hoe groot mogen de bijlagen zijn?"
    row = {"question": question, "answer": LIE, "context": context}
    review = asked(address, "/v1/check", row)["review"]
    page.size(width)
    page.go(f"{address}/reviews?lang={code}")
    assert fits(page)
    page.press("n")
    page.until("document.querySelector('textarea')")
    assert fits(page)
    page.until("document.querySelector('.pagebox mark')")
    page.press("c")
    page.ask("document.activeElement.select()")
    page.type(PAGE)
    page.press("Escape", "k")
    page.until("location.search.includes('said=saved')")
    told = asked(address, f"/v1/reviews/{review}")
    assert (told["state"], told["answer"]) == ("corrected", PAGE)
