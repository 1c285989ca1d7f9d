"""What somebody meets on the first day: a column too many, a wrong ending, a narrow window."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from tests.cli.test_cli import LIE, ROOT, TRUE, call, rows
from truthscore.cli import COMMANDS, group
from truthscore.rules import RULES

__all__ = ["rows"]


def options() -> list[Any]:
    """(Command, option) of every command and of those below it."""
    found = []
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        below = getattr(command, "commands", {})
        for path, each in ((name, command), *((f"{name} {sub}", below[sub]) for sub in below)):
            found += [(path, param) for param in each.params if isinstance(param, click.Option)]
    return found


def test_every_option_says_what_it_does() -> None:
    assert [(path, each.opts[0]) for path, each in options() if not each.help] == []


@pytest.mark.parametrize("name", ["out.json", "out.parquet", "out.xls", "out.tsv", "out.html"])
def test_an_output_is_what_its_name_says(
    rows: Path, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / name
    code, _, err = call(capsys, "score", str(rows), "-o", str(output), "-q")
    assert code == 2
    assert f"{name}: an output ends in .jsonl, .csv or .xlsx" in err
    assert "--format" in err
    assert not output.exists()
    assert call(capsys, "score", str(rows), "-o", str(output), "-q", "-f", "jsonl")[0] == 0


def test_a_workbook_keeps_what_stands_before_a_bad_row_and_says_so_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path, output = tmp_path / "answers.jsonl", tmp_path / "scored.xlsx"
    lines = (TRUE, {**LIE, "nummer": 1})
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    code, _, err = call(capsys, "score", str(path), "-o", str(output), "-q")
    assert code == 2
    assert "field 'nummer' is not known" in err
    sheet = openpyxl.load_workbook(output).worksheets[-1]
    kept = [row for row in sheet.iter_rows(values_only=True) if "true" in row]
    assert len(kept) == 1


def test_a_narrow_window_cuts_no_name_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """These are names to be copied into a profile."""
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = call(capsys, "rules")
    assert code == 0
    assert "…" not in out
    assert [rule.id for rule in RULES if not re.search(rf"\b{re.escape(rule.id)}\b", out)] == []
    code, out, _ = call(capsys, "features", "-p", "grounded")
    assert code == 0
    assert "…" not in out


@pytest.mark.parametrize("command", [["explain"], ["tree", "walk", "examples/tree.toml"]])
def test_a_row_that_cannot_be_read_is_not_said_to_be_missing(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [str(ROOT / word) if "/" in word else word for word in command]
    table = tmp_path / "antwoorden.csv"
    table.write_text("Nr;Vraag;Antwoord\n7;Kan dit?;Ja.\n", encoding="utf-8-sig")
    code, _, err = call(capsys, *command, str(table), "--id", "7")
    assert code == 2
    assert "antwoorden.csv:2: field 'Nr' is not known" in err
    lines = tmp_path / "answers.jsonl"
    lines.write_text(json.dumps(TRUE) + "\n" + json.dumps({**LIE, "zzz": 1}) + "\n", "utf-8")
    code, _, err = call(capsys, *command, str(lines), "--id", "lie")
    assert code == 2
    assert "answers.jsonl:2: field 'zzz' is not known" in err
    code, _, err = call(capsys, *command, str(lines), "--id", "tru")
    assert code == 2
    assert "no row has id 'tru'; did you mean 'true'?" in err


@pytest.mark.parametrize("name", ["page.pdf", "page.csv"])
def test_a_page_is_named_as_one(
    rows: Path, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, page = tmp_path / "scored.jsonl", tmp_path / name
    code, _, err = call(capsys, "score", str(rows), "-o", str(output), "-q", "--report", str(page))
    assert code == 2
    assert f"{name}: a page is HTML; name it .html" in err
    assert not page.exists()


def test_an_encoding_that_nobody_knows_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("question,answer,context\nHoe?,Zo.,Zo gaat het.\n", "utf-8")
    code, _, told = call(capsys, "score", str(table), "--encoding", "klingon")
    assert code == 2
    assert "--encoding klingon: is not known" in told


def test_scores_of_rows_that_are_not_there_are_not_exported(
    rows: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored, others = tmp_path / "scored.jsonl", tmp_path / "others.jsonl"
    call(capsys, "score", str(rows), "-o", str(scored), "--quiet")
    others.write_text('{"id": "other", "question": "Hoe?", "answer": "Zo.", "context": []}\n')
    code, _, told = call(capsys, "export", "langfuse", str(scored), "--answers", str(others))
    assert code == 2
    assert "has no row" in told


def test_doctor_says_what_the_encoder_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("truthscore.encoder.model.NEEDED", ("no_such_package",))
    code, _, told = call(capsys, "doctor", "--profile", "grounded-encoder")
    assert code == 2
    assert "no_such_package, which is not installed" in told
