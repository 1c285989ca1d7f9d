"""Ratings from other tools: Label Studio (JSON), Argilla (JSON, JSONL), Langfuse (scores as CSV,
JSON); and rated answers as `--export` writes them, from another machine or made by hand. One reader
a tool, in `TOOLS`; which one a file is for is seen from its first row.

A control or score is known by its name: truth, relatedness, completeness, message_type, comment
(or their Dutch names). What has another name is read past.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from truthscore.errors import InputError
from truthscore.evaluate.rated import by_annotator, stars
from truthscore.field_names import FIELDS, column_of
from truthscore.formats import read_rows
from truthscore.rate.items import Items
from truthscore.rate.store import Store
from truthscore.types import MESSAGE_TYPES

#: Our field → what a control, question or score of that meaning is called.
NAMES: Mapping[str, tuple[str, ...]] = {
    "truth": ("truth", "truthfulness", "rating", "stars", "waarheid", "sterren"),
    "relatedness": ("relatedness", "verband"),
    "completeness": ("completeness", "volledigheid"),
    "message_type": ("message_type", "type"),
    "comment": ("comment", "opmerking"),
}
#: Our field → the column of `meta` in which `--export` writes it.
_META = {"relatedness": "relatedness", "completeness": "completeness", "comment": "comments"}
_FIELD = {name: ours for ours, names in NAMES.items() for name in names}
_EXPECTED = f"expected one named {', '.join(NAMES['truth'])}"
_ODD = re.compile(r"[^\w .@+-]")
_LONGEST_NAME = 64
#: Who gave stars that stand in rated answers without a name.
UNNAMED = "team"
_TOKEN = 32
#: What a value of another kind than a tool writes comes to where it is read.
_OTHER_FORM = (
    AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError,
)  # fmt: skip
#: Who rated without a name, and characters of a name that tells apart two that are written alike.
ANONYMOUS, _APART = "unknown", 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What one person said of one answer; `values` by our field, as the tool wrote them. `blind`:
    whether they had not seen the machine's verdict."""

    where: str
    rater: str
    item: str
    values: Mapping[str, Any]
    at: str = ""
    blind: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """How many ratings came in, were there already, and are of answers that the file lacks."""

    tool: str
    added: int
    known: int
    elsewhere: int


Scale = tuple[float, float]


class _Read(NamedTuple):
    """A row of a file, or a score of a page of them: where it stands, its number and its data."""

    where: str
    line: int
    data: Mapping[str, Any]


def read(path: str, tool: str | None = None) -> tuple[str, list[Given]]:
    """The tool, and what people said. Raises InputError for a file that is of no tool, a row that
    cannot be read, or one without a rating."""
    rows = list(_rows(path))
    if not rows:
        raise InputError(f"{path}: found no row; expected one for each rated answer")
    tool = tool or _tool(rows[0])
    place = rows[0].where

    def each() -> Iterator[_Read]:
        nonlocal place
        for row in rows:
            place = row.where
            yield row

    try:
        found = list(TOOLS[tool](each()))
    except _OTHER_FORM as error:
        raise InputError(
            f"{place}: is of another form than {tool} writes ({type(error).__name__}: {error}); "
            "expected a file as it exports them: export it again, or leave the row out"
        ) from error
    if not any("truth" in each.values for each in found):
        names = sorted({name for each in found for name in each.values})
        raise InputError(
            f"{path}: no rating for truth in {len(rows)} rows of {tool} (found "
            f"{', '.join(names) or 'none'}); {_EXPECTED}"
        )
    return tool, found


def add(path: str, items: Items, store: Store, scale: Scale, tool: str | None = None) -> Imported:
    """Add the ratings of a file; those that were added before are not added again.

    Raises InputError when nothing fits, or a value is not on the scale; then nothing is added.
    """
    tool, found = read(path, tool)
    here = [each for each in found if each.item in items]
    if not here:
        raise InputError(
            f"{found[0].where}: is of answer {found[0].item!r}, and no other is of one that is to "
            f"be rated either; expected ids as {', '.join(map(repr, list(items)[:3]))}"
        )
    added = 0
    with store.writing() as state:
        for each in here:
            data = _data(each, tool, scale)
            former = state.ratings.get(each.item, {}).get(each.rater)
            by_hand = former is not None and former.source == "page"
            if by_hand or (each.rater, data["token"]) in state.tokens:
                continue
            store.add("rating", each.rater, each.item, data, at=each.at or None)
            added += 1
    return Imported(
        tool=tool, added=added, known=len(here) - added, elsewhere=len(found) - len(here)
    )


