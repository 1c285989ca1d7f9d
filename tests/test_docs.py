"""Documentation that runs: README examples, generated blocks, commands that exist."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from truthscore import formats
from truthscore.cli import COMMANDS
from truthscore.errors import install_hint
from truthscore.features import FEATURES
from truthscore.language import SIGNAL_LISTS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_s_python_runs() -> None:
    failures, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert attempted >= 5
    assert failures == 0


def test_the_readme_s_tables_are_those_of_the_code() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "replication" / "readme.py"), "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [*COMMANDS, *(feature.name for feature in FEATURES)])
def test_every_command_and_feature_is_in_the_readme(name: str) -> None:
    assert f"`{name}`" in README or f"`truthscore {name}`" in README


def test_every_truthscore_command_in_the_readme_exists() -> None:
    for line in re.findall(r"^(?:\$ )?truthscore (.+)$", README, re.MULTILINE):
        words = shlex.split(line, comments=True)
        assert words[0] in COMMANDS, line


def test_extras_are_installed_from_the_checkout() -> None:
    """The name `truthscore` on PyPI is another project's, and ours is not there."""
    texts = {"README.md": README}
    for path in sorted((ROOT / "truthscore").rglob("*.py")):
        texts[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    assert not [name for name, text in texts.items() if re.search(r"truthscore\[", text)]
    assert install_hint("parquet") == "pip install '.[parquet]' in the checkout of truthscore"


@dataclass(frozen=True)
class Block:
    """A block of commands in the README: the comment over it, and the output that is shown."""

    mark: str
    commands: str
    output: str


def blocks() -> list[Block]:
    found = re.findall(
        r"(?:<!-- ([^>]*) -->\n)?```bash\n(.*?)```\n(?:\n<!-- output -->\n```text\n(.*?)```)?",
        README,
        re.DOTALL,
    )
    return [Block(*each) for each in found]


def test_every_block_of_commands_is_run_or_says_why_not() -> None:
    marks = [block.mark for block in blocks()]
    assert len(marks) == README.count("```bash")
    assert marks[:2] == ["command:start", "command:test"]  # .ci/run runs these two
    assert all(mark.partition(": ")[2] for mark in marks if mark.startswith("not run"))
    assert {mark for mark in marks[2:] if not mark.startswith("not run: ")} == {""}


def test_the_readme_s_commands_run_in_the_order_a_reader_meets_them(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = [block for block in blocks() if not block.mark]
    assert len(run) >= 5
    for block in run:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block.commands], cwd=tmp_path, check=False,
            env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, (block.commands, done.stderr)
        if block.output:
            assert done.stdout == block.output
    # what a reader was promised
    for name in ("report.html", "evaluation/report.html", "own.jsonl", "terms.txt"):
        assert (tmp_path / name).stat().st_size, name


def test_the_output_line_in_the_readme_has_the_keys_of_the_code() -> None:
    [shown] = re.findall(r"```json\n(.+?)```", README, re.DOTALL)
    from tests.test_formats import verdict

    real = formats.to_dict(verdict())
    line = json.loads(shown)
    assert list(line) == list(real)
    assert list(line["features"]["components_defined"]) == list(
        real["features"]["components_defined"]
    )


def test_reasons_for_not_scoring_are_documented() -> None:
    source = (ROOT / "truthscore" / "scorer.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'reason = "(\w+)"', source)) | {"language", "nothing_to_measure"}
    assert len(reasons) >= 8
    assert not [reason for reason in reasons if f"`{reason}`" not in README]


def test_signal_lists_are_the_paper_s_four() -> None:
    assert SIGNAL_LISTS == ("perspective", "comparison", "examples", "reasoning")
