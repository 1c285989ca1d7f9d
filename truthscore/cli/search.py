"""`truthscore search`: the pages of a folder that a question is about."""

from __future__ import annotations

import json

import click


@click.command(name="search")
@click.argument("folder", metavar="DIR")
@click.argument("question", metavar="QUESTION")
@click.option("--top", default=5, show_default=True, help="How many pages.")
@click.option("--lang", metavar="LANG", help="Language of the question; default: either.")
def command(folder: str, question: str, top: int, lang: str | None) -> int:
    """Find the pages of DIR, a folder of `truthscore index`, that lie nearest to QUESTION.

    A Dutch question finds English pages, and the reverse. Prints JSON lines, the nearest first:
    the page's id and title, its score (-1 to 1), and the sentence that lies nearest.
    """
    from truthscore.retrieve import Shelf

    shelf = Shelf.read(folder)
    for hit in shelf.search(question, lang=lang, top=top):
        page = shelf.documents[hit.document_id]
        line = {
            "id": page.id,
            "score": hit.score,
            "title": page.title,
            "span": [hit.span.start, hit.span.end],
            "text": page.text[hit.span.start : hit.span.end],
        }
        click.echo(json.dumps(line, ensure_ascii=False))
    return 0
