"""Interrupted runs go on where they stopped, whatever the last line looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import call
from truthscore.errors import InputError
from truthscore.resume import done, mend

ANSWERS = Path(__file__).parents[1] / "examples" / "answers.jsonl"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (b'{"id": 1', b""),
        (b'{"id": 1}\n', b'{"id": 1}\n'),
        (b'{"id": 1}\n{"id"', b'{"id": 1}\n'),
        (b'{"id": 1}\n' + b"x" * 200_000, b'{"id": 1}\n'),
        (b"x" * 65_535 + b"\n" + b"y", b"x" * 65_535 + b"\n"),
        (b"x" * 65_536 + b"\n", b"x" * 65_536 + b"\n"),
    ],
)
def test_a_torn_last_line_is_cut_off(before: bytes, after: bytes, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(before)
    assert mend(path) == len(before) - len(after)
    assert path.read_bytes() == after


def test_a_file_that_is_not_there_has_nothing_done(tmp_path: Path) -> None:
    assert mend(tmp_path / "no.jsonl") == 0
    assert list(done(tmp_path / "no.jsonl", lambda _: None)) == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    from truthscore.cli import main

    path = tmp_path_factory.mktemp("whole") / "out.jsonl"
    with pytest.raises(SystemExit, match="0"):
        main(["score", str(ANSWERS), "-o", str(path), "-q"])
    return path.read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.31, 0.5, 0.999, 1.0])
def test_a_resumed_run_ends_with_the_same_bytes(
    whole: bytes, share: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(whole[: int(len(whole) * share)])
    code, _, err = call(capsys, "score", str(ANSWERS), "-o", str(path), "--resume")
    assert code == 0
    assert path.read_bytes() == whole
    assert "24 answers" in err  # the summary counts what was there already


def test_another_profile_or_input_is_refused(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(whole[: len(whole) // 2])
    resumed = ("-o", str(path), "--resume")
    code, _, err = call(capsys, "score", str(ANSWERS), "-p", "paper", *resumed)
    assert code == 2
    assert "line 1: scored as truthscore|lang:nl|profile:grounded" in err
    assert "use the profile and version of the first run" in err
    other = tmp_path / "other.jsonl"
    lines = ANSWERS.read_text(encoding="utf-8").splitlines()
    other.write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
    code, _, err = call(capsys, "score", str(other), *resumed)
    assert code == 2
    assert "--resume needs the input of the first run" in err
    short = tmp_path / "short.jsonl"
    short.write_text(lines[0] + "\n", encoding="utf-8")
    code, _, err = call(capsys, "score", str(short), *resumed)
    assert code == 2
    assert "that row of the input is not there" in err


def test_what_is_no_output_is_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"text": "mine"}\n')
    with pytest.raises(InputError, match=r"line 1: not a line of `truthscore score`"):
        list(done(path, lambda _: None))


def test_resume_needs_a_jsonl_file(capsys: pytest.CaptureFixture[str]) -> None:
    for args in ((), ("-o", "x.csv")):
        code, _, err = call(capsys, "score", str(ANSWERS), "--resume", *args)
        assert code == 2
        assert "it needs --output FILE.jsonl" in err


def test_a_resumed_run_writes_the_same_page(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, pages = tmp_path / "out.jsonl", []
    for share in (0.0, 0.5, 1.0):
        path.write_bytes(whole[: int(len(whole) * share)])
        page = tmp_path / f"{share}.html"
        asked = ("-o", str(path), "--resume", "--report", str(page), "-q")
        assert call(capsys, "score", str(ANSWERS), *asked)[0] == 0
        pages.append(page.read_bytes())
    assert b"Overview" in pages[0] or b"Overzicht" in pages[0]
    assert pages[1:] == pages[:1] * 2


def test_a_full_disk_is_told_and_what_to_do_then(capsys: pytest.CaptureFixture[str]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    asked = ("score", str(ANSWERS), "-o", str(full), "-f", "jsonl", "-q")
    code, _, err = call(capsys, *asked)
    assert code == 2
    assert f"make room and go on with: truthscore {' '.join(asked)} --resume" in err
