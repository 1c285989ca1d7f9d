"""The value of `contradiction`, by hand. Made-up words weigh 7.0 each."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import grounded, told
from truthscore.features.contradiction import CONTRADICTION
from truthscore.types import Measurement

NOT = {"nl": "niet", "en": "not"}
LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])
#: Sentences about nothing else, so that page and answer are long enough to be no pair of sentences.
REST = ("snorrit worvim", "brivvel klamfus", "dorvel huxam", "prunkel zwiebat")


def measured(lang: str, answer: tuple[str, ...], page: tuple[str, ...]) -> Measurement:
    words = {"function": [NOT[lang]], "verbs": ["flurbel", "snorrit"]}
    given = builders.inputs(
        CONTRADICTION, lang, answer=told(*answer, **words),
        pages={"p": told(*page, **words)}, settings=grounded(),
    )  # fmt: skip
    return CONTRADICTION.measure(given)


@LANGUAGES
def test_one_denied_clause_halves_the_value(lang: str) -> None:
    found = measured(lang, (f"flurbel {NOT[lang]} grommik",), ("flurbel grommik", *REST))
    assert (found.raw, found.value) == (1.0, 0.5)
    [each] = found.evidence
    assert each.label == "negation"
    start = len("flurbel ")
    assert (each.span.start, each.span.end) == (start, start + len(NOT[lang]))


@LANGUAGES
def test_two_of_them_leave_a_third(lang: str) -> None:
    no = NOT[lang]
    answer = (f"flurbel {no} grommik", f"snorrit {no} worvim")
    found = measured(lang, answer, ("flurbel grommik", *REST))
    assert found.raw == 2.0
    assert found.value == pytest.approx(1 / 3, abs=1e-6)


@LANGUAGES
def test_two_negations_agree(lang: str) -> None:
    no = NOT[lang]
    both = f"flurbel {no} grommik"
    assert measured(lang, (both,), (both, *REST)).raw == 0.0
    twice = f"{no} flurbel {no} grommik"
    assert measured(lang, (twice,), ("flurbel grommik", *REST)).raw == 0.0


@LANGUAGES
def test_a_denied_sentence_that_is_half_alike_is_a_doubt(lang: str) -> None:
    # One sentence on each side; half of the weight is the passage's: 1 - 0.4 x 0.5 = 0.8.
    found = measured(lang, (f"flurbel {NOT[lang]} klamfus",), ("flurbel grommik",))
    assert found.raw == 0.0
    assert found.value == pytest.approx(0.8)
    # Among more than three sentences it is none: nothing is alike enough to be compared.
    found = measured(lang, (f"flurbel {NOT[lang]} klamfus",), ("flurbel grommik", *REST))
    assert found.value is None
