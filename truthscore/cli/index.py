"""`truthscore index`: parse a help centre once, for every run and process after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

from truthscore.cli.documents import NO_PAGES, LeftOut, read_documents
from truthscore.cli.options import Scoring, pages_encoding, scorer_options
from truthscore.cli.terminal import echo
from truthscore.deadline import Deadline, until
from truthscore.errors import InputError, OverBudget
from truthscore.types import ContextDocument

if TYPE_CHECKING:
    from truthscore.scorer import TruthScorer


@click.command(name="index")
@click.argument("docs", nargs=-1, required=True, metavar="DOCS...")
@click.option("--output", "-o", required=True, metavar="DIR", help="The folder to keep them in.")
@click.option("--chunks", is_flag=True, help="Only cut into chunks to be found; parse nothing.")
@click.option(
    "--preset",
    type=click.Choice(("A", "B", "C")),
    default="C",
    show_default=True,
    help="Length of chunks: 300 words and 1,000 characters, 100 and 1,000, or 300 and 3,000.",
)
@pages_encoding
@scorer_options
@click.option("--quiet", "-q", is_flag=True, help="No progress and no summary.")
def command(
    docs: tuple[str, ...],
    output: str,
    chunks: bool,
    preset: str,
    encoding: str | None,
    scoring: Scoring,
    quiet: bool,
) -> int:
    """Parse DOCS into a folder that `score --cache DIR` and others read.

    DOCS are files or folders of Markdown, text, HTML, DOCX and PDF, zip archives of them, Zendesk's
    export of a help centre, or JSONL with `text` and perhaps `title`, `id`, `lang` and `roles` per
    row. What cannot be read is told and left out, with its reason; what a file may cost says
    [documents] of the profile. The pages must be the texts that the answers' context holds. What is
    there already is not parsed again. A folder belongs to a profile's features and a version: after
    a change, index again.

    DIR gets `pages.jsonl` and `chunks.jsonl` too, in which `truthscore search` and
    `truthscore.retrieve` find pages: those of DOCS, in place of what stood there. With --chunks it
    gets nothing else.
    """
    from truthscore import profile
    from truthscore.retrieve.chunking import PRESETS
    from truthscore.retrieve.kept import keep

    scorer = None if chunks else scoring.scorer(cache=output)
    used = scorer.profile if scorer else profile.load(scoring.profile)
    left_out = LeftOut()
    pages = read_documents(docs, left_out, limits=used.documents, encoding=encoding)
    if scorer:
        pages = _parsed(pages, scorer, left_out, quiet)
    found = _of_one_id(pages, left_out)
    if not found:
        raise InputError(f"{', '.join(docs)}: {NO_PAGES}")
    count, cut = keep(output, found, PRESETS[preset])
    if not quiet:
        parsed, end = ("", "") if chunks else (_stored(output), f"\n{profile.told(used)}")
        told = f"{count} pages, {cut} chunks{parsed} in {output}{left_out.summary}{end}"
        echo(told, err=True, over=not chunks)
    return 0


#: Pages after which progress is told.
EVERY = 64


def _parsed(
    pages: Iterable[ContextDocument],
    scorer: TruthScorer,
    refused: Callable[[str], None],
    quiet: bool,
) -> Iterator[ContextDocument]:
    """The pages that can be parsed, each within its time; `refused` is told of the others."""
    seconds = scorer.profile.documents.parse_seconds
    count = 0
    for page in pages:
        try:
            with until(Deadline(seconds)):
                scorer.warm([page])
        except OverBudget:
            told = f"takes longer than {seconds:g} s to parse ([documents] parse_seconds)"
        except (ValueError, RecursionError, MemoryError) as error:
            told = f"cannot be parsed: {error}"
        else:
            count += 1
            if not quiet and count % EVERY == 0:
                echo(f"{count} pages", nl=False, err=True, over=True)
            yield page
            continue
        refused(f"{page.id}: {told}; expected a page: it is left out")


def _stored(folder: str) -> str:
    from truthscore.store import DocumentStore

    store = DocumentStore(folder)
    size = store.clean() / 1e6
    return f", {len(store)} parsed pages ({size:.1f} MB)"


def _of_one_id(
    pages: Iterable[ContextDocument], refused: Callable[[str], None]
) -> list[ContextDocument]:
    """The pages whose id is theirs alone: of two that are not alike it is unknown which one is
    meant, and who may see it."""
    found: dict[str, ContextDocument] = {}
    unclear: set[str] = set()
    for page in pages:
        if found.setdefault(page.id, page) != page and page.id not in unclear:
            unclear.add(page.id)
            refused(
                f"page {page.id!r} is there twice, and not alike; expected an id for each page: "
                "both are left out"
            )
    return [page for name, page in found.items() if name not in unclear]
