"""Truthscore in a shell: pipes whose reader leaves, Ctrl-C, and what the shell completes."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import LIE, TRUE, call
from truthscore.types import Verdict

MODULE = (sys.executable, "-m", "truthscore")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (LIE, TRUE)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("score", "rows.jsonl"),  # no summary either
        ("score", "rows.jsonl", "-q", "-j", "2"),
        ("explain", "rows.jsonl", "--id", "lie"),
    ],
)
def test_a_reader_that_leaves_ends_the_run_quietly(args: tuple[str, ...], rows: Path) -> None:
    """As of `cat`: 128 + SIGPIPE, which no exit code of ours can be mistaken for."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes) as nobody:
        done = subprocess.run(
            [*MODULE, *args], stdout=nobody, stderr=subprocess.PIPE, cwd=rows.parent, timeout=120,
            check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (141, "")


def test_ctrl_c_says_whether_and_how_to_go_on(
    rows: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from truthscore.scorer import TruthScorer

    score_many = TruthScorer.score_many

    def pressed(*args: Any, **options: Any) -> Iterator[Verdict]:
        for verdict in score_many(*args, **options):
            os.kill(os.getpid(), signal.SIGINT)
            yield verdict

    # A shell that starts the tests in the background has them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(TruthScorer, "score_many", pressed)
    words = ("score", str(rows), "-o", str(rows.with_name("what was said.jsonl")))
    try:
        code, _, err = call(capsys, *words)
        assert (code, "1 complete rows are in" in err) == (130, True)
        [line] = re.findall("go on with: (.+)", err)
        assert shlex.split(line) == ["truthscore", *words, "--resume"]
        page = rows.with_name("page.html")
        code, _, err = call(capsys, *words, "--resume", "--report", str(page))
        assert code == 130
        assert "2 complete rows are in" in err
        assert err.count("--resume") == 1
        assert page.read_text(encoding="utf-8").count("<article") == 2
        code, _, err = call(capsys, *words[:-1], str(rows.with_name("said.csv")))
        assert code == 130
        assert "only an output in JSONL can go on with --resume" in err
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("work", "words"),
    [
        ("translate.run.translate_rows", "translate rows.jsonl -o out.jsonl --provider libre"),
        ("cluster.score_partitions", "score rows.jsonl -o out/ --cluster local"),
    ],
)
def test_ctrl_c_says_how_other_work_goes_on(
    work: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"truthscore.{work}", pressed)
    monkeypatch.setattr("truthscore.cluster.connect", nullcontext)
    code, _, err = call(capsys, *words.split(), "-q")
    assert code == 130
    assert f"interrupted; go on with: truthscore {words} -q --resume" in err


@pytest.mark.parametrize(
    ("line", "completions"),
    [
        ("truthscore ev", ["evaluate", "evaluate-retrieval"]),
        ("truthscore score --prof", ["--profile"]),
        ("truthscore score rows.jsonl -f c", ["csv"]),
        ("truthscore score ro", ["rows.jsonl"]),
        ("truthscore terms build ro", ["rows.jsonl"]),
        ("truthscore scor --prof", []),
    ],
)
def test_bash_completes_as_the_help_tells(
    line: str, completions: list[str], rows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, told, _ = call(capsys, "--help")
    [completion] = re.findall(r"\beval .+", told)
    words = shlex.join(line.split())
    # What bash does at a tab; a file is completed by bash itself, where the function finds nothing.
    script = f"""
        {completion}
        complete -p truthscore | grep -q -- "-F _truthscore_completion"
        COMP_WORDS=({words}); COMP_CWORD={len(line.split()) - 1}
        compopt() {{ COMPREPLY=($(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}")); }}
        _truthscore_completion truthscore
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", script], cwd=rows.parent, env={**os.environ, "PATH": path},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.split() == completions
