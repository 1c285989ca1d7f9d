"""Held answers that people look at: kept, taken by one, decided, asked for, and forgotten."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE
from tests.serve.conftest import Service
from truthscore.accepted import teachers
from truthscore.cli import main
from truthscore.example import example_from
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer
from truthscore.serve.app import REVIEWS, application
from truthscore.serve.reviews import HOLD_SECONDS, Reviews
from truthscore.serve.tokens import Token, Tokens
from truthscore.types import Example, Verdict

ASKED = {"question": QUESTION, "answer": MISSING, "context": [LEAVE, ADDRESS], "id": "x"}
DAY = 86_400.0
SECRETS = {"anna": "anna-has-a-long-secret", "bram": "bram-has-a-long-secret"}
BOT = "the-backend-has-a-secret"
OWN = {"origin": "http://localhost"}


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Callable[..., Reviews]:
    return lambda days=1.0, **more: Reviews(tmp_path / REVIEWS, days, clock=clock, **more)


def keep(reviews: Reviews, answer: str = "Nee.") -> str:
    example = Example(id="a", question="Kan dit?", answer=answer)
    verdict = Verdict(id="a", status="not_scored", reason="no_context", lang="nl")
    return reviews.keep(example, verdict, action="review", reason="Er was geen pagina.")


@pytest.fixture
def service(warm: TruthScorer, tmp_path: Path) -> Service:
    tokens = Tokens(
        (
            *(
                Token(name=name, scopes=frozenset({"review", "check"}), secret=secret)
                for name, secret in SECRETS.items()
            ),
            Token(name="bot", scopes=frozenset({"check"}), secret=BOT),
        )
    )
    # a machine that does other work as well must not make a true answer a late one
    policy = with_policy(warm.profile.policy, time_budget_ms=0.0)
    scorer = warm.under(warm.profile.model_copy(update={"policy": policy}))
    return Service(application(scorer, tmp_path, tokens, review_days=1.0), {})


def bot(service: Service, method: str, path: str, **more: Any) -> Any:
    return service(method, path, headers={"authorization": f"Bearer {BOT}"}, **more)


def by(service: Service, name: str, method: str, path: str, **more: Any) -> Any:
    word = base64.b64encode(f"{name}:{SECRETS[name]}".encode()).decode()
    headers = {"authorization": f"Basic {word}", "host": "localhost", **OWN}
    return service(method, path, headers=headers, **more)


def held(service: Service, **more: Any) -> str:
    response = bot(service, "POST", "/v1/check", json={**ASKED, **more})
    assert response.json()["action"] != "allow"
    review = response.json()["review"]
    assert isinstance(review, str)
    return review


def test_what_is_sent_is_not_kept_and_without_days_nothing_is(
    service: Service, warm: TruthScorer, tmp_path: Path
) -> None:
    sent = bot(service, "POST", "/v1/check", json={**ASKED, "answer": TRUE}).json()
    assert (sent["action"], sent["review"]) == ("allow", None)
    off = Service(application(warm, tmp_path / "off", Tokens()), {})
    assert off("POST", "/v1/check", json=ASKED).json()["review"] is None
    assert off("GET", "/reviews").status_code == 404
    assert not (tmp_path / "off" / REVIEWS).exists()


@pytest.mark.parametrize("code", ["nl", "en"])
def test_a_held_answer_is_taken_corrected_and_asked_for(code: str, service: Service) -> None:
    id_ = held(service)
    assert bot(service, "GET", f"/v1/reviews/{id_}").json()["state"] == "waiting"
    listed = by(service, "anna", "GET", f"/reviews?lang={code}")
    assert html.escape(QUESTION) in listed.text
    taken = by(service, "anna", "POST", f"/reviews/next?lang={code}")
    assert (taken.status_code, taken.headers["location"]) == (
        303, f"/reviews/{id_}?lang={code}",
    )  # fmt: skip
    shown = html.unescape(by(service, "anna", "GET", f"/reviews/{id_}?lang={code}").text)
    assert f'<html lang="{code}">' in shown
    assert "Salarisrun" in shown
    assert re.search(r'<article.*class="decided hold"', shown, re.DOTALL)
    better = TRUE.replace("\n", "\r\n")
    unchanged = {"do": "corrected", "sent": MISSING}
    answer = by(service, "anna", "POST", f"/reviews/{id_}", data=unchanged)
    assert "said=unchanged" in answer.headers["location"]
    data = {"do": "corrected", "sent": better, "note": "De knop bestaat niet."}
    done = by(service, "anna", "POST", f"/reviews/{id_}", data=data)
    assert "said=saved" in done.headers["location"]
    told = bot(service, "GET", f"/v1/reviews/{id_}").json()
    assert (told["state"], told["answer"], told["by"]) == ("corrected", TRUE, "anna")
    assert told["note"] == "De knop bestaat niet."
    again = by(service, "anna", "POST", f"/reviews/{id_}", data={"do": "sent"})
    assert "said=lost" in again.headers["location"]  # decided once


def test_two_people_never_hold_the_same(service: Service) -> None:
    id_ = held(service)
    assert (
        by(service, "anna", "POST", f"/reviews/{id_}/take")
        .headers["location"]
        .startswith(f"/reviews/{id_}")
    )
    for way in (f"/reviews/{id_}/take", "/reviews/next"):
        assert "said=" in by(service, "bram", "POST", way).headers["location"]
    assert "said=taken" in by(service, "bram", "GET", f"/reviews/{id_}").headers["location"]
    lost = by(service, "bram", "POST", f"/reviews/{id_}", data={"do": "sent"})
    assert "said=lost" in lost.headers["location"]
    assert "anna" in by(service, "bram", "GET", "/reviews").text
    by(service, "anna", "POST", f"/reviews/{id_}", data={"do": "back"})
    assert id_ in by(service, "bram", "POST", "/reviews/next").headers["location"]
    assert bot(service, "GET", f"/v1/reviews/{id_}").json()["state"] == "waiting"


def test_many_who_take_at_once_each_get_another(store: Callable[..., Reviews]) -> None:
    reviews = store()
    ids = {keep(reviews, str(number)) for number in range(20)}
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda n: store().take(f"p{n}"), range(24)))
    assert sorted(filter(None, taken)) == sorted(ids)


def test_who_took_it_has_it_for_a_while(store: Callable[..., Reviews], clock: Clock) -> None:
    reviews = store()
    first, second = keep(reviews), keep(reviews)
    assert reviews.take("anna") == first
    assert reviews.take("anna") == first  # the one that she has
    assert reviews.take("bram") == second
    assert reviews.take("carla") is None
    clock.now += HOLD_SECONDS + 1
    assert not reviews.decide("anna", first, "sent", sent="Nee.")
    assert reviews.take("carla") == first
    assert reviews.decide("carla", first, "refused", sent=None, note="Onzin.")
    found = reviews.get(first)
    assert found is not None
    assert (found.state, found.by, found.sent, found.note) == ("refused", "carla", None, "Onzin.")


def test_what_is_over_its_time_is_gone(
    store: Callable[..., Reviews], clock: Clock, tmp_path: Path
) -> None:
    reviews = store()
    old = keep(reviews, "geheim woord")
    clock.now += DAY + 1
    assert reviews.get(old) is None
    assert reviews.take("anna") is None
    keep(reviews)
    assert len(reviews.waiting()) == 1
    assert (tmp_path / REVIEWS).stat().st_mode & 0o077 == 0


def test_of_too_much_the_oldest_goes_first_what_is_done(
    store: Callable[..., Reviews], clock: Clock
) -> None:
    reviews = store(most=3)
    ids = []
    for number in range(3):
        clock.now += 1
        ids.append(keep(reviews, str(number)))
    reviews.take("anna", ids[1])
    assert reviews.decide("anna", ids[1], "sent", sent="1")
    new = keep(reviews)
    assert reviews.get(ids[1]) is None
    assert [each.id for each in reviews.waiting()] == [ids[0], ids[2], new]
    small = store(most_bytes=2_000)
    last = keep(small, "x" * 1_900)
    assert [each.id for each in small.waiting()] == [last]


def test_a_scope_is_needed_and_a_page_of_ours(service: Service) -> None:
    id_ = held(service)
    bearer = {"authorization": f"Bearer {BOT}"}
    assert service("GET", "/reviews", headers=bearer).status_code == 403
    assert service("GET", "/v1/reviews", headers=bearer).status_code == 403
    assert service("GET", "/reviews").headers["www-authenticate"].startswith("Basic ")
    word = base64.b64encode(f"anna:{SECRETS['anna']}".encode()).decode()
    foreign = {"authorization": f"Basic {word}", "origin": "https://elsewhere.example"}
    for path in ("/reviews/next", f"/reviews/{id_}/take", f"/reviews/{id_}"):
        refused = service("POST", path, data={"do": "sent"}, headers=foreign)
        assert refused.status_code == 403
    assert bot(service, "GET", "/v1/reviews/unknown").status_code == 404


def test_the_docs_tell_of_them(service: Service) -> None:
    shown = html.unescape(by(service, "anna", "GET", "/docs").text)
    assert all(f">{path}<" in shown for path in ("/v1/reviews", "/v1/reviews/{id}"))
    assert "/reviews?lang" in by(service, "anna", "GET", "/").text


def test_a_reviewer_sees_no_page_that_the_user_may_not(service: Service) -> None:
    pages = [LEAVE, {**ADDRESS, "text": "GEHEIM " + ADDRESS["text"], "roles": ["boss"]}]
    id_ = held(service, context=pages, roles=[])
    by(service, "anna", "POST", f"/reviews/{id_}/take")
    assert "GEHEIM" not in by(service, "anna", "GET", f"/reviews/{id_}").text


def test_what_people_sent_is_read_by_rate_and_learn(service: Service, tmp_path: Path) -> None:
    for do, sent in (("corrected", TRUE), ("refused", ""), ("sent", "")):
        id_ = held(service)
        by(service, "anna", "POST", f"/reviews/{id_}/take")
        by(service, "anna", "POST", f"/reviews/{id_}", data={"do": do, "sent": sent})
    bearer = {"authorization": f"Bearer {SECRETS['anna']}"}
    lines = service("GET", "/v1/reviews", headers=bearer)
    rows = [json.loads(line) for line in lines.text.splitlines()]
    assert [example_from(row, default_id="").answer for row in rows] == [TRUE, MISSING]
    log, raters = tmp_path / "log.jsonl", tmp_path / "raters.toml"
    log.write_text(lines.text, encoding="utf-8")
    raters.write_text('[raters]\nanna = ["teach"]\n', encoding="utf-8")
    assert teachers(str(raters))
    out = tmp_path / "accepted.jsonl"
    with pytest.raises(SystemExit) as stop:
        main(["learn", str(log), "--raters", str(raters), "-o", str(out)])
    assert stop.value.code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2
