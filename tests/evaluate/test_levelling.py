"""Plateaus from ratings: found where the order is noise, left out where it is not."""

from __future__ import annotations

import json
import random
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_cli import call
from tests.evaluate.test_evaluate import row
from truthscore import profile
from truthscore.evaluate.fitting import Start, fit, predict
from truthscore.evaluate.levelling import MIN_GAIN, candidates, learned, level
from truthscore.evaluate.rated import RatedRow

START = Start(weights={"shared": 1.0}, penalties={"lie": 4.0}, middle_at=0.5)


def answers(count: int, *, noise: bool, seed: int = 1) -> list[RatedRow]:
    """People follow the mean; `noise`: all that is no lie gets five stars, whatever its mean."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        shared, lie = rng.uniform(0.55, 0.85), number % 5 == 2
        true = 5.0 if noise else 1.0 + 4.0 * shared
        features = {"shared": shared, "lie": 0.5 if lie else 1.0}
        made.append(row(str(number), 1.0 if lie else true, 3.0, lang="nl", features=features))
    return made


def test_answers_that_people_do_not_order_get_the_same_stars() -> None:
    found = fit(answers(300, noise=True), START)
    assert found.plateaus
    assert found.plateaus == tuple(sorted(found.plateaus))
    assert 4.0 in found.plateaus or found.plateaus[-1] <= 4.0 or found.plateaus[0] >= 4.0
    assert (found.cross_validated or 0) >= (found.before or 0) + MIN_GAIN
    stars = predict(answers(300, noise=True), found)
    assert len(set(stars)) < 300
    finding = next(n for n, each in enumerate(answers(300, noise=True)) if each.rating == 1.0)
    assert stars[finding] < 3.0


def test_an_order_that_people_follow_is_kept() -> None:
    assert fit(answers(300, noise=False), START).plateaus == ()


def test_the_profile_now_is_judged_with_its_own_plateaus() -> None:
    rated = answers(100, noise=True)
    levelled = replace(START, plateaus={"nl": (3.0, 4.0, 5.0)})
    assert len(set(predict(rated, levelled))) < len(set(predict(rated, START)))
    assert predict(rated, replace(START, plateaus={"en": (3.0, 5.0)})) == predict(rated, START)


@pytest.mark.parametrize(
    ("sent_from", "expected"), [(4.0, (3.2, 4.0, 4.4)), (3.0, (3.2, 4.4)), (5.0, (3.2, 4.4))]
)
def test_no_plateau_goes_across_the_stars_of_sending(
    sent_from: float, expected: tuple[float, ...]
) -> None:
    assert expected in candidates(sent_from)


@given(st.lists(st.floats(1.0, 5.0), min_size=1, max_size=30), st.data())
def test_levelling_turns_nothing_round_and_leaves_findings(
    stars: list[float], data: st.DataObject
) -> None:
    free = np.array([data.draw(st.booleans()) for _ in stars])
    edges = data.draw(st.sampled_from(candidates(4.0)))
    found = level(np.array(stars), free, edges)
    assert all(one == other for one, other, may in zip(found, stars, free, strict=True) if not may)
    order = np.argsort(stars, kind="stable")
    levelled = found[order][free[order]]
    assert (np.diff(levelled) >= 0).all()


def test_nothing_is_learned_from_equal_ratings() -> None:
    stars, same = np.linspace(1, 5, 20), np.full(20, 4.0)
    folds = np.arange(20) % 5
    edges, unseen = learned(stars, np.ones(20, dtype=bool), same, folds, 4.0)
    assert edges == ()
    assert (unseen == stars).all()


def test_a_fitted_profile_says_where_its_plateaus_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of `grounded` belong to its weights: other weights bring their own, or none."""
    rated = Path(__file__).parents[2] / "examples" / "rated.jsonl"
    output = tmp_path / "company.toml"
    assert call(capsys, "fit", str(rated), "-o", str(output), "-p", "grounded")[0] == 0
    written = tomllib.loads(output.read_text())["score"]["plateaus"]
    loaded = profile.load(str(output)).score.plateaus
    assert {lang: list(edges) for lang, edges in loaded.items()} == written
    assert set(written) >= set(profile.load("grounded").score.plateaus)
    langs = {json.loads(line)["lang"] for line in rated.read_text(encoding="utf-8").splitlines()}
    assert set(written) <= langs | set(profile.load("grounded").score.plateaus)
