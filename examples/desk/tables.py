"""The ten tables of the desk, their first rows, and the second wall of PostgreSQL."""

from __future__ import annotations

import tomllib
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Column, Date, Engine, ForeignKey, Integer, String, Table

COMPANY = Path(__file__).with_name("company.toml")
#: Seconds that a change waits for another one.
WAIT = 30
#: The role that PostgreSQL runs every call under: it owns nothing, so that the policies hold.
APP_ROLE = "wulp_desk"

metadata = sa.MetaData()
departments = Table(
    "departments", metadata,
    Column("id", String(10), primary_key=True), Column("name", String(40), unique=True),
)  # fmt: skip
employees = Table(
    "employees", metadata,
    Column("id", String(10), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("department", ForeignKey("departments.name"), nullable=False),
    Column("role", String(20), nullable=False),
    Column("phone", String(30)), Column("email", String(80)), Column("contract_hours", Integer),
    Column("account", String(34)),
)  # fmt: skip
leave_pots = Table(
    "leave_pots", metadata,
    Column("employee", ForeignKey("employees.id"), primary_key=True),
    Column("statutory", Integer, nullable=False), Column("extra", Integer, nullable=False),
)  # fmt: skip
leave_requests = Table(
    "leave_requests", metadata,
    Column("id", String(10), primary_key=True),
    Column("employee", ForeignKey("employees.id"), nullable=False),
    Column("first_day", Date, nullable=False), Column("last_day", Date, nullable=False),
    Column("status", String(20), nullable=False),
)  # fmt: skip
expenses = Table(
    "expenses", metadata,
    Column("id", String(10), primary_key=True),
    Column("employee", ForeignKey("employees.id"), nullable=False),
    Column("amount", sa.Numeric(10, 2), nullable=False),
    Column("status", String(20), nullable=False),
)  # fmt: skip
tickets = Table(
    "tickets", metadata,
    Column("id", String(10), primary_key=True),
    Column("employee", ForeignKey("employees.id"), nullable=False),
    Column("subject", String(80), nullable=False), Column("status", String(20), nullable=False),
)  # fmt: skip
#: Idempotency keys with what their call came to.
submissions = Table(
    "submissions", metadata,
    Column("key", String(80), primary_key=True),
    Column("actor", String(10), nullable=False), Column("call", sa.JSON, nullable=False),
    Column("result", sa.JSON),
)  # fmt: skip
#: Every call that was tried, with what became of it: "committed" or the cause of the refusal.
audit = Table(
    "audit", metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", sa.DateTime(timezone=True), server_default=sa.func.now()),
    Column("actor", String(10)), Column("call", String(40), nullable=False),
    Column("args", sa.JSON, nullable=False), Column("outcome", String(30), nullable=False),
    Column("key", String(80)),
)  # fmt: skip
#: What waits for a colleague.
cases = Table(
    "cases", metadata,
    Column("id", String(32), primary_key=True), Column("status", String(10), nullable=False),
    Column("body", sa.JSON, nullable=False),
)  # fmt: skip
#: What agents asked, in which arm of which experiment: `at` in seconds since 1970; `body`: question
#: and answer, for the case that a thumb down makes.
asked = Table(
    "asked", metadata,
    Column("id", String(32), primary_key=True), Column("experiment", String(80), nullable=False),
    Column("at", sa.Double, nullable=False), Column("agent", String(10)),
    Column("day", String(10), nullable=False), Column("arm", String(40), nullable=False),
    Column("no_answer", Integer, nullable=False), Column("thumb", Integer, nullable=False),
    Column("handle_seconds", sa.Double), Column("escalated", Integer, nullable=False),
    Column("body", sa.JSON, nullable=False),
)  # fmt: skip

#: Tables of which an actor sees the own rows, and the column that says whose a row is.
OWNED = {
    "employees": "id", "leave_pots": "employee", "leave_requests": "employee",
    "expenses": "employee", "tickets": "employee",
}  # fmt: skip


def opened(url: str) -> Engine:
    """The database at a URL of SQLAlchemy, with tables and first rows where it has none."""
    waits = {"timeout": WAIT} if url.startswith("sqlite") else {}
    engine = sa.create_engine(url, connect_args=waits)
    if engine.dialect.name == "sqlite":
        _one_writer_at_a_time(engine)
    with engine.begin() as connection:
        metadata.create_all(connection)
        if (
            connection.execute(sa.select(sa.func.count()).select_from(departments)).scalar_one()
            == 0
        ):
            for table, rows in tomllib.loads(COMPANY.read_text(encoding="utf-8")).items():
                connection.execute(sa.insert(metadata.tables[table]), rows)
            if engine.dialect.name == "postgresql":
                for statement in _second_wall():
                    connection.execute(sa.text(statement))
    return engine


def _one_writer_at_a_time(engine: Engine) -> None:
    """SQLite takes its lock at the start of a transaction, before anything is read."""

    @sa.event.listens_for(engine, "connect")
    def plain(connection, _):  # type: ignore[no-untyped-def]
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")

    @sa.event.listens_for(engine, "begin")
    def begin(connection):  # type: ignore[no-untyped-def]
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _second_wall() -> list[str]:
    """Row-level security: without a role that sees all rows, an actor reaches the own ones only."""
    made = [
        f"DO $$ BEGIN CREATE ROLE {APP_ROLE} NOLOGIN; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
        f"GRANT SELECT ON departments TO {APP_ROLE}",
        f"GRANT SELECT, INSERT, UPDATE ON submissions TO {APP_ROLE}",
        f"GRANT INSERT ON audit TO {APP_ROLE}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {APP_ROLE}",
    ]
    for table, owner in OWNED.items():
        made += [
            f"GRANT SELECT, INSERT, UPDATE ON {table} TO {APP_ROLE}",
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"CREATE POLICY own_rows ON {table} TO {APP_ROLE} USING "
            f"({owner} = current_setting('desk.actor', true) "
            "OR current_setting('desk.all_rows', true) = 'yes')",
        ]
    return made
