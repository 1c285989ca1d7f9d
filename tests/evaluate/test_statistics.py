"""Every statistic against an independent source: scipy, scikit-learn, hand-worked tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

from truthscore.errors import InputError
from truthscore.evaluate import correlation, deviation, operating
from truthscore.evaluate.classification import agreement, classify, in_scope, kappa
from truthscore.evaluate.rated import RatedRow, by_annotator, nearest_star, parse_scale, stars
from truthscore.evaluate.selection import select
from truthscore.types import MESSAGE_TYPES

RNG = np.random.default_rng(3)
RATINGS = [float(x) for x in RNG.integers(1, 6, 60)]
SCORES = [
    min(5.0, max(1.0, r + float(e))) for r, e in zip(RATINGS, RNG.normal(0, 1.2, 60), strict=True)
]


def test_spearman_kendall_and_auc_are_those_of_scipy_and_scikit_learn() -> None:
    found = correlation.correlate(SCORES, RATINGS, seed=0)
    rho, p = stats.spearmanr(SCORES, RATINGS)
    tau, tau_p = stats.kendalltau(SCORES, RATINGS)
    assert found.n == 60
    assert found.spearman == pytest.approx(rho, abs=1e-12)
    assert found.p == pytest.approx(p, abs=1e-12)
    assert found.kendall == pytest.approx(tau, abs=1e-12)
    assert found.kendall_p == pytest.approx(tau_p, abs=1e-12)
    clear = [(s, r >= 4) for s, r in zip(SCORES, RATINGS, strict=True) if r != 3]
    assert found.auc == pytest.approx(
        metrics.roc_auc_score([y for _, y in clear], [s for s, _ in clear])
    )
    assert found.auc_n == len(clear)


def test_the_permutation_p_agrees_with_scipy_s_permutation_test() -> None:
    x, y = np.array(SCORES[:25]), np.array(RATINGS[:25])
    ours = correlation.permutation_p(x, y, seed=0)
    theirs = stats.permutation_test(
        (x,), lambda a: stats.spearmanr(a, y)[0], permutation_type="pairings",
        n_resamples=2000, rng=np.random.default_rng(1),
    ).pvalue  # fmt: skip
    assert ours == pytest.approx(theirs, abs=0.01)


def test_a_perfect_order_of_four_has_the_p_of_counting() -> None:
    # 4! = 24 orders, 2 of them (up and down) are as extreme: p = 2/24.
    p = correlation.permutation_p(np.arange(4.0), np.arange(4.0), seed=0)
    assert p == pytest.approx(2 / 24, abs=0.01)


def test_the_bootstrap_interval_agrees_with_scipy_s() -> None:
    x, y = np.array(SCORES), np.array(RATINGS)
    low, high = correlation.bootstrap(x, y, seed=1)
    theirs = stats.bootstrap(
        (x, y), lambda a, b: stats.spearmanr(a, b)[0], paired=True, vectorized=False,
        n_resamples=2000, method="percentile", rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    assert low == pytest.approx(theirs.low, abs=0.02)
    assert high == pytest.approx(theirs.high, abs=0.02)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_gives_the_same_interval_and_another_seed_another(seed: int) -> None:
    x, y = np.array(SCORES), np.array(RATINGS)
    assert correlation.bootstrap(x, y, seed=seed) == correlation.bootstrap(x, y, seed=seed)
    assert correlation.bootstrap(x, y, seed=seed) != correlation.bootstrap(x, y, seed=seed + 1)


@pytest.mark.parametrize(
    ("scores", "ratings", "note"),
    [
        ([3.0] * 12, RATINGS[:12], "all scores are the same"),
        (SCORES[:12], [5.0] * 12, "all ratings are the same"),
        ([], [], "fewer than 2 rows"),
        ([1.0], [1.0], "fewer than 2 rows"),
    ],
)
def test_an_undefined_correlation_is_none_with_the_reason(
    scores: list[float], ratings: list[float], note: str
) -> None:
    found = correlation.correlate(scores, ratings)
    assert found.spearman is None
    assert found.p is None
    assert found.note is not None
    assert note in found.note


def test_below_ten_rows_there_is_no_p_value() -> None:
    found = correlation.correlate(SCORES[:9], RATINGS[:9])
    assert found.spearman is not None
    assert found.p is found.low is found.p_permutation is None
    assert "only 9 rated rows" in str(found.note)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=10, max_size=40))
def test_figures_stay_in_their_range(pairs: list[tuple[int, int]]) -> None:
    found = correlation.correlate([float(a) for a, _ in pairs], [float(b) for _, b in pairs])
    for value in (found.spearman, found.kendall, found.low, found.high):
        assert value is None or -1 - 1e-9 <= value <= 1 + 1e-9
    for value in (found.p, found.p_permutation, found.auc):
        assert value is None or 0 <= value <= 1


def test_table_5_by_hand() -> None:
    #        score, rating: 1-star answers score 1, 2.5 and 4; a 5-star one 5; a 3.5 counts as 4
    rows = deviation.by_star([1.0, 2.5, 4.0, 5.0, 3.0], [1.0, 1.0, 1.0, 5.0, 3.5])
    one, _, _, four, five = rows
    assert (one.n, one.within_margin, one.score_is_1, one.below_3, one.above_3, one.score_is_5) == (
        3, 1, 1, 2, 1, 0,
    )  # fmt: skip
    assert (four.n, four.within_margin, four.below_3, four.above_3) == (1, 1, 0, 0)
    assert (five.n, five.score_is_5) == (1, 1)


@pytest.mark.parametrize(
    ("rating", "star"), [(1.0, 1), (1.5, 2), (2.49, 2), (3.5, 4), (4.5, 5), (5.0, 5)]
)
def test_halves_go_to_the_higher_star(rating: float, star: int) -> None:
    assert nearest_star(rating) == star


def test_calibration_by_hand() -> None:
    bins = deviation.calibration([1.0, 1.2, 4.9, 5.0], [1.0, 3.0, 5.0, 4.0])
    assert len(bins) == 8
    assert (bins[0].n, bins[0].mean_rating) == (2, 2.0)
    assert bins[0].mean_score == pytest.approx(1.1)
    assert (bins[-1].n, bins[-1].mean_rating) == (2, 4.5)
    assert bins[3].n == 0
    assert bins[3].mean_rating is None


def test_the_operating_curve_by_hand() -> None:
    points = {p.threshold: p for p in operating.curve([1.0, 2.0, 4.0, 5.0], [1.0, 1.0, 5.0, 5.0])}
    assert points[1.0].one_star_stopped == 0.0
    assert points[1.05].one_star_stopped == 0.5
    assert points[3.0].one_star_stopped == 1.0
    assert points[3.0].five_star_lost == 0.0
    assert points[4.5].five_star_lost == 0.5
    assert operating.curve([3.0], [3.0])[0].one_star_stopped is None


def test_the_cheapest_thresholds_by_hand() -> None:
    # untrue at 1.0 and 2.0, true at 4.0 and 5.0: send from just above 2, block below the same.
    found = operating.recommend(
        [1.0, 2.0, 4.0, 5.0], [1.0, 1.0, 5.0, 5.0], cost_untrue=20, cost_lost=3
    )
    assert found is not None
    assert (found.sent, found.reviewed, found.blocked, found.cost) == (2, 0, 2, 0.0)
    assert 2.0 < found.block_below <= found.send_from <= 4.0
    assert operating.recommend([], [], cost_untrue=20, cost_lost=3) is None


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.integers(10, 50), st.integers(1, 5)), min_size=1, max_size=15),
    st.integers(1, 30), st.integers(1, 10),
)  # fmt: skip
def test_no_pair_of_thresholds_is_cheaper_than_the_recommended_one(
    pairs: list[tuple[int, int]], cost_untrue: int, cost_lost: int
) -> None:
    rows = [(score / 10, float(rating)) for score, rating in pairs]

    def cost(send: float, block: float) -> float:
        total = 0.0
        for score, rating in rows:
            if score >= send:
                total += cost_untrue if rating <= 2 else 0
            elif score < block:
                total += cost_lost if rating >= 4 else 0
            else:
                total += 1
        return total / len(rows)

    found = operating.recommend(
        [s for s, _ in rows], [r for _, r in rows], cost_untrue=cost_untrue, cost_lost=cost_lost
    )
    assert found is not None
    assert found.cost == pytest.approx(cost(found.send_from, found.block_below), abs=1e-6)
    grid = operating.thresholds()
    least = min(cost(send, block) for send in grid for block in grid if block <= send)
    assert found.cost == pytest.approx(least, abs=1e-6)


def test_the_paper_s_hours_follow_from_its_figures() -> None:
    # §8.2: 112,000 inquiries, roughly half in scope, 26 % sent: about 15,000 at an hour each
    found = operating.savings(inquiries=112_000, in_scope=0.5, sent=0.26, minutes=60)
    assert found.hours == 14_560


GOLD = [str(x) for x in RNG.choice(MESSAGE_TYPES, 80)]
FOUND = [g if RNG.random() < 0.7 else str(RNG.choice(MESSAGE_TYPES)) for g in GOLD]


def test_classification_is_that_of_scikit_learn() -> None:
    found = classify(GOLD, FOUND)
    assert found is not None
    labels = list(MESSAGE_TYPES)
    assert np.array_equal(found.confusion, metrics.confusion_matrix(GOLD, FOUND, labels=labels))
    assert found.accuracy == pytest.approx(metrics.accuracy_score(GOLD, FOUND))
    precision, recall, f1, support = metrics.precision_recall_fscore_support(
        GOLD, FOUND, labels=labels
    )
    for place, row in enumerate(found.classes):
        assert row.precision == pytest.approx(precision[place])
        assert row.recall == pytest.approx(recall[place])
        assert row.f1 == pytest.approx(f1[place])
        assert row.n == support[place]
        assert row.mean_of_both == pytest.approx((precision[place] + recall[place]) / 2)
        one = [label == row.name for label in GOLD]
        assert row.accuracy == pytest.approx(
            metrics.accuracy_score(one, [x == row.name for x in FOUND])
        )
    scored = [g in ("binary", "instruction") for g in GOLD]
    assert found.scored.f1 == pytest.approx(
        metrics.f1_score(scored, [f in ("binary", "instruction") for f in FOUND])
    )
    assert classify([], []) is None


@pytest.mark.parametrize("weights", ["none", "quadratic"])
def test_kappa_is_that_of_scikit_learn(weights: str) -> None:
    first = [int(x) for x in RNG.integers(1, 6, 50)]
    second = [int(x) for x in np.clip(np.array(first) + RNG.integers(-1, 2, 50), 1, 5)]
    theirs = metrics.cohen_kappa_score(
        first, second, weights=None if weights == "none" else weights
    )
    assert kappa(first, second, weights=weights) == pytest.approx(theirs)  # type: ignore[arg-type]


def test_kappa_of_mchugh_s_kind_of_table_by_hand() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, chance 0.5 -> kappa 0.4.
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert kappa(first, second) == pytest.approx(0.4)
    assert kappa(["y", "y"], ["y", "y"]) is None


def test_agreement_is_the_mean_over_pairs_of_annotators() -> None:
    columns = {"anna": (1, 2, 3, 4), "bert": (1, 2, 3, 4), "cor": (2, 2, 1, 4)}
    rows = [{name: said[row] for name, said in columns.items()} for row in range(4)]
    found = agreement([*rows, {"anna": 5}], weights="quadratic")
    expected = [
        kappa(columns[a], columns[b], weights="quadratic")
        for a, b in (("anna", "bert"), ("anna", "cor"), ("bert", "cor"))
    ]
    assert found is not None
    assert (found.n, found.annotators) == (4, 3)
    assert [pair.kappa for pair in found.pairs] == pytest.approx(expected)
    assert found.kappa == pytest.approx(sum(value or 0 for value in expected) / 3)
    assert agreement([{"anna": 1}, {"bert": 2}]) is None


def test_annotators_of_other_parts_are_compared_where_they_meet() -> None:
    """The paper's design: an author labels all, three developers a random part each."""
    # author and anna: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no (kappa 0.4 by hand); author and
    # bert: the same label in 10 rows of either kind (kappa 1); anna and bert share nothing.
    both = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    rows = [{"author": a, "anna": b} for a, b in both]
    rows += [{"author": label, "bert": label} for label in "yn" * 5]
    rows += [{"author": "y"}]
    found = agreement(rows)
    assert found is not None
    assert [(pair.first, pair.second, pair.n) for pair in found.pairs] == [
        ("anna", "author", 50), ("author", "bert", 10),
    ]  # fmt: skip
    assert [pair.kappa for pair in found.pairs] == pytest.approx([0.4, 1.0])
    assert (found.n, found.annotators) == (60, 3)
    assert [pair.equal for pair in found.pairs] == [35, 10]
    assert found.equal == pytest.approx(45 / 60)
    assert found.kappa == pytest.approx((0.4 * 50 + 1.0 * 10) / 60)


