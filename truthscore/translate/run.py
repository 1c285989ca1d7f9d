"""A whole file: every row in its order, and what happens to the ones that fail.

The output is written beside itself and put in its place when it is complete, so an output file
always has all rows. What a broken run had translated is in the folder of translations.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from truthscore.errors import InputError
from truthscore.example import example_from
from truthscore.field_names import FIELDS
from truthscore.formats import Row
from truthscore.text import langid, translation
from truthscore.text.markup import normalise
from truthscore.translate.client import Client, StoppedError, TextFailedError
from truthscore.translate.memory import Memory
from truthscore.translate.providers import TIMEOUT, Connection, connect
from truthscore.translate.rows import Texts, translate_row
from truthscore.types import ANSWER, QUESTION, Example

FIELD = "translation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked for. `source` None: each row's own language."""

    source: str | None
    target: str
    provider: str
    cache: Path | None
    key: str = field(default="", repr=False)
    base_url: str = ""
    timeout: float = TIMEOUT
    mapping: Mapping[str, str] = field(default_factory=dict)
    ignore_unknown: bool = False
    resume: bool = False


@dataclass(slots=True)
class Outcome:
    """What became of the rows; `failed` holds (id, reason), `flagged` ids that lost something."""

    rows: int = 0
    translated: int = 0
    kept: int = 0
    passed: int = 0
    requests: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    flagged: list[str] = field(default_factory=list)
    stopped: str = ""


#: How a client is made of a connection; a test has its own clock.
MakeClient = Callable[..., Client]


def translate_rows(
    rows: Iterator[Row],
    output: Path,
    order: Order,
    *,
    advance: Callable[[], None] = lambda: None,
    make_client: MakeClient = Client,
) -> Outcome:
    """Write each row with its translation to `output`.

    A row that fails is written with `translation.status` "failed" and its reason. Raises InputError
    at a row that cannot be read and TranslationError when the provider is not one; then `output`
    is as it was.
    """
    outcome = Outcome()
    clients = _Clients(order, make_client)
    if order.source is not None:  # a wrong provider or key is told before anything is read
        clients.of(order.source)
    before = _Before(output, order) if order.resume else None
    part = output.with_name(f"{output.name}.part")
    seen: set[str] = set()
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            for row in rows:
                example = _example(row, order)
                if example.id in seen:
                    raise InputError(f"{row.where}: id {example.id!r} is the id of two rows")
                seen.add(example.id)
                made = before.line(example) if before is not None else None
                if made is not None:
                    outcome.kept += 1
                else:
                    made = _translate(example, order, clients, outcome)
                stream.write(_line(row, example, made) + "\n")
                outcome.rows += 1
                advance()
        os.replace(part, output)
    except OSError as error:
        raise InputError(
            f"{output}: {error.strerror or error}; what was translated is kept: make room and go "
            "on with --resume"
        ) from error
    finally:
        part.unlink(missing_ok=True)
    outcome.requests = clients.requests
    return outcome


def _line(row: Row, example: Example, made: dict[str, Any] | None) -> str:
    """A row with its translation, and with an id: that is what --resume finds it by."""
    data = {key: value for key, value in (row.data or {}).items() if key != FIELD}
    if not data.keys() & set(FIELDS["id"]):
        data = {"id": example.id, **data}
    if made is not None:
        data[FIELD] = made
    return json.dumps(data, ensure_ascii=False, default=str)


def _example(row: Row, order: Order) -> Example:
    if row.data is None:
        raise InputError(f"{row.where}: {row.error}")
    data = {key: value for key, value in row.data.items() if key != FIELD}
    try:
        return example_from(
            data,
            default_id=f"line{row.line}",
            mapping=order.mapping,
            ignore_unknown=order.ignore_unknown,
        )
    except InputError as error:
        raise InputError(f"{row.where}: {error}") from error


def _translate(
    example: Example, order: Order, clients: _Clients, outcome: Outcome
) -> dict[str, Any] | None:
    """The field of one row; None for a row that is in the wanted language already."""
    source = order.source or _language(example)
    if source == order.target:
        outcome.passed += 1
        return None
    reason = outcome.stopped
    if not reason:
        try:
            if source is None:
                raise TextFailedError("no language recognised; give the row a `lang` or say --from")
            texts, connection = clients.of(source)
            made, warnings = translate_row(
                example, texts, source=source, target=order.target,
                provider=order.provider, version=connection.version,
            )  # fmt: skip
        except TextFailedError as error:
            reason = str(error)
        except StoppedError as error:
            outcome.stopped = reason = str(error)
    if reason:
        outcome.failed.append((example.id, reason))
        return {
            "status": translation.FAILED, "reason": reason, "from": source, "to": order.target,
            "provider": order.provider,
        }  # fmt: skip
    outcome.translated += 1
    if warnings:
        outcome.flagged.append(example.id)
    originals = {
        QUESTION: example.question,
        ANSWER: example.answer,
        **{page.id: page.text for page in example.context},
    }
    return {**translation.write(made, originals), "warnings": list(warnings)}


def _language(example: Example) -> str | None:
    if example.lang:
        return example.lang.lower().partition("-")[0]
    texts = (example.question, example.answer, *(page.text for page in example.context))
    return langid.identify(*map(normalise, texts))


class _Clients:
    """One client per source language, made when it is needed."""

    def __init__(self, order: Order, make_client: MakeClient) -> None:
        self._order, self._make = order, make_client
        self._made: dict[str, tuple[Texts, Connection]] = {}

    @property
    def requests(self) -> int:
        return sum(texts.client.requests for texts, _ in self._made.values())

    def of(self, source: str) -> tuple[Texts, Connection]:
        if source not in self._made:
            order = self._order
            connection = connect(
                order.provider, source, order.target,
                key=order.key, base_url=order.base_url, timeout=order.timeout,
            )  # fmt: skip
            memory = Memory(
                order.cache, provider=order.provider, source=source, target=order.target
            )
            self._made[source] = (Texts(self._make(connection, memory, source=source)), connection)
        return self._made[source]


class _Before:
    """The rows that an earlier run wrote, by id: where each line starts, not what is in it."""

    def __init__(self, output: Path, order: Order) -> None:
        self._order = order
        self._path = output
        self._places: dict[str, int] = {}
        if not output.is_file():
            return
        with output.open("rb") as stream:
            place = 0
            for number, raw in enumerate(stream, start=1):
                try:
                    id_ = next(
                        str(line[name])
                        for line in [json.loads(raw)]
                        for name in FIELDS["id"]
                        if name in line
                    )
                except (ValueError, TypeError, StopIteration) as error:
                    raise InputError(
                        f"{output}, line {number}: not a line of `truthscore translate`; --resume "
                        "goes on with a file that it wrote"
                    ) from error
                self._places[id_] = place
                place += len(raw)

    def line(self, example: Example) -> dict[str, Any] | None:
        """The translation of a row that is done: the same texts, languages and provider."""
        if example.id not in self._places:
            return None
        with self._path.open("rb") as stream:
            stream.seek(self._places[example.id])
            found = json.loads(stream.readline()).get(FIELD)
        order = self._order
        if not isinstance(found, dict) or found.get("status") != translation.TRANSLATED:
            return None
        asked = (order.source or found["from"], order.target, order.provider)
        if (found["from"], found["to"], found["provider"]) != asked:
            raise InputError(
                f"{self._path}: row {example.id!r} was translated {found['from']}-{found['to']} by "
                f"{found['provider']}; --resume needs the languages and provider of the first run"
            )
        try:
            translation.read(found, example.question, example.answer, example.context)
        except InputError:
            return None  # the row has another text now
        return found
