"""Scores the pairs written one by one: does the true answer score higher than the lie beside it?

    python -m replication.pairs.run --profile grounded --half dev --rows

Every message type is scored. Printed per half, language and kind of lie: pairs, the share of them
in which the true answer scores higher than the lie, the share of true answers with 3 stars or more,
the share of lies below 3, and the AUC over all rows. An answer without a score counts as the middle
(3 stars), so that leaving rows out does not pay. `--rows` lists the answers on the wrong side, of
the dev half only unless `--half test` asks for the other one: who looks at the test half can no
longer measure with it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from replication.auc import auc
from replication.folders import existing_file
from truthscore import TruthScorer
from truthscore.example import example_from

PAIRS = Path(__file__).with_name("pairs.jsonl")
LANGUAGES = ("nl", "en")
HALVES = ("dev", "test")
#: What a lie does to the page, in the order of the table.
KINDS = (
    "yes_no",
    "who",
    "condition",
    "number",
    "label",
    "order",
    "opposite",
    "negation",
    "code",
    "scope",
    "effect",
    "object",
    "default",
)
#: What the scorer is given of a row.
GIVEN = ("id", "lang", "question", "answer", "context")
#: From so many stars an answer counts as true; also the score of a row that is not scored.
MIDDLE = 3.0

Row = Mapping[str, Any]
Scores = Mapping[str, float]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--half", choices=(*HALVES, "all"), default="all")
    parser.add_argument("--rows", action="store_true", help="list the answers on the wrong side")
    parser.add_argument(
        "--data", type=existing_file, default=PAIRS, help="another file of such pairs"
    )
    args = parser.parse_args(argv)
    halves = HALVES if args.half == "all" else (args.half,)
    rows = [row for row in read(args.data) if row["half"] in halves]
    scorer = TruthScorer.load(args.profile, score_types="all")
    scores, unscored = scored(scorer, rows)
    print(f"profile {args.profile}, {len(rows)} rows, {unscored} without a score")
    for lang in LANGUAGES:
        print(scorer.signature(lang))
    for half in halves:
        print(f"\n{half}")
        for line in table([row for row in rows if row["half"] == half], scores):
            print(line)
    if args.rows:
        shown = "test" if args.half == "test" else "dev"
        print(f"\nwrong side, {shown}")
        for line in wrong([row for row in rows if row["half"] == shown], scores):
            print(line)


def read(path: Path = PAIRS) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def scored(scorer: TruthScorer, rows: Sequence[Row]) -> tuple[dict[str, float], int]:
    """Stars by row id, and how many rows had to be given the middle."""
    given = ({field: row[field] for field in GIVEN} for row in rows)
    examples = (example_from(row, default_id=row["id"]) for row in given)
    found = {verdict.id: verdict.score for verdict in scorer.score_many(examples)}
    stars = {name: MIDDLE if score is None else score for name, score in found.items()}
    return stars, sum(score is None for score in found.values())


def table(rows: Sequence[Row], scores: Scores) -> list[str]:
    """One line per language and kind, and for both languages together."""
    lines = [f"{'':4}{'kind':10}{'pairs':>6}{'higher':>8}{'true>=3':>9}{'lie<3':>7}{'AUC':>7}"]
    groups: list[tuple[str, Callable[[Row], bool]]] = [
        (lang, lambda row, lang=lang: row["lang"] == lang) for lang in LANGUAGES
    ]
    for name, belongs in [*groups, ("both", lambda _: True)]:
        own = [row for row in rows if belongs(row)]
        for kind in ("all", *KINDS):
            of_kind = own if kind == "all" else [row for row in own if row["kind"] == kind]
            if of_kind:
                lines.append(f"{name:5}{kind:9}{_figures(of_kind, scores)}")
    return lines


def pairs_of(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """(true, lie) of every pair, in the order of the file."""
    pairs: dict[str, dict[int, Row]] = {}
    for row in rows:
        pairs.setdefault(row["pair"], {})[row["label"]] = row
    return [(pair[1], pair[0]) for pair in pairs.values()]


def wrong(rows: Iterable[Row], scores: Scores) -> list[str]:
    """A true answer below 3, a lie from 3 up, or a lie that scores as high as its twin."""
    lines = []
    for true, lie in pairs_of(rows):
        a, b = scores[true["id"]], scores[lie["id"]]
        if a < MIDDLE:
            lines.append(f"{a:.2f} true {true['id']}: {_line(true)}")
        if b >= MIDDLE or b >= a:
            lines.append(f"{b:.2f} lie  {lie['id']} ({lie['kind']}, twin {a:.2f}): {_line(lie)}")
    return lines


def _figures(rows: Sequence[Row], scores: Scores) -> str:
    pairs = [(scores[true["id"]], scores[lie["id"]]) for true, lie in pairs_of(rows)]
    true, lies = [a for a, _ in pairs], [b for _, b in pairs]
    higher = sum(a > b for a, b in pairs) / len(pairs)
    kept = sum(a >= MIDDLE for a in true) / len(pairs)
    caught = sum(b < MIDDLE for b in lies) / len(pairs)
    return f"{len(pairs):6}{higher:8.2f}{kept:9.2f}{caught:7.2f}{auc(true, lies):7.3f}"


def _line(row: Row) -> str:
    return f"{row['question']} | {' '.join(row['answer'].split())}"


if __name__ == "__main__":
    main()
