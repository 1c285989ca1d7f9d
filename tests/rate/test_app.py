"""The pages over HTTP: blind before saving, saved once, only from this machine."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from sklearn import metrics

from tests.rate.conftest import ORIGIN, Asking, Start, made, opinion
from truthscore.rate import rubric
from truthscore.rate.store import Store

SECRET = "DIT-MAG-NIEMAND-ZIEN"


def shown_item(text: str) -> str:
    """The answer that a page shows."""
    found = re.search(r'<div id="item" data-item="([^"]*)"', text)
    assert found, text
    return html.unescape(found[1])


def test_a_rating_is_saved_and_the_next_answer_comes_with_it(start: Start) -> None:
    items = made(3)
    ask = start(items)
    first = shown_item(ask("GET", "/rate?rater=anna").text)
    assert shown_item(ask("GET", "/rate?rater=anna").text) == first
    answer = ask.save("anna", items[first], 4, relatedness=5, message_type="binary",
                      untrue=[[0, 10]], comment="bijna", flag=True)  # fmt: skip
    assert answer.status_code == 200
    assert shown_item(answer.text) != first
    assert "★★★★" in answer.text
    assert "drawn at random" in answer.text


def test_who_cannot_judge_says_so_and_stars_are_needed(start: Start) -> None:
    items = made(1)
    ask = start(items)
    ask("GET", "/rate?rater=anna")
    refused = ask.save("anna", items["a0"], None, cannot=False)
    assert (refused.status_code, refused.text) == (422, "truth_needed")
    for wrong in ({"truth": 6}, {"comment": "x" * 10_001}, {"message_type": "no"}, {"more": 1}):
        assert ask.save("anna", items["a0"], **{"truth": 3, **wrong}).status_code == 422
    assert ask.save("anna", items["a0"], None).status_code == 200


def test_an_answer_that_has_changed_is_not_rated(start: Start) -> None:
    items = made(1)
    ask = start(items, adjudicate=True)
    ask("GET", "/rate?rater=anna")
    for path in ("/save", "/decide"):
        for item, digest in (("a0", "another"), ("a9", items["a0"].digest)):
            body = {"rater": "anna", "item": item, "digest": digest, "truth": 3, "token": "x" * 9}
            assert ask("POST", path, json=body).status_code == 409
    assert ask("GET", "/verdict?rater=anna&item=a9").status_code == 404
    last = ask.save("anna", items["a0"], 3)
    assert "That was the last one" in last.text
    again = ask.save("bert", items["a0"], 3)
    assert (again.status_code, "not asked" in again.text) == (409, True)


def test_a_request_that_comes_twice_is_carried_out_once(start: Start) -> None:
    items = made(3)
    ask = start(items)
    first = shown_item(ask("GET", "/rate?rater=anna").text)
    for _ in range(2):
        answer = ask.save("anna", items[first], 2, token="the-same-one")
        assert "<b>1</b> rated" in answer.text
    for _ in range(2):
        body = {"rater": "anna", "token": "taken-back"}
        assert "<b>0</b> rated" in ask("POST", "/undo", json=body).text


def test_undo_shows_the_answer_again_with_what_was_said(start: Start) -> None:
    items = made(3)
    ask = start(items)
    first = shown_item(ask("GET", "/rate?rater=anna").text)
    second = shown_item(ask.save("anna", items[first], 2, comment="nee").text)
    ask.save("anna", items[second], 5)
    again = ask.undo("anna").text
    assert shown_item(again) == second
    again = ask.undo("anna").text
    assert shown_item(again) == first
    draft = json.loads(html.unescape(re.findall(r'data-draft="([^"]*)"', again)[0]))
    assert (draft["truth"], draft["comment"]) == (2, "nee")
    assert ask.undo("anna").text == "nothing_to_undo"
    assert shown_item(ask.save("anna", items[first], 3).text) == second


def scenes(ask: Asking, rater: str) -> list[str]:
    """Everything a rater can get to see who has saved nothing."""
    ask.said.clear()
    for path in ("/", f"/rate?rater={rater}", f"/progress?rater={rater}", "/rate.js", "/rate.css",
                 f"/verdict?rater={rater}&item=a0", f"/adjudicate?rater={rater}"):  # fmt: skip
        ask("GET", path)
    ask.undo(rater)
    ask("POST", "/save", json={"rater": rater})
    return list(ask.said)


def test_before_saving_no_response_tells_what_the_machine_said(start: Start) -> None:
    """The same bytes whatever the verdict is."""
    items = made(1)
    low = start(items, opinions={"a0": opinion(1.2345, SECRET)}, db="low.sqlite")
    high = start(items, opinions={"a0": opinion(4.9876)}, db="high.sqlite")
    seen = scenes(low, "anna")
    assert seen == scenes(high, "anna")
    assert not [text for text in seen if SECRET in text or "1.2 ★" in text]
    assert "passage" in seen[1]  # where the answer's nearest passage stands is no verdict
    assert "The verdict is shown when you have saved" in seen[5]
    low.save("anna", items["a0"], 3)
    told = low("GET", "/verdict?rater=anna&item=a0").text
    assert SECRET in told
    assert "1.2 ★" in told


def test_before_saving_no_response_tells_what_another_rater_said(start: Start) -> None:
    items = made(1)
    said = []
    for db, truth in (("one.sqlite", 1), ("five.sqlite", 5)):
        ask = start(items, db=db)
        ask("GET", "/rate?rater=anna")
        ask.save("anna", items["a0"], truth, comment=SECRET, untrue=[[0, 4]], message_type="error")
        said.append(scenes(ask, "bert"))
    assert said[0] == said[1]
    assert not [text for text in said[0] if SECRET in text]


def test_a_rating_after_the_verdict_is_not_blind(start: Start, tmp_path: Path) -> None:
    items = made(1)
    ask = start(items, opinions={"a0": opinion(1.0)})
    ask("GET", "/rate?rater=anna")
    ask.save("anna", items["a0"], 5)
    with Store(tmp_path / "r.sqlite", items).reading() as state:
        assert state.ratings["a0"]["anna"].blind
    ask("GET", "/verdict?rater=anna&item=a0")
    ask.undo("anna")
    ask.save("anna", items["a0"], 1)
    with Store(tmp_path / "r.sqlite", items).reading() as state:
        assert not state.ratings["a0"]["anna"].blind
        assert state.ratings["a0"]["anna"].rubric == rubric.load().digest


def test_agreement_is_told_from_five_shared_answers_on(start: Start) -> None:
    items = made(8)
    ask = start(items)
    given: dict[str, list[int]] = {"anna": [], "bert": []}
    for count in range(1, 7):
        for rater, add in (("anna", 0), ("bert", 1)):
            item = shown_item(ask("GET", f"/rate?rater={rater}").text)
            given[rater].append(min(5, 1 + int(item[1:]) % 5 + add))
            ask.save(rater, items[item], given[rater][-1])
        told = ask("GET", "/progress").text
        assert ("anna, bert" in told) == (count >= 5)
    theirs = metrics.cohen_kappa_score(given["anna"], given["bert"], weights="quadratic")
    assert f">{theirs:.2f}<" in told


def test_progress_tells_what_is_covered_and_the_shares_of_the_reasons(start: Start) -> None:
    items = made(4)
    ask = start(items)
    for rater, count in (("Bert", 1), ("anna", 4)):
        for _ in range(count):
            item = shown_item(ask("GET", f"/rate?rater={rater}").text)
            ask.save(rater, items[item], 3)
    told = ask("GET", "/progress").text
    assert "4 of 4 answers have stars, 1 of them from two raters or more." in told
    assert "apart by two stars" not in told  # for who decides them
    assert told.index("<td>anna") < told.index("<td>Bert")
    shares = re.findall(r'<td class="n">(\d+) <span class="dim">(\d+) %', told)
    columns = shares[::2], shares[1::2]
    assert [sum(int(count) for count, _ in each) for each in columns] == [4, 1]
    assert all(int(share) == round(100 * int(count) / 4) for count, share in columns[0])
    assert "it came from another tool" not in told


def test_who_adjudicates_sees_both_and_decides(start: Start) -> None:
    items = made(2)
    closed = start(items, db="x.sqlite")
    assert closed("GET", "/adjudicate?rater=anna").status_code == 404
    ask = start(items, adjudicate=True)
    for rater, truth in (("anna", 1), ("bert", 4)):
        for _ in items:
            item = shown_item(ask("GET", f"/rate?rater={rater}").text)
            ask.save(rater, items[item], truth if item == "a0" else 3, comment=f"van {rater}")
    page = ask("GET", "/adjudicate?rater=carla").text
    assert shown_item(page) == "a0"
    # "cannot judge" decides nothing, so it is neither offered nor told of
    assert 'name="truth" value="1"' in page
    assert 'name="truth" value="0"' not in page
    assert "or 0 if" not in page
    assert "0</b> decided · 1 left" in page
    assert "van anna" in page
    assert "van bert" in page
    body = {"rater": "carla", "item": "a0", "digest": items["a0"].digest, "truth": 2,
            "token": "decided-1"}  # fmt: skip
    waiting = "Raters are apart by two stars or more on 1 that wait for a decision; 0 are decided."
    assert waiting in ask("GET", "/progress").text
    assert shown_item(ask("POST", "/decide", json=body).text) == ""
    assert "on 0 that wait for a decision; 1 are decided." in ask("GET", "/progress").text
    back = ask("POST", "/undo_decision", json={"rater": "carla", "token": "decided-2"})
    assert shown_item(back.text) == "a0"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example:8090"}, 403),
        ({"host": "evil.example:8090", "origin": "http://evil.example:8090"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ORIGIN, "content-type": "text/plain"}, 415),
        ({"origin": ORIGIN, "content-type": "application/json"}, 422),
    ],
)
def test_only_a_page_of_ours_may_send(start: Start, headers: dict[str, str], status: int) -> None:
    ask = start(made(1))
    given = {"content-type": "application/json", **headers}
    assert ask("POST", "/save", content=b"{}", headers=given).status_code == status


def test_another_site_can_ask_for_the_start_page_only(start: Start) -> None:
    ask = start(made(1))
    for site, status in (
        ("cross-site", 403),
        ("same-site", 403),
        ("same-origin", 200),
        ("none", 200),
    ):
        headers = {"sec-fetch-site": site}
        assert ask("GET", "/rate?rater=anna", headers=headers).status_code == status
        assert ask("GET", "/", headers=headers).status_code == 200


def test_limits_and_headers_of_every_answer(start: Start) -> None:
    ask = start(made(1))
    large = {"content-type": "application/json"}
    assert ask("POST", "/save", content=b"x" * 100_001, headers=large).status_code == 413
    assert ask("PUT", "/save").status_code == 405
    for host in ("localhost", "localhost:1", "[::1]:8090", "127.0.0.1"):
        assert ask("GET", "/", headers={"host": host}).status_code == 200
    for path in ("/", "/rate?rater=anna", "/rate.js", "/nothing", "/rate?rater=<b>"):
        answer = ask("GET", path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert "<script>" not in answer.text
        assert "style=" not in answer.text


def test_one_rater_s_page_is_not_another_s(start: Start) -> None:
    ask = start(made(1), rater="anna")
    assert ask("GET", "/").headers["location"] == "/rate"
    assert shown_item(ask("GET", "/rate").text) == "a0"
    assert ask("GET", "/rate?rater=bert").status_code == 403
    assert ask("GET", "/rate?rater=anna").status_code == 200


def test_texts_of_customers_are_shown_and_never_run(start: Start) -> None:
    from truthscore.rate import items as rated
    from truthscore.types import ContextDocument, Example

    evil = '<script>alert(1)</script><img src=x onerror="alert(2)">'
    items = rated.of(
        [
            Example(
                id='"><b>', question=evil, answer=evil,
                context=(ContextDocument(id=evil, title=evil, text=evil),),
            )
        ]
    )  # fmt: skip
    text = start(items)("GET", "/rate?rater=anna").text
    assert "<script>alert" not in text
    assert "<img" not in text
    assert shown_item(text) == '"><b>'


def test_dutch_and_english(start: Start) -> None:
    ask = start(made(1))
    assert "Opslaan en verder" in ask(
        "GET", "/rate?rater=anna", headers={"accept-language": "nl-NL,nl;q=0.9"}
    ).text  # fmt: skip
    assert "Save and next" in ask("GET", "/rate?rater=anna").text


def test_an_error_logs_no_word_of_a_customer(
    start: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from truthscore.rate import views

    def fails(*_: object) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr(views, "shown", fails)
    answer = start(made(1))("GET", "/rate?rater=anna")
    assert answer.status_code == 500
    assert SECRET not in answer.text
    assert SECRET not in caplog.text
    assert "ValueError" in caplog.text