def _rows(path: str) -> Iterator[_Read]:
    for row in read_rows(path):
        if row.data is None:
            raise InputError(row.complaint)
        whole = row.data.get("data")
        if isinstance(whole, list):  # a page of Langfuse's API
            for number, each in enumerate(whole, start=1):
                where = f"{row.where}: score {number}"
                if not isinstance(each, Mapping):
                    raise InputError(
                        f"{where}: found {type(each).__name__}; expected a score as an object"
                    )
                yield _Read(where, number, each)
        else:
            yield _Read(row.where, row.line, row.data)


def _tool(row: _Read) -> str:
    keys = _spelled(row.data)
    if "annotations" in keys:
        return "label-studio"
    if any(f".{key}".endswith(".responses") for key in keys):
        return "argilla"
    if {"traceid", "name", "value"} <= set(keys):
        return "langfuse"
    if "ratings" in keys or column_of(row.data, "rating", {}) is not None:
        return "truthscore"
    raise InputError(
        f"{row.where}: found {', '.join(map(repr, row.data))}; expected a task of Label "
        "Studio with 'annotations' (export it as JSON, not JSON-MIN), a record of Argilla with "
        "'responses', a score of Langfuse with 'traceId', 'name' and 'value', or a rated answer "
        "with 'rating' or 'ratings'"
    )


