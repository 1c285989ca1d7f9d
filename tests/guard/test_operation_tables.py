"""The tables of `tests/guard/operations`: what is wrong is held, what is right is let through."""

from __future__ import annotations

import pytest

from tests.guard.operations import reports
from truthscore.guard.operation import check_report

#: Of what is right: the share that must be let through.
LET_THROUGH = 0.95


@pytest.mark.parametrize("table", ["before", "after"])
def test_no_false_report_is_sent_and_the_true_ones_are(table: str) -> None:
    told = [(each, check_report(each.answer, each.result, lang=each.lang)) for each in reports(table)]
    assert len(told) == 60
    assert [each.answer for each, decided in told if decided.allowed and not each.right] == []
    sent = [decided.allowed for each, decided in told if each.right]
    assert sum(sent) >= LET_THROUGH * len(sent)
