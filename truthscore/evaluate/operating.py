"""What thresholds would do: untrue answers stopped, true answers lost, work saved (§8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from truthscore.evaluate.correlation import TRUE_FROM, UNTRUE_TO
from truthscore.evaluate.rated import nearest_star

#: Thresholds that are tried: every 0.05 star from 1 to just above 5.
STEP = 0.05
HOURS = 60.0


@dataclass(frozen=True, slots=True)
class Point:
    """At `threshold`: shares of 1-star answers stopped and of 5-star answers lost (score below)."""

    threshold: float
    one_star_stopped: float | None
    five_star_lost: float | None
    untrue_stopped: float | None
    true_lost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """The cheapest pair of thresholds, and what it does with the rated answers.

    Costs are in units of one look by a person: `cost` per answer is the mean over all. An answer
    is sent from `send_from`, held back below `block_below`, and looked at between them.
    """

    send_from: float
    block_below: float
    cost: float
    sent: int
    reviewed: int
    blocked: int
    untrue_sent: int
    true_blocked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Savings:
    """Work saved in a year when answers are sent without a look.

    inquiries x share in scope x share sent x minutes per check / 60.
    """

    inquiries: float
    in_scope: float
    sent: float
    minutes: float
    hours: float


def thresholds() -> list[float]:
    """The thresholds that are tried, 1.00 to 5.05."""
    return [round(1.0 + STEP * step, 2) for step in range(round(4.0 / STEP) + 2)]


def curve(scores: Sequence[float], ratings: Sequence[float]) -> tuple[Point, ...]:
    """One point per threshold; a share is None when no answer has such a rating."""
    x, y = np.asarray(scores), np.asarray(ratings)
    star = np.array([nearest_star(rating) for rating in ratings])
    groups = (star == 1, star == 5, y <= UNTRUE_TO, y >= TRUE_FROM)
    return tuple(
        Point(threshold, *(
            float((x[group] < threshold).mean()) if group.any() else None for group in groups
        ))
        for threshold in thresholds()
    )  # fmt: skip


def recommend(
    scores: Sequence[float], ratings: Sequence[float], *, cost_untrue: float, cost_lost: float
) -> Recommendation | None:
    """The cheapest thresholds; None without rows.

    An untrue answer (rated 1-2) that is sent costs `cost_untrue`, a true one (4-5) that is held
    back `cost_lost`, a look by a person 1. Of equally cheap pairs the most cautious wins (the
    highest `send_from`, then the lowest `block_below`).
    """
    if not scores:
        return None
    x, y = np.asarray(scores), np.asarray(ratings)
    untrue, true = y <= UNTRUE_TO, y >= TRUE_FROM
    ranks: list[tuple[float, float, float]] = []
    for send in thresholds():
        sent = x >= send
        for block in thresholds():
            if block > send:
                break
            blocked = x < block
            looks = len(x) - sent.sum() - blocked.sum()
            cost = cost_untrue * (sent & untrue).sum() + cost_lost * (blocked & true).sum() + looks
            ranks.append((round(float(cost) / len(x), 6), -send, block))
    cost, highest, block = min(ranks)
    send = -highest
    sent, blocked = x >= send, x < block
    return Recommendation(
        send_from=send,
        block_below=block,
        cost=cost,
        sent=int(sent.sum()),
        reviewed=int(len(x) - sent.sum() - blocked.sum()),
        blocked=int(blocked.sum()),
        untrue_sent=int((sent & untrue).sum()),
        true_blocked=int((blocked & true).sum()),
    )


def savings(*, inquiries: float, in_scope: float, sent: float, minutes: float) -> Savings:
    """Hours a year (§8.2: 112,000 inquiries, half in scope, 26 % sent: 15,000 at an hour each).

    >>> savings(inquiries=1200, in_scope=0.5, sent=0.1, minutes=30).hours
    30.0
    """
    hours = inquiries * in_scope * sent * minutes / HOURS
    return Savings(
        inquiries=inquiries, in_scope=in_scope, sent=sent, minutes=minutes, hours=round(hours, 6)
    )
