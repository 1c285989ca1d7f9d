"""Dutch beside translated: Table 4's cells."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.translate.conftest import ROOT, run
from tests.translate.test_run import order_for, translate
from truthscore.evaluate.evaluation import side_by_side
from truthscore.evaluate.rated import RatedRow


def rated(id_: str, rating: float, score: float | None) -> RatedRow:
    return RatedRow(
        id=id_, rating=rating, status="scored", score=score, base_score=score, features={}
    )


def test_both_modes_are_measured_on_the_same_answers() -> None:
    original = [rated("a", 1, 1.0), rated("b", 2, 3.0), rated("c", 3, 2.0), rated("d", 5, None)]
    english = [rated("a", 1, 1.0), rated("b", 2, 2.0), rated("c", 3, 3.0), rated("d", 5, 1.0)]
    dutch, translated = side_by_side(original, english)
    assert (dutch.n, translated.n) == (3, 3)
    assert dutch.score.spearman == pytest.approx(0.5)  # worked by hand: 1 - 6 x 2 / (3 x 8)
    assert translated.score.spearman == pytest.approx(1.0)
    assert side_by_side(original[3:], english[3:]) == ()


def test_evaluate_and_table_4_print_four_cells(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    from truthscore.cli import main

    made = tmp_path / "rated.jsonl"
    order = order_for(serve(memory), tmp_path / "c")
    translate(ROOT / "examples/rated.jsonl", made, order, [])
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", str(made), "--lang", "nl", "-o", str(tmp_path / "e")])
    assert stopped.value.code == 0
    said = capsys.readouterr().out
    metrics = json.loads((tmp_path / "e/metrics.json").read_text("utf-8"))
    modes = {each["mode"]: each for each in metrics["modes"]}
    assert set(modes) == {"original", "translated"}
    assert modes["original"]["n"] == modes["translated"]["n"] > 20
    for mode in modes:
        assert f"  {mode}: score" in said
        assert f"  {mode}: base score" in said
    assert (tmp_path / "e/modes.csv").read_text("utf-8").count("\n") == 5
    printed = subprocess.run(
        [sys.executable, "-m", "replication.tables", str(made), "--only", "4"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout  # fmt: skip
    for name, paper in (("analysis", "0.45**"), ("analysis_translated", "0.30*")):
        [line] = [line for line in printed.splitlines() if line.split()[:1] == [name]]
        assert line.split()[1] == paper
        assert -1.0 <= float(line.split()[2].rstrip("*")) <= 1.0


def test_without_translations_there_is_one_mode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated = tmp_path / "rated.jsonl"
    lines = (ROOT / "examples/rated.jsonl").read_text("utf-8").splitlines()
    rated.write_text("\n".join(lines[:20]), "utf-8")
    order = ["evaluate", str(rated), "--profile", "paper", "--lang", "nl", "-o", str(tmp_path)]
    code, _ = run(order, capsys)
    assert code == 0
    assert json.loads((tmp_path / "metrics.json").read_text("utf-8"))["modes"] == []
