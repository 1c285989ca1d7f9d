"""The online test of Ask Me Anything (§4, Table 6) on simulated logs, and tests of no effect.

    python -m replication.ama.experiment [--logs 200] [--runs 2000] [--blank 10000]

The paper's log is not public. Here agents ask questions for three weeks; each agent, and each day
of an agent, has rates of its own, so questions of an agent-day are alike. The arm is drawn per
agent-day. Planted are the paper's effects, -11.9 % of no answer and +8.9 % of positive feedback;
printed is what one log (seed 0) tells, what many logs tell on average, and how often both pass the
paper's thresholds. Then logs without any effect: how often p < 0.05, by the delta method and by a
test that takes questions for independent.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from truthscore.cli.experiment import told
from truthscore.evaluate.experiment import AA_ALPHA, Effect, experiment, measure
from truthscore.evaluate.units import Units, metrics_of

#: The paper's effects (Table 6) and the p below which each is told.
EFFECTS = {"no_answer": (-0.119, 0.001), "positive_feedback": (0.089, 0.05)}
#: Agents "in thousands" (§3) had it; three weeks of working days (§4); some questions a day.
AGENTS, DAYS, QUESTIONS = 1_500, 15, 8.0
#: Rates of control. "Nearly 80 %" of feedback is positive (§3); the others are ours.
NO_ANSWER, POSITIVE, FEEDBACK = 0.15, 0.73, 0.06
#: How far agents, and days of an agent, lie apart: beta laws of this many observations.
AGENT_LIKE, DAY_LIKE = 12.0, 6.0

#: Logs that are counted together.
BLOCK = 2_000

Floats = NDArray[np.float64]


def simulate(seed: int, *, effects: bool, agents: int = AGENTS, days: int = DAYS) -> Units:
    """A log by agent-days."""
    random = np.random.default_rng(seed)
    count = agents * days
    treated = random.permutation(np.arange(count) % 2 == 1)
    asked = 1 + random.poisson(QUESTIONS * random.gamma(2.0, 0.5, agents).repeat(days))
    rated = random.binomial(asked, FEEDBACK)
    sums = {}
    for name, rate, trials in (
        ("no_answer", NO_ANSWER, asked), ("positive_feedback", POSITIVE, rated)
    ):  # fmt: skip
        agent = random.beta(rate * AGENT_LIKE, (1 - rate) * AGENT_LIKE, agents).repeat(days)
        agent = np.clip(agent, 1e-3, 1 - 1e-3)
        day = random.beta(agent * DAY_LIKE, (1 - agent) * DAY_LIKE)
        if effects:
            by = EFFECTS[name][0]
            # An agent-day whose rate would pass 1 is capped: a rise is planted in what is missing.
            missing = by * rate / (1 - rate)
            day = np.where(
                treated, day * (1 + by) if by < 0 else 1 - (1 - day) * (1 - missing), day
            )
        hits = random.binomial(trials, day)
        sums[name] = of_counts(hits, trials)
    metrics = tuple(each for each in metrics_of(()) if each.name in sums)
    rows = (int(asked[~treated].sum()), int(asked[treated].sum()))
    return Units(
        unit=("agent", "day"), arms=("control", "treatment"), treated=treated, rows=rows,
        metrics=metrics, sums=sums,
    )  # fmt: skip


def of_counts(hits: NDArray[np.int64], trials: NDArray[np.int64]) -> Floats:
    """The sums of a unit whose rows are 0 or 1: x, y, xx, xy, yy, rows."""
    return np.stack([hits, trials, hits, hits, trials, trials], axis=1).astype(np.float64)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", type=int, default=200)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--blank", type=int, default=10_000, help="logs without effect")
    args = parser.parse_args(argv)
    first = experiment(simulate(0, effects=True), aa=args.runs)
    print("one simulated log with the paper's effects, seed 0\n")
    print(told(first))
    print(f"\n{args.logs} simulated logs (seeds 0 to {args.logs - 1})")
    made = [measure(simulate(seed, effects=True)) for seed in range(args.logs)]
    for at, (name, (planted, below)) in enumerate(EFFECTS.items()):
        print("  " + over_logs(name, [each[at] for each in made], planted, below))
    print(
        f"\n{args.blank} simulated logs without effect, a tenth of the agents: share with p < 0.05"
    )
    for line in no_effect(args.blank):
        print(f"  {line}")


def over_logs(name: str, made: Sequence[Effect], planted: float, below: float) -> str:
    """What many logs tell of one metric."""
    effects = [each.effect for each in made if each.effect is not None]
    held = sum(
        each.low is not None and each.high is not None and each.low <= planted <= each.high
        for each in made
    )
    passed = sum(each.p is not None and each.p < below for each in made)
    return (
        f"{name:<20}planted {planted:+.1%}   mean {math.fsum(effects) / len(effects):+.1%}   "
        f"p < {below:g} in {passed / len(made):.0%}   interval holds it in {held / len(made):.0%}"
    )


def no_effect(runs: int) -> list[str]:
    """Of each metric the share of logs without effect that each test calls significant, and the
    shares of blocks of 2,000: how far one such count lies from the whole by chance."""
    made = [measure(simulate(seed, effects=False, agents=AGENTS // 10)) for seed in range(runs)]
    lines = []
    for at, name in enumerate(EFFECTS):
        ours = np.array([(each[at].p or 0.0) < AA_ALPHA for each in made])
        naive = np.array([(each[at].naive_p or 0.0) < AA_ALPHA for each in made])
        parts = [f"{ours[start : start + BLOCK].mean():.1%}" for start in range(0, runs, BLOCK)]
        lines.append(
            f"{name:<20}delta method {ours.mean():.2%} (by {BLOCK}: {', '.join(parts)})   "
            f"naive test {naive.mean():.1%}"
        )
    return lines


if __name__ == "__main__":
    main()
