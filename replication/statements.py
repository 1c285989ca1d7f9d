"""Ticks `PAPER.md`: runs what each statement of the paper names, and looks up its figures.

    python -m replication.statements --data ../shared/data [--only 13,38] [--quick]

A row is ticked when each test that it names passes, each command that it names ends with 0, and
each figure of the row with two or three decimals stands in what those commands print. `BENCH`,
`QUESTIONS`, `HELP` and `CPHOS` in a command are the folders below `--data`; `--quick` leaves out
the commands that need one. Ends with 1 when a row is not ticked.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from replication.folders import folder_with

ROOT = Path(__file__).resolve().parent.parent
STATEMENTS = ROOT / "replication" / "PAPER.md"
FOLDERS = {"BENCH": "bench", "QUESTIONS": "questions", "HELP": "helpcentre", "CPHOS": "cphos"}
#: A figure that a command must print: a whole number may be a section or a threshold.
FIGURE = re.compile(r"(?<![\d.])\d\.\d{2,3}(?![\d.])")
NUMBER = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
NAME = re.compile(r"`([^`]+)`")
COLUMNS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A row: its number, what is said of us, and what it names."""

    number: str
    here: str
    names: tuple[str, ...]

    @property
    def tests(self) -> list[str]:
        """The tests, as `file.py` or `file.py::name`, or a folder of them."""
        return [name for name in self.names if is_test(name)]

    @property
    def commands(self) -> list[str]:
        """The commands."""
        return [name for name in self.names if not is_test(name)]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=folder_with("bench/*.jsonl.gz"), help="the data folder")
    parser.add_argument("--only", metavar="N,...", help="these rows")
    parser.add_argument("--quick", action="store_true", help="no command that needs data")
    args = parser.parse_args(argv)
    if args.data is None and not args.quick:
        parser.error("--data says where the sets are; --quick does without")
    found = read(STATEMENTS.read_text(encoding="utf-8"))
    if args.only:
        asked = args.only.split(",")
        if unknown := sorted(set(asked) - {each.number for each in found}):
            parser.error(f"no row {', '.join(unknown)} in {STATEMENTS.name}")
        found = [each for each in found if each.number in asked]
    passed = tested(sorted({test for each in found for test in each.tests}))
    printed: dict[str, str | None] = {}
    failed = []
    for each in found:
        wrong = faults(each, args.data, passed, printed, quick=args.quick)
        print(f"{each.number:<5}{'not ticked: ' + '; '.join(wrong) if wrong else 'ticked'}")
        sys.stdout.flush()
        failed += [each.number] if wrong else []
    print(f"\n{len(found) - len(failed)} of {len(found)} rows are ticked")
    if failed:
        sys.exit(f"not ticked: {', '.join(failed)}")


def read(text: str) -> list[Statement]:
    """The rows of the table, in their order. Raises ValueError for one with other columns."""
    found = []
    for line in text.splitlines():
        if not re.match(r"\| \d+[a-z]? \|", line):
            continue
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if len(cells) != COLUMNS:
            raise ValueError(f"row {cells[0]}: {len(cells)} columns, expected {COLUMNS}")
        found.append(Statement(number=cells[0], here=cells[3], names=tuple(NAME.findall(cells[4]))))
    return found


def is_test(name: str) -> bool:
    """Whether a name is that of a test, and not of a command."""
    return name.startswith(("test_", "tests/"))


def places(name: str) -> list[Path]:
    """The file or folder of a test; of files with one name those that have it."""
    file, _, test = name.partition("::")
    if "/" in file:
        return [ROOT / file]
    found = sorted(ROOT.glob(f"tests/**/{file}"))
    return [path for path in found if not test or f"def {test}(" in path.read_text("utf-8")]


def command(name: str, data: Path | None) -> list[str] | None:
    """The words of a command; None where it needs data that is not given."""
    words = shlex.split(name)
    for place, word in enumerate(words):
        folder, mark, file = word.partition("/")
        if folder in FOLDERS:
            if data is None:
                return None
            words[place] = f"{data / FOLDERS[folder]}{mark}{file}"
    first = words[0]
    if first == "truthscore" or first.startswith("replication."):
        return [sys.executable, "-m", *words]
    return [sys.executable, *words]


def tested(names: Sequence[str]) -> Mapping[str, bool]:
    """Whether each test passes; one that was not run does not."""
    if not names:
        return {}
    targets = []
    for name in names:
        _, mark, test = name.partition("::")
        targets += [f"{path.relative_to(ROOT)}{mark}{test}" for path in places(name)]
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.xml"
        run = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", f"--junitxml={told}"]
        subprocess.run([*run, *targets], cwd=ROOT, capture_output=True, check=False)
        cases = list(ElementTree.parse(told).iter("testcase")) if told.is_file() else []
    return {name: passes(name, cases) for name in names}


def passes(name: str, cases: Sequence[ElementTree.Element]) -> bool:
    """Whether there are cases of a test, and none of them failed."""
    file, _, test = name.partition("::")
    part = Path(file).name.removesuffix(".py")
    mine = [
        case
        for case in cases
        if part in case.get("classname", "").split(".")
        and (not test or case.get("name", "").split("[")[0] == test)
    ]
    wrong = [case for case in mine if any(e.tag in ("failure", "error") for e in case)]
    ran = [case for case in mine if case.find("skipped") is None]
    return bool(ran) and not wrong


def faults(
    statement: Statement,
    data: Path | None,
    passed: Mapping[str, bool],
    printed: dict[str, str | None],
    *,
    quick: bool,
) -> list[str]:
    """Why a row is not ticked. `printed`: what each command printed, None where it failed; what is
    not there yet is run."""
    wrong = [f"{test} does not pass" for test in statement.tests if not passed.get(test)]
    if not statement.names:
        wrong.append("names nothing that shows it")
    said, left_out = "", False
    for name in statement.commands:
        words = command(name, None if quick else data)
        if words is None:
            left_out = True
            continue
        if name not in printed:
            done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
            printed[name] = done.stdout + done.stderr if done.returncode == 0 else None
        output = printed[name]
        if output is None:
            wrong.append(f"{name} does not end with 0")
        said += output or ""
    if statement.commands and not left_out:
        absent = [one for one in FIGURE.findall(statement.here) if not prints(said, one)]
        wrong += [f"{one} is not printed" for one in absent]
    return wrong


def prints(said: str, figure: str) -> bool:
    """Whether a number of a text is a figure, rounded to its places."""
    decimals = len(figure.partition(".")[2])
    return any(f"{float(number):.{decimals}f}" == figure for number in NUMBER.findall(said))


if __name__ == "__main__":
    main()
