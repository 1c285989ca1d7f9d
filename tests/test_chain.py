"""A record of verdicts: any change of it is found, and it says which rows were judged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_cli import LIE, TRUE, call
from truthscore.chain import FIRST, canonical, read, recording, row_hash
from truthscore.errors import InputError
from truthscore.formats import Row
from truthscore.types import Example, Verdict

EXAMPLES = [Example(id=f"r{at}", question="Hoe?", answer=f"Zó, {at} keer.") for at in range(4)]


def write(path: Path, examples: list[Example | Row] | None = None) -> bytes:
    with recording(str(path)) as recorder:
        for each in recorder.noted(EXAMPLES if examples is None else examples):
            verdict = Verdict(id=each.id, status="scored", score=4.5, signature="s")
            recorder.write(verdict, "send")
    return path.read_bytes()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "record.jsonl"
    write(path)
    return path


def test_a_line_is_what_the_module_says(record: Path) -> None:
    """Worked out by hand, with nothing of the module."""
    last = "0" * 64
    for raw, example in zip(record.read_bytes().splitlines(), EXAMPLES, strict=True):
        row = {
            "id": example.id, "question": "Hoe?", "answer": example.answer, "context": [],
            "lang": None, "rating": None, "gold_type": None, "translation": None, "date": None,
            "version": None,
        }  # fmt: skip
        line = {
            "row": hashlib.sha256(
                json.dumps(row, sort_keys=True, separators=(",", ":")).encode()
            ).hexdigest(),
            "id": example.id, "signature": "s", "decision": "send", "stars": 4.5, "previous": last,
        }  # fmt: skip
        text = json.dumps(line, sort_keys=True, separators=(",", ":"))
        last = hashlib.sha256(text.encode()).hexdigest()
        assert json.loads(raw) == {**line, "hash": last}
    assert read(str(record)).last == last


def test_the_record_is_the_same_each_time_and_goes_on_as_one(tmp_path: Path, record: Path) -> None:
    assert write(tmp_path / "again.jsonl") == record.read_bytes()
    parts: list[list[Example | Row]] = [EXAMPLES[:1], [], EXAMPLES[1:]]
    for part in parts:
        write(tmp_path / "parts.jsonl", part)
    assert (tmp_path / "parts.jsonl").read_bytes() == record.read_bytes()


@pytest.mark.parametrize("flip", [1, 32, 128, 255])
def test_any_change_of_any_byte_is_found(record: Path, flip: int) -> None:
    """Each byte of the file in turn, with one, another or all of its bits turned round."""
    raw = record.read_bytes()
    changed = record.with_name("changed.jsonl")
    for at in range(len(raw)):
        changed.write_bytes(raw[:at] + bytes([raw[at] ^ flip]) + raw[at + 1 :])
        found = read(str(changed))
        assert found.broken is not None, at
        assert found.broken.line == found.lines + 1 == raw[:at].count(b"\n") + 1


@given(st.data())
def test_any_bytes_that_go_or_come_are_found(record: Path, data: st.DataObject) -> None:
    raw = record.read_bytes()
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    between = data.draw(st.binary(max_size=8))
    made = raw[:start] + between + raw[end:]
    changed = record.with_name("changed.jsonl")
    changed.write_bytes(made)
    found = read(str(changed))
    if raw.startswith(made) and (not made or made.endswith(b"\n")):  # the end alone is gone
        assert found.broken is None
        assert (found.lines < 4) == (found.last != read(str(record)).last)
    else:
        assert found.broken is not None


@pytest.mark.parametrize(
    ("change", "line", "expected"),
    [
        (lambda lines: lines[1:], 1, "64 zeros"),
        (lambda lines: [lines[0], *lines[2:]], 2, "the hash of the line before"),
        (lambda lines: [lines[0], lines[2], lines[1], lines[3]], 2, "the hash of the line before"),
        (lambda lines: [lines[0], *lines], 2, "the hash of the line before"),
        (lambda lines: [*lines, lines[-1]], 5, "the hash of the line before"),
        (lambda lines: [*lines, b"\n"], 5, "a line of `truthscore score --record`"),
        (lambda lines: [*lines[:-1], lines[-1].rstrip(b"\n")], 4, "and a line end"),
        (lambda lines: [*lines[:-1], lines[-1][:40]], 4, "a line of `truthscore score --record`"),
        (lambda lines: [lines[0].replace(b":", b": "), *lines[1:]], 1, "canonical JSON"),
        (lambda lines: [lines[0].replace(b"4.5", b"5.0"), *lines[1:]], 1, "what the line says"),
        (lambda _: [b"[" * 200_000 + b"\n"], 1, "a line of `truthscore score --record`"),
        (lambda _: [b"x" * 1_000_000], 1, "a line of `truthscore score --record`"),
        (lambda _: [b"\xff\xfe\x00\n"], 1, "a line of `truthscore score --record`"),
        (lambda _: [b'{"id": 1, "status": "scored"}\n'], 1, "a line of `truthscore score"),
    ],
)
def test_where_it_breaks(
    record: Path,
    change: Callable[[list[bytes]], list[bytes]],
    line: int,
    expected: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "record.jsonl"
    made = b"".join(change(record.read_bytes().splitlines(keepends=True)))
    path.write_bytes(made)
    code, out, _ = call(capsys, "verify-record", str(path))
    assert code == 1
    assert f"{path}, line {line}: found " in out
    assert expected in out
    with pytest.raises(InputError, match=f"line {line}: found .* not gone on with"):
        write(path)
    assert path.read_bytes() == made


def test_a_line_made_anew_breaks_the_next(record: Path, tmp_path: Path) -> None:
    first, *others = record.read_bytes().splitlines(keepends=True)
    line = json.loads(first)
    del line["hash"]
    line["stars"] = 1.0
    line["hash"] = hashlib.sha256(canonical(line)).hexdigest()
    path = tmp_path / "record.jsonl"
    path.write_bytes(canonical(line) + b"\n" + b"".join(others))
    found = read(str(path))
    assert found.broken is not None
    assert found.broken.line == 2


def test_a_row_has_one_hash_whatever_it_is(tmp_path: Path) -> None:
    assert row_hash(EXAMPLES[0]) != row_hash(EXAMPLES[1])
    bad = Row("a:1", 1, {"id": "r", "answer": 4, "odd": "\ud800"}, "wrong")
    assert row_hash(bad) == row_hash(Row("b:7", 7, dict(bad.data or {}), "otherwise"))
    nothing: list[Example | Row] = [Row("a:1", 1, None, "no JSON"), bad]
    write(tmp_path / "r.jsonl", nothing)
    long: list[Example | Row] = [Example(id="x" * 1_000_000, question="", answer="")]
    write(tmp_path / "r.jsonl", long)
    assert (read(str(tmp_path / "r.jsonl")).lines, FIRST) == (3, "0" * 64)


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Rows and their record, by the command."""
    from truthscore.cli import main

    folder = tmp_path_factory.mktemp("scored")
    rows, path = folder / "rows.jsonl", folder / "record.jsonl"
    bad: dict[str, Any] = {**TRUE, "id": "bad", "answer": 4}
    written = "".join(json.dumps(row) + "\n" for row in (LIE, bad, TRUE))
    rows.write_text(written, encoding="utf-8")
    for output in ("one.jsonl", "two.csv"):
        args = ("-q", "--record", str(path), "--on-error", "skip")
        with pytest.raises(SystemExit, match="0"):
            main(["score", str(rows), "-o", str(folder / output), *args])
    return rows, path


