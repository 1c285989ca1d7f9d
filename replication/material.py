"""The labelled answers that rules and stars are judged on, split by source in `split.toml`.

The sets are published ones or were made for this work; they are not in the repository. One row is
one answer with the pages it was made from. `half` says whether a row may be read while rules are
made (`read`) or is only counted (`counted`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truthscore import Example
from truthscore.example import documents

SPLIT = Path(__file__).with_name("split.toml")
READ, COUNTED = "read", "counted"
#: Stars from which, and up to which, a rated answer counts as true and as untrue.
TRUE_FROM, UNTRUE_TO = 4.0, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One answer. `label`: True for a true one, False for an untrue one, None for neither.

    `rating`: what people gave, on the set's own scale. `pair`: the question that a true answer and
    a lie share, else None. `kind`: what sort of lie; `untrue`: the untrue words in it.
    """

    set: str
    id: str
    lang: str
    source: str
    half: str
    question: str
    answer: str
    context: Sequence[Mapping[str, Any]]
    label: bool | None
    rating: float | None = None
    pair: str | None = None
    kind: str | None = None
    untrue: str | None = None

    @property
    def example(self) -> Example:
        """The row as the scorer is given it: without label and rating."""
        return Example(
            id=f"{self.set}/{self.id}", question=self.question, answer=self.answer,
            context=documents(self.context), lang=self.lang,
        )  # fmt: skip


def sets() -> Mapping[str, Mapping[str, Any]]:
    """The sets of `split.toml` in its order."""
    return {name: one for name, one in _split().items() if isinstance(one, dict)}


def rows(data: Path, name: str) -> list[Row]:
    """The rows of a set in the order of its file, of both halves. Raises KeyError for a set that is
    not in `split.toml`, OSError when its file is not there."""
    settings = sets()[name]
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as stream:
        found = [row for line in stream for row in _rows_of(json.loads(line), name, settings)]
    limit = settings.get("limit")
    if limit is None:
        return found
    kept = {id(row) for half in (READ, COUNTED) for row in _drawn(found, half, limit)}
    return [row for row in found if id(row) in kept]


def _split() -> Mapping[str, Any]:
    return tomllib.loads(SPLIT.read_text("utf-8"))


def _rows_of(raw: Mapping[str, Any], name: str, settings: Mapping[str, Any]) -> Iterator[Row]:
    source = source_of(raw, settings["source"])
    about = {
        "set": name, "lang": raw["lang"], "source": source, "half": half_of(source, settings),
        "question": raw["question"] or "", "context": raw["context"],
    }  # fmt: skip
    if settings.get("label") == "pairs":
        pair = {**about, "pair": raw["id"], "kind": raw["kind"]}
        yield Row(**pair, id=f"{raw['id']}-true", answer=raw["true"], label=True)
        yield Row(
            **pair, id=f"{raw['id']}-lie", answer=raw["lie"], label=False, untrue=raw["untrue"]
        )
        return
    label, rating = _judged(raw, settings.get("label"))
    if label is not None or rating is not None:
        yield Row(**about, id=raw["id"], answer=raw["answer"] or "", label=label, rating=rating)


def _judged(raw: Mapping[str, Any], kind: str | None) -> tuple[bool | None, float | None]:
    if kind == "nli":
        found = {"ENTAILMENT": True, "CONTRADICTION": False}
        return found.get(raw["meta"]["nli"]), None
    rating = raw["rating"]
    if kind == "stars":
        return True if rating >= TRUE_FROM else False if rating <= UNTRUE_TO else None, rating
    return None if raw["label"] is None else bool(raw["label"]), rating


def source_of(raw: Mapping[str, Any], field: str) -> str:
    """The source of a row of a set: a field of it, or its first page."""
    if field != "first_page":
        return str(raw[field])
    pages = [page for page in raw["context"] if page["id"] != "system-prompt"]
    return str(pages[0]["id"].split("#")[0] if "#" in pages[0]["id"] else pages[0]["text"])


def half_of(source: str, settings: Mapping[str, Any]) -> str:
    """The half that a source is in."""
    salted = f"{_split()['salt']}:{source}".encode()
    first = hashlib.sha256(salted).digest()[0]
    return COUNTED if first < settings["counted"] * 256 else READ


def _drawn(found: Sequence[Row], half: str, limit: int) -> list[Row]:
    """The first `limit` rows of a half in the order of their digests."""
    mine = [row for row in found if row.half == half]
    return sorted(mine, key=lambda row: hashlib.sha256(row.id.encode()).digest())[:limit]
