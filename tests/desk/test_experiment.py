"""The arms of an agent-day, the log of what was asked, and what it tells."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("fastapi")

from examples.desk import arms
from examples.desk.arms import Arm, Arms
from examples.desk.data import Store
from examples.desk.log import Log
from examples.desk.loop import Desk
from tests.desk.conftest import TOKEN, Client
from truthscore import Guardrail
from truthscore.cli import main

SHIPPED = Path(arms.__file__).with_name("arms.toml")
DAYS = [f"2026-11-{day:02}" for day in range(1, 29)]
QUESTION = "Hoe groot mag een bon zijn?"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    store = Store(f"sqlite:///{tmp_path / 'log.db'}")
    yield Log(store, "test")
    store.close()


def row(agent: str | None, day: str, arm: str, **more: Any) -> dict[str, Any]:
    return {
        "id": None, "at": 0.0, "agent": agent, "day": day, "arm": arm, "no_answer": 0,
        "escalated": 0, "body": {}, **more,
    }  # fmt: skip


def test_an_agent_has_one_arm_a_day_and_both_in_the_long_run() -> None:
    drawn = arms.read(SHIPPED)
    assert [(each.name, each.top) for each in drawn.arms] == [("control", 3), ("treatment", 1)]
    units = [(f"W-{agent}", day) for agent in range(100, 200) for day in DAYS]
    first = {unit: drawn.of(*unit) for unit in units}
    assert first == {unit: arms.read(SHIPPED).of(*unit) for unit in units}
    shares = Counter(arm.name for arm in first.values())
    assert abs(shares["control"] / len(units) - 0.5) < 0.03
    assert len({first["W-101", day] for day in DAYS}) == 2
    other = Arms("another name", drawn.arms)
    assert any(other.of(*unit) != arm for unit, arm in first.items())
    assert drawn.of(None, DAYS[0]).name == "control"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "x"\n[arms.a]\ntop = 1', "1 arms"),
        ('name = "x"\n[arms.a]\ntop = 0\n[arms.b]', "top"),
        ("[arms.a]\n[arms.b]", "name"),
        ('name = "x"\n[arms.a]\nspeed = 3\n[arms.b]', "speed"),
        ("name =", "expected a name and two tables"),
    ],
)
def test_a_file_that_is_no_experiment_is_said(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "arms.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match="DESK_ARMS") as found:
        arms.read(path)
    assert told in str(found.value)
    assert str(path) in str(found.value)


def test_an_arm_is_how_the_desk_answers(tmp_path: Path, guardrail: Guardrail) -> None:
    seen = []

    class Looks:
        name = "looks"

        def __call__(self, asked: Any) -> Any:
            seen.append(len(asked.documents))
            raise LookupError

    store = Store(f"sqlite:///{tmp_path / 'desk.db'}")
    both = Arms("x", (Arm("wide", 3), Arm("narrow", 1)))
    desk = Desk(store, Looks(), guardrail, arms=both)
    for arm in both.arms:
        with pytest.raises(LookupError):
            desk.ask(QUESTION, "nl", "W-101", arm=arm)
    assert seen == [3, 1]
    store.close()


def test_the_log_has_what_truthscore_experiment_reads(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(1)
    days = DAYS[:6]
    for day in days:
        for agent in range(4):
            arm = "treatment" if (agent + int(day[-2:])) % 2 else "control"
            for _ in range(4):
                missed = int(dice.random() < (0.1 if arm == "treatment" else 0.4))
                log.add(row(f"W-{agent}", day, arm, no_answer=missed))
    log.add(row(None, DAYS[0], "control", no_answer=1))  # of nobody that is known
    Log(log.store, "another").add(row("W-1", DAYS[0], "control"))
    path = tmp_path / "log.jsonl"
    path.write_text(log.jsonl(), encoding="utf-8")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(rows) == len(days) * 4 * 4
    assert list(rows[0]) == [
        "id", "agent", "day", "arm", "no_answer", "thumb", "handle_seconds", "escalated",
    ]  # fmt: skip
    table = log.table(("control", "treatment"))
    assert "no_answer" in table
    assert "as planned" in table
    with pytest.raises(SystemExit, match="0"):
        main(["experiment", str(path), "--arms", "control,treatment"])
    assert capsys.readouterr().out.strip() == table.strip()


def test_a_request_that_comes_again_is_one_row_and_a_thumb_changes_only_its_own(log: Log) -> None:
    mine = log.add(row("W-1", DAYS[0], "control", id="k" * 64))
    assert log.add(row("W-1", DAYS[0], "control", id="k" * 64)) == mine
    log.add(row("W-1", DAYS[0], "control"))
    found = log.row(mine, "W-1")
    assert found is not None
    assert log.row(mine, "W-2") is None
    assert log.row(mine, None) is None
    log.thumb(found, -1, escalated=True)
    found = log.row(mine, "W-1")
    assert found is not None
    log.thumb(found, 0, escalated=False)  # read on: the thumb stays
    kept = {each["id"]: each for each in log.rows()}
    assert (kept[mine]["thumb"], kept[mine]["escalated"]) == (-1, 1)
    assert kept[mine]["handle_seconds"] > 0
    assert sorted(each["thumb"] for each in kept.values()) == [-1, 0]


def test_over_http_a_question_is_a_row_and_a_thumb_of_who_asked(client: Client) -> None:
    asked = client.post("/ask", {"question": QUESTION}, who="W-101").json()
    client.post("/ask", {"question": "Xyzzy plugh?"}, who="W-102")
    client.post("/ask", {"question": QUESTION})
    assert client.post("/feedback", {"id": asked["id"], "thumb": 1}, who="W-101").json() == {}
    assert client.get("/experiment/log").status_code == 401
    lines = client.get("/experiment/log", **TOKEN).text.splitlines()
    columns = ("agent", "no_answer", "thumb", "escalated")
    assert [[json.loads(line)[name] for name in columns] for line in lines] == [
        ["W-101", 0, 1, 0], ["W-102", 1, 0, 1],
    ]  # fmt: skip
    told = client.get("/experiment", **TOKEN)
    assert client.get("/experiment").status_code == 401
    # which arm an agent has is drawn anew each day: both may have the same one
    both = {json.loads(line)["arm"] for line in lines} == {"control", "treatment"}
    assert told.status_code == (200 if both else 409)
    assert ("one unit only" if both else "Not enough yet: ") in told.text
