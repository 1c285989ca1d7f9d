"""Weights from ratings: they find what matters, stay readable, and refuse too little."""

from __future__ import annotations

import json
import random
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from tests.evaluate.test_evaluate import row
from truthscore import profile
from truthscore.errors import InputError
from truthscore.evaluate.fitting import (
    MIN_RATINGS,
    MIN_REFUSALS,
    Start,
    fit,
    fit_rules,
    predict,
    recounted,
)
from truthscore.evaluate.rated import RatedRow

EVEN = Start(
    weights={"good": 1.0, "noise": 1.0, "rare": 1.0}, penalties={"lie": 1.0}, middle_at=0.5
)


def rows(count: int, seed: int = 1) -> list[RatedRow]:
    """Ratings follow `good`, minus three stars for a `lie`, which a tenth of the answers tell.

    `noise` is noise; `rare` applies to a third and is noise too.
    """
    rng = random.Random(seed)
    made = []
    for number in range(count):
        good = rng.random()
        lie = number % 10 == 7
        rating = min(5.0, max(1.0, 1 + 4 * good - 3 * lie + rng.gauss(0, 0.3)))
        features = {
            "lie": 0.0 if lie else 1.0 if number % 2 else None,
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
    applies = {each.name: each.applies for each in found.rows}
    assert applies["rare"] == pytest.approx(1 / 3, abs=0.01)
    assert applies["lie"] == pytest.approx(0.5, abs=0.01)
    assert found.by_type == {}


def test_a_penalty_is_the_stars_that_people_took_off() -> None:
    found = fit(rows(600), EVEN)
    # of 3 stars off some are lost where an answer has no 3 stars to lose
    assert 1.5 < found.penalties["lie"] < 3.2
    assert {each.name for each in found.rows if each.penalty} == {"lie"}


def test_a_feature_with_a_weight_and_a_penalty_is_left_out_of_one_at_a_time() -> None:
    found = fit(rows(100), Start(weights={"good": 1.0}, penalties={"good": 1.0}, middle_at=0.5))
    weight, penalty = found.rows
    assert weight.without is None  # nothing else has a weight
    assert (penalty.without or 0) > 0.5


def test_the_scale_moves_to_where_people_put_three_stars() -> None:
    kind = [
        row(str(n), min(5.0, 2.0 + 6 * n / 100), 3.0, features={"good": n / 100})
        for n in range(100)
    ]
    found = fit(kind, Start(weights={"good": 1.0}, penalties={}, middle_at=0.5))
    assert found.middle_at < 0.4  # they give 3 stars at 0.17
    guesses = predict(kind, found)
    errors = [abs(guess - (each.rating or 0)) for guess, each in zip(guesses, kind, strict=True)]
    assert max(errors) < 1.3


def test_the_threshold_is_the_score_that_parts_untrue_from_true() -> None:
    found = fit(rows(600), EVEN)
    assert found.threshold is not None
    assert 2.0 < found.threshold.below < 4.0
    assert (found.threshold.untrue + found.threshold.true) / 2 > 0.9
    middling = [row(str(n), 3.0 + n % 2 / 2, 3.0, features={"good": n / 60}) for n in range(60)]
    start = Start(weights={"good": 1.0}, penalties={}, middle_at=0.5)
    assert fit(middling, start).threshold is None


def test_a_message_type_gets_numbers_of_its_own_only_where_they_pay() -> None:
    mixed = []
    for number, each in enumerate(rows(600)):
        binary = number % 2 == 0
        features = dict(each.features)
        if binary:  # of yes/no questions people look at something else
            features["good"], features["noise"] = features["noise"], features["good"]
        mixed.append(
            replace(each, features=features, message_type="binary" if binary else "instruction")
        )
    found = fit(mixed, EVEN)
    assert set(found.by_type) == {"binary", "instruction"}
    assert found.by_type["binary"].weights["noise"] > 0.7
    assert found.by_type["instruction"].weights["good"] > 0.7
    stars = predict(mixed, found)
    off = [abs(star - (each.rating or 0)) for star, each in zip(stars, mixed, strict=True)]
    assert sum(off) / len(off) < 0.6
    same = [replace(each, message_type="binary") for each in rows(300)]
    assert fit(same, EVEN).by_type == {}  # one type: nothing to gain from numbers of its own


def test_refusals_get_the_mean_of_their_ratings_and_move_nothing_else() -> None:
    answers = rows(100)
    declined = [
        row(f"d{n}", 4.0 + n % 2, 3.0, status="not_scored", reason="refusal")
        for n in range(MIN_REFUSALS)
    ]
    found = fit([*answers, *declined], EVEN)
    assert (found.refusals, found.refused, found.n) == (4.5, MIN_REFUSALS, 100)
    assert replace(found, refusals=None, refused=0) == fit(answers, EVEN)
    assert predict(declined, found) == [4.5] * MIN_REFUSALS
    assert predict(answers, found) == predict(answers, fit(answers, EVEN))
    few = fit([*answers, *declined[1:]], EVEN)
    assert (few.refusals, few.refused) == (None, MIN_REFUSALS - 1)
    # a profile that gives them stars already: they have features, all without a value
    none = dict.fromkeys(EVEN.weights)
    again = [replace(d, reason=None, override="refusal", features=none) for d in declined]
    assert fit([*answers, *again], EVEN) == found


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
        fit(same, Start(weights={"good": 1.0, "noise": 1.0}, penalties={}, middle_at=0.5))


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
    assert "Fitted by `truthscore fit` to 76 ratings of rated.jsonl" in text
    written = tomllib.loads(text)["score"]
    weights = written["weights"]
    assert sum(weights.values()) == pytest.approx(1.0, abs=1e-3)
    loaded = profile.load(str(output)).score
    assert dict(loaded.weights) == weights
    assert dict(loaded.penalties) == written["penalties"]
    assert loaded.middle_at == written["middle_at"]
    assert "ratings the weights had not seen" in out
    assert "refusals" not in written  # two of them say nothing of the next one
    lines = rated.read_text(encoding="utf-8").splitlines()
    declined = next(each for each in map(json.loads, lines) if each["id"] == "nl-077")
    more = tmp_path / "more.jsonl"
    added = [json.dumps({**declined, "id": f"d{n}", "rating": 4}) for n in range(MIN_REFUSALS)]
    more.write_text("\n".join([*lines, *added]) + "\n", encoding="utf-8")
    assert call(capsys, "fit", str(more), "-o", str(output), "-p", "grounded")[0] == 0
    loaded = profile.load(str(output)).score
    assert isinstance(loaded.refusals, float)
    assert 3.5 < loaded.refusals <= 5.0
    few = tmp_path / "few.jsonl"
    lines = lines[:20]
    few.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, _, err = call(capsys, "fit", str(few), "-o", str(tmp_path / "x.toml"), "-p", "grounded")
    assert code == 2
    assert "20 rated answers with features; fitting needs at least 50" in err
    assert json.dumps(weights)


@pytest.mark.parametrize("base", ["paper", "grounded"])
def test_a_profile_with_numbers_per_type_loads(base: str, tmp_path: Path) -> None:
    """`paper` has no penalties: a type's table must then be there and empty."""
    from truthscore.cli.fit import _tables

    start = profile.load(base).score
    one = fit(rows(60), EVEN)
    own = replace(
        one,
        weights={"hal": 1.0},
        penalties={},
        rows=tuple(replace(each, name="hal") for each in one.rows if each.name == "good"),
    )
    if start.penalties:
        own = replace(
            own,
            penalties={"numbers": 1.5},
            rows=(*own.rows, *(replace(e, name="numbers") for e in one.rows if e.penalty)),
        )
    path = tmp_path / "company.toml"
    path.write_text(
        f'name = "company"\nextends = "{base}"\n\n[score.by_type.binary]\n'
        f"middle_at = {own.middle_at}\n" + "\n".join(_tables(own, "score.by_type.binary")),
        encoding="utf-8",
    )
    loaded = profile.load(str(path)).score
    assert set(loaded.of_type("binary").weights) == {"hal"}
    assert set(loaded.of_type("binary").penalties) == set(own.penalties)
    assert loaded.of_type("reasoning") == loaded


RULED = Start(
    weights={"good": 1.0},
    penalties={"lie": 2.0},
    middle_at=0.5,
    counts={("seen", True): 0.3, ("noise", True): 0.3, ("noise", False): 0.3},
)


def ruled(count: int) -> list[RatedRow]:
    """Every fifth answer is untrue: `seen` fires on just those, `noise` on every third."""
    made = []
    for number in range(count):
        lie = number % 5 == 0
        fired = [("lie", "seen", True)] * lie + [("lie", "noise", True)] * (number % 3 == 0)
        value = 1 / (1 + 0.3 * len(fired))
        made.append(
            replace(
                row(
                    str(number), 1.0 if lie else 5.0 - number % 2, 3.0,
                    features={"good": 0.4 if lie else 0.5 + number % 7 / 20, "lie": value},
                ),
                fired=tuple(fired),
            )
        )  # fmt: skip
    return made


def test_a_rule_that_is_right_counts_more_and_one_that_is_not_less() -> None:
    found = {(each.rule, each.copied): each for each in fit_rules(ruled(300), RULED)}
    assert found["seen", True].after > 0.3 > found["noise", True].after
    assert (found["seen", True].untrue, found["seen", True].true) == (60, 0)
    assert ("noise", False) not in found  # it never fired there


def test_few_answers_move_a_rule_little() -> None:
    few, many = (
        {each.rule: each.after for each in fit_rules(ruled(n), RULED)} for n in (30, 300)
    )  # fmt: skip
    assert 0.3 < few["seen"] < many["seen"]


def test_values_follow_what_findings_count() -> None:
    rows_, rules = ruled(300), fit_rules(ruled(300), RULED)
    after = {each.rule: each.after for each in rules}
    both = recounted(rows_, rules)[0].features["lie"]
    assert both == pytest.approx(1 / (1 + after["seen"] + after["noise"]))
    assert recounted(rows_, ())[0].features == pytest.approx(rows_[0].features)


def test_a_fit_tells_its_rules_and_predicts_with_them() -> None:
    found = fit(ruled(300), RULED)
    assert {each.rule for each in found.rules} == {"seen", "noise"}
    stars = predict(ruled(300), found)
    assert stars[15] < stars[3]  # seen and noise, noise alone


def test_a_profile_without_counts_keeps_its_values() -> None:
    assert fit(ruled(300), replace(RULED, counts={})).rules == ()
