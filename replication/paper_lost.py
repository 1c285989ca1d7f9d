"""Where `paper` loses the answers that were given five stars, feature by feature (§6.2.3).

    python -m replication.paper_lost --data ../shared/data/bench

Of our 79 rated answers and of `nl_support_dev`: the answers with five stars, those below 3 of
`paper`, and for each feature the mean value of those kept and lost, how many of the lost it has
at or below the middle, and how many would have 3 stars or more without it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from replication import material
from replication.folders import folder_with
from replication.tables.ours import EXAMPLES, SUPPORT
from truthscore import TruthScorer, Verdict, read_examples
from truthscore.features import FEATURES

#: What decides by itself, and the five others of the paper, which are summed where it does not.
DECIDING = ("components_defined", "verbatim_guide")
SUMMED = [each.name for each in FEATURES if each.section == "5.2" and each.name not in DECIDING]
#: Stars that people gave, and stars of `paper` below which an answer is lost.
FIVE, LOST_BELOW = 5.0, 3.0
#: Of a value from 0 to 1, as of stars from 1 to 5.
MIDDLE = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=folder_with(f"{SUPPORT}.jsonl.gz"), required=True)
    args = parser.parse_args()
    scorer = TruthScorer.load("paper", score_types="all")
    ours = [row for row in read_examples(EXAMPLES) if row.rating == FIVE]
    support = [row for row in material.rows(args.data, SUPPORT) if row.rating == FIVE]
    for name, rows in (
        ("our 79 rated answers", ours),
        (SUPPORT, [row.example for row in support]),
    ):
        shown(name, [each for each in scorer.score_many(rows) if each.score is not None])


def shown(name: str, verdicts: Sequence[Verdict]) -> None:
    lost = [each for each in verdicts if (each.score or 0.0) < LOST_BELOW]
    kept = [each for each in verdicts if each not in lost]
    by_rule = sum(each.override is not None for each in lost)
    print(
        f"{name}: {len(verdicts)} answers with five stars, {len(lost)} below 3 "
        f"({by_rule} by an override)"
    )
    print(f"  {'feature':<20}{'kept':>6}{'lost':>6}{'at most .5':>14}{'3 without it':>14}")
    for feature in SUMMED:
        means = [mean(values(group, feature)) for group in (kept, lost)]
        mine = values(lost, feature)
        low = f"{sum(value <= MIDDLE for value in mine)} of {len(mine)}"
        saved = sum(without(each, feature) >= LOST_BELOW for each in lost if not each.override)
        print(
            f"  {feature:<20}" + "".join(f"{each:>6}" for each in means) + f"{low:>14}{saved:>14}"
        )


def values(verdicts: Sequence[Verdict], feature: str) -> list[float]:
    found = [each.features[feature].value for each in verdicts if feature in each.features]
    return [value for value in found if value is not None]


def mean(numbers: Sequence[float]) -> str:
    return f"{math.fsum(numbers) / len(numbers):.2f}" if numbers else "–"


def without(verdict: Verdict, feature: str) -> float:
    """The stars of the mean of the other features, which weigh the same."""
    others = [
        found.value
        for name in SUMMED
        if name != feature
        and (found := verdict.features.get(name)) is not None
        and found.value is not None
    ]
    return 1.0 + 4.0 * math.fsum(others) / len(others) if others else 1.0


if __name__ == "__main__":
    main()
