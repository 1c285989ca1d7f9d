"""`truthscore rate`: people give stars in a browser, blind to the machine's."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truthscore.cli.options import Reading, input_options, profile_option
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.rated import parse_scale

if TYPE_CHECKING:
    from truthscore.rate.items import Items
    from truthscore.scorer import TruthScorer


@click.command(name="rate")
@click.argument("answers", metavar="ANSWERS")
@click.option(
    "--db", required=True, type=click.Path(dir_okay=False), metavar="FILE",
    help="Where ratings are kept (SQLite); made when it is not there. Several may use one.",
)  # fmt: skip
@click.option(
    "--rater", metavar="NAME", help="Who rates; default: a start page asks, or ?rater=NAME."
)
@click.option(
    "--export", "export_to", metavar="FILE",
    help="Write the rated answers as JSONL for `evaluate` and `fit`, and stop.",
)  # fmt: skip
@click.option(
    "--then-export", metavar="FILE",
    help="Open the page, and write the rated answers so when it is stopped.",
)  # fmt: skip
@click.option(
    "--import", "import_from", metavar="FILE",
    help="Add ratings that another tool exported (Label Studio, Argilla, Langfuse), or rated "
    "answers with `rating` or `ratings`, and stop; or go on with --export or --then-export.",
)  # fmt: skip
@click.option(
    "--from", "tool", type=click.Choice(["label-studio", "argilla", "langfuse", "truthscore"]),
    help="The tool of --import; default: seen from the file.",
)  # fmt: skip
@click.option("--scale", default="1-5", show_default=True, help="Scale of --import, as in 0-1.")
@click.option("--adjudicate", is_flag=True, help="Add the page that decides disagreements.")
@click.option(
    "--rubric", metavar="FILE", help="What raters go by (TOML); default: the one that ships."
)
@click.option(
    "--language", type=click.Choice(["en", "nl"]), help="Of the pages; default: the browser's."
)
@click.option(
    "--overlap", default=0.2, show_default=True, type=click.FloatRange(0, 1),
    help="Share of the answers that every rater is asked for.",
)  # fmt: skip
@profile_option("Settings of the scores that the queue looks at: a name, or a TOML file.")
@click.option("--no-scores", is_flag=True, help="Do not score: no passage, no uncertain answers.")
@click.option(
    "--port", default=8090, show_default=True, type=click.IntRange(0, 65535),
    help="Port on 127.0.0.1; 0 takes a free one.",
)  # fmt: skip
@click.option("--open", "open_", is_flag=True, help="Open the page in the browser.")
@input_options
def command(
    answers: str,
    db: str,
    rater: str | None,
    export_to: str | None,
    then_export: str | None,
    import_from: str | None,
    tool: str | None,
    scale: str,
    adjudicate: bool,
    rubric: str | None,
    language: str | None,
    overlap: float,
    profile: str,
    no_scores: bool,
    port: int,
    open_: bool,
    reading: Reading,
) -> int:
    """Give stars to ANSWERS in a browser on this machine; the machine's verdict stays hidden until
    yours is saved.

    Keys: 1-5 stars for truth, 0 cannot judge, Enter save and next, u undo, ? all keys. Every
    rating is on the disk before the next answer is shown. Stop with Ctrl-C; --then-export writes
    what `evaluate` and `fit` read at that moment.
    """
    from truthscore import profile as profiles
    from truthscore.rate import items as rated
    from truthscore.rate import rubric as rubrics
    from truthscore.rate.store import NAME

    if export_to and then_export:
        raise click.UsageError("--export stops at once, --then-export after the page: give one")
    items = rated.of(reading.examples(answers))
    if import_from is not None:
        _import(import_from, items, db, scale, tool)
        if export_to is None and then_export is None:
            return 0
    if export_to is not None:
        return _export(export_to, items, db)
    if rater is not None and not re.fullmatch(NAME, rater):
        raise click.BadParameter(
            f"{rater!r}: expected letters, digits, spaces and . @ + -, at most 64",
            param_hint="--rater",
        )
    from truthscore.rate.export import named_for_rows
    from truthscore.rate.server import run

    if then_export is not None:
        named_for_rows(then_export)  # before an hour of work, not after it
    profiles.load(profile)  # a mistake in it is told before anybody rates

    def load() -> TruthScorer:
        from truthscore.scorer import TruthScorer

        return TruthScorer.load(profile)

    def tell(address: str) -> None:
        end = "" if then_export is None else f"; Ctrl-C ends it and writes {then_export}"
        echo(f"{len(items)} answers; ratings go to {db}{end}\nopen {address}", err=True)

    run(
        items, db, None if no_scores else load, tell, port=port, open_=open_,
        rubric=rubrics.load(rubric), rater=rater, adjudicate=adjudicate, language=language,
        overlap=overlap,
    )  # fmt: skip
    return 0 if then_export is None else _export(then_export, items, db)


def _import(path: str, items: Items, db: str, scale: str, tool: str | None) -> None:
    from truthscore.rate.imports import add
    from truthscore.rate.store import Store

    with closing(Store(db, items)) as store:
        done = add(path, items, store, parse_scale(scale), tool)
    echo(
        f"{path} ({done.tool}): {done.added} ratings added to {db}, {done.known} were there, "
        f"{done.elsewhere} are of other answers",
        err=True,
    )


def _export(path: str, items: Items, db: str) -> int:
    from truthscore.rate.export import write
    from truthscore.rate.store import Store

    if not Path(db).exists():
        raise InputError(f"{db}: is not there; expected a file that `truthscore rate` made")
    with closing(Store(db, items)) as store, store.reading() as state:
        written, unjudged = write(path, items, state)
        stale = state.stale
    echo(f"written: {path}, {written} rated answers", err=True)
    if unjudged:
        echo(f"left out: {unjudged} that nobody could judge", err=True)
    if stale:
        echo(f"left out: {stale} ratings of answers whose texts have changed", err=True)
    return 0
