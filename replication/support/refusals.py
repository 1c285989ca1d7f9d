"""What people give answers that decline: the ratings behind `[score] refusals` of `grounded`.

    python -m replication.support.refusals [--data ../shared/data/bench]

Of every rated set: how many of its answers decline as a whole, and their ratings, put on 1 to 5.
Per language their mean in our own sets and, with `--data`, in these and the public ones; as for
`truthscore fit` there must be ten. Answers without pages do not count: nothing is measured of
them. Nothing is drawn at random.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from replication.folders import folder_with
from truthscore import language
from truthscore.evaluate.fitting import MIN_REFUSALS
from truthscore.text.refusal import refusal

HERE = Path(__file__).parent
#: The public sets with ratings: their language, and the ends of their scales.
PUBLIC = {"nl_support_dev": ("nl", 1, 5), "mtrag_dev": ("en", 1, 4), "clapnq_dev": ("en", 1, 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with(*[f"{name}.jsonl.gz" for name in PUBLIC]),
        help="folder of the public sets (*.jsonl.gz)",
    )
    args = parser.parse_args()
    own: dict[str, list[float]] = {}
    public: dict[str, list[float]] = {}
    for path in sorted(HERE.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        lang = rows[0]["lang"]
        own.setdefault(lang, []).extend(shown(path.stem, declining(rows, lang)))
    for name, (lang, low, high) in PUBLIC.items() if args.data else ():
        with gzip.open(args.data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        scaled = (1.0 + (each - low) * 4.0 / (high - low) for each in declining(rows, lang))
        public.setdefault(lang, []).extend(shown(name, list(scaled)))
    for lang, ratings in own.items():
        print(f"{lang}: {told(ratings)} in our own sets", end="")
        others = public.get(lang)
        print(f"; with the public ones {told([*ratings, *others])}" if others else "")


def declining(rows: list[Mapping[str, Any]], lang: str) -> list[float]:
    """The ratings of the answers that decline, of rows with pages."""
    return list(_declining(rows, lang))


def _declining(rows: list[Mapping[str, Any]], lang: str) -> Iterator[float]:
    pack = language.load(lang)
    for row in rows:
        question, answer = row["question"] or "", row["answer"] or ""
        if row["context"] and refusal(answer, question, pack) is not None:
            yield float(row["rating"])


def shown(name: str, ratings: list[float]) -> list[float]:
    if ratings:
        counts = sorted(Counter(ratings).items(), reverse=True)
        print(f"{name:<16}" + ", ".join(f"{count} x {stars:.3g}" for stars, count in counts))
    return ratings


def told(ratings: list[float]) -> str:
    enough = "" if len(ratings) >= MIN_REFUSALS else f" (too few: {MIN_REFUSALS} are needed)"
    return f"{len(ratings)} decline, mean {fmean(ratings):.2f}{enough}"


if __name__ == "__main__":
    main()