def _spelled(data: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose keys are spelled in one way: `traceId`, `trace_id` and `Trace ID` are one."""
    return {re.sub(r"[\s_]", "", str(key)).lower(): value for key, value in data.items()}


def _label_studio(rows: Iterable[_Read]) -> Iterator[Given]:
    for row in rows:
        item = _id(row.data["data"], row.where)
        seen: set[str] = set()
        for number, annotation in enumerate(row.data["annotations"], start=1):
            if annotation.get("was_cancelled"):
                continue
            by = annotation.get("completed_by")
            who = by.get("email") or by.get("id") if isinstance(by, Mapping) else by
            rater = _another(_rater(who), seen.__contains__)
            seen.add(rater)
            yield Given(
                where=f"{row.where}: annotation {number}", rater=rater, item=item,
                values=dict(filter(None, map(_labelled, annotation.get("result", ())))),
                at=str(annotation.get("updated_at") or annotation.get("created_at") or ""),
            )  # fmt: skip


def _labelled(result: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Our field and the value of a control; None for one that is read past."""
    name = _FIELD.get(str(result.get("from_name", "")).lower())
    value = result.get("value")
    if name is None or not isinstance(value, Mapping):
        return None
    said = next(
        (value[key] for key in ("rating", "number", "choices", "text") if key in value), None
    )
    return name, said[0] if isinstance(said, list) and said else said


def _argilla(rows: Iterable[_Read]) -> Iterator[Given]:
    for row in rows:
        item = _id({"id": row.data.get("external_id") or row.data.get("id")}, row.where)
        by_rater: dict[str, dict[str, Any]] = {}
        for name, user, value in _responses(row.data, row.where):
            ours = _FIELD.get(name.lower())
            if ours is not None:
                rater = _another(_rater(user), partial(_gave, by_rater, ours))
                by_rater.setdefault(rater, {})[ours] = value
        for rater, values in by_rater.items():
            yield Given(where=row.where, rater=rater, item=item, values=values)


def _gave(by_rater: Mapping[str, Mapping[str, Any]], name: str, rater: str) -> bool:
    """Whether a rater has replied to a question of this record."""
    return name in by_rater.get(rater, {})


def _responses(data: Mapping[str, Any], where: str) -> Iterator[tuple[str, Any, Any]]:
    """(question, user, value) of a record, in any of the three forms that Argilla writes."""
    responses = data.get("responses")
    if isinstance(responses, Mapping):  # 2.x: {"truth": [{"value": 4, "user_id": ...}]}
        given = [
            (name, each)
            for name, by_user in responses.items()
            for each in (by_user if isinstance(by_user, list) else [by_user])
        ]
    elif isinstance(responses, list):  # 1.x: [{"user_id": ..., "values": {"truth": {"value": 4}}}]
        given = [
            (name, {**each, **(said if isinstance(said, Mapping) else {"value": said})})
            for each in responses
            for name, said in (each.get("values") or {}).items()
        ]
    elif responses is not None:
        raise InputError(f"{where}: responses: found {responses!r}; expected an object or a list")
    else:
        given = []
    for key, values in data.items():  # flat: "truth.responses" beside "truth.responses.users"
        if key.endswith(".responses") and isinstance(values, list):
            users = data.get(f"{key}.users") or [None] * len(values)
            states = data.get(f"{key}.status") or ["submitted"] * len(values)
            given += [
                (key.removesuffix(".responses"), {"value": value, "user_id": user, "status": state})
                for value, user, state in zip(values, users, states, strict=False)
            ]
    for name, one in given:
        if one.get("status", "submitted") == "submitted":
            yield name, one.get("user_id"), one.get("value")


def _langfuse(rows: Iterable[_Read]) -> Iterator[Given]:
    grouped: dict[tuple[str, str], Given] = {}
    for row in rows:
        data = _spelled(row.data)
        name = _FIELD.get(str(data.get("name") or "").lower())
        if name is None or data.get("source") not in (None, "", "ANNOTATION"):
            continue  # another score, or one of a program and not of people
        values = {name: data.get("value")}
        if name == "message_type":
            values = {name: data.get("stringvalue") or data.get("value")}
        if data.get("comment"):
            values["comment"] = data["comment"]
        who = data.get("authorusername") or data.get("author") or data.get("authoruserid")
        item = _id({"id": data.get("traceid")}, row.where)
        rater = _another(_rater(who), partial(_has, grouped, item, name))
        new = Given(
            where=row.where, rater=rater, item=item, values={},
            at=str(data.get("timestamp") or data.get("updatedat") or ""),
        )  # fmt: skip
        before = grouped.get((rater, item), new)
        grouped[rater, item] = replace(before, values={**before.values, **values})
    yield from grouped.values()


def _has(grouped: Mapping[tuple[str, str], Given], item: str, name: str, rater: str) -> bool:
    """Whether a rater has said this of an answer."""
    given = grouped.get((rater, item))
    return given is not None and name in given.values


def _rated(rows: Iterable[_Read]) -> Iterator[Given]:
    """Rated answers: each rater's `ratings` with their other words in `meta`, or one `rating`."""
    for row in rows:
        named = column_of(row.data, "id", {})
        item = f"line{row.line}" if named is None else str(row.data[named])
        given = by_annotator(row.data.get("ratings"), "ratings", row.where)
        types = by_annotator(row.data.get("message_types"), "message_types", row.where)
        one = column_of(row.data, "rating", {})
        if not given and one is not None and row.data[one] not in (None, ""):
            given = {str(row.data.get("rater") or UNNAMED): row.data[one]}
        held = row.data.get("meta")
        meta = held if isinstance(held, Mapping) else {}
        for name, truth in given.items():
            values = {
                "truth": truth,
                "message_type": types.get(name),
                **{ours: (meta.get(column) or {}).get(name) for ours, column in _META.items()},
            }
            yield Given(
                where=row.where, rater=_rater(name), item=item, values=values,
                at=str((meta.get("rated_at") or {}).get(name) or ""),
                blind=name not in (meta.get("not_blind") or ()),
            )  # fmt: skip


TOOLS: Mapping[str, Callable[[Iterable[_Read]], Iterator[Given]]] = {
    "truthscore": _rated,
    "label-studio": _label_studio,
    "argilla": _argilla,
    "langfuse": _langfuse,
}


def _data(given: Given, tool: str, scale: Scale) -> dict[str, Any]:
    """The row of a rating. Raises InputError for a value that is not on the scale."""
    values = dict(given.values)
    made: dict[str, Any] = {"reason": "import", "source": tool}
    for name in ("truth", "relatedness", "completeness"):
        made[name] = stars(values.get(name), scale, f"{given.where}: {name}")
    type_ = values.get("message_type")
    if type_ not in (None, "", *MESSAGE_TYPES):
        raise InputError(
            f"{given.where}: message_type: found {type_!r}; expected one of "
            f"{', '.join(MESSAGE_TYPES)}"
        )
    made["message_type"] = type_ or None
    made["comment"] = str(values.get("comment") or "")
    if not given.blind:
        made["blind"] = False
    text = json.dumps([given.rater, given.item, made], sort_keys=True)
    made["token"] = hashlib.sha256(text.encode()).hexdigest()[:_TOKEN]
    return made


def _id(data: Mapping[str, Any], where: str) -> str:
    for name in FIELDS["id"]:
        if isinstance(data.get(name), str | int):
            return str(data[name])
    raise InputError(
        f"{where}: no id (found {', '.join(map(repr, data)) or 'nothing'}); expected the answer's "
        f"id as {' or '.join(map(repr, FIELDS['id']))}"
    )


def _rater(who: Any) -> str:
    """The name of a rater as we keep it. Where it cannot be kept as it is, a few letters of its
    hash stand behind it: two people stay two."""
    given = "" if who is None else str(who).strip()
    if not given:
        return ANONYMOUS
    name = _ODD.sub("-", given).strip(" -.@+")
    if name == given and len(name) <= _LONGEST_NAME and name != ANONYMOUS:
        return name
    apart = hashlib.sha256(given.encode("utf-8", "replace")).hexdigest()[:_APART]
    return f"{name[: _LONGEST_NAME - _APART - 1] or ANONYMOUS}-{apart}"


def _another(name: str, taken: Callable[[str], bool]) -> str:
    """A name for one more who rated the same answer without one: nobody knows that they are one."""
    found, number = name, 1
    while name == ANONYMOUS and taken(found):
        number += 1
        found = f"{ANONYMOUS}-{number}"
    return found
