"""Spearman of the `paper` profile with the stars of `nl_support_dev`, and what each feature adds.

    python replication/nl_support.py --data ../shared/data/bench

120 Dutch ERP support pairs over real help pages. The answers were written and the stars given by
language models (two blind raters, mean of both): every figure from this set is about machine
raters. Prints Spearman with a bootstrap 95 % interval (seed 0, 2,000 resamples) for both scores,
each feature alone, the scores without each feature, other readings of the paper's gaps, and two
baselines computed here from the same parses: the share of the answer's words found in the
context, and plain HAL overlap (the raw figure of the feature).
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Sequence

import numpy as np
import regex
from folders import folder_with
from scipy.stats import spearmanr

from truthscore import Example, TruthScorer, Verdict, profile
from truthscore.example import example_from
from truthscore.stars import combine

SEED, RESAMPLES = 0, 2_000
SCORED = {"binary", "instruction"}
#: Readings of the paper's gaps: keys of [score] that differ from `paper`.
READINGS = {
    "seven features in the middle": {"middle": "seven"},
    "not applicable counts 0": {"not_applicable": "zero"},
    "not applicable counts 1": {"not_applicable": "one"},
    "a guide wins over a missing component": {"overrides": ("verbatim_guide", "missing_component")},
}

Values = Sequence[float | None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("nl_support_dev.jsonl.gz"),
        required=True,
        help="folder of nl_support_dev",
    )
    args = parser.parse_args()
    with gzip.open(args.data / "nl_support_dev.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    examples = [example_from(row, default_id=row["id"]) for row in rows]
    scorer = TruthScorer.load("paper", lang="nl", score_types="all")
    verdicts = list(scorer.score_many(examples))
    both = [place for place, row in enumerate(rows) if row["message_type"] in SCORED]
    everything = list(range(len(rows)))
    stars = [float(row["rating"]) for row in rows]

    def line(name: str, values: Values) -> None:
        print(f"{name:<44}{cell(values, stars, everything)}  {cell(values, stars, both)}")

    print(scorer.signature("nl"))
    print("answers and stars by language models; Spearman [95 % interval] (n)")
    print(f"{'':<44}{'all types':<30}  binary + instruction")
    line("score", [verdict.score for verdict in verdicts])
    line("base score (mean of seven, no override)", [verdict.base_score for verdict in verdicts])
    line("baseline: share of answer words in context", [word_share(each) for each in examples])
    line("baseline: plain HAL overlap", [verdict.features["hal"].raw for verdict in verdicts])
    print("\neach feature alone")
    for name in scorer.feature_names:
        line(f"  {name}", [verdict.features[name].value for verdict in verdicts])
    print("\nthe score without one feature")
    for name in scorer.feature_names:
        line(f"  {name}", recombined(verdicts, {}, leave_out=name))
    print("\nother readings of the paper's gaps")
    for name, changes in READINGS.items():
        line(f"  {name}", recombined(verdicts, changes))
    print("\noverrides: id, stars, what decided")
    for verdict, row in zip(verdicts, rows, strict=True):
        if verdict.override:
            print(f"  {verdict.id}  {row['rating']}  {verdict.override}: {labels(verdict)}")


def recombined(
    verdicts: Sequence[Verdict], changes: dict[str, object], leave_out: str = ""
) -> list[float | None]:
    settings = profile.load("paper").score.model_copy(update=changes)
    return [
        combine(
            {name: found for name, found in verdict.features.items() if name != leave_out}, settings
        ).score
        for verdict in verdicts
    ]


def labels(verdict: Verdict) -> str:
    return ", ".join(
        each.label
        for found in verdict.features.values()
        for each in found.evidence
        if each.role == "missing"
    )


def word_share(example: Example) -> float | None:
    """Share of the answer's distinct words (letters and digits, lower-cased) in the pages."""
    words: Callable[[str], set[str]] = lambda text: set(regex.findall(r"\w+", text.casefold()))  # noqa: E731
    pages = set().union(*(words(page.text) for page in example.context if page.kind == "page"))
    answer = words(example.answer)
    return len(answer & pages) / len(answer) if answer else None


def cell(values: Values, stars: Sequence[float], places: Sequence[int]) -> str:
    pairs = np.array([(values[p], stars[p]) for p in places if values[p] is not None])
    if len(pairs) < 3 or len(set(pairs[:, 0])) < 2:
        return f"{'undefined':<30}"
    rng = np.random.default_rng(SEED)
    resampled = []
    for _ in range(RESAMPLES):
        sample = pairs[rng.integers(0, len(pairs), len(pairs))]
        if len(set(sample[:, 0])) > 1 and len(set(sample[:, 1])) > 1:
            resampled.append(spearmanr(sample[:, 0], sample[:, 1])[0])
    low, high = np.percentile(resampled, [2.5, 97.5])
    rho = spearmanr(pairs[:, 0], pairs[:, 1])[0]
    return f"{f'{rho:.2f} [{low:.2f}, {high:.2f}] ({len(pairs)})':<30}"


if __name__ == "__main__":
    main()
