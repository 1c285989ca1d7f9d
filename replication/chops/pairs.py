"""True answers and lies about one record of a customer: which have 3 stars.

    python -m replication.chops.pairs [--show]

200 own pairs (`tests/records/pairs.toml`), Dutch and English, about eight kinds of records; four
kinds are read while the feature is made, four only counted. Prints, by half and language, how many
true answers have 3 stars or more and how many lies have fewer, with Wilson's 95 % intervals.
`--show` tells what fails in the half that is read; of the other half nothing is told.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

from truthscore import Example, TruthScorer, Verdict
from truthscore.example import documents

PAIRS = Path(__file__).parents[2] / "tests" / "records" / "pairs.toml"
READ, COUNTED = "read", "counted"
#: Stars from which an answer counts as told true.
TRUE_FROM = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A true answer and a lie about one record."""

    id: str
    half: str
    lang: str
    question: str
    true: str
    lie: str
    record: Mapping[str, Any]

    def example(self, answer: str) -> Example:
        """One of the two as the scorer is given it."""
        return Example(
            id=self.id, question=self.question, answer=answer, lang=self.lang,
            context=documents([self.record]),
        )  # fmt: skip


def pairs() -> Iterator[Pair]:
    """The pairs in the order of the file."""
    for one in tomllib.loads(PAIRS.read_text("utf-8"))["record"]:
        record = {"id": one["subject"], "kind": "record", "fields": one["fields"]}
        for told in one["pairs"]:
            for number, (question, true, lie) in enumerate(told["told"], start=1):
                yield Pair(
                    id=f"{one['subject']}-{told['lang']}-{number}", half=one["half"],
                    lang=told["lang"], question=question, true=true, lie=lie, record=record,
                )  # fmt: skip


def share(count: int, of: int) -> str:
    """A share with its interval (Wilson)."""
    around = binomtest(count, of).proportion_ci(method="wilson")
    return f"{count}/{of} = {count / of:.1%} ({around.low:.1%}, {around.high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="what fails in the half that is read")
    args = parser.parse_args()
    scorer = TruthScorer.load("grounded")
    every = list(pairs())
    rows = [pair.example(answer) for pair in every for answer in (pair.true, pair.lie)]
    verdicts = list(scorer.score_many(rows))
    told = list(zip(every, verdicts[::2], verdicts[1::2], strict=True))
    print("| half | language | true answers with 3 stars or more | lies with fewer |")
    print("| --- | --- | --- | --- |")
    for half in (READ, COUNTED):
        for langs in (("nl",), ("en",), ("nl", "en")):
            mine = [one for one in told if one[0].half == half and one[0].lang in langs]
            true = sum((each.score or 0.0) >= TRUE_FROM for _, each, _ in mine)
            lies = sum(each.score is not None and each.score < TRUE_FROM for _, _, each in mine)
            print(f"| {half} | {', '.join(langs)} | {share(true, len(mine))} | "
                  f"{share(lies, len(mine))} |")  # fmt: skip
    if args.show:
        for pair, true, lie in told:
            if pair.half == READ:
                _show(pair, pair.true, true, failed=(true.score or 0.0) < TRUE_FROM)
                _show(pair, pair.lie, lie, failed=not (lie.score and lie.score < TRUE_FROM))


def _show(pair: Pair, answer: str, verdict: Verdict, *, failed: bool) -> None:
    if not failed:
        return
    found = [
        f"{name}:{each.rule}:{each.label}"
        for name, measured in verdict.features.items()
        for each in measured.evidence
        if each.rule and each.role == "contradicts"
    ]
    value = verdict.features["records"].value if verdict.features else None
    print(f"{pair.id} {verdict.score} records={value} {answer!r} {verdict.reason} {found}")


if __name__ == "__main__":
    main()
