"""The page of a comparison: what changed between two versions of a chatbot, worst first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from truthscore.evaluate.compare import Change, Comparison
from truthscore.evaluate.figures import p_value, signed, stars
from truthscore.report import page
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
) -> str:
    """The page as HTML text; `reasons` is what was found against the answers of the later side."""
    values = {
        "c": found,
        "name": name,
        "most": MOST,
        "groups": (("message type", found.by_type), ("page", found.by_page)),
        "parts": tuple(
            (title, len(changes), [_row(each, texts, reasons) for each in changes[:MOST]])
            for title, changes in (
                ("Fell", found.fell),
                ("No longer sent", found.lost),
                ("Rose", found.rose),
                ("Sent now", found.won),
            )
        ),
    }
    return page.render(TEMPLATE, values, {"signed": signed, "p": p_value, "stars": stars})


def write(
    found: Comparison,
    path: Path,
    *,
    name: str,
    texts: tuple[Mapping[str, Example], Mapping[str, Example]],
    reasons: Mapping[str, tuple[str, ...]],
) -> None:
    """Write the page. Raises InputError when `path` cannot be written."""
    page.write(path, render(found, name=name, texts=texts, reasons=reasons))


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
        "" if before is None else normalise(before.answer),
        "" if after is None else normalise(after.answer),
        reasons.get(change.id, ()),
    )
