"""Answers on ordinary pages whose stars change because a page of theirs is read as a record.

    python -m replication.chops.untouched --data ../shared/data/bench

Help pages have tables and lists of their own. Of the half of each set that is read: the answers,
those with a page that is taken for a record, those whose stars change by that, and true answers
among them that fall. Compared with the same profile
without the feature `records`.
"""

from __future__ import annotations

import argparse

from replication.folders import folder_with
from replication.material import READ, rows, sets
from truthscore import TruthScorer
from truthscore.text.markup import normalise
from truthscore.text.record_lines import lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("*.jsonl.gz"), required=True)
    args = parser.parse_args()
    scorer = TruthScorer.load("grounded")
    features = scorer.profile.features
    used = tuple(name for name in features.use if name != "records")
    without = scorer.under(
        scorer.profile.model_copy(update={"features": features.model_copy(update={"use": used})})
    )
    print("| set | answers | with a page read as a record | stars changed | true ones that fall |")
    print("| --- | --- | --- | --- | --- |")
    for name in sets():
        mine = [row for row in rows(args.data, name) if row.half == READ]
        taken = [
            row for row in mine
            if any(lines(normalise(str(page.get("text", "")))) for page in row.context)
        ]  # fmt: skip
        new = list(scorer.score_many([row.example for row in taken]))
        old = list(without.score_many([row.example for row in taken]))
        told = list(zip(taken, old, new, strict=True))
        changed = [one for one in told if one[1].score != one[2].score]
        fallen = [
            row for row, was, now in changed
            if row.label and (now.score or 0.0) < (was.score or 0.0)
        ]  # fmt: skip
        print(f"| {name} | {len(mine)} | {len(taken)} | {len(changed)} | {len(fallen)} |")


if __name__ == "__main__":
    main()
