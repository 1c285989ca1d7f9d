"""Steps and their order, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import grounded, lined
from truthscore.features.guide_fidelity import GUIDE_FIDELITY, Step, similarity
from truthscore.types import Measurement

STEPS = ("flurbel grommik", "zwiebat prunkel", "dorvel huxam", "snorrit worvim")
LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])


def numbered(*steps: str) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def measured(lang: str, answer: str, *pages: str) -> tuple[Measurement, list[tuple[str, str]]]:
    given = builders.inputs(
        GUIDE_FIDELITY, lang, answer=lined(answer),
        pages={f"p{n}": lined(page) for n, page in enumerate(pages)}, settings=grounded(),
    )  # fmt: skip
    found = GUIDE_FIDELITY.measure(given)
    return found, [(label, words) for _, label, words, _ in builders.shown(found, given)]


def test_similarity_is_the_cosine_of_the_weights() -> None:
    one, two = Step(0, 1, {"a": 3.0, "b": 4.0}, 25.0), Step(0, 1, {"a": 3.0}, 9.0)
    assert similarity(one, two) == 0.6  # 9 / (5 x 3)
    assert similarity(one, one) == 1.0
    assert similarity(one, Step(0, 1, {}, 0.0)) == 0.0


@LANGUAGES
def test_the_page_s_order_is_faithful(lang: str) -> None:
    found, shown = measured(lang, numbered(*STEPS), numbered(*STEPS))
    assert (found.value, found.raw, shown) == (1.0, 0.0, [])


@LANGUAGES
def test_a_left_out_step_is_no_swap(lang: str) -> None:
    found, _ = measured(lang, numbered(STEPS[0], STEPS[2], STEPS[3]), numbered(*STEPS))
    assert found.raw == 0.0


@LANGUAGES
def test_two_exchanged_steps_are_one_finding(lang: str) -> None:
    a, b, c, d = STEPS
    found, shown = measured(lang, numbered(a, c, b, d), numbered(*STEPS))
    assert (found.value, found.raw) == (0.5, 1.0)
    assert shown == [("step out of order", b)]


@LANGUAGES
def test_a_step_that_recurs_is_taken_for_the_one_in_order(lang: str) -> None:
    a, b, c, _ = STEPS
    page = numbered(a, b, c, b)
    assert measured(lang, numbered(a, c, b), page)[0].raw == 0.0
    assert measured(lang, numbered(b, c, b), page)[0].raw == 0.0


@LANGUAGES
def test_an_invented_step_is_found(lang: str) -> None:
    found, shown = measured(lang, numbered(*STEPS[:2], "klamfus brivvel"), numbered(*STEPS))
    assert (found.value, found.raw) == (0.5, 1.0)
    assert shown == [("step 3 new", "klamfus brivvel")]


@LANGUAGES
def test_a_step_that_another_passage_tells_is_not_invented(lang: str) -> None:
    page = numbered(*STEPS)
    found, _ = measured(lang, numbered(*STEPS[:2], "klamfus brivvel"), page, "klamfus brivvel")
    assert found.raw == 0.0


@LANGUAGES
def test_a_step_with_two_of_its_three_words_is_still_that_step(lang: str) -> None:
    # Words weigh 7, two in a row half of their sum, 7: cosine of (dorvel, huxam, klamfus) with
    # (dorvel, huxam, brivvel) = 3 x 49 / (5 x 49) = 0.6, and like no other step.
    a, b, _, d = STEPS
    page = numbered(a, b, "dorvel huxam brivvel", d)
    found, shown = measured(lang, numbered(a, d, "dorvel huxam klamfus"), page)
    assert shown == [("step out of order", "dorvel huxam klamfus")]
    found, _ = measured(lang, numbered(a, b, "dorvel huxam klamfus", d), page)
    assert found.raw == 0.0


@LANGUAGES
def test_words_that_belong_together_make_another_step(lang: str) -> None:
    # Cosine of (dorvel, klamfus) with (dorvel, huxam): 49 / (3 x 49), another step in its place.
    a, _, _, d = STEPS
    found, _ = measured(lang, numbered(a, d, "dorvel klamfus"), numbered(*STEPS), "dorvel klamfus")
    assert found.raw == 0.0


@LANGUAGES
def test_the_guide_that_is_followed_is_the_one_told(lang: str) -> None:
    # Both pages open with the same step; the answer goes from the end of the first to the second.
    a, b, c, _ = STEPS
    first, second = numbered(a, b), numbered(a, "brivvel klamfus", c)
    found, _ = measured(lang, numbered(b, a, c), first, second)
    assert found.raw == 0.0


@LANGUAGES
def test_without_two_steps_of_one_guide_nothing_applies(lang: str) -> None:
    assert measured(lang, numbered(STEPS[0], "klamfus"), numbered(*STEPS))[0].value is None
    assert measured(lang, numbered(*STEPS), "flurbel grommik")[0].value is None
