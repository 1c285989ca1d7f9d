"""Rows of made items: pages of firms that do not exist, each in two versions, and statements that
are true beside one and untrue beside the other.

`made.jsonl.xz` holds 18,400 of them, 400 a kind and language (1,200 of records), written by program
for this project and free of other people's rights: `kind`, `lang`, `question`, `pages` (two: a
text, or a list of documents with `fields` or `text`), `statements` ([text, untrue beside the first
page, untrue beside the second]; null: not said).
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from replication.encoder.material import BUDGETS, TRUE, UNTRUE, Maker, Row, page_lines
from truthscore.encoder.passages import Line, flat

FILE = Path(__file__).with_name("made.jsonl.xz")
#: One item in so many is held back: what ships had seen them, a run from the base has not.
HELD = 90


def items(file: Path = FILE) -> list[dict[str, Any]]:
    """The items, in the order of the file."""
    with lzma.open(file, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def trained() -> list[dict[str, Any]]:
    """The items that are trained on."""
    return [item for at, item in enumerate(items()) if at % HELD]


def held() -> list[dict[str, Any]]:
    """The items that are held back."""
    return items()[::HELD]


def rows_of(item: Mapping[str, Any], make: Maker, group: str, rng: random.Random) -> Iterator[Row]:
    """The rows of an item: each statement beside both pages."""
    pages = [_lines(page) for page in item["pages"]]
    budget = rng.choice(BUDGETS)
    for at, (text, *labels) in enumerate(item["statements"]):
        for page, label in zip(pages, labels, strict=True):
            if label is not None:
                yield make.row(
                    f"made {item['kind']}", page, item["question"], text,
                    UNTRUE if label else TRUE, f"{group}/{at}", group, budget,
                )  # fmt: skip


def _lines(page: Any) -> Sequence[Sequence[Line]]:
    if isinstance(page, str):
        return page_lines([{"text": page}])
    found: list[Sequence[Line]] = []
    for each in page:
        if "fields" in each:
            head = Line(each.get("title", ""), says=False)
            found.append([head, *(Line(told, (0,)) for told in flat(each["fields"]))])
        else:
            found += page_lines([each])
    return found
