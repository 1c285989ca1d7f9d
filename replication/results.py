"""Writes what is generated in the documents: replication/RESULTS.md, and lists of the code's names.

    python replication/results.py --data ../shared/data      # all blocks
    python replication/results.py --data ../shared/data --only pairs,grounded
    python replication/results.py                            # those that need no data
    python replication/results.py --check                    # exit 1 when one is out of date

No figure is typed in: each block is the output of the command it names, with the commit it was
measured at and the signature of the settings. `unseen` also fills the limits in README.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import regex
from folders import folder_with

from truthscore.cli import COMMANDS
from truthscore.features import FEATURES

ROOT = Path(__file__).resolve().parent.parent
README, RESULTS = ROOT / "README.md", ROOT / "replication" / "RESULTS.md"
REFERENCE = ROOT / "examples" / "reference" / "features.md"
OWN_PAIRS = ROOT / "replication" / "pairs" / "own_pairs.jsonl"
BLOCK = "<!-- block:{name} -->\n{body}\n<!-- end -->"

#: Makes the Markdown of a block.
Body = Callable[[], str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("bench/*.jsonl.gz", "questions/*.jsonl.gz"),
        help="folder of bench/ and questions/",
    )
    parser.add_argument("--only", metavar="NAME,...", help="these blocks; default: all that can be")
    parser.add_argument("--check", action="store_true", help="change nothing, compare")
    args = parser.parse_args()
    made: dict[Path, dict[str, Body]] = {
        README: {"commands": commands},
        REFERENCE: {"features": features},
        RESULTS: {"own_pairs": own_pairs},
    }
    if args.data is not None:
        made[RESULTS] |= measured(args.data, args.check)
    names = {name for blocks in made.values() for name in blocks}
    only = names if args.only is None else set(args.only.split(","))
    if unknown := sorted(only - names):
        sys.exit(f"no block {', '.join(unknown)}; there are {', '.join(sorted(names))}")
    late = [path for path, blocks in made.items() if not write(path, blocks, only, args.check)]
    if late:
        told = ", ".join(str(path.relative_to(ROOT)) for path in late)
        sys.exit(f"out of date: {told}; run replication/results.py")


def write(path: Path, blocks: Mapping[str, Body], only: set[str], check: bool) -> bool:
    """Put the blocks into the file. With `check` nothing is written: whether they stand there."""
    bodies = {name: body() for name, body in blocks.items() if name in only}
    text = path.read_text(encoding="utf-8")
    changed = text
    for name, body in bodies.items():
        changed = replace(changed, name, body, path)
    if check:
        return without_commits(changed) == without_commits(text)
    if changed != text:
        path.write_text(changed, encoding="utf-8")
    return True


def replace(text: str, name: str, body: str, path: Path) -> str:
    pattern = regex.compile(rf"<!-- block:{name} -->\n.*?<!-- end -->", regex.DOTALL)
    block = BLOCK.format(name=name, body=body)
    changed, count = pattern.subn(lambda _: block, text)
    if count != 1:
        sys.exit(f"{path.name} has {count} blocks named {name!r}; expected one")
    return changed


def without_commits(text: str) -> str:
    """The same figures at another commit are no other figures."""
    return regex.sub(r"(?m)^commit .*$", "", text)


def commands() -> str:
    rows = [f"| `truthscore {name}` | {help_} |" for name, (_, help_) in COMMANDS.items()]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def features() -> str:
    rows = [f"| `{feature.name}` | §{feature.section} | {feature.title} |" for feature in FEATURES]
    return "\n".join(["| feature | paper | what it measures |", "| --- | --- | --- |", *rows])


def own_pairs() -> str:
    """What the lines of our own pairs say was told of them; nothing is scored here."""
    pages = [json.loads(line) for line in OWN_PAIRS.read_text(encoding="utf-8").splitlines()]
    rows = [row for page in pages for row in page["rows"]]
    true, lies = ([row for row in rows if kind in row] for kind in ("true", "lie"))
    counted = [
        ("true answers at 3 stars or above", sum(row["holds"] for row in true), len(true)),
        ("lies not sent (below 4 stars)", sum(row["seen"] for row in lies), len(lies)),
    ]
    return "\n".join(
        ["| what | answers | of |", "| --- | --- | --- |"]
        + [f"| {what} | {found} | {all_} |" for what, found, all_ in counted]
    )


def measured(data: Path, check: bool) -> dict[str, Body]:
    """The blocks that take minutes: each runs the command that it names."""
    bench, questions = data / "bench", data / "questions"
    public = ["--sets", "mtrag_dev,clapnq_dev,begin_dev,sick_nl_train,nl_support_dev"]
    of_readme = [] if check else ["--readme", str(README)]
    return {
        "unseen": lambda: output(["-m", "replication.unseen"], bench, unsaid=of_readme),
        "nl_support": lambda: output(["replication/nl_support.py"], bench, until="\n\neach"),
        "paper_lost": lambda: output(["-m", "replication.paper_lost"], bench),
        "grounded": lambda: output(
            ["replication/benchmark/public_sets.py"], bench, "--profile", "grounded", *public
        ),
        "message_types": lambda: output(
            ["replication/message_types.py"], questions, until="\n\nconfusion"
        ),
        "pairs": lambda: shown(["-m", "replication.pairs.run", "--half", "test"]),
    }


def output(
    script: list[str], data: Path, *more: str, until: str = "\0", unsaid: list[str] | None = None
) -> str:
    asked = " ".join([*script, f"--data .../{data.name}", *more])
    return shown([*script, "--data", str(data.resolve()), *more, *(unsaid or [])], asked, until)


def shown(arguments: list[str], asked: str | None = None, until: str = "\0") -> str:
    """What Python prints when it runs with `arguments`, below the command (or `asked`)."""
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    printed = "\n".join(map(str.rstrip, run.stdout.partition(until)[0].strip().splitlines()))
    return f"```text\n$ python {asked or ' '.join(arguments)}\ncommit {commit()}\n{printed}\n```"


def commit() -> str:
    """The commit that is checked out; the package may differ from it, then that is said."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    name = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    scored = ["truthscore", "wordlists"]
    clean = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", *scored], cwd=ROOT, check=False)
    return name.strip() + (" with changes" if clean.returncode else "")


if __name__ == "__main__":
    main()
