"""The table of what is compared, beside the table of rules."""

from __future__ import annotations

import pytest

from truthscore.features.compare.table import TABLE, Comparison
from truthscore.rules import RULES

VIEWS = ("contradiction", "off_context", "swapped_labels")
BY_ID = {rule.id: rule for rule in RULES}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: "-".join(row.rules))
def test_a_row_has_one_place_where_it_shows_and_one_way_to_look(row: Comparison) -> None:
    assert len({BY_ID[rule].feature for rule in row.rules}) == 1
    assert row.slot in {BY_ID[rule].slot for rule in row.rules}
    assert (row.units is None) != (row.answer is None)
    assert row.gate is None or row.units is not None


def test_every_rule_of_the_three_features_is_in_the_table() -> None:
    compared = {rule for row in TABLE for rule in row.rules}
    assert compared == {rule.id for rule in RULES if rule.feature in VIEWS}
