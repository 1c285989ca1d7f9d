"""`replication/PAPER.md`: every statement of the paper names what shows it, and that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from truthscore.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in (ROOT / "replication" / "PAPER.md").read_text("utf-8").splitlines()
    if re.match(r"\| \d+[a-z]? \|", line)
]
NAMED = sorted({name for row in ROWS for name in re.findall(r"`([^`]+)`", row[-1])})


def test_every_statement_has_a_row_that_says_what_shows_it() -> None:
    numbers = [row[0] for row in ROWS]
    assert [each for each in numbers if each.isdigit()] == [str(n) for n in range(1, 41)]
    assert {len(row) for row in ROWS} == {5}
    assert not [row[0] for row in ROWS if not re.search(r"`[^`]+`", row[-1])]


@pytest.mark.parametrize("name", NAMED)
def test_what_a_row_names_is_there(name: str) -> None:
    if name.startswith("truthscore "):
        assert name.split()[1] in COMMANDS
    elif "::" in name:
        file, test = name.split("::")
        found = [path.read_text("utf-8") for path in ROOT.glob(f"tests/**/{file}")]
        assert sum(f"def {test}(" in text for text in found) == 1
    elif name.startswith("test_"):
        assert list(ROOT.glob(f"tests/**/{name}"))
    elif name.startswith("replication."):
        at = ROOT / name.split()[0].replace(".", "/")
        assert at.with_suffix(".py").is_file() or (at / "__main__.py").is_file()
    elif name.startswith("["):
        assert name in (ROOT / "truthscore/profiles/paper.toml").read_text("utf-8")
    else:
        assert list(ROOT.glob(name)) or list(ROOT.glob(f"**/{name}"))
