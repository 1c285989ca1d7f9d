"""`truthscore search`: the pages of a folder that a question is about."""

from __future__ import annotations

import click

from truthscore.cli.options import language_with_words
from truthscore.cli.terminal import echo
from truthscore.shown import json_text

#: Places of a score that are printed.
DECIMALS = 6


@click.command(name="search")
@click.argument("folder", metavar="DIR")
@click.argument("question", metavar="QUESTION")
@click.option(
    "--top", default=5, show_default=True, type=click.IntRange(1), help="How many pages at most."
)
@click.option(
    "--lang",
    metavar="nl|en",
    callback=language_with_words,
    help="Language of the question; default: recognised.",
)  # fmt: skip
@click.option(
    "--role", "roles", multiple=True, metavar="NAME",
    help="A role of who asks; default: what everybody may see. Repeatable.",
)  # fmt: skip
def command(folder: str, question: str, top: int, lang: str | None, roles: tuple[str, ...]) -> int:
    """Find the pages of DIR, a folder of `truthscore index`, that have the words of QUESTION.

    A Dutch question finds English pages, and the reverse. Prints JSON lines, the best first: the
    page's id and title, its score (from 0), and the place and text of its chunk that fits best.
    """
    from truthscore.retrieve import Finder, kept

    _, chunks = kept.read(folder)
    found = Finder(chunks).search(question, roles=roles, top=top, lang=lang)
    for each in found:
        chunk = each.chunk
        line = {
            "id": chunk.origin,
            "score": round(each.score, DECIMALS),
            "title": chunk.title,
            "span": [chunk.span.start, chunk.span.end],
            "text": chunk.text,
        }
        echo(json_text(line))
    if not found:
        echo(f"no page of {folder} is found for this question and these roles", err=True)
    return 0
