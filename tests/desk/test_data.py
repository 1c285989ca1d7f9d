"""The ten calls on a real database: who may make them, once, and whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, func, select, text, update

from examples.desk import data
from examples.desk.changes import CHANGES
from examples.desk.data import SCHEMA, Store
from examples.desk.tables import employees, leave_pots, leave_requests, metadata, tickets
from truthscore.guard.operation import Operation

ROOT = Path(__file__).parents[2]
#: Sanne asks for her own row, Omar for hers, Ada is the administrator, W-999 is nobody.
WHO = {"owner": "W-101", "other": "W-102", "lead": "W-103", "admin": "W-104", "unknown": "W-999"}
#: Each call on a row of Sanne.
ON_SANNE: dict[str, dict[str, Any]] = {
    "request_leave": {"employee": "W-101", "first_day": "2027-04-05", "last_day": "2027-04-09"},
    "withdraw_leave": {"employee": "W-101", "request": "V-201"},
    "approve_leave": {"request": "V-201"},
    "submit_expense": {"employee": "W-101", "amount": 18.4},
    "approve_expense": {"expense": "B-301"},
    "change_phone": {"employee": "W-101", "phone": "06-55512345"},
    "change_email": {"employee": "W-101", "email": "s@wulpendal.example"},
    "open_ticket": {"employee": "W-101", "subject": "Chair is broken"},
    "close_ticket": {"employee": "W-101", "ticket": "T-401"},
    "move_department": {"employee": "W-101", "department": "Finance"},
}
#: Calls that everybody may make on the own row; a lead may make those of LEAD; an admin all.
OWN = set(ON_SANNE) - {"approve_leave", "approve_expense", "move_department"}
LEAD = {"approve_leave", "approve_expense"}


def wanted(call: str, who: str) -> str:
    """What a call on a row of Sanne comes to, as the README's table says it."""
    if who == "unknown":
        return "unknown_actor"
    allowed = {"owner": OWN, "other": set(), "lead": LEAD, "admin": set(ON_SANNE)}[who]
    return "committed" if call in allowed else "not_allowed"


def rows(store: Store) -> dict[str, list[Any]]:
    """All rows but those of the audit."""
    with store.engine.connect() as connection:
        return {
            name: sorted(map(str, connection.execute(select(table))))
            for name, table in metadata.tables.items()
            if name != "audit"
        }


def call(name: str) -> Operation:
    return Operation(name=name, args=ON_SANNE[name])


def test_there_are_ten_tables_and_ten_calls() -> None:
    assert (len(metadata.tables), len(SCHEMA), len(CHANGES)) == (10, 10, 10)
    assert set(SCHEMA) == set(CHANGES) == set(ON_SANNE)


@pytest.mark.parametrize("name", sorted(ON_SANNE))
def test_every_call_by_everybody(new_url: Callable[[], str], name: str) -> None:
    for who, employee in WHO.items():
        store = Store(new_url())
        before = rows(store)
        dry = store.perform(employee, call(name), key="k", dry_run=True)
        assert rows(store) == before
        assert store.trail() == []
        done = store.perform(employee, call(name), key="k")
        assert done.cause == wanted(name, who), who
        assert dry.cause == ("dry_run" if done.done else done.cause)
        assert dry.values == done.values
        assert (rows(store) != before) == done.done
        [audited] = store.trail()
        assert (audited["actor"], audited["call"], audited["outcome"]) == (
            employee, name, done.cause,
        )  # fmt: skip
        store.close()


@pytest.mark.parametrize(
    ("who", "name", "args", "cause"),
    [
        ("W-101", "drop_table", {}, "unknown_call"),
        ("W-101", "change_phone", {"employee": "W-101"}, "wrong_argument"),
        ("W-101", "change_phone", {"employee": "W-101", "phone": "1", "x": 1}, "wrong_argument"),
        ("W-101", "withdraw_leave", {"employee": "W-101", "request": "V-202"}, "no_such_row"),
        ("W-101", "withdraw_leave", {"employee": "W-101", "request": "V-203"}, "no_such_row"),
        ("W-103", "approve_leave", {"request": "V-204"}, "own_request"),
        ("W-103", "approve_leave", {"request": "V-203"}, "no_such_row"),
        ("W-103", "approve_expense", {"expense": "B-303"}, "own_request"),
        ("W-103", "approve_expense", {"expense": "B-399"}, "no_such_row"),
        ("W-104", "move_department", {"employee": "W-101", "department": "Moon"}, "wrong_argument"),
        ("W-104", "change_phone", {"employee": "W-999", "phone": "06"}, "no_such_row"),
        ("W-101", "submit_expense", {"employee": "W-101", "amount": "much"}, "wrong_argument"),
        ("W-101", "request_leave",
         {"employee": "W-101", "first_day": "2027-04-09", "last_day": "2027-04-05"},
         "dates_reversed"),
        ("W-101", "request_leave",
         {"employee": "W-101", "first_day": "2027-04-05", "last_day": "2027-12-05"},
         "not_enough_leave"),
        ("W-101", "request_leave",
         {"employee": "W-101", "first_day": "soon", "last_day": "2027-12-05"}, "wrong_argument"),
        ("W-101", "change_phone", {"employee": "W-101", "phone": "'; DROP TABLE employees; --"},
         "committed"),
    ],
)  # fmt: skip
def test_what_the_rows_do_not_allow(
    store: Store, who: str, name: str, args: dict[str, Any], cause: str
) -> None:
    before = rows(store)
    done = store.perform(who, Operation(name=name, args=args), key="k")
    assert done.cause == cause
    assert (rows(store) == before) == (cause != "committed")
    assert store.actor("W-101") is not None


