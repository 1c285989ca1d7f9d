"""The answers that people rate: each with a digest of its texts, so that a rating stays with what
was rated when the file changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from truthscore.errors import InputError
from truthscore.formats import Row
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


def of(examples: Iterable[Example | Row]) -> Items:
    """Answers by id, in the order of their file. Raises InputError for a row that could not be
    read: a rater would miss it without knowing."""
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
