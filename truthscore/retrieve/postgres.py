"""Chunks found by the full-text search of PostgreSQL, where an index outgrows one process.

PostgreSQL cuts words to their stems with its own dictionary for a language, and `ts_rank` looks at
one text alone: unlike BM25 it does not know which words are rare. What that costs is printed by
`replication/ama/retrieval.py --postgres`. What it gives is an index that many processes share and
that stands on disk. Roles are in the WHERE of the one statement that ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from threading import Lock
from types import MappingProxyType, TracebackType
from typing import Any, Self

from truthscore.errors import InputError, ResourceError, install_hint
from truthscore.retrieve.retriever import TOP, Chunk, Found, check_top
from truthscore.retrieve.words import in_language
from truthscore.text import langid
from truthscore.types import Span

#: The table that chunks are kept in.
TABLE = "truthscore_chunks"
#: PostgreSQL cuts names after 63 bytes without a word; the table that is being filled ends in _new.
LONGEST_NAME = 63 - len("_new")
#: PostgreSQL's name for the dictionary of a language; other languages get words as they are.
CONFIGS: Mapping[str, str] = MappingProxyType(
    {"nl": "pg_catalog.dutch", "en": "pg_catalog.english"}
)
OTHER = "pg_catalog.simple"
#: Characters of a question that are looked at; a question is never that long, an attack may be.
LONGEST_QUESTION = 10_000
#: `ts_rank` divides by 1 + the logarithm of the length.
BY_LENGTH = 1
#: What a word counts in the text, in nothing, in a heading and in the title (`ts_rank`'s D to A).
WEIGHTS = (1.0, 1.0, 1.0, 1.0)
#: Seconds that the server may take to answer the door.
CONNECTING = 10

_COLUMNS = "id, origin, local, title, headings, text, source, first, past, roles, lang"
_TYPES = """
    id text COLLATE "C" PRIMARY KEY, origin text COLLATE "C" NOT NULL, local integer NOT NULL,
    title text NOT NULL, headings text[] NOT NULL, text text NOT NULL, source text NOT NULL,
    first bigint NOT NULL, past bigint NOT NULL, roles text[], lang text"""
_VECTOR = """
    setweight(to_tsvector(config, title), 'A')
    || setweight(to_tsvector(config, array_to_string(headings, ' ')), 'B')
    || setweight(to_tsvector(config, text), 'D')"""
#: A question's stems with "or" between them; null where it has none.
_QUERY = r"""
    SELECT string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')
    FROM unnest(to_tsvector(%s::regconfig, %s))"""


class PostgresFinder:
    """Finds chunks that `keep` put into PostgreSQL; a `Retriever`.

    It has one connection, made when it is first asked and made again when it was lost. Threads may
    share it and take turns; give each worker its own where they should not wait.
    """

    def __init__(self, url: str, table: str = TABLE) -> None:
        """`url`: `postgresql://user@host/database`, or what libpq reads.

        Raises InputError for a name that is too long, or without the extra `postgres`.
        """
        self._psycopg = _psycopg()
        self._url, self._table = url, _named(table)
        self._connection: Any = None
        self._lock = Lock()

    def search(
        self, question: str, *, roles: Collection[str] | None = (), top: int = TOP,
        lang: str | None = None,
    ) -> tuple[Found, ...]:  # fmt: skip
        """As `Retriever.search`: of each page its best chunk. A question of which no chunk has a
        word finds nothing.

        Raises InputError for `top` below 1, ResourceError where the server cannot be asked or has
        no such table.
        """
        check_top(top)
        mine = None if roles is None else sorted(each for each in roles if _storable(each))
        if roles and not mine:
            return ()
        question = question[:LONGEST_QUESTION]
        asked = langid.code(lang) or langid.identify(question)
        with self._lock:
            queries = self._queries(question, asked)
            rows = self._run(*self._ranked(queries, mine, top)) if queries else []
        return tuple(Found(chunk=_chunk(row), score=float(row[-1])) for row in rows)

    def close(self) -> None:
        """Hang up; the next search makes a connection again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _queries(self, question: str, asked: str | None) -> list[tuple[str | None, str]]:
        """The query for the chunks of each language, None: of all others."""
        found: list[tuple[str | None, str]] = []
        for code in (*sorted(CONFIGS), None):
            said = _clean(in_language(question, asked, code))
            [(query,)] = self._run(_QUERY, (_config(code), said))
            if query:
                found.append((code, query))
        return found

    def _ranked(
        self, queries: Sequence[tuple[str | None, str]], roles: Sequence[str] | None, top: int
    ) -> tuple[Any, dict[str, Any]]:
        """The statement that ranks what these roles may see, and its values."""
        sql = self._psycopg.sql
        values: dict[str, Any] = {
            "roles": roles, "top": top, "weights": list(WEIGHTS), "length": BY_LENGTH,
            "known": sorted(CONFIGS),
        }  # fmt: skip
        if roles is None:
            may = "true"
        elif not roles:
            may = "roles IS NULL"
        else:  # roles that no chunk names see nothing, not even what everybody may see
            may = (
                "EXISTS (SELECT 1 FROM {table} WHERE roles && %(roles)s::text[])"
                " AND (roles IS NULL OR roles && %(roles)s::text[])"
            )
        arms = []
        for at, (code, query) in enumerate(queries):
            values |= {f"query{at}": query, f"code{at}": code}
            of = f"lang = %(code{at})s"
            if code is None:
                of = "(lang IS NULL OR lang <> ALL(%(known)s::text[]))"
            arms.append(
                f"SELECT id, origin, local, ts_rank(%(weights)s::real[], said,"
                f" %(query{at})s::tsquery, %(length)s) AS score FROM {{table}}"
                f" WHERE {may} AND {of} AND said @@ %(query{at})s::tsquery"
            )
        statement = (
            f"WITH found AS ({' UNION ALL '.join(arms)}), best AS ("
            "SELECT DISTINCT ON (origin) id, score FROM found"
            " ORDER BY origin, score DESC, local)"
            f" SELECT {_COLUMNS}, best.score FROM best JOIN {{table}} USING (id)"
            " ORDER BY best.score DESC, id LIMIT %(top)s"
        )
        return sql.SQL(statement).format(table=sql.Identifier(self._table)), values

    def _run(self, statement: Any, values: Any) -> list[tuple[Any, ...]]:
        try:
            kept = self._connection is not None
            try:
                return self._ask(statement, values)
            except self._psycopg.OperationalError:
                if not kept or not self._connection.broken:
                    raise
                return self._ask(statement, values)  # the server was started again
        except self._psycopg.errors.UndefinedTable as error:
            raise ResourceError(
                f"PostgreSQL has no table {self._table!r}; expected one that"
                " truthscore.retrieve.postgres.keep has made"
            ) from error
        except self._psycopg.Error as error:
            raise ResourceError(f"PostgreSQL cannot be asked: {_said(error)}") from error

    def _ask(self, statement: Any, values: Any) -> list[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            self._connection = _connect(self._psycopg, self._url)
        rows: list[tuple[Any, ...]] = self._connection.execute(statement, values).fetchall()
        return rows


def keep(url: str, chunks: Iterable[Chunk], table: str = TABLE) -> int:
    """Put chunks into a table, with its indexes; how many. What was there is replaced at once.

    Raises InputError for two chunks with one id and for a text that PostgreSQL cannot have;
    ResourceError where the server cannot be asked.
    """
    psycopg = _psycopg()
    sql = psycopg.sql
    names = {
        "table": sql.Identifier(_named(table)), "new": sql.Identifier(f"{table}_new"),
    }  # fmt: skip
    try:
        with _connect(psycopg, url) as connection, connection.transaction():
            ask = connection.execute
            ask("SELECT pg_advisory_xact_lock(hashtext(%s))", (table,))  # one at a time fills it
            ask(sql.SQL("DROP TABLE IF EXISTS {new}").format(**names))
            ask(sql.SQL(f"CREATE TABLE {{new}} ({_TYPES}, said tsvector)").format(**names))
            ask(f"CREATE TEMP TABLE given ({_TYPES}, config regconfig) ON COMMIT DROP")
            copying = f"COPY given ({_COLUMNS}, config) FROM STDIN"
            with connection.cursor() as cursor, cursor.copy(copying) as copy:
                for each in chunks:
                    copy.write_row(_row(each))
            filled = ask(sql.SQL(f"INSERT INTO {{new}} SELECT {_COLUMNS}, {_VECTOR} FROM given")
                         .format(**names))  # fmt: skip
            for column in ("said", "roles"):
                ask(sql.SQL(f"CREATE INDEX ON {{new}} USING gin ({column})").format(**names))
            ask(sql.SQL("DROP TABLE IF EXISTS {table}").format(**names))
            ask(sql.SQL("ALTER TABLE {new} RENAME TO {table}").format(**names))
            ask(sql.SQL("ANALYZE {table}").format(**names))
    except psycopg.errors.UniqueViolation as error:
        twice = error.diag.message_detail or ""
        raise InputError(f"a chunk is there twice; expected an id for each: {twice}") from error
    except psycopg.errors.ProgramLimitExceeded as error:
        raise InputError(f"a chunk is too long for PostgreSQL: {_said(error)}") from error
    except psycopg.Error as error:
        raise ResourceError(f"PostgreSQL cannot keep the chunks: {_said(error)}") from error
    return int(filled.rowcount)


def _psycopg() -> Any:
    try:
        import psycopg
        import psycopg.sql
    except ImportError as error:
        raise InputError(
            f"chunks in PostgreSQL are found with psycopg: {install_hint('postgres')}"
        ) from error
    return psycopg


def _connect(psycopg: Any, url: str) -> Any:
    return psycopg.connect(url, autocommit=True, connect_timeout=CONNECTING)


def _named(table: str) -> str:
    if not table or not _storable(table) or len(table.encode()) > LONGEST_NAME:
        raise InputError(f"table is {table!r}; expected a name of 1 to {LONGEST_NAME} bytes")
    return table


def _said(error: Exception) -> str:
    """The first line of what the server says; the address, with its password, is in none."""
    return str(error).strip().partition("\n")[0]


def _config(code: str | None) -> str:
    return CONFIGS.get(code or "", OTHER)


def _storable(text: str) -> bool:
    """Whether PostgreSQL can have it: text without a NUL, and UTF-8."""
    return text == _clean(text)


def _clean(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _row(each: Chunk) -> tuple[Any, ...]:
    texts = (each.origin, each.title, *each.headings, each.text, each.span.source,
             *(each.roles or ()), each.lang or "")  # fmt: skip
    if not all(map(_storable, texts)):
        raise InputError(
            f"chunk {each.id!r} has a NUL or half a character, which PostgreSQL cannot keep;"
            " expected text"
        )
    return (
        each.id, each.origin, each.local, each.title, list(each.headings), each.text,
        each.span.source, each.span.start, each.span.end,
        None if each.roles is None else list(each.roles), each.lang, _config(each.lang),
    )  # fmt: skip


def _chunk(row: Sequence[Any]) -> Chunk:
    _, origin, local, title, headings, text, source, first, past, roles, lang, _ = row
    return Chunk(
        origin=origin, local=local, title=title, headings=tuple(headings), text=text,
        span=Span(source=source, start=first, end=past),
        roles=None if roles is None else tuple(roles), lang=lang,
    )  # fmt: skip
