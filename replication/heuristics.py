"""What each of the ten heuristics decides among pairs of a true answer and its lie (Table 2).

    python -m replication.heuristics --data ../shared/data/bench        # the counted half, unseen

A heuristic (§4.4.2) decides a pair where the mean of its features (`paper.toml`) that both answers
have is higher for the true one; it errs where it is lower. Of `grounded`, and by the message type
of the question: for one that Table 2 has not for the heuristic the numbers stand in brackets.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Collection

from replication import material
from replication.folders import folder_with
from replication.tables import claims
from truthscore import TruthScorer, Verdict

SETS = ("natural_nl_dev", "natural_en_dev")
#: Means are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6
TYPES = ("error", "general", "reasoning", "instruction", "binary", "unspecified", "action")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data", type=folder_with(*(f"{name}.jsonl.gz" for name in SETS)), required=True
    )
    parser.add_argument(
        "--half", choices=(material.READ, material.COUNTED), default=material.COUNTED
    )
    args = parser.parse_args()
    rows = [row for name in SETS for row in material.rows(args.data, name) if row.half == args.half]
    scored = TruthScorer.load("grounded").score_many(row.example for row in rows)
    pairs: dict[str, dict[bool, Verdict]] = {}
    for row, verdict in zip(rows, scored, strict=True):
        pairs.setdefault(f"{row.set}/{row.pair}", {})[bool(row.label)] = verdict
    kinds = Counter(kind_of(pair[True]) for pair in pairs.values())
    print(f"{args.half} half, {len(pairs)} pairs; decided / the wrong way round, by message type")
    head = "".join(f"{f'{kind} ({kinds[kind]})':<18}" for kind in TYPES)
    print(f"{'heuristic':<26}{f'all ({len(pairs)})':<14}{head}")
    for heuristic in claims.read().figures["heuristics"]:
        right, wrong = Counter[str](), Counter[str]()
        for pair in pairs.values():
            lie, true = means(pair[False], pair[True], heuristic["features"])
            right[kind_of(pair[True])] += true > lie
            wrong[kind_of(pair[True])] += true < lie
        told = "".join(
            f"{cell(right[kind], wrong[kind], kind in heuristic['types']):<18}" for kind in TYPES
        )
        every = f"{right.total()} / {wrong.total()}" if heuristic["features"] else "no feature"
        print(f"{heuristic['name']:<26}{every:<14}{told}")


def kind_of(verdict: Verdict) -> str:
    return "" if verdict.detection is None else verdict.detection.type


def means(one: Verdict, other: Verdict, features: Collection[str]) -> tuple[float, float]:
    """The means of two answers over the features that have a value for both; 0 without any."""
    both = [
        (one.features[name].value, other.features[name].value)
        for name in features
        if name in one.features and name in other.features
    ]
    found = [(a, b) for a, b in both if a is not None and b is not None]
    count = max(len(found), 1)
    return (
        round(math.fsum(a for a, _ in found) / count, DECIMALS),
        round(math.fsum(b for _, b in found) / count, DECIMALS),
    )


def cell(right: int, wrong: int, has: bool) -> str:
    told = f"{right} / {wrong}"
    return told if has else f"({told})"


if __name__ == "__main__":
    main()
