"""Whether `grounded` gains from Table 2: only the features of a type's heuristics, type by type.

    python -m replication.by_type --data ../shared/data/bench        # the read half
    python -m replication.by_type --data ../shared/data/bench --half counted

For each message type a profile in which that type leaves out the weights and penalties of features
that stand for none of its heuristics (`paper.toml`). Printed over the answers of that type,
with `grounded` and with the profile: AUC of true against untrue ones, Spearman with ratings.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from replication import material
from replication.folders import folder_with
from replication.tables import claims
from truthscore import TruthScorer, Verdict, profile
from truthscore.evaluate.correlation import correlate

SETS = ("natural_nl_dev", "natural_en_dev", "nl_support_dev", "mtrag_dev", "clapnq_dev")
#: An answer without stars counts as the middle.
MIDDLE = 3.0
#: Features that stand for no heuristic of Table 2 stay for every type.
TYPES = ("error", "general", "reasoning", "instruction", "binary", "unspecified")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*(f"{name}.jsonl.gz" for name in SETS)),
        required=True,
        help="folder of the sets",
    )
    parser.add_argument("--half", choices=(material.READ, material.COUNTED), default=material.READ)
    args = parser.parse_args()
    rows = [row for name in SETS for row in material.rows(args.data, name) if row.half == args.half]
    examples = [row.example for row in rows]
    before = list(TruthScorer.load("grounded").score_many(examples))
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "by_type.toml"
        own.write_text(by_table_2(), encoding="utf-8")
        after = list(TruthScorer.load(own).score_many(examples))
    print(f"{args.half} half, {len(rows)} answers; grounded, then with Table 2")
    print(f"{'type':<14}{'answers':>8}  {'left out':<52}{'AUC (n)':<22}Spearman (n)")
    for kind in TYPES:
        mine = [
            place for place, verdict in enumerate(before)
            if verdict.detection is not None and verdict.detection.type == kind
        ]  # fmt: skip
        told = ", ".join(sorted(left_out(kind))) or "nothing"
        print(f"{kind:<14}{len(mine):>8}  {told:<52}{compared(rows, before, after, mine)}")
    print(f"{'all':<14}{len(rows):>8}  {'':<52}{compared(rows, before, after, range(len(rows)))}")


def left_out(kind: str) -> set[str]:
    """The features with a weight or a penalty in `grounded` that Table 2 has not for a type."""
    heuristics = claims.read().figures["heuristics"]
    known = {name for each in heuristics for name in each["features"]}
    for_kind = {name for each in heuristics if kind in each["types"] for name in each["features"]}
    score = profile.load("grounded").score
    return {name for name in (*score.weights, *score.penalties) if name in known - for_kind}


def by_table_2() -> str:
    """`grounded` with `[score.by_type]` as Table 2 has it."""
    score = profile.load("grounded").score
    lines = ['name = "by-type"', 'extends = "grounded"']
    for kind in TYPES:
        without = left_out(kind)
        lines += [f"[score.by_type.{kind}]", f"middle_at = {score.middle_at}"]
        for table, numbers in (("weights", score.weights), ("penalties", score.penalties)):
            lines += [f"[score.by_type.{kind}.{table}]", *kept(numbers, without)]
    return "\n".join(lines) + "\n"


def kept(numbers: Mapping[str, float], without: set[str]) -> list[str]:
    return [f"{name} = {value}" for name, value in numbers.items() if name not in without]


def compared(
    rows: Sequence[material.Row],
    before: Sequence[Verdict],
    after: Sequence[Verdict],
    places: Sequence[int],
) -> str:
    """AUC over labelled answers and Spearman over rated ones, before and after."""
    labelled = [place for place in places if rows[place].label is not None]
    rated = [place for place in places if rows[place].set == "nl_support_dev"]
    areas, rhos = [], []
    for verdicts in (before, after):
        found = correlate(
            [score(verdicts[place]) for place in labelled],
            [5.0 if rows[place].label else 1.0 for place in labelled],
            resamples=0,
        )
        areas.append("–" if found.auc is None else f"{found.auc:.3f}")
        rho = correlate(
            [score(verdicts[place]) for place in rated],
            [float(rows[place].rating or 0.0) for place in rated],
            resamples=0,
        ).spearman
        rhos.append("–" if rho is None else f"{rho:.3f}")
    area = f"{areas[0]} {areas[1]} ({len(labelled)})"
    return f"{area:<22}{rhos[0]} {rhos[1]} ({len(rated)})"


def score(verdict: Verdict) -> float:
    return MIDDLE if verdict.score is None else verdict.score


if __name__ == "__main__":
    main()
