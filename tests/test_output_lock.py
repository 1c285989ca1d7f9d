"""Two runs on one output: the second is told who writes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from truthscore.cli import main
from truthscore.errors import InputError
from truthscore.open_files import open_output
from truthscore.output_lock import locked

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
HOLDS = """
import sys
from truthscore.open_files import open_output
with open_output(sys.argv[1], append=True) as stream:
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_with_the_number_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, answers = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    output.write_text("before\n", "utf-8")
    row = {"id": "1", "question": "How?", "answer": "Click Save.", "context": ["Click Save."]}
    answers.write_text(json.dumps(row) + "\n", "utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(output)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        for resume in ([], ["--resume"]):
            with pytest.raises(SystemExit) as done:
                main(["score", str(answers), "-o", str(output), *resume])
            assert done.value.code == 2
            assert f"process {other.pid} is writing it" in capsys.readouterr().err
        assert output.read_text("utf-8") == "before\n"
        other.kill()
    with pytest.raises(SystemExit) as done:
        main(["score", str(answers), "-o", str(output), "-q"])
    assert done.value.code == 0
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_lock_is_taken_away_and_a_device_has_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with locked(path), pytest.raises(InputError, match=f"process {os.getpid()} is"), locked(path):
        pass
    with open_output(str(path)), open_output("/dev/null"), open_output("/dev/null"):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]
