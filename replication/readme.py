"""Writes the generated blocks of README.md from the code and the measuring scripts.

    python replication/readme.py --data ../shared/data      # all blocks
    python replication/readme.py                            # those that need no data
    python replication/readme.py --check                    # exit 1 when one is out of date

No figure in the README is typed in: each block is the output of the command it names.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import regex
from folders import folder_with

from truthscore.cli import COMMANDS
from truthscore.features import FEATURES

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = "<!-- block:{name} -->\n{body}\n<!-- end -->"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("bench/*.jsonl.gz", "questions/*.jsonl.gz"),
        help="folder of bench/ and questions/",
    )
    parser.add_argument("--check", action="store_true", help="change nothing, compare")
    args = parser.parse_args()
    text = README.read_text(encoding="utf-8")
    changed = text
    for name, body in bodies(args.data).items():
        changed = replace(changed, name, body)
    if args.check:
        sys.exit("README.md is out of date: run replication/readme.py" if changed != text else 0)
    README.write_text(changed, encoding="utf-8")


def bodies(data: Path | None) -> dict[str, str]:
    """Block name → Markdown; blocks that need data are left out without it."""
    made = {"commands": commands(), "features": features()}
    if data is not None:
        made["nl_support"] = output("replication/nl_support.py", data / "bench", until="\n\neach")
        made["grounded"] = output(
            "replication/benchmark/public_sets.py",
            data / "bench",
            "--profile",
            "grounded",
            "--sets",
            "mtrag_dev,clapnq_dev,begin_dev,sick_nl_train,nl_support_dev",
        )
        made["message_types"] = output(
            "replication/message_types.py", data / "questions", until="\n\nconfusion"
        )
        made["pairs"] = shown(["-m", "replication.pairs.run", "--half", "test"])
    return made


def replace(text: str, name: str, body: str) -> str:
    pattern = regex.compile(rf"<!-- block:{name} -->\n.*?<!-- end -->", regex.DOTALL)
    block = BLOCK.format(name=name, body=body)
    changed, count = pattern.subn(lambda _: block, text)
    if count != 1:
        sys.exit(f"README.md has {count} blocks named {name!r}; expected one")
    return changed


def commands() -> str:
    rows = [f"| `truthscore {name}` | {help_} |" for name, (_, help_) in COMMANDS.items()]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def features() -> str:
    rows = [f"| `{feature.name}` | §{feature.section} | {feature.title} |" for feature in FEATURES]
    return "\n".join(["| feature | paper | what it measures |", "| --- | --- | --- |", *rows])


def output(script: str, data: Path, *more: str, until: str = "\0") -> str:
    asked = " ".join([f"{script} --data .../{data.name}", *more])
    return shown([script, "--data", str(data.resolve()), *more], asked, until)


def shown(arguments: list[str], asked: str | None = None, until: str = "\0") -> str:
    """What Python prints when it runs with `arguments`, below the command (or `asked`)."""
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    printed = run.stdout.partition(until)[0].rstrip()
    return f"```text\n$ python {asked or ' '.join(arguments)}\n{printed}\n```"


if __name__ == "__main__":
    main()