def test_score_records_what_it_writes(scored: tuple[Path, Path]) -> None:
    rows, path = scored
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    outputs = (rows.parent / "one.jsonl").read_text("utf-8").splitlines()
    verdicts = [json.loads(line) for line in outputs] * 2
    assert [line["id"] for line in lines] == ["lie", "bad", "true"] * 2
    assert [line["stars"] for line in lines] == [verdict["score"] for verdict in verdicts]
    assert [line["signature"] for line in lines] == [verdict["signature"] for verdict in verdicts]
    assert lines[0]["row"] == lines[3]["row"]


def test_rows_that_were_not_judged_are_told(
    scored: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, path = scored
    code, out, _ = call(capsys, "verify-record", str(path), "--answers", str(rows))
    assert code == 0
    assert "whole, 6 lines" in out
    assert "every row is one that was judged" in out
    other = tmp_path / "other.json"
    changed = {**LIE, "answer": str(LIE["answer"]) + " Niet."}
    renamed = {"antwoord" if key == "answer" else key: value for key, value in TRUE.items()}
    other.write_text(json.dumps([changed, renamed, {**TRUE, "id": "new"}]), encoding="utf-8")
    code, out, _ = call(capsys, "verify-record", str(path), "--answers", str(other))
    assert code == 1
    assert "row 'lie': is not the row that was judged under this id" in out
    assert "row 'new': has no line in the record" in out
    assert "'true'" not in out


def test_an_end_that_is_gone_shows_by_the_last_hash(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:2]))
    last = read(str(record)).last
    assert call(capsys, "verify-record", str(record), "--last", last)[0] == 0
    code, out, _ = call(capsys, "verify-record", str(path), "--last", last)
    assert code == 1
    assert f"line 2: found the last hash {read(str(path)).last}; expected {last}" in out


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.jsonl"
    assert call(capsys, "verify-record", str(path))[0] == 2
    path.touch()
    code, _, err = call(capsys, "verify-record", str(path))
    assert code == 2
    assert "no lines; expected what `truthscore score --record` wrote" in err
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps(TRUE) + "\n", encoding="utf-8")
    for record, resume in ((rows, ()), (tmp_path, ()), ("-", ()), (path, ("--resume",))):
        args = ("score", str(rows), "-o", str(tmp_path / "o.jsonl"), "-q", "--record", str(record))
        assert call(capsys, *args, *resume)[0] == 2
    assert json.loads(rows.read_text("utf-8")) == TRUE
