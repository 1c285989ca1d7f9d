"""Two arms of a test: the delta method by hand and by simulation, and logs that are refused."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replication.ama.experiment import simulate
from tests.cli.test_cli import call
from truthscore.evaluate.experiment import (
    experiment,
    false_positives,
    measure,
    ratio,
    sample_ratio_p,
    welch_p,
)


def floats(*values: float) -> Any:
    return np.array(values, dtype=np.float64)


def test_the_delta_method_by_hand() -> None:
    """x = 1, 2, 3 by y = 2, 2, 4: r = 6/8; residuals -0.5, 0.5, 0; their variance 0.25."""
    found = ratio(floats(1, 2, 3), floats(2, 2, 4))
    assert found is not None
    assert found.value == 0.75
    assert found.error == pytest.approx(math.sqrt(0.25 / 3) / (8 / 3))


def test_it_is_the_formula_of_variances() -> None:
    random = np.random.default_rng(1)
    y = random.poisson(8, 400).astype(float)
    x = random.binomial(y.astype(int), 0.3).astype(float)
    found = ratio(x, y)
    assert found is not None
    both = np.cov(x, y)
    r, n = found.value, len(x)
    theirs = (both[0, 0] - 2 * r * both[0, 1] + r * r * both[1, 1]) / (n * y.mean() ** 2)
    assert found.error == pytest.approx(math.sqrt(theirs))


def test_its_error_is_that_of_many_logs() -> None:
    """The standard deviation of the difference over 300 logs is what one log says of it."""
    made = [measure(simulate(seed, effects=False, agents=100))[0] for seed in range(300)]
    apart = [each.difference for each in made if each.difference is not None]
    widths = [
        each.difference_high - each.difference
        for each in made
        if each.difference is not None and each.difference_high is not None
    ]
    assert np.std(apart) == pytest.approx(np.mean(widths) / 1.96, rel=0.12)


def test_units_alike_fool_the_naive_test_and_not_ours() -> None:
    [no_answer, _] = false_positives(simulate(3, effects=False, agents=60), 400)
    assert no_answer.delta_low <= 0.05 <= no_answer.delta_high
    assert no_answer.naive > 0.15


@pytest.mark.slow
def test_without_effect_five_per_cent_are_called_significant() -> None:
    runs = 4_000
    made = [measure(simulate(seed, effects=False, agents=150)) for seed in range(runs)]
    for at in (0, 1):
        share = sum((each[at].p or 0) < 0.05 for each in made) / runs
        assert share == pytest.approx(0.05, abs=0.01)
    assert sum((each[0].naive_p or 0) < 0.05 for each in made) > 0.2 * runs


def test_planted_effects_are_found_with_the_papers_surety() -> None:
    no_answer, positive = measure(simulate(0, effects=True))
    assert no_answer.p is not None
    assert positive.p is not None
    assert no_answer.p < 0.001
    assert positive.p < 0.05
    for each, planted in ((no_answer, -0.119), (positive, 0.089)):
        assert each.low is not None
        assert each.high is not None
        assert each.low < planted < each.high
    assert (no_answer.alpha, positive.alpha) == (0.01, 0.05)


def test_shares_of_units() -> None:
    assert sample_ratio_p((500, 500), (1, 1)) == 1.0
    assert sample_ratio_p((500, 600), (1, 1)) == pytest.approx(
        0.00257, abs=1e-5
    )  # 100²/1100 = 9.09
    assert sample_ratio_p((900, 100), (9, 1)) == 1.0


def test_what_can_be_found_goes_with_alpha() -> None:
    """(2.576 + 0.842) / (1.960 + 0.842) = 1.220 at the same error."""
    units = simulate(0, effects=True, agents=40)
    one, other = (measure(units, alpha=alpha)[0].detectable for alpha in (0.01, 0.05))
    assert one is not None
    assert other is not None
    assert one / other == pytest.approx(1.2198, abs=1e-3)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), min_size=3, max_size=20))
def test_a_ratio_does_not_know_the_order_of_units(pairs: list[tuple[int, int]]) -> None:
    x, y = (np.array(each, dtype=np.float64) for each in zip(*pairs, strict=True))
    one, other = ratio(x, y), ratio(x[::-1], y[::-1])
    assert one == other
    assert one is not None
    assert welch_p(one, one) == 1.0


ROW = {"agent": "a", "day": "2026-11-02", "arm": "A", "no_answer": 0}


def rows_of(*changes: dict[str, Any]) -> list[dict[str, Any]]:
    usual = [
        {**ROW, "agent": f"a{at}", "arm": "AB"[at % 2], "no_answer": at % 3 == 0}
        for at in range(12)
    ]
    return [*usual, *({**ROW, **change} for change in changes)]


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([ROW], (), "every row is in arm 'A' of column 'arm'; the other arm is empty"),
        (rows_of(), ("--arms", "A,C"), "arm 'C' has no rows; column 'arm' has A, B"),
        (rows_of({"arm": "C", "agent": "z"}), (), "has the arms A, B, C; expected two"),
        (rows_of({"agent": "a0", "arm": "B"}), (), "1 units of agent,day stand in more"),
        (rows_of({"thumb": 2}), (), "'thumb' is 2; expected 1 (up), -1 (down) or 0 (none)"),
        (rows_of({"no_answer": "maybe"}), (), "'no_answer' is 'maybe'; expected 0, 1, true or"),
        (rows_of({"no_answer": 7}), (), "'no_answer' is 7; expected 0, 1, true or false"),
        (
            [{**row, "cost": 1, "tries": 0} for row in rows_of()], ("--metric", "cost/tries"),
            "has nothing to divide by",
        ),
        (rows_of({"thumb": "up"}), (), "'thumb' is 'up'; expected 1 (up), -1 (down) or 0 (none)"),
        (rows_of({"handle_seconds": "two"}), (), "'handle_seconds' is 'two'; expected a number"),
        (rows_of({"handle_seconds": -5}), (), "'handle_seconds' is -5; expected 0 or more"),
        (
            [{**ROW, "cost": 1, "tries": 2}, {**ROW, "agent": "b", "arm": "B"}],
            ("--metric", "cost"), "column 'cost' is missing or empty (this row has: ",
        ),
        (
            [{**row, "cost": 1} for row in (ROW, {**ROW, "agent": "b", "arm": "B"})],
            ("--metric", "cost"), "arm 'A' has one unit only; leave the metric out",
        ),
        (rows_of(), ("--metric", "cots/tries"), "column 'cots' is missing or empty"),
        (
            rows_of({"agent": "y", "day": "2026-11-02T10:00:00"},
                    {"agent": "z", "day": "2026-11-02T10:00:00+01:00"}),
            (), "some times have a zone (as at",
        ),
        ([{"agent": "a", "day": 1, "arm": "A"}, {"agent": "b", "day": 1, "arm": "B"}], (),
         "no column to measure"),
        ([{"agnet": "a", "day": 1, "arm": "A"}], (), "did you mean 'agnet'?"),
        ([], (), "no rows"),
    ],
)  # fmt: skip
def test_a_log_that_is_refused(
    rows: list[dict[str, Any]], options: tuple[str, ...], message: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    code, out, err = call(capsys, "experiment", str(path), *options)
    assert (code, out) == (2, "")
    assert message in err


def csv(path: Path, rows: list[str], head: str = "agent,day,arm,no_answer") -> str:
    path.write_text("\n".join([head, *rows, ""]), "utf-8")
    return str(path)


def test_units_that_are_all_alike_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two units that say 1 and two that say 0 were "significant" at p = 0."""
    rows = [f"a{at},2026-01-01,{'AB'[at % 2]},{at % 2}" for at in range(4)]
    code, out, _ = call(capsys, "experiment", csv(tmp_path / "a.csv", rows), "--json", "--aa", "20")
    [effect] = json.loads(out)["effects"]
    assert code == 0
    assert (effect["control"], effect["treatment"], effect["difference"]) == (0.0, 1.0, 1.0)
    assert effect["p"] is None
    assert not effect["significant"]
    assert "no error and no p" in effect["note"]
    alike = [f"a{at},2026-01-01,{'AB'[at % 2]},1" for at in range(80)]
    code, out, _ = call(capsys, "experiment", csv(tmp_path / "b.csv", alike), "--aa", "20")
    assert code == 0
    assert "(all units of an arm are alike, so there is no error and no p)" in out
    assert "of 20; naive test" not in out


