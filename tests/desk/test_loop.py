"""The rounds of a question: what is tried again, what is told, and what a colleague gets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from examples.desk import reading
from examples.desk.data import Store
from examples.desk.loop import Answer, Desk
from examples.desk.models import Asked, Extractive, Reply, from_environment
from truthscore import Guardrail
from truthscore.guard.operation import Actor, Operation

ROOT = Path(__file__).parents[2]
CHANGE = "Please change my phone number to 06-55512345."
RIGHT = Operation(name="change_phone", args={"employee": "W-101", "phone": "06-55512345"})
OTHER = Operation(name="change_phone", args={"employee": "W-101", "phone": "06-55512346"})


class Written:
    """A model that says what it is given, a reply a round, and keeps what it was asked."""

    name = "written"

    def __init__(self, *replies: Reply) -> None:
        self.replies, self.asked = replies, list[Asked]()

    def __call__(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'desk.db'}")
    yield made
    made.close()


@pytest.fixture
def ask(sqlite: Store, guardrail: Guardrail) -> Callable[..., Answer]:
    def asked(model: Any, question: str = CHANGE, who: str | None = "W-101", **more: Any) -> Answer:
        return Desk(sqlite, model, guardrail).ask(question, more.pop("lang", "en"), who, **more)

    return asked


def outcomes(store: Store) -> list[str]:
    return [each["outcome"] for each in store.trail()]


def test_a_wrong_value_is_told_to_the_model_which_tries_again(
    ask: Callable[..., Answer], sqlite: Store
) -> None:
    model = Written(Reply(operation=OTHER), Reply(operation=RIGHT))
    given = ask(model)
    assert (given.status, given.rounds, given.call) == ("changed", 2, "change_phone")
    assert model.asked[0].feedback is None
    assert "phone" in (model.asked[1].feedback or "")
    assert given.answer == "The phone number has been changed to 06-55512345."
    assert outcomes(sqlite) == ["committed"]


@pytest.mark.parametrize(
    ("question", "call", "args"),
    [
        ("Submit an expense of € 18.40 for me.", "submit_expense", {"amount": 18.0}),
        ("Submit an expense of € 18.40 for me.", "submit_expense", {"amount": 40.0}),
        ("Set my mobile number to 06-55544433.", "change_phone", {"phone": "number"}),
        ("Change my email address to s@wulpendal.example.", "change_email", {"email": "my"}),
        ("Please register leave from 3 May 2027 until 5 May 2027.", "request_leave",
         {"first_day": "2027-05-03", "last_day": "2027-05-03"}),
        ("Please cancel leave request V-201 and close ticket T-401.", "withdraw_leave",
         {"request": "V-201"}),
    ],
)  # fmt: skip
def test_another_value_of_the_question_is_not_taken(
    ask: Callable[..., Answer], sqlite: Store, question: str, call: str, args: dict[str, Any]
) -> None:
    operation = Operation(name=call, args={"employee": "W-101", **args})
    assert ask(Written(Reply(operation=operation)), question).status == "waiting"
    assert outcomes(sqlite) == []


def test_five_rounds_that_fail_are_for_a_colleague(
    ask: Callable[..., Answer], sqlite: Store
) -> None:
    model = Written(Reply(operation=OTHER))
    given = ask(model)
    assert (given.status, given.rounds) == ("waiting", 5)
    assert "06-55512346" not in given.answer
    assert [each.route for each in model.asked] == ["operation"] * 5
    assert outcomes(sqlite) == []


def test_a_reply_that_tells_another_value_is_not_sent(
    ask: Callable[..., Answer], sqlite: Store
) -> None:
    lie = Reply("The phone number has been changed to 06-55512346.", RIGHT)
    given = ask(Written(lie))
    assert given.status == "waiting"
    assert outcomes(sqlite) == []


def test_done_is_not_told_when_nothing_was_done(ask: Callable[..., Answer], sqlite: Store) -> None:
    record = "The phone number has been changed to 06-10000101."
    given = ask(Written(Reply(record)), "Please change my phone number to 06-10000101.")
    assert given.status == "waiting"
    assert record != given.answer
    assert outcomes(sqlite) == []


def test_a_call_with_a_question_is_not_made(ask: Callable[..., Answer], sqlite: Store) -> None:
    given = ask(Written(Reply(operation=RIGHT)), "What is my phone number?")
    assert given.route == "basic"
    assert given.status == "waiting"
    assert outcomes(sqlite) == []


@pytest.mark.parametrize(
    ("who", "question", "reason"),
    [
        ("W-101", "Approve expense B-302.", "You may not change this."),
        ("W-103", "Approve expense B-303.", "Somebody else approves what is your own."),
        ("W-101", "Cancel leave request V-202.",
         "This employee has nothing open with that number."),
        ("W-102", "Please change the phone number of W-101 to 06-55512345.",
         "You may not change this."),
    ],
)  # fmt: skip
def test_what_may_not_be_changed_is_refused_with_the_reason(
    ask: Callable[..., Answer], sqlite: Store, who: str, question: str, reason: str
) -> None:
    given = ask(Extractive(), question, who)
    assert (given.status, given.answer) == ("refused", f"This has not been done. {reason}")
    assert given.rounds == 1  # another one could not be allowed
    assert outcomes(sqlite) == ["refused"]


@pytest.mark.parametrize(
    ("who", "question"),
    [
        ("W-103", "Approve leave request V-202."),
        ("W-101", "Cancel leave request V-201."),
        ("W-101", "Submit an expense of € 18.40 for me."),
    ],
)
def test_a_request_that_is_sent_again_changes_nothing_and_gets_the_same_answer(
    ask: Callable[..., Answer], sqlite: Store, who: str, question: str
) -> None:
    first = ask(Extractive(), question, who, key="k")
    assert first.status == "changed"
    assert ask(Extractive(), question, who, key="k") == first
    assert outcomes(sqlite) == ["committed"]
    assert ask(Extractive(), "Close ticket T-401.", who, key="k").status != "changed"


def test_an_admin_changes_the_row_that_the_question_names_and_no_other(
    ask: Callable[..., Answer], sqlite: Store
) -> None:
    question = "Please change the phone number of W-102 to 06-55512345."
    assert ask(Written(Reply(operation=RIGHT)), question, "W-104").status == "waiting"
    assert ask(Extractive(), question, "W-104").status == "changed"
    [row] = sqlite.trail()
    assert row["args"] == {"employee": "W-102", "phone": "06-55512345"}


def test_two_rounds_of_basic_information_lead_to_the_guides(ask: Callable[..., Answer]) -> None:
    model = Written(Reply("Your department: Sales."))
    given = ask(model, "What is my department?")
    assert [each.route for each in model.asked] == ["basic"] * 2 + ["guide"] * 3
    assert given.status == "waiting"


def test_nobody_gets_a_record_or_a_change(ask: Callable[..., Answer], sqlite: Store) -> None:
    for who in (None, "", "W-999"):
        told = ask(Extractive(), "What is my department?", who)
        assert told.status == "waiting" or told.citations  # of a page
        assert "Support" not in told.answer
        assert ask(Written(Reply(operation=RIGHT)), CHANGE, who).status != "changed"
    assert outcomes(sqlite) == []


def test_what_is_hidden_is_never_copied(ask: Callable[..., Answer]) -> None:
    given = ask(Extractive(), "What is my account number and my name?")
    assert "NL00" not in given.answer + given.draft + given.reason


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (CHANGE, RIGHT),
        ("Please change my phone number to 06-55512345 or 06-55512346.", None),
        ("Please change my phone number.", None),
        ("What is my phone number, 06-55512345?", None),
        ("Do not change my phone number to 06-55512345.", None),
        ("Please cancel leave request V-201 and change my phone number to 06-55512345.", None),
    ],
)
def test_a_question_that_names_one_thing_is_read(question: str, wanted: Operation | None) -> None:
    assert reading.proposal(question, Actor(id="W-101"), "en") == wanted


def test_a_stand_in_has_to_be_one_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LLM_URL", raising=False)
    for name in ("extractive", "replay", "faulty(7)"):
        monkeypatch.setenv("DESK_MODEL", name)
        assert from_environment().name == name
    monkeypatch.setenv("DESK_MODEL", "gpt")
    with pytest.raises(ValueError, match="expected extractive, replay or faulty"):
        from_environment()


@pytest.mark.slow
def test_the_desk_answers_each_route_and_changes_only_what_may_be(
    new_url: Callable[[], str], tmp_path: Path
) -> None:
    """The command of the README, from another folder, on SQLite and on PostgreSQL."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LLM_", "DESK_"))
    }
    ended = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "desk" / "run.py")],
        cwd=tmp_path, env={**kept, "DESK_DB": new_url(), "PYTHONPATH": str(ROOT)},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [(each["route"], each["status"]) for each in lines] == [
        ("guide", "sent"), ("guide", "sent"), ("basic", "sent"), ("basic", "sent"),
        ("operation", "changed"), ("operation", "changed"),
        ("operation", "refused"), ("operation", "refused"),
    ]  # fmt: skip
    assert {each["model"] for each in lines} == {"extractive"}
    assert "8 MB" in lines[0]["answer"]
    assert "96" in lines[2]["answer"]
    assert lines[6]["answer"].endswith("U mag dit niet wijzigen.")
    assert lines[7]["answer"].endswith("You may not change this.")
