"""The plateaus of `grounded`: chosen on all rated sets of a language but one, measured on that one.

    python replication/benchmark/plateaus.py --data ../shared/data/bench

Spearman with the human ratings, every message type scored: without plateaus, with those that the
other sets of the language choose (the best mean over them), and with the shipped ones, which were
chosen on nl_support_dev, nl_1, nl_2 and nl_3. `unseen` is the base score alone, without plateaus
and with those chosen without the set: on a new desk's answers most findings are still to be made.
Then, per shipped plateau, how many answers lie on it, what people gave them on
average, and how many of them got 1-2. Nothing is drawn at random; an answer without stars counts
as 3. `replication/perturb` tells what the plateaus cost: a fault on one no longer shows.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from public_sets import MIDDLE, SETS, rows_of, spearman

from truthscore import TruthScorer, Verdict
from truthscore.combine import levelled, plateau_of
from truthscore.evaluate.levelling import Edges, candidates
from truthscore.example import example_from

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

SUPPORT = Path(__file__).parents[1] / "support"
#: Sets with ratings by people or models, and the ends of their scales.
RATED = {"mtrag_dev": (1, 4), "clapnq_dev": (1, 4), "nl_support_dev": (1, 5)}
LANGUAGES = ("nl", "en")
#: From here answers are sent, so no plateau goes across.
SENT_FROM = 4.0
UNTRUE = 2.0


@dataclass(frozen=True)
class Row:
    """One answer: its stars without plateaus, whether it may be levelled, its rating (1-5).

    `base`: its base score, None where it has none.
    """

    stars: float
    free: bool
    rating: float
    base: float | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*[f"{name}.jsonl.gz" for name in RATED]),
        required=True,
        help="folder of *.jsonl.gz",
    )
    args = parser.parse_args()
    for lang in LANGUAGES:
        scorer = TruthScorer.load("grounded", lang=lang, score_types="all")
        shipped = scorer.profile.score.plateaus.get(lang, ())
        sets = {name: measured(scorer, rows, shipped) for name, rows in rated(args.data, lang)}
        print(f"{scorer.signature(lang)}\nshipped: {line(shipped)}")
        print(
            f"{'set':<16}{'rows':>5}{'none':>8}{'without it':>12}{'shipped':>9}{'unseen':>15}  "
            "chosen without it; on each shipped plateau: answers, mean rating, 1-2 stars"
        )
        for name, rows in sets.items():
            chosen = best([other for known, other in sets.items() if known != name])
            print(
                f"{name:<16}{len(rows):>5}{worth(rows, ()):>8.3f}{worth(rows, chosen):>12.3f}"
                f"{worth(rows, shipped):>9.3f}{alone(rows, ()):>8.3f}{alone(rows, chosen):>7.3f}  "
                f"{line(chosen)}{on_them(rows, shipped)}"
            )
        print(f"all sets choose {line(best(list(sets.values())))}\n")


def rated(data: Path, lang: str) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """The rated sets of a language, their ratings put on 1 to 5."""
    for name, (low, high) in RATED.items():
        if SETS[name].lang == lang:
            rows = rows_of(data / f"{name}.jsonl.gz", SETS[name], argparse.Namespace(limit=None))
            scale = 4.0 / (high - low)
            yield name, [{**row, "rating": 1.0 + (row["rating"] - low) * scale} for row in rows]
    for path in sorted(SUPPORT.glob(f"{lang}_*.jsonl")):
        yield path.stem, [json.loads(text) for text in path.read_text("utf-8").splitlines()]


def measured(scorer: TruthScorer, rows: Sequence[Mapping[str, Any]], shipped: Edges) -> list[Row]:
    print(f"measuring {len(rows)} rows", file=sys.stderr)
    kept = ("question", "answer", "context")
    examples = [
        example_from({key: row[key] for key in kept}, default_id=str(number))
        for number, row in enumerate(rows)
    ]
    verdicts = scorer.score_many(examples)
    return [row_of(verdict, float(row["rating"]), shipped)
            for row, verdict in zip(rows, verdicts, strict=True)]  # fmt: skip


def row_of(verdict: Verdict, rating: float, shipped: Edges) -> Row:
    score, base = verdict.score, verdict.base_score
    if score is None or base is None or verdict.override is not None:
        return Row(MIDDLE if score is None else score, False, rating, base)
    free = score == levelled(base, shipped)
    return Row(base if free else score, free, rating, base)


def worth(rows: Sequence[Row], edges: Edges) -> float:
    given = [levelled(row.stars, edges) if row.free else row.stars for row in rows]
    return spearman(given, [row.rating for row in rows]) or 0.0


def alone(rows: Sequence[Row], edges: Edges) -> float:
    """What the base score is worth, every answer on the plateaus."""
    given = [MIDDLE if row.base is None else levelled(row.base, edges) for row in rows]
    return spearman(given, [row.rating for row in rows]) or 0.0


def best(sets: Sequence[Sequence[Row]]) -> Edges:
    """The plateaus with the best mean over the sets; the first of equals."""
    return max(candidates(SENT_FROM), key=lambda edges: fmean(worth(rows, edges) for rows in sets))


def on_them(rows: Sequence[Row], edges: Edges) -> str:
    found = []
    for plateau in pairwise(edges):
        on = [row.rating for row in rows if row.free and plateau_of(row.stars, edges) == plateau]
        untrue = sum(rating <= UNTRUE for rating in on)
        found.append(f"; {len(on)}, {fmean(on):.2f}, {untrue}" if on else "; 0")
    return "".join(found)


def line(edges: Edges) -> str:
    return " ".join(f"{edge:g}" for edge in edges) or "none"


if __name__ == "__main__":
    main()
