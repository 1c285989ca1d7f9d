"""`truthscore translate`: a file of answers in, the same with a translation in each row out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from truthscore.cli import EXIT_INTERRUPTED, EXIT_USAGE, go_on
from truthscore.cli.options import Reading, input_options, refuse_input_as_output
from truthscore.cli.progress import progress
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.open_files import STDIN, count_lines
from truthscore.output_lock import locked

if TYPE_CHECKING:
    from truthscore.translate.run import Outcome

#: Failed rows that are named; the others are in the output, with `translation.status` "failed".
SHOWN = 20


@click.command(name="translate")
@click.argument("answers", metavar="FILE")
@click.option("--output", "-o", required=True, metavar="OUT.jsonl", help="Where to write.")
@click.option(
    "--from", "source", metavar="LANG",
    help="Language of the rows (nl, pl, ...); default: each row's own `lang`, else recognised.",
)  # fmt: skip
@click.option("--to", "target", default="en", show_default=True, metavar="LANG", help="Into.")
@click.option(
    "--provider", required=True, metavar="NAME",
    help="google, libre, deepl, mymemory or microsoft (by deep-translator).",
)  # fmt: skip
@click.option("--api-key-file", metavar="FILE", help="File with the provider's key.")
@click.option(
    "--base-url", default="", metavar="URL",
    help="Another address than the provider's own, as of a LibreTranslate server in the house.",
)  # fmt: skip
@click.option(
    "--cache", metavar="DIR",
    help="Folder of translations that were made before; default: OUT.jsonl.translations.",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Keep the rows of OUT.jsonl that are translated.")
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=30.0, show_default=True, metavar="SECONDS",
    help="How long one request may take.",
)  # fmt: skip
@input_options
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no summary.")
def command(
    answers: str,
    output: str,
    source: str | None,
    target: str,
    provider: str,
    api_key_file: str | None,
    base_url: str,
    cache: str | None,
    resume: bool,
    timeout: float,
    reading: Reading,
    quiet: bool,
) -> int:
    """Translate question, answer and context of each row in FILE, for `score --mode translated`.

    This is the only command that uses the network: texts go to the provider. Rows keep their order
    and their other fields. What was translated once is never asked again. Rows that fail are
    listed, the exit code is 2, and --resume goes on with them.
    """

    from truthscore.translate.providers import read_key
    from truthscore.translate.run import Order, translate_rows

    if output == STDIN:
        raise InputError("--output must be a file: it is what --resume goes on with")
    refuse_input_as_output(answers, output)
    click.get_current_context().with_resource(locked(output))
    order = Order(
        source=source.lower() if source else None, target=target.lower(), provider=provider,
        key=read_key(api_key_file) if api_key_file else "", base_url=base_url, timeout=timeout,
        cache=Path(cache or f"{output}.translations"), mapping=reading.mapping,
        ignore_unknown=reading.ignore_unknown, resume=resume,
    )  # fmt: skip
    total = None if quiet else count_lines(answers)
    try:
        with progress(total, hidden=quiet) as advance:
            outcome = translate_rows(reading.rows(answers), Path(output), order, advance=advance)
    except KeyboardInterrupt:
        echo(f"\ntruthscore: interrupted; {go_on()}", err=True)
        return EXIT_INTERRUPTED
    if not quiet or outcome.failed:
        echo(_summary(outcome, output), err=True)
    return EXIT_USAGE if outcome.failed else 0


def _summary(outcome: Outcome, output: str) -> str:
    lines = [
        f"{outcome.rows} rows → {output}: {outcome.translated} translated, {outcome.kept} kept, "
        f"{outcome.passed} in that language already, {outcome.requests} requests"
    ]
    if outcome.flagged:
        shown = ", ".join(outcome.flagged[:SHOWN])
        lines.append(f"{len(outcome.flagged)} rows lost a step, label, number or code: {shown}")
    if outcome.failed:
        lines += [f"  {id_}: {reason}" for id_, reason in outcome.failed[:SHOWN]]
        if len(outcome.failed) > SHOWN:
            lines.append(f"  ... and {len(outcome.failed) - SHOWN} more")
        if outcome.stopped:
            lines.append(f"stopped: {outcome.stopped}")
        lines.append(
            f"truthscore: {len(outcome.failed)} rows are not translated; what was done is kept: "
            f"{go_on()}"
        )
    return "\n".join(lines)
