"""Our own pairs: lines are complete, a sample is told as they say, and the results count them."""

from __future__ import annotations

from pathlib import Path

import pytest

from replication.pairs.own import main, read

RESULTS = Path(__file__).parents[2] / "replication" / "RESULTS.md"
ROWS = [(page, row) for page in read() for row in page["rows"]]


def test_rows_are_complete() -> None:
    for page, row in ROWS:
        assert set(page) == {"set", "lang", "pages", "rows"}
        assert "question" in row
        assert {"true", "lie"} & set(row)
        assert ("true" in row, "lie" in row) == ("holds" in row, "seen" in row)
        assert row.get("true") != row.get("lie")


def test_a_sample_is_told_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """Every 40th row, golden in both directions: a change that mends one is written down."""
    assert main(["--every", "40"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("all  "), last


def test_the_results_count_them() -> None:
    true, lies = ([row for _, row in ROWS if kind in row] for kind in ("true", "lie"))
    holds, seen = sum(row["holds"] for row in true), sum(row["seen"] for row in lies)
    results = RESULTS.read_text(encoding="utf-8")
    assert f"| true answers at 3 stars or above | {holds} | {len(true)} |" in results
    assert f"| lies not sent (below 4 stars) | {seen} | {len(lies)} |" in results
