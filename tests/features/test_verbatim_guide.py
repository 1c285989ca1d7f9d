"""Verbatim guide: the steps of the answer are the steps of a help page."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import inputs, read, shown, tuned
from truthscore.features import verbatim_guide
from truthscore.features.verbatim_guide import VERBATIM_GUIDE, cosine, measure
from truthscore.types import Measurement

NL_PAGE = """# Factuur crediteren

1. Open de factuur.
2. Klik op Crediteren.
3. Kies een reden.
"""
EN_PAGE = """# Credit an invoice

* Open the invoice
* Click Credit
"""


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "", 0.0),
        ("a", "", 0.0),
        ("", "a", 0.0),
        ("a", "a", 1.0),
        ("a", "b", 0.0),
        ("ab", "ac", 0.5),  # 1 / sqrt(2 x 2)
        ("aab", "ab", 0.948683),  # (2 + 1) / sqrt(5 x 2)
        ("aaa", "a", 1.0),
        ("abc", "abcd", 0.866025),  # 3 / sqrt(3 x 4)
    ],
)
def test_the_cosine_of_counted_words(left: str, right: str, expected: float) -> None:
    assert cosine(Counter(left), Counter(right)) == expected


@given(st.data())
def test_a_step_is_passed_by_only_where_it_is_less_alike(data: st.DataObject) -> None:
    left, right = data.draw(COUNTS), data.draw(COUNTS)
    above = data.draw(st.integers(0, 10**6)) / 10**6
    norms = sum(n * n for n in left.values()) * sum(n * n for n in right.values())
    found = verbatim_guide._over(left, right, left.keys() & right.keys(), norms, above)
    exact = cosine(left, right)
    assert found == exact or (found == 0.0 and exact < above)


COUNTS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50), max_size=6).map(Counter)


@given(COUNTS, COUNTS)
def test_the_cosine_is_symmetric_bounded_and_one_for_equals(
    left: Counter[str], right: Counter[str]
) -> None:
    value = cosine(left, right)
    assert 0.0 <= value <= 1.0
    assert value == cosine(right, left)
    assert cosine(left, left) == (1.0 if left else 0.0)
    letters = "abcdef"
    dot = math.fsum(left[letter] * right[letter] for letter in letters)
    norm = math.hypot(*(left[x] for x in letters)) * math.hypot(*(right[x] for x in letters))
    assert value == pytest.approx(dot / norm if norm else 0.0, abs=1e-6)


def test_a_copied_dutch_guide_is_verbatim() -> None:
    answer = "Zo gaat het:\n\n1. Open de factuur.\n2. Klik op Crediteren.\n3. Kies een reden."
    given_ = inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"p": NL_PAGE})
    found = measure(given_)
    assert (found.value, found.raw, found.note) == (1.0, 1.0, None)
    assert shown(found, given_) == [
        ("supports", "step 1", "Open de factuur.", ("p", "Open de factuur.")),
        ("supports", "step 2", "Klik op Crediteren.", ("p", "Klik op Crediteren.")),
        ("supports", "step 3", "Kies een reden.", ("p", "Kies een reden.")),
    ]


def test_an_english_guide_that_changes_a_step_is_not_verbatim() -> None:
    # English drops stop words: steps are {open, invoice} and {click, credit}. The answer's second
    # step is {click, cancel}: cosine 1 / 2. Value (1 + 0.5) / 2.
    answer = read("1. Open an invoice\n2. Click Cancel", stops=["an", "the"])
    page = read(EN_PAGE, stops=["an", "the"])
    given_ = inputs(VERBATIM_GUIDE, "en", answer=answer, pages={"p": page})
    found = measure(given_)
    assert (found.value, found.raw) == (0.75, 0.0)
    assert shown(found, given_) == [
        ("supports", "step 1", "Open an invoice", ("p", "Open the invoice")),
        ("unsupported", "step 2", "Click Cancel", ("p", "Click Credit")),
    ]


def test_dutch_keeps_stop_words() -> None:
    # {open, een, factuur} against {open, de, factuur}: 2 / 3; the other steps 1. Mean 8/9.
    answer = "1. Open een factuur.\n2. Klik op Crediteren.\n3. Kies een reden."
    given_ = inputs(
        VERBATIM_GUIDE,
        "nl",
        answer=read(answer, stops=["een", "de"]),
        pages={"p": read(NL_PAGE, stops=["een", "de"])},
    )
    found = measure(given_)
    assert (found.value, found.raw) == (0.888889, 0.0)
    assert [each.role for each in found.evidence] == ["unsupported", "supports", "supports"]


@pytest.mark.parametrize("threshold", [0.5, 0.500001])
def test_a_step_at_the_threshold_still_matches(threshold: float) -> None:
    settings = tuned("features.verbatim_guide", threshold=threshold)
    given_ = inputs(
        VERBATIM_GUIDE,
        "nl",
        answer="1. open factuur\n2. klik credit",
        pages={"p": "1. open factuur\n2. klik annuleer"},
        settings=settings,
    )
    found = measure(given_)  # step 2: 1 / 2
    assert found.raw == (1.0 if threshold == 0.5 else 0.0)
    assert found.evidence[1].role == ("supports" if threshold == 0.5 else "unsupported")


def test_lemmas_or_forms_are_compared_as_the_profile_says() -> None:
    lemmas = {"facturen": "factuur", "opent": "openen", "open": "openen"}
    answer = read("1. Opent facturen\n2. Klik credit", lemmas=lemmas)
    page = read("1. Open factuur\n2. Klik credit", lemmas=lemmas)
    raws = []
    for similarity in ("lemma_cosine", "word_cosine"):
        settings = tuned("features.verbatim_guide", similarity=similarity)
        given_ = inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"p": page}, settings=settings)
        raws.append((measure(given_).raw, measure(given_).value))
    assert raws == [(1.0, 1.0), (0.0, 0.5)]


@pytest.mark.parametrize(
    "answer",
    [
        "1. Open de factuur.\n2. Klik op Crediteren.",  # a step short
        "1. Open de factuur.\n2. Kies een reden.\n3. Klik op Crediteren.",  # another order
        "1. Open de factuur.\n2. Klik op Crediteren.\n3. Kies een reden.\n4. Kies een reden.",
    ],
)
def test_the_same_steps_in_another_number_or_order_are_not_verbatim(answer: str) -> None:
    found = measure(inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"p": NL_PAGE}))
    # Each step has its counterpart, so the value is full; the override needs the whole guide.
    assert (found.value, found.raw) == (1.0, 0.0)


def test_a_bulleted_answer_can_match_a_numbered_page() -> None:
    answer = "- Open de factuur.\n- Klik op Crediteren.\n- Kies een reden."
    found = measure(inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"p": NL_PAGE}))
    assert found.raw == 1.0


def test_one_verbatim_guide_of_two_is_enough_for_the_override() -> None:
    # 3 steps of similarity 1, then 2 of 0: value 3 / 5.
    answer = (
        "1. Open de factuur.\n2. Klik op Crediteren.\n3. Kies een reden.\n\n# Verder\n\n"
        "1. Xx yy.\n2. Zz ww."
    )
    found = measure(inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"p": NL_PAGE}))
    assert (found.value, found.raw) == (0.6, 1.0)
    assert [each.label for each in found.evidence] == [
        "step 1", "step 2", "step 3", "step 1", "step 2",
    ]  # fmt: skip
    assert [each.match is None for each in found.evidence] == [False] * 3 + [True] * 2


def test_the_steps_of_two_pages_do_not_make_one_guide() -> None:
    pages = {"p": "1. open factuur\n2. los los", "q": "1. weg weg\n2. klik credit"}
    given_ = inputs(VERBATIM_GUIDE, "nl", answer="1. open factuur\n2. klik credit", pages=pages)
    found = measure(given_)
    assert (found.value, found.raw) == (1.0, 0.0)
    assert [row[3] for row in shown(found, given_)] == [("p", "open factuur"), ("q", "klik credit")]


def test_of_equally_similar_steps_the_first_is_shown() -> None:
    pages = {"q": "1. klik credit\n2. open factuur", "p": "1. open factuur\n2. open factuur"}
    given_ = inputs(VERBATIM_GUIDE, "nl", answer="1. open factuur\n2. klik", pages=pages)
    assert shown(measure(given_), given_)[0][3] == ("q", "open factuur")


@pytest.mark.parametrize("pages", [{}, {"p": ""}, {"p": "Geen gids hier."}])
def test_a_guide_without_a_counterpart_is_worth_nothing(pages: dict[str, str]) -> None:
    given_ = inputs(VERBATIM_GUIDE, "nl", answer="1. open\n2. klik", pages=pages)
    found = measure(given_)
    assert (found.value, found.raw) == (0.0, 0.0)
    assert [(each.role, each.match) for each in found.evidence] == [("unsupported", None)] * 2


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("nl", "Klik op Opslaan."),
        ("en", "1. Only one step"),
        ("nl", ""),
        ("nl", "Zie ook\n- a\n- b"),
    ],
)
def test_an_answer_without_a_guide_has_no_value(lang: str, answer: str) -> None:
    given_ = inputs(VERBATIM_GUIDE, lang, answer=answer, pages={"p": NL_PAGE})
    assert measure(given_) == Measurement(value=None, note="the answer has no guide")


def test_the_least_number_of_steps_is_a_setting() -> None:
    settings = tuned("features.verbatim_guide", min_steps=3)
    given_ = inputs(VERBATIM_GUIDE, "nl", answer="1. open\n2. klik", settings=settings)
    assert measure(given_).value is None


STEPS = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3), min_size=2, max_size=4)


def _guide(steps: list[list[str]]) -> str:
    return "\n".join(f"{place}. {' '.join(step)}" for place, step in enumerate(steps, start=1))


@given(answer=STEPS, pages=st.lists(STEPS, max_size=3))
def test_the_value_is_a_share_in_any_order_of_pages(
    answer: list[list[str]], pages: list[list[list[str]]]
) -> None:
    def judged(texts: list[list[list[str]]]) -> tuple[object, ...]:
        named = {f"p{place}": _guide(page) for place, page in enumerate(texts)}
        given_ = inputs(VERBATIM_GUIDE, "nl", answer=_guide(answer), pages=named)
        found = measure(given_)
        assert found == measure(given_)
        assert found.value is not None
        assert 0.0 <= found.value <= 1.0
        for (_, _, words, _), step in zip(shown(found, given_), answer, strict=True):
            assert words == " ".join(step)
        return found.value, found.raw, [(each.span, each.role) for each in found.evidence]

    assert judged(pages) == judged(pages[::-1]) == judged(pages + pages)
    # The pages with the answer among them: it is verbatim, every step at its best.
    assert judged([*pages, answer])[:2] == (1.0, 1.0)


@pytest.mark.parametrize(
    ("theirs", "verbatim"),
    [("niet groter dan 10 MB", 1.0), ("niet groter dan 25 MB", 0.0), ("groter dan 10 MB", 0.0)],
)
def test_a_long_step_with_another_number_or_without_its_negation_is_no_copy(
    theirs: str, verbatim: float
) -> None:
    step = "Kies onder de kop bijlagen het bestand dat u wilt meesturen en let op dat het {} is"
    answer = "1. Open de kaart\n2. " + step.format("niet groter dan 10 MB")
    page = "1. Open de kaart\n2. " + step.format(theirs)
    given_ = inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"a": page})
    assert measure(given_).raw == verbatim
    loose = tuned("features.verbatim_guide", same_values=False)
    given_ = inputs(VERBATIM_GUIDE, "nl", answer=answer, pages={"a": page}, settings=loose)
    assert measure(given_).raw == 1.0
