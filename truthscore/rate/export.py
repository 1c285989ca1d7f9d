"""The ratings as a file that `truthscore evaluate` and `truthscore fit` read."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from truthscore.errors import InputError
from truthscore.rate.items import Item, Items
from truthscore.rate.store import Rating, State
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument


def write(path: str, items: Items, state: State) -> tuple[int, int]:
    """Write the rated answers as JSONL, all or none of them. How many were written, and how many
    were left out because everybody who saw them could not judge.

    Raises InputError when nothing is rated, or `path` cannot be written or does not end in .jsonl.
    """
    target = named_for_rows(path)
    made = list(rows(items, state))
    rated = [row for row in made if row["rating"] is not None]
    if not rated:
        raise InputError(f"{path}: not written, for no answer has stars; rate some first")
    part = target.with_name(f".{target.name}.part")
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rated)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    return len(rated), len(made) - len(rated)


def named_for_rows(path: str) -> Path:
    """`path`, in which rows can be written. Raises InputError when it does not end in .jsonl, or
    its folder is not there."""
    target = Path(path)
    if target.suffix not in (".jsonl", ".ndjson"):
        raise InputError(f"{path}: found the ending {target.suffix!r}; expected .jsonl")
    if not target.parent.is_dir():
        raise InputError(f"{path}: its folder is not there; make it, or name another file")
    return target


def rows(items: Items, state: State) -> Iterator[dict[str, Any]]:
    """One row an answer that somebody rated, in the order of the answers."""
    for id_, item in items.items():
        given = dict(sorted(state.ratings.get(id_, {}).items()))
        decision = state.decisions.get(id_)
        if given or decision is not None:
            yield _row(item, given, decision)


def _row(item: Item, given: Mapping[str, Rating], decision: Rating | None) -> dict[str, Any]:
    """`rating`: what was adjudicated, else the mean of the stars; each rater's stand beside it."""
    example = item.example
    stars = {name: said.truth for name, said in given.items() if said.truth is not None}
    if decision is not None and decision.truth is not None:
        rating: float | None = decision.truth
    else:
        rating = math.fsum(stars.values()) / len(stars) if stars else None
    types = {name: said.message_type for name, said in given.items() if said.message_type}
    row: dict[str, Any] = {
        "id": item.id,
        "question": example.question,
        "answer": example.answer,
        "context": [_page(page) for page in example.context],
    }
    if example.lang:
        row["lang"] = example.lang
    row["rating"] = rating
    row["ratings"] = stars
    if decision is not None and decision.message_type:
        row["message_type"] = decision.message_type
    elif types:
        row["message_type"] = Counter(types.values()).most_common(1)[0][0]
    if types:
        row["message_types"] = types
    row["meta"] = _meta(given, decision, example.answer)
    return row


def _meta(given: Mapping[str, Rating], decision: Rating | None, answer: str) -> dict[str, Any]:
    """What evaluation does not read: every rater's other words, by name. Nothing that is empty."""
    text = normalise(answer)
    columns: dict[str, dict[str, Any]] = {
        "relatedness": {name: said.relatedness for name, said in given.items()},
        "completeness": {name: said.completeness for name, said in given.items()},
        "comments": {name: said.comment for name, said in given.items()},
        "untrue": {
            name: [text[start:end] for start, end in said.untrue] for name, said in given.items()
        },
        "asked_because": {name: said.reason for name, said in given.items()},
        "rubric": {name: said.rubric for name, said in given.items()},
        "rated_at": {name: said.at for name, said in given.items()},
        "source": {name: said.source for name, said in given.items() if said.source != "page"},
    }
    kept: dict[str, Any] = {
        column: held
        for column, values in columns.items()
        if (held := {name: value for name, value in values.items() if value})
    }
    lists = {
        "cannot_judge": [name for name, said in given.items() if said.truth is None],
        "flagged": [name for name, said in given.items() if said.flag],
        "not_blind": [name for name, said in given.items() if not said.blind],
    }
    kept.update({name: held for name, held in lists.items() if held})
    if decision is not None:
        kept["adjudicated"] = {"by": decision.rater, "at": decision.at, "comment": decision.comment}
    return kept


def _page(page: ContextDocument) -> dict[str, Any]:
    made: dict[str, Any] = {"id": page.id, "title": page.title, "text": page.text}
    if page.kind != "page":
        made["kind"] = page.kind
    if page.roles is not None:
        made["roles"] = list(page.roles)
    return made
