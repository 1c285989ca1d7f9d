"""The lists of slow and nightly tests name tests that are there: a wrong name marks nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import NIGHTLY, SLOW

TESTS = Path(__file__).parent


@pytest.mark.parametrize("entry", [*SLOW, *NIGHTLY])
def test_an_entry_names_a_test(entry: str) -> None:
    path, _, name = entry.partition("::")
    assert f"def {name.partition('[')[0]}" in (TESTS / path).read_text("utf-8")
