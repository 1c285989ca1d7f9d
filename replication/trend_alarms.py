"""How often `truthscore trend` raises an alarm where nothing changed, and where something did.

    python -m replication.trend_alarms

Logs are drawn, of the same chatbot in every period: stars around a mean, the share below 3, the
share sent and the share held. A second table lets the share of each period wander by itself, as
weeks do; the last one makes the last period worse.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from truthscore.evaluate.trend import BY_CHANCE, WATCHED, Period, limit_of

#: Seed of the draws, and logs drawn a line.
SEED, LOGS = 20261129, 4000
#: Periods before, and answers in each.
BEFORE, ANSWERS = (4, 8, 20), (20, 100)
#: Mean stars and how far answers are from it; shares of answers.
STARS, AWAY = 4.1, 0.6
SHARES = {"low": 0.08, "sent": 0.75, "held": 0.01}
#: Of wandering weeks: how far, as a standard deviation of the log odds of the share, and of stars.
WANDERING, STARS_WANDERING = 0.4, 0.1
#: What is worse: stars less, and the odds of each share so many times as bad.
STARS_LESS, ODDS = 0.4, 4.0


def main() -> None:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    print(f"seed {SEED}, {LOGS} logs a line; intended: {BY_CHANCE:.2%} a figure")
    for name, wandering, worse in (
        ("nothing changed", False, False),
        ("nothing changed, and weeks wander", True, False),
        ("the last period is worse", False, True),
    ):
        print(f"\n{name}\n{'before':>8}{'answers':>9}{'':4}{'rule':<10}", end="")
        print("".join(f"{figure:>9}" for figure in WATCHED), f"{'any':>8}")
        for before in BEFORE:
            for answers in ANSWERS:
                for rule, told in rates(before, answers, wandering=wandering, worse=worse).items():
                    shown = "".join(f"{told[figure] / LOGS:>9.2%}" for figure in (*WATCHED, "any"))
                    print(f"{before:>8}{answers:>9}{'':4}{rule:<10}{shown}")


def rates(before: int, answers: int, *, wandering: bool, worse: bool) -> dict[str, Counter[str]]:
    """Of how many logs each figure raises an alarm, by the rule: three standard deviations, and
    that of `truthscore trend`."""
    chance = np.random.default_rng(SEED)
    found = {"3 sd": Counter[str](), "now": Counter[str]()}
    for _ in range(LOGS):
        *known, last = drawn(chance, before, answers, wandering=wandering, worse=worse)
        for rule, limits in (("3 sd", _deviations(known)), ("now", _limits(known, last))):
            alarms = {f for f, limit in limits if _beyond(getattr(last, f), limit, f)}
            found[rule].update([*alarms, *(["any"] if alarms else [])])
    return found


def drawn(
    chance: np.random.Generator, before: int, answers: int, *, wandering: bool, worse: bool
) -> Iterator[Period]:
    """The periods of one log, the last one behind `before` others."""
    for number in range(before + 1):
        bad = worse and number == before
        mean = STARS - STARS_LESS * bad + STARS_WANDERING * wandering * chance.standard_normal()
        shares = {}
        for figure, share in SHARES.items():
            shift = np.log(ODDS) * bad * (1 if WATCHED[figure] else -1)
            shift += WANDERING * wandering * chance.standard_normal()
            odds = share / (1 - share) * np.exp(shift)
            shares[figure] = chance.binomial(answers, odds / (1 + odds)) / answers
        stars = float(np.clip(chance.normal(mean, AWAY, answers), 1.0, 5.0).mean())
        yield Period(
            begin=str(number), answers=answers, scored=answers, stars=stars, review=0.0, types={},
            overrides={}, **shares,
        )  # fmt: skip


def _limits(known: Sequence[Period], last: Period) -> Iterator[tuple[str, float]]:
    for figure in WATCHED:
        yield figure, limit_of(figure, last, known)


def _deviations(known: Sequence[Period]) -> Iterator[tuple[str, float]]:
    for figure, more_is_worse in WATCHED.items():
        values = np.array([getattr(each, figure) for each in known])
        yield figure, values.mean() + 3 * values.std(ddof=1) * (1 if more_is_worse else -1)


def _beyond(value: float, limit: float, figure: str) -> bool:
    return value > limit if WATCHED[figure] else value < limit


if __name__ == "__main__":
    main()
