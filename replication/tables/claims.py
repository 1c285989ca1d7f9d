"""What the paper prints, from `replication/paper.toml`, and which of its cells are not there."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAPER = Path(__file__).resolve().parent.parent / "paper.toml"
#: Cells of Tables 1, 3, 4 and 5: two sets of five stars, eight rows of four, four, five of five.
CELLS = 71
SETS = ("analysis", "test")
CLASSES = ("all", "binary", "instruction", "binary_or_instruction")
FIGURES = ("F1", "accuracy", "precision", "recall")
READINGS = ("margin_1", "score_is_1", "below_3", "above_3", "score_is_5")
MODES = ("analysis", "test", "analysis_translated", "test_translated")
STARS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The figures as they stand in the file, by table; `found` of its cells could be read."""

    figures: Mapping[str, Any]
    found: int
    missing: tuple[str, ...]

    def __getitem__(self, table: str) -> Any:
        return self.figures.get(table, {})

    def cell(self, *path: str | int) -> float | None:
        """The figure at a place, None when the file lacks it."""
        found: Any = self.figures
        for step in path:
            found = _step(found, step)
        return found if isinstance(found, int | float) else None


def _step(found: Any, step: str | int) -> Any:
    if isinstance(step, str):
        return found.get(step) if isinstance(found, Mapping) else None
    is_list = isinstance(found, Sequence) and not isinstance(found, str)
    return found[step] if is_list and step < len(found) else None


def places() -> list[tuple[str | int, ...]]:
    """Where each cell of the paper's tables of figures stands in the file."""
    made: list[tuple[str | int, ...]] = []
    made += [("table_1", name, star) for name in SETS for star in range(STARS)]
    made += [
        ("table_3", name, row, column)
        for name in SETS
        for row in CLASSES
        for column in range(len(FIGURES))
    ]
    made += [("table_4", mode, "rho") for mode in MODES]
    made += [("table_5", reading, star) for reading in READINGS for star in range(STARS)]
    return made


def read(path: Path = PAPER) -> Claims:
    """The paper's figures."""
    figures = tomllib.loads(path.read_text(encoding="utf-8"))
    claims = Claims(figures=figures, found=0, missing=())
    lacking = [place for place in places() if claims.cell(*place) is None]
    return Claims(
        figures=figures,
        found=CELLS - len(lacking),
        missing=tuple(".".join(map(str, place)) for place in lacking),
    )
