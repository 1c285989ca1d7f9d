"""Table 3: message types, detected against what people said.

    python replication/table3.py [RATED.jsonl]

The paper's per-class "accuracy" equals the mean of precision and recall to rounding; both that
mean and real one-against-rest accuracy are printed.
"""

from __future__ import annotations

import paper

from truthscore.evaluate.classification import classify


def main() -> None:
    args = paper.arguments(__doc__.splitlines()[0])
    examples = [each for each in paper.rated_examples(args.rated) if each.gold_type]
    pairs = [
        (str(example.gold_type), verdict.detection.type)
        for example, verdict in zip(examples, paper.verdicts(examples, args), strict=True)
        if verdict.detection
    ]
    found = classify([gold for gold, _ in pairs], [got for _, got in pairs])
    if found is None:
        raise SystemExit(f"{args.rated}: no row has a message type")
    print(f"{args.rated}: {found.n} rows with a type\n{paper.HEADER}")
    print(paper.beside("binary or instruction: F1", paper.TYPES_F1_TEST, found.scored.f1))
    print(paper.beside("all types: accuracy", paper.TYPES_ACCURACY_TEST, found.accuracy))
    print(f"(the paper's figures are of its test set; its best F1 is {paper.TYPES_F1_BEST})\n")
    print(f"{'':<14}{'n':>4}{'F1':>8}{'prec.':>8}{'recall':>8}{'accuracy':>10}{'mean p, r':>11}")
    for row in (*found.classes, found.scored):
        figures = (row.f1, row.precision, row.recall, row.accuracy, row.mean_of_both)
        shown = [f"{'–' if value is None else f'{value:.2f}':>8}" for value in figures]
        print(f"{row.name:<22}"[:14].ljust(14) + f"{row.n:>4}" + "".join(shown[:3]) +
              f"{shown[3]:>10}{shown[4]:>11}")  # fmt: skip


if __name__ == "__main__":
    main()
