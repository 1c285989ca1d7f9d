"""`truthscore import`: the export of a tracing tool in, rows for `truthscore score` out."""

from __future__ import annotations

import click

from truthscore.cli.options import encoding_option
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.formats import read_rows
from truthscore.open_files import open_output
from truthscore.shown import json_text

#: The tools, as `integrations.exports.TOOLS` has them (not imported: help is instant).
FROM = ("langfuse", "langsmith", "phoenix", "otel")


@click.command(name="import")
@click.argument("tool", type=click.Choice(FROM))
@click.argument("export", metavar="FILE")
@click.option("--output", "-o", default="-", metavar="ROWS.jsonl", help="Where to write the rows.")
@encoding_option
@click.option("--quiet", "-q", is_flag=True, help="Do not say what is missing.")
def command(tool: str, export: str, output: str, encoding: str, quiet: bool) -> int:
    """Turn FILE, an export of TOOL, into rows that `truthscore score` reads: a trace a row.

    FILE is JSONL, JSON, CSV or Parquet, as the tool writes it: observations or traces of Langfuse,
    runs of LangSmith, spans of Phoenix, OTLP in JSON. Pages are what a retriever brought, else what
    tools returned, else what stands beside the question. `truthscore export` is the way back.
    """
    from truthscore.integrations.traces import Missing, rows

    missing, count = Missing(), 0
    try:
        with open_output(output) as stream:
            for row in rows(tool, read_rows(export, encoding=encoding), missing):
                stream.write(json_text(row) + "\n")
                count += 1
            if not count:
                raise InputError(f"no trace has an answer; expected an export of {tool}")
    except InputError as error:
        if str(error).startswith(export):
            raise
        raise InputError(f"{export}: {error}") from error
    if not quiet:
        echo(missing.told(output), err=True)
    return 0
