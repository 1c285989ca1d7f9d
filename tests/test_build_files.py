"""The action for GitHub and the job for GitLab: read as YAML, and their lines run in a shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.test_docs import reference

ROOT = Path(__file__).parents[1]
ACTION = ROOT / ".github" / "actions" / "gate"
HELD: dict[str, Any] = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))
[JOB] = yaml.safe_load((ROOT / "examples" / "builds" / "gitlab.yml").read_text("utf-8")).values()
ANSWERS = (ROOT / "examples" / "answers.jsonl").read_text("utf-8").splitlines(keepends=True)


def test_the_action_is_one_of_shell_lines() -> None:
    assert HELD["runs"]["using"] == "composite"
    install, gate = HELD["runs"]["steps"]
    assert {step["shell"] for step in (install, gate)} == {"bash"}
    for step in (install, gate):
        assert "${{" not in step["run"], "an input in a script is run"
        subprocess.run(["bash", "-n", "-c", step["run"]], check=True)
    named = re.findall(r"\$\{\{ inputs\.(\w+) \}\}", " ".join(gate["env"].values()))
    assert named == list(HELD["inputs"])
    assert all(each["description"] for each in HELD["inputs"].values())
    [above] = re.findall(r"\$GITHUB_ACTION_PATH/([./]+)", install["run"])
    assert (ACTION / above).resolve() == ROOT
    assert (ROOT / "pyproject.toml").is_file()


def test_the_workflow_on_the_page_names_what_there_is() -> None:
    [block] = re.findall(
        r"```text\n(- uses: actions/checkout.*?)```", reference("builds"), re.DOTALL
    )
    steps = yaml.safe_load(block)
    [step] = [each for each in steps if "truthscore" in each["uses"]]
    path = step["uses"].partition("truthscore/")[2].partition("@")[0]
    assert (ROOT / path / "action.yml").is_file()
    assert set(step["with"]) <= set(HELD["inputs"])
    folder = HELD["inputs"]["folder"]["default"]
    assert steps[-1]["with"] == {"sarif_file": f"{folder}/gate.sarif"}


def test_gitlab_keeps_what_the_job_writes() -> None:
    written = re.findall(r"-o (\S+)", " ".join(JOB["script"]))
    assert JOB["artifacts"]["paths"] == written
    assert JOB["artifacts"]["reports"] == {"junit": written[0]}
    assert JOB["artifacts"]["when"] == "always"
    assert set(JOB["variables"]) == {"TRUTHSCORE", "ANSWERS", "BASELINE", "LIMITS"}


def shell(folder: Path, lines: str, given: dict[str, str], *options: str) -> int:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", *options, "-c", lines], cwd=folder, check=False,
        env={**os.environ, "PATH": path, **given}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert "command not found" not in done.stderr
    return done.returncode


@pytest.mark.parametrize(
    ("baseline", "limits", "code"),
    [
        ("", "--max-untrue 3", 0),
        ("", "", 1),
        ("before 1.jsonl", "--max-worse 0", 0),
        ("", "--no-such-option", 2),
        ("", '--max-untrue 3 -p $(touch "$HOME/run") * ; touch run', 2),
    ],
)
def test_run_the_action_and_the_job(baseline: str, limits: str, code: int, tmp_path: Path) -> None:
    for name in ("my answers.jsonl", "before 1.jsonl"):
        (tmp_path / name).write_text("".join(ANSWERS[2:5]), encoding="utf-8")
    summary = tmp_path / "summary"
    summary.write_text("before\n", encoding="utf-8")
    given = {
        "answers": "my answers.jsonl", "baseline": baseline, "limits": limits,
        "folder": HELD["inputs"]["folder"]["default"],
    }  # fmt: skip
    github = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_ACTION_PATH": str(ACTION)}
    install, gate = HELD["runs"]["steps"]
    env = {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], value)
        for name, value in gate["env"].items()
    }
    options = ("-e", "-o", "pipefail")  # as GitHub runs `shell: bash`
    assert shell(tmp_path, install["run"], github, *options) == 0
    assert shell(tmp_path, gate["run"], {**github, **env}, *options) == code
    assert not (tmp_path / "run").exists()
    told = summary.read_text("utf-8")
    assert told.startswith("before\n")
    assert ("## truthscore gate: " in told) == (code != 2)
    if code != 2:
        assert (tmp_path / given["folder"] / "gate.xml").is_file()
        assert (tmp_path / given["folder"] / "gate.sarif").is_file()
    job = {
        **JOB["variables"], "ANSWERS": "my answers.jsonl", "BASELINE": baseline, "LIMITS": limits,
    }  # fmt: skip
    assert shell(tmp_path, "\n".join(JOB["script"]), job, "-e", "-o", "pipefail") == code
    assert (tmp_path / "gate.xml").is_file() == (code != 2)
