"""The figures in the security policy are those of the settings."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from truthscore import profile

pytest.importorskip("uvicorn")

TEXT = (Path(__file__).parents[2] / ".github" / "SECURITY.md").read_text(encoding="utf-8")
#: Setting (`[section] key`, or a constant's module and name) → the value's cell.
ROWS = {
    setting: value
    for value, setting in re.findall(r"^\| .+? \| (.+?) \| `(.+?)` \|$", TEXT, re.MULTILINE)
}
SHIPPED = profile.load("grounded")


def setting(name: str) -> Any:
    section = re.fullmatch(r"\[(\w+)\] (\w+)", name)
    if section:
        return getattr(getattr(SHIPPED, section[1]), section[2])
    module, _, constant = name.rpartition(".")
    return getattr(importlib.import_module(f"truthscore.{module}"), constant)


@pytest.mark.parametrize("name", ROWS)
def test_a_figure_is_that_of_its_setting(name: str) -> None:
    [told] = re.findall(r"^[\d,.]+", ROWS[name])
    assert float(told.replace(",", "")) == setting(name), f"{name} is {setting(name):,}"


def test_every_limit_is_in_it() -> None:
    named = {*SHIPPED.serve.model_dump()} | {*SHIPPED.limits.model_dump()}
    named |= {*SHIPPED.documents.model_dump()}
    assert len(named) > 10
    assert {name.rpartition(" ")[2] for name in ROWS if name.startswith("[")} >= named


def test_it_says_where_to_report_and_fits_a_page() -> None:
    assert "Report a vulnerability" in TEXT
    assert "@" not in TEXT
    assert len(TEXT.splitlines()) < 90
