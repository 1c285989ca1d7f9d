"""RAGTruth QA with weights that `truthscore fit` makes on the other folds (5 folds by question).

    python replication/benchmark/ragtruth_fit.py --data ../shared/data/bench [--seed 0]

Label 1 = no hallucinated span. Each fold's weights are fitted on the other four, and with them what
an answer gets that declines; rows of one source question stay together. Prints AUC and balanced
accuracy at the threshold that `fit` reports for the other folds. One seed is one draw of the folds:
from seed to seed the figures move by half a hundredth. Published figures for the full test set,
for comparison only (other rows): HHEM-2.1-Open 0.743 and GPT-4 as judge 0.741 balanced accuracy.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path

import numpy as np
from scipy import stats

from truthscore import Example, TruthScorer
from truthscore.evaluate.fitting import Start, fit, predict
from truthscore.evaluate.least_squares import FOLDS, folds_of
from truthscore.evaluate.rated import from_verdict
from truthscore.example import documents

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

#: Stars that stand for the two labels.
STARS = {0: 1.0, 1: 5.0}
#: Stars of an answer that declines, where they are not fitted.
MIDDLE = 3.0
#: RAGTruth's models cite passages, so their citations may cost stars too.
CITATIONS = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("ragtruth_qa_train.jsonl.gz"),
        required=True,
        help="folder of ragtruth_qa_train",
    )
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
    folds = folds_of([row.question for row in rows], args.seed)
    labels = np.array([row["label"] for row in raw])
    settings = scorer.profile.score
    start = Start(
        weights=settings.weights,
        penalties={**settings.penalties, "citations": CITATIONS},
        middle_at=settings.middle_at,
    )
    scored = np.array([bool(row.features) for row in rows])
    scores, right = np.zeros(len(rows)), np.zeros(len(rows), dtype=bool)
    for fold in range(FOLDS):
        test = folds == fold
        found = fit([row for row, at in zip(rows, folds, strict=True) if at != fold], start,
                    seed=args.seed)  # fmt: skip
        given = np.array(predict(rows, found))
        scores[test] = given[test]
        assert found.threshold is not None  # there are true and untrue answers in every fold
        right[test] = (given[test] >= found.threshold.below) == (labels[test] == 1)
    print(scorer.signature("en"))
    print(f"{len(rows)} rows, {FOLDS} folds by question, seed {args.seed}; "
          f"{int((~scored).sum())} decline: {labels[~scored].mean():.0%} of them have label 1, and "
          f"the last fold gives them {found.refusals} stars")  # fmt: skip
    shipped = np.array([row.score or MIDDLE for row in rows])
    true = labels == 1
    print(f"shipped weights: AUC {auc(shipped, true):.3f} of all, "
          f"{auc(shipped[scored], true[scored]):.3f} of the scored")  # fmt: skip
    parts = {"all": np.ones(len(rows), dtype=bool), "without those that decline": scored}
    for name, part in parts.items():
        balanced = (right[part & true].mean() + right[part & ~true].mean()) / 2
        print(f"fitted, {name}: AUC {auc(scores[part], true[part]):.3f}, "
              f"balanced accuracy {balanced:.3f}")  # fmt: skip
    middling = np.where(scored, scores, MIDDLE)
    print(f"fitted, all, where declining counts as {MIDDLE:g}: "
          f"AUC {auc(middling, true):.3f}")  # fmt: skip
    shown = {**found.weights, **{f"-{name}": value for name, value in found.penalties.items()}}
    print("numbers of the last fold: "
          + ", ".join(f"{name} {value:.2f}" for name, value in shown.items() if value))  # fmt: skip


def auc(scores: np.ndarray, true: np.ndarray) -> float:
    """Chance that a true answer scores above an untrue one; ties count half."""
    return float(
        stats.mannwhitneyu(scores[true], scores[~true]).statistic / true.sum() / (~true).sum()
    )


if __name__ == "__main__":
    main()
