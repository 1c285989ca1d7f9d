"""truthscore beside baselines on public human-judged sets, in one run.

    pip install -r replication/benchmark/requirements.txt
    python replication/benchmark/public_sets.py --data ../shared/data/bench
        [--profile paper] [--sets mtrag_dev,clapnq_dev] [--limit 500] [--seed 0]

Every row is scored with `--score-types all` and no knowledge of its label. Printed per set:
Spearman with the human rating, AUC of the human label (1 = supported), n, and the share of rows
each method has a number for; where a set has stars, how many answers with few and with many of them
score below 3; where it has pairs of sentences, those that differ by a negation apart. A row
without a score counts as the middle (3.0 stars, or the method's mean), so that leaving rows out
does not pay.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from baselines import BASELINES, available
from scipy import stats

from truthscore import Example, TruthScorer, Verdict, language
from truthscore.example import documents

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

#: Message types that the paper scores.
PAPER_TYPES = ("binary", "instruction")
#: Score of a row that truthscore does not score.
MIDDLE = 3.0


@dataclass(frozen=True)
class PublicSet:
    """A set: its language, what its human figures mean, and where it is published."""

    lang: str
    rating: str | None
    label: str | None
    source: str
    keep: Callable[[dict[str, Any]], bool] = lambda _: True
    truth: Callable[[dict[str, Any]], int | None] = lambda row: row["label"]
    stars: bool = False
    part: tuple[str, Callable[[dict[str, Any]], bool]] | None = None


def _entailed(row: dict[str, Any]) -> int:
    return int(row["meta"]["nli"] == "ENTAILMENT")


def _differ_by_negation(row: dict[str, Any]) -> bool:
    """Whether exactly one of the two sentences has a negation; all entailments stay."""
    negations = language.load("nl").negations
    sides = (row["answer"], row["context"][0]["text"])
    denied = [not negations.isdisjoint(side.lower().rstrip(".").split()) for side in sides]
    return bool(_entailed(row)) or denied[0] != denied[1]


SETS: dict[str, PublicSet] = {
    "mtrag_dev": PublicSet(
        "en", "faithfulness 1-4, mean of three people", "rated 4 of 4", "IBM mt-rag-benchmark"
    ),
    "clapnq_dev": PublicSet(
        "en", "faithfulness 1-4, mean of three people", "rated 4 of 4", "PrimeQA/clapnq"
    ),
    "ragtruth_qa_train": PublicSet(
        "en", None, "no hallucinated span", "ParticleMedia/RAGTruth, task QA"
    ),
    "begin_dev": PublicSet("en", None, "fully attributable", "google/BEGIN-dataset"),
    "expertqa_claim_val": PublicSet(
        "en", "1-5 correctness of the claim, by experts", None, "chaitanyamalaviya/ExpertQA",
        keep=lambda row: bool(row["context"]),
    ),
    "sick_nl_train": PublicSet(
        "nl", None, "entailment against contradiction", "gijswijnholds/sick_nl",
        keep=lambda row: row["meta"]["nli"] != "NEUTRAL", truth=_entailed,
        part=("contradictions by a negation", _differ_by_negation),
    ),
    "nl_support_dev": PublicSet(
        "nl", "stars by two language models, blind", "rated 4-5 against 1-2", "made for this work",
        truth=lambda row: 1 if row["rating"] >= 4 else 0 if row["rating"] <= 2 else None,
        stars=True,
    ),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=folder_with("*.jsonl.gz"), required=True, help="folder of *.jsonl.gz"
    )
    parser.add_argument("--profile", default="paper")
    parser.add_argument("--sets", default=",".join(SETS), help="comma-separated")
    parser.add_argument("--limit", type=int, help="rows per set, drawn with the seed")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    found = available()
    for name in BASELINES.keys() - found.keys():
        print(f"not installed, left out: {name}", file=sys.stderr)
    for name in args.sets.split(","):
        path = args.data / f"{name}.jsonl.gz"
        if not path.is_file():
            print(f"{name}: {path} is not there; published as {SETS[name].source}")
            continue
        report(name, rows_of(path, SETS[name], args), args, found)


def rows_of(path: Path, public: PublicSet, args: argparse.Namespace) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = [row for row in map(json.loads, stream) if public.keep(row)]
    if args.limit and args.limit < len(rows):
        rows = random.Random(args.seed).sample(rows, args.limit)
    return rows


def report(name: str, rows: list[dict[str, Any]], args: argparse.Namespace, found: Any) -> None:
    public = SETS[name]
    scorer = TruthScorer.load(args.profile, lang=public.lang, score_types="all")
    examples = [
        Example(
            id=str(number), question=row["question"] or "", answer=row["answer"] or "",
            context=documents(row["context"]), lang=public.lang,
        )
        for number, row in enumerate(rows)
    ]  # fmt: skip
    start = time.perf_counter()
    verdicts = list(scorer.score_many(examples))
    seconds = time.perf_counter() - start
    columns: dict[str, list[float | None]] = {
        f"truthscore {args.profile}": [verdict.score for verdict in verdicts],
        "  its base score": [verdict.base_score for verdict in verdicts],
    }
    texts = [
        "\n".join(page.text for page in example.context if page.kind == "page")
        for example in examples
    ]
    for method, run in found.items():
        columns[method] = [
            run(example.question, example.answer, text)
            for example, text in zip(examples, texts, strict=True)
        ]
    print(f"\n{name}: {len(rows)} rows, {public.lang}; rating: {public.rating or 'none'}; label: "
          f"{public.label or 'none'}; {1000 * seconds / len(rows):.0f} ms a row")  # fmt: skip
    print(f"  {scorer.signature(public.lang)}")
    print(f"  {'':<24}{'Spearman':>10}{'AUC':>8}{'has a number':>15}")
    ratings = [row.get("rating") if public.rating else None for row in rows]
    labels = [public.truth(row) if public.label else None for row in rows]
    for method, values in columns.items():
        middle = MIDDLE if "score" in method else mean(values)
        filled = [middle if value is None else value for value in values]
        share = sum(value is not None for value in values) / len(values)
        print(f"  {method:<24}{cell(spearman(filled, ratings), 10)}{cell(auc(filled, labels), 8)}"
              f"{share:>15.0%}")  # fmt: skip

    if public.stars:
        scores = [verdict.score or MIDDLE for verdict in verdicts]
        kept = [at for at, row in enumerate(rows) if row["message_type"] in PAPER_TYPES]
        print(f"  binary and instruction: Spearman {ranked(scores, ratings, kept)}")
        scored = [at for at, verdict in enumerate(verdicts) if verdict.score is not None]
        both = [at for at in scored if at in set(kept)]
        print(f"  only rows with stars: Spearman {ranked(scores, ratings, scored)}; "
              f"binary and instruction {ranked(scores, ratings, both)}")  # fmt: skip
        print(f"  {below_middle(verdicts, rows)}")
    if public.part:
        what, keep = public.part
        kept = [place for place, row in enumerate(rows) if keep(row)]
        scores = [verdicts[at].score or MIDDLE for at in kept]
        part = auc(scores, [labels[at] for at in kept])
        print(f"  {what}: AUC {cell(part, 0)} of {len(kept)} pairs")


def ranked(scores: Sequence[float], ratings: Sequence[float | None], places: Sequence[int]) -> str:
    rho = spearman([scores[at] for at in places], [ratings[at] for at in places])
    return f"{cell(rho, 0)} of {len(places)}"


def below_middle(verdicts: Sequence[Verdict], rows: Sequence[dict[str, Any]]) -> str:
    """How many answers with 1-2 and with 4-5 stars score below the middle."""
    told = []
    for stars, rated in (("1-2", lambda stars: stars <= 2), ("4-5", lambda stars: stars >= 4)):
        scores = [v.score for v, row in zip(verdicts, rows, strict=True) if rated(row["rating"])]
        known = [score for score in scores if score is not None]
        below = sum(score < MIDDLE for score in known)
        told.append(f"of {len(known)} scored answers with {stars} stars {below} "
                    f"({below / len(known):.0%}) score below 3")  # fmt: skip
    return "; ".join(told)


def mean(values: Iterable[float | None]) -> float:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0


def spearman(values: Sequence[float], ratings: Sequence[float | None]) -> float | None:
    pairs = [(v, r) for v, r in zip(values, ratings, strict=True) if r is not None]
    if len(pairs) < 3:
        return None
    rho = stats.spearmanr([v for v, _ in pairs], [r for _, r in pairs])[0]
    return float(rho) if np.isfinite(rho) else None


def auc(values: Sequence[float], labels: Sequence[int | None]) -> float | None:
    true = [v for v, label in zip(values, labels, strict=True) if label == 1]
    untrue = [v for v, label in zip(values, labels, strict=True) if label == 0]
    if not true or not untrue:
        return None
    return float(stats.mannwhitneyu(true, untrue).statistic / (len(true) * len(untrue)))


def cell(value: float | None, width: int) -> str:
    return f"{'–' if value is None else f'{value:.3f}':>{width}}"


if __name__ == "__main__":
    main()
