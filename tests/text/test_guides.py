"""Guides: the steps by which a text tells how to do something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack, read
from truthscore.text.guides import guides

LINKS = pack("nl").link_headings


def steps(text: str, least: int = 2) -> list[tuple[bool, list[str]]]:
    """(numbered, the texts of the steps) per guide."""
    parsed = read(text)
    found = guides(parsed, least, LINKS)
    return [(each.numbered, [text[step.start : step.end] for step in each.steps]) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Open\n2. Klik", [(True, ["Open", "Klik"])]),
        ("1) Open\n2) Klik\n3) Sluit", [(True, ["Open", "Klik", "Sluit"])]),
        ("1. Open\n1. Klik\n1. Sluit", [(True, ["Open", "Klik", "Sluit"])]),
        ("- Open\n- Klik", [(False, ["Open", "Klik"])]),
        ("Stap 1: Open\nStap 2: Klik", [(True, ["Open", "Klik"])]),
        ("3. Open\n4. Klik", [(True, ["Open", "Klik"])]),
        ("1. Open\n\n2. Klik", [(True, ["Open", "Klik"])]),
        # in another dress
        ("## 1. Open dit.\n## 2. Klik dat.", [(True, ["Open dit.", "Klik dat."])]),
        ("- 1) Open dit.\n- 2) **Klik dat.**", [(True, ["Open dit.", "**Klik dat.**"])]),
        ("| 1. Open dit. | |\n| 2. Klik dat. | |", [(True, ["Open dit.", "Klik dat."])]),
        ("- Zo gaat het: 1. Open dit. 2. Klik dat.", [(True, ["Open dit.", "Klik dat."])]),
        ("## 1. Inleiding\n## 2. Gebruik", []),
        ("| 1. Naam | 2. Adres |", []),
        ("1. Open", []),
        ("", []),
        ("Open dit. Klik dat.", []),
    ],
)
def test_a_list_is_a_guide(text: str, expected: list[tuple[bool, list[str]]]) -> None:
    assert steps(text) == expected


@pytest.mark.parametrize(
    "text",
    ["1. Open\n3. Klik", "2. Open\n1. Klik", "1. Open\n2. Klik\n2. Sluit", "2. Open\n2. Klik"],
)
def test_numbers_that_do_not_go_up_by_one_begin_another_list(text: str) -> None:
    assert all(len(each) < 3 for _, each in steps(text))
    assert sum(len(each) for _, each in steps(text, least=1)) == text.count(".")
    assert len(steps(text, least=1)) == 2


def test_a_list_that_begins_again_at_one_is_another_guide() -> None:
    assert steps("1. Aa\n2. Bb\n1. Cc\n2. Dd") == [(True, ["Aa", "Bb"]), (True, ["Cc", "Dd"])]


def test_bullets_and_numbers_are_different_guides() -> None:
    assert steps("1. Aa\n2. Bb\n- Cc\n- Dd") == [(True, ["Aa", "Bb"]), (False, ["Cc", "Dd"])]


@pytest.mark.parametrize(
    "text",
    [
        "1. Aa\n   - uitleg\n   - nog een\n2. Bb",
        "1. Aa\n   Uitleg bij de stap.\n2. Bb",
        "1. Aa\n\nUitleg tussendoor.\n\n2. Bb",
        "1. Aa\n   1. deelstap\n   2. deelstap\n2. Bb",
    ],
)
def test_what_stands_below_a_step_is_no_step(text: str) -> None:
    assert steps(text) == [(True, ["Aa", "Bb"])]


def test_a_bullet_list_ends_at_a_paragraph() -> None:
    assert steps("- Aa\n- Bb\n\nTussendoor.\n\n- Cc\n- Dd") == [
        (False, ["Aa", "Bb"]),
        (False, ["Cc", "Dd"]),
    ]


@pytest.mark.parametrize("between", ["# Kop", "## Andere kop"])
def test_a_heading_ends_a_guide(between: str) -> None:
    assert steps(f"1. Aa\n2. Bb\n\n{between}\n\n3. Cc\n4. Dd") == [
        (True, ["Aa", "Bb"]),
        (True, ["Cc", "Dd"]),
    ]


def test_a_list_further_out_ends_the_one_further_in() -> None:
    assert steps("  1. Aa\n  2. Bb\n1. Cc\n2. Dd") == [(True, ["Aa", "Bb"]), (True, ["Cc", "Dd"])]


@pytest.mark.parametrize("heading", ["# Zie ook", "**Zie ook:**", "Zie ook:", "## Meer informatie"])
def test_a_list_of_links_is_no_guide(heading: str) -> None:
    assert steps(f"1. Aa\n2. Bb\n\n{heading}\n\n- Cc\n- Dd") == [(True, ["Aa", "Bb"])]


@pytest.mark.parametrize("heading", ["# Stappen", "Ga zo te werk:"])
def test_links_end_at_the_next_heading_or_announcement(heading: str) -> None:
    assert steps(f"# Zie ook\n\n- Cc\n- Dd\n\n{heading}\n\n1. Aa\n2. Bb") == [(True, ["Aa", "Bb"])]


def test_links_do_not_end_at_an_ordinary_sentence() -> None:
    assert steps("# Zie ook\n\n- Cc\n\nEen zin.\n\n- Dd\n- Ee") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doe dit: 1. Open het menu. 2. Klik op Ok.", ["Open het menu.", "Klik op Ok."]),
        ("Doe (1) niet", None),
        ("Zo: 1) Open 2) Klik 3) Sluit", ["Open", "Klik", "Sluit"]),
        ("Zo: 1. Open 3. Klik", None),
        ("Versie 1. 2 is nieuw", None),
        ("Betaal 2. en dan 1. weer 2. klaar", ["weer", "klaar"]),
    ],
)
def test_steps_inside_a_sentence_are_a_guide(text: str, expected: list[str] | None) -> None:
    assert steps(text) == ([(True, expected)] if expected else [])


def test_steps_inside_a_sentence_end_the_list_in_front_of_them() -> None:
    text = "1. Aa\n2. Bb\n\nOf zo: 1. Cc 2. Dd\n\n3. Ee\n4. Ff"
    assert steps(text) == [(True, ["Aa", "Bb"]), (True, ["Cc", "Dd"]), (True, ["Ee", "Ff"])]


def test_a_single_number_inside_a_sentence_is_no_guide_and_ends_none() -> None:
    assert steps("1. Aa\n\nKies 1. of iets anders.\n\n2. Bb", least=1) == [(True, ["Aa", "Bb"])]


@pytest.mark.parametrize(("least", "guides_"), [(2, 1), (3, 1), (4, 0)])
def test_the_least_number_of_steps_is_asked_for(least: int, guides_: int) -> None:
    assert len(steps("1. Aa\n2. Bb\n3. Cc", least)) == guides_


def test_the_tokens_of_a_step_are_the_words_between_its_ends() -> None:
    text = "Zo gaat het:\n\n1. Open het menu.\n2. Klik"
    parsed = read(text)
    (guide,) = guides(parsed, 2, LINKS)
    words = [parsed.lowers[slice(*step.tokens)] for step in guide.steps]
    assert words == [("open", "het", "menu", "."), ("klik",)]


LINES = st.sampled_from(
    ["1. Aa", "2. Bb", "3. Cc", "- Dd", "  - Ee", "   1. Ff", "# Kop", "Zie ook:", "Tekst.",
     "Zo: 1. Gg 2. Hh", "", "klein"]
)  # fmt: skip


@given(lines=st.lists(LINES, max_size=14), least=st.integers(1, 3))
def test_guides_hold_their_steps_in_order_without_overlap(lines: list[str], least: int) -> None:
    text = "\n".join(lines)
    parsed = read(text)
    end = 0
    for guide in guides(parsed, least, LINKS):
        assert len(guide.steps) >= least
        for step in guide.steps:
            assert end <= step.start < step.end
            end = step.end
            first, last = step.tokens
            assert first < last
            assert parsed.starts[first] >= step.start
            assert parsed.ends[last - 1] <= step.end
    assert guides(parsed, least, LINKS) == guides(parsed, least, LINKS)
