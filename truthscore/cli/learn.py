"""`truthscore learn`: answers that people accepted become dated second evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from truthscore.cli.options import Reading, input_options
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.rated import STARS, by_annotator
from truthscore.evaluate.rated import stars as read_stars
from truthscore.example import example_from
from truthscore.formats import Row
from truthscore.open_files import open_output

if TYPE_CHECKING:
    from truthscore.accepted import AcceptedAnswer

#: Fields of a row that may say when it was rated.
DATES = ("date", "time")


@click.command(name="learn")
@click.argument("log", metavar="LOG")
@click.option(
    "--raters",
    metavar="FILE.toml",
    required=True,
    help='Who may teach: [raters], with lines such as anna = ["teach"]. Nobody else counts.',
)
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option(
    "--stars", type=click.FloatRange(1, 5), default=5.0, show_default=True,
    help="Stars that every rater of an answer must have given.",
)  # fmt: skip
@click.option(
    "--days", type=click.IntRange(1), default=365, show_default=True,
    help="How long an answer holds after it was rated.",
)  # fmt: skip
@click.option("--date", "rated", help="When rows without `date` were rated; default: today.")
@input_options
def command(
    log: str,
    raters: str,
    output: str,
    stars: float,
    days: int,
    rated: str | None,
    reading: Reading,
) -> int:
    """Write the answers of LOG that people accepted, for `truthscore score --answers FILE`.

    LOG has question, answer, context and `rating` or `ratings` (`truthscore rate --export` writes
    it), and perhaps `date`. Only stars of the raters of --raters count, by the names in `ratings`:
    what customers gave, nameless stars and those that were imported teach nothing. Each answer is
    kept with who accepted it, its date, the day on which it expires, and the hash of its pages: one
    whose page changes or goes is not used any more. Stars of 1 to 5.
    """

    from truthscore.accepted import day, line, teachers

    today = date.today() if rated is None else day(rated, "--date")
    kept, left_out = _accepted(
        reading.rows(log), teachers(raters), stars, days, today, reading=reading
    )
    with open_output(output) as stream:
        stream.writelines(f"{line(each)}\n" for each in kept)
    why = ", ".join(
        f"{count} {reason}"
        for reason, count in sorted(left_out.items(), key=lambda e: (-e[1], e[0]))
    )
    echo(f"{len(kept)} accepted answers → {output}; left out: {why or 'none'}", err=True)
    return 0


def _accepted(
    rows: Iterable[Row], may: Collection[str], stars: float, days: int, today: date, *,
    reading: Reading,
) -> tuple[list[AcceptedAnswer], Counter[str]]:  # fmt: skip
    """The accepted answers of a log, and how many were left out by reason."""

    from truthscore.accepted import accept, day

    kept, left_out = [], Counter[str]()
    for number, row in enumerate(rows, start=1):
        if row.data is None:
            raise InputError(row.complaint)
        dated = {name: row.data[name] for name in DATES if row.data.get(name)}
        given = {name: value for name, value in row.data.items() if name not in DATES}
        try:
            example = example_from(
                given, default_id=f"line{number}", mapping=reading.mapping,
                ignore_unknown=reading.ignore_unknown,
            )  # fmt: skip
        except InputError as error:
            raise InputError(f"{row.where}: {error}") from error
        each = by_annotator(row.data.get("ratings"), "ratings", row.where)
        given_stars = {name: read_stars(value, STARS, row.where) for name, value in each.items()}
        ratings = {
            name: value for name, value in given_stars.items()
            if value is not None and name in may and name not in _imported(row.data)
        }  # fmt: skip
        said = day(str(next(iter(dated.values()))), row.where) if dated else today
        found = accept(example, ratings, said, least=stars, days=days)
        if isinstance(found, str):
            left_out[found] += 1
        else:
            kept.append(found)
    return kept, left_out


def _imported(row: Mapping[str, Any]) -> frozenset[str]:
    """Raters of a row whose stars came from another tool: a name there proves nobody."""
    meta = row.get("meta")
    source = meta.get("source") if isinstance(meta, dict) else None
    return frozenset(source) if isinstance(source, dict) else frozenset()
