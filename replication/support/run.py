"""Scores the rated support answers that were written without a look at any score.

    python -m replication.support.run --profile grounded
    python -m replication.support.run --rows nl_1
    python -m replication.support.run --finders --sets nl_4,en_2
    python -m replication.support.run --sets bc_1,bc_2 --data ../shared/data/helpcentre

Every message type is scored. Printed per set: rows, how many have stars, Spearman of the stars and
the ratings, the share of true answers (rated 4 or 5) with 3 stars or more and of untrue ones (1
or 2) below 3. An answer without stars counts as the middle. `--finders` adds in how many of the
true and of the untrue answers each feature found something that speaks against them. `--rows`
lists the answers of one set that are on the wrong side; from then on it is a set to learn from,
not one to measure with. Answers about pages that are not ours name their lines: those sets need
`--data`, the folder of the help centres.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from replication.folders import folder_with
from replication.perturb.pages import read_pages
from truthscore import TruthScorer, Verdict
from truthscore.example import example_from

FOLDER = Path(__file__).parent
#: What the scorer is given of a row.
GIVEN = ("id", "lang", "question", "answer", "context")
#: From so many stars an answer counts as true; also the score of a row that is not scored.
MIDDLE = 3.0
#: Ratings of true and of untrue answers; between them is what lacks something.
TRUE, UNTRUE = 4.0, 2.0
#: The feature that finds invented names; what the others find is a penalty of the profile.
NAMES = "components_defined"

Row = Mapping[str, Any]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--sets", metavar="A,B", help="only these sets")
    parser.add_argument("--finders", action="store_true", help="what each feature found")
    parser.add_argument("--rows", metavar="SET", help="list the answers on the wrong side of a set")
    parser.add_argument(
        "--data",
        type=folder_with("*.jsonl.gz"),
        help="folder of the help centres, for their sets",
    )
    args = parser.parse_args(argv)
    files = sorted(FOLDER.glob("*.jsonl"))
    wanted = [args.rows] if args.rows else (args.sets or "").split(",") if args.sets else []
    known = [file.stem for file in files]
    if unknown := [name for name in wanted if name not in known]:
        parser.error(f"no set {unknown[0]!r} in {FOLDER.name}: " + ", ".join(known))
    print(f"{'set':8}{'rows':>6}{'scored':>8}{'spearman':>10}{'true>=3':>10}{'lies<3':>9}")
    for file in files:
        if wanted and file.stem not in wanted:
            continue
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        lang = str(rows[0]["lang"])
        if any("page" in each for row in rows for each in row["context"]):
            if args.data is None:
                continue
            pages = {page["id"]: page for page in read_pages(args.data, lang)}
            rows = [row | {"context": _excerpts(row, pages)} for row in rows]
        scorer = TruthScorer.load(args.profile, lang=lang, score_types="all")
        verdicts = _verdicts(rows, scorer)
        scores = [verdict.score for verdict in verdicts]
        print(_line(file.stem, rows, scores))
        if args.finders:
            _finders(rows, verdicts, [NAMES, *scorer.profile.score.penalties])
        if args.rows:
            _list(rows, scores)


def _excerpts(row: Row, pages: Mapping[str, Mapping[str, str]]) -> list[dict[str, str]]:
    """The documents of a row; of a page that is not ours the lines that it names."""
    found = []
    for each in row["context"]:
        if "page" in each:
            page, (start, end) = pages[each["page"]], each["lines"]
            text = "\n".join(page["text"].split("\n")[start:end])
            name = f"{page['id']}#{start}-{end}"
            found.append({"id": name, "title": page["title"], "text": text})
        else:
            found.append(each)
    return found


def _verdicts(rows: Sequence[Row], scorer: TruthScorer) -> list[Verdict]:
    given = [example_from({key: row[key] for key in GIVEN}, default_id=row["id"]) for row in rows]
    return list(scorer.score_many(given))


def _finders(rows: Sequence[Row], verdicts: Sequence[Verdict], names: Sequence[str]) -> None:
    """In how many true and untrue answers each feature found something."""
    true, untrue = Counter[str](), Counter[str]()
    for row, verdict in zip(rows, verdicts, strict=True):
        found = [name for name in names if (of := verdict.features.get(name)) is not None
                 and of.value is not None and of.value < 1.0]  # fmt: skip
        if float(row["rating"]) >= TRUE:
            true.update(found)
        elif float(row["rating"]) <= UNTRUE:
            untrue.update(found)
    for name in names:
        if true[name] or untrue[name]:
            print(f"    {name:30}true {true[name]:3}  untrue {untrue[name]:3}")


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
