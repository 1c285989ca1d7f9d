"""From measurements to stars: the scale, the middle, and the order of overrides."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import grounded, paper, softened
from truthscore.features import FEATURES
from truthscore.profile import SIGNALS, Score, StatementSettings
from truthscore.stars import (
    OVERRIDES,
    Stars,
    at_middle,
    combine,
    odds_of,
    of_statements,
    verdict_of,
)
from truthscore.statements.judge import Statement
from truthscore.statements.signals import Signals
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span


def score(**changes: Any) -> Score:
    return softened().score.model_copy(update=changes)


def values(*numbers: float | None, **named: Measurement) -> dict[str, Measurement]:
    plain = {f"f{place}": Measurement(value=number) for place, number in enumerate(numbers)}
    return {**plain, **named}


def components(value: float | None, missing: float | None) -> Measurement:
    return Measurement(value=value, raw=missing)


def _blamed(role: Role) -> Measurement:
    span = Span(source=ANSWER, start=0, end=1)
    return Measurement(value=0.5, raw=1.0, evidence=(Evidence(span=span, role=role, label="x"),))


def guide(value: float | None, verbatim: float | None) -> Measurement:
    return Measurement(value=value, raw=verbatim)


@pytest.mark.parametrize(
    ("numbers", "stars"),
    [
        ([0.0], 1.0),
        ([1.0], 5.0),
        ([0.5], 3.0),
        ([0.0, 1.0], 3.0),
        ([0.2, 0.4, 0.9], 3.0),  # 1 + 4 x 1.5 / 3
        ([1 / 3], 2.333333),
        ([0.1, 0.2], 1.6),
    ],
)
def test_the_mean_is_stretched_from_one_to_five(numbers: list[float], stars: float) -> None:
    assert combine(values(*numbers), score()) == Stars(base_score=stars, score=stars, override=None)


@pytest.mark.parametrize(
    ("reading", "stars"),
    [("skip", 4.0), ("zero", 2.5), ("one", 4.5)],  # 1 + 4 x (0.75, 0.75 / 2, 1.75 / 2)
)
def test_a_feature_that_does_not_apply_counts_as_the_profile_says(
    reading: str, stars: float
) -> None:
    found = combine(values(0.75, None), score(not_applicable=reading))
    assert found == Stars(base_score=stars, score=stars, override=None)


def test_a_measured_zero_is_not_the_same_as_none() -> None:
    assert combine(values(1.0, 0.0), score()).score == 3.0
    assert combine(values(1.0, None), score()).score == 5.0


@pytest.mark.parametrize("found", [values(), values(None, None)])
def test_nothing_measured_gives_no_stars(found: dict[str, Measurement]) -> None:
    assert combine(found, score()) == Stars(base_score=None, score=None, override=None)


@pytest.mark.parametrize(("reading", "stars"), [("zero", 1.0), ("one", 5.0)])
def test_nothing_measured_counts_where_the_profile_counts_it(reading: str, stars: float) -> None:
    assert combine(values(None, None), score(not_applicable=reading)).score == stars


@pytest.mark.parametrize(("missing", "overrides"), [(0.0, False), (1.0, True), (3.0, True)])
def test_a_missing_component_makes_it_one_star(missing: float, overrides: bool) -> None:
    found = combine(values(1.0, components_defined=components(0.5, missing)), score())
    # Mean (1 + 0.5) / 2 → 4 stars.
    if overrides:
        assert found == Stars(base_score=4.0, score=1.0, override="missing_component")
    else:
        assert found == Stars(base_score=4.0, score=4.0, override=None)


@pytest.mark.parametrize(("verbatim", "overrides"), [(0.0, False), (0.99, False), (1.0, True)])
def test_a_verbatim_guide_makes_it_five_stars(verbatim: float, overrides: bool) -> None:
    found = combine(values(0.0, verbatim_guide=guide(0.5, verbatim)), score())
    # Mean (0 + 0.5) / 2 → 2 stars.
    if overrides:
        assert found == Stars(base_score=2.0, score=5.0, override="verbatim_guide")
    else:
        assert found == Stars(base_score=2.0, score=2.0, override=None)


BOTH = values(components_defined=components(0.5, 1.0), verbatim_guide=guide(1.0, 1.0))


@pytest.mark.parametrize(
    ("found", "clean"),
    [
        ({}, True),
        ({"statements": Measurement(value=0.9, raw=0.0)}, True),
        ({"statements": Measurement(value=0.9, raw=1.0)}, False),
        ({"numbers": Measurement(value=1.0, raw=0.0)}, True),
        ({"numbers": Measurement(value=0.5, raw=1.0)}, False),  # a value that stands nowhere
        ({"off_context": _blamed("contradicts")}, False),
        ({"components_defined": _blamed("missing")}, False),
        ({"new_words": _blamed("unsupported")}, True),  # "I hope this helps"
    ],
)
def test_a_guide_is_clean_when_nothing_speaks_against_the_answer(
    found: dict[str, Measurement], clean: bool
) -> None:
    stars = combine(
        values(0.0, verbatim_guide=guide(1.0, 1.0), **found), score(overrides=("clean_guide",))
    )
    assert (stars.override == "clean_guide") is clean


def test_in_the_paper_a_missing_component_beats_a_verbatim_guide() -> None:
    found = combine(BOTH, score())
    assert found == Stars(base_score=4.0, score=1.0, override="missing_component")


@pytest.mark.parametrize(
    ("order", "override", "stars"),
    [
        (("verbatim_guide", "missing_component"), "verbatim_guide", 5.0),
        (("missing_component",), "missing_component", 1.0),
        (("verbatim_guide",), "verbatim_guide", 5.0),
        ((), None, 4.0),
    ],
)
def test_the_profile_orders_the_overrides_and_may_leave_them_out(
    order: tuple[str, ...], override: str | None, stars: float
) -> None:
    found = combine(BOTH, score(overrides=order))
    assert (found.override, found.score, found.base_score) == (override, stars, 4.0)


def test_five_leaves_out_the_two_that_decide() -> None:
    found = values(0.0, 0.5, components_defined=components(1.0, 0.0), verbatim_guide=guide(0.7, 0))
    # Seven: (0 + 0.5 + 1 + 0.7) / 4 = 0.55 → 3.2; five: (0 + 0.5) / 2 = 0.25 → 2.
    assert combine(found, score(middle="seven")) == Stars(base_score=3.2, score=3.2, override=None)
    assert combine(found, score(middle="five")) == Stars(base_score=3.2, score=2.0, override=None)


def test_five_leaves_them_out_even_where_the_profile_does_not_let_them_decide() -> None:
    assert combine(BOTH, score(middle="five", overrides=())) == Stars(
        base_score=4.0, score=None, override=None
    )


def test_an_override_decides_where_the_others_measured_nothing() -> None:
    found = combine(BOTH, score(middle="five"))
    assert found == Stars(base_score=4.0, score=1.0, override="missing_component")


@pytest.mark.parametrize("raw", [None, 0.0])
def test_a_component_feature_that_does_not_apply_overrides_nothing(raw: float | None) -> None:
    found = values(0.5, components_defined=Measurement(value=None, raw=raw))
    assert combine(found, score()).override is None


def test_a_guide_that_does_not_apply_overrides_nothing() -> None:
    assert combine(values(0.5, verbatim_guide=guide(None, None)), score()).override is None


def test_every_override_reads_a_feature_that_exists() -> None:
    assert {each.feature for each in OVERRIDES.values()} <= {each.name for each in FEATURES}
    assert set(paper().score.overrides) <= set(OVERRIDES)


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=7))
def test_stars_lie_between_one_and_five(numbers: list[float | None]) -> None:
    for reading in ("skip", "zero", "one"):
        found = combine(values(*numbers), score(not_applicable=reading))
        assert found.score == found.base_score
        assert found.score is None or 1.0 <= found.score <= 5.0


def test_the_order_of_additions_does_not_show() -> None:
    results = {
        combine(values(*order), score()).score for order in permutations([0.1, 0.2, 0.3, 0.7, 0.9])
    }
    assert results == {2.76}


def test_a_message_type_may_have_numbers_of_its_own() -> None:
    own = {"middle_at": 0.25, "weights": {"hal": 1.0}, "penalties": {}}
    settings = score().model_validate({**score().model_dump(), "by_type": {"binary": own}})
    found = values(0.25, 1.0)
    assert combine(found, settings.of_type("instruction")) == combine(found, score())
    name = next(iter(found))
    only = settings.model_validate(
        {**settings.model_dump(), "by_type": {"binary": {**own, "weights": {name: 1.0}}}}
    )
    assert combine(found, only.of_type("binary")).score == 3.0  # its middle, of that feature alone


def stars(score: float | None, override: str | None = None) -> Stars:
    return Stars(base_score=4.0, score=score, override=override)


@pytest.mark.parametrize(("given", "kept"), [(4.5, 3.0), (3.0, 3.0), (1.5, 1.5), (None, None)])
def test_without_signs_no_answer_gets_more_than_the_middle(
    given: float | None, kept: float | None
) -> None:
    found = at_middle(Stars(base_score=4.8, score=given, override=None), "no_signs")
    assert (found.base_score, found.score) == (4.8, kept)
    assert found.override == ("no_signs" if given == 4.5 else None)


def statement(place: int = 0, weight: float = 0.0, **signals: float) -> Statement:
    span = Span(source=ANSWER, start=place, end=place + 1)
    tokens = (place, place + 1)
    return Statement(tokens=tokens, span=span, signals=Signals(**signals), weight=weight)


SILENT = Statement(tokens=(0, 1), span=Span(source=ANSWER, start=0, end=1), signals=None)
COPIED = statement()
UNSAID = statement(1, unsaid=1.0, new=1.0, reordered=1.0)
WRONG = statement(2, value_nowhere=1.0, value_other=1.0)
ANSWERED = Stars(base_score=4.5, score=4.5, override=None)


def settings() -> StatementSettings:
    found = grounded().statements
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ([COPIED], 4.0, 5.0),
        ([COPIED, SILENT], 4.0, 5.0),
        ([COPIED, UNSAID], 3.0, 3.9),
        ([COPIED] * 9 + [UNSAID], 3.0, 3.9),
        ([COPIED, WRONG], 1.0, 2.9),
        ([COPIED, UNSAID, WRONG], 1.0, 2.9),
    ],
)
def test_the_worst_statement_says_where_the_stars_lie(
    said: list[Statement], least: float, most: float
) -> None:
    found = of_statements(ANSWERED, said, settings()).score
    assert found is not None
    assert least <= found <= most


@pytest.mark.parametrize("said", [[], [SILENT]])
def test_an_answer_that_states_nothing_keeps_its_stars(said: list[Statement]) -> None:
    assert of_statements(ANSWERED, said, settings()) == ANSWERED


def test_an_override_stays() -> None:
    decided = Stars(base_score=2.0, score=1.0, override="missing_component")
    assert of_statements(decided, [COPIED], settings()) == decided


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (COPIED, "supported"),
        (UNSAID, "not_found"),
        (WRONG, "contradicted"),
        (SILENT, "no_claim"),
    ],
)
def test_what_is_said_of_a_statement(said: Statement, verdict: str) -> None:
    found = verdict_of(said, settings())
    assert found.verdict == verdict
    assert (found.stars is None) == (verdict == "no_claim")


def test_a_contradicted_statement_names_its_rule() -> None:
    assert verdict_of(WRONG, settings()).rules == ("value.nowhere",)


SIGNAL = st.sampled_from([name for name in SIGNALS if name != "found"])


@given(SIGNAL, st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(1.0, 5.0))
def test_more_against_a_statement_never_lifts_the_answer(
    name: str, one: float, other: float, stars: float
) -> None:
    low, high = sorted((one, other))
    whole = Stars(base_score=stars, score=stars, override=None)
    better = of_statements(whole, [statement(**{name: low})], settings()).score
    worse = of_statements(whole, [statement(**{name: high})], settings()).score
    assert better is not None
    assert worse is not None
    assert better >= worse


@given(st.floats(1.0, 5.0), st.floats(1.0, 5.0))
def test_more_stars_of_the_features_never_lower_the_answer(one: float, other: float) -> None:
    low, high = sorted((one, other))
    of = [
        of_statements(Stars(base_score=each, score=each, override=None), said, settings())
        for each in (low, high)
        for said in ([UNSAID, UNSAID], [UNSAID])
    ]
    assert (of[0].score or 0.0) <= (of[2].score or 0.0)
    assert of[1].score == of[3].score  # of one statement they know nothing that it does not say


def test_the_features_count_more_the_more_statements_there_are() -> None:
    costs = [
        odds_of(1.0, [UNSAID] * many, settings()) - odds_of(5.0, [UNSAID] * many, settings())
        for many in (1, 2, 4)
    ]
    weight = settings().answer.star
    assert costs == pytest.approx([0.0, 4 * weight / 2, 4 * weight * 3 / 4])


def test_sentences_against_which_nothing_speaks_leave_the_mean_as_it_is() -> None:
    alone = odds_of(4.0, [UNSAID], settings())
    assert odds_of(4.0, [UNSAID, COPIED, COPIED], settings()) == alone
    assert odds_of(4.0, [COPIED], settings()) < alone
