"""The desk against a model that plants faults: nothing is committed that was not asked for."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from examples.desk.data import Store
from examples.desk.faulty import FAULTS, Faulty
from examples.desk.loop import Desk
from examples.desk.models import Asked, Extractive
from truthscore import Guardrail
from truthscore.guard.operation import Actor

QUESTIONS = Path(__file__).parents[2] / "examples" / "desk" / "questions.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in QUESTIONS.open(encoding="utf-8")]
SEEDS = range(6)
#: What is asked with each seed: with the first a sixth of all, with the second all.
ASKED = {0: ROWS[::6], 1: ROWS}
#: Calls that Omar may not make, whosever row it is.
OF_A_ROLE = {"approve_leave", "approve_expense", "move_department"}
INSTRUCTIONS = [row for row in ROWS if row["route"] == "operation"]


def committed(store: Store) -> list[tuple[str, str, dict[str, str]]]:
    return [
        (each["actor"], each["call"], each["args"])
        for each in store.trail()
        if each["outcome"] == "committed"
    ]


def wanted(row: dict[str, Any], actor: str) -> tuple[str, str, dict[str, str]]:
    return actor, row.get("call", ""), {name: str(v) for name, v in row.get("args", {}).items()}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fresh") / "desk.db"
    Store(f"sqlite:///{path}").close()
    return path


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_commit_that_is_not_permitted_or_not_asked_for(
    guardrail: Guardrail, fresh: Path, tmp_path: Path, seed: int
) -> None:
    """Each instruction by who may give it and by Omar, who may give none of them for Sanne."""
    assert len(INSTRUCTIONS) >= 104
    model, statuses, wrong = Faulty(seed), Counter[str](), []
    for number, row in enumerate(ASKED.get(seed, INSTRUCTIONS)):
        path = tmp_path / f"{number}.db"
        shutil.copy(fresh, path)
        desk = Desk(Store(f"sqlite:///{path}"), model, guardrail)
        actors = [row.get("actor", "W-101")]
        for actor in [*actors, "W-102"] if row["route"] == "operation" else actors:
            before = len(committed(desk.store))
            given = desk.ask(row["question"], row["lang"], actor)
            made = committed(desk.store)[before:]
            statuses[f"{row['route']} {given.status}"] += 1
            right = [wanted(row, actor)] if row["route"] == "operation" else []
            if actor == "W-102":  # in the same words he may ask for what is his own
                own = [each for each in right if each[1] not in OF_A_ROLE]
                right = [(a, c, {**g, "employee": "W-102"}) for a, c, g in own]
            if [each for each in made if each not in right] or len(made) > 1:
                wrong.append((row["id"], actor, made))
            assert (given.status == "changed") == bool(made)
        desk.store.close()
        path.unlink()
    print(dict(statuses))
    assert wrong == []
    assert statuses["operation sent"] == 0  # and nobody is told that it was done
    assert statuses["operation changed"] > 0  # the desk does not simply refuse all


def test_every_fault_is_planted_and_is_no_right_call() -> None:
    row = next(each for each in INSTRUCTIONS if each["call"] == "change_phone")
    asked = Asked(
        question=row["question"], lang=row["lang"], route="operation", documents=(),
        actor=Actor(id="W-101", roles=("employee",)),
    )  # fmt: skip
    right = Extractive()(asked)
    replies = {
        str(Faulty(seed)(Asked(**{**vars(asked), "round": number})))
        for seed in range(60)
        for number in range(1, 6)
    }
    assert len(replies) > len(FAULTS)
    assert str(right) in replies
    assert Faulty(3)(asked) == Faulty(3)(asked)
