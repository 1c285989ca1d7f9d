"""Scores the rated support answers that were written without a look at any score.

    python -m replication.support.run --profile grounded
    python -m replication.support.run --rows nl_3

Every message type is scored. Printed per set: rows, how many have stars, Spearman of the stars and
the ratings, the share of true answers (rated 4 or 5) with 3 stars or more and of untrue ones (1
or 2) below 3. An answer without stars counts as the middle. `--rows` lists the answers of one set
that are on the wrong side; from then on it is a set to learn from, not one to measure with.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from truthscore import TruthScorer
from truthscore.example import example_from

FOLDER = Path(__file__).parent
#: What the scorer is given of a row.
GIVEN = ("id", "lang", "question", "answer", "context")
#: From so many stars an answer counts as true; also the score of a row that is not scored.
MIDDLE = 3.0
#: Ratings of true and of untrue answers; between them is what lacks something.
TRUE, UNTRUE = 4.0, 2.0

Row = Mapping[str, Any]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--rows", metavar="SET", help="list the answers on the wrong side of a set")
    args = parser.parse_args(argv)
    files = sorted(FOLDER.glob("*.jsonl"))
    wanted = [each for each in files if args.rows in (None, each.stem)]
    if not wanted:
        parser.error(f"no set {args.rows!r} in {FOLDER.name}: " + ", ".join(f.stem for f in files))
    print(f"{'set':8}{'rows':>6}{'scored':>8}{'spearman':>10}{'true>=3':>10}{'lies<3':>9}")
    for file in wanted:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        scores = _scores(rows, args.profile)
        print(_line(file.stem, rows, scores))
        if args.rows:
            _list(rows, scores)


def _scores(rows: Sequence[Row], profile: str) -> list[float | None]:
    lang = str(rows[0]["lang"])
    scorer = TruthScorer.load(profile, lang=lang, score_types="all")
    given = [example_from({key: row[key] for key in GIVEN}, default_id=row["id"]) for row in rows]
    return [verdict.score for verdict in scorer.score_many(given)]


def _stars(score: float | None) -> float:
    return MIDDLE if score is None else score


def _line(name: str, rows: Sequence[Row], scores: Sequence[float | None]) -> str:
    ratings = [float(row["rating"]) for row in rows]
    stars = [_stars(score) for score in scores]
    rho = spearmanr(stars, ratings).statistic
    true = [star >= MIDDLE for star, rating in zip(stars, ratings, strict=True) if rating >= TRUE]
    lies = [star < MIDDLE for star, rating in zip(stars, ratings, strict=True) if rating <= UNTRUE]
    scored = sum(score is not None for score in scores)
    return (
        f"{name:8}{len(rows):6}{scored:8}{rho:10.3f}"
        f"{f'{sum(true)}/{len(true)}':>10}{f'{sum(lies)}/{len(lies)}':>9}"
    )


def _list(rows: Sequence[Row], scores: Sequence[float | None]) -> None:
    for row, score in zip(rows, scores, strict=True):
        rating, star = float(row["rating"]), _stars(score)
        if (rating >= TRUE and star < MIDDLE) or (rating <= UNTRUE and star >= MIDDLE):
            print(f"\n{row['id']}: rated {rating:g}, {star:.2f} stars; {row['why']}")
            print(f"  {row['question']}\n  {row['answer']}")


if __name__ == "__main__":
    main()
