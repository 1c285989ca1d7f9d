"""The log of a test, one row a question, summed up by the units that got an arm (`experiment`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from truthscore.errors import InputError, did_you_mean
from truthscore.evaluate.experiment import Ratio
from truthscore.formats import Row

Floats = NDArray[np.float64]
#: What a row and its place add above and below a ratio, None where it does not count.
Read = Callable[[Mapping[str, Any], str], tuple[float, float] | None]

#: What a thumb may be: down, none, up.
THUMBS = (-1.0, 0.0, 1.0)
#: What an error says that a thumb may be, and a column of yes and no.
THUMB, YES_OR_NO = "1 (up), -1 (down) or 0 (none)", "0, 1, true or false"
#: A day and a clock, in whatever order the day is written.
_TIME = regex.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ T,]+\d{1,2}:\d{2}")
_COMMA = regex.compile(r"-?\d+,\d+")
#: Units named in an error.
SHOWN = 3
#: What a row counts: x, y, and the squares and products that the naive test needs; and itself.
_SUMS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A ratio: what a row adds above and below, None where it does not count.

    `column`: what it is read from; `feedback`: of the sparse rows with a thumb; `asked`: named by
    the user, so that it must be there.
    """

    name: str
    column: str
    read: Read
    feedback: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One metric of some units: `sums` is units x (x, y, xx, xy, yy, rows)."""

    sums: Floats

    @property
    def x(self) -> Floats:
        """What stands above, one number a unit."""
        return self.sums[:, 0]

    @property
    def y(self) -> Floats:
        """What stands below, one number a unit."""
        return self.sums[:, 1]

    @property
    def rows(self) -> int:
        """Rows that count in the metric."""
        return int(self.sums[:, 5].sum())

    def kept(self, which: NDArray[np.bool_]) -> Side:
        """The units where `which` is true."""
        return Side(self.sums[which])

    def naive(self) -> Ratio:
        """The ratio with its error if rows were independent. Raises ZeroDivisionError for no y."""
        x, y, xx, xy, yy, rows = (math.fsum(column) for column in self.sums.T)
        value = x / y
        apart = max(0.0, xx - 2 * value * xy + value**2 * yy) / max(1.0, rows - 1)
        return Ratio(value=value, error=math.sqrt(apart / rows) / abs(y / rows), units=int(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """A log by units. `arms`: control, treatment; `treated`: of each unit; `sums`: by metric."""

    unit: tuple[str, ...]
    arms: tuple[str, str]
    treated: NDArray[np.bool_]
    rows: tuple[int, int]
    metrics: tuple[Metric, ...]
    sums: Mapping[str, Floats] = field(repr=False)

    def of(self, metric: str, treated: bool) -> Side:
        """A metric in one arm."""
        return self.whole(metric).kept(self.treated == treated)

    def whole(self, metric: str) -> Side:
        """A metric of all units."""
        return Side(self.sums[metric])


def metrics_of(asked: Sequence[str]) -> tuple[Metric, ...]:
    """The usual metrics, those of the paper (§4), and the ones asked for as NUM/DEN or NUM.

    Raises InputError for a name that stands twice.
    """
    made = [
        Metric(name="no_answer", column="no_answer", read=_yes_or_no("no_answer")),
        Metric(name="positive_feedback", column="thumb", read=_thumb, feedback=True),
        Metric(name="handle_seconds", column="handle_seconds", read=_seconds),
        Metric(name="escalated", column="escalated", read=_yes_or_no("escalated")),
    ]
    for name in asked:
        above, _, below = (part.strip() for part in name.partition("/"))
        if not above or ("/" in name and not below):
            raise InputError(f"metric {name!r}: expected NUM/DEN or NUM, names of columns")
        if any(each.name == name for each in made):
            made = [each for each in made if each.name != name]
        read = _ratio(above, below) if below else _number(above)
        made.append(Metric(name=name, column=above, read=read, asked=True))
    return tuple(made)


def read_units(
    rows: Iterable[Row], *, unit: Sequence[str], treatment: str, asked: Sequence[str] = (),
    arms: tuple[str, str] | None = None,
) -> Units:  # fmt: skip
    """Sums up a log. `treatment`: the column of the arm; `arms`: (control, treatment), else the two
    that are there in the order of the alphabet.

    Raises InputError for a broken row, a column that is missing, a unit in both arms, an arm
    without rows or more than two, times with and without a zone, and a number that is none.
    """
    metrics = metrics_of(asked)
    places: dict[tuple[str, ...], int] = {}
    arm_of: list[str] = []
    counted: list[int] = []
    both: dict[tuple[str, ...], str] = {}
    sums: dict[str, list[list[float]]] = {each.name: [] for each in metrics}
    there: set[str] = set()
    zones: dict[bool, str] = {}
    for row in rows:
        if row.data is None:
            raise InputError(f"{row.where}: {row.error}")
        arm = _text(row.data, treatment, row.where)
        key = tuple(_unit(row.data, name, row.where, zones) for name in unit)
        at = places.setdefault(key, len(arm_of))
        if at == len(arm_of):
            arm_of.append(arm)
            counted.append(0)
            for kept in sums.values():
                kept.append([0.0] * _SUMS)
        if arm_of[at] != arm:
            both.setdefault(key, row.where)
        counted[at] += 1
        for metric in metrics:
            if metric.column in row.data:
                there.add(metric.name)
            elif metric.asked:
                raise InputError(f"{row.where}: {_missing(metric.column, row.data)}")
            if (pair := metric.read(row.data, row.where)) is not None:
                (x, y), into = pair, sums[metric.name][at]
                for place, value in enumerate((x, y, x * x, x * y, y * y, 1.0)):
                    into[place] += value
    _refuse_both(both, unit)
    chosen = _arms(arm_of, arms, treatment)
    treated = np.array([arm == chosen[1] for arm in arm_of])
    return Units(
        unit=tuple(unit),
        arms=chosen,
        treated=treated,
        rows=(sum(np.array(counted)[~treated].tolist()), sum(np.array(counted)[treated].tolist())),
        metrics=_measured(metrics, there),
        sums={name: np.array(kept, dtype=np.float64) for name, kept in sums.items()},
    )


def _measured(metrics: Sequence[Metric], there: set[str]) -> tuple[Metric, ...]:
    kept = tuple(each for each in metrics if each.name in there)
    if not kept:
        raise InputError(
            "no column to measure; expected one of "
            f"{', '.join(each.column for each in metrics)}, or --metric NUM/DEN"
        )
    return kept


def _refuse_both(both: Mapping[tuple[str, ...], str], unit: Sequence[str]) -> None:
    if both:
        first = "; ".join(f"{', '.join(key)} ({at})" for key, at in [*both.items()][:SHOWN])
        raise InputError(
            f"{len(both)} units of {','.join(unit)} stand in more than one arm, as {first}: an arm "
            "must belong to a whole unit; give --unit as the arms were drawn"
        )


def _arms(found: Sequence[str], asked: tuple[str, str] | None, column: str) -> tuple[str, str]:
    there = sorted(set(found))
    if not there:
        raise InputError("no rows; expected one question per row")
    if asked is not None:
        for arm in asked:
            if arm not in there:
                raise InputError(
                    f"arm {arm!r} has no rows; column {column!r} has {', '.join(there)}"
                )
    expected = set(asked or there)
    if len(there) != 2 or len(expected) != 2 or expected != set(there):
        raise InputError(
            f"column {column!r} has the arms {', '.join(there)}; expected two: leave the rows of "
            "others out" if len(there) != 1 else
            f"every row is in arm {there[0]!r} of column {column!r}; the other arm is empty"
        )  # fmt: skip
    return asked or (there[0], there[1])


def _missing(column: str, data: Mapping[str, Any]) -> str:
    """Of a table an empty cell is no field at all, so that both are told."""
    return (
        f"column {column!r} is missing or empty{did_you_mean(column, data)} (this row has: "
        f"{', '.join(data)})"
    )


def _text(data: Mapping[str, Any], column: str, where: str) -> str:
    value = data.get(column)
    if column not in data:
        raise InputError(f"{where}: {_missing(column, data)}")
    if value is None or not str(value).strip():
        raise InputError(f"{where}: column {column!r} is empty; expected a name")
    return str(value).strip()


def _unit(data: Mapping[str, Any], column: str, where: str, zones: dict[bool, str]) -> str:
    """A part of the unit; of a time its day, as written."""
    text = _text(data, column, where)
    if len(text) <= len("2026-11-26"):
        return text
    try:
        when = datetime.fromisoformat(text) if text[:4].isdigit() else None
    except ValueError:
        when = None
    if when is None:
        if _TIME.match(text):  # else each minute would be a unit of its own
            raise InputError(
                f"{where}: {column!r} is {text!r}; expected a time as 2026-11-26T09:30, so that "
                "its day can be told: write it so, or the day alone"
            )
        return text
    aware = when.tzinfo is not None
    zones.setdefault(aware, where)
    if len(zones) == 2:
        raise InputError(
            f"{where}: {column!r} is {text!r}; some times have a zone (as at {zones[True]}) and "
            f"some none (as at {zones[False]}): their days cannot be told apart; write all with one"
        )
    return when.date().isoformat()


def _value(
    data: Mapping[str, Any], column: str, where: str, expected: str = "a number"
) -> float | None:
    """A number, None for an empty cell. `expected`: what an error says that it may be."""
    value = data.get(column)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = {"true": 1.0, "false": 0.0}.get(str(value).lower(), math.nan)
    if not math.isfinite(number):
        hint = ", with a point for the comma" if _COMMA.fullmatch(str(value).strip()) else ""
        raise InputError(f"{where}: {column!r} is {value!r}; expected {expected}{hint}")
    return number


def _number(column: str) -> Read:
    """A number of a row, by the rows that have one."""

    def read(data: Mapping[str, Any], where: str) -> tuple[float, float] | None:
        value = _value(data, column, where)
        return None if value is None else (value, 1.0)

    return read


def _yes_or_no(column: str) -> Read:
    """A share of the rows that tell it."""

    def read(data: Mapping[str, Any], where: str) -> tuple[float, float] | None:
        value = _value(data, column, where, YES_OR_NO)
        if value is not None and value not in (0.0, 1.0):
            raise InputError(f"{where}: {column!r} is {data[column]!r}; expected {YES_OR_NO}")
        return None if value is None else (value, 1.0)

    return read


def _seconds(data: Mapping[str, Any], where: str) -> tuple[float, float] | None:
    value = _value(data, "handle_seconds", where)
    if value is not None and value < 0:
        raise InputError(f"{where}: 'handle_seconds' is {value:g}; expected 0 or more")
    return None if value is None else (value, 1.0)


def _ratio(above: str, below: str) -> Read:
    def read(data: Mapping[str, Any], where: str) -> tuple[float, float] | None:
        if below not in data:
            raise InputError(f"{where}: {_missing(below, data)}")
        x, y = _value(data, above, where), _value(data, below, where)
        if y is not None and y < 0:
            raise InputError(f"{where}: {below!r} is {y:g}; a denominator is 0 or more")
        return None if x is None or y is None else (x, y)

    return read


def _thumb(data: Mapping[str, Any], where: str) -> tuple[float, float] | None:
    """Thumbs up by thumbs given (§4): a row without one does not count."""
    value = _value(data, "thumb", where, THUMB)
    if value is not None and value not in THUMBS:
        raise InputError(f"{where}: 'thumb' is {data['thumb']!r}; expected {THUMB}")
    return (float(value > 0), 1.0) if value else None
