"""Figure 3 on public question sets: how the questions of each divide over the message types.

    python replication/figure3.py [FILE ...] [--data ../shared/data/questions]

Prints shares per set, as detected by the `paper` profile. Without files: the example sets; with
--data also the public question sets in that folder (Dutch ones by *_nl, English ones by *_en).
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from folders import folder_with

from truthscore import Example, language, profile, read_examples
from truthscore.detect import detect
from truthscore.types import MESSAGE_TYPES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files with questions")
    parser.add_argument(
        "--data", type=folder_with("*.jsonl.gz"), help="folder of public question sets"
    )
    args = parser.parse_args()
    examples = Path(__file__).resolve().parent.parent / "examples"
    files = args.files or [str(examples / "rated.jsonl"), str(examples / "answers.jsonl")]
    settings = profile.load("paper")
    print(f"{'set':<26}{'n':>6}" + "".join(f"{name:>13}" for name in MESSAGE_TYPES))
    sets = {Path(file).stem: questions(file) for file in files}
    for path in sorted(args.data.glob("*.jsonl.gz")) if args.data else ():
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        sets[path.name.removesuffix(".jsonl.gz")] = [(row["text"], row["lang"]) for row in rows]
    for name, asked in sets.items():
        counts = Counter(
            detect(text, language.load(lang), settings).type
            for text, lang in asked
            if lang in ("nl", "en")
        )
        total = sum(counts.values())
        shares = "".join(f"{counts[type_] / total:>13.0%}" for type_ in MESSAGE_TYPES)
        print(f"{name:<26}{total:>6}{shares}")


def questions(file: str) -> list[tuple[str, str]]:
    return [
        (row.question, row.lang or "nl")
        for row in read_examples(file, ignore_unknown=True, answers=False)
        if isinstance(row, Example) and row.question
    ]


if __name__ == "__main__":
    main()
