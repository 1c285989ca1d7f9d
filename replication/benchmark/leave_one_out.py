"""The weights of `grounded`: fitted on all dev sets, and on all but one to measure on that one.

    python replication/benchmark/leave_one_out.py --data ../shared/data/bench [--seed 0]

Every row of the dev sets is measured once. Each weighting of a grid (`GRID` for every feature that
is fitted, one of those with the same ratios) gets a place on each set, by Spearman with the human
rating, or AUC where there is a label only; every set has one vote, whatever its size and however
far its figures lie apart. The weights are the mean of the tenth of them (`BEST`) with the best mean
place, each scaled to the same sum: the middle of what does well, not the one that does best by
chance.

Printed: for each set what weights fitted *without it* reach on it, the same for the shipped ones
(of a support desk's set also on the paper's two message types, and how many answers with 1-2 and
with 4-5 stars get less than the middle), and the weights that all sets together give, which
`profiles/grounded.toml` holds. Penalties, overrides and the scale are not fitted: what a
wrong number costs is a decision, and the dev sets have too few of each fault to teach it. Nor is
what only one of them has (`DECIDED`): the others would set it by chance. An answer without stars
counts as 3.0.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from public_sets import MIDDLE, PAPER_TYPES, SETS, auc, rows_of, spearman
from scipy.stats import rankdata

from truthscore import Example, TruthScorer
from truthscore.example import documents
from truthscore.profile import Score
from truthscore.stars import HIGHEST, NO_SIGNS, combine
from truthscore.types import REFUSAL, Measurement

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

#: Sets and how many of their rows are measured; ExpertQA is not among them (claims without the
#: answer around them, and contexts that are not what the claim was written from).
ROWS = {
    "mtrag_dev": None, "clapnq_dev": None, "begin_dev": None, "ragtruth_qa_train": 1000,
    "sick_nl_train": 600, "nl_support_dev": None,
}  # fmt: skip
#: Weights that stay as the profile has them: but for nl_support_dev, hardly an answer names a
#: button or a field.
DECIDED = ("components_defined",)
#: Ratios, evenly far apart; every feature has a say.
GRID = (0.25, 0.5, 1.0, 2.0, 4.0)
#: The share of the weightings, those with the best mean place, of which the fitted one is the mean.
BEST = 0.1
#: Rated so low, an answer is untrue; so high, true.
LIE, TRUTH = 2, 4
#: Fitted weights are written so that the largest is 3, to so many places.
LARGEST, DECIMALS = 3.0, 1


@dataclass(frozen=True)
class Row:
    """One measured answer: its features, language and type, and what people said.

    `most`: what it can get at most, for what it hides or runs together; `fixed`: what it gets
    whatever the weights, because it declines; `of_paper`: the set says that it is of a type which
    the paper scores.
    """

    features: Mapping[str, Measurement]
    lang: str
    message_type: str
    rating: float | None
    label: int | None
    most: float
    fixed: float | None
    of_paper: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*[f"{name}.jsonl.gz" for name in ROWS]),
        required=True,
        help="folder of *.jsonl.gz",
    )
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    score = TruthScorer.load("grounded", lang="en").profile.score
    sets = {name: measure(name, args) for name in ROWS}
    names = [name for name in score.weights if name not in DECIDED]
    grid = weightings(len(names))
    places = {name: placed(name, rows, score, names, grid) for name, rows in sets.items()}
    print(f"{len(grid)} weightings")
    print(f"{'set':<20}{'rows':>6}  {'figure':<10}{'shipped':>8}{'without it':>12}  its weights")
    for name, rows in sets.items():
        others = [each for other, each in places.items() if other != name]
        weights = fitted(others, score, names, grid)
        print(f"{name:<20}{len(rows):>6}  {figure_of(name):<10}{worth(rows, score):>8.3f}"
              f"{worth(rows, using(score, weights)):>12.3f}  {line(weights)}")  # fmt: skip
        if SETS[name].stars:  # the paper's two types
            part = [row for row in rows if row.of_paper]
            shipped, without = worth(part, score), worth(part, using(score, weights))
            print(f"  binary and instruction: {len(part)} rows, {shipped:.3f}, {without:.3f}")
            print(f"  below the middle, shipped: {below(rows, score)}")
            print(f"  below the middle, without it: {below(rows, using(score, weights))}")
    weights = fitted(list(places.values()), score, names, grid)
    print("all sets: " + line(weights))
    print("shipped:  " + line(score.weights))
    for name, rows in sets.items():
        print(f"{name:<20}{worth(rows, using(score, weights)):>8.3f} with those of all sets")


def weightings(size: int) -> NDArray[np.float64]:
    """Weights of `size` features, a row each, the largest `LARGEST`; none twice."""
    rows = np.array(list(itertools.product(GRID, repeat=size)))
    return np.unique(np.round(rows / rows.max(axis=1, keepdims=True) * LARGEST, 6), axis=0)


def placed(
    name: str, rows: Sequence[Row], score: Score, names: Sequence[str], grid: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The place of each weighting on one set: 1 for the best, ties share theirs."""
    print(f"trying weights on {name}", file=sys.stderr)
    found = [worth(rows, using(score, with_decided(score, names, each))) for each in grid]
    return np.asarray(rankdata(-np.round(found, 6)), dtype=np.float64)