def test_a_wrong_ratio_the_arms_and_lonely_rows_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [f"a{at},{at},{'old' if at % 3 else 'new'},{at % 2}" for at in range(300)]
    code, out, err = call(capsys, "experiment", csv(tmp_path / "a.csv", rows))
    assert code == 0
    assert "NOT as planned (150 and 150 units; --shares tells another plan)" in out
    assert "control is 'new', the first in the alphabet; --arms old,new turns them" in err
    assert "nearly every unit of agent,day is one row, so p is that of single questions" in out
    code, out, err = call(capsys, "experiment", csv(tmp_path / "a.csv", rows * 2), "--arms",
                          "old,new", "--shares", "2,1")  # fmt: skip
    assert (code, err) == (0, "")
    assert "as planned (chi-square" in out
    assert "NOT" not in out
    assert "nearly every unit" not in out


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("21-01-2026 23:10", "expected a time as 2026-11-26T09:30"),
        ("1/21/2026, 9:05 AM", "expected a time as 2026-11-26T09:30"),
        ("2026/01/21 23:10", "expected a time as 2026-11-26T09:30"),
        ("shift of 08:00 to 16:00", ""), ("21-01-2026", ""), ("2026-01-21 23:10:01.5+01:00", ""),
    ],
)  # fmt: skip
def test_a_time_whose_day_cannot_be_told_is_refused(
    when: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else every minute would be a unit of its own, and the test the naive one."""
    rows = [f'a{at},"{when}",{"AB"[at % 2]},{at // 2 % 2}' for at in range(8)]
    code, _, err = call(capsys, "experiment", csv(tmp_path / "a.csv", rows))
    assert code == (2 if told else 0)
    assert told in err


def test_a_comma_in_a_number_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = csv(tmp_path / "a.csv", ['a,x,A,"12,5"', "b,x,B,3"], "agent,day,arm,handle_seconds")
    code, _, err = call(capsys, "experiment", path)
    assert code == 2
    assert "a.csv:2: 'handle_seconds' is '12,5'; expected a number, with a point for the" in err


def test_a_log_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    rows = [{**row, "thumb": at % 3 - 1, "handle_seconds": 60 + at, "cost": 2, "tries": 1 + at % 2}
            for at, row in enumerate(rows_of())]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    args = ("experiment", str(path), "--metric", "cost/tries", "--aa", "20", "--json")
    code, out, _ = call(capsys, *args)
    found = json.loads(out)
    assert code == 0
    assert found["units"] == [6, 6]
    names = [each["metric"] for each in found["effects"]]
    assert names == ["no_answer", "positive_feedback", "handle_seconds", "cost/tries"]
    [seconds] = [each for each in found["effects"] if each["metric"] == "handle_seconds"]
    assert (seconds["control"], seconds["treatment"]) == (65.0, 66.0)
    assert call(capsys, *args)[1] == out  # seeded
    code, out, _ = call(capsys, "experiment", str(path), "--detect", "0.1")
    assert code == 0
    assert "sample ratio: as planned" in out
    assert "units needed" in out


@pytest.mark.skipif(sys.version_info < (3, 12), reason="tea-tasting is for Python 3.12 and later")
def test_tea_tasting_says_the_same() -> None:
    tea = pytest.importorskip("tea_tasting")
    import pandas

    units = simulate(0, effects=True, agents=60)
    frame = pandas.DataFrame({
        "variant": units.treated.astype(int),
        "x": units.whole("no_answer").x, "y": units.whole("no_answer").y,
    })  # fmt: skip
    theirs = tea.Experiment(ratio=tea.RatioOfMeans("x", "y")).analyze(frame)["ratio"]
    ours = experiment(units).effects[0]
    assert ours.effect == pytest.approx(theirs.rel_effect_size, rel=1e-9)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-6)
