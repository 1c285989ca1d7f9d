"""RAGTruth QA with weights that `truthscore fit` makes on the other folds (5 folds by question).

    python replication/benchmark/ragtruth_fit.py --data ../shared/data/bench [--seed 0]

Label 1 = no hallucinated span. Each fold's weights are fitted on the other four; rows of one
source question stay together. Prints AUC and balanced accuracy at the threshold that is best on
the other folds. Published figures for the full test set, for comparison only (other rows):
HHEM-2.1-Open 0.743 and GPT-4 as judge 0.741 balanced accuracy.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np

from truthscore import Example, TruthScorer
from truthscore.evaluate.correlation import auc
from truthscore.evaluate.fitting import FOLDS, fit
from truthscore.evaluate.rated import RatedRow, from_verdict
from truthscore.example import documents

#: Stars that stand for the two labels.
STARS = {0: 1.0, 1: 5.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of ragtruth_qa_train")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with gzip.open(args.data / "ragtruth_qa_train.jsonl.gz", "rt", encoding="utf-8") as stream:
        raw = [json.loads(line) for line in stream]
    scorer = TruthScorer.load("grounded", lang="en")
    examples = [
        Example(
            id=row["id"], question=row["question"], answer=row["answer"],
            context=documents(row["context"]), lang="en",
        )
        for row in raw
    ]  # fmt: skip
    rows = [
        from_verdict(verdict, {"rating": STARS[row["label"]]}, texts=(row["meta"]["source_id"], ""))
        for row, verdict in zip(raw, scorer.score_many(examples), strict=True)
    ]
    names = sorted({row.question for row in rows})
    order = np.random.default_rng(args.seed).permutation(len(names))
    fold_of = {name: int(place) % FOLDS for name, place in zip(names, order, strict=True)}
    folds = np.array([fold_of[row.question] for row in rows])
    labels = np.array([row["label"] for row in raw])
    start = dict.fromkeys(scorer.feature_names, 1.0)
    scores, right = np.zeros(len(rows)), np.zeros(len(rows), dtype=bool)
    for fold in range(FOLDS):
        train = [row for row, at in zip(rows, folds, strict=True) if at != fold]
        weights = fit(train, start, seed=args.seed).weights
        values = np.array([weighted(row, weights) for row in rows])
        threshold = best_threshold(values[folds != fold], labels[folds != fold])
        test = folds == fold
        scores[test] = values[test]
        right[test] = (values[test] >= threshold) == (labels[test] == 1)
    balanced = (right[labels == 1].mean() + right[labels == 0].mean()) / 2
    stars = np.array([STARS[label] for label in labels])
    print(scorer.signature("en"))
    print(f"{len(rows)} rows, {FOLDS} folds by question, seed {args.seed}")
    print(f"shipped weights: AUC {auc(np.array([r.score or 3.0 for r in rows]), stars)[0]:.3f}")
    print(f"fitted weights:  AUC {auc(scores, stars)[0]:.3f}, balanced accuracy {balanced:.3f}")
    shown = ", ".join(f"{name} {weight:.2f}" for name, weight in weights.items() if weight)
    print(f"weights of the last fold: {shown}")


def weighted(row: RatedRow, weights: dict[str, float]) -> float:
    known = [(weights[n], v) for n, v in row.features.items() if v is not None and weights[n]]
    total = sum(weight for weight, _ in known)
    return sum(weight * value for weight, value in known) / total if total else 0.5


def best_threshold(values: np.ndarray, labels: np.ndarray) -> float:
    grid = np.quantile(values, np.linspace(0.02, 0.98, 97))
    gains = [(values[labels == 1] >= t).mean() + (values[labels == 0] < t).mean() for t in grid]
    return float(grid[int(np.argmax(gains))])


if __name__ == "__main__":
    main()
