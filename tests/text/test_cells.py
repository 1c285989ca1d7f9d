"""Cells that say yes or no: hand-worked, whichever signs and words say it."""

from __future__ import annotations

import pytest

from tests.builders import pack, read
from truthscore.text.cells import Cell, cells


def found(lang: str, page: str) -> list[Cell]:
    return list(cells(read(page), pack(lang)))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("nl", "ja"),
        ("nl", "**Nee**"),
        ("nl", "niet inbegrepen"),
        ("nl", "✓"),
        ("nl", "–"),
        ("en", "Included"),
        ("en", "Not included"),
        ("en", "❌"),
    ],
)
def test_a_cell_that_says_yes_or_no(lang: str, said: str) -> None:
    page = f"| | Basic | Plus |\n|---|---|---|\n| Export | {said} | 5 euros |\n"
    (cell,) = found(lang, page)
    assert cell.is_named({"export", "basic"})
    assert not cell.is_named({"export", "plus"})


@pytest.mark.parametrize(
    "page",
    [
        "| | Basic |\n|---|---|\n| Export | soon |\n",  # neither yes nor no
        "| | Basic |\n|---|---|\n| | yes |\n",  # of nothing
        "Export: yes\n",  # no table
    ],
)
def test_other_cells_say_neither(page: str) -> None:
    assert found("en", page) == []
