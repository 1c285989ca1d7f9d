"""Scores the perturbation suite: does a planted fault lower the score, and is it pointed at?

    python -m replication.perturb.run --data ../shared/data/helpcentre --profile paper --rows 600

Builds the rows, scores every faithful twin and its faulty version (all message types), and prints
per fault and language how often and how far the score falls, how often it ends below 3, and how
often the evidence points at the planted words (`twin_points`: how often it blames that place in
the faithful twin too); for faithful answers, how often an alarm is false.
`--rows` takes so many faulty answers, spread evenly (0: all). Deterministic.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from replication.folders import folder_with
from replication.perturb.build import (
    LANGUAGES,
    PER_FAULT,
    PER_PARAPHRASE,
    Row,
    build,
    sentence_around,
)
from replication.perturb.faults import FAULTS
from replication.perturb.pages import read_pages
from replication.perturb.paraphrases import KINDS
from truthscore import Evidence, TruthScorer, Verdict
from truthscore.example import example_from

#: A score that falls by more than this has fallen.
FALL = 0.05
#: Below this many stars an answer counts as untrue.
UNTRUE = 3.0
#: Evidence that blames a place in the answer.
BLAMES = frozenset({"missing", "unsupported", "contradicts"})
#: Evidence shorter than this many times the fault points at the fault itself, not its sentence.
EXACT = 1.5
#: A false alarm on a faithful answer is any one of these, by name.
FALSE_ALARM: dict[str, Callable[[Verdict], bool]] = {
    "override": lambda verdict: (
        verdict.override is not None and lower(verdict.score, verdict.base_score)
    ),
    "contradicts": lambda verdict: any(each.role == "contradicts" for each in evidence(verdict)),
    "below 3": lambda verdict: verdict.score is not None and verdict.score < UNTRUE,
}

Table = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("*_nl.jsonl.gz", "*_en.jsonl.gz"),
        required=True,
        help="folder of *_<lang>.jsonl.gz",
    )
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--rows", type=int, default=0, help="so many faulty answers (0: all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="folder for metrics.json, *.csv and scores.jsonl")
    args = parser.parse_args()
    scorer = TruthScorer.load(args.profile, score_types="all")
    known = build({lang: read_pages(args.data, lang) for lang in LANGUAGES}, seed=args.seed)
    rows = sampled(known, args.rows)
    verdicts = scored(scorer, rows)
    faults = fault_table(rows, verdicts)
    faithful = faithful_table(rows, verdicts)
    print(f"profile {args.profile}, seed {args.seed}, {len(rows)} rows")
    for lang in LANGUAGES:
        print(scorer.signature(lang))
    printed("faulty answers", faults)
    printed("faithful answers", faithful)
    if args.out:
        write(args.out, rows, verdicts, {"faults": faults, "faithful": faithful}, scorer)


def sampled(rows: Sequence[Row], wanted: int) -> list[Row]:
    """Rows of every kind and language in equal numbers, native and planted ones alike."""
    if not wanted:
        return list(rows)
    share = max(1, round(wanted / (len(FAULTS) * len(LANGUAGES))))
    paraphrased = max(1, round(share * PER_PARAPHRASE / PER_FAULT))
    chosen: set[str] = set()
    for lang in LANGUAGES:
        for kinds, count in ((FAULTS, share), (KINDS, paraphrased)):
            for kind in kinds:
                bases = [
                    row["meta"]["base_id"]
                    for row in rows
                    if row["lang"] == lang
                    and row["meta"]["kind"] == kind
                    and row["meta"]["group"] != "twin"
                ]
                count = min(count, len(bases))
                chosen |= {bases[place * len(bases) // count] for place in range(count)}
    return [row for row in rows if row["meta"]["base_id"] in chosen]


def scored(scorer: TruthScorer, rows: Sequence[Row]) -> dict[str, Verdict]:
    examples = (example_from(row, default_id=row["id"]) for row in rows)
    verdicts: dict[str, Verdict] = {}
    start = time.perf_counter()
    for verdict in scorer.score_many(examples):
        verdicts[verdict.id] = verdict
        if len(verdicts) % 500 == 0:
            speed = len(verdicts) / (time.perf_counter() - start)
            print(f"{len(verdicts)} of {len(rows)} rows, {speed:.0f} a second", file=sys.stderr)
    return verdicts


def evidence(verdict: Verdict) -> list[Evidence]:
    return [each for found in verdict.features.values() for each in found.evidence]


def lower(score: float | None, base: float | None) -> bool:
    return score is not None and base is not None and score < base


def pointing(row: Row, verdict: Verdict) -> str:
    """How closely the evidence points at the planted fault: "exact", "sentence" or not ("")."""
    start, end = row["meta"]["fault_span"] or row["meta"]["anchor_span"]
    return pointed(row["answer"], verdict, start, end)


def background(twin: Row, verdict: Verdict, row: Row) -> bool:
    """Whether the faithful twin is blamed in the same place: then pointing means nothing.

    Where the fault inserts something, the place is the sentence before it.
    """
    meta = row["meta"]
    start, end = meta["edit_at"], meta["edit_at"] + len(meta["original"])
    if start == end:
        start = max(0, start - 1)
    return bool(pointed(twin["answer"], verdict, start, end))


def pointed(answer: str, verdict: Verdict, start: int, end: int) -> str:
    """Blame on a place of the answer: shorter than 1.5 times the place, or about its sentence."""
    found = [
        each.span
        for each in evidence(verdict)
        if each.role in BLAMES
        and each.span.source == "answer"
        and each.span.start < end
        and start < each.span.end
    ]
    if any(span.end - span.start < EXACT * (end - start) for span in found):
        return "exact"
    # Evidence on a whole list or answer would "point" at everything in it.
    low, high = sentence_around(answer, start)
    longest = EXACT * max(high - low, end - start)
    return "sentence" if any(span.end - span.start <= longest for span in found) else ""


def fault_table(rows: Sequence[Row], verdicts: dict[str, Verdict]) -> Table:
    table: Table = []
    by_id = {row["id"]: row for row in rows}
    for lang in (*LANGUAGES, "all"):
        for kind in (*FAULTS, "all"):
            faulty = [
                row
                for row in rows
                if row["meta"]["group"] in ("fault", "omission")
                and lang in (row["lang"], "all")
                # An omission is no lie: it has its own line and stays out of the sum.
                and (row["meta"]["kind"] == kind
                     or (kind == "all" and row["meta"]["group"] == "fault"))
            ]  # fmt: skip
            pairs = [(row, verdicts[row["id"]], verdicts[row["meta"]["base_id"]]) for row in faulty]
            pairs = [each for each in pairs if each[1].score is not None and each[2].score]
            if not pairs:
                continue
            falls = [(twin.score or 0) - (verdict.score or 0) for _, verdict, twin in pairs]
            points = [pointing(row, verdict) for row, verdict, _ in pairs]
            before = [
                background(by_id[row["meta"]["base_id"]], twin, row) for row, _, twin in pairs
            ]
            table.append(
                {
                    "lang": lang,
                    "kind": kind,
                    "n": len(pairs),
                    "unscored": len(faulty) - len(pairs),
                    "falls": share(fall > FALL for fall in falls),
                    "median_fall": round(median(falls), 2),
                    "below_3": share((verdict.score or 0) < UNTRUE for _, verdict, _ in pairs),
                    "twin_below_3": share((twin.score or 0) < UNTRUE for _, _, twin in pairs),
                    "points": share(bool(point) for point in points),
                    "exact": share(point == "exact" for point in points),
                    "sentence": share(point == "sentence" for point in points),
                    "twin_points": share(before),
                }
            )
    return table


def faithful_table(rows: Sequence[Row], verdicts: dict[str, Verdict]) -> Table:
    table: Table = []
    for lang in (*LANGUAGES, "all"):
        for group, kind in (("twin", "all"), *(("paraphrase", each) for each in (*KINDS, "all"))):
            chosen = [
                row
                for row in rows
                if row["meta"]["group"] == group
                and lang in (row["lang"], "all")
                and kind in (row["meta"]["kind"], "all")
            ]
            found = [(row, verdicts[row["id"]]) for row in chosen]
            found = [each for each in found if each[1].score is not None]
            if not found:
                continue
            bases = [verdicts[row["meta"]["base_id"]] for row, _ in found]
            falls = [
                (base.score or 0) - (verdict.score or 0)
                for base, (_, verdict) in zip(bases, found, strict=True)
            ]
            table.append(
                {
                    "lang": lang,
                    "group": group,
                    "kind": kind,
                    "n": len(found),
                    "unscored": len(chosen) - len(found),
                    "false_alarm": share(alarm(verdict) for _, verdict in found),
                    "base_alarm": share(alarm(base) for base in bases),
                    **{
                        name: share(test(verdict) for _, verdict in found)
                        for name, test in FALSE_ALARM.items()
                    },
                    "falls": share(fall > FALL for fall in falls),
                    "median_score": round(median(verdict.score or 0 for _, verdict in found), 2),
                }
            )
    return table


def alarm(verdict: Verdict) -> bool:
    return any(test(verdict) for test in FALSE_ALARM.values())


def share(hits: Iterable[bool]) -> float:
    known = list(hits)
    return round(sum(known) / len(known), 3)


def printed(title: str, table: Table) -> None:
    print(f"\n{title}")
    if not table:
        return
    columns = list(table[0])
    widths = {name: max(len(name), *(len(str(line[name])) for line in table)) for name in columns}
    print("  ".join(name.ljust(widths[name]) for name in columns))
    for line in table:
        cells = []
        for name in columns:
            value = line[name]
            if isinstance(value, str):
                cells.append(value.ljust(widths[name]))
            else:
                cells.append(str(value).rjust(widths[name]))
        print("  ".join(cells))


def write(
    folder: Path,
    rows: Sequence[Row],
    verdicts: dict[str, Verdict],
    tables: dict[str, Table],
    scorer: TruthScorer,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    metrics = {"signatures": {lang: scorer.signature(lang) for lang in LANGUAGES}, **tables}
    (folder / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    for name, table in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(table[0]) if table else [])
            writer.writeheader()
            writer.writerows(table)
    with (folder / "scores.jsonl").open("w", encoding="utf-8") as stream:
        for row in rows:
            verdict = verdicts[row["id"]]
            blamed = [
                [each.role, each.label, each.span.start, each.span.end]
                for each in evidence(verdict)
                if each.role in BLAMES and each.span.source == "answer"
            ]
            line = {
                "id": row["id"],
                "score": verdict.score,
                "base_score": verdict.base_score,
                "override": verdict.override,
                "blamed": blamed,
            }
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
