"""Documentation that runs: examples, generated blocks, commands that exist; and is short."""

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

from tests.examples_folder import laid_in
from truthscore import stars
from truthscore.cli import COMMANDS
from truthscore.errors import install_hint
from truthscore.features import FEATURES
from truthscore.language import SIGNAL_LISTS
from truthscore.types import REFUSAL
from truthscore.verdict_line import to_dict

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "replication" / "RESULTS.md"
#: The README and what it has no room for, by path below the repository.
DOCS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "examples" / "reference").glob("*.md")))
}
README = DOCS["README.md"]
#: Lines that a reader with two minutes gets.
MOST_LINES = {"README.md": 220, "CHANGELOG.md": 60}
#: Files that the commands of a document promise.
PROMISED = {
    "README.md": ("report.html",),
    "examples/reference/ratings.md": ("evaluation/report.html",),
    "examples/reference/own-company.md": ("own.jsonl", "terms.txt"),
}


def reference(name: str) -> str:
    return DOCS[f"examples/reference/{name}.md"]


@pytest.mark.parametrize("name", MOST_LINES)
def test_what_is_read_first_is_short(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES[name]


def test_links_lead_somewhere() -> None:
    dead = [
        (name, target)
        for name, text in {**DOCS, "replication/RESULTS.md": RESULTS.read_text("utf-8")}.items()
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)
        if "://" not in target and not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert not dead


def test_links_into_a_page_lead_to_a_heading() -> None:
    anchors = {
        name: {
            re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        for name, text in DOCS.items()
    }
    found = [
        (name, (ROOT / name).parent.joinpath(target) if target else ROOT / name, anchor)
        for name, text in DOCS.items()
        for target, anchor in re.findall(r"\]\(([^):#]*)#([^)]+)\)", text)
    ]
    assert len(found) >= 3
    assert not [
        each
        for each in found
        if each[2] not in anchors[each[1].resolve().relative_to(ROOT).as_posix()]
    ]


def test_the_tests_that_measured_pages_name_exist() -> None:
    """A figure that a test is said to hold is held by nothing once the test is gone."""
    pages = {ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "examples").rglob("*.md")}
    pages |= {*(ROOT / "replication").rglob("*.md")}
    named = [
        (page.relative_to(ROOT).as_posix(), path)
        for page in sorted(pages)
        for path in re.findall(r"`(tests/[\w/]+\.py)`", page.read_text("utf-8"))
    ]
    assert named
    assert not [each for each in named if not (ROOT / each[1]).is_file()]


def test_the_python_in_the_documents_runs() -> None:
    attempted = 0
    for name in DOCS:
        failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
        assert failed == 0, name
        attempted += tried
    assert attempted >= 15


def test_what_is_generated_is_that_of_the_code() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "replication" / "results.py"), "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_limits_have_a_place_for_the_unseen_figures() -> None:
    """`replication/unseen.py` writes between these lines."""
    assert re.search(r"^<!-- unseen:start -->\n(\|.*\n)+<!-- unseen:end -->$", README, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme(name: str) -> None:
    assert f"`truthscore {name}`" in README


@pytest.mark.parametrize("name", [feature.name for feature in FEATURES])
def test_every_feature_is_in_the_reference(name: str) -> None:
    assert f"`{name}`" in reference("features")


def test_every_truthscore_command_in_the_documents_exists() -> None:
    for text in DOCS.values():
        for line in re.findall(r"^(?:\$ )?truthscore (.+)$", text, re.MULTILINE):
            words = shlex.split(line, comments=True)
            assert words[0] in COMMANDS, line


def test_extras_are_installed_from_the_checkout() -> None:
    """The name `truthscore` on PyPI is another project's, and ours is not there."""
    texts = dict(DOCS)
    for path in sorted((ROOT / "truthscore").rglob("*.py")):
        texts[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    assert not [name for name, text in texts.items() if re.search(r"truthscore\[", text)]
    told = install_hint("parquet")
    assert told == "pip install '.[parquet]' in the checkout of truthscore, or 'FILE.whl[parquet]'"


@dataclass(frozen=True)
class Block:
    """A block of commands in a document: the comment over it, and the output that is shown."""

    mark: str
    commands: str
    output: str


def blocks(name: str) -> list[Block]:
    found = re.findall(
        r"(?:<!-- ([^>]*) -->\n)?```bash\n(.*?)```\n(?:\n<!-- output -->\n```text\n(.*?)```)?",
        DOCS[name],
        re.DOTALL,
    )
    return [Block(*each) for each in found]


@pytest.mark.parametrize("name", DOCS)
def test_every_block_of_commands_is_run_or_says_why_not(name: str) -> None:
    marks = [block.mark for block in blocks(name)]
    assert len(marks) == DOCS[name].count("```bash")
    if name == "README.md":
        assert marks[:2] == ["command:start", "command:test"]  # .ci/run runs these two
        del marks[:2]
        [circle] = [mark for mark in marks if mark.startswith("circle: ")]
        marks.remove(circle)  # tests/test_circle.py runs it
    assert all(mark.partition(": ")[2] for mark in marks if mark.startswith("not run"))
    assert not [mark for mark in marks if mark and not mark.startswith("not run: ")]
    # no block escapes by the name of its language, and none of output shows a command
    shown = re.sub(r"<!-- block:.+?<!-- end -->", "", DOCS[name], flags=re.DOTALL)
    languages = {"bash", "python", "json", "js", "text", ""}  # js: test_javascript.py
    assert set(re.findall(r"^```(.*)$", shown, re.MULTILINE)) <= languages
    assert not re.search(r"^\$ ", shown, re.MULTILINE)


def test_the_first_command_leaves_a_shell_in_which_the_others_work() -> None:
    start, _, *others = blocks("README.md")
    assert ". .venv/bin/activate && " in start.commands
    assert not [block for block in others if ".venv" in block.commands]


@pytest.mark.parametrize("name", [name for name in DOCS if [b for b in blocks(name) if not b.mark]])
def test_commands_run_in_the_order_a_reader_meets_them(name: str, tmp_path: Path) -> None:
    laid_in(tmp_path)
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for block in blocks(name):
        if block.mark:
            continue
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block.commands], cwd=tmp_path, check=False,
            env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, (block.commands, done.stderr)
        if block.output:
            assert done.stdout == block.output
    for code in re.findall(r"```python\n(.*?)```", DOCS[name], re.DOTALL):
        if ">>> " in code:
            continue  # a doctest, which says itself what it prints
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, check=False, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=300,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout, "an example that finds nothing shows nobody how it works"
    for promised in PROMISED.get(name, ()):
        assert (tmp_path / promised).stat().st_size, promised


def test_what_a_reader_is_promised_stands_in_documents_that_exist() -> None:
    assert set(PROMISED) <= set(DOCS)


def test_the_output_line_that_is_shown_has_the_keys_of_the_code() -> None:
    [shown] = re.findall(r"```json\n(.+?)```", reference("input-and-output"), re.DOTALL)
    from tests.test_formats import verdict

    real = to_dict(verdict())
    line = json.loads(shown)
    assert list(line) == list(real)
    shown_feature, real_feature = (each["features"]["components_defined"] for each in (line, real))
    assert list(shown_feature) == list(real_feature)
    assert list(shown_feature["evidence"][0]) == list(real_feature["evidence"][0])


def test_reasons_for_not_scoring_are_documented() -> None:
    source = (ROOT / "truthscore" / "scoring" / "prepare.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'return "(\w+)"', source)) | {"language", "nothing_to_measure"}
    assert len(reasons) >= 8
    told = reference("input-and-output")
    assert not [reason for reason in reasons if f"`{reason}`" not in told]


def test_overrides_are_documented() -> None:
    told = reference("input-and-output")
    names = {
        *stars.OVERRIDES, stars.NO_SIGNS, stars.UNSEEN, stars.RETRACTED,
        stars.OTHER_LANGUAGE, REFUSAL,
    }  # fmt: skip
    assert not [name for name in names if f"`{name}`" not in told]


def test_signal_lists_are_the_paper_s_four() -> None:
    assert SIGNAL_LISTS == ("perspective", "comparison", "examples", "reasoning")
