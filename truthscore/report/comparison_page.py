"""The page of a comparison: what changed between two versions of a chatbot, worst first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from truthscore.evaluate.compare import Change, Comparison
from truthscore.evaluate.figures import p_value, signed, two
from truthscore.report import markdown, page
from truthscore.report import texts as wordings
from truthscore.text.markup import normalise
from truthscore.types import Example

TEMPLATE = "comparison.html.jinja"
#: Rows shown of each kind; a browser stays quick, and nobody reads more.
MOST = 500


@dataclass(frozen=True, slots=True)
class Row:
    """One row that changed; texts are empty where only scores were given."""

    change: Change
    question: str
    before: str
    after: str
    told: tuple[str, ...]


def render(
    found: Comparison,
    *,
    name: str,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
    lang: str = "en",
) -> str:
    """The page as HTML text; `reasons` is what was found against the answers of the later side."""
    words = wordings.load(lang)
    t = words.comparison
    values = {
        "c": found,
        "name": name,
        "lang": lang,
        "t": t,
        "types": words.types,
        "decisions": words.decisions,
        "groups": (
            (t["by_type"], words.types, found.by_type),
            (t["by_page"], {}, found.by_page),
            (t["by_version"], {}, found.by_version),
        ),
        "parts": tuple(
            (title, len(changes), [_row(each, texts, reasons) for each in changes[:MOST]])
            for title, changes in (
                (t["fell"], found.fell),
                (t["lost"], found.lost),
                (t["rose"], found.rose),
                (t["won"], found.won),
            )
        ),
    }
    return page.render(
        TEMPLATE,
        values,
        {
            "signed": signed,
            "p": p_value,
            "stars": lambda value: t["no_stars"] if value is None else two(value),
        },
    )


def write(
    found: Comparison,
    path: Path,
    *,
    name: str,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
    lang: str = "en",
) -> None:
    """Write the page. Raises InputError when `path` cannot be written."""
    page.write(path, render(found, name=name, texts=texts, reasons=reasons, lang=lang))


def _row(
    change: Change,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
) -> Row:
    before, after = (side.get(change.id) for side in texts)
    either = after or before
    return Row(
        change,
        "" if either is None else normalise(either.question),
        "" if before is None else _plain(before.answer),
        "" if after is None else _plain(after.answer),
        reasons.get(change.id, ()),
    )


def _plain(answer: str) -> str:
    """An answer without the signs of its Markdown."""
    return "".join(markdown.readable(normalise(answer), 0, 0))
