"""CHOPS's tables from an archive of our own in the shape of its logs."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from replication.chops import cost
from replication.chops.logs import ARCHIVE, ARMS, SETS, Logs
from replication.chops.verifier import rejected_questions


def archive(folder: Path, *, without: str = "nothing") -> Path:
    """Twelve questions a set, of which three are wrong and one of those was mended by a person."""
    rows = ["nickname,question,answer,,,Human"]
    for n in range(12):
        said, note = ("Wrong;x", "Should be correct" if n == 0 else "") if n < 3 else ("Right;", "")
        rows.append(f"u,question {n},gold,answer,{said},{note}")
    rows.append("Auto-checked Correctly answered number: 9/12,,,,")
    files = {}
    for arm in ARMS.values():
        for name, run in arm.runs.items():
            files[f"result/{run}_{SETS[name]}_result.csv"] = "\n".join(rows)
            for agent in arm.models:
                for way, text in (("input", "x" * 120), ("output", "y" * 12)):
                    files[f"logs/{run}_{SETS[name]}{agent}_{way}_words.txt"] = text
    with tarfile.open(folder / ARCHIVE, "w:gz") as made:
        for path, text in files.items():
            if without not in path:
                info = tarfile.TarInfo(path)
                info.size = len(text)
                made.addfile(info, io.BytesIO(text.encode()))
    return folder


def test_a_verdict_that_a_person_mended_is_the_persons(tmp_path: Path) -> None:
    found = Logs(archive(tmp_path)).results(ARMS["E gpt-4"].runs["sys"], "sys")
    assert [right for *_, right in found] == [True, False, False, *[True] * 9]


def test_every_cell_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(["--data", str(archive(tmp_path))]) == 0
    out = capsys.readouterr().out
    assert "  E gpt-4      sys              85.6          83.33  55.2 to 95.3 (n = 12)" in out
    assert "MISSING" not in out
    # by hand: 3 agents read 120 characters of 12 questions in each of 2 sets, and cost 3 x 330 of
    # 1200 + 30 x ... : (30 x 3 + 3 x 6) / (10 x 10 + 1 x 30)
    assert "83.08" in out


def test_a_cell_without_its_log_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cost.main(["--data", str(archive(tmp_path, without="ExecutorOnly_gpt3.5"))]) == 1
    said = capsys.readouterr()
    assert "MISSING" in said.out
    assert "cells of the paper are missing" in said.err


def test_a_question_is_rejected_when_all_its_rounds_are() -> None:
    read = (
        "There is a QA pair: Q: Who?, A:one.Instruction: ...\n"
        "There is a QA pair: Q: Who?, A:two.Instruction: ...\n"
        "Attention! Some of the reference answers to this question are invalid\n"
        "There is a QA pair: Q: When?, A:now.Instruction: ...\n"
    )
    assert rejected_questions(read) == {"Who?": True, "When?": False}
