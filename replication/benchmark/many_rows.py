"""Time and memory of `truthscore compare` and `truthscore trend` on many rows.

    python -m replication.benchmark.many_rows [--rows 100000]

The examples that ship are scored once and repeated under new ids, with a date of one of sixteen
weeks; in the second file every tenth answer has half a star less. Each command runs in a process of
its own; printed are its seconds, the largest memory that it had, and its exit code.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "answers.jsonl"
FIRST_DAY, DAYS = date(2026, 1, 5), 7 * 16
#: Every so many answers have so much less in the second file.
EACH, LESS = 10, 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    rows = parser.parse_args().rows
    with tempfile.TemporaryDirectory() as folder:
        scored = Path(folder, "scored.jsonl")
        run("score", str(EXAMPLES), "-p", "grounded", "-o", str(scored))
        before, after = Path(folder, "before.jsonl"), Path(folder, "after.jsonl")
        lines = [json.loads(line) for line in scored.read_text("utf-8").splitlines()]
        repeated(lines, rows, before, 0.0)
        repeated(lines, rows, after, LESS)
        for name, command in (
            ("compare", ("compare", str(before), str(after))),
            ("trend", ("trend", str(before), "--by", "week")),
        ):
            start = time.perf_counter()
            code, memory = run(*command)
            took = time.perf_counter() - start
            print(f"{name:<8} {rows} rows: {took:.1f} s, {memory / 1024:.0f} MB, exit {code}")


def repeated(lines: list[dict[str, object]], rows: int, path: Path, less: float) -> None:
    """The scored lines again and again, each under an id and a date of its own."""
    with path.open("w", encoding="utf-8") as stream:
        for number in range(rows):
            line = dict(lines[number % len(lines)])
            score = line["score"]
            if isinstance(score, float) and number % EACH == 0:
                line["score"] = max(1.0, score - less)
            line["id"] = f"r{number:07}"
            line["date"] = (FIRST_DAY + timedelta(days=number % DAYS)).isoformat()
            stream.write(json.dumps(line) + "\n")


def run(*arguments: str) -> tuple[int, int]:
    """A command's exit code, and the most memory that it had, in kB."""
    process = subprocess.Popen(
        [sys.executable, "-m", "truthscore", *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_maxrss


if __name__ == "__main__":
    main()
