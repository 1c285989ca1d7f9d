"""The names of the fields of a row: those of other tools, and those of people's own tables."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping
from typing import Any

from truthscore import resources
from truthscore.errors import InputError, did_you_mean

#: Canonical field → the names that RAGAS, DeepEval, LlamaIndex, Haystack, Azure and the others
#: around us give it; the first one is ours.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "row_id", "example_id"),
    "question": ("question", "user_input", "input", "query", "inputs", "questions"),
    "answer": (
        "answer", "response", "actual_output", "actualOutput", "output", "outputs",
        "predicted_answer", "predicted_answers", "prediction",
    ),
    "context": (
        "context", "contexts", "retrieved_contexts", "retrieval_context", "retrievalContext",
        "retrieved_context", "documents", "source_documents",
    ),
    "rating": ("rating", "stars"),
    "lang": ("lang", "language"),
    "message_type": ("message_type", "gold_type"),
    "date": ("date",),
    "version": ("version",),
}  # fmt: skip
#: Fields other tools keep beside ours; read past without a word. `--ignore-unknown` adds the rest.
PASSED_OVER = frozenset(
    {
        "reference", "reference_outputs", "reference_contexts", "ground_truth", "ground_truths",
        "ground_truth_answers", "expected_output", "expectedOutput", "retrieved_context_ids",
        "label", "labels", "meta", "metadata", "split", "rating_scale", "ratings", "reasons",
        "message_types", "translation", "note", "rater", "relatedness", "completeness",
    }
)  # fmt: skip
#: Names of columns in a language's tables, beside `FIELDS`.
COLUMNS = "columns.toml"
#: What only an output line of `truthscore score` has together.
_OUTPUT_FIELDS = frozenset({"status", "base_score", "override", "signature"})


def canonical(
    row: Mapping[str, Any], mapping: Mapping[str, str], ignore_unknown: bool
) -> dict[str, Any]:
    """A row under our names. Raises InputError for a field that is not known, is there twice, or
    that `mapping` names and is not there."""
    known = _known()
    ours = dict(known)
    for field, theirs in mapping.items():
        if theirs not in row:
            raise InputError(
                f"field {theirs!r} (from --map {field}={theirs}) is not there (found {listed(row)})"
            )
        ours = {alias: name for alias, name in ours.items() if name != field}
        ours[theirs] = field
    named: dict[str, Any] = {}
    came_from: dict[str, str] = {}
    fields = {alias for aliases in FIELDS.values() for alias in aliases}
    # A heading of a person's table means a field only where the row does not have that by name.
    for key, value in sorted(row.items(), key=lambda item: item[0] not in fields):
        field_name = ours.get(key) or ours.get(_folded(key))
        if field_name is None:
            if key in PASSED_OVER or ignore_unknown or key in known or _folded(key) in known:
                continue  # (a known name that is not ours any more gave way to --map)
            if set(row) >= _OUTPUT_FIELDS:
                raise InputError(
                    "is a line that `truthscore score` wrote, without the pages: score the file "
                    "it was made from, or compare the two with `truthscore evaluate FILE --scored "
                    "OUTPUT`"
                )
            raise InputError(
                f"field {key!r} is not known{did_you_mean(key, ours)} (fields: "
                f"{', '.join(FIELDS)}; --map {shlex.quote(f'FIELD={key}')} says which it is, "
                "--ignore-unknown reads past all such)"
            )
        if field_name in named and ignore_unknown and key not in fields:
            continue
        if field_name in named:
            raise InputError(
                f"fields {came_from[field_name]!r} and {key!r} both mean {field_name!r}; keep one, "
                f"or say which with --map {field_name}=NAME"
            )
        named[field_name], came_from[field_name] = value, key
    return named


def field_of(name: str) -> str | None:
    """Our name for a column, however it is written; None for one that is not known."""
    known = _known()
    return known.get(name) or known.get(_folded(name))


def column_of(
    row: Mapping[str, Any], field: str, mapping: Mapping[str, str] | None = None
) -> str | None:
    """The name under which `row` has our `field`; None when it has not."""
    chosen = (mapping or {}).get(field)
    if chosen in row:
        return chosen
    return next((name for name in row if field_of(name) == field), None)


@functools.cache
def _known() -> Mapping[str, str]:
    """Name of a column → our field: the names of other tools, and those of people's own tables."""
    known = {alias: field for field, aliases in FIELDS.items() for alias in aliases}
    for code in resources.languages():
        for field, names in resources.read_toml(resources.wordlists(code) / COLUMNS).items():
            known.update(dict.fromkeys(names, field))
    return known


def _folded(name: Any) -> str:
    """A heading as tables have it: " Vraag " is "vraag"."""
    return str(name).strip().casefold()


def listed(row: Mapping[str, Any]) -> str:
    """The names of a row's fields, for a message."""
    return ", ".join(repr(key) for key in row) or "no fields"
