"""A long page that is registered is parsed before it is asked for; one that comes with a check
makes nobody else wait."""

from __future__ import annotations

import time
from typing import Any

from tests.serve.conftest import Start
from truthscore.scorer import TruthScorer
from truthscore.serve.app import LONG_PAGE

#: Seconds that a page may be parsed in, on a machine that does other work as well.
PATIENCE = 120.0
PART = "Bij factuur {} kunt u maximaal {} bijlagen meesturen, samen niet groter dan {} MB.\n\n"


def page(first: int) -> str:
    text = "".join(PART.format(each, each, 5 * each) for each in range(first, first + 500))
    assert len(text) > LONG_PAGE
    return text


def parses(monkeypatch: Any) -> list[str]:
    """The texts of the pages that are asked to be parsed ahead, as they come."""
    seen: list[str] = []
    warm = TruthScorer.warm

    def told(self: TruthScorer, pages: Any, lang: str | None = None) -> int:
        found = warm(self, pages, lang)
        seen.extend(each.text for each in pages)
        return found

    monkeypatch.setattr(TruthScorer, "warm", told)
    return seen


def test_a_long_registered_page_is_parsed_ahead(start: Start, monkeypatch: Any) -> None:
    seen = parses(monkeypatch)
    service = start()
    for name, text in (("short", "Kort."), ("long", page(1))):
        assert service("PUT", f"/v1/documents/{name}", json={"text": text}).status_code == 201
    ends = time.monotonic() + PATIENCE
    while not seen:
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert seen == [page(1)]
    asked = {
        "question": "Hoeveel bijlagen bij factuur 3?",
        "answer": PART.format(3, 3, 15).strip(),
        "documents": ["long"],
    }
    told = service("POST", "/v1/check", json=asked).json()
    assert told["cause"] != "over_budget"


def test_a_long_page_of_a_check_is_not_parsed_for_others(start: Start, monkeypatch: Any) -> None:
    seen = parses(monkeypatch)
    asked = {"question": "Hoeveel?", "answer": "Maximaal 900.", "context": [page(900)]}
    assert start()("POST", "/v1/check", json=asked).status_code == 200
    assert seen == []
