"""What each of the ten calls does to the rows, inside a transaction that `data.py` opened.

Every one takes the connection, the arguments, who asks and a number for a new row, and gives the
values that are stored then. It raises Refused where the rows do not allow it; nothing is kept then.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from examples.desk.tables import employees, expenses, leave_pots, leave_requests, tickets

#: Working days of a week; a contract's hours are spread over them.
WORKDAYS = 5

Args = Mapping[str, Any]
Values = dict[str, Any]
Change = Callable[[Connection, Args, str, int], Values]


class Refused(Exception):  # noqa: N818 (it is no error: the desk says no)
    """A call that is not made; its text is the cause, a word of `wording.toml`."""


def _changed(connection: Connection, statement: Any) -> None:
    if connection.execute(statement).rowcount != 1:
        raise Refused("no_such_row")


def _set_status(
    connection: Connection, table: Table, row: str, employee: str, status: str
) -> Values:
    """Give an open row of an employee another status."""
    _changed(
        connection,
        update(table)
        .where(table.c.id == row, table.c.employee == employee, table.c.status == "open")
        .values(status=status),
    )
    return {"id": row, "status": status}


def request_leave(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor
    first, last = (datetime.date.fromisoformat(str(args[n])) for n in ("first_day", "last_day"))
    if last < first:
        raise Refused("dates_reversed")
    if _hours(connection, args["employee"], first, last) > sum(_pots(connection, args["employee"])):
        raise Refused("not_enough_leave")
    row = {"id": f"V-{number}", "first_day": first, "last_day": last}
    connection.execute(
        insert(leave_requests).values(**row, employee=args["employee"], status="open")
    )
    return {**row, "first_day": first.isoformat(), "last_day": last.isoformat()}


def withdraw_leave(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor, number
    return _set_status(connection, leave_requests, args["request"], args["employee"], "withdrawn")


def approve_leave(connection: Connection, args: Args, actor: str, number: int) -> Values:
    """Approve, and take the hours from the pots: the statutory one first."""
    del number
    table = leave_requests
    row = connection.execute(select(table).where(table.c.id == args["request"])).one_or_none()
    employee = _somebody_elses(row, actor)
    made = _set_status(connection, table, args["request"], employee, "approved")
    hours = _hours(connection, employee, row.first_day, row.last_day)  # type: ignore[union-attr]
    statutory, extra = _pots(connection, employee)
    if hours > statutory + extra:
        raise Refused("not_enough_leave")
    taken = min(hours, statutory)
    _changed(
        connection,
        update(leave_pots)
        .where(leave_pots.c.employee == employee)
        .values(statutory=statutory - taken, extra=extra - (hours - taken)),
    )
    return made


def submit_expense(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor
    amount = Decimal(str(args["amount"])).quantize(Decimal("0.01"))
    row = {"id": f"B-{number}", "employee": args["employee"], "amount": amount, "status": "open"}
    connection.execute(insert(expenses).values(row))
    return {"id": row["id"], "amount": str(amount)}


def approve_expense(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del number
    row = connection.execute(select(expenses).where(expenses.c.id == args["expense"])).one_or_none()
    employee = _somebody_elses(row, actor)
    return _set_status(connection, expenses, args["expense"], employee, "approved")


def change_phone(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor, number
    return _set_field(connection, args["employee"], "phone", args["phone"])


def change_email(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor, number
    return _set_field(connection, args["employee"], "email", args["email"])


def move_department(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor, number
    return _set_field(connection, args["employee"], "department", args["department"])


def open_ticket(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor
    row = {"id": f"T-{number}", "subject": args["subject"]}
    connection.execute(insert(tickets).values(**row, employee=args["employee"], status="open"))
    return row


def close_ticket(connection: Connection, args: Args, actor: str, number: int) -> Values:
    del actor, number
    return _set_status(connection, tickets, args["ticket"], args["employee"], "closed")


CHANGES: Mapping[str, Change] = {
    each.__name__: each
    for each in (
        request_leave, withdraw_leave, approve_leave, submit_expense, approve_expense,
        change_phone, change_email, open_ticket, close_ticket, move_department,
    )
}  # fmt: skip


def _set_field(connection: Connection, employee: str, name: str, value: str) -> Values:
    _changed(connection, update(employees).where(employees.c.id == employee).values({name: value}))
    return {"id": employee, name: value}


def _somebody_elses(row: Any, actor: str) -> str:
    """Whose row it is. Nobody approves what is his own."""
    if row is None:
        raise Refused("no_such_row")
    if row.employee == actor:
        raise Refused("own_request")
    return str(row.employee)


def _hours(connection: Connection, employee: str, first: datetime.date, last: datetime.date) -> int:
    """Hours of leave from the first day up to and including the last, without weekends."""
    contract = connection.execute(
        select(employees.c.contract_hours).where(employees.c.id == employee)
    ).scalar_one_or_none()
    if contract is None:
        raise Refused("no_such_row")
    weeks, rest = divmod((last - first).days + 1, 7)
    days = WORKDAYS * weeks
    days += len([one for one in range(rest) if (first.weekday() + one) % 7 < WORKDAYS])
    return -(-days * int(contract) // WORKDAYS)


def _pots(connection: Connection, employee: str) -> tuple[int, int]:
    row = connection.execute(
        select(leave_pots.c.statutory, leave_pots.c.extra)
        .where(leave_pots.c.employee == employee)
        .with_for_update()
    ).one_or_none()
    if row is None:
        raise Refused("no_such_row")
    return row.statutory, row.extra
