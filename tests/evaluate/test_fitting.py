"""Weights from ratings: they find what matters, stay readable, and refuse too little."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from tests.evaluate.test_evaluate import row
from truthscore import profile
from truthscore.errors import InputError
from truthscore.evaluate.fitting import MIN_RATINGS, fit
from truthscore.evaluate.rated import RatedRow

EVEN = {"good": 1.0, "noise": 1.0, "rare": 1.0}


def rows(count: int, seed: int = 1) -> list[RatedRow]:
    """Ratings follow `good`; `noise` is noise; `rare` applies to a third and is noise too."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        good = rng.random()
        rating = min(5.0, max(1.0, 1 + 4 * good + rng.gauss(0, 0.3)))
        features = {
            "good": good,
            "noise": rng.random(),
            "rare": rng.random() if number % 3 == 0 else None,
        }
        made.append(row(str(number), rating, 3.0, question=f"q{number // 2}", features=features))
    return made


def test_the_feature_that_ratings_follow_gets_the_weight() -> None:
    found = fit(rows(300), EVEN)
    assert sum(found.weights.values()) == pytest.approx(1.0, abs=1e-3)
    assert found.weights["good"] > 0.8
    assert min(found.weights.values()) >= 0.0
    assert (found.cross_validated or 0) > (found.before or 0)
    without = {each.name: each.without for each in found.rows}
    assert (without["good"] or 0) < 0.3 < (without["noise"] or 0)
    assert {each.name: each.applies for each in found.rows}["rare"] == pytest.approx(
        1 / 3, abs=0.01
    )


def test_few_ratings_move_the_weights_less_than_many() -> None:
    few, many = fit(rows(MIN_RATINGS), EVEN), fit(rows(600), EVEN)
    assert 1 / 3 < few.weights["good"] <= many.weights["good"] + 0.05


def test_the_same_ratings_and_seed_give_the_same_weights() -> None:
    assert fit(rows(80), EVEN, seed=0) == fit(rows(80), EVEN, seed=0)


def test_too_few_or_constant_ratings_are_refused() -> None:
    with pytest.raises(InputError, match=f"49 rated answers.*at least {MIN_RATINGS}"):
        fit(rows(49), EVEN)
    same = [row(str(n), 4.0, 3.0, features={"good": n / 60, "noise": 0.5}) for n in range(60)]
    with pytest.raises(InputError, match="all 60 ratings are 4"):
        fit(same, {"good": 1.0, "noise": 1.0})


def test_the_command_writes_a_profile_that_loads_and_says_what_it_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated = Path(__file__).parents[2] / "examples" / "rated.jsonl"
    output = tmp_path / "company.toml"
    again = tmp_path / "again" / "company.toml"
    again.parent.mkdir()
    for path in (output, again):
        code, out, _ = call(capsys, "fit", str(rated), "-o", str(path), "-p", "grounded")
        assert code == 0
    assert output.read_bytes() == again.read_bytes()
    text = output.read_text()
    # two of the 79 rows decline to answer: no score, so nothing to fit
    assert "fitted by `truthscore fit` to 77 ratings of rated.jsonl" in text
    weights = tomllib.loads(text)["score"]["weights"]
    assert sum(weights.values()) == pytest.approx(1.0, abs=1e-3)
    assert dict(profile.load(str(output)).score.weights) == weights
    assert "ratings the weights had not seen" in out
    few = tmp_path / "few.jsonl"
    lines = rated.read_text(encoding="utf-8").splitlines()[:20]
    few.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, _, err = call(capsys, "fit", str(few), "-o", str(tmp_path / "x.toml"), "-p", "grounded")
    assert code == 2
    assert "20 rated answers with features; fitting needs at least 50" in err
    assert json.dumps(weights)