def fitted(
    places: Sequence[NDArray[np.float64]],
    score: Score,
    names: Sequence[str],
    grid: NDArray[np.float64],
) -> dict[str, float]:
    """The mean of the weightings with the best mean place, the largest weight being `LARGEST`."""
    order = np.argsort(np.mean(places, axis=0), kind="stable")
    best = grid[order[: max(1, round(BEST * len(grid)))]]
    mean = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    return with_decided(score, names, np.round(mean / mean.max() * LARGEST, DECIMALS))


def with_decided(
    score: Score, names: Sequence[str], weights: NDArray[np.float64]
) -> dict[str, float]:
    """The weights of `names` beside those that are not fitted, in the profile's order."""
    found = {name: float(each) for name, each in zip(names, weights, strict=True)}
    return {name: found.get(name, kept) for name, kept in score.weights.items()}


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
            public.lang,
            verdict.detection.type if verdict.detection else "unspecified",
            row.get("rating") if public.rating else None,
            public.truth(row) if public.label else None,
            MIDDLE if verdict.override == NO_SIGNS else HIGHEST,
            verdict.score if verdict.override == REFUSAL else None,
            row.get("message_type") in PAPER_TYPES,
        )
        for row, verdict in zip(raw, scorer.score_many(examples), strict=True)
    ]


def using(score: Score, weights: Mapping[str, float]) -> Score:
    return score.model_copy(update={"weights": dict(weights)})


def stars(rows: Sequence[Row], score: Score) -> list[float]:
    return [MIDDLE if star is None else star for star in (star_of(row, score) for row in rows)]


def star_of(row: Row, score: Score) -> float | None:
    if row.fixed is not None or not row.features:
        return row.fixed
    settings = score.of_type(row.message_type)
    found = combine(row.features, settings).score
    return None if found is None else min(found, row.most)


def worth(rows: Sequence[Row], score: Score) -> float:
    """Spearman with the ratings, or AUC of the labels."""
    given = stars(rows, score)
    if any(row.rating is not None for row in rows):
        return spearman(given, [row.rating for row in rows]) or 0.0
    return auc(given, [row.label for row in rows]) or 0.5


def below(rows: Sequence[Row], score: Score) -> str:
    """How many answers rated 1-2 stars, and rated 4-5, get less than the middle star."""
    given = list(zip(stars(rows, score), (row.rating or MIDDLE for row in rows), strict=True))
    untrue = [star < MIDDLE for star, rating in given if rating <= LIE]
    true = [star < MIDDLE for star, rating in given if rating >= TRUTH]
    return f"{sum(untrue)} of {len(untrue)} rated 1-2, {sum(true)} of {len(true)} rated 4-5"


def figure_of(name: str) -> str:
    return "Spearman" if SETS[name].rating else "AUC"


def line(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in weights.items())


if __name__ == "__main__":
    main()
