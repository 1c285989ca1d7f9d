"""Message-type detection on labelled Dutch questions: F1, accuracy, confusion (paper, Table 3).

    python replication/message_types.py --data ../shared/data/questions

`labelled_nl` (250 questions from product help) and `web_faq_nl` (58 from public FAQ pages); the
types were assigned by a language model in one pass, not by people. Prints the paper's figures on
its own test set beside ours, and every misread question with `--misses`. Deterministic.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from folders import folder_with

from truthscore import language, profile
from truthscore.detect import detect
from truthscore.types import MESSAGE_TYPES

SETS = ("labelled_nl", "web_faq_nl")
SCORED = {"binary", "instruction"}
#: Table 3 of the paper, its own test set: F1 of "binary or instruction" and accuracy overall.
PAPER_F1, PAPER_ACCURACY = 0.77, 0.61
#: Readings of the detector that are compared: profile keys that differ from `paper`.
VARIANTS = {
    "paper": {},
    "paper, fragments as substrings": {"match": "substring"},
    "paper, without the rule on question marks": {"no_question_mark": "off"},
    "the question sentence only, without that rule": {
        "no_question_mark": "off",
        "scope": "question",
    },
    "binary before general, without that rule": {
        "no_question_mark": "off",
        "order": ("error", "action", "binary", "general", "reasoning", "instruction"),
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*[f"{name}.jsonl.gz" for name in SETS]),
        required=True,
        help="folder of the question sets",
    )
    parser.add_argument("--misses", action="store_true", help="print every misread question")
    args = parser.parse_args()
    rows = [row for name in SETS for row in load(args.data / f"{name}.jsonl.gz")]
    nl, paper = language.load("nl"), profile.load("paper")
    print(
        f"{len(rows)} questions from {' + '.join(SETS)}; types by a language model, not by people"
    )
    print(f"{'detector':<48} {'F1 bin/instr':>12} {'accuracy':>9}")
    print(f"{'the paper, on its own test set':<48} {PAPER_F1:>12.2f} {PAPER_ACCURACY:>9.2f}")
    found = {}
    for name, changes in VARIANTS.items():
        settings = paper.model_copy(update={"detector": paper.detector.model_copy(update=changes)})
        found[name] = [
            (row["type"], detect(row["text"], nl, settings).type, row["text"]) for row in rows
        ]
        print(f"{name:<48} {f1(found[name]):>12.3f} {accuracy(found[name]):>9.3f}")
    for name in ("paper", "the question sentence only, without that rule"):
        print(f"\nconfusion, {name} (rows: label, columns: detected)")
        confusion(found[name])
        if args.misses:
            for label, got, text in found[name]:
                if label != got:
                    print(f"  {label} -> {got}: {text}")


def load(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def f1(pairs: list[tuple[str, str, str]]) -> float:
    """F1 of "is binary or instruction"."""
    hits = sum(label in SCORED and got in SCORED for label, got, _ in pairs)
    wrong = sum((label in SCORED) != (got in SCORED) for label, got, _ in pairs)
    return 2 * hits / (2 * hits + wrong)


def accuracy(pairs: list[tuple[str, str, str]]) -> float:
    """Share of questions whose type is right, over all seven types."""
    return sum(label == got for label, got, _ in pairs) / len(pairs)


def confusion(pairs: list[tuple[str, str, str]]) -> None:
    counts = Counter((label, got) for label, got, _ in pairs)
    print(" " * 12 + "".join(f"{name:>12}" for name in MESSAGE_TYPES))
    for label in MESSAGE_TYPES:
        print(f"{label:<12}" + "".join(f"{counts[label, got]:>12}" for got in MESSAGE_TYPES))


if __name__ == "__main__":
    main()
