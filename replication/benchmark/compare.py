"""Two versions of truthscore side by side: a warm check beside the parse of its answer.

    python replication/benchmark/compare.py BEFORE AFTER [--rounds 5] [--seed 0]

BEFORE and AFTER are revisions of this repository (`HEAD~3`, a tag, a hash). Each is checked out
into a folder of its own and measured in a process of its own on the cases of guardrail.py; the
processes take turns, so that both meet the same noise of the machine. Printed are the medians over
the cases of the least processor time of all rounds, and whether both came to the same decisions.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", nargs="?", default="HEAD~1")
    parser.add_argument("after", nargs="?", default="HEAD")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        measure(args.seed)
        return
    with tempfile.TemporaryDirectory() as place:
        revisions = (args.before, args.after)
        versions = [
            Version(revision, Path(place) / str(number), args.seed)
            for number, revision in enumerate(revisions)
        ]
        try:
            for _ in range(args.rounds):
                for version in versions:
                    version.round()
        finally:
            for version in versions:
                version.end()
        for version in versions:
            version.report()
        before, after = versions
        same = before.decisions == after.decisions
        print(f"{'the same decisions':<24}{'yes' if same else 'NO'}")


class Version:
    """One revision in a process of its own."""

    def __init__(self, revision: str, folder: Path, seed: int) -> None:
        git = ["git", "-C", str(ROOT)]
        self.name = subprocess.check_output([*git, "rev-parse", "--short", revision], text=True)
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        subprocess.run(
            ["git", "-C", str(folder), "checkout", "-q", self.name.strip()], check=True
        )  # fmt: skip
        # This script's measuring, that revision's package.
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--measure", "--seed", str(seed)],
            env={**os.environ, "PYTHONPATH": str(folder)}, cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._least: dict[str, list[float]] = {}
        self.decisions: Any = None

    def round(self) -> None:
        """Once through the cases."""
        ask, told = self._pipes()
        ask.write("round\n")
        ask.flush()
        found = json.loads(told.readline())
        self.decisions = found.pop("decisions")
        for name, times in found.items():
            known = self._least.get(name, times)
            self._least[name] = [min(pair) for pair in zip(known, times, strict=True)]

    def report(self) -> None:
        """Print its figures."""
        parse, check = (statistics.median(self._least[name]) for name in ("parse", "check"))
        print(
            f"{self.name.strip():<24}parse {parse:6.2f} ms   check {check:6.2f} ms   "
            f"beside the parse {check - parse:6.2f} ms   check / parse {check / parse:5.2f}"
        )

    def end(self) -> None:
        """Have the process end."""
        self._pipes()[0].close()
        self._process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout


def measure(seed: int) -> None:
    """For each line that comes in, a line with the milliseconds of each case."""
    from guardrail import cases, check, load_language, load_parser, normalise

    from truthscore import Guardrail

    guardrail = Guardrail.load("grounded", lang="nl", pipelines={"nl": "bundled"})
    nlp = load_parser(load_language("nl"), "bundled")
    made = cases(random.Random(seed))
    for case in made:
        check(guardrail, case)
    for _ in sys.stdin:
        times: dict[str, list[float]] = {"parse": [], "check": []}
        decisions = []
        for case in made:
            answer = normalise(case.answer)
            at = time.process_time()
            nlp.parse([answer])
            between = time.process_time()
            decision = check(guardrail, case)
            times["check"].append(1000 * (time.process_time() - between))
            times["parse"].append(1000 * (between - at))
            decisions.append([decision.action, decision.cause, decision.reason])
        print(json.dumps({**times, "decisions": decisions}), flush=True)


if __name__ == "__main__":
    main()
