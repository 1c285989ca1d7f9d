"""Ratings with a line for each rater: several lines with one id and a `rater`, made one row.

Tools that keep what people said in a table of their own write it so: `id, rater, rating`. The row
that is made has `ratings` by name, of which the mean counts (see `rated.from_line`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from truthscore.errors import InputError
from truthscore.field_names import column_of
from truthscore.formats import Row

#: The field that says who gave the stars of a line.
RATER = "rater"
#: What must be the same in all lines of one id; a line may leave it out.
_SAME = ("question", "answer")


def joined(rows: Iterable[Row], mapping: Mapping[str, str]) -> list[Row]:
    """The rows, those with a `rater` joined by their id where the first of them stands.

    Raises InputError when a rater stands twice with one id, and when the lines of an id have
    different texts: then the stars are of different answers.
    """
    found: list[Row] = []
    places: dict[str, int] = {}
    for row in rows:
        data = row.data or {}
        who = data.get(RATER)
        named = column_of(data, "id", mapping)
        if who in (None, "") or named is None or data.get("ratings") is not None:
            found.append(row)
            continue
        name, id_ = str(who), str(data[named])
        if id_ not in places:
            places[id_] = len(found)
            found.append(replace(row, data=_begun(data, name, mapping)))
            continue
        before = found[places[id_]]
        found[places[id_]] = replace(before, data=_added(before, row, name, id_, mapping))
    return found


def _begun(data: Mapping[str, Any], name: str, mapping: Mapping[str, str]) -> dict[str, Any]:
    """A row with what its first rater said under the rater's name."""
    made = {key: value for key, value in data.items() if key != RATER}
    for ours, theirs in (("rating", "ratings"), ("message_type", "message_types")):
        column = column_of(data, ours, mapping)
        said = None if column is None else made.pop(column)
        if ours == "rating" or said not in (None, ""):
            made[theirs] = {name: said}
    return made


def _added(
    before: Row, row: Row, name: str, id_: str, mapping: Mapping[str, str]
) -> dict[str, Any]:
    """The row of an id, and what another rater said of it."""
    made, data = dict(before.data or {}), row.data or {}
    if name in made["ratings"]:
        raise InputError(
            f"{row.where}: rater {name!r} stands twice with id {id_!r}; expected one line for each "
            "rater of an answer"
        )
    for field in _SAME:
        one, other = (column_of(each, field, mapping) for each in (made, data))
        if one is not None and other is not None and made[one] != data[other]:
            raise InputError(
                f"{row.where}: id {id_!r} has another {field} than in {before.where}; give other "
                "answers other ids"
            )
    more = _begun(data, name, mapping)
    made.update({key: value for key, value in more.items() if key not in made})
    for column in ("ratings", "message_types"):
        if column in more:
            made[column] = {**made.get(column, {}), **more[column]}
    return made
