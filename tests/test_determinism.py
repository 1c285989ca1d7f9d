"""What could make one machine's number differ from another's, kept out by reading the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "truthscore"
SCORING = [
    *sorted((ROOT / "features").rglob("*.py")), *sorted((ROOT / "text").glob("*.py")),
    *sorted((ROOT / "statements").glob("*.py")), ROOT / "stars.py",
]  # fmt: skip


def is_count(call: ast.Call) -> bool:
    """Whether `sum(...)` adds what has no rounding of its own: truth values, lengths, counts,
    Fractions, Decimals."""
    if len(call.args) == 2:
        return ast.unparse(call.args[1]).startswith(("Fraction", "Decimal"))
    argument = call.args[0]
    if not isinstance(argument, ast.GeneratorExp):
        return False
    element = argument.elt
    text = ast.unparse(element)
    return isinstance(element, ast.Compare | ast.UnaryOp) or text.startswith(
        ("any(", "all(", "len(", "phrase.count(", "count * ", "n * n", "LCSseq.similarity(")
    )


@pytest.mark.parametrize("path", SCORING, ids=lambda path: path.name)
def test_floats_are_added_by_fsum(path: Path) -> None:
    """Python 3.12 made `sum` of floats compensated: 3.11 and 3.13 differed in the sixth place."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "sum"
    ]
    assert [ast.unparse(call) for call in calls if not is_count(call)] == []
