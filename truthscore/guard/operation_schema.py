"""Checked operations as records: who asks, the proposed call, what calls there are, what came of
one; and how each is read from plain data."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal, get_args

from pydantic import Strict, TypeAdapter, ValidationError, with_config

from truthscore.errors import InputError, did_you_mean
from truthscore.text.record import Field, read

Type = Literal["text", "integer", "number", "boolean", "date"]
#: What no text is read as: "yes" is no truth, and "9" no number.
Flag = Annotated[bool, Strict()]
Bound = Annotated[float, Strict()]
#: An object of plain data has the fields of its record and no others.
_closed = with_config(extra="forbid")
#: What may become of a call.
State = Literal["done", "unchanged", "refused", "failed", "pending"]
STATES: tuple[State, ...] = get_args(State)


@_closed
@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks, as the backend has established it: never what a model says. `id` is that of the
    actor's own row; an empty one is nobody."""

    id: str
    roles: tuple[str, ...] = ()


@_closed
@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A proposed call. `actor`: in whose name, where the proposal says so."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    actor: str | None = None


@_closed
@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument of a call. `enum`: its only values; `least`, `most`: bounds of a number."""

    type: Type = "text"
    required: Flag = True
    enum: tuple[Any, ...] = ()
    least: Bound | None = None
    most: Bound | None = None


@_closed
@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a schema.

    `roles`: those that may make it, for any row. `own`: whether every known actor may make it on
    the row of his own, which is the value of argument `owner`, or without one always his own.
    `writes`: whether it changes anything. `asks`: what a question calls it, one phrase each;
    without any it is the words of its name.
    """

    args: Mapping[str, Argument] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    own: Flag = False
    owner: str | None = None
    writes: Flag = True
    asks: tuple[str, ...] = ()


@_closed
@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a call came to: whether it was `done`, and the values that are stored now.

    `state`: how, where it is known (one of `STATES`); `before`: the values that stood before the
    change; `others`: values that a reply might name instead (other roles, other objects). Raises
    InputError where `state` and `done` disagree.
    """

    done: Flag
    state: State | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.state is not None and self.state not in STATES:
            raise InputError(
                f"result: 'state' is {self.state!r}; expected one of {', '.join(STATES)}"
            )
        if self.state is not None and self.done is not (self.state == "done"):
            raise InputError(
                f"result: 'done' is {str(self.done).lower()} and 'state' is {self.state!r}; give "
                "'done' as true for the state \"done\", and as false for every other"
            )


Schema = Mapping[str, Call]


def read_schema(given: Any) -> Schema:
    """A schema from plain data: call name → what `Call` has. Raises InputError that says where."""
    calls: Schema = read_plain(dict[str, Call], given, "schema")
    for name, call in calls.items():
        if call.owner is not None and call.owner not in call.args:
            raise InputError(
                f"schema: {name}: 'owner' is {call.owner!r}; expected one of its arguments"
            )
    return calls


_reader = functools.cache(TypeAdapter)


def read_plain(kind: Any, given: Any, where: str) -> Any:
    """Plain data as records of this module. Raises InputError that says where it is none."""
    try:
        return _reader(kind).validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ": ".join([where, *map(str, first["loc"])])
        told = first["msg"]
        if first["type"] == "unexpected_keyword_argument":
            known = {each.name for record in (Actor, Operation, Argument, Call, Result)
                     for each in fields(record)}  # fmt: skip
            told = f"is not known{did_you_mean(str(first['loc'][-1]), sorted(known))}"
        said = first["input"]
        found = repr(said) if isinstance(said, str | int | float) else type(said).__name__
        raise InputError(f"{place}: {told}; found {found}") from None


def read_result(given: Any) -> Result:
    """A result, whose values may be described as the fields of a record are."""
    made: Result = read_plain(Result, given, "result")
    if made is not given:
        made = replace(made, values=_values(made.values), before=_values(made.before))
    return made


def _values(described: Mapping[str, Any]) -> dict[str, Any]:
    return {each.name: each.value for each in read(described, "result")}


def read_fields(records: Any) -> tuple[Field, ...]:
    """The fields of records: fields that were read, or context documents with `fields`."""
    found: list[Field] = []
    for number, each in enumerate([records] if isinstance(records, Mapping) else records or (), 1):
        if isinstance(each, Field):
            found.append(each)
            continue
        if not isinstance(each, Mapping) or "fields" not in each:
            raise InputError(f"record {number}: expected an object with 'fields'")
        found += read(each["fields"], f"record {number}")
    return tuple(found)
