"""The answers that people rate: each with a digest of its texts, so that a rating stays with what
was rated when the file changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from truthscore.errors import InputError
from truthscore.formats import Row, read_examples
from truthscore.page_name import over_rows, page_name
from truthscore.types import Example

#: Characters of a digest that are kept: enough that no two of a million texts share one.
DIGEST = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer to rate. `pages`: what stands for each of its help pages over many rows."""

    id: str
    digest: str
    example: Example
    pages: tuple[str, ...]


Items = Mapping[str, Item]


def read(
    path: str,
    *,
    mapping: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    input_format: str | None = None,
    encoding: str = "utf-8",
) -> Items:
    """The answers of a file by id, in its order. Raises InputError at the first row that is
    wrong: a rater would miss it without knowing."""
    return of(
        read_examples(
            path,
            mapping=mapping,
            ignore_unknown=ignore_unknown,
            input_format=input_format,
            encoding=encoding,
        )
    )


def of(examples: Iterable[Example | Row]) -> Items:
    """Items by id. Raises InputError for a row that could not be read."""
    found: dict[str, Item] = {}
    for example in examples:
        if isinstance(example, Row):
            raise InputError(example.complaint)
        found[example.id] = Item(
            id=example.id,
            digest=digest(example),
            example=example,
            pages=tuple(
                over_rows(page.id, page_name(page))
                for page in example.context
                if page.kind != "prompt"
            ),
        )
    return found


def digest(example: Example) -> str:
    """What changes with the question, the answer or a page."""
    texts = [example.question, example.answer]
    texts += [part for page in example.context for part in (page.title, page.text, page.kind)]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:DIGEST]
