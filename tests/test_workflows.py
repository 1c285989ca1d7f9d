"""What runs on every change and at a release: it parses, and its build lines do what they say."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github" / "workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
#: What an entry of an environment's variables is called that holds a secret.
SECRET = re.compile(r"secrets\.|password|api_token", re.IGNORECASE)


def workflow(name: str) -> dict[Any, Any]:
    told: dict[Any, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return told


def lines(name: str) -> Iterator[str]:
    """The shell lines of a workflow."""
    for job in workflow(name)["jobs"].values():
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), step
            yield from step.get("run", "").splitlines()


@pytest.mark.parametrize("name", ["ci", "release"])
def test_a_workflow_may_do_no_more_than_it_needs(name: str) -> None:
    told = workflow(name)
    assert told["permissions"] == {"contents": "read"}
    assert not SECRET.search((FOLDER / f"{name}.yml").read_text("utf-8"))
    for job in told["jobs"].values():
        assert job["runs-on"]
        assert all("@" in step["uses"] for step in job["steps"] if "uses" in step)
    # `on` is read as true by YAML 1.1, which GitHub does not mind
    assert True in told


def test_every_supported_python_is_tested() -> None:
    named = {
        entry.rpartition(" ")[2] for entry in PROJECT["classifiers"] if re.search(r"3\.\d+$", entry)
    }
    jobs = workflow("ci")["jobs"]
    for job in ("tests", "wheel"):
        assert set(jobs[job]["strategy"]["matrix"]["python"]) == named


def test_the_linters_are_those_of_the_contributors_page() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    run = set(lines("ci"))
    for line in ("ruff check .", "ruff format --check truthscore tests replication examples"):
        assert line in run
        assert line in page
    assert {"mypy", "lint-imports"} <= run


def test_publishing_waits_for_the_build_and_has_its_own_right() -> None:
    publish = workflow("release")["jobs"]["publish"]
    assert publish["needs"] == "build"
    assert publish["permissions"] == {"id-token": "write"}
    assert workflow("release")[True] == {"push": {"tags": ["v*"]}}


def test_the_tag_is_held_against_the_version() -> None:
    (line,) = [line for line in lines("release") if "TAG" in line]
    line = line.replace("python ", f"{sys.executable} ", 1)
    for tag, code in ((f"v{PROJECT['version']}", 0), ("v9.9.9", 1), ("", 1)):
        done = subprocess.run(
            ["bash", "-c", line], cwd=ROOT, env={"TAG": tag}, capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr


def test_the_citation_names_this_version() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert told["cff-version"] == "1.2.0"
    assert str(told["version"]) == PROJECT["version"]
    assert " AND ".join(told["license"]) == PROJECT["license"]
    assert {"message", "title", "authors"} <= set(told)


@pytest.mark.slow
def test_what_a_release_builds_is_whole(tmp_path: Path) -> None:
    for name in ("build", "twine"):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install build twine")
    clone = tmp_path / "clone"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clone / name)
    for line in ("python -m build", "python -m twine check --strict dist/*"):
        assert line in set(lines("ci")) & set(lines("release"))
        done = subprocess.run(
            ["bash", "-c", line.replace("python ", f"{sys.executable} ", 1)],
            cwd=clone, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (clone / "dist").glob("*.whl")
    (source,) = (clone / "dist").glob("*.tar.gz")
    assert PROJECT["version"] in wheel.name
    inside = zipfile.ZipFile(wheel).namelist()
    assert "truthscore/wordlists/nl/reasons.toml" in inside
    assert not [name for name in inside if name.startswith(("tests/", "examples/"))]
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"wordlists/nl/reasons.toml", "pyproject.toml", "LICENSE", "NOTICE"} <= held
