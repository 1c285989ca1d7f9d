"""True answers and lies about records in the schemas of many companies: which have 3 stars.

    python -m replication.chops.schemas [--show]

22 made-up schemas (`schemas.jsonl`): lists of objects, nested objects, Dutch and English names,
moments, money, yes and no in many ways; half of them a record with `fields`, half a page of JSON.
The first set was written before the reading of such records was mended, the second after it. Of
each, half of the schemas were read while that was done; of the others only the totals were seen.
Each question has two true answers in a chatbot's own words and one lie. Prints by set and half how
many true answers have 3 stars or more and how many lies have fewer, with Wilson's 95 % intervals.
`--show` tells what fails in the halves that were read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from replication.chops.pairs import READ, TRUE_FROM, share
from truthscore import Example, TruthScorer
from truthscore.example import documents

SCHEMAS = Path(__file__).with_name("schemas.jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer about a record; `part`: the set and the half of its schema."""

    part: tuple[int, str]
    example: Example
    true: bool


def answers() -> Iterator[Told]:
    """The answers in the order of the file."""
    for schema in map(json.loads, SCHEMAS.read_text("utf-8").splitlines()):
        name, fields = schema["schema"], schema["fields"]
        page = {"id": name, "text": json.dumps(fields, indent=2, ensure_ascii=False)}
        record = {"id": name, "kind": "record", "fields": fields}
        context = documents([page if schema["json"] else record])
        for number, row in enumerate(schema["told"], start=1):
            for answer in (*row["true"], row["lie"]):
                example = Example(
                    id=f"{name}-{number}", question=row["question"], answer=answer,
                    lang=row["lang"], context=context,
                )  # fmt: skip
                part = schema["set"], schema["half"]
                yield Told(part=part, example=example, true=answer != row["lie"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--show", action="store_true", help="what fails in the halves that were read"
    )
    args = parser.parse_args()
    scorer = TruthScorer.load("grounded")
    every = list(answers())
    stars = [each.score for each in scorer.score_many([each.example for each in every])]
    told = list(zip(every, stars, strict=True))
    print("| set | half | true answers with 3 stars or more | lies with fewer |")
    print("| --- | --- | --- | --- |")
    for part in sorted({each.part for each in every}):
        true = [s for each, s in told if each.part == part and each.true]
        lies = [s for each, s in told if each.part == part and not each.true]
        passed = len([s for s in true if s is not None and s >= TRUE_FROM])
        held = len([s for s in lies if s is not None and s < TRUE_FROM])
        print(f"| {part[0]} | {part[1]} | {share(passed, len(true))} | {share(held, len(lies))} |")
    for each, s in told if args.show else ():
        if each.part[1] == READ and (s is None or (s >= TRUE_FROM) != each.true):
            print(f"{each.example.id} {s} {'true' if each.true else 'lie'} {each.example.answer!r}")


if __name__ == "__main__":
    main()
