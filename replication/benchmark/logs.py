"""`compare`, `trend` and `documents` on large logs: seconds and memory of each command.

    python replication/benchmark/logs.py [--rows 100000] [--seed 0]

The lines are those of `examples/rated.jsonl`, scored with `grounded`, again and again under new
ids, with dates of two years and two versions; the later version has other stars on one row in ten.
Each command runs as a process of its own and writes its page; the time is wall-clock, the memory
the peak of that process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
TRUTHSCORE = (sys.executable, "-m", "truthscore")
#: What a run may take on 100,000 rows.
MOST_SECONDS, MOST_MB = 10.0, 1024.0
FIRST_DAY, DAYS = date(2024, 12, 2), 730
#: Share of rows whose stars the later version changes.
CHANGED = 0.1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, other = folder / "one.jsonl", folder / "other.jsonl"
        lines = scored(folder / "scored.jsonl")
        write(one, lines, args.rows, "1", random.Random(args.seed))
        write(other, lines, args.rows, "2", random.Random(args.seed))
        size = one.stat().st_size / 2**20
        print(f"{args.rows:,} scored lines a file, {size:.0f} MB; each command with its page")
        timed("compare", (str(one), str(other)), folder)
        timed("trend", (str(other), "--by", "week"), folder)
        timed("documents", (str(other),), folder)
    print(f"(to reach on 100,000: {MOST_SECONDS:.0f} s, {MOST_MB:.0f} MB)")


def scored(path: Path) -> list[dict[str, Any]]:
    """The examples, scored once."""
    command = (*TRUTHSCORE, "score", str(RATED), "-o", str(path), "-p", "grounded", "-q")
    subprocess.run(command, check=True)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(
    path: Path, lines: Sequence[Mapping[str, Any]], rows: int, version: str, rng: random.Random
) -> None:
    """So many lines; the same questions in both versions."""
    rests = []
    for line in lines:
        kept = {key: value for key, value in line.items() if key not in ("id", "score")}
        rests.append(json.dumps(kept, ensure_ascii=False)[1:])
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            at = number % len(lines)
            stars, changed = lines[at]["score"], rng.random() < CHANGED
            other = rng.uniform(1.0, 5.0)
            if stars is not None and changed and version != "1":
                stars = other
            day = FIRST_DAY + timedelta(days=number * DAYS // rows)
            head = {"id": str(number), "score": stars, "date": day.isoformat(), "version": version}
            file.write(f"{json.dumps(head)[:-1]}, {rests[at]}\n")


def timed(name: str, words: Sequence[str], folder: Path) -> None:
    """Run a command and print what it took. Raises SystemExit where it fails."""
    page = folder / f"{name}.html"
    begin = time.perf_counter()
    process = subprocess.Popen(
        (*TRUTHSCORE, name, *words, "-o", str(page)),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert process.stderr is not None
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    # 1 is an alarm of `trend`: it was computed all the same
    if os.waitstatus_to_exitcode(status) not in (0, 1) or not page.exists():
        sys.exit(f"{name}: {said}")
    peak, page_mb = usage.ru_maxrss / 1024, page.stat().st_size / 2**20
    print(f"  {name:<10} {seconds:6.1f} s  {peak:6.0f} MB  (page {page_mb:.1f} MB)", flush=True)


if __name__ == "__main__":
    main()
