"""What metrics without a language model make of the test part, as one table.

    python -m replication.faithfulness_nl.baselines [--only NAME,...] [--every N]

A column of AUC: how often a true answer has more than an untrue one. "Above its lie": beside the
same page. "Two pages": the same words beside the page that bears them out and the one that does
not; style cannot help there, and a metric that reads nothing has one half. Libraries that are not
installed are named and left out. Deterministic.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence

from replication.auc import auc
from replication.benchmark import baselines
from replication.faithfulness.material import Answer, answers_of
from replication.faithfulness_nl.split import LANGUAGES, items
from truthscore import TruthScorer

#: Stars of an answer that is not scored.
MIDDLE = 3.0

Metric = Callable[[Sequence[Answer]], list[float]]


def of_stars(profile: str) -> Metric:
    """The stars of a profile."""

    def run(answers: Sequence[Answer]) -> list[float]:
        scorer = TruthScorer.load(profile, score_types="all")
        verdicts = scorer.score_many([each.example for each in answers])
        return [MIDDLE if each.score is None else each.score for each in verdicts]

    return run


def of_baseline(baseline: baselines.Baseline) -> Metric:
    """A metric over the text of the page; 0.0 where it has nothing to say."""

    def run(answers: Sequence[Answer]) -> list[float]:
        return [
            baseline(each.question, each.answer, each.context[0]["text"]) or 0.0 for each in answers
        ]

    return run


def metrics() -> dict[str, Metric]:
    """What is measured, by name."""
    found = {name: of_baseline(run) for name, run in baselines.available().items()}
    return {
        **found,
        "truthscore, paper": of_stars("paper"),
        "truthscore, grounded": of_stars("grounded"),
    }


def told_apart(answers: Sequence[Answer], scores: Sequence[float]) -> float:
    """The AUC of the scores of some answers."""
    true = [score for each, score in zip(answers, scores, strict=True) if each.true]
    untrue = [score for each, score in zip(answers, scores, strict=True) if not each.true]
    return auc(true, untrue)


def above(answers: Sequence[Answer], scores: Sequence[float], *, pages: bool) -> float:
    """Share of pairs in which the true one has more, equals counting half: a true answer and a lie
    of an item beside its own page, or with `pages` the same words beside two."""
    groups: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for each, score in zip(answers, scores, strict=True):
        if pages or each.beside == "as given":
            groups[each.text_id if pages else each.group][int(each.true)].append(score)
    pairs = [(u, t) for untrue, true in groups.values() for u in untrue for t in true]
    return sum((t > u) + 0.5 * (t == u) for u, t in pairs) / len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="metrics, comma-separated")
    parser.add_argument("--every", type=int, default=1, help="every so many items")
    args = parser.parse_args()
    chosen = {name: run for name, run in metrics().items() if not args.only or name in args.only}
    missing = sorted(set(baselines.BASELINES) - set(baselines.available()))
    if missing:
        print(f"not installed, left out: {', '.join(missing)}", file=sys.stderr)
    print("| metric | language | answers | AUC | above its lie | two pages: AUC | pairs |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for lang in LANGUAGES:
        answers = answers_of(items(lang, "test")[:: args.every], f"faithfulness_{lang}")
        both = {each.text_id for each in answers if each.beside != "as given"}
        turned = [each.text_id in both for each in answers]
        for name, run in chosen.items():
            scores = run(answers)
            told = [
                (each, score)
                for each, score, two in zip(answers, scores, turned, strict=True)
                if two
            ]
            given = [
                (each, score)
                for each, score in zip(answers, scores, strict=True)
                if each.beside == "as given"
            ]
            figures = (
                told_apart(*zip(*given, strict=True)), above(answers, scores, pages=False),
                told_apart(*zip(*told, strict=True)), above(*zip(*told, strict=True), pages=True),
            )  # fmt: skip
            shown = " | ".join(f"{each:.3f}" for each in figures)
            print(f"| {name} | {lang} | {len(answers)} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
