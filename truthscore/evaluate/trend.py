"""How a chatbot's answers go over time: stars, decisions and types by day, week or month.

A period is held against those before it. A figure raises an alarm where it lies on the wrong side
of a prediction interval of the next period (Student's t) made of at least `MIN_BEFORE` full ones.
Of a share the answers must say so, too (Fisher's exact test): one held answer of fifty is chance,
also where none was held before. The last period is taken as unfinished only when it is said to be.
How often nothing raises an alarm: `python -m replication.trend_alarms`.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

import numpy as np
from scipy import stats

from truthscore.errors import InputError
from truthscore.evaluate.lines import LOW, ScoredLine

#: Fewer periods before say too little of how much a figure moves by itself.
MIN_BEFORE = 8
#: Fewer answers in a period say too little of it: it alarms nobody, and is no measure for others.
MIN_ANSWERS = 20

By = Literal["day", "week", "month"]
#: What is kept of a line: its stars, decision, message type and override.
_Answer = tuple[float | None, str, str | None, str | None]
#: Figures that are watched, and whether more of it is worse.
WATCHED: Mapping[str, bool] = {"stars": False, "low": True, "sent": False, "held": True}
#: How often a figure may raise an alarm where nothing changed: any of them, in one of 100 periods.
BY_CHANCE = 0.01 / len(WATCHED)
#: Of what a share is one: answers with stars, or all answers.
SHARE_OF: Mapping[str, str] = {"low": "scored", "sent": "answers", "held": "answers"}
#: What they are called.
NAMES: Mapping[str, str] = {
    "stars": "mean stars", "low": "share below 3", "sent": "share sent", "held": "share held",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The answers of one day, week (from Monday) or month.

    `stars`: their mean, None where none has stars; `low`: the share of them below 3; `sent`,
    `review`, `held`: shares of all answers; `types` and `overrides`: shares of all answers by name.
    """

    begin: str
    answers: int
    scored: int
    stars: float | None
    low: float | None
    sent: float
    review: float
    held: float
    types: Mapping[str, float]
    overrides: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """A figure of a period that lies outside of what the periods before make likely."""

    begin: str
    figure: str
    value: float
    limit: float
    mean: float
    before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Periods in order, with alarms; `undated` lines had no date and are not among them.

    `signatures`: more than one means that not only the answers changed. `few`: the periods with so
    few answers that no alarm comes of them (`MIN_ANSWERS`).
    """

    by: By
    periods: tuple[Period, ...]
    alarms: tuple[Alarm, ...]
    undated: int
    signatures: tuple[str, ...]
    few: tuple[str, ...] = ()


def trend(
    lines: Iterable[tuple[str, ScoredLine]], decide: Callable[[ScoredLine], str], *, by: By = "week"
) -> Trend:
    """The trend of lines with their place ("log.jsonl:17").

    Raises InputError for a date that is none, and when no line has a date.
    """
    found: dict[date, list[_Answer]] = defaultdict(list)
    signatures: Counter[str] = Counter()
    undated = 0
    for where, line in lines:
        if not line.is_verdict:
            continue
        when = line.date or line.time
        if when is None:
            undated += 1
            continue
        found[begin_of(_day(when, where), by)].append(
            (line.score, decide(line), line.message_type, line.override)
        )
        if line.signature:
            signatures[line.signature] += 1
    if not found:
        raise InputError(
            f"none of {undated} lines has a date; expected a field `date` (or `time`) as in "
            "2026-11-26; --answers FILE reads it from the rows that were scored"
        )
    periods = tuple(_period(begin, found[begin]) for begin in sorted(found))
    return Trend(
        by=by,
        periods=periods,
        alarms=alarms(periods),
        undated=undated,
        signatures=tuple(sorted(signatures)),
        few=tuple(each.begin for each in periods if each.answers < MIN_ANSWERS),
    )


def alarms(periods: Sequence[Period]) -> tuple[Alarm, ...]:
    """Every figure of every period that lies outside of what those before it make likely."""
    made = []
    for at, period in enumerate(periods):
        earlier = [each for each in periods[:at] if each.answers >= MIN_ANSWERS]
        if len(earlier) < MIN_BEFORE or period.answers < MIN_ANSWERS:
            continue
        for figure, more_is_worse in WATCHED.items():
            value = getattr(period, figure)
            known = [one for one in earlier if getattr(one, figure) is not None]
            if value is None or len(known) < MIN_BEFORE:
                continue
            limit = limit_of(figure, period, known)
            if value > limit if more_is_worse else value < limit:
                mean = math.fsum(getattr(one, figure) for one in known) / len(known)
                made.append(
                    Alarm(begin=period.begin, figure=figure, value=value, limit=limit, mean=mean,
                          before=len(known))
                )  # fmt: skip
    return tuple(made)


def limit_of(figure: str, period: Period, before: Sequence[Period]) -> float:
    """The value of a figure beyond which a period raises an alarm; `before` are two or more
    periods that have the figure, as `period` has."""
    sign = 1.0 if WATCHED[figure] else -1.0
    known = np.array([getattr(each, figure) for each in before], dtype=float)
    wide = stats.t.isf(BY_CHANCE, len(known) - 1) * (1.0 + 1.0 / len(known)) ** 0.5
    limit = float(known.mean() + sign * wide * known.std(ddof=1))
    if figure not in SHARE_OF:
        return limit
    return sign * max(sign * limit, sign * _limit_of_counts(figure, period, before))


def _limit_of_counts(figure: str, period: Period, before: Sequence[Period]) -> float:
    """The share that Fisher's exact test still takes for chance, beside all answers before."""
    of = SHARE_OF[figure]
    size = getattr(period, of)
    sizes = np.array([getattr(each, of) for each in before])
    hits = int(np.rint(sizes * [getattr(each, figure) for each in before]).sum())
    counts = np.arange(size + 1)
    table = (int(sizes.sum()) + size, hits + counts, size)
    if WATCHED[figure]:
        by_chance = np.flatnonzero(stats.hypergeom.sf(counts - 1, *table) >= BY_CHANCE)
        return int(by_chance[-1]) / int(size)
    by_chance = np.flatnonzero(stats.hypergeom.cdf(counts, *table) >= BY_CHANCE)
    return int(by_chance[0]) / int(size)


def begin_of(day: date, by: By) -> date:
    """The first day of the period that a day is in; weeks begin on Monday."""
    if by == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if by == "month" else day


def _day(text: str, where: str) -> date:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError as error:
        raise InputError(
            f"{where}: date {text!r} is none; expected ISO 8601, as in 2026-11-26 or "
            "2026-11-26T09:30:00+01:00"
        ) from error


def _period(begin: date, rows: Sequence[_Answer]) -> Period:
    """The shares of one period."""
    scores, decided, types, overrides = zip(*rows, strict=True)
    stars = [score for score in scores if score is not None]

    def shares(names: Iterable[str | None]) -> dict[str, float]:
        counts = Counter(name for name in names if name)
        return {name: count / len(rows) for name, count in sorted(counts.items())}

    done = shares(decided)
    return Period(
        begin=begin.isoformat(),
        answers=len(rows),
        scored=len(stars),
        stars=round(sum(stars) / len(stars), 6) if stars else None,
        low=sum(score < LOW for score in stars) / len(stars) if stars else None,
        sent=done.get("send", 0.0),
        review=done.get("review", 0.0),
        held=done.get("hold", 0.0),
        types=shares(types),
        overrides=shares(overrides),
    )
