"""`truthscore verify-record`: whether a record of verdicts is whole."""

from __future__ import annotations

import click

from truthscore.chain import read, row_hash
from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.options import Reading, input_options
from truthscore.cli.terminal import echo
from truthscore.errors import InputError

#: Rows that are told one by one.
SHOWN = 20


@click.command(name="verify-record")
@click.argument("record", metavar="FILE")
@click.option("--answers", metavar="ANSWERS", help="Rows: tell which are not those judged.")
@click.option("--last", metavar="HASH", help="The last hash, as it was kept elsewhere.")
@input_options
def command(
    record: str,
    answers: str | None,
    last: str | None,
    reading: Reading,
) -> int:
    """Tell whether FILE, which `truthscore score --record` wrote, is whole, or where it breaks.

    Each line has the hash of the line before it, so no line can be changed, left out, doubled or
    moved. That lines at the end are gone shows by --last, or by --answers: rows without a line.
    """
    chain = read(record)
    if chain.broken is not None:
        echo(f"{record}, {chain.broken}")
        return EXIT_THRESHOLD
    if not chain.lines:
        raise InputError(f"{record}: no lines; expected what `truthscore score --record` wrote")
    if last is not None and last != chain.last:
        echo(f"{record}, line {chain.lines}: found the last hash {chain.last}; expected {last}")
        return EXIT_THRESHOLD
    echo(f"{record}: whole, {chain.lines} lines; last hash {chain.last}")
    if answers is None:
        return 0
    others = []
    for row in reading.examples(answers):
        judged = chain.rows.get(row.id)
        if judged is None:
            others.append(f"row {row.id!r}: has no line in the record")
        elif row_hash(row) not in judged:
            others.append(f"row {row.id!r}: is not the row that was judged under this id")
    for each in others[:SHOWN]:
        echo(f"{answers}, {each}")
    if len(others) > SHOWN:
        echo(f"and {len(others) - SHOWN} more")
    if not others:
        echo(f"{answers}: every row is one that was judged")
    return EXIT_THRESHOLD if others else 0
