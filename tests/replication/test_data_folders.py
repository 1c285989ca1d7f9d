"""Every script that is given data says in one sentence that it is not there, and ends with 2."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [
    str(path.relative_to(ROOT))
    for path in sorted((ROOT / "replication").rglob("*.py"))
    if '"--data"' in path.read_text(encoding="utf-8")
]


def called(
    script: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What `python SCRIPT --data DATA` says when it ends with 2."""
    monkeypatch.setattr(sys, "argv", [script, "--data", str(data)])
    monkeypatch.syspath_prepend(str((ROOT / script).parent))  # where its siblings are modules
    with pytest.raises(SystemExit) as stop:
        runpy.run_path(str(ROOT / script), run_name="__main__")
    assert stop.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_there_are_scripts_to_test() -> None:
    assert len(SCRIPTS) >= 20


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_folder_that_is_not_there_is_told(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = called(script, tmp_path / "none", monkeypatch, capsys)
    assert f"error: argument --data: {tmp_path}/none: no such f" in said


def test_a_folder_without_the_set_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = called("replication/nl_support.py", tmp_path, monkeypatch, capsys)
    assert f"{tmp_path}: has no nl_support_dev.jsonl.gz; expected a folder with" in said
