"""Steps and their order, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tests.builders import grounded, lined
from truthscore.features.guide_fidelity import GUIDE_FIDELITY
from truthscore.features.guide_fidelity.order import counterparts
from truthscore.features.guide_fidelity.steps import Step, similarities, together
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


def steps() -> st.SearchStrategy[Step]:
    weights = st.dictionaries(st.sampled_from("abcde"), st.floats(0.5, 9.0), max_size=4)
    return weights.map(
        lambda words: Step(0, 1, words, math.fsum(each * each for each in words.values()))
    )


@given(steps(), st.lists(steps(), max_size=4), st.floats(0.0, 1.0))
def test_only_what_is_less_alike_than_asked_for_is_passed_by(
    step: Step, guide: list[Step], least: float
) -> None:
    theirs = together([guide])
    exact = similarities(step, theirs)
    for found, is_ in zip(similarities(step, theirs, least), exact, strict=True):
        assert found == is_ or (found == 0.0 and is_ < least)


@given(st.data())
def test_likenesses_that_are_passed_by_say_nothing_of_the_steps_meant(data: st.DataObject) -> None:
    settings = grounded().features.guide_fidelity
    assert settings is not None
    inputs = builders.inputs(GUIDE_FIDELITY, "nl", settings=grounded())
    share = st.integers(0, 40).map(lambda number: number / 40)
    size = data.draw(st.integers(1, 5))
    table = data.draw(st.lists(st.lists(share, min_size=size, max_size=size), max_size=5))
    elsewhere = data.draw(st.lists(share, min_size=len(table), max_size=len(table)))
    orders = data.draw(st.lists(st.booleans(), min_size=len(table), max_size=len(table)))
    least = min(settings.same_step, settings.same_order) * min(settings.may_be, settings.clear)
    likest = [max(*row, other) for row, other in zip(table, elsewhere, strict=True)]
    passed = [[each if each >= least else 0.0 for each in row] for row in table]
    fewer = [each if each >= least else 0.0 for each in likest]
    assert counterparts(inputs, passed, fewer, orders) == counterparts(
        inputs, table, likest, orders
    )


def test_similarity_is_the_cosine_of_the_weights() -> None:
    one, two = Step(0, 1, {"a": 3.0, "b": 4.0}, 25.0), Step(0, 1, {"a": 3.0}, 9.0)
    nothing = Step(0, 1, {}, 0.0)
    assert similarities(one, together([[two, one, nothing]])) == [0.6, 1.0, 0.0]  # 9 / (5 x 3)


@LANGUAGES
def test_the_page_s_order_is_faithful(lang: str) -> None:
    found, shown = measured(lang, numbered(*STEPS), numbered(*STEPS))
    assert (found.value, found.raw, shown) == (1.0, 0.0, [])


@LANGUAGES
def test_a_left_out_step_is_told_and_no_swap(lang: str) -> None:
    a, b, c, d = STEPS
    found, shown = measured(lang, numbered(a, c, d), numbered(*STEPS))
    assert (found.value, found.raw) == (0.5, 1.0)
    assert shown == [("step left out", c)]
    for told in ((a, b), (b, c, d), (a, b, c), (a, d), (a, f"{b} {c}", d)):
        assert measured(lang, numbered(*told), numbered(*STEPS))[1] == []


@LANGUAGES
def test_what_the_steps_beside_it_have_too_tells_nothing_of_a_step(lang: str) -> None:
    page = numbered("vlork flurbel", "vlork zwiebat", "vlork dorvel", "vlork snorrit")
    answer = numbered("vlork flurbel", "vlork dorvel", "vlork snorrit")
    assert measured(lang, answer, page)[1] == [("step left out", "vlork dorvel")]


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


LATE = "step out of order"


def prose(
    lang: str, answer: str, page: str, pos: dict[str, str]
) -> tuple[float | None, list[tuple[str, str]]]:
    """What is found in an answer of which some words are no nouns."""
    given = builders.inputs(
        GUIDE_FIDELITY, lang, answer=lined(answer, pos=pos), pages={"p": lined(page)},
        settings=grounded(),
    )  # fmt: skip
    found = GUIDE_FIDELITY.measure(given)
    return found.value, [(label, words) for _, label, words, _ in builders.shown(found, given)]


@LANGUAGES
@pytest.mark.parametrize(
    ("sentence", "pos", "late"),
    [
        ("Dorvel huxam klamfus", {"dorvel": "VERB"}, True),  # an imperative
        ("Dorvel huxam klamfus", {}, False),  # tells nobody to do anything
        ("En dorvel u huxam klamfus", {"en": "CCONJ", "dorvel": "VERB", "u": "PRON"}, True),
        ("Dorvel u huxam klamfus", {"dorvel": "VERB", "u": "PRON"}, False),  # describes
        ("- Dorvel huxam klamfus", {}, True),  # an item is a step whatever its form
        ("Dorvel huxam brivvel", {}, True),  # word for word the page's: no matter how it is said
    ],
)
def test_a_sentence_much_like_a_step_is_that_step_when_it_tells_to_do_something(
    lang: str, sentence: str, pos: dict[str, str], late: bool
) -> None:
    a, b, _, d = STEPS
    page = numbered(a, b, "dorvel huxam brivvel", d)
    value, shown = prose(lang, f"{a}\n\n{d}\n\n{sentence}", page, pos)
    assert value == (0.5 if late else 1.0)
    assert [label for label, _ in shown] == ([LATE] if late else [])


@LANGUAGES
def test_every_jump_back_is_a_finding_beside_the_step_that_it_belongs_before(lang: str) -> None:
    a, b, c, d = STEPS
    page = numbered(*STEPS)
    given = builders.inputs(
        GUIDE_FIDELITY, lang, answer=lined(numbered(d, a, c, b)), pages={"p": lined(page)},
        settings=grounded(),
    )  # fmt: skip
    found = GUIDE_FIDELITY.measure(given)
    assert (found.raw, found.value) == (2.0, 0.333333)
    assert [page[e.match.start : e.match.end] for e in found.evidence if e.match] == [d, c]
    # the same step twice is no jump
    assert measured(lang, numbered(a, b, b, c), page)[0].raw == 0.0


@LANGUAGES
def test_two_steps_of_a_guide_are_enough_to_judge(lang: str) -> None:
    a, b, _, _ = STEPS
    assert measured(lang, f"{b}\n\n{a}", numbered(*STEPS))[0].raw == 1.0
    assert measured(lang, f"{b}\n\nklamfus brivvel", numbered(*STEPS))[0].value is None


@LANGUAGES
def test_a_page_s_list_without_numbers_has_no_order(lang: str) -> None:
    a, b, c, _ = STEPS
    assert measured(lang, numbered(b, a), f"- {a}\n- {b}\n- {c}")[0].value is None


@LANGUAGES
def test_a_step_that_another_sentence_tells_better_is_not_meant(lang: str) -> None:
    # "dorvel huxam" is step 3 word for word; "dorvel huxam klamfus" (49 x 3 of 49 x 3 and 49 x 5:
    # 0.77) comes later and must not be taken for it a second time.
    a, b, c, d = STEPS
    told = numbered(a, b, c, d, f"{c} klamfus")
    assert measured(lang, told, numbered(*STEPS), f"{c} klamfus")[0].raw == 0.0


@LANGUAGES
def test_quotes_around_a_name_change_no_likeness(lang: str) -> None:
    page = numbered(*STEPS)
    plain = numbered(*reversed(STEPS))
    quoted = plain.replace("flurbel", '"flurbel"').replace("zwiebat", "“zwiebat”")
    assert measured(lang, plain, page)[0].value == measured(lang, quoted, page)[0].value


OTHER = ("klamfus brivvel", "vlork snurf", "drozzel kwebbel", "huppel smeek")
JOINED = "step of another page"


@LANGUAGES
@pytest.mark.parametrize(
    ("answer", "at"),
    [
        ((*STEPS[:2], *OTHER[2:]), OTHER[2]),  # the end of one is left out, and the other's start
        ((*STEPS, *OTHER), None),  # both are told whole
        ((*STEPS, OTHER[3]), None),  # one whole, and a step of another page
        ((STEPS[0], *OTHER), None),  # a step before a whole guide
        ((STEPS[0], STEPS[3]), None),  # steps of one page
        ((*STEPS[:2], *OTHER[2:], *STEPS[2:]), None),  # goes on after it
        ((OTHER[0], *STEPS[:2], *OTHER[1:]), None),  # was begun before it
    ],
)
def test_a_guide_left_halfway_for_the_middle_of_another_page_s(
    lang: str, answer: tuple[str, ...], at: str | None
) -> None:
    _, shown = measured(lang, numbered(*answer), numbered(*STEPS), numbered(*OTHER))
    assert [words for label, words in shown if label == JOINED] == ([at] if at else [])


@LANGUAGES
def test_a_step_that_both_pages_have_begins_both(lang: str) -> None:
    opens = "huxam worvim snorrit"
    answer = numbered(opens, STEPS[0], *OTHER[1:])
    _, shown = measured(
        lang, answer, numbered(opens, *STEPS[:2]), numbered(opens, OTHER[1], OTHER[2])
    )
    assert JOINED not in [label for label, _ in shown]


@LANGUAGES
def test_two_guides_of_one_page_are_not_held_apart(lang: str) -> None:
    page = f"{numbered(*STEPS)}\n\nklamfus.\n\n{numbered(*OTHER)}"
    _, shown = measured(lang, numbered(*STEPS[:2], *OTHER[2:]), page, "gromp")
    assert JOINED not in [label for label, _ in shown]
