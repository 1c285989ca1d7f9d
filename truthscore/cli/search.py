"""`truthscore search`: the pages of a folder that a question is about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truthscore.cli.terminal import echo
from truthscore.shown import json_text

if TYPE_CHECKING:
    from truthscore.types import ContextDocument, Span

#: Places of a score that are printed.
DECIMALS = 6


@click.command(name="search")
@click.argument("folder", metavar="DIR")
@click.argument("question", metavar="QUESTION")
@click.option(
    "--top", default=5, show_default=True, type=click.IntRange(1), help="How many pages at most."
)
@click.option("--lang", metavar="LANG", help="Language of the question; default: either.")
@click.option(
    "--role", "roles", multiple=True, metavar="NAME",
    help="A role of who asks; default: what everybody may see. Repeatable.",
)  # fmt: skip
def command(folder: str, question: str, top: int, lang: str | None, roles: tuple[str, ...]) -> int:
    """Find the pages of DIR, a folder of `truthscore index`, that lie nearest to QUESTION.

    A Dutch question finds English pages, and the reverse. Prints JSON lines, the nearest first:
    the page's id and title, its score (-1 to 1), and the sentence that lies nearest. In a folder of
    `truthscore index --chunks` it searches by words: scores are from 0, and the text is the chunk
    that fits best.
    """
    from truthscore.retrieve import Shelf, kept

    if (Path(folder) / kept.PAGES).is_file():
        pages, found = _by_words(folder, question, top, lang, roles)
    else:
        shelf = Shelf.read(folder)
        pages = shelf.documents
        hits = shelf.search(question, lang=lang, top=top, roles=roles)
        found = [(each.span, each.score) for each in hits]
    for span, score in found:
        page = pages[span.source]
        line = {
            "id": page.id,
            "score": score,
            "title": kept.title_of(page),
            "span": [span.start, span.end],
            "text": page.text[span.start : span.end],
        }
        echo(json_text(line))
    if not found:
        echo(f"no page of {folder} is found for this question and these roles", err=True)
    return 0


def _by_words(
    folder: str, question: str, top: int, lang: str | None, roles: tuple[str, ...]
) -> tuple[Mapping[str, ContextDocument], list[tuple[Span, float]]]:
    """The pages of a folder of chunks, and the places that fit best with their scores."""
    from truthscore.retrieve import Finder, kept

    pages, chunks = kept.read(folder)
    found = Finder(chunks).search(question, roles=roles, top=top, lang=lang)
    return pages, [(each.chunk.span, round(each.score, DECIMALS)) for each in found]
