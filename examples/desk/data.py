"""The only door to the database: a record to read, and ten calls that change something.

A call is made in one transaction with its idempotency key and its row of the audit, or not at all.
Who may make it is asked of the database in that transaction, whatever was checked before; on
PostgreSQL row-level security asks once more. No SQL comes from outside this folder.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, ProgrammingError

from examples.desk import tables
from examples.desk.changes import CHANGES, Refused
from examples.desk.tables import APP_ROLE, audit, cases, employees, leave_pots, submissions
from examples.desk.wording import CALLS, WORDING
from truthscore.guard.operation import Actor, Call, Operation, read_schema

SCHEMA = read_schema(CALLS["calls"])
#: What reading an argument as a date or an amount raises.
NOT_A_VALUE = (ValueError, TypeError, ArithmeticError)
#: Numbers of new rows lie from here, as far as `NEW_ROWS` reaches: above those of company.toml.
FIRST_NEW_ROW, NEW_ROWS = 100_000, 900_000


@dataclass(frozen=True)
class Outcome:
    """What a call came to: `cause` is "committed", "dry_run" or why it was refused; `repeated`:
    the key had been used for the same call, which was not made again."""

    cause: str
    values: Mapping[str, Any] = field(default_factory=dict)
    repeated: bool = False

    @property
    def done(self) -> bool:
        """Whether it was made, now or under the same key before."""
        return self.cause == "committed"


class Store:
    """The database of a desk. Threads may share it."""

    def __init__(self, url: str) -> None:
        self.engine = tables.opened(url)

    def close(self) -> None:
        """Close its connections."""
        self.engine.dispose()

    def actor(self, employee: str | None) -> Actor | None:
        """Who that is, with the role that the database gives; None for nobody that it knows."""
        with self.engine.connect() as connection:
            return _actor(connection, employee)

    def people(self) -> list[dict[str, str]]:
        """Everybody that the desk knows: id, name and role."""
        columns = employees.c.id, employees.c.name, employees.c.role
        with self.engine.connect() as connection:
            found = connection.execute(select(*columns).order_by(employees.c.id))
            return [dict(row._mapping) for row in found]

    def record(self, employee: str) -> dict[str, Any]:
        """An employee's own data, as a context document of kind "record"."""
        with self.engine.connect() as connection:
            who = connection.execute(select(employees).where(employees.c.id == employee)).one()
            pots = connection.execute(
                select(leave_pots).where(leave_pots.c.employee == employee)
            ).one()
            open_rows = {
                f"open_{table.name}": connection.execute(
                    select(func.count())
                    .select_from(table)
                    .where(table.c.employee == employee, table.c.status == "open")
                ).scalar_one()
                for table in (tables.leave_requests, tables.expenses, tables.tickets)
            }
        values = {
            "name": who.name, "department": who.department, "role": who.role, "phone": who.phone,
            "email": who.email, "contract_hours": who.contract_hours,
            "statutory_leave": pots.statutory, "extra_leave": pots.extra, **open_rows,
            "account": who.account,
        }  # fmt: skip
        fields = {
            name: {"value": value, **WORDING["labels"][name]} for name, value in values.items()
        }
        return {"id": "record", "kind": "record", "title": employee, "fields": fields}

    def perform(
        self, employee: str | None, operation: Operation, *, key: str, dry_run: bool = False,
        before_commit: Callable[[], None] | None = None,
    ) -> Outcome:  # fmt: skip
        """Make a call for an employee, once for a `key`; a dry run does all of it and keeps none.

        `before_commit` is called when all is written and nothing is kept yet (for tests).
        """
        if dry_run and (earlier := self._earlier(employee, operation, key)).repeated:
            return Outcome("dry_run", earlier.values)  # a request that is sent again
        try:
            return self._perform(employee, operation, key, dry_run, before_commit)
        except Refused as refused:
            outcome = Outcome(str(refused))
        except IntegrityError:
            outcome = self._earlier(employee, operation, key)
        if not dry_run and not outcome.repeated:
            self.note(employee, operation, outcome.cause, key)
        return outcome

    def note(self, employee: str | None, operation: Operation, outcome: str, key: str) -> None:
        """Put a call that was not made in the audit."""
        with self.engine.begin() as connection:
            _audit(connection, employee, operation, outcome, key)

    def _perform(
        self, employee: str | None, operation: Operation, key: str, dry_run: bool,
        before_commit: Callable[[], None] | None,
    ) -> Outcome:  # fmt: skip
        with self.engine.connect() as connection, connection.begin() as transaction:
            actor = _actor(connection, employee)
            call = permitted(actor, operation)
            assert actor is not None
            self._behind_the_second_wall(connection, actor, call)
            if not dry_run:
                connection.execute(
                    insert(submissions).values(
                        key=_key(employee, key), actor=actor.id, call=_call(operation)
                    )
                )
            try:
                values = CHANGES[operation.name](
                    connection, operation.args, actor.id, _number(employee, key)
                )
            except ProgrammingError as error:  # the second wall, or a value of no SQL type
                raise Refused("not_allowed") from error
            except (DataError, IntegrityError, InterfaceError, *NOT_A_VALUE) as error:
                raise Refused("wrong_argument") from error
            if dry_run:
                transaction.rollback()
                return Outcome("dry_run", values)
            connection.execute(
                update(submissions)
                .where(submissions.c.key == _key(employee, key))
                .values(result=values)
            )
            _audit(connection, employee, operation, "committed", key)
            if before_commit is not None:
                before_commit()
            transaction.commit()
            return Outcome("committed", values)

    def _behind_the_second_wall(self, connection: Connection, actor: Actor, call: Call) -> None:
        if self.engine.dialect.name != "postgresql":
            return
        all_rows = "no" if set(call.roles).isdisjoint(actor.roles) else "yes"
        connection.execute(
            text("SELECT set_config('desk.actor', :actor, true), "
                 "set_config('desk.all_rows', :all_rows, true)"),
            {"actor": actor.id, "all_rows": all_rows},
        )  # fmt: skip
        connection.execute(text(f"SET LOCAL ROLE {APP_ROLE}"))

    def _earlier(self, employee: str | None, operation: Operation, key: str) -> Outcome:
        """What the call came to that had this key first."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(submissions).where(submissions.c.key == _key(employee, key))
            ).one_or_none()
        if row is None or row.call != _call(operation):
            return Outcome("key_reused")
        return Outcome("committed", row.result, repeated=True)

    def trail(self) -> list[dict[str, Any]]:
        """The audit: every call that was tried, in order."""
        with self.engine.connect() as connection:
            return [
                dict(row._mapping) for row in connection.execute(select(audit).order_by(audit.c.id))
            ]

    def keep_case(self, status: str, body: dict[str, Any], id: str | None = None) -> str:
        """A case for a colleague; its id. One that is there under `id` stays as it is."""
        made = id or uuid.uuid4().hex
        with self.engine.begin() as connection:
            if id is None or not connection.execute(select(cases).where(cases.c.id == id)).all():
                connection.execute(insert(cases).values(id=made, status=status, body=body))
        return made

    def cases(self, **wanted: str) -> list[dict[str, Any]]:
        """The cases with this id or status."""
        query = select(cases)
        for name, value in wanted.items():
            query = query.where(cases.c[name] == value)
        with self.engine.connect() as connection:
            return [
                {**row.body, "id": row.id, "status": row.status}
                for row in connection.execute(query)
            ]

    def close_case(self, case: str, status: str, answer: str) -> bool:
        """Give a waiting case a status and an answer; False where it does not wait any more."""
        with self.engine.begin() as connection:
            found = connection.execute(select(cases).where(cases.c.id == case)).one()
            changed = connection.execute(
                update(cases)
                .where(cases.c.id == case, cases.c.status == "waiting")
                .values(status=status, body={**found.body, "answer": answer})
            )
            return changed.rowcount == 1


def permitted(actor: Actor | None, operation: Operation) -> Call:
    """The call, where this actor may make it with these arguments. Raises Refused."""
    call = SCHEMA.get(operation.name)
    if call is None:
        raise Refused("unknown_call")
    if actor is None:
        raise Refused("unknown_actor")
    if set(operation.args) != set(call.args):
        raise Refused("wrong_argument")
    own = call.own and call.owner is not None and operation.args[call.owner] == actor.id
    if not own and set(call.roles).isdisjoint(actor.roles):
        raise Refused("not_allowed")
    return call


def _actor(connection: Connection, employee: str | None) -> Actor | None:
    role = connection.execute(
        select(employees.c.role).where(employees.c.id == employee)
    ).scalar_one_or_none()
    return None if employee is None or role is None else Actor(id=employee, roles=(role,))


def _audit(
    connection: Connection, employee: str | None, operation: Operation, outcome: str, key: str
) -> None:
    connection.execute(
        insert(audit).inline().values(  # the role may write the audit and not read it
            actor=(employee or "")[:10], call=operation.name[:40], args=_call(operation)["args"],
            outcome=outcome, key=_key(employee, key),
        )
    )  # fmt: skip


def _call(operation: Operation) -> dict[str, Any]:
    return {"name": operation.name, "args": {k: str(v) for k, v in sorted(operation.args.items())}}


def _key(employee: str | None, key: str) -> str:
    """A key belongs to who used it: another one's says nothing about it."""
    return hashlib.sha256(f"{employee}\n{key}".encode()).hexdigest()


def _number(employee: str | None, key: str) -> int:
    """The number of a new row: that of its key, so that a dry run tells the same."""
    return FIRST_NEW_ROW + int(_key(employee, key), 16) % NEW_ROWS
