"""The set: its items, and the split by domain.

    python -m replication.faithfulness_nl.split --data DATA    # from natural/invented

A domain (what the made-up firm does) is in the test half when the first byte of the SHA-256 of
"2026-11:domain" is below `TEST` x 256: a page and a subject are never on both sides.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from replication.faithfulness.material import items_of
from replication.folders import folder_with

FOLDER = Path(__file__).parent
LANGUAGES, PARTS = ("nl", "en"), ("train", "test")
#: Share of the domains that are for testing, and what their names are salted with.
TEST, SALT = 0.15, "2026-11"


def part_of(domain: str) -> str:
    """ "test" or "train"."""
    first = hashlib.sha256(f"{SALT}:{domain}".encode()).digest()[0]
    return "test" if first < TEST * 256 else "train"


def items(lang: str, part: str) -> list[dict[str, Any]]:
    """The items of a language and a part, in the order of the file. Raises OSError where it is not
    there."""
    return items_of(FOLDER / f"{lang}_{part}.jsonl.gz")


def as_published(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item of `natural/invented` as the set has it: its page without the list around it."""
    page = item["context"][item["page"]]
    return {
        "id": item["id"], "lang": item["lang"], "domain": item["vendor"],
        "question": item["question"], "context": [page], "page": 0,
        "true": item["true"], "lies": item["lies"],
    }  # fmt: skip


def write(found: Sequence[Mapping[str, Any]], folder: Path) -> dict[str, int]:
    """Writes the four files, the same bytes each time; how many items each has."""
    counts = {}
    for lang in LANGUAGES:
        for part in PARTS:
            name = f"{lang}_{part}.jsonl.gz"
            rows = [
                json.dumps(as_published(each), ensure_ascii=False)
                for each in found
                if each["lang"] == lang and part_of(each["vendor"]) == part
            ]
            text = "".join(f"{row}\n" for row in rows).encode()
            (folder / name).write_bytes(gzip.compress(text, 9, mtime=0))
            counts[name] = len(rows)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("natural/invented.jsonl.gz"), required=True)
    args = parser.parse_args()
    for name, count in write(items_of(args.data / "natural" / "invented.jsonl.gz"), FOLDER).items():
        print(f"{name}: {count} items")


if __name__ == "__main__":
    main()
