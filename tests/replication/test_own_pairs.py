"""Our own pairs: lines are complete, a sample is told as they say, and the README counts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from replication.pairs.own import main, read

README = Path(__file__).parents[2] / "README.md"
ROWS = [(page, row) for page in read() for row in page["rows"]]


def test_rows_are_complete() -> None:
    for page, row in ROWS:
        assert set(page) == {"set", "lang", "page", "rows"}
        assert {"question", "true", "holds"} <= set(row)
        assert ("lie" in row) is ("seen" in row)
        assert row["true"] != row.get("lie")


def test_a_sample_is_told_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """Every 40th row, golden in both directions: a change that mends one is written down."""
    assert main(["--every", "40"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("all  "), last


def test_the_readme_counts_them() -> None:
    lies = [row for _, row in ROWS if "lie" in row]
    holds, seen = sum(row["holds"] for _, row in ROWS), sum(row["seen"] for row in lies)
    counted = f"{holds} of {len(ROWS)} true answers at 3 or above, {seen} of {len(lies)} lies below"
    assert counted in " ".join(README.read_text(encoding="utf-8").split())
