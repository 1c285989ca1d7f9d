"""What accepted answers add as second evidence (paper, §8.3), and whether the question matters.

    python -m replication.accepted --data ../shared/data/bench [--half counted]

Every true answer is accepted: of `nl_support_dev` one with 5 stars, of `natural_*` the true answer
of a pair. Each row is then scored with those of *other* questions about the same page, as they are
picked by `truthscore.accepted` from a likeness of questions on; "any" takes all of the page.
Printed: the rows that have one, the mean stars of true and untrue answers, and the AUC of true
against untrue, by the pages alone and with accepted answers; and how many were lifted.

    python -m replication.accepted --questions ../shared/data/questions

prints, for questions of people that carry an intent, how many pairs from a likeness on have the
same one, beside all pairs: what `SAME_QUESTION` was chosen by.
Where the *same* question is asked again: `replication/asked_again.py`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np

from replication.folders import folder_with
from replication.material import COUNTED, READ, Row, rows
from truthscore import TruthScorer
from truthscore.accepted import (
    ALL_STARS,
    MOST,
    SAME_QUESTION,
    AcceptedAnswer,
    AcceptedAnswers,
    accept,
)
from truthscore.text import vectors
from truthscore.text.vectors import unit

INTENTS = ("xsid_nl", "xsid_en")
SETS = ("natural_nl_dev", "natural_en_dev", "nl_support_dev")
#: Any question, and likenesses from which two ask the same.
LIKENESSES = (-1.0, 0.3, 0.45, SAME_QUESTION, 0.75)
#: A day; nothing expires in this measurement.
DAY = date(2026, 11, 26)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with(*(f"{name}.jsonl.gz" for name in SETS)))
    parser.add_argument("--questions", type=folder_with(*(f"{name}.jsonl.gz" for name in INTENTS)))
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    parser.add_argument("--sets", help="comma-separated")
    args = parser.parse_args(argv)
    if args.questions:
        for name in INTENTS:
            print("\n".join(same_intent(args.questions / f"{name}.jsonl.gz")))
    if not args.data:
        return
    scorer = TruthScorer.load("grounded")
    print(f"at most {MOST} accepted answers a row; half: {args.half}")
    print(
        f"{'set':<16}{'likeness':>8}{'rows':>6}{'true':>6}{'untrue':>8}  {'stars true':<15}"
        f"{'stars untrue':<15}{'AUC':<15}lifted true, untrue"
    )
    for name in args.sets.split(",") if args.sets else SETS:
        mine = [row for row in rows(args.data, name) if row.half == args.half]
        kept = list(accepted(rows(args.data, name)).values())
        alone = _stars(mine, None, scorer)
        for same in LIKENESSES:
            answers = AcceptedAnswers(kept, today=DAY, same=same)
            print(_line(name, same, mine, alone, _stars(mine, answers, scorer)))


def same_intent(path: Path) -> Iterator[str]:
    """Pairs of questions by their likeness, and the share of them with one intent."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        asked = [json.loads(line) for line in stream]
    joint = vectors.reading(None)
    assert joint is not None  # it ships with the package
    made = unit(joint.sums([row["text"] for row in asked]))
    one, other = np.triu_indices(len(asked), 1)
    likeness = np.einsum("ij,ij->i", made[one], made[other])
    intents = np.array([row["source_label"] for row in asked])
    same = intents[one] == intents[other]
    yield f"{path.name}: {len(asked)} questions; of all pairs {same.mean():.0%} have one intent"
    for least in LIKENESSES[1:]:
        near = likeness >= least
        yield f"  from {least:.2f}: {near.sum()} pairs, {same[near].mean():.0%} have one intent"


def accepted(every: Sequence[Row]) -> Mapping[str, AcceptedAnswer]:
    """The accepted answers of a set, by row. A pair is one question: its id stands for both."""
    found = {}
    for row in every:
        if row.label and (row.rating is None or row.rating >= ALL_STARS):
            made = accept(row.example, {"rater": ALL_STARS}, DAY)
            if not isinstance(made, str):
                found[row.id] = made
    return found


def _stars(
    mine: Sequence[Row], answers: AcceptedAnswers | None, scorer: TruthScorer
) -> dict[str, tuple[float, bool]]:
    """Stars of each scored row, and whether accepted answers were put beside it."""
    made = []
    for row in mine:
        example = row.example
        if answers is None:
            made.append((example, False))
            continue
        seen, _ = answers.beside(example)
        # not the true answer to the same question: that would be the answer key
        others = tuple(
            each
            for each in seen.context
            if each.kind != "answer" or row.question.strip() != each.title.strip()
        )
        seen = replace(seen, context=others)
        made.append((seen, any(each.kind == "answer" for each in others)))
    verdicts = scorer.score_many([example for example, _ in made])
    return {
        row.id: (verdict.score, beside)
        for row, verdict, (_, beside) in zip(mine, verdicts, made, strict=True)
        if verdict.score is not None
    }


def _line(
    name: str, same: float, mine: Sequence[Row], alone: Mapping[str, tuple[float, bool]],
    both: Mapping[str, tuple[float, bool]],
) -> str:  # fmt: skip
    ids = [row for row in mine if row.id in both and both[row.id][1] and row.label is not None]
    true = [row.id for row in ids if row.label]
    untrue = [row.id for row in ids if not row.label]
    shown = "any" if same < 0 else f"{same:.2f}"
    if not true or not untrue:
        return f"{name:<16}{shown:>8}{len(ids):>6}{len(true):>6}{len(untrue):>8}  too few to tell"
    cells = []
    for group in (true, untrue):
        before, after = (math.fsum(s[i][0] for i in group) / len(group) for s in (alone, both))
        cells.append(f"{before:.2f} → {after:.2f}")
    aucs = [_auc([s[i][0] for i in true], [s[i][0] for i in untrue]) for s in (alone, both)]
    lifted = [sum(both[i][0] > alone[i][0] for i in group) for group in (true, untrue)]
    return (
        f"{name:<16}{shown:>8}{len(ids):>6}{len(true):>6}{len(untrue):>8}  {cells[0]:<15}"
        f"{cells[1]:<15}{aucs[0]:.3f} → {aucs[1]:.3f}  {lifted[0]}, {lifted[1]}"
    )


def _auc(true: Sequence[float], untrue: Sequence[float]) -> float:
    """Share of pairs in which the true answer has more stars; equal ones count half."""
    wins = math.fsum(1.0 if t > u else 0.5 if t == u else 0.0 for t in true for u in untrue)
    return wins / (len(true) * len(untrue))


if __name__ == "__main__":
    main()
