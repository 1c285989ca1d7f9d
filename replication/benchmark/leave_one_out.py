"""The weights of `grounded`: chosen on all dev sets, and on all but one to measure on that one.

    python replication/benchmark/leave_one_out.py --data ../shared/data/bench [--seed 0]

Every row of the dev sets is measured once. A search (one weight at a time over `GRID`, until none
pays) looks for the weights with the best mean over the sets of Spearman with the human rating, or
2 x AUC - 1 where there is a label only; every set counts the same, whatever its size. Printed: for
each set what weights chosen *without it* reach on it, the same for the shipped weights, and the
weights that all sets together choose, which is what `profiles/grounded.toml` holds. Penalties,
overrides and the scale are not searched: what a wrong number costs is a decision, and the dev sets
have too few of each fault to teach it. An answer that declines has no score and counts as 3.0.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from public_sets import MIDDLE, SETS, auc, rows_of, spearman

from truthscore import Example, TruthScorer
from truthscore.combine import combine
from truthscore.example import documents
from truthscore.profile import Score
from truthscore.types import Measurement

#: Sets and how many of their rows are measured; ExpertQA is not among them (claims without the
#: answer around them, and contexts that are not what the claim was written from).
ROWS = {
    "mtrag_dev": None, "clapnq_dev": None, "begin_dev": None, "ragtruth_qa_train": 1000,
    "sick_nl_train": 600, "nl_support_dev": None,
}  # fmt: skip
GRID = (0.0, 0.5, 1.0, 2.0, 3.0)
#: A change of one weight must raise the mean by this much.
MIN_GAIN = 0.0005


@dataclass(frozen=True)
class Row:
    """One measured answer: its features, its type, and what people said."""

    features: Mapping[str, Measurement]
    message_type: str
    rating: float | None
    label: int | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    score = TruthScorer.load("grounded", lang="en").profile.score
    sets = {name: measure(name, args) for name in ROWS}
    names = list(score.weights)
    print(f"{'set':<20}{'rows':>6}  {'figure':<10}{'shipped':>8}{'without it':>12}  its weights")
    for name, rows in sets.items():
        others = [each for other, each in sets.items() if other != name]
        weights = search(others, score, names)
        print(f"{name:<20}{len(rows):>6}  {figure_of(name):<10}{shown(rows, score):>8.3f}"
              f"{shown(rows, using(score, weights)):>12.3f}  {line(weights)}")  # fmt: skip
    weights = search(list(sets.values()), score, names)
    print(f"all sets: {line(weights)}")
    print(f"shipped:  {line(score.weights)}")


def measure(name: str, args: argparse.Namespace) -> list[Row]:
    print(f"measuring {name}", file=sys.stderr)
    public = SETS[name]
    scorer = TruthScorer.load("grounded", lang=public.lang)
    raw = rows_of(args.data / f"{name}.jsonl.gz", public, argparse.Namespace(limit=None, seed=0))
    if (limit := ROWS[name]) and limit < len(raw):
        raw = random.Random(args.seed).sample(raw, limit)
    examples = (
        Example(
            id=str(number), question=row["question"] or "", answer=row["answer"] or "",
            context=documents(row["context"]), lang=public.lang,
        )
        for number, row in enumerate(raw)
    )  # fmt: skip
    return [
        Row(
            verdict.features,
            verdict.detection.type if verdict.detection else "unspecified",
            row.get("rating") if public.rating else None,
            public.truth(row) if public.label else None,
        )
        for row, verdict in zip(raw, scorer.score_many(examples), strict=True)
    ]


def using(score: Score, weights: Mapping[str, float]) -> Score:
    return score.model_copy(update={"weights": dict(weights)})


def stars(rows: Sequence[Row], score: Score) -> list[float]:
    found = (combine(row.features, score.of_type(row.message_type)).score for row in rows)
    return [MIDDLE if star is None else star for star in found]


def worth(rows: Sequence[Row], score: Score) -> float:
    """Spearman with the ratings, or 2 x AUC - 1 of the labels: 0 is chance, 1 is perfect."""
    given = stars(rows, score)
    if any(row.rating is not None for row in rows):
        return spearman(given, [row.rating for row in rows]) or 0.0
    return 2.0 * (auc(given, [row.label for row in rows]) or 0.5) - 1.0


def figure_of(name: str) -> str:
    return "Spearman" if SETS[name].rating else "AUC"


def shown(rows: Sequence[Row], score: Score) -> float:
    found = worth(rows, score)
    return found if any(row.rating is not None for row in rows) else (found + 1.0) / 2.0


def search(sets: Sequence[Sequence[Row]], score: Score, names: Sequence[str]) -> dict[str, float]:
    """The weights that serve `sets` best, from even ones, one weight at a time."""
    weights = dict.fromkeys(names, 1.0)
    best = mean(sets, using(score, weights))
    improved = True
    while improved:
        improved = False
        for name in names:
            for value in GRID:
                tried = {**weights, name: value}
                if value == weights[name] or not any(tried.values()):
                    continue
                found = mean(sets, using(score, tried))
                if found > best + MIN_GAIN:
                    weights, best, improved = tried, found, True
    return weights


def mean(sets: Sequence[Sequence[Row]], score: Score) -> float:
    return sum(worth(rows, score) for rows in sets) / len(sets)


def line(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in weights.items())


if __name__ == "__main__":
    main()