def test_agreement_on_who_is_scored_takes_binary_and_instruction_together() -> None:
    rows = [{"author": a, "anna": b} for a, b in (
        ("binary", "instruction"), ("instruction", "instruction"), ("general", "error"),
        ("error", "error"), ("binary", "general"),
    )]  # fmt: skip
    each, scope = agreement(rows), agreement(in_scope([*rows, {"author": "binary"}]))
    assert each is not None
    assert scope is not None
    assert (each.equal, scope.equal) == (0.4, 0.8)
    # by hand: in scope 3 of 5 and 2 of 5, chance 0.6 x 0.4 + 0.4 x 0.6 = 0.48
    assert scope.kappa == pytest.approx((0.8 - 0.48) / 0.52)


def test_all_types_together_weigh_by_their_rows() -> None:
    gold = ["binary", "binary", "binary", "general"]
    found = classify(gold, ["binary", "binary", "general", "general"])
    assert found is not None
    whole = found.whole
    assert (whole.n, whole.recall, whole.accuracy) == (4, 0.75, 0.75)
    assert whole.precision == pytest.approx((3 * 1.0 + 0.5) / 4)
    assert whole.f1 == pytest.approx((3 * 0.8 + 2 / 3) / 4)


def test_annotators_are_known_by_name_or_by_place() -> None:
    assert by_annotator({"anna": 4, "bert": None}, "ratings", "x") == {"anna": 4}
    assert by_annotator([None, 5, 3], "ratings", "x") == {"2": 5, "3": 3}
    assert by_annotator(None, "ratings", "x") == {}
    with pytest.raises(InputError, match=r"x: ratings '4,5': expected one for each annotator"):
        by_annotator("4,5", "ratings", "x")


