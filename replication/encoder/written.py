"""Items that were written one by one for training, beside what DATA has: on GNOME's help pages,
about records with schemas of their own, and short pairs of the 18 kinds.

`written.jsonl.xz` holds them. Those on pages are in the form of `natural` but for the text (CC
BY-SA 3.0): `page` is the id of a page of DATA/helpcentre, and only the words that an edit exchanges
are here. The others are in the form of `records`, with made-up pages in place of fields where they
are about no record.
"""

from __future__ import annotations

import gzip
import json
import lzma
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from replication.encoder.material import Maker, Row, of_pairs, with_each_budget
from replication.faithfulness.material import of_record

#: The source of their rows.
NAME = "written"
FILE = Path(__file__).with_name("written.jsonl.xz")
#: As what a record is read besides.
DRESSES = ("json", "table", "text")
#: Pages that a search brings beside the right one, at most.
BESIDE = 2


def items(file: Path = FILE) -> list[dict[str, Any]]:
    """The items, in the order of the file."""
    with lzma.open(file, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def rows(data: Path, make: Maker) -> Iterator[Row]:
    """The rows of all items for training."""
    pages = {lang: _pages(data, lang) for lang in ("nl", "en")}
    for item in items():
        if "page" in item:
            yield from with_each_budget(make, _in_context(item, pages[item["lang"]]), NAME)
        else:
            for dress in ("", *DRESSES) if "fields" in item["context"][0] else ("",):
                yield from of_pairs(make, of_record(item, NAME, dress), f"{NAME} {dress}".strip())


def _pages(data: Path, lang: str) -> dict[str, Mapping[str, Any]]:
    with gzip.open(data / "helpcentre" / f"gnome_{lang}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {page["id"]: page for page in map(json.loads, lines)}


def _in_context(item: Mapping[str, Any], pages: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """An item of `natural`: its page among others, drawn by its id."""
    rng = random.Random(item["id"])
    others = [each for each in pages if each != item["page"]]
    chosen = [item["page"], *rng.sample(others, rng.randint(0, BESIDE))]
    rng.shuffle(chosen)
    context = [{name: pages[each][name] for name in ("id", "title", "text")} for each in chosen]
    return {**item, "context": context, "page": chosen.index(item["page"])}
