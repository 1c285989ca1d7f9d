"""The words of the report itself, by language: `report.toml` beside the word lists."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from truthscore import decisions, resources
from truthscore.errors import ResourceError
from truthscore.types import STATEMENT_KINDS

FILE = "report.toml"
#: What must have a text, by section; the other sections name what programs call by a name of their
#: own, and a name without a text is shown as it is.
ROLES = ("missing", "contradicts", "unsupported", "supports")
#: The columns of a table for people, in their order, and what its first sheet says.
COLUMNS = ("decision", "stars", "reason", "question", "answer", "page", "passage", "id")
TABLE = (*COLUMNS, "summary", "answers", "share", "why", "profile", "no_stars")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """A language's `report.toml`."""

    say: Mapping[str, str]
    fault: Mapping[str, str]
    comparison: Mapping[str, str]
    trend: Mapping[str, str]
    documents: Mapping[str, str]
    evaluation: Mapping[str, str]
    trust: Mapping[str, str]
    plots: Mapping[str, str]
    roles: Mapping[str, str]
    statements: Mapping[str, str]
    types: Mapping[str, str]
    reasons: Mapping[str, str]
    overrides: Mapping[str, str]
    decisions: Mapping[str, str]
    table: Mapping[str, str]
    causes: Mapping[str, str]


@functools.cache
def load(code: str) -> Texts:
    """The texts of language `code`. Raises ResourceError for a broken or incomplete file."""
    path = resources.wordlists(code) / FILE
    data = resources.read_toml(path)
    try:
        texts = Texts(**data, decisions=decisions.load(code).decisions)
    except TypeError as error:
        raise ResourceError(f"{path}: a section is missing or unknown: {error}") from error
    for section, wanted in (
        ("roles", ROLES),
        ("table", TABLE),
        ("statements", ("title", *STATEMENT_KINDS)),
    ):
        odd = sorted(set(wanted) ^ set(getattr(texts, section)))
        if odd:
            raise ResourceError(f"{path}: [{section}] lacks, or has too much: {', '.join(odd)}")
    return texts


def languages() -> tuple[str, ...]:
    """The codes of the languages that a report can be in, sorted: a new one may begin without."""
    return tuple(
        code for code in resources.languages() if (resources.wordlists(code) / FILE).is_file()
    )


def of_most(langs: Mapping[str, int]) -> str:
    """The language of a page about answers of which so many are in each language: that of most, of
    those that have texts; of equals the first code, and the first of all where there are none."""
    known = languages()
    return max(known, key=lambda code: (langs.get(code, 0), -known.index(code)))


def number(code: str) -> Callable[[int], str]:
    """How a language writes a large number: 12,345 or 12.345."""
    mark = load(code).say["thousands_mark"]
    return lambda value: f"{value:,}".replace(",", mark)
