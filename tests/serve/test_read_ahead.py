"""A long page that is registered is parsed before it is asked for; one that comes with a check and
takes longer than that is read on, one at a time."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from tests.serve.conftest import Start
from truthscore.guard import reading_on
from truthscore.guard.decision import Decision
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.reading_on import LONG_PAGE
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer

#: Seconds that a page may be parsed in, on a machine that does other work as well.
PATIENCE = 120.0
PART = "Bij factuur {} kunt u maximaal {} bijlagen meesturen, samen niet groter dan {} MB.\n\n"

#: Seconds of work of a check whose page has been read: 0.07 to 0.09 on a machine that does nothing
#: else, where a page of 200 kB takes 6 s to read.
QUICK = 0.2


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


def asked(number: int, text: str) -> dict[str, Any]:
    return {
        "question": f"Hoeveel bijlagen bij factuur {number}?",
        "answer": PART.format(number, number, 5 * number).strip(),
        "context": [text],
    }


def in_time(guardrail: Guardrail, check: dict[str, Any]) -> Decision:
    """The decision once the page has been read, which it is while nobody asks."""
    ends = time.monotonic() + PATIENCE
    while (decision := guardrail.check(**check)).cause == "over_budget":
        assert time.monotonic() < ends
        time.sleep(0.2)
    return decision


def test_a_page_for_which_a_check_had_no_time_is_read_on(warm: TruthScorer) -> None:
    scorer = warm.under(warm.profile)  # with no page of another test
    policy = with_policy(warm.profile.policy, time_budget_ms=150.0)
    with Guardrail(scorer, policy) as guardrail:
        check = asked(1003, page(1001))
        late = guardrail.check(**check)
        assert late.cause == "over_budget"
        assert "verder gelezen" in late.reason
        assert in_time(guardrail, check).cause == "supported"


def test_only_one_page_is_read_on_at_a_time(
    warm: TruthScorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, seen = threading.Event(), []

    def slow(*asked: Any) -> bool:
        seen.append(asked)
        return going.wait(PATIENCE)

    monkeypatch.setattr(TruthScorer, "warm", slow)
    monkeypatch.setattr(reading_on, "PROCESS", reading_on.ReadingOn())
    with Guardrail(warm, with_policy(warm.profile.policy, time_budget_ms=1.0)) as guardrail:
        for first in (2001, 3001, 4001):
            assert guardrail.check(**asked(first, page(first))).cause == "over_budget"
        short = guardrail.check(**asked(1, "Kort. " * 9))
        assert short.decided != "allow"
    going.set()
    assert len(seen) == 1


@pytest.mark.slow
def test_the_second_check_of_a_page_of_200_kb_is_quick(warm: TruthScorer) -> None:
    scorer = warm.under(warm.profile)
    text = "".join(page(first) for first in range(5001, 7001, 500))
    assert len(text) > 150_000
    with Guardrail(scorer) as guardrail:
        check = asked(5003, text)
        assert guardrail.check(**check).cause == "over_budget"
        in_time(guardrail, check)
        took = []
        for _ in range(5):
            begun = time.process_time()
            assert guardrail.check(**check).cause == "supported"
            took.append(time.process_time() - begun)
        assert min(took) <= QUICK
