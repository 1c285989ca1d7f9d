"""`truthscore index`: parse a help centre once, for every run and process after it."""

from __future__ import annotations

from collections.abc import Mapping

import click

from truthscore.cli.options import load_scorer, scorer_options


@click.command(name="index")
@click.argument("docs", nargs=-1, required=True, metavar="DOCS...")
@click.option("--output", "-o", required=True, metavar="DIR", help="The folder to keep them in.")
@click.option("--chunks", is_flag=True, help="Cut into chunks for a retriever; parse nothing.")
@click.option(
    "--preset",
    type=click.Choice(("A", "B", "C")),
    default="C",
    show_default=True,
    help="Length of chunks: 300 words and 1,000 characters, 100 and 1,000, or 300 and 3,000.",
)
@scorer_options
@click.option("--quiet", "-q", is_flag=True, help="No progress and no summary.")
def command(
    docs: tuple[str, ...],
    output: str,
    chunks: bool,
    preset: str,
    profile: str,
    lang: str,
    pipelines: Mapping[str, str],
    score_types: str | None,
    quiet: bool,
) -> int:
    """Parse DOCS into a folder that `score --cache DIR` and others read.

    DOCS are files or folders of text, or JSONL with `text` and perhaps `title`, `id` and `lang` per
    row; the pages must be the texts that the answers' context holds. What is there already is not
    parsed again. A folder belongs to a profile's features and a version: after a change, index
    again. `truthscore search` finds pages in it; one that is gone from DOCS stays until you index
    into a new folder.

    With --chunks DIR gets `pages.jsonl` and `chunks.jsonl` instead, for `truthscore.retrieve`, and
    DOCS may be HTML, DOCX and PDF too, zip archives of them, and Zendesk's export of a help centre
    (JSON with `articles`); one that cannot be read is told and left out.
    """
    if chunks:
        return _chunks(docs, output, preset, quiet)
    from itertools import islice

    from truthscore.cli.documents import read_documents
    from truthscore.errors import InputError
    from truthscore.profile import told
    from truthscore.retrieve import Keeper
    from truthscore.store import DocumentStore

    scorer = load_scorer(profile, lang, pipelines, score_types, output)
    pages = read_documents(docs)
    keeper = Keeper(output)
    count = found = 0
    while batch := list(islice(pages, BATCH)):
        scorer.warm(batch)
        found += keeper.keep(batch)
        count += len(batch)
        if not quiet:
            click.echo(f"\r{count} documents", nl=False, err=True)
    if not count:
        raise InputError(f"{', '.join(docs)}: no documents with text")
    if not quiet:
        store = DocumentStore(output)
        size = store.clean() / 1e6
        click.echo(f"\r{count} documents read; {len(store)} parsed pages ({size:.1f} MB) and "
                   f"{found} to search in {output}\n{told(scorer.profile)}", err=True)  # fmt: skip
    return 0


#: Documents parsed together.
BATCH = 64


def _chunks(docs: tuple[str, ...], output: str, preset: str, quiet: bool) -> int:
    from truthscore.cli.documents import NO_PAGES, read_documents
    from truthscore.errors import InputError
    from truthscore.retrieve.chunking import PRESETS
    from truthscore.retrieve.kept import keep

    refused: list[str] = []

    def refuse(told: str) -> None:
        refused.append(told)
        click.echo(told, err=True)

    found = list(read_documents(docs, refuse))
    if not found:
        raise InputError(f"{', '.join(docs)}: {NO_PAGES}")
    pages, cut = keep(output, found, PRESETS[preset])
    if not quiet:
        left = f"; {len(refused)} left out" if refused else ""
        click.echo(f"{pages} pages, {cut} chunks in {output}{left}", err=True)
    return 0
