"""Documentation that runs: README examples, generated blocks, commands that exist."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from truthscore import formats
from truthscore import profile as profiles
from truthscore.cli import COMMANDS
from truthscore.errors import install_hint
from truthscore.features import FEATURES
from truthscore.language import SIGNAL_LISTS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# A folder with a dot is no package.
sys.path.insert(0, str(ROOT / ".ci"))
import readme_blocks as ci  # noqa: E402


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


def test_every_block_of_commands_is_run_in_ci_or_says_why_not() -> None:
    """`.ci/run` runs what `.ci/readme_blocks.py` prints: all but the blocks that say why not."""
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert [f"$(readme {part})" in run for part in ("start", "others", "test")] == [True] * 3
    found = ci.blocks(README)
    assert [block.part for block in found[:2]] == ["start", "test"]
    assert {block.part for block in found[2:]} == {"others"}
    marks = re.findall(r"<!-- (?:command|not run).*-->", README)
    assert len(marks) == sum(bool(block.mark) for block in found)  # none stands elsewhere
    assert [block.why_not for block in found if block.why_not is not None] == [
        each for mark in marks for each in re.findall(r"not run: (.{10,}) -->", mark)
    ]
    shown = re.sub(r"<!-- block:.+?<!-- end -->", "", README, flags=re.DOTALL)
    assert set(re.findall(r"^```(\w*)$", shown, re.MULTILINE)) == {
        "bash", "python", "json", "text", "",
    }  # fmt: skip
    assert not re.search(r"^\$ ", shown, re.MULTILINE)


def test_blocks_are_run_in_order_and_marked_ones_are_not() -> None:
    readme = (
        "<!-- command:start -->\n```bash\none\n```\n<!-- of another block -->\n"
        "text\n```bash\ntwo\n```\n"
        "<!-- not run: needs a bucket -->\n```bash\nthree\n```\n```python\nno\n```\n"
        "```console\nfour\n```\n"
    )
    assert [block.line for block in ci.blocks(readme)] == [3, 8, 12, 18]
    assert ci.script(readme, "start").splitlines()[1:] == ["one"]
    assert ci.script(readme, "others").splitlines()[1::2] == ["two", "four"]


def test_start_leaves_a_shell_in_which_everything_after_it_works() -> None:
    """The first two blocks also work each by itself, in a shell of their own."""
    for block in ci.blocks(README)[:2]:
        assert ". .venv/bin/activate && " in block.text
        assert block.text.count("\n") == 1
    assert ".venv" not in ci.script(README, "others")


def test_what_the_two_profiles_give_the_same_answers_is_shown_as_it_is(tmp_path: Path) -> None:
    [(commands, shown)] = re.findall(
        r"```bash\n([^`]*--profile paper\n[^`]*)```\n\n```text\n(.*?)```", README, re.DOTALL
    )
    assert {f"--profile {name}" for name in profiles.names()} == set(
        re.findall(r"--profile \S+", commands)
    )
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=tmp_path, check=True, timeout=120,
        env={**os.environ, "PATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == shown


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