def test_approved_leave_is_taken_from_the_pots_and_only_once(store: Store) -> None:
    assert store.perform("W-103", call("approve_leave"), key="a").done
    assert store.perform("W-103", call("approve_leave"), key="b").cause == "no_such_row"
    with store.engine.connect() as connection:
        left = connection.execute(
            select(leave_pots.c.statutory, leave_pots.c.extra).where(
                leave_pots.c.employee == "W-101"
            )
        ).one()
    assert tuple(left) == (96 - 36, 24)  # five days of a contract of 36 hours a week


@pytest.mark.parametrize("name", ["open_ticket", "approve_leave"])
def test_a_double_submit_at_the_same_time_commits_once(store: Store, name: str) -> None:
    who = "W-103" if name == "approve_leave" else "W-101"
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: store.perform(who, call(name), key="same"), range(8)))
    assert [each.cause for each in made] == ["committed"] * 8
    assert sorted(each.repeated for each in made) == [False] + [True] * 7
    assert len({str(each.values) for each in made}) == 1
    assert [each["outcome"] for each in store.trail()] == ["committed"]
    with store.engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(tickets)).scalar_one()
    assert count == (4 if name == "open_ticket" else 3)


def test_a_key_is_for_one_call_of_one_employee(store: Store) -> None:
    assert store.perform("W-101", call("open_ticket"), key="k").done
    assert store.perform("W-101", call("close_ticket"), key="k").cause == "key_reused"
    other = Operation(name="open_ticket", args={"employee": "W-102", "subject": "Chair is broken"})
    done = store.perform("W-102", other, key="k")
    assert (done.cause, done.repeated) == ("committed", False)


class CrashError(Exception):
    """The process ends here."""


@pytest.mark.parametrize("name", sorted(ON_SANNE))
def test_a_crash_between_check_and_commit_leaves_nothing(store: Store, name: str) -> None:
    def crash() -> None:
        raise CrashError

    before = rows(store)
    with pytest.raises(CrashError):
        store.perform("W-104", call(name), key="k", before_commit=crash)
    assert rows(store) == before
    assert store.trail() == []
    assert store.perform("W-104", call(name), key="k").done


@pytest.mark.slow
def test_a_process_that_is_killed_before_the_commit_leaves_nothing(
    new_url: Callable[[], str],
) -> None:
    url = new_url()
    Store(url).close()
    program = f"""
        import os
        from examples.desk.data import Store
        from truthscore.guard.operation import Operation
        Store({url!r}).perform(
            "W-103", Operation(name="approve_leave", args={{"request": "V-201"}}), key="k",
            before_commit=lambda: os._exit(9),
        )
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ended.returncode == 9
    store = Store(url)
    assert store.trail() == []
    with store.engine.connect() as connection:
        status = connection.execute(
            select(leave_requests.c.status).where(leave_requests.c.id == "V-201")
        ).scalar_one()
    assert status == "open"
    assert store.perform("W-103", call("approve_leave"), key="k").done
    store.close()


def test_a_role_that_is_gone_at_the_commit_is_gone(store: Store) -> None:
    assert store.perform("W-104", call("move_department"), key="a", dry_run=True).cause == "dry_run"
    with store.engine.begin() as connection:
        connection.execute(
            update(employees).where(employees.c.id == "W-104").values(role="employee")
        )
    assert store.perform("W-104", call("move_department"), key="a").cause == "not_allowed"


def test_every_statement_is_one_with_bound_values(store: Store) -> None:
    seen: list[str] = []
    listened: Engine = store.engine
    event.listen(listened, "before_cursor_execute", lambda *given: seen.append(given[2]))
    for name in ON_SANNE:
        store.perform("W-104", call(name), key=name)
    assert len(seen) > 40
    values = [str(value) for args in ON_SANNE.values() for value in args.values()]
    assert not [each for each in seen if ";" in each]
    assert not [each for each in seen for value in values if value in each]


def test_the_record_has_the_own_row_and_hides_the_account(store: Store) -> None:
    record = store.record("W-101")
    assert record["fields"]["phone"]["value"] == "06-10000101"
    assert record["fields"]["open_leave_requests"]["value"] == 1
    assert record["fields"]["account"]["hidden"] is True


@pytest.mark.slow
def test_postgresql_keeps_other_rows_without_the_first_wall(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row-level security alone: the permission of `data.py` is taken away."""
    import psycopg

    with psycopg.connect(
        postgres.replace("+psycopg", "") + "/postgres", autocommit=True
    ) as connection:
        connection.execute("CREATE DATABASE wall")
    store = Store(f"{postgres}/wall")
    monkeypatch.setattr(data, "permitted", lambda _, operation: SCHEMA[operation.name])
    before = rows(store)
    for name in ON_SANNE:
        assert not store.perform("W-102", call(name), key=name).done, name
    assert rows(store) == before
    assert store.perform("W-101", call("change_phone"), key="own").done
    with store.engine.connect() as connection, connection.begin():
        connection.execute(text("SET LOCAL ROLE wulp_desk"))
        seen = connection.execute(select(func.count()).select_from(employees)).scalar_one()
        assert seen == 0  # nobody is set, so no row is there
    store.close()
