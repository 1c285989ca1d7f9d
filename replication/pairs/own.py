"""Scores our own help pages with a question, a true answer and mostly a lie: a regression table.

    python -m replication.pairs.own [--every 1] [--profile grounded] [--write]

`own_pairs.jsonl` has nineteen sets: sixteen in the manner of chatbots and one of plain pages
(`fresh`), each scored first when it was finished; `minimal`, the shortest pages with one fact; and
`mended`, what was once told wrong.
Rules were made beside all of them, so these are no figures of what to expect on other pages; they
show what a change moves. Printed per set and language: true answers and the share with 3 stars or
more, lies and the share below 4 (not sent), and the AUC. Then every row that is told otherwise than
its line says (`holds`, `seen`). Exit status 1 when fewer true answers hold, or fewer lies are seen,
than the lines say.
`--every 20` takes every twentieth row; `--write` puts what is told now into the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replication.auc import auc
from replication.pairs.run import MIDDLE
from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

#: Stars from which an answer is sent.
SENT = 4.0
PAIRS = Path(__file__).with_name("own_pairs.jsonl")


@dataclass(frozen=True, kw_only=True)
class Told:
    """One answer and its stars; `expected`: whether it was told right before."""

    group: str
    question: str
    answer: str
    true: bool
    stars: float
    expected: bool

    @property
    def right(self) -> bool:
        """Whether a true answer is not below the middle, and a lie is not sent."""
        return self.stars >= MIDDLE if self.true else self.stars < SENT


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--every", type=int, default=1, help="score every Nth row")
    parser.add_argument("--write", action="store_true", help="keep what is told now as expected")
    args = parser.parse_args(argv)
    pages = read()
    scorer = TruthScorer.load(args.profile, score_types="all")
    told = list(scored(scorer, pages, every=args.every))
    for line in table(told):
        print(line)
    for line in changed(told):
        print(line)
    if args.write:
        write(pages, told)
    return int(any(right < expected for right, expected in totals(told)))


def read() -> list[dict[str, Any]]:
    return [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]


def scored(
    scorer: TruthScorer, pages: Iterable[dict[str, Any]], *, every: int = 1
) -> Iterable[Told]:
    """The answers of every `every`th row; one without stars counts as the middle."""
    rows = [(page, row) for page in pages for row in page["rows"]][::every]
    answers = [
        (page, row, key, flag)
        for page, row in rows
        for key, flag in (("true", "holds"), ("lie", "seen"))
        if key in row
    ]
    examples = (
        Example(
            id=str(number), question=row["question"], answer=row[key], lang=page["lang"],
            context=tuple(
                ContextDocument(id=str(place), text=text)
                for place, text in enumerate(page["pages"])
            ),
        )
        for number, (page, row, key, _) in enumerate(answers)
    )  # fmt: skip
    for (page, row, key, flag), verdict in zip(answers, scorer.score_many(examples), strict=True):
        yield Told(
            group=f"{page['set']} {page['lang']}",
            question=row["question"],
            answer=row[key],
            true=key == "true",
            stars=MIDDLE if verdict.score is None else verdict.score,
            expected=row[flag],
        )


def table(told: Sequence[Told]) -> list[str]:
    lines = [f"{'':16}{'true':>6}{'>= 3':>7}{'lies':>7}{'< 4':>7}{'AUC':>8}"]
    for group in [*dict.fromkeys(each.group for each in told), "all"]:
        own = [each for each in told if group in (each.group, "all")]
        true, lies = [e for e in own if e.true], [e for e in own if not e.true]
        line = f"{group:16}{len(true):6}{_share(true)}{len(lies):7}{_share(lies)}"
        if true and lies:
            line += f"{auc([e.stars for e in true], [e.stars for e in lies]):8.3f}"
        lines.append(line)
    return lines


def changed(told: Iterable[Told]) -> list[str]:
    """The answers that are told otherwise than their lines say, those that got worse first."""
    moved = [each for each in told if each.right is not each.expected]
    lines = []
    for each in sorted(moved, key=lambda each: each.right):
        change, kind = "better" if each.right else "worse", "true" if each.true else "lie"
        row = f"{each.group}: {each.question} | {each.answer}"
        lines.append(f"{change}: {each.stars:.2f} {kind}, {row}")
    return lines


def totals(told: Sequence[Told]) -> list[tuple[int, int]]:
    """(right, expected to be right), of the true answers and of the lies."""
    return [
        (sum(e.right for e in own), sum(e.expected for e in own))
        for own in ([e for e in told if e.true], [e for e in told if not e.true])
    ]


def write(pages: Sequence[dict[str, Any]], told: Iterable[Told]) -> None:
    right = {(each.group, each.question, each.answer): each.right for each in told}
    for page in pages:
        for row in page["rows"]:
            for key, flag in (("true", "holds"), ("lie", "seen")):
                found = right.get((f"{page['set']} {page['lang']}", row["question"], row.get(key)))
                if found is not None:
                    row[flag] = found
    lines = (json.dumps(page, ensure_ascii=False) for page in pages)
    PAIRS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _share(own: Sequence[Told]) -> str:
    return f"{sum(each.right for each in own) / len(own):7.2f}" if own else f"{'–':>7}"


if __name__ == "__main__":
    sys.exit(main())
