"""`truthscore index`: parse a help centre once, for every run and process after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from truthscore.cli.options import Scoring, pages_encoding, scorer_options
from truthscore.cli.terminal import echo
from truthscore.errors import InputError, OverBudget

if TYPE_CHECKING:
    from truthscore.scorer import TruthScorer
    from truthscore.types import ContextDocument


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
    a change, index again. `truthscore search` finds pages in it; one that is gone from DOCS stays
    until you index into a new folder.

    With --chunks DIR gets `pages.jsonl` and `chunks.jsonl` instead, for `truthscore.retrieve`.
    """
    if chunks:
        return _chunks(docs, output, preset, scoring.profile, encoding, quiet)
    from itertools import islice

    from truthscore.cli.documents import NO_PAGES, LeftOut, read_documents
    from truthscore.profile import told
    from truthscore.retrieve import Keeper
    from truthscore.store import DocumentStore

    scorer = scoring.scorer(cache=output)
    limits = scorer.profile.documents
    left_out = LeftOut()
    pages = read_documents(docs, left_out, limits=limits, encoding=encoding)
    keeper = Keeper(output)
    count = found = 0
    while batch := list(islice(pages, BATCH)):
        parsed = list(_parsed(batch, scorer, limits.parse_seconds, left_out))
        found += keeper.keep(parsed)
        count += len(parsed)
        if not quiet:
            echo(f"{count} documents", nl=False, err=True, over=True)
    if not count:
        raise InputError(f"{', '.join(docs)}: {NO_PAGES}")
    if not quiet:
        store = DocumentStore(output)
        size = store.clean() / 1e6
        echo(f"{count} documents read; {len(store)} parsed pages ({size:.1f} MB) and "
                   f"{found} to search in {output}{left_out.summary}\n{told(scorer.profile)}",
                   err=True, over=True)  # fmt: skip
    return 0


#: Documents parsed together.
BATCH = 64


def _parsed(
    batch: Sequence[ContextDocument],
    scorer: TruthScorer,
    seconds: float,
    refused: Callable[[str], None],
) -> Iterator[ContextDocument]:
    """The pages that can be parsed, each within its time; `refused` is told of the others."""
    from truthscore.deadline import Deadline, until

    for page in batch:
        try:
            with until(Deadline(seconds)):
                scorer.warm([page])
        except OverBudget:
            told = f"takes longer than {seconds:g} s to parse ([documents] parse_seconds)"
        except (ValueError, RecursionError, MemoryError) as error:
            told = f"cannot be parsed: {error}"
        else:
            yield page
            continue
        refused(f"{page.id}: {told}; expected a page: it is left out")


def _chunks(
    docs: tuple[str, ...],
    output: str,
    preset: str,
    profile: str,
    encoding: str | None,
    quiet: bool,
) -> int:
    from truthscore import profile as profiles
    from truthscore.cli.documents import NO_PAGES, LeftOut, read_documents
    from truthscore.retrieve.chunking import PRESETS
    from truthscore.retrieve.kept import keep

    left_out = LeftOut()
    limits = profiles.load(profile).documents
    found = _of_one_id(read_documents(docs, left_out, limits=limits, encoding=encoding), left_out)
    if not found:
        raise InputError(f"{', '.join(docs)}: {NO_PAGES}")
    pages, cut = keep(output, found, PRESETS[preset])
    if not quiet:
        echo(f"{pages} pages, {cut} chunks in {output}{left_out.summary}", err=True)
    return 0


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