def test_scales_are_mapped_onto_stars() -> None:
    assert parse_scale("0-1") == (0.0, 1.0)
    assert stars(0.75, (0.0, 1.0), "x") == 4.0
    assert stars(3, (1.0, 5.0), "x") == 3.0
    assert stars(None, (1.0, 5.0), "x") is None


def test_a_value_that_one_row_of_a_dozen_has_leaves_an_interval_or_none_and_no_error() -> None:
    # nearly every resample misses the one row, and a single resample may be the one that does
    one = np.array([1.0, *[0.0] * 11])
    assert correlation.bootstrap(one, np.arange(12.0), seed=0, resamples=0) == (None, None)
    ratings = [float(1 + n % 5) for n in range(12)]
    rows = [
        RatedRow(id=str(n), rating=rating, status="scored", features={"numbers": value})
        for n, (value, rating) in enumerate(zip(one, ratings, strict=True))
    ]
    for seed in range(5):
        [found] = select(rows, seed=seed)
        assert found.spearman is not None


def test_an_interval_that_p_contradicts_is_not_told_without_a_word() -> None:
    scores = [1.0 + 0.2 * place for place in range(20)]
    found = correlation.correlate(scores, [5.0] * 15 + [1.0] + [5.0] * 4)
    assert found.p_permutation is not None
    assert found.p_permutation > 0.05
    assert (found.low, found.high) == (None, None)
    assert found.note == "no interval: fewer than 5 scores or ratings differ from the rest"
    sure = correlation.correlate(scores, scores)
    assert sure.low is not None
    assert sure.note is None
