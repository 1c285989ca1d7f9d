"""A page beside an answer: as a person reads it, with places that are those of the page."""

from __future__ import annotations

import re

import pytest

from truthscore.report.page_text import page_text
from truthscore.types import Span


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("# Verlof\n\nHet is **25 dagen**.", "Verlof\n\nHet is 25 dagen."),
        ("- een\n- twee", "• een\n• twee"),
        ("1. Open.\n2. Klik.", "1. Open.\n2. Klik."),
        ("<p>Het is <b>25</b> dagen.</p><p>Klaar.</p>", "Het is 25 dagen.\n\nKlaar."),
        ("<table><tr><td>Land</td><td>Dagen</td></tr><tr><td>NL</td><td>3</td></tr></table>",
         "Land   Dagen\nNL   3"),
        ("a < b en c > d", "a < b en c > d"),
    ],
)  # fmt: skip
def test_signs_and_tags_are_not_shown(given: str, shown: str) -> None:
    assert re.sub(r"\n+", "\n", page_text(given).text.strip()) == re.sub(r"\n+", "\n", shown)


@pytest.mark.parametrize(
    "given", ["Het is **25 dagen** nu.", "<p>😀 Het is <b>25 dagen</b></p> nu."]
)
def test_a_passage_is_at_its_place_as_a_browser_counts(given: str) -> None:
    at = given.index("25")
    made = page_text(given)
    start, end = made.place(Span(source="p", start=at, end=at + len("25 dagen")))
    units = made.text.encode("utf-16-le")
    assert units[2 * start : 2 * end].decode("utf-16-le") == "25 dagen"
