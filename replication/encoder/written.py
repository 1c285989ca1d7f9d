"""Items that were written one by one for training, beside what DATA has: on GNOME's help pages and
on software documentation, about records with schemas of their own, and short pairs of the 18 kinds.

`written.jsonl.xz` holds them. Those on pages are in the form of `natural` but for the text: `page`
is the id of a page of DATA/helpcentre (CC BY-SA 3.0) or of one put together from DATA/parallel
(CC BY 4.0, MIT), and only the words that an edit exchanges are here. The others are in the form of
`records`, with made-up pages in place of fields where they are about no record.
"""

from __future__ import annotations

import gzip
import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
#: The columns of DATA/parallel, and its sources whose pages items are on.
LANGUAGES = ("nl", "en")
SOURCES = {
    "nl": ("intune17", "intune18", "intune19", "intune20", "mim"),
    "en": (
        "workfront", "campaign", "audman", "target", "analytics", "commops", "intune19",
        "learnman", "commms", "wffusion",
    ),
}  # fmt: skip
#: Its kinds of sentences: a heading, and what stands in a list or a table.
HEADING, LISTED = "h", frozenset({"l", "t"})
#: Words from which on a page ends at a heading, at most, and above that in its last sentence.
LEAST, MOST, OVER = 140, 420, 10
#: Words and parts below which a heading has next to nothing under it; parts of a page at least.
HARDLY, FEW, LEAST_PARTS = 25, 3, 5


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
    """The pages that items are on, by id: those of GNOME, and of the software of `SOURCES`."""
    with gzip.open(data / "helpcentre" / f"gnome_{lang}.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = {page["id"]: page for page in map(json.loads, lines)}
    return found | _software(data / "parallel" / "nl_en.tsv.gz", lang)


def _software(path: Path, lang: str) -> dict[str, Mapping[str, Any]]:
    """Pages put together from the sentences of software documentation, which come in their order:
    from one heading to another some 140 to 420 words behind it."""
    by_source: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, kind, *texts = line.rstrip("\n").split("\t")
            if source in SOURCES[lang]:
                by_source[source].append((kind, texts[LANGUAGES.index(lang)]))
    return {
        f"{source}_{lang}:{number}": {
            "id": f"{source}_{lang}:{number}", "title": parts[0][1], "text": _text(parts)
        }
        for source, told in by_source.items()
        for number, parts in enumerate(_cut(told))
    }  # fmt: skip


def _cut(told: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The parts of pages: (kind, text), the first a heading. A heading with next to nothing under
    it is left out, and so is what comes behind the last page that is whole."""
    parts: list[tuple[str, str]] = []
    words = 0
    for kind, text in told:
        if kind == HEADING and words >= LEAST:
            yield from _whole(parts, words)
            parts, words = [], 0
        elif kind == HEADING and words < HARDLY and len(parts) < FEW:
            parts, words = [], 0
        if parts or kind == HEADING:
            parts.append((kind, text))
            words += len(text.split())
        if words > MOST:
            yield from _whole(parts, words)
            parts, words = [], 0


def _whole(parts: list[tuple[str, str]], words: int) -> Iterator[list[tuple[str, str]]]:
    """The parts of a page, where they are one."""
    if words <= MOST + OVER and sum(kind != HEADING for kind, _ in parts) >= LEAST_PARTS:
        yield parts


def _text(parts: Sequence[tuple[str, str]]) -> str:
    found, before = "", ""
    for number, (kind, text) in enumerate(parts):
        between = "\n" if {kind, before} <= LISTED else "\n\n"
        mark = ("## " if number else "# ") if kind == HEADING else "- " if kind in LISTED else ""
        found += (between if number else "") + mark + text
        before = kind
    return found


def _in_context(item: Mapping[str, Any], pages: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """An item of `natural`: its page among others of its maker, drawn by its id."""
    rng = random.Random(item["id"])
    maker = item["page"].partition(":")[0]
    others = [each for each in pages if each != item["page"] and each.startswith(f"{maker}:")]
    chosen = [item["page"], *rng.sample(others, min(len(others), rng.randint(0, BESIDE)))]
    rng.shuffle(chosen)
    context = [{name: pages[each][name] for name in ("id", "title", "text")} for each in chosen]
    return {**item, "context": context, "page": chosen.index(item["page"])}
