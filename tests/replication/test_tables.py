"""The paper's tables: every cell is there, and each table prints the paper's figure beside ours."""

from __future__ import annotations

import runpy
import sys
import tomllib
from pathlib import Path

import pytest

from replication import by_type
from replication.tables import claims, figures, ours, printed
from replication.tables.denominators import counts, possible
from truthscore import profile
from truthscore.features import FEATURES
from truthscore.types import MESSAGE_TYPES

PAPER = claims.read()


def rows(*given: tuple[float, float | None]) -> list[ours.Rated]:
    return [
        ours.Rated(
            stars=stars, gold_type="binary", detected="binary", base_score=score, score=score
        )
        for stars, score in given
    ]


SETS = {
    "analysis": ours.Ours(name="a", rows=rows((1, 1.0), (1, 4.0), (3, 3.0), (5, 5.0), (5, None))),
    "test": ours.Ours(name="t", rows=rows((1, 2.0), (5, 4.5))),
}


def test_every_cell_of_the_paper_is_there() -> None:
    assert len(claims.places()) == claims.CELLS == 71
    assert (PAPER.found, PAPER.missing) == (71, ())


def test_a_lost_cell_is_named_and_ends_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = claims.PAPER.read_text(encoding="utf-8")
    short = tmp_path / "paper.toml"
    short.write_text(text.replace("0.26]", "]", 1).replace("{ rho = 0.28, stars", "{ stars", 1))
    found = claims.read(short)
    assert (found.found, found.missing) == (69, ("table_4.test.rho", "table_5.score_is_5.4"))
    monkeypatch.setattr(claims, "read", lambda: found)
    monkeypatch.setattr(sys, "argv", ["tables", "--only", "slips"])
    monkeypatch.setattr(ours, "analysis", lambda *_, **__: SETS["analysis"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("replication.tables", run_name="__main__", alter_sys=False)
    assert stop.value.code == "missing: table_4.test.rho, table_5.score_is_5.4"
    assert "69 of 71" in capsys.readouterr().out


def test_every_figure_of_the_paper_is_printed() -> None:
    def said(name: str) -> str:
        return "\n".join(printed.PARTS[name](PAPER, SETS))

    for name in claims.SETS:
        line = next(line for line in said("1").splitlines() if line.startswith(name))
        assert [int(each) for each in line.split()[1:6]] == PAPER["table_1"][name]
        for kind in claims.CLASSES:
            [line] = [
                each for each in said("3").splitlines() if each.startswith(f"{name} ({kind})")
            ]
            shown = line.split(")", 1)[1].split()[:8:2]
            assert [float(each) for each in shown] == PAPER["table_3"][name][kind]
    for mode in claims.MODES:
        [line] = [each for each in said("4").splitlines() if each.split()[:1] == [mode]]
        claim = PAPER["table_4"][mode]
        assert line.split()[1] == f"{claim['rho']:.2f}{claim['stars']}"
    for reading in claims.READINGS:
        [line] = [each for each in said("5").splitlines() if each.startswith(reading)]
        assert line.split()[2:] == [f"{share:.0%}" for share in PAPER["table_5"][reading]]


def test_table_5_counts_by_hand() -> None:
    found = figures.deviations(SETS["analysis"])
    assert found["below_3"] == [(1, 2), (0, 0), (0, 1), (0, 0), (0, 1)]
    assert found["score_is_5"][4] == (1, 1)
    assert found["margin_1"] == [(1, 2), (0, 0), (1, 1), (0, 0), (1, 1)]


def test_the_share_of_a_column_is_of_a_number_of_answers() -> None:
    assert counts(7 / 11, 11) == [7]
    assert possible([0.64, 0.36], 15) == [11, 14]
    said = "\n".join(printed.table_5(PAPER, SETS))
    assert "rated 1: 11, 22 of 32" in said
    assert "rated 2: 3 of 5" in said


def test_the_hours_are_an_hour_an_answer_with_the_half() -> None:
    said = "\n".join(printed.hours(PAPER, SETS))
    assert "= 14,560 answers, told as about 15,000 hours: 1.03 hours each" in said
    assert "53% of the test set (Table 1): that gives 7,753 answers" in said


def test_the_accuracy_of_a_class_is_the_mean_of_precision_and_recall() -> None:
    """The slip that the paper's Table 3 has, from its own figures."""
    for name in claims.SETS:
        for kind in claims.CLASSES[1:]:
            _, accuracy, precision, recall = PAPER["table_3"][name][kind]
            assert abs(accuracy - (precision + recall) / 2) <= 0.01 + 1e-9


def test_table_2_names_types_and_features_that_there_are() -> None:
    heuristics = PAPER.figures["heuristics"]
    assert len(heuristics) == 10
    for each in heuristics:
        assert set(each["types"]) <= set(MESSAGE_TYPES)
        assert set(each["features"]) <= {feature.name for feature in FEATURES}
    told = {name for each in heuristics for name in each["features"]}
    # overlap with the question stands for no heuristic of Table 2
    assert set(profile.load("paper").features.use) - told == {"prompt_overlap"}


def test_candidates_name_a_heuristic_a_source_and_why_they_were_not_taken() -> None:
    """§5.2: the list of features that were considered."""
    path = claims.PAPER.with_name("candidates.toml")
    found = tomllib.loads(path.read_text(encoding="utf-8"))["candidates"]
    heuristics = {each["name"] for each in PAPER.figures["heuristics"]} | {""}
    assert {each["heuristic"] for each in found} <= heuristics
    assert all(each["source"] and len(each["rho"]) == 2 for each in found)
    status = {each["name"]: each["status"] for each in found}
    of_the_paper = {f.name for f in FEATURES if not f.section.startswith("CHOPS")}  # has no records
    assert {name for name, is_ in status.items() if is_ != "rejected"} == of_the_paper
    assert {name for name, is_ in status.items() if is_ == "paper"} == set(
        profile.load("paper").features.use
    )
    assert all(each.get("why") for each in found if each["status"] == "rejected")


def test_leaving_out_by_table_2_keeps_what_stands_for_no_heuristic() -> None:
    assert by_type.left_out("binary") == {"components_defined", "error_codes"}
    assert "rouge_l" not in by_type.left_out("unspecified")
    for kind in by_type.TYPES:
        assert f"[score.by_type.{kind}.weights]" in by_type.by_table_2()
